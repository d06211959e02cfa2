#include "core/model/timeline.h"

#include <algorithm>
#include <limits>

namespace traceglass {

namespace {

bool overlaps(std::int64_t startNs, std::int64_t endNs, TimeRange window)
{
    return startNs < window.endNs && (endNs > window.startNs || startNs >= window.startNs);
}

template <class T>
std::size_t bytesOf(const std::vector<T>& items)
{
    return items.capacity() * sizeof(T);
}

}

std::string trackDetail(const Track& track)
{
    switch (track.kind) {
    case TrackKind::states: return track.number ? "#" + std::to_string(track.number) : std::string();
    case TrackKind::spans: return track.number ? "task #" + std::to_string(track.number) : std::string();
    case TrackKind::worker: return "seq " + std::to_string(track.number);
    default: return {};
    }
}

// --- segment: packing
// ----------------------------------------------------------------------------------------------

Segment::Segment(std::span<const Slice> slices)
{
    slices = slices.first(std::min(slices.size(), kCapacity));
    m_starts.reserve(slices.size());
    m_durations.reserve(slices.size());
    m_names.reserve(slices.size());
    m_refs.reserve(slices.size());
    m_blocks.reserve(slices.size() / kBlock + 1);
    while (!slices.empty()) {
        constexpr std::size_t kWindows = 1u << 12;
        if (m_windows.size() + kBlock > kWindows)
            break; // the next block might need more windows than the column can name
        const auto block = slices.first(std::min(slices.size(), kBlock));
        packBlock(block);
        slices = slices.subspan(block.size());
    }
    m_windows.shrink_to_fit();
    m_wide.shrink_to_fit();
    m_odd.shrink_to_fit();
    summarize();
}

void Segment::packBlock(std::span<const Slice> slices)
{
    Block block;
    block.base = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    bool micros = true;
    for (const Slice& slice : slices) { // short rows follow one another in a block, so starts may step back
        block.base = std::min(block.base, slice.startNs);
        last = std::max(last, slice.startNs);
        micros = micros && slice.startNs % 1000 == 0 && slice.durationNs() % 1000 == 0;
    }
    block.unit = micros ? 1000 : 1;
    const std::uint64_t span = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(block.base);
    if (span / block.unit >= kNone)
        block.wide = static_cast<std::uint32_t>(m_wide.size());
    for (const Slice& slice : slices) {
        const auto offset =
            static_cast<std::uint64_t>(slice.startNs) - static_cast<std::uint64_t>(block.base);
        if (block.wide != kNone)
            m_wide.push_back(slice.startNs);
        m_starts.push_back(block.wide != kNone ? 0 : static_cast<std::uint32_t>(offset / block.unit));
        const std::int64_t length = slice.durationNs();
        const std::uint64_t steps = static_cast<std::uint64_t>(length) / block.unit;
        if (slice.flags != 0 || length < 0 || steps >= kNone) {
            m_odd.push_back({length, static_cast<std::uint32_t>(m_durations.size()), slice.flags});
            m_durations.push_back(kNone);
        } else {
            m_durations.push_back(static_cast<std::uint32_t>(steps));
        }
        m_names.push_back(number(slice.name));
        m_refs.push_back(packRef(slice.ref));
    }
    m_blocks.push_back(block);
}

std::uint32_t Segment::packRef(RecordRef ref)
{
    constexpr unsigned kOffsetBits = 20;
    const std::uint64_t window = ref.bits >> kOffsetBits;
    // Neighbouring slices come from the last few windows used; looking back further is not worth the time.
    std::size_t index = m_windows.size();
    for (std::size_t back = 1; back <= std::min<std::size_t>(m_windows.size(), 16); ++back) {
        if (m_windows[m_windows.size() - back] == window)
            index = m_windows.size() - back;
    }
    if (index == m_windows.size())
        m_windows.push_back(window);
    return static_cast<std::uint32_t>(index << kOffsetBits | (ref.bits & ((1u << kOffsetBits) - 1)));
}

void Segment::summarize()
{
    std::vector<Summary> level;
    level.reserve(size() / kBlock + 1);
    for (std::size_t first = 0; first < size(); first += kBlock) {
        Summary node;
        node.end = std::numeric_limits<std::int64_t>::min();
        node.longest = std::numeric_limits<std::int64_t>::min();
        const Block& block = m_blocks[first / kBlock];
        const std::size_t last = std::min(first + kBlock, size());
        for (std::size_t i = first; i < last; ++i) {
            std::int64_t length = std::int64_t(m_durations[i]) * block.unit;
            if (m_durations[i] == kNone) {
                const Odd* special = odd(i);
                length = special->duration;
                node.damaged |= special->flags & slice::kDamaged;
            }
            const std::int64_t end = addSaturating(start(i), length);
            node.end = std::max(node.end, end);
            if (length > node.longest) {
                node.longest = length;
                node.longestIndex = static_cast<std::uint32_t>(i);
            }
        }
        level.push_back(node);
    }
    m_levels.push_back(std::move(level));
    while (m_levels.back().size() > 1) {
        const auto& finer = m_levels.back();
        std::vector<Summary> coarser;
        coarser.reserve(finer.size() / kFan + 1);
        for (std::size_t first = 0; first < finer.size(); first += kFan) {
            Summary node = finer[first];
            for (std::size_t i = first + 1; i < std::min(first + kFan, finer.size()); ++i) {
                node.end = std::max(node.end, finer[i].end);
                node.damaged |= finer[i].damaged;
                if (finer[i].longest > node.longest) {
                    node.longest = finer[i].longest;
                    node.longestIndex = finer[i].longestIndex;
                }
            }
            coarser.push_back(node);
        }
        m_levels.push_back(std::move(coarser));
    }
}

// --- segment: reading
// ----------------------------------------------------------------------------------------------

std::int64_t Segment::start(std::size_t index) const
{
    const Block& block = m_blocks[index / kBlock];
    if (block.wide != kNone)
        return m_wide[block.wide + index % kBlock];
    return block.base + std::int64_t(m_starts[index]) * block.unit;
}

const Segment::Odd* Segment::odd(std::size_t index) const
{
    const auto found =
        std::lower_bound(m_odd.begin(), m_odd.end(), index,
                         [](const Odd& item, std::size_t wanted) { return item.index < wanted; });
    return &*found;
}

std::int64_t Segment::duration(std::size_t index) const
{
    if (m_durations[index] == kNone)
        return odd(index)->duration;
    return std::int64_t(m_durations[index]) * m_blocks[index / kBlock].unit;
}

Slice Segment::at(std::size_t index) const
{
    Slice slice;
    slice.startNs = start(index);
    slice.endNs = addSaturating(slice.startNs, duration(index));
    slice.name = StringId(m_names[index]);
    slice.ref.bits = m_windows[m_refs[index] >> 20] << 20 | (m_refs[index] & 0xfffff);
    if (m_durations[index] == kNone)
        slice.flags = odd(index)->flags;
    return slice;
}

std::size_t Segment::firstAfter(std::size_t begin, std::size_t end, std::int64_t timeNs) const
{
    while (begin < end) {
        const std::size_t middle = begin + (end - begin) / 2;
        if (start(middle) > timeNs)
            end = middle;
        else
            begin = middle + 1;
    }
    return begin;
}

std::size_t Segment::memoryBytes() const
{
    std::size_t sum = sizeof(Segment) + bytesOf(m_blocks) + bytesOf(m_starts) + bytesOf(m_durations)
        + bytesOf(m_names) + bytesOf(m_refs) + bytesOf(m_windows) + bytesOf(m_wide) + bytesOf(m_odd);
    for (const auto& level : m_levels)
        sum += bytesOf(level);
    return sum;
}

// One question to a segment: walks the summary tree from the top and collects runs.
class Segment::Walk
{
public:
    Walk(const Segment& segment, std::size_t begin, std::size_t end, TimeRange window,
         std::int64_t nsPerPixel, std::vector<Run>& out)
        : m_segment(segment)
        , m_begin(begin)
        , m_end(end)
        , m_window(window)
        , m_nsPerPixel(nsPerPixel)
        , m_out(out)
        , m_firstRun(out.size())
    {
    }

    void visit(std::size_t level, std::size_t node)
    {
        std::size_t width = kBlock;
        for (std::size_t i = 0; i < level; ++i)
            width *= kFan;
        const std::size_t first = node * width;
        const std::size_t last = std::min(first + width, m_segment.size());
        if (last <= m_begin || first >= m_end)
            return;
        if (first >= m_begin && last <= m_end) {
            const Summary& summary = m_segment.m_levels[level][node];
            const std::int64_t start = m_segment.start(first);
            if (!overlaps(start, summary.end, m_window))
                return;
            if (subtractSaturating(summary.end, start) <= m_nsPerPixel) {
                Run run {start, summary.end, StringId(m_segment.m_names[summary.longestIndex]),
                         static_cast<std::uint32_t>(last - first), 0};
                if (m_segment.m_durations[summary.longestIndex] == kNone)
                    run.flags = m_segment.odd(summary.longestIndex)->flags;
                run.flags |= static_cast<std::uint8_t>(summary.damaged);
                add(run, summary.longest);
                return;
            }
        }
        if (level == 0) {
            visitSlices(std::max(first, m_begin), std::min(last, m_end));
            return;
        }
        const std::size_t children = std::min((node + 1) * kFan, m_segment.m_levels[level - 1].size());
        for (std::size_t child = node * kFan; child < children; ++child)
            visit(level - 1, child);
    }

private:
    void visitSlices(std::size_t first, std::size_t last)
    {
        for (std::size_t i = first; i < last; ++i) {
            const std::int64_t start = m_segment.start(i);
            if (start >= m_window.endNs)
                return;
            const std::int64_t length = m_segment.duration(i);
            const std::int64_t end = addSaturating(start, length);
            if (!overlaps(start, end, m_window))
                continue;
            const std::uint8_t flags =
                m_segment.m_durations[i] == kNone ? m_segment.odd(i)->flags : std::uint8_t(0);
            add({start, end, StringId(m_segment.m_names[i]), 1, flags}, length);
        }
    }

    // Joins what shares a pixel; the longest slice gives name and flags.
    void add(const Run& run, std::int64_t longest)
    {
        if (m_out.size() > m_firstRun
            && subtractSaturating(run.endNs, m_out.back().startNs) <= m_nsPerPixel) {
            Run& last = m_out.back();
            const auto damaged = static_cast<std::uint8_t>((last.flags | run.flags) & slice::kDamaged);
            last.endNs = std::max(last.endNs, run.endNs);
            last.count += run.count;
            if (longest > m_lastLongest) {
                last.name = run.name;
                last.flags = run.flags;
                m_lastLongest = longest;
            }
            last.flags |= damaged;
            return;
        }
        m_out.push_back(run);
        m_lastLongest = longest;
    }

    const Segment& m_segment;
    std::size_t m_begin;
    std::size_t m_end;
    TimeRange m_window;
    std::int64_t m_nsPerPixel;
    std::vector<Run>& m_out;
    std::size_t m_firstRun;
    std::int64_t m_lastLongest = 0;
};

void Segment::query(std::size_t begin, std::size_t end, TimeRange window, std::int64_t nsPerPixel,
                    std::vector<Run>& out) const
{
    Walk(*this, begin, end, window, nsPerPixel, out).visit(m_levels.size() - 1, 0);
}

// --- timeline
// ------------------------------------------------------------------------------------------------------

std::vector<RowId> Timeline::rows(TrackId id) const
{
    std::vector<RowId> out;
    for (RowId row = track(id).firstRow; row != kNoRow; row = nextRow(row))
        out.push_back(row);
    return out;
}

std::vector<SlicePart> Timeline::parts(RowId id, TimeRange window) const
{
    std::vector<SlicePart> out;
    const Row& row = m_rows[number(id)];
    if (row.sealed) {
        const auto before = [&](const SlicePart& part) {
            return m_segments[part.segment]->end(part.end - 1) < window.startNs;
        };
        auto part = std::partition_point(row.sealed->begin(), row.sealed->end(), before);
        for (; part != row.sealed->end() && m_segments[part->segment]->start(part->begin) < window.endNs;
             ++part)
            out.push_back(*part);
    }
    if (row.tail.begin < row.tail.end && m_segments[row.tail.segment]->start(row.tail.begin) < window.endNs)
        out.push_back(row.tail);
    return out;
}

std::uint64_t Timeline::sliceCount(RowId id) const
{
    const Row& row = m_rows[number(id)];
    std::uint64_t count = row.tail.end - row.tail.begin;
    if (row.sealed) {
        for (const SlicePart& part : *row.sealed)
            count += part.end - part.begin;
    }
    return count;
}

void Timeline::query(RowId row, TimeRange window, std::int64_t nsPerPixel, std::vector<Run>& out) const
{
    for (const SlicePart& part : parts(row, window))
        m_segments[part.segment]->query(part.begin, part.end, window, nsPerPixel, out);
}

std::optional<Slice> Timeline::neighbour(RowId id, std::int64_t timeNs, bool after) const
{
    const Row& row = m_rows[number(id)];
    std::optional<Slice> before;
    const auto look = [&](const SlicePart& part) -> std::optional<Slice> {
        const Segment& segment = *m_segments[part.segment];
        // For "before" the border is the moment itself: slices that start at it do not count.
        const std::size_t next = segment.firstAfter(part.begin, part.end, after ? timeNs : timeNs - 1);
        if (next > part.begin)
            before = segment.at(next - 1);
        return next < part.end ? std::optional(segment.at(next)) : std::nullopt;
    };
    if (row.sealed) {
        const auto startsLater = [&](const SlicePart& part) {
            return m_segments[part.segment]->start(part.begin) <= timeNs;
        };
        auto part = std::partition_point(row.sealed->begin(), row.sealed->end(), startsLater);
        // The wanted slice is in the part before the border or in the one behind it; at an equal start, one
        // earlier still.
        for (int back = 0; back < 2 && part != row.sealed->begin(); ++back)
            --part;
        for (; part != row.sealed->end(); ++part) {
            if (auto found = look(*part))
                return after ? found : before;
        }
    }
    if (row.tail.begin < row.tail.end) {
        if (auto found = look(row.tail))
            return after ? found : before;
    }
    return after ? std::nullopt : before;
}

std::optional<Slice> Timeline::sliceAfter(RowId row, std::int64_t timeNs) const
{
    return neighbour(row, timeNs, true);
}

std::optional<Slice> Timeline::sliceBefore(RowId row, std::int64_t timeNs) const
{
    return timeNs == std::numeric_limits<std::int64_t>::min() ? std::nullopt : neighbour(row, timeNs, false);
}

std::optional<Slice> Timeline::sliceAt(RowId row, std::int64_t timeNs, std::int64_t toleranceNs) const
{
    std::optional<Slice> best;
    std::int64_t bestDistance = addSaturating(toleranceNs, 1);
    const auto consider = [&](const std::optional<Slice>& slice) {
        if (!slice)
            return;
        std::int64_t distance = 0;
        if (timeNs < slice->startNs)
            distance = subtractSaturating(slice->startNs, timeNs);
        else if (timeNs >= slice->endNs && timeNs != slice->startNs)
            distance = addSaturating(subtractSaturating(timeNs, slice->endNs), 1);
        if (distance < bestDistance) {
            best = slice;
            bestDistance = distance;
        }
    };
    consider(sliceBefore(row, addSaturating(timeNs, 1)));
    if (toleranceNs > 0)
        consider(sliceAfter(row, timeNs));
    return best;
}

std::vector<Slice> Timeline::slices(RowId row, TimeRange window, std::size_t limit) const
{
    std::vector<Slice> out;
    for (const SlicePart& part : parts(row, window)) {
        const Segment& segment = *m_segments[part.segment];
        std::size_t i = segment.firstAfter(part.begin, part.end, window.startNs);
        if (i > part.begin)
            --i;
        for (; i < part.end && out.size() < limit; ++i) {
            const Slice slice = segment.at(i);
            if (slice.startNs >= window.endNs)
                break;
            if (overlaps(slice.startNs, slice.endNs, window))
                out.push_back(slice);
        }
    }
    return out;
}

std::size_t Timeline::memoryBytes() const
{
    std::size_t sum = m_tracks.size() * sizeof(Track) + m_rows.size() * sizeof(Row);
    for (const auto& segment : m_segments)
        sum += segment ? segment->memoryBytes() : 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        sum += m_rows[i].sealed ? bytesOf(*m_rows[i].sealed) : 0;
    return sum;
}

}
