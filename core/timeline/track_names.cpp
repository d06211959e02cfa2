#include "core/timeline/track_names.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace traceglass {

namespace {

// A number for each path, from 1 on.
class PathNumbers
{
public:
    explicit PathNumbers(const Timeline& timeline)
        : m_timeline(timeline)
        , m_ofTrack(timeline.trackCount())
    {
    }

    std::uint32_t of(TrackId id)
    {
        std::uint32_t& out = m_ofTrack[number(id)];
        if (out != 0)
            return out;
        const Track& track = m_timeline.track(id);
        const std::uint64_t parent = track.parent == kNoTrack ? 0 : of(track.parent);
        const auto isNew = static_cast<std::uint32_t>(m_known.size() + 1);
        out = m_known.try_emplace(parent << 32 | static_cast<std::uint32_t>(track.name), isNew).first->second;
        return out;
    }

private:
    const Timeline& m_timeline;
    std::vector<std::uint32_t> m_ofTrack; // 0: not asked for yet
    std::unordered_map<std::uint64_t, std::uint32_t> m_known;
};

}

TrackNames::TrackNames(const Timeline& timeline)
    : m_timeline(timeline)
    , m_which(timeline.trackCount())
{
    PathNumbers paths(timeline);
    std::vector<std::pair<std::uint32_t, TrackId>> byPath;
    for (std::uint32_t i = 0; i < m_which.size(); ++i)
        if (timeline.track(TrackId(i)).kind != TrackKind::group)
            byPath.emplace_back(paths.of(TrackId(i)), TrackId(i));
    std::ranges::sort(byPath);
    for (auto first = byPath.begin(); first != byPath.end();) {
        const auto end = std::ranges::upper_bound(first, byPath.end(), first->first, {},
                                                  &std::pair<std::uint32_t, TrackId>::first);
        std::map<std::string, std::vector<TrackId>> byDetail;
        for (auto at = first; end - first > 1 && at != end; ++at)
            byDetail[trackDetail(timeline.track(at->second))].push_back(at->second);
        for (const auto& [detail, same] : byDetail)
            for (std::uint32_t i = 0; (same.size() > 1 || detail.empty()) && i < same.size(); ++i)
                m_which[number(same[i])] = i + 1;
        first = end;
    }
}

std::string TrackNames::of(TrackId track) const
{
    std::string out = m_timeline.path(track);
    if (const std::string detail = trackDetail(m_timeline.track(track)); !detail.empty())
        out += ' ' + detail;
    if (const std::uint32_t which = m_which[number(track)])
        out += " (" + std::to_string(which) + ')';
    return out;
}

}
