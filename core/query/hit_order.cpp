#include "core/query/hit_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace traceglass::query {

namespace {

// A span of more is divided before its hits are put in order.
constexpr std::uint64_t kMostSorted = 100'000;
constexpr std::uint64_t kDivided = 64;

// Exact for any two moments.
std::uint64_t since(std::int64_t firstNs, std::int64_t ns)
{
    return static_cast<std::uint64_t>(ns) - static_cast<std::uint64_t>(firstNs);
}

std::int64_t later(std::int64_t ns, std::uint64_t by)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(ns) + by);
}

}

HitOrder::HitOrder(HitsPtr hits, Job& job)
    : m_hits(std::move(hits))
    , m_before(kColumns + 1)
{
    constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = kLowest;
    m_first = kHighest;
    for (std::uint32_t row = 0; row < m_hits->m_rows.size() && !job.stopRequested(); ++row) {
        const auto begin = beside(row, kLowest, true), end = beside(row, kHighest, false);
        m_first = begin ? std::min(m_first, begin->startNs) : m_first;
        last = end ? std::max(last, end->startNs) : last;
    }
    if (m_first > last)
        return;
    m_width = since(m_first, last) / kColumns + 1;
    for (const Hits::HitRow& row : m_hits->m_rows) {
        const Timeline& timeline = *m_hits->m_timeline;
        for (std::size_t part = 0; part < timeline.partCount(row.id) && !job.stopRequested(); ++part)
            countPart(timeline.axis(row.track), timeline.part(row.id, part));
    }
    for (std::size_t i = 0; i < kColumns; ++i)
        m_before[i + 1] += m_before[i];
}

// Slices are in order, so that a word of bits whose last slice begins in the column of its first hit is
// counted whole.
void HitOrder::countPart(const ClockAxis& clock, const SlicePart& part)
{
    const SlicePack& pack = m_hits->m_timeline->pack(part.pack);
    const std::uint64_t* const bits = m_hits->m_bits[part.pack].get();
    std::size_t at = 0;
    std::int64_t last = std::numeric_limits<std::int64_t>::min(); // of column `at`
    for (std::size_t index = m_hits->nextIn(part, part.begin); index < part.end;) {
        if (const std::int64_t start = clock.toView(pack.start(index)); start > last) {
            at = columnAt(start);
            last = column(at).last;
        }
        const std::size_t end = std::min<std::size_t>(part.end, (index / 64 + 1) * 64);
        const bool isWhole = clock.toView(pack.start(end - 1)) <= last;
        const std::uint64_t left = bits[index / 64] >> index % 64 & ~std::uint64_t(0) >> (64 - (end - index));
        m_before[at + 1] += isWhole ? static_cast<std::uint64_t>(std::popcount(left)) : 1;
        index = m_hits->nextIn(part, isWhole ? end : index + 1);
    }
}

std::size_t HitOrder::columnAt(std::int64_t ns) const
{
    return ns <= m_first ? 0 : std::min<std::uint64_t>(since(m_first, ns) / m_width, kColumns - 1);
}

HitOrder::Span HitOrder::column(std::size_t index) const
{
    constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
    const std::uint64_t from = index * m_width, left = since(m_first, kHighest);
    const std::int64_t first = from > left ? kHighest : later(m_first, from);
    const std::int64_t last = from > left || m_width - 1 > left - from ? kHighest : later(first, m_width - 1);
    return {first, last, m_before[index], m_before[index + 1] - m_before[index]};
}

template <class IsBehind>
HitOrder::Span HitOrder::narrowed(Span span, const IsBehind& isBehind, Job& job) const
{
    while (span.count > kMostSorted && span.first < span.last && !job.stopRequested()) {
        const std::uint64_t width = since(span.first, span.last) / kDivided + 1;
        std::array<std::uint64_t, kDivided> counts {};
        eachIn(span.first, span.last, job, [&](const Found& found) {
            ++counts[since(span.first, found.startNs) / width];
            return true;
        });
        Span piece {span.first, span.first, span.before, 0};
        for (std::uint64_t i = 0; i < kDivided; ++i) {
            piece.first = later(span.first, i * width);
            piece.last = std::min(span.last, later(piece.first, width - 1));
            piece.before += piece.count;
            piece.count = counts[i];
            if (piece.last == span.last || !isBehind(piece))
                break;
        }
        span = piece;
    }
    return span;
}

std::size_t HitOrder::partAt(const Hits::HitRow& row, std::int64_t ownNs) const
{
    const Timeline& timeline = *m_hits->m_timeline;
    std::size_t begin = 0, end = timeline.partCount(row.id);
    while (begin < end) {
        const std::size_t middle = begin + (end - begin) / 2;
        const SlicePart part = timeline.part(row.id, middle);
        if (timeline.pack(part.pack).start(part.end - 1) < ownNs)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

template <class Visit>
void HitOrder::eachIn(std::int64_t first, std::int64_t last, Job& job, const Visit& visit) const
{
    const Timeline& timeline = *m_hits->m_timeline;
    for (std::uint32_t i = 0; i < m_hits->m_rows.size(); ++i) {
        const Hits::HitRow& row = m_hits->m_rows[i];
        const ClockAxis& clock = timeline.axis(row.track);
        const std::int64_t from = clock.toOwn(first), to = clock.toOwn(last);
        const std::size_t parts = timeline.partCount(row.id);
        for (std::size_t number = partAt(row, from); number < parts; ++number) {
            if (job.stopRequested())
                return;
            const SlicePart part = timeline.part(row.id, number);
            const SlicePack& pack = timeline.pack(part.pack);
            const std::size_t end = pack.firstAfter(part.begin, part.end, to);
            std::size_t index = pack.firstAfter(part.begin, end, subtractSaturating(from, 1));
            for (index = m_hits->nextIn(part, index); index < end; index = m_hits->nextIn(part, index + 1))
                if (!visit(Found {clock.toView(pack.start(index)), i, static_cast<std::uint32_t>(number),
                                  static_cast<std::uint32_t>(index)}))
                    return;
            if (end < part.end)
                break;
        }
    }
}

Hit HitOrder::hitOf(const Found& found) const
{
    const Hits::HitRow& row = m_hits->m_rows[found.row];
    return m_hits->at(row, m_hits->m_timeline->part(row.id, found.part), found.index);
}

std::vector<Hit> HitOrder::page(std::uint64_t first, std::size_t atMost, Job& job) const
{
    std::vector<Hit> out;
    while (out.size() < atMost && first < m_hits->count() && !job.stopRequested()) {
        const auto behind = std::ranges::upper_bound(m_before, first);
        const Span span = narrowed(
            column(static_cast<std::size_t>(behind - m_before.begin()) - 1),
            [&](const Span& piece) { return first >= piece.before + piece.count; }, job);
        const bool isMoment = span.first == span.last; // they come in order as they are
        const std::uint64_t skipped = first - span.before, wanted = atMost - out.size();
        std::vector<Found> found;
        std::uint64_t at = 0;
        eachIn(span.first, span.last, job, [&](const Found& each) {
            if (!isMoment || at >= skipped)
                found.push_back(each);
            ++at;
            return !isMoment || at < skipped + wanted;
        });
        if (!isMoment) {
            std::ranges::sort(found);
            found.erase(found.begin(),
                        found.begin() + std::ptrdiff_t(std::min<std::uint64_t>(skipped, found.size())));
        }
        found.resize(std::min<std::size_t>(found.size(), wanted));
        if (found.empty())
            break;
        for (const Found& each : found)
            out.push_back(hitOf(each));
        first += found.size();
    }
    return out;
}

std::uint64_t HitOrder::rank(const HitPlace& place, Job& job) const
{
    if (m_hits->count() == 0 || place.startNs < m_first)
        return 0;
    const auto isBehind = [&](const Span& piece) { return place.startNs > piece.last; };
    const Span span = narrowed(column(columnAt(place.startNs)), isBehind, job);
    std::uint64_t out = span.before;
    eachIn(span.first, span.last, job, [&](const Found& found) {
        const Hits::HitRow& row = m_hits->m_rows[found.row];
        out += HitPlace {found.startNs, row.track, row.depth} < place ? 1u : 0u;
        return true;
    });
    return out;
}

std::optional<HitOrder::Found> HitOrder::beside(std::uint32_t number, std::int64_t ns, bool behind) const
{
    const Timeline& timeline = *m_hits->m_timeline;
    const Hits::HitRow& row = m_hits->m_rows[number];
    const ClockAxis& clock = timeline.axis(row.track);
    const std::int64_t own = clock.toOwn(ns);
    const std::size_t parts = timeline.partCount(row.id), here = partAt(row, own);
    const std::size_t step = behind ? 1 : ~std::size_t(0); // from 0 to beyond all parts
    for (std::size_t i = behind ? here : std::min(here, parts - 1); i < parts; i += step) {
        const SlicePart part = timeline.part(row.id, i);
        const SlicePack& pack = timeline.pack(part.pack);
        const std::size_t border =
            pack.firstAfter(part.begin, part.end, behind ? own : subtractSaturating(own, 1));
        const std::size_t index = behind ? m_hits->nextIn(part, border) : m_hits->lastIn(part, border);
        if (index < (behind ? part.end : border))
            return Found {clock.toView(pack.start(index)), number, static_cast<std::uint32_t>(i),
                          static_cast<std::uint32_t>(index)};
    }
    return {};
}

std::optional<Hit> HitOrder::next(const HitPlace& from, bool forward, Job& job) const
{
    std::optional<Found> best;
    for (std::uint32_t i = 0; i < m_hits->m_rows.size() && !job.stopRequested(); ++i) {
        const Hits::HitRow& row = m_hits->m_rows[i];
        const std::pair here(row.track, row.depth), start(from.track, from.depth);
        // At the same moment those of rows on the far side count.
        const bool isFar = forward ? here > start : here < start;
        const std::int64_t ns = isFar ? addSaturating(from.startNs, forward ? -1 : 1) : from.startNs;
        const auto found = beside(i, ns, forward);
        if (found && (!best || (forward ? *found < *best : *best < *found)))
            best = found;
    }
    return best ? std::optional(hitOf(*best)) : std::nullopt;
}

std::uint64_t HitOrder::about(TimeRange range) const
{
    if (m_hits->count() == 0 || range.endNs <= m_first || range.startNs >= range.endNs)
        return 0;
    const std::size_t from = columnAt(range.startNs), to = columnAt(range.endNs - 1);
    return m_before[to + 1] - (range.startNs > column(kColumns - 1).last ? m_hits->count() : m_before[from]);
}

}
