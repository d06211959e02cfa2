#include "widgets/timeline/same_name.h"

#include <compare>
#include <unordered_map>

namespace traceglass {

namespace {

// Numbers and instants that nobody named.
bool hasNames(TrackKind kind)
{
    return kind != TrackKind::counter && kind != TrackKind::density && kind != TrackKind::pictures;
}

// Where a slice stands among all of its name.
struct Standing
{
    std::int64_t startNs = 0;
    std::size_t line = 0; // rows of all tracks, counted on

    auto operator<=>(const Standing&) const = default;
};

class NameSearch
{
public:
    NameSearch(const Timeline& timeline, const PlacedSlice& from, bool forward, const Job& job)
        : m_timeline(timeline)
        , m_from(from)
        , m_forward(forward)
        , m_job(job)
        , m_name(nameOf(timeline, from.track, from.slice))
    {
    }

    std::optional<PlacedSlice> run(std::span<const TrackId> tracks)
    {
        std::size_t line = 0;
        Standing here {m_from.slice.startNs, 0};
        for (const TrackId track : tracks) {
            for (RowId row = m_timeline.track(track).firstRow; row != kNoRow;
                 row = m_timeline.nextRow(row), ++line)
                here.line = row == m_from.rowId ? line : here.line;
        }
        line = 0;
        for (const TrackId track : tracks) {
            std::uint16_t depth = 0;
            for (RowId row = m_timeline.track(track).firstRow; row != kNoRow;
                 row = m_timeline.nextRow(row), ++line, ++depth) {
                if (m_job.stopRequested())
                    return {};
                searchRow({track, row, depth, {}}, line, here);
            }
        }
        return m_best;
    }

private:
    bool isBefore(const Standing& a, const Standing& b) const { return m_forward ? a < b : b < a; }

    // The first of the row beyond `here`, unless a better one is known by then.
    void searchRow(PlacedSlice place, std::size_t line, const Standing& here)
    {
        const Track& track = m_timeline.track(place.track);
        const bool isTask = track.kind == TrackKind::states;
        const bool isSameKind = track.kind == m_timeline.track(m_from.track).kind;
        if (!isSameKind || !hasNames(track.kind) || (isTask && !isWanted(track.name)))
            return;
        std::int64_t at = here.startNs; // of the same time only what stands on its other side
        if (isBefore(here, {here.startNs, line}))
            at = m_forward ? subtractSaturating(at, 1) : addSaturating(at, 1);
        constexpr int kStopAsked = 4096;
        for (int step = 1;; ++step) {
            const auto slice =
                m_forward ? m_timeline.sliceAfter(place.rowId, at) : m_timeline.sliceBefore(place.rowId, at);
            if (!slice || (m_best && !isBefore({slice->startNs, line}, m_bestRank))
                || (step % kStopAsked == 0 && m_job.stopRequested()))
                return;
            at = slice->startNs;
            if (isTask ? slice->name != stateName(TaskState::polling) : !isWanted(slice->name))
                continue;
            place.slice = *slice;
            m_best = place;
            m_bestRank = {slice->startNs, line};
            return;
        }
    }

    bool isWanted(StringId name)
    {
        const auto [known, isNew] = m_wanted.try_emplace(number(name), false);
        if (isNew)
            known->second = nameWithoutId(m_timeline.text(name)) == m_name;
        return known->second;
    }

    const Timeline& m_timeline;
    const PlacedSlice& m_from;
    const bool m_forward;
    const Job& m_job;
    const std::string m_name;
    std::unordered_map<std::uint32_t, bool> m_wanted;
    std::optional<PlacedSlice> m_best;
    Standing m_bestRank;
};

}

std::string nameOf(const Timeline& timeline, TrackId id, const Slice& slice)
{
    const Track& track = timeline.track(id);
    if (!hasNames(track.kind))
        return {};
    return std::string(
        nameWithoutId(timeline.text(track.kind == TrackKind::states ? track.name : slice.name)));
}

std::optional<PlacedSlice> nextOfName(const Timeline& timeline, std::span<const TrackId> tracks,
                                      const PlacedSlice& from, bool forward, const Job& job)
{
    return NameSearch(timeline, from, forward, job).run(tracks);
}

}
