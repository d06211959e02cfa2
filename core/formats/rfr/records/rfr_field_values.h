// The fields of events, spans and tasks as typed values. Records of a span or task have those of its object;
// what a field holds each value says itself. Units are told by the end of a name, as `tracing` has it:
// "waited_us".
//
// Records of a task also have what all of its life comes to, as the table of tasks tells it: "task.polls". So has
// each of its slices, on its own track and on those of threads, whatever a query is kept to.
#pragma once

#include "core/formats/rfr/timeline/rfr_timeline.h"
#include "core/model/fields_facet.h"

#include <mutex>

namespace traceglass::rfr {

class RfrFields : public FieldsFacet
{
public:
    RfrFields(const RecordingReader& reader, const RfrTimeline& timeline)
        : m_reader(reader)
        , m_recording(reader.recording())
        , m_timeline(timeline)
    {
    }

    FieldCataloguePtr fields() const override; // once it was indexed
    Result<void> scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const override;
    Result<void> read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                      Job& job) const override;
    FieldCosts costs() const override;

private:
    struct Known // callsites that are not there have no fields
    {
        std::shared_ptr<const Tables> tables; // whose names it has
        std::shared_ptr<FieldCatalogue> catalogue = std::make_shared<FieldCatalogue>();
        struct Site
        {
            const Callsite* callsite = nullptr;
            std::vector<std::uint32_t> values {};                               // numbers, by position
            std::vector<std::pair<std::string_view, std::uint32_t>> dynamic {}; // by name
            std::vector<std::pair<std::size_t, std::uint32_t>> constants {};    // by position
        };
        std::unordered_map<std::uint64_t, Site> sites; // by id
        std::uint32_t taskFields = 0;                  // number of its first one; the others follow
    };
    class Decoder;

    std::shared_ptr<const Known> known() const; // null: not yet
    std::shared_ptr<const Known> madeOf(std::shared_ptr<const Tables> tables) const;
    Result<void> scanStream(Decoder& decoder, FieldSink& sink, Job& job) const;

    const RecordingReader& m_reader;
    const Recording& m_recording;
    const RfrTimeline& m_timeline;
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const Known> m_known; // stays once it is there
};

}
