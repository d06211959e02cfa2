#include "core/timeline/timeline.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <limits>
#include <unordered_map>

namespace traceglass {

namespace {

constexpr int kDeepestGroup = 16; // groups nest two or three deep; a cycle must not hang

void addUp(const Pages<Track>& tracks, std::vector<std::uint64_t>& amounts)
{
    constexpr std::uint64_t kMost =
        std::numeric_limits<std::uint64_t>::max() / 2; // the sum of two is in range
    for (std::size_t i = 0; i < amounts.size(); ++i) {
        if (tracks[i].kind == TrackKind::group)
            continue;
        const std::uint64_t amount = std::min(kMost, amounts[i]);
        std::size_t group = number(tracks[i].parent);
        for (int level = 0; group < amounts.size() && level < kDeepestGroup; ++level) {
            amounts[group] = std::min(kMost, amounts[group] + amount);
            group = number(tracks[group].parent);
        }
    }
}

// Where a track stands among the members of its group. What one thing has tracks for, such as a thread with slices and
// samples, stays together and stands where the most active of them would.
struct TrackRank
{
    std::uint32_t parent = 0;
    bool isAside = false;
    bool isGroup = false;
    std::uint8_t idleness = 0;
    std::uint32_t first = 0; // track of the same thing
    TrackId track {};

    auto operator<=>(const TrackRank&) const = default;
};

}

TrackOrder orderTracks(const Pages<Track>& tracks, std::vector<std::uint64_t> amounts)
{
    TrackOrder out;
    addUp(tracks, amounts);
    out.activity.resize(tracks.size());
    std::ranges::transform(amounts, out.activity.begin(), [](std::uint64_t amount) {
        return static_cast<std::uint8_t>(std::bit_width(amount));
    });

    const auto isSorted = [&](const Track& track) {
        return number(track.parent) < tracks.size()
            && (tracks[number(track.parent)].flags & group_flag::kByActivity) != 0;
    };
    struct Thing
    {
        std::uint32_t first;
        std::uint8_t activity;
    };
    std::unordered_map<std::uint64_t, Thing> things; // by key; groups count on their own
    for (std::uint32_t i = 0; i < tracks.size(); ++i) {
        const Track& track = tracks[i];
        if (!isSorted(track) || track.kind == TrackKind::group)
            continue;
        Thing& thing = things.try_emplace(track.key, Thing {i, 0}).first->second;
        if (tracks[thing.first].parent == track.parent)
            thing.activity = std::max(thing.activity, out.activity[i]);
    }
    std::vector<TrackRank> ranks;
    out.shown.reserve(tracks.size());
    for (std::uint32_t i = 0; i < tracks.size(); ++i) {
        const Track& track = tracks[i];
        if (!isSorted(track)) {
            out.shown.push_back(TrackId(i));
            continue;
        }
        const bool isGroup = track.kind == TrackKind::group;
        Thing thing {i, out.activity[i]};
        if (const auto found = things.find(track.key);
            !isGroup && tracks[found->second.first].parent == track.parent)
            thing = found->second;
        ranks.push_back({number(track.parent), (track.flags & group_flag::kAside) != 0 && isGroup, isGroup,
                         static_cast<std::uint8_t>(~thing.activity), thing.first, TrackId(i)});
    }
    std::ranges::sort(ranks);
    for (const TrackRank& rank : ranks)
        out.shown.push_back(rank.track);
    return out;
}

}
