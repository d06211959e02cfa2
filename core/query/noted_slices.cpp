#include "core/query/noted_slices.h"

#include <algorithm>
#include <optional>

namespace traceglass::query {

NotedSlices::NotedSlices(const Timeline& timeline, NotesPtr notes)
    : m_notes(std::move(notes))
{
    // Several tracks may have one path; a note that says no more is about the first.
    std::unordered_multimap<std::uint64_t, const Annotation*> byKey;
    std::unordered_multimap<std::string_view, const Annotation*> byPath;
    static const AnnotationSet kNone;
    for (const Annotation& note : m_notes ? *m_notes : kNone) {
        if (!note.time || note.track.empty())
            continue;
        if (note.trackKey)
            byKey.emplace(*note.trackKey, &note);
        else
            byPath.emplace(note.track, &note);
    }
    for (std::uint32_t i = 0; i < timeline.trackCount() && !(byKey.empty() && byPath.empty()); ++i) {
        const auto id = TrackId(i);
        const Track& track = timeline.track(id);
        const auto [first, last] = byKey.equal_range(track.key);
        if (track.kind == TrackKind::group || (first == last && byPath.empty()))
            continue;
        const std::string path = timeline.path(id);
        for (auto each = first; each != last; ++each)
            if (each->second->track == path)
                add(timeline, id, *each->second);
        const auto [firstNamed, lastNamed] = byPath.equal_range(path);
        for (auto each = firstNamed; each != lastNamed; ++each)
            add(timeline, id, *each->second);
        byPath.erase(firstNamed, lastNamed);
    }
    std::ranges::sort(m_noted, {}, [](const Noted& each) { return std::pair(each.pack, each.index); });
}

void NotedSlices::add(const Timeline& timeline, TrackId track, const Annotation& note)
{
    const std::string_view clock = timeline.axes().empty() ? std::string_view() : timeline.axis(track).name;
    if (!timeline.axes().empty() && clock != (note.clock.empty() ? timeline.axes().front().name : note.clock))
        return;
    const TimeRange& time = *note.time;
    const auto startOf = [&](const SlicePart& part) { return timeline.pack(part.pack).start(part.begin); };
    const std::size_t before = m_noted.size();
    std::optional<Noted> around; // in the deepest row
    for (const RowId row : timeline.rows(track)) {
        for (std::size_t i = 0; i < timeline.partCount(row); ++i) {
            const SlicePart part = timeline.part(row, i);
            const SlicePack& pack = timeline.pack(part.pack);
            if (startOf(part) > time.startNs)
                break;
            const bool isLast =
                i + 1 == timeline.partCount(row) || startOf(timeline.part(row, i + 1)) > time.startNs;
            if (!isLast && pack.start(part.end - 1) < time.startNs)
                continue;
            const auto noted = [&](std::size_t at) {
                return Noted {part.pack, static_cast<std::uint32_t>(at), &note.text};
            };
            const std::size_t behind = pack.firstAfter(part.begin, part.end, time.startNs);
            for (std::size_t at = behind; at > part.begin && pack.start(at - 1) == time.startNs; --at)
                if (pack.end(at - 1) == time.endNs)
                    m_noted.push_back(noted(at - 1));
            if (pack.end(behind - 1) >= time.endNs)
                around = noted(behind - 1);
        }
    }
    if (m_noted.size() == before && around)
        m_noted.push_back(*around);
}

std::span<const NotedSlices::Noted> NotedSlices::in(const SlicePart& part) const
{
    const auto place = [](const Noted& each) { return std::pair(each.pack, each.index); };
    const auto first = std::ranges::lower_bound(m_noted, std::pair(part.pack, part.begin), {}, place);
    const auto last = std::ranges::lower_bound(m_noted, std::pair(part.pack, part.end), {}, place);
    return {first, last};
}

}
