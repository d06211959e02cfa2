#include "core/model/segment.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace traceglass {

namespace {

template <class T>
std::size_t bytesOf(const std::vector<T>& items)
{
    return items.capacity() * sizeof(T);
}

}

// --- reading
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
    slice.ref.bits = m_windows[m_refs[index] >> kOffsetBits] << kOffsetBits | (m_refs[index] & kOffsetMask);
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

// --- drawing
// ----------------------------------------------------------------------------------------------

template <class Collect>
void Segment::walk(std::size_t begin, std::size_t end, Collect& collect) const
{
    walk(begin, end, m_levels.size() - 1, 0, collect);
}

template <class Collect>
void Segment::walk(std::size_t begin, std::size_t end, std::size_t level, std::size_t node,
                   Collect& collect) const
{
    std::size_t width = kBlock;
    for (std::size_t i = 0; i < level; ++i)
        width *= kFan;
    const std::size_t first = node * width;
    const std::size_t last = std::min(first + width, size());
    if (last <= begin || first >= end)
        return;
    if (first >= begin && last <= end && collect.node(level, node, first, last))
        return;
    if (level == 0) {
        collect.slices(std::max(first, begin), std::min(last, end));
        return;
    }
    const std::size_t children = std::min((node + 1) * kFan, m_levels[level - 1].size());
    for (std::size_t child = node * kFan; child < children; ++child)
        walk(begin, end, level - 1, child, collect);
}

// Nodes no longer than a pixel are one run, and what shares a pixel is joined.
class Segment::Runs
{
public:
    Runs(const Segment& segment, TimeRange window, std::int64_t nsPerPixel, std::vector<Run>& out)
        : m_segment(segment)
        , m_window(window)
        , m_nsPerPixel(nsPerPixel)
        , m_out(out)
        , m_firstRun(out.size())
    {
    }

    bool node(std::size_t level, std::size_t node, std::size_t first, std::size_t last)
    {
        const Summary& summary = m_segment.m_levels[level][node];
        const std::int64_t start = m_segment.start(first);
        if (!overlaps(start, summary.end, m_window))
            return true;
        if (subtractSaturating(summary.end, start) > m_nsPerPixel)
            return false;
        Run run {start, summary.end, StringId(m_segment.m_names[summary.longestIndex]),
                 static_cast<std::uint32_t>(last - first), 0};
        run.flags = m_segment.flags(summary.longestIndex);
        run.flags |= static_cast<std::uint8_t>(summary.damaged);
        add(run, summary.longest);
        return true;
    }

    void slices(std::size_t first, std::size_t last)
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

private:
    // The longest slice gives name and flags.
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
    TimeRange m_window;
    std::int64_t m_nsPerPixel;
    std::vector<Run>& m_out;
    std::size_t m_firstRun;
    std::int64_t m_lastLongest = 0;
};

void Segment::query(std::size_t begin, std::size_t end, TimeRange window, std::int64_t nsPerPixel,
                    std::vector<Run>& out) const
{
    Runs runs(*this, window, nsPerPixel, out);
    walk(begin, end, runs);
}

// The same of values: a node is taken whole by its extremes.
class Segment::ValueRuns
{
public:
    ValueRuns(const Segment& segment, TimeRange window, std::int64_t nsPerPixel, double origin,
              std::vector<ValueRun>& out)
        : m_segment(segment)
        , m_window(window)
        , m_nsPerPixel(nsPerPixel)
        , m_origin(origin)
        , m_out(out)
        , m_firstRun(out.size())
    {
    }

    bool node(std::size_t level, std::size_t node, std::size_t first, std::size_t last)
    {
        const Summary& summary = m_segment.m_levels[level][node];
        const Extremes& extremes = m_segment.m_extremes[level][node];
        const std::int64_t start = m_segment.start(first);
        if (extremes.first == kNone || !overlaps(start, summary.end, m_window))
            return true;
        const bool inside = start >= m_window.startNs && summary.end < m_window.endNs;
        if (!inside || subtractSaturating(summary.end, start) > m_nsPerPixel)
            return false;
        add({m_segment.start(extremes.first), m_segment.start(extremes.last), number(extremes.first),
             number(extremes.last), m_origin + extremes.low, m_origin + extremes.high,
             static_cast<std::uint32_t>(last - first),
             static_cast<std::uint8_t>(summary.damaged | m_segment.flags(summary.longestIndex))});
        return true;
    }

    void slices(std::size_t first, std::size_t last)
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

private:
    double number(std::size_t index) const { return m_origin + m_segment.value(index); }

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
    TimeRange m_window;
    std::int64_t m_nsPerPixel;
    double m_origin;
    std::vector<ValueRun>& m_out;
    std::size_t m_firstRun;
};

void Segment::queryValues(std::size_t begin, std::size_t end, TimeRange window, std::int64_t nsPerPixel,
                          double origin, std::vector<ValueRun>& out) const
{
    if (m_extremes.empty())
        return;
    ValueRuns runs(*this, window, nsPerPixel, origin, out);
    walk(begin, end, runs);
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

// --- searching
// --------------------------------------------------------------------------------------------

// Nodes whose longest slice is no longer than what was found are left out.
class Segment::Longest
{
public:
    Longest(const Segment& segment, std::size_t none, std::int64_t thanNs, const Counts& counts)
        : m_segment(segment)
        , m_counts(counts)
        , m_found(none)
        , m_longest(thanNs)
    {
    }

    std::size_t found() const { return m_found; }
    bool node(std::size_t level, std::size_t node, std::size_t, std::size_t)
    {
        return m_segment.m_levels[level][node].longest <= m_longest;
    }
    void slices(std::size_t first, std::size_t last)
    {
        for (std::size_t i = first; i < last; ++i) {
            const std::int64_t length = m_segment.duration(i);
            if (length <= m_longest || !m_counts(m_segment.at(i)))
                continue;
            m_found = i;
            m_longest = length;
        }
    }

private:
    const Segment& m_segment;
    const Counts& m_counts;
    std::size_t m_found;
    std::int64_t m_longest;
};

std::size_t Segment::longest(std::size_t begin, std::size_t end, std::int64_t thanNs,
                             const Counts& counts) const
{
    Longest search(*this, end, thanNs, counts);
    walk(begin, end, search);
    return search.found();
}

// The same of values: nodes whose extreme is no further out.
class Segment::Extreme
{
public:
    Extreme(const Segment& segment, std::size_t none, bool greatest)
        : m_segment(segment)
        , m_found(none)
        , m_none(none)
        , m_greatest(greatest)
    {
    }

    std::size_t found() const { return m_found; }
    bool node(std::size_t level, std::size_t node, std::size_t, std::size_t)
    {
        const Extremes& extremes = m_segment.m_extremes[level][node];
        return extremes.first == kNone || !isBetter(m_greatest ? extremes.high : extremes.low);
    }
    void slices(std::size_t first, std::size_t last)
    {
        for (std::size_t i = first; i < last; ++i) {
            if (std::isfinite(m_segment.value(i)) && isBetter(m_segment.value(i)))
                m_found = i;
        }
    }

private:
    bool isBetter(float value) const
    {
        if (m_found == m_none)
            return true;
        const float found = m_segment.value(m_found);
        return m_greatest ? value > found : value < found;
    }

    const Segment& m_segment;
    std::size_t m_found;
    std::size_t m_none;
    bool m_greatest;
};

std::size_t Segment::extreme(std::size_t begin, std::size_t end, bool greatest) const
{
    if (m_extremes.empty())
        return end;
    Extreme search(*this, end, greatest);
    walk(begin, end, search);
    return search.found();
}

}
