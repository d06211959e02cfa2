// Which lines the timeline shows, from top to bottom, and how high each is: group headers and tracks, after
// folding, hiding, pinning, reordering and filtering. Logical pixels. Building costs a pass over the tracks
// (about 20 ms for a million); finding the line at a pixel is a binary search.
//
//     layout.build(timeline, choices, "upload", RowHeights::forFont(metrics), folds);
//     const TrackLine& line = layout.lines()[layout.lineAt(scrollY + mouseY)];
#pragma once

#include "widgets/session/session_filter.h"
#include "widgets/timeline/scene/row_heights.h"
#include "widgets/timeline/scene/track_choices.h"

#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace traceglass {

// Groups of more tracks than this start folded, unless the window has room for them. Groups within groups
// hold alike tasks, of which a few tell enough.
constexpr std::size_t kGroupStartsFolded = 500;
constexpr std::size_t kInnerGroupStartsFolded = 16;

using FoldMap = std::unordered_map<TrackKey, bool, TrackKeyHash>;

// What is folded beside what the user chose for good.
struct TrackFolds
{
    FoldMap first;    // groups the user has not touched: what made the first view fill the window
    FoldMap filtered; // while a filter opens the groups of its hits: those the user folded again
};

struct TrackLine
{
    enum class Role : std::uint8_t {
        header, // a group; folded ones draw the density of their members
        track,
        merged, // a group whose only member is a track of events: header and events in one line
    };

    TrackId track {};         // of a header: the group
    TrackId group = kNoTrack; // what folding this line folds; kNoTrack for tracks
    int y = 0;
    int height = 0;
    int below = 0;           // of that at the bottom: room for what a slice is made of
    std::uint32_t begin = 0; // members() of a header
    std::uint32_t end = 0;
    std::uint32_t parent = kNoLine; // line of the header above
    std::uint16_t depth = 0;
    Role role = Role::track;
    bool folded = false;

    static constexpr std::uint32_t kNoLine = ~std::uint32_t(0);
    bool isHeader() const { return role != Role::track; }
};

class TrackLayout
{
public:
    static constexpr std::size_t kNone = ~std::size_t(0);

    // Groups around `opened` are open, however they are folded. Of tracks only those with something that fits, where
    // slices are filtered.
    void build(const Timeline& timeline, const TrackChoices& choices, std::string_view filter,
               const RowHeights& heights, const TrackFolds& folds = {}, TrackId opened = kNoTrack,
               const query::Hits* fitting = nullptr);

    // Makes the line of a track higher, at its bottom, if it has one of its own.
    void addRoom(TrackId track, int height);

    // Lines in document order; the pinned ones are a list of their own with its own pixels and do not scroll.
    std::span<const TrackLine> lines() const { return m_lines; }
    std::span<const TrackLine> pinned() const { return m_pinned; }
    int height() const { return m_height; }
    int pinnedHeight() const { return m_pinnedHeight; }

    std::size_t lineAt(int y) const; // in lines(); kNone outside
    std::size_t pinnedAt(int y) const;
    // The line a track is drawn in: its own, or the folded header that stands for it.
    std::size_t lineOf(TrackId track) const;
    // Tracks below a group, all depths, hidden and filtered ones left out.
    std::span<const TrackId> members(const TrackLine& header) const
    {
        return std::span(m_members).subspan(header.begin, header.end - header.begin);
    }

    // Every track that is neither hidden nor filtered out, those of folded groups too, from the top.
    std::span<const TrackId> shown() const { return m_members; }

    // Groups that are open only because of the track they are around, from the top.
    std::span<const TrackId> opened() const { return m_opened; }

    std::size_t tasksShown() const { return m_tasksShown; }
    std::size_t tasks() const { return m_tasks; }
    // Without those of the container, as `tglass info` counts.
    std::size_t tracksShown() const { return m_tracksShown; }
    std::size_t tracks() const { return m_tracks; }
    std::size_t groups() const { return m_groups; }

    // The siblings of a track in the order shown, for moving one of them.
    std::span<const TrackId> siblings(const Timeline& timeline, TrackId track) const;

private:
    class Builder;

    std::vector<TrackLine> m_lines;
    std::vector<TrackLine> m_pinned;
    std::vector<TrackId> m_members;
    std::vector<TrackId> m_opened;
    std::vector<std::uint32_t> m_lineOfTrack;
    std::vector<std::uint32_t> m_childBegin; // by parent number + 1, children in m_children
    std::vector<TrackId> m_children;
    int m_height = 0;
    int m_pinnedHeight = 0;
    std::size_t m_tasks = 0;
    std::size_t m_tasksShown = 0;
    std::size_t m_tracks = 0;
    std::size_t m_tracksShown = 0;
    std::size_t m_groups = 0;
};

// All that decides what is shown, and what comes of it: made in the background where there are many tracks.
struct Arrangement
{
    TimelinePtr timeline;
    TrackChoices choices;
    TrackFolds folds;
    std::string filter;
    RowHeights heights;
    int fill = 0;                     // pixels to fill by opening groups; 0: none is opened for that
    std::optional<TrackKey> opened {}; // a track to be seen, in a group or not: what is around it is opened
    FittingPtr fitting {};             // of the timeline; null: no slices are filtered
    std::optional<std::pair<TrackKey, int>> below {}; // a track with so much room below its slices
    TrackLayout layout {};

    bool isFiltered() const { return fitting || !filter.empty(); }

    void arrange(); // sets layout; choices and folds have what was found or opened on the way
};

// What to open of a timeline so that `height` pixels are filled: groups that start folded, from the top,
// while they fit; and when much is left, the first one that does not.
FoldMap foldsThatFill(int height, const Timeline& timeline, const TrackChoices& choices,
                      const RowHeights& heights);
}
