// The payloads of an RTC file in order: `tglass records`, the records table, the records of a range of bytes.
#pragma once

#include "core/formats/rtc/rtc_file.h"
#include "core/model/records_facet.h"
#include "core/model/structure.h"

#include <string>
#include <unordered_map>

namespace traceglass::rtc {

// A pass over the payloads of a segment in order of where they begin. From `from` on, until `enough` at the
// start of a Unit; both only help, what is delivered must still be looked at.
struct Pass
{
    std::uint32_t segment = 0;
    std::optional<Spot> from {};
    std::function<bool(const DecoderState&)> enough {};
};

// Reports what is lost on the way. False: the sink has enough. Errors: file.stopped, file.changed.
Result<bool> runPass(const RtcFile& file, const Pass& pass, const FrameSink& sink, Job& job);

// Every check the format allows, reported to the file's log.
Result<void> checkFile(const RtcFile& file, Job& job);

class RtcRecords : public RecordsFacet
{
public:
    RtcRecords(const RtcFile& file, const Structure& structure) // which must live as long
        : m_file(file)
        , m_structure(structure)
    {
    }

    Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<std::vector<Record>> in(const ByteRange& range, std::size_t limit, const Job& job) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;

private:
    Result<std::optional<std::uint16_t>> axisOf(const RecordQuery& query) const;
    std::optional<Pass> passOf(std::uint32_t segment, const RecordQuery& query,
                               std::optional<std::uint16_t> axis, const Job& job) const;
    Result<Spot> spotOfFrame(const NodeId& id) const; // where decoding begins for it to be met
    // What all records of a stream say.
    struct Words
    {
        std::string kind = "raw";
        std::string subject {};
    };
    using StreamWords = std::unordered_map<const Stream*, Words>;
    void describe(const Frame& frame, const RecordQuery& query, StreamWords& known, Record& record) const;

    const RtcFile& m_file;
    const Structure& m_structure;
};

}
