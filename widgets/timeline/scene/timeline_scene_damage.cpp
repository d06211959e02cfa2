// What was lost, and when that was.
#include "core/base/code.h"
#include "widgets/common/utf8.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <algorithm>
#include <limits>

namespace traceglass {

namespace {

constexpr std::size_t kMostDamage = 500; // a file of nothing but faults is not told apart by more marks

// Of what was read.
std::int64_t lastEndNs(const Timeline& timeline)
{
    constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = timeline.range.startNs;
    for (std::size_t row = 0; row < timeline.rowCount(); ++row)
        if (const auto last = timeline.sliceBefore(static_cast<RowId>(row), kForever))
            end = std::max(end, last->flags & slice::kOpenEnd ? last->startNs : last->endNs);
    return std::min(end, timeline.range.endNs);
}

}

// When what became known to be wrong happened is asked for, again with the next of it where nobody knows yet.
void TimelineScene::collectDamage()
{
    std::vector<Diagnostic> news =
        m_session->capture()->problems().since(m_problemsSeen, kMostDamage - m_problemsSeen);
    m_problemsSeen += news.size();
    for (Diagnostic& problem : news) {
        if (codeInfo(problem.code).kind == CodeKind::restLost)
            m_restLost = fromUtf8(codeInfo(problem.code).sentence);
        else if (problem.severity != Severity::info && problem.range)
            m_problemsAsked.push_back(std::move(problem));
    }
    if (!m_restLost.isEmpty())
        placeDamage();
    if (news.empty() || m_problemsAsked.empty())
        return;
    m_asker->ask(kDamage, Priority::background, ask::ProblemPlaces {m_problemsAsked},
                 [this](const ask::ProblemPlaces::Answer& places) { takeDamage(places); });
}

void TimelineScene::takeDamage(const std::vector<ask::ProblemPlaces::Place>& places)
{
    std::vector<Diagnostic> unknown;
    for (std::size_t i = 0; i < m_problemsAsked.size(); ++i) {
        Diagnostic& problem = m_problemsAsked[i];
        if (i < places.size() && places[i].own)
            m_damageFound.push_back({*places[i].own, places[i].ownAxis, problem.range->length,
                                     fromUtf8(codeInfo(problem.code).sentence)});
        else
            unknown.push_back(std::move(problem));
    }
    m_problemsAsked = std::move(unknown);
    placeDamage();
    emit appearanceChanged();
}

void TimelineScene::placeDamage()
{
    m_damage = lostRanges();
    if (!m_restLost.isEmpty() && timeline().complete)
        m_damage.push_back({{lastEndNs(timeline()), timeline().range.endNs}, 0, 0, m_restLost});
    const std::size_t lost = m_damage.size();
    for (DamagedTime damage : m_damageFound) {
        damage.time = m_session->toView(damage.axis, damage.time);
        const bool within =
            std::ranges::any_of(std::span(m_damage).first(lost), [&](const DamagedTime& range) {
                return range.axis == damage.axis && range.time.startNs <= damage.time.startNs
                    && damage.time.endNs <= range.time.endNs;
            });
        if (!within) // else its range is known better
            m_damage.push_back(damage);
    }
}

// What the container's own ruler says was lost: it knows how long that took.
std::vector<DamagedTime> TimelineScene::lostRanges() const
{
    std::vector<DamagedTime> ranges;
    for (std::size_t i = 0; i < timeline().trackCount() && !timeline().axes().empty(); ++i) {
        const TrackId id = static_cast<TrackId>(i);
        const Track& track = timeline().track(id);
        if (track.kind != TrackKind::ruler || track.firstRow == kNoRow)
            continue;
        const std::vector<Slice> first = timeline().slices(track.firstRow, timeline().range, 1);
        if (first.empty() || !(first.front().flags & slice::kGap))
            continue; // lost ranges have a track of their own
        for (const Slice& slice : timeline().slices(track.firstRow, timeline().range, kMostDamage)) {
            ranges.push_back(
                {{slice.startNs, slice.endNs}, axisOf(id), 0, fromUtf8(timeline().text(slice.name))});
        }
    }
    return ranges;
}

bool TimelineScene::concerns(const DamagedTime& damage, const TrackLine& line) const
{
    return m_session->axes().size() < 2 || axisOf(line.track) == damage.axis;
}

}
