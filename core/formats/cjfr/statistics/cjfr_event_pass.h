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

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
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

// A field of an event: where it lies, or what a combined one gives for it. It is decoded when somebody asks, as far as
// they ask: most events are told by one or two of their fields, and what is cached is known already.
struct PassField
{
    const Slot* slot = nullptr;   // null, as the place is nowhere: the type has no such field
    ContentPlace place {};        // in the message, or of a cache
    const Given* given = nullptr; // of a combined event: counts instead of both
};

// Those of an event, in the order of WantedEvents::fields.
class PassFields
{
public:
    struct Planned // of a type
    {
        const Slot* slot = nullptr;
        std::size_t kept = 0; // which of Kept::more
    };

    PassFields() = default;
    PassFields(std::span<const Planned> planned, const Kept& kept)
        : m_planned(planned)
        , m_kept(&kept)
    {
    }
    PassFields(std::span<const std::string_view> names, const ExpandedEvent& event)
        : m_names(names)
        , m_expanded(&event)
    {
    }

    PassField operator[](std::size_t number) const
    {
        if (m_expanded)
            return {.given = m_expanded->find(m_names[number])};
        const Planned& planned = m_planned[number];
        return planned.slot ? PassField {planned.slot, m_kept->more[planned.kept]} : PassField {};
    }
    PassField front() const { return (*this)[0]; }
    PassField back() const { return (*this)[std::max(m_planned.size(), m_names.size()) - 1]; }

private:
    std::span<const Planned> m_planned;
    const Kept* m_kept = nullptr;
    std::span<const std::string_view> m_names;
    const ExpandedEvent* m_expanded = nullptr; // null: it stands in the stream itself
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
    PassFields fields;
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
    Result<void> read(const std::vector<WantedEvents>& wanted, const Use& use)
    {
        m_job.start(m_index.messages);
        return read({}, wanted, use);
    }
    // The same of a part of it. Several passes read several parts at once, all with the same job, and the one over the first
    // part then learns what those behind it know of settings.
    Result<void> read(const MessageRange& part, const std::vector<WantedEvents>& wanted, const Use& use);
    void learnFrom(const EventPass& later);

    // --- fields; nothing where it is null, unset or of another kind
    Value value(const PassField& field) const
    {
        return field.given ? field.given->value
            : field.slot   ? m_values.at(*field.slot, field.place)
                           : Value {};
    }
    std::optional<std::int64_t> integer(const PassField& field) const; // of amounts in bytes
    std::optional<std::int64_t> integer(const Value& value) const;
    std::optional<std::int64_t> span(const PassField& field) const; // ns
    std::optional<double> real(const PassField& field) const;
    // A text, or what names a class or method with dots. One that is cached is decoded once.
    StringId name(const PassField& field)
    {
        const auto* const known = knownOf(m_nameOf, field);
        return known && *known ? **known : name(value(field));
    }
    StringId name(const Value& value);
    const ThreadWords* thread(const PassField& field) // null: it is none
    {
        const auto* const known = knownOf(m_threads, field);
        return known && *known ? *known : thread(value(field));
    }
    std::string_view text(StringId id) const { return m_names.text(id); }
    StringId intern(std::string_view text) { return m_names.intern(text); }
    // The first method of a stack outside the JDK, or the innermost where none is; empty: no stack.
    StringId site(const PassField& stack)
    {
        const auto* const known = knownOf(m_siteOf, stack);
        return known && *known ? **known : site(value(stack));
    }

    bool isOfJdk(StringId method);

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
        KeptFields kept; // of events that stand in the stream themselves
        std::vector<PassFields::Planned> fields;
    };
    static constexpr std::size_t kNone = ~std::size_t(0);

    template <class T>
    static const T* knownOf(const ByEntry<T>& known, const PassField& field)
    {
        const bool isEntry = !field.given && field.place.where == ContentPlace::Where::cache;
        return isEntry ? known.find(field.slot->cache, field.place.at) : nullptr;
    }
    const ThreadWords* thread(const Value& value);
    StringId site(const Value& stack);
    void readOwn(const Message& message, const Kept& kept, const Plan& plan, const Use& use);
    void readCombined(const Message& message, const Plan& plan, const Use& use);
    void deliver(EventView& event, bool isCombined, const Use& use);
    bool fits(const EventView& event, bool isCombined) const; // times are those of the recording
    void learnSetting(const EventView& event);
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
    StringTable m_names;
    ByEntry<const ThreadWords*> m_threads;
    ByEntry<std::optional<StringId>> m_nameOf;
    ByEntry<std::optional<StringId>> m_siteOf;                    // of a stack
    std::unordered_map<std::uint32_t, bool> m_isOfJdk;            // by name of a method
    std::map<std::string, std::string, std::less<>> m_thresholds; // by type: "10 ms"
};

}
