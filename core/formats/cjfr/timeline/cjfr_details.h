// What Details say about an event: its fields by their labels and units, its stack, what its type is.
//
//     EventDetails details(values, tracks);
//     details.addFields(section, values.top(message));     // rows; a stack becomes a section of its own
//     out.sections.push_back(details.stackSection());
#pragma once

#include "core/formats/cjfr/records/cjfr_text.h"
#include "core/formats/cjfr/timeline/cjfr_placed.h"
#include "core/model/details.h"

namespace traceglass::cjfr {

class EventDetails
{
public:
    // `link` makes what a thread leads to; nothing: it is on no track.
    using ThreadLink = std::function<std::optional<DetailLink>(const ThreadWords& thread)>;

    EventDetails(const ValueReader& values, Tracks& tracks, ThreadLink link)
        : m_values(values)
        , m_tracks(tracks)
        , m_text(values)
        , m_link(std::move(link))
    {
    }

    void addFields(DetailSection& section, const Value& event);
    void addFields(DetailSection& section, const PlacedEvent& event);
    // Without rows and sentence when the event has no stack.
    DetailSection stackSection() const;
    DetailSection typeSection(const EventPlan& plan) const;

private:
    void addField(DetailSection& section, const Slot& slot, const Value& value,
                  std::optional<std::int64_t> number);
    DetailValue valueOf(const Slot& slot, const Value& value, std::string& extra) const;

    const ValueReader& m_values;
    Tracks& m_tracks;
    RecordText m_text;
    ThreadLink m_link;
    Value m_stack; // null: none has come up
};

}
