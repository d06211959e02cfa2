#include "core/stats/slice_groups.h"

#include "core/stats/columns.h"
#include "core/stats/slice_queries.h"

#include <algorithm>

namespace traceglass::stats {

namespace {

// What of the pairs one thread has found.
struct PairsSeen
{
    PairTable pairs;
    std::vector<std::uint32_t> seconds; // of the part at hand
    std::uint64_t last = ~std::uint64_t(0);

    void add(std::uint64_t pair)
    {
        if (pair != last)
            pairs.at(pair) = 0;
        last = pair;
    }
};

// The numbers of some, each once, in order. Empty once the job is stopped.
std::vector<std::uint32_t> distinct(std::vector<std::uint32_t> numbers, const Job& job)
{
    if (!sortUnlessStopped(numbers, job))
        return {};
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

}

SliceGroups::SliceGroups(const Timeline& timeline, const SliceQuestion& question, Job& job)
    : m_timeline(timeline)
    , m_first(timeline, question.by, question.everything)
    , m_hasPairs(question.second != nullptr)
{
    if (m_hasPairs && question.second->key)
        m_second.emplace(timeline, *question.second->key);
    else if (m_hasPairs)
        m_values.emplace(question.second);
    const bool onlyPolls = question.by == SliceKey::task || (m_second && m_second->by() == SliceKey::task);
    const std::vector<std::uint8_t> inScope = query::tracksInScope(timeline, question.tracks);
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i) {
        const Track& track = timeline.track(TrackId(i));
        if (inScope[i] == 0 || !(isCounted(track.kind) || question.everything))
            continue;
        WalkedRow row {
            .row = track.firstRow, .track = TrackId(i), .onlyPolls = onlyPolls, .first = {}, .second = {}};
        row.hasInstants = track.kind != TrackKind::states && track.kind != TrackKind::spans
            && track.kind != TrackKind::worker;
        for (; row.row != kNoRow; row.row = row.deeper, ++row.depth) {
            row.deeper = timeline.nextRow(row.row);
            const std::optional<RowKey> first = m_first.ofRow(row);
            const std::optional<RowKey> second = m_second ? m_second->ofRow(row) : RowKey {};
            if (!first || !second)
                continue;
            row.first = *first;
            row.second = *second;
            m_rows.push_back(row);
        }
    }
    m_first.readLines(m_rows, job);
    if (m_second)
        m_second->readLines(m_rows, job);
    if (m_hasPairs && !job.stopRequested())
        numberPairs(question, job);
    if (job.stopRequested())
        m_rows.clear();
}

// The second key of each slice of a part; of a field the code of its value.
void SliceGroups::secondsOf(const WalkedPart& part, std::vector<std::uint32_t>& out) const
{
    const std::size_t begin = part.part().begin, end = part.part().end;
    out.assign(end - begin, 0);
    if (m_values) {
        m_values->codesOf(part.part().pack, begin, out);
        return;
    }
    const std::span<const std::uint32_t> names = part.pack().names();
    for (std::size_t i = begin; i < end; ++i)
        out[i - begin] = m_second->of(part.row().second, names[i]);
}

void SliceGroups::numberPairs(const SliceQuestion& question, Job& job)
{
    const SliceWalk walk(m_timeline, question, m_rows);
    const auto seen = walk.each<PairsSeen>(job, [&](PairsSeen& mine, const WalkedPart& part) {
        const std::span<const std::uint32_t> names = part.pack().names();
        const std::size_t begin = part.part().begin;
        secondsOf(part, mine.seconds);
        const auto add = [&](std::size_t index) {
            mine.add(pairOf(keyOf(part.row(), names[index]), mine.seconds[index - begin]));
        };
        for (std::size_t i = begin; i < part.part().end; ++i)
            if (part.isCounted(i))
                add(i);
        for (const FlaggedSlice& each : part.flagged())
            add(each.index);
    });
    std::vector<std::int64_t> pairs; // in order; keys have fewer than 32 bits
    for (const auto& mine : seen)
        mine->pairs.each([&](std::uint64_t pair) { pairs.push_back(static_cast<std::int64_t>(pair)); });
    if (!sortUnlessStopped(pairs, job))
        return;
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    const auto firstOf = [](std::int64_t pair) { return static_cast<std::uint32_t>(pair >> 32); };
    const auto secondOf = [](std::int64_t pair) { return static_cast<std::uint32_t>(pair); };
    if (m_values) {
        std::vector<std::uint32_t> codes;
        for (const std::int64_t pair : pairs)
            codes.push_back(secondOf(pair));
        if (!m_values->read(distinct(std::move(codes), job), job))
            return;
    }
    // Several codes may stand for one value, and are another number each time the field is read.
    std::vector<std::int64_t> rows;
    const auto rowOf = [&](std::int64_t pair) {
        return static_cast<std::int64_t>(
            pairOf(firstOf(pair), m_values ? m_values->of(secondOf(pair)) : secondOf(pair)));
    };
    for (const std::int64_t pair : pairs)
        rows.push_back(rowOf(pair));
    if (!sortUnlessStopped(rows, job))
        return;
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    for (const std::int64_t row : rows)
        m_pairOf.emplace_back(firstOf(row), secondOf(row));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (isStoppedAt(i, job))
            return;
        const auto row = std::ranges::lower_bound(rows, rowOf(pairs[i]));
        m_pairs.at(static_cast<std::uint64_t>(pairs[i])) = static_cast<std::uint32_t>(row - rows.begin());
    }
}

void SliceGroups::pairsOf(const WalkedPart& part, std::vector<std::uint32_t>& out) const
{
    const std::span<const std::uint32_t> names = part.pack().names();
    const std::size_t begin = part.part().begin;
    secondsOf(part, out);
    std::uint64_t last = ~std::uint64_t(0);
    std::uint32_t number = PairTable::kNone;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::uint64_t pair = pairOf(keyOf(part.row(), names[begin + i]), out[i]);
        if (pair != last)
            number = m_pairs.find(pair);
        last = pair;
        out[i] = number;
    }
}

std::vector<SliceKeyWords> SliceGroups::describe(std::span<const FoundKey> found,
                                                 const std::optional<std::vector<TrackId>>& scope,
                                                 const Job& job) const
{
    std::vector<SliceKeyWords> out;
    if (m_hasPairs) {
        out = describePairs(found, scope, job);
    } else {
        std::vector<std::uint32_t> keys;
        for (const FoundKey& each : found)
            keys.push_back(each.key);
        out = m_first.describe(keys, scope, job);
    }
    for (std::size_t i = 0; i < out.size() && i < found.size(); ++i)
        if (found[i].leftOut != 0)
            out[i].query = withoutFlags(out[i].query, found[i].leftOut);
    return out;
}

std::vector<SliceKeyWords> SliceGroups::describePairs(std::span<const FoundKey> found,
                                                      const std::optional<std::vector<TrackId>>& scope,
                                                      const Job& job) const
{
    const auto wordsBy = [&](const SliceKeys& keys, std::uint32_t std::pair<std::uint32_t, std::uint32_t>::*which) {
        std::vector<std::uint32_t> numbers;
        for (const FoundKey& each : found)
            numbers.push_back(m_pairOf[each.key].*which);
        numbers = distinct(std::move(numbers), job);
        return std::pair(numbers, keys.describe(numbers, scope, job));
    };
    using Pair = std::pair<std::uint32_t, std::uint32_t>;
    const auto firsts = wordsBy(m_first, &Pair::first);
    const auto seconds = m_second ? wordsBy(*m_second, &Pair::second) : decltype(firsts)();
    const auto in = [](const auto& of, std::uint32_t key) -> const SliceKeyWords& {
        const auto at = std::ranges::lower_bound(of.first, key);
        return of.second[static_cast<std::size_t>(at - of.first.begin())];
    };
    std::vector<SliceKeyWords> out;
    for (const FoundKey& each : found) {
        if (job.stopRequested())
            return out;
        const auto [first, second] = m_pairOf[each.key];
        SliceKeyWords words = in(firsts, first);
        SliceKeyWords more = m_second
            ? in(seconds, second)
            : SliceKeyWords {m_values->text(second), {}, kNoTrack, m_values->query(second)};
        words.text += " · " + more.text;
        words.track = words.track == kNoTrack ? more.track : words.track;
        words.query = words.query.empty() || more.query.empty() ? std::string() : words.query + ' ' + more.query;
        out.push_back(std::move(words));
    }
    return out;
}

}
