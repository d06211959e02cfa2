// The fields of events as typed values: numbers with what reduces them undone, structs by dotted paths,
// threads, classes, methods and the frames of stack traces as their names. Of a combined event those of the
// events it stands for, each with its place on the timeline. `value` is what an event tells a counter, as it is drawn.
#pragma once

#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/fields_facet.h"

#include <mutex>

namespace traceglass::cjfr {

class CjfrFields : public FieldsFacet
{
public:
    explicit CjfrFields(const CjfrFile& file);
    ~CjfrFields() override;

    FieldCataloguePtr fields() const override; // once the stream was read
    Result<void> scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const override;
    Result<void> read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                      Job& job) const override;
    FieldCosts costs() const override;

private:
    struct Known;

    const Known* known() const; // null: not yet

    const CjfrFile& m_file;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<const Known> m_known; // stays once it is there
};

}
