// What the records of an RDF capture hold that slices begin with, as typed values: events of queues, resources and
// allocations of memory. All of it is known once the capture was indexed, so nothing is read again.
#pragma once

#include "core/formats/rdf/timeline/rdf_timeline.h"
#include "core/model/fields_facet.h"

namespace traceglass::rdf {

class RdfFields : public FieldsFacet
{
public:
    // Both must live as long.
    RdfFields(const PayloadFacts& facts, const RdfTimeline& timeline)
        : m_facts(facts)
        , m_timeline(timeline)
    {
    }

    FieldCataloguePtr fields() const override;
    Result<void> scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const override;
    Result<void> read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                      Job& job) const override;
    FieldCosts costs() const override;

private:
    // What a record tells of: the event, resource or allocation with this number.
    struct Told
    {
        enum class Of : std::uint8_t { event, resource, allocation };
        RecordRef ref;
        std::uint32_t number = 0;
        Of of = Of::event;
    };
    class Reader;

    // By reference; made when it is first asked for, of what was indexed. Null when stopped.
    const std::vector<Told>* told(const Job& job) const;
    std::uint64_t toldCount() const;

    const PayloadFacts& m_facts;
    const RdfTimeline& m_timeline;
    mutable std::mutex m_toldMutex; // guards the making of what is told
    mutable std::optional<std::vector<Told>> m_told;
};

}
