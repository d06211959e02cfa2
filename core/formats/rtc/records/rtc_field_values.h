// What frames hold, as typed values: whole numbers exactly, those with gain, offset or fraction as they are
// drawn, text, and the times of clocks. A stream's value is called like the stream, and "value" of the
// records of that name.
#pragma once

#include "core/formats/rtc/rtc_file.h"
#include "core/model/fields_facet.h"

namespace traceglass::rtc {

class RtcFields : public FieldsFacet
{
public:
    explicit RtcFields(const RtcFile& file)
        : m_file(file)
    {
    }

    FieldCataloguePtr fields() const override { return known().catalogue; }
    Result<void> scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const override;
    Result<void> read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                      Job& job) const override;
    FieldCosts costs() const override;

private:
    struct Numbers // of the fields of a stream
    {
        std::uint32_t named = 0;
        std::uint32_t value = 0;
    };
    struct Known
    {
        FieldCataloguePtr catalogue;
        std::vector<std::unordered_map<std::uint32_t, Numbers>> numbers; // by segment and stream
    };
    class Reader;

    static Known madeOf(const Ruler& ruler);
    const Known& known() const; // made when it is first asked for: there may be a million streams

    const RtcFile& m_file;
    mutable std::once_flag m_knownOnce;
    mutable Known m_known;
};

}
