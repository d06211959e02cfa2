// One pass over the events of some types, whether they stand in the stream themselves or in combined ones,
// with the fields that a table is made of. Only those types are decoded, and no text that nobody asks for.
//
//     EventPass pass(file, index, request, job);
//     pass.read({{"jdk.FileRead", {"path", "bytesRead"}}}, [&](const EventView& event) {
//         total += pass.integer(event.fields[1]).value_or(0);
//     });
//
// Times are view time. What a condensed recording has left out is a null field: `integer()` and the others
// give nothing then.
#pragma once

#include "core/formats/cjfr/timeline/cjfr_placed.h"
#include "core/formats/cjfr/wire/cjfr_by_entry.h"
#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/record_refs.h"
#include "core/model/statistics_facet.h"

#include <functional>
#include <map>
#include <unordered_set>

namespace traceglass::cjfr {

// Are there events of a type, be it in combined ones?
bool hasEvents(const StreamIndex& index, std::string_view type);

struct WantedEvents
{
    std::string_view type;                   // "jdk.FileRead"
    std::vector<std::string_view> fields {}; // EventView::fields, in this order
    bool isEverywhere = false;               // whatever range, tracks and slices are asked for
};

struct EventView
{
    std::size_t wanted = 0; // which of those
    TimeRange time;         // ends equal: a moment
    bool isApproximate = false;
    bool isAsked = true; // of those everywhere: it is of the tracks and slices that are asked for
    const ThreadWords* thread = nullptr; // null: none is known
    TrackPlace place;
    std::uint64_t offset = 0; // of the message
    std::span<const Given> fields;
};

// Of some events the longest so far; of equal ones the first.
struct Longest
{
    std::int64_t ns = -1; // none yet
    TimeRange time;
    TrackPlace place;
    std::uint64_t offset = 0;

    void take(const EventView& event)
    {
        if (event.time.lengthNs() > ns)
            *this = {event.time.lengthNs(), event.time, event.place, event.offset};
    }
};

class EventPass
{
public:
    using Use = std::function<void(const EventView&)>;

    EventPass(const CjfrFile& file, const StreamIndex& index, const StatRequest& request, Job& job);

    bool has(std::string_view type) const { return hasEvents(m_index, type); }
    const TimeRange& range() const { return m_range; } // that is asked for, else that of the capture
    const Timeline& timeline() const { return m_request.timeline; }
    const ValueReader& values() const { return m_values; }
    bool isChosen(const TrackPlace& place) const { return !m_keys || m_keys->contains(place.key); }
    // So many frames of each stack were kept on purpose; nothing: all that the JVM told.
    std::optional<std::int64_t> stackDepth() const { return m_index.stackDepth; }
    bool isPart() const { return m_request.only != nullptr; } // only some slices count

    const Job& job() const { return m_job; }

    // In the order of the stream. Errors: file.stopped, file.changed.
    Result<void> read(const std::vector<WantedEvents>& wanted, const Use& use);

    // --- fields; nothing where it is null, unset or of another kind
    std::optional<std::int64_t> integer(const Given& field) const; // of amounts in bytes
    std::optional<std::int64_t> span(const Given& field) const;    // ns
    std::optional<double> real(const Given& field) const;
    // A text, or what names a class or method with dots. One that is cached is decoded once.
    StringId name(const Value& value);
    const ThreadWords* thread(const Value& value); // null: it is none
    std::string_view text(StringId id) const { return m_names.text(id); }
    StringId intern(std::string_view text) { return m_names.intern(text); }
    // The first method of a stack outside the JDK, or the innermost where none is; empty: no stack.
    StringId site(const Value& stack);

    // --- afterwards
    // The slice of an event; leads nowhere where the timeline has none, and once the job is stopped.
    StatPlace placeOf(const Longest& event) const;
    RecordRef refOf(std::uint64_t offset) const { return {m_file.streamSource(), offset}; }
    // Which of the types that were read were recorded only when they took long; empty: none.
    std::string thresholdRemark() const;

private:
    struct Plan // of a type
    {
        std::size_t wanted = kNone;
        const EventPlan* events = nullptr;
        KeptFields kept;                 // of events that stand in the stream themselves
        std::vector<std::size_t> fields; // which of EventView::fields those of KeptFields::more are
    };
    static constexpr std::size_t kNone = ~std::size_t(0);

    void readOwn(const Message& message, const Kept& kept, const Plan& plan, const Use& use);
    void readCombined(const Message& message, const Plan& plan, const Use& use);
    void deliver(EventView& event, bool isCombined, const Use& use);
    bool fits(const EventView& event, bool isCombined) const; // times are those of the recording
    void learnSetting(const EventView& event);
    bool isOfJdk(StringId method);
    StringId findSite(const Value& stack);

    const CjfrFile& m_file;
    const StreamIndex& m_index;
    const StatRequest& m_request;
    Job& m_job;
    ValueReader m_values;
    Tracks m_tracks;
    PlacedEvents m_placed;
    TimeRange m_range;
    std::optional<std::unordered_set<std::uint64_t>> m_keys; // of the tracks asked for
    RecordRefs m_fitting;                                    // where not all slices count
    std::vector<WantedEvents> m_wanted;                      // the last one: settings
    std::vector<Given> m_fields;                             // of the event at hand
    StringTable m_names;
    ByEntry<const ThreadWords*> m_threads;
    ByEntry<std::optional<StringId>> m_nameOf;
    ByEntry<std::optional<StringId>> m_siteOf;                    // of a stack
    std::unordered_map<std::uint32_t, bool> m_isOfJdk;            // by name of a method
    std::map<std::string, std::string, std::less<>> m_thresholds; // by type: "10 ms"
};

}
