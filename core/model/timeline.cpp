#include "core/model/timeline.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace traceglass {

namespace {

bool overlaps(std::int64_t startNs, std::int64_t endNs, TimeRange window)
{
    return startNs < window.endNs && (endNs > window.startNs || startNs >= window.startNs);
}

// From view time to that of an axis, and back.
TimeRange moved(TimeRange window, std::int64_t by)
{
    return {subtractSaturating(window.startNs, by), subtractSaturating(window.endNs, by)};
}

Slice shifted(Slice slice, std::int64_t by)
{
    slice.startNs = addSaturating(slice.startNs, by);
    slice.endNs = addSaturating(slice.endNs, by);
    return slice;
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

Segment::Segment(std::span<const Slice> slices, Content content)
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
    if (std::ranges::all_of(m_durations, [](std::uint32_t duration) { return duration == 0; }))
        m_durations = {};
    summarize();
    if (content == Content::values)
        summarizeValues();
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
            std::int64_t length = 0;
            if (const Odd* special = odd(i)) {
                length = special->duration;
                node.damaged |= special->flags & slice::kDamaged;
            } else if (!m_durations.empty()) {
                length = std::int64_t(m_durations[i]) * block.unit;
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

void Segment::summarizeValues()
{
    const auto join = [](Extremes& node, const Extremes& other) {
        if (other.first == kNone)
            return;
        if (node.first == kNone) {
            node = other;
            return;
        }
        node.low = std::min(node.low, other.low);
        node.high = std::max(node.high, other.high);
        node.last = other.last;
    };
    std::vector<Extremes> level;
    level.reserve(size() / kBlock + 1);
    for (std::size_t first = 0; first < size(); first += kBlock) {
        Extremes node;
        for (std::size_t i = first; i < std::min(first + kBlock, size()); ++i) {
            const float number = value(i);
            if (std::isfinite(number))
                join(node, {number, number, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i)});
        }
        level.push_back(node);
    }
    m_extremes.push_back(std::move(level));
    while (m_extremes.back().size() > 1) {
        const auto& finer = m_extremes.back();
        std::vector<Extremes> coarser;
        coarser.reserve(finer.size() / kFan + 1);
        for (std::size_t first = 0; first < finer.size(); first += kFan) {
            Extremes node;
            for (std::size_t i = first; i < std::min(first + kFan, finer.size()); ++i)
                join(node, finer[i]);
            coarser.push_back(node);
        }
        m_extremes.push_back(std::move(coarser));
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
    if (m_durations.empty() || m_durations[index] != kNone)
        return nullptr;
    const auto found =
        std::lower_bound(m_odd.begin(), m_odd.end(), index,
                         [](const Odd& item, std::size_t wanted) { return item.index < wanted; });
    return &*found;
}

std::int64_t Segment::duration(std::size_t index) const
{
    if (m_durations.empty())
        return 0;
    if (const Odd* special = odd(index))
        return special->duration;
    return std::int64_t(m_durations[index]) * m_blocks[index / kBlock].unit;
}

Slice Segment::at(std::size_t index) const
{
    Slice slice;
    slice.startNs = start(index);
    slice.endNs = addSaturating(slice.startNs, duration(index));
    slice.name = StringId(m_names[index]);
    slice.ref.bits = m_windows[m_refs[index] >> 20] << 20 | (m_refs[index] & 0xfffff);
    slice.flags = flags(index);
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
    for (const auto& level : m_extremes)
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
                run.flags = m_segment.flags(summary.longestIndex);
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
            add({start, end, StringId(m_segment.m_names[i]), 1, m_segment.flags(i)}, length);
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

// The same walk over values: nodes no longer than a pixel are taken whole by their extremes.
class Segment::ValueWalk
{
public:
    ValueWalk(const Segment& segment, std::size_t begin, std::size_t end, TimeRange window,
              std::int64_t nsPerPixel, double origin, std::vector<ValueRun>& out)
        : m_segment(segment)
        , m_begin(begin)
        , m_end(end)
        , m_window(window)
        , m_nsPerPixel(nsPerPixel)
        , m_origin(origin)
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
            const Extremes& extremes = m_segment.m_extremes[level][node];
            const std::int64_t start = m_segment.start(first);
            if (extremes.first == kNone || !overlaps(start, summary.end, m_window))
                return;
            const bool inside = start >= m_window.startNs && summary.end < m_window.endNs;
            if (inside && subtractSaturating(summary.end, start) <= m_nsPerPixel) {
                add({m_segment.start(extremes.first), m_segment.start(extremes.last), number(extremes.first),
                     number(extremes.last), m_origin + extremes.low, m_origin + extremes.high,
                     static_cast<std::uint32_t>(last - first),
                     static_cast<std::uint8_t>(summary.damaged | m_segment.flags(summary.longestIndex))});
                return;
            }
        }
        if (level == 0) {
            visitValues(std::max(first, m_begin), std::min(last, m_end));
            return;
        }
        const std::size_t children = std::min((node + 1) * kFan, m_segment.m_levels[level - 1].size());
        for (std::size_t child = node * kFan; child < children; ++child)
            visit(level - 1, child);
    }

private:
    double number(std::size_t index) const { return m_origin + m_segment.value(index); }

    void visitValues(std::size_t first, std::size_t last)
    {
        for (std::size_t i = first; i < last; ++i) {
            const std::int64_t start = m_segment.start(i);
            if (start >= m_window.endNs)
                return;
            if (start < m_window.startNs || !std::isfinite(m_segment.value(i)))
                continue;
            const double exact = number(i);
            add({start, start, exact, exact, exact, exact, 1, m_segment.flags(i)});
        }
    }

    void add(const ValueRun& run)
    {
        if (m_out.size() > m_firstRun
            && subtractSaturating(run.endNs, m_out.back().startNs) <= m_nsPerPixel) {
            ValueRun& last = m_out.back();
            last.endNs = run.endNs;
            last.last = run.last;
            last.low = std::min(last.low, run.low);
            last.high = std::max(last.high, run.high);
            last.count += run.count;
            last.flags |= run.flags;
            return;
        }
        m_out.push_back(run);
    }

    const Segment& m_segment;
    std::size_t m_begin;
    std::size_t m_end;
    TimeRange m_window;
    std::int64_t m_nsPerPixel;
    double m_origin;
    std::vector<ValueRun>& m_out;
    std::size_t m_firstRun;
};

void Segment::queryValues(std::size_t begin, std::size_t end, TimeRange window, std::int64_t nsPerPixel,
                          double origin, std::vector<ValueRun>& out) const
{
    if (!m_extremes.empty())
        ValueWalk(*this, begin, end, window, nsPerPixel, origin, out).visit(m_levels.size() - 1, 0);
}

std::pair<float, float> Segment::valueRange(std::size_t begin, std::size_t end) const
{
    if (begin == 0 && end == size() && !m_extremes.empty() && m_extremes.back().front().first != kNone)
        return {m_extremes.back().front().low, m_extremes.back().front().high};
    std::pair<float, float> range {std::numeric_limits<float>::infinity(),
                                   -std::numeric_limits<float>::infinity()};
    for (std::size_t i = begin; i < end; ++i) {
        if (!std::isfinite(value(i)))
            continue;
        range.first = std::min(range.first, value(i));
        range.second = std::max(range.second, value(i));
    }
    return range;
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

const ClockAxis& Timeline::axis(TrackId id) const
{
    static const ClockAxis kPlain {};
    const std::uint16_t axis = about(id).axis;
    return axis < m_axes->size() ? (*m_axes)[axis] : kPlain;
}

std::int64_t Timeline::shift(RowId row) const
{
    const std::uint16_t axis = (*m_abouts)[m_rows[number(row)].about].axis;
    return axis < m_axes->size() ? (*m_axes)[axis].shiftNs : 0;
}

std::shared_ptr<const Timeline> Timeline::aligned(const std::map<std::string, std::int64_t>& shifts) const
{
    auto axes = std::make_shared<std::vector<ClockAxis>>(*m_axes);
    for (ClockAxis& axis : *axes) {
        const auto wanted = shifts.find(axis.name);
        if (wanted == shifts.end() || axis.kind == ClockAxis::Kind::position)
            continue;
        axis.shiftNs = wanted->second;
        axis.aligned = true;
    }
    auto other = std::make_shared<Timeline>(*this);
    if (!axes->empty()) { // what was there when it was made covers the axes where they lay then
        bool first = true;
        for (const ClockAxis& axis : *axes) {
            if (axis.range == TimeRange {})
                continue;
            const TimeRange shown {axis.toView(axis.range.startNs), axis.toView(axis.range.endNs)};
            other->range.startNs = first ? shown.startNs : std::min(other->range.startNs, shown.startNs);
            other->range.endNs = first ? shown.endNs : std::max(other->range.endNs, shown.endNs);
            first = false;
        }
    }
    other->m_axes = std::move(axes);
    return other;
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
    const std::int64_t by = shift(row);
    const std::size_t first = out.size();
    window = moved(window, by);
    for (const SlicePart& part : parts(row, window))
        m_segments[part.segment]->query(part.begin, part.end, window, nsPerPixel, out);
    if (by == 0)
        return;
    for (std::size_t i = first; i < out.size(); ++i) {
        out[i].startNs = addSaturating(out[i].startNs, by);
        out[i].endNs = addSaturating(out[i].endNs, by);
    }
}

void Timeline::queryValues(RowId id, TimeRange window, std::int64_t nsPerPixel,
                           std::vector<ValueRun>& out) const
{
    const Row& row = m_rows[number(id)];
    const std::int64_t by = shift(id);
    const double origin = (*m_abouts)[row.about].origin;
    const std::size_t first = out.size();
    window = moved(window, by);
    const auto single = [&](const std::optional<Slice>& slice) {
        const auto stored = slice ? std::bit_cast<float>(number(slice->name)) : 0.0f;
        if (!slice || !std::isfinite(stored))
            return;
        const double exact = origin + stored;
        const std::int64_t at = subtractSaturating(slice->startNs, by);
        out.push_back({at, at, exact, exact, exact, exact, 1, slice->flags});
    };
    single(sliceBefore(id, addSaturating(window.startNs, by)));
    for (const SlicePart& part : parts(id, window))
        m_segments[part.segment]->queryValues(part.begin, part.end, window, nsPerPixel, origin, out);
    single(sliceAfter(id, addSaturating(subtractSaturating(window.endNs, 1), by)));
    if (by == 0)
        return;
    for (std::size_t i = first; i < out.size(); ++i) {
        out[i].startNs = addSaturating(out[i].startNs, by);
        out[i].endNs = addSaturating(out[i].endNs, by);
    }
}

double Timeline::value(TrackId track, const Slice& slice) const
{
    return about(track).origin + std::bit_cast<float>(number(slice.name));
}

std::optional<std::pair<double, double>> Timeline::valueRange(RowId id) const
{
    const Row& row = m_rows[number(id)];
    const double origin = (*m_abouts)[row.about].origin;
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    const auto join = [&](const SlicePart& part) {
        if (part.begin == part.end)
            return;
        const auto [least, greatest] = m_segments[part.segment]->valueRange(part.begin, part.end);
        low = std::min(low, least);
        high = std::max(high, greatest);
    };
    if (row.sealed)
        std::ranges::for_each(*row.sealed, join);
    join(row.tail);
    if (low > high)
        return {};
    return std::pair(origin + low, origin + high);
}

std::optional<Slice> Timeline::neighbour(RowId id, std::int64_t viewNs, bool after) const
{
    auto found = neighbourOnAxis(id, subtractSaturating(viewNs, shift(id)), after);
    return found ? std::optional(shifted(*found, shift(id))) : found;
}

std::optional<Slice> Timeline::neighbourOnAxis(RowId id, std::int64_t timeNs, bool after) const
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
    const std::int64_t by = shift(row);
    window = moved(window, by);
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
                out.push_back(shifted(slice, by));
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
