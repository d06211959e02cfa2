#include "widgets/timeline/scene/track_layout.h"

#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

namespace traceglass {

namespace {

constexpr int kMaxHeight = 1'000'000'000; // pixels a scroll bar can address with room to add

// Nobody looks for it first: it says so itself, or nothing happened in it.
bool isAside(const Timeline& timeline, TrackId group)
{
    return (timeline.track(group).flags & group_flag::kAside) != 0
        || (timeline.complete && timeline.activity(group) == 0);
}

}

class TrackLayout::Builder
{
public:
    Builder(TrackLayout& layout, const Timeline& timeline, const TrackChoices& choices,
            std::string_view filter, const RowHeights& heights, const TrackFolds& folds, TrackId opened,
            const query::Hits* fitting)
        : m_layout(layout)
        , m_timeline(timeline)
        , m_choices(choices)
        , m_heights(heights)
        , m_folds(folds)
        , m_filter(filter)
        , m_fitting(fitting)
    {
        forGroupsAround(opened,
                        [this](std::size_t group) { m_around.push_back(static_cast<TrackId>(group)); });
    }

    void run()
    {
        collectChildren();
        if (!m_choices.empty())
            sortByRank();
        match();
        for (const TrackId id : children(kNoTrack))
            place(id, 0, TrackLine::kNoLine);
        m_layout.m_height = m_y;
        placePinned();
    }

private:
    std::size_t parentIndex(TrackId id) const
    {
        // A group may be made after its first members: tasks of one name are grouped when there are enough of
        // them.
        if (id == kNoTrack)
            return 0;
        const TrackId parent = m_timeline.track(id).parent;
        return number(parent) >= m_timeline.trackCount() || parent == id ? 0 : number(parent) + 1;
    }

    template <class Visit>
    void forGroupsAround(TrackId id, Visit visit) const
    {
        std::size_t at = parentIndex(id);
        for (std::size_t level = 0; at > 0 && level < kDeepest; ++level) {
            visit(at - 1);
            at = parentIndex(static_cast<TrackId>(at - 1));
        }
    }

    std::span<TrackId> children(TrackId parent)
    {
        const std::size_t index = parent == kNoTrack ? 0 : number(parent) + 1;
        const auto& begins = m_layout.m_childBegin;
        return std::span(m_layout.m_children).subspan(begins[index], begins[index + 1] - begins[index]);
    }

    void collectChildren()
    {
        const std::size_t count = m_timeline.trackCount();
        auto& begins = m_layout.m_childBegin;
        begins.assign(count + 2, 0);
        for (std::size_t i = 0; i < count; ++i)
            ++begins[parentIndex(static_cast<TrackId>(i)) + 1];
        for (std::size_t i = 1; i < begins.size(); ++i)
            begins[i] += begins[i - 1];
        std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
        m_layout.m_children.resize(count);
        const std::vector<TrackId>& order = m_timeline.shownOrder();
        for (std::size_t i = 0; i < count; ++i) {
            const TrackId id = order.empty() ? static_cast<TrackId>(i) : order[i];
            m_layout.m_children[next[parentIndex(id)]++] = id;
        }
    }

    void sortByRank()
    {
        std::map<std::size_t, std::vector<std::pair<int, TrackId>>> moved; // by parent
        for (const auto& [key, choice] : m_choices.all()) {
            if (!choice.rank)
                continue;
            if (const auto id = m_timeline.findTrack(key.kind, key.key))
                moved[parentIndex(*id)].emplace_back(*choice.rank, *id);
        }
        for (auto& [parent, tracks] : moved) {
            std::ranges::sort(tracks);
            std::unordered_set<std::uint32_t> placed;
            for (const auto& [rank, id] : tracks)
                placed.insert(number(id));
            const auto list = children(parent == 0 ? kNoTrack : static_cast<TrackId>(parent - 1));
            std::vector<TrackId> others;
            std::ranges::copy_if(list, std::back_inserter(others),
                                 [&](TrackId id) { return !placed.contains(number(id)); });
            auto next = tracks.begin();
            auto other = others.begin();
            for (std::size_t i = 0; i < list.size(); ++i) {
                const bool isNext =
                    next != tracks.end() && (other == others.end() || std::cmp_less_equal(next->first, i));
                list[i] = isNext ? (next++)->second : *other++;
            }
        }
    }

    bool isHidden(TrackId id)
    {
        const TrackChoice& choice = m_choices.of(trackKey(m_timeline.track(id)));
        return choice.hidden || (!choice.shown && hidesOthers(parentIndex(id)));
    }

    // Mostly asked for the same group again.
    bool hidesOthers(std::size_t parent)
    {
        if (m_askedParent != parent) {
            m_askedParent = parent;
            m_askedHides = parent == 0
                ? m_choices.ofTop().hidesOthers
                : m_choices.of(trackKey(m_timeline.track(static_cast<TrackId>(parent - 1)))).hidesOthers;
        }
        return m_askedHides;
    }

    bool isGroup(TrackId id) const { return m_timeline.track(id).kind == TrackKind::group; }

    std::uint8_t ownMatch(TrackId id)
    {
        const Track& track = m_timeline.track(id);
        if (!m_choices.empty() && isHidden(id))
            return kHidden;
        const bool matches = m_filter.empty() || containsText(m_timeline.text(track.name), m_filter)
            || containsText(trackDetail(track), m_filter)
            || (track.about != 0 && containsText(m_timeline.about(id).detail, m_filter));
        return matches ? kYes : kNo;
    }

    // A track is shown when it or a group above it matches; a group when anything below it is shown.
    void match()
    {
        const std::size_t count = m_timeline.trackCount();
        m_matches.assign(count, kNo);
        m_shown.assign(count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            const TrackId id = static_cast<TrackId>(i);
            const Track& track = m_timeline.track(id);
            m_layout.m_tracks += isRecorded(track.kind);
            m_layout.m_tasks += track.kind == TrackKind::states;
            m_matches[i] = ownMatch(id);
        }
        for (std::size_t i = 0; i < count; ++i) {
            const TrackId id = static_cast<TrackId>(i);
            if (isGroup(id))
                continue;
            std::uint8_t& match = m_matches[i];
            forGroupsAround(id, [&](std::size_t group) {
                match = std::max(match, m_matches[group]); // kHidden outweighs kYes
            });
            if (match == kYes && m_fitting && m_fitting->count(id) == 0)
                match = kNo;
            if (match != kYes)
                continue;
            m_shown[i] = 1;
            forGroupsAround(id, [&](std::size_t group) { ++m_shown[group]; });
        }
    }

    TrackLine& addLine(TrackLine line)
    {
        line.y = m_y;
        if (m_y < kMaxHeight)
            m_y += line.height;
        m_layout.m_lines.push_back(line);
        return m_layout.m_lines.back();
    }

    TrackLine trackLine(TrackId id, std::uint16_t depth, std::uint32_t parent) const
    {
        TrackLine line;
        line.track = id;
        line.depth = depth;
        line.parent = parent;
        line.height = trackHeight(m_timeline, id, m_heights, m_choices.of(trackKey(m_timeline.track(id))));
        return line;
    }

    std::uint32_t lineCount() const { return static_cast<std::uint32_t>(m_layout.m_lines.size()); }

    void addMember(TrackId id, std::uint32_t line)
    {
        m_layout.m_members.push_back(id);
        m_layout.m_tracksShown += isRecorded(m_timeline.track(id).kind);
        m_layout.m_tasksShown += m_timeline.track(id).kind == TrackKind::states;
        m_layout.m_lineOfTrack[number(id)] = line;
    }

    void place(TrackId id, std::uint16_t depth, std::uint32_t parent)
    {
        if (m_shown[number(id)] == 0)
            return;
        if (!isGroup(id)) {
            addMember(id, lineCount());
            addLine(trackLine(id, depth, parent));
            return;
        }
        ++m_layout.m_groups;
        const TrackId only = onlyEvents(id);
        TrackLine line;
        line.track = id;
        line.group = id;
        line.depth = depth;
        line.parent = parent;
        line.role = TrackLine::Role::header;
        line.height = m_heights.header;
        line.folded = isFolded(id, depth);
        line.begin = static_cast<std::uint32_t>(m_layout.m_members.size());
        if (only != kNoTrack && !line.folded) {
            line.role = TrackLine::Role::merged;
            line.track = only;
            line.height = m_heights.events;
        }
        const std::uint32_t at = lineCount();
        m_layout.m_lineOfTrack[number(id)] = at;
        addLine(line);
        if (line.folded || only != kNoTrack)
            collect(id, at);
        else
            for (const TrackId child : children(id))
                place(child, static_cast<std::uint16_t>(depth + 1), at);
        m_layout.m_lines[at].end = static_cast<std::uint32_t>(m_layout.m_members.size());
    }

    // The members of a group that has no lines of its own for them.
    void collect(TrackId group, std::uint32_t line)
    {
        for (const TrackId child : children(group)) {
            if (m_shown[number(child)] == 0)
                continue;
            m_layout.m_lineOfTrack[number(child)] = line;
            if (isGroup(child)) {
                ++m_layout.m_groups;
                collect(child, line);
            } else {
                addMember(child, line);
            }
        }
    }

    bool isFolded(TrackId group, std::uint16_t depth)
    {
        if (!foldsByItself(group, depth))
            return false;
        if (std::ranges::find(m_around, group) == m_around.end())
            return true;
        m_layout.m_opened.push_back(group);
        return false;
    }

    bool foldsByItself(TrackId group, std::uint16_t depth)
    {
        const Track& track = m_timeline.track(group);
        const TrackKey key = trackKey(track);
        if (!m_filter.empty() || m_fitting) { // the groups of its hits are open
            const auto chosen = m_folds.filtered.find(key);
            return chosen != m_folds.filtered.end() && chosen->second;
        }
        if (const auto chosen = m_choices.of(key).folded)
            return *chosen;
        const auto first = m_folds.first.find(key);
        return first != m_folds.first.end() ? first->second : startsFolded(group, depth);
    }

    bool startsFolded(TrackId group, std::uint16_t depth)
    {
        if (isAside(m_timeline, group))
            return true;
        const auto list = children(group);
        const TrackKind kind = list.empty() ? TrackKind::group : m_timeline.track(list[0]).kind;
        if (depth > 0 && kind == TrackKind::slices)
            return true; // details of the group around it
        const bool tasks = depth > 0 && kind == TrackKind::states;
        return m_shown[number(group)] > (tasks ? kInnerGroupStartsFolded : kGroupStartsFolded);
    }

    TrackId onlyEvents(TrackId group)
    {
        const auto list = children(group);
        const bool one = list.size() == 1 && m_timeline.track(list[0]).kind == TrackKind::events;
        return one ? list[0] : kNoTrack;
    }

    void placePinned()
    {
        std::vector<std::pair<int, TrackId>> pinned;
        for (std::size_t i = 0; i < m_timeline.trackCount() && !m_choices.empty(); ++i) {
            const TrackId id = static_cast<TrackId>(i);
            const TrackChoice& choice = m_choices.of(trackKey(m_timeline.track(id)));
            if (choice.pinned && !isGroup(id) && m_matches[i] != kHidden)
                pinned.emplace_back(*choice.pinned, id);
        }
        std::sort(pinned.begin(), pinned.end());
        for (const auto& [place, id] : pinned) {
            TrackLine line = trackLine(id, 1, TrackLine::kNoLine);
            line.y = m_layout.m_pinnedHeight;
            m_layout.m_pinnedHeight += line.height;
            m_layout.m_pinned.push_back(line);
        }
    }

    static constexpr std::size_t kDeepest = 16; // groups nest two or three deep; a cycle must not hang
    static constexpr std::uint8_t kNo = 0;
    static constexpr std::uint8_t kYes = 1;
    static constexpr std::uint8_t kHidden = 2;

    TrackLayout& m_layout;
    const Timeline& m_timeline;
    const TrackChoices& m_choices;
    const RowHeights& m_heights;
    const TrackFolds& m_folds;
    std::string_view m_filter;
    const query::Hits* m_fitting;  // null: no slices are filtered
    std::vector<TrackId> m_around; // groups to be open
    std::vector<std::uint8_t> m_matches;
    std::vector<std::uint32_t> m_shown; // of a group: tracks below it
    std::optional<std::size_t> m_askedParent;
    bool m_askedHides = false;
    int m_y = 0;
};

void TrackLayout::build(const Timeline& timeline, const TrackChoices& choices, std::string_view filter,
                        const RowHeights& heights, const TrackFolds& folds, TrackId opened,
                        const query::Hits* fitting)
{
    *this = TrackLayout();
    m_lineOfTrack.assign(timeline.trackCount(), TrackLine::kNoLine);
    Builder(*this, timeline, choices, filter, heights, folds, opened, fitting).run();
}

void TrackLayout::addRoom(TrackId track, int height)
{
    const std::size_t at = lineOf(track);
    if (at == kNone || m_lines[at].isHeader() || m_height >= kMaxHeight)
        return;
    m_lines[at].height += height;
    m_lines[at].below = height;
    for (TrackLine& line : std::span(m_lines).subspan(at + 1))
        line.y += height;
    m_height += height;
}

void Arrangement::arrange()
{
    choices.resolve(*timeline);
    if (fill > 0)
        folds.first = foldsThatFill(fill, *timeline, choices, heights);
    const TrackId track =
        opened ? timeline->findTrack(opened->kind, opened->key).value_or(kNoTrack) : kNoTrack;
    layout.build(*timeline, choices, filter, heights, folds, track, fitting ? fitting->hits.get() : nullptr);
    const auto roomy = below ? timeline->findTrack(below->first.kind, below->first.key) : std::nullopt;
    if (roomy)
        layout.addRoom(*roomy, below->second);
    for (const TrackId group : layout.opened()) {
        const TrackKey key = trackKey(timeline->track(group));
        if (!isFiltered())
            choices.change(key).folded = false;
        else
            folds.filtered[key] = false;
    }
}

FoldMap foldsThatFill(int height, const Timeline& timeline, const TrackChoices& choices,
                      const RowHeights& heights)
{
    TrackLayout layout;
    TrackFolds folds;
    std::optional<TrackKey> tooHigh;
    for (bool opened = true; opened;) { // what was opened may hold others
        opened = false;
        layout.build(timeline, choices, {}, heights, folds);
        int room = height - layout.pinnedHeight() - layout.height();
        for (const TrackLine& line : layout.lines()) {
            const TrackKey key = trackKey(timeline.track(line.track));
            if (!line.isHeader() || !line.folded || choices.of(key).folded || isAside(timeline, line.track))
                continue;
            int needed = 0;
            for (const TrackId member : layout.members(line)) {
                if (needed > room)
                    break;
                needed += trackHeight(timeline, member, heights);
            }
            if (needed <= room) {
                folds.first[key] = false;
                room -= needed;
                opened = true;
            } else if (!tooHigh) {
                tooHigh = key;
            }
        }
    }
    constexpr int kLeastEmpty = 4; // parts of the height
    if (tooHigh && height - layout.pinnedHeight() - layout.height() > height / kLeastEmpty)
        folds.first[*tooHigh] = false;
    return folds.first;
}

namespace {

std::size_t find(std::span<const TrackLine> lines, int y)
{
    const auto after = std::upper_bound(lines.begin(), lines.end(), y,
                                        [](int wanted, const TrackLine& line) { return wanted < line.y; });
    if (after == lines.begin())
        return TrackLayout::kNone;
    const auto line = std::prev(after);
    return y < line->y + line->height ? static_cast<std::size_t>(line - lines.begin()) : TrackLayout::kNone;
}

}

std::size_t TrackLayout::lineAt(int y) const
{
    return find(m_lines, y);
}

std::size_t TrackLayout::pinnedAt(int y) const
{
    return find(m_pinned, y);
}

std::size_t TrackLayout::lineOf(TrackId track) const
{
    if (number(track) >= m_lineOfTrack.size() || m_lineOfTrack[number(track)] == TrackLine::kNoLine)
        return kNone;
    return m_lineOfTrack[number(track)];
}

std::span<const TrackId> TrackLayout::siblings(const Timeline& timeline, TrackId track) const
{
    const TrackId parent = timeline.track(track).parent;
    const std::size_t index = parent == kNoTrack ? 0 : number(parent) + 1;
    if (index + 1 >= m_childBegin.size())
        return {};
    return std::span(m_children).subspan(m_childBegin[index], m_childBegin[index + 1] - m_childBegin[index]);
}

}
