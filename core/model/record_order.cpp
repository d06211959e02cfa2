#include "core/model/record_order.h"

#include "core/base/name_order.h"
#include "core/base/sort.h"
#include "core/base/string_table.h"
#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/model/records_facet.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <queue>
#include <tuple>

namespace traceglass {

namespace {

constexpr std::uint64_t kBitsAWord = 64;
constexpr std::uint64_t kBitsABlock = 4096; // as many records are added to an answer at once
constexpr std::size_t kWordsABlock = kBitsABlock / kBitsAWord;

// Keys that are sorted at once: a few milliseconds, between which stopping is looked for.
constexpr std::size_t kRun = std::size_t(1) << 17;

// Different texts of a column that is sorted, with what it takes to find them.
constexpr std::size_t kTextBytes = std::size_t(1) << 30;
constexpr std::size_t kBytesAText = 64;

bool needsTexts(RecordColumn column)
{
    switch (column) {
    case RecordColumn::offset:
    case RecordColumn::size:
    case RecordColumn::time:
    case RecordColumn::sincePrevious: return false;
    default: return true;
    }
}

}

// What a record is sorted by: first its group, so that numbers, texts and what is not there never compare.
struct RecordOrder::Key
{
    std::int64_t value = 0;
    std::uint32_t group = 0;
    std::uint32_t number = 0;

    bool operator==(const Key&) const = default;
};

// Makes keys of records. Texts are numbered as they come, and ranked when all are known.
class RecordOrder::Keys
{
public:
    explicit Keys(RecordColumn column)
        : m_column(column)
    {
    }

    Key of(const PassedRecord& row)
    {
        const Record& record = row.record;
        switch (m_column) {
        case RecordColumn::offset:
            return number(record.range.offset, traceglass::number(record.range.source));
        case RecordColumn::size: return number(record.range.length);
        case RecordColumn::record: return text(record.kind);
        case RecordColumn::subject:
            return record.durationNs > 0 ? number(record.durationNs) : text(record.subject);
        case RecordColumn::by: return text(record.by);
        case RecordColumn::time: return record.timeNs ? number(*record.timeNs, record.axis + 1u) : Key {};
        case RecordColumn::sincePrevious:
            return row.sincePreviousNs ? number(*row.sincePreviousNs, 1) : Key {};
        case RecordColumn::fields: return text(record.fields);
        default: break;
        }
        const auto field =
            static_cast<std::size_t>(m_column) - static_cast<std::size_t>(RecordColumn::firstField);
        if (field >= record.values.size())
            return text({});
        const RecordValue& value = record.values[field];
        return value.isNumber ? number(value.order) : text(value.text);
    }

    bool isTooMuch() const { return m_texts.textBytes() + m_distinct * kBytesAText > kTextBytes; }

    // Instead of numbers of texts their ranks. False: it was stopped.
    bool rank(std::vector<Key>& keys, const Job& job) const
    {
        if (m_distinct == 0)
            return true;
        std::vector<std::pair<std::string, std::uint32_t>> byName(m_distinct + 1);
        for (std::uint32_t id = 0; id < byName.size(); ++id) {
            if (isStoppedAt(id, job))
                return false;
            byName[id] = {nameKey(m_texts.text(StringId(id))), id};
        }
        const auto isBefore = [&](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first
                                      : m_texts.text(StringId(a.second)) < m_texts.text(StringId(b.second));
        };
        if (!sortUnlessStopped(byName, isBefore, job))
            return false;
        std::vector<std::uint32_t> ranks(byName.size());
        for (std::uint32_t rank = 0; rank < byName.size(); ++rank)
            ranks[byName[rank].second] = rank;
        for (Key& key : keys) {
            if (key.group == kTexts)
                key.value = ranks[static_cast<std::size_t>(key.value)];
        }
        return true;
    }

private:
    static constexpr std::uint32_t kTexts = ~std::uint32_t(0);

    static Key number(std::uint64_t value, std::uint32_t group = 0)
    {
        constexpr std::uint64_t kGreatest = std::numeric_limits<std::int64_t>::max();
        return {static_cast<std::int64_t>(std::min(value, kGreatest)), group, 0};
    }
    static Key number(std::int64_t value, std::uint32_t group = 0) { return {value, group, 0}; }
    Key text(std::string_view text)
    {
        const std::uint32_t id = traceglass::number(m_texts.intern(text));
        m_distinct = std::max<std::size_t>(m_distinct, id);
        return {id, kTexts, 0};
    }

    const RecordColumn m_column;
    StringTable m_texts;
    std::size_t m_distinct = 0;
};

Result<void> RecordOrder::build(const RecordsFacet& records, Job& job)
{
    return m_wish.column ? sort(records, job) : filter(records, job);
}

// --- filtered

void RecordOrder::close(std::uint64_t hits, std::vector<std::uint64_t>& bits)
{
    {
        const std::lock_guard lock(m_mutex);
        m_before.push_back(m_count.load(std::memory_order_relaxed));
        m_bits.insert(m_bits.end(), bits.begin(), bits.end());
    }
    std::ranges::fill(bits, 0);
    m_count.fetch_add(hits, std::memory_order_release);
}

Result<void> RecordOrder::filter(const RecordsFacet& records, Job& job)
{
    std::vector<std::uint64_t> bits(kWordsABlock);
    std::uint64_t hits = 0;
    const auto done = m_list->readAll(
        records, !needsTexts(),
        [&](const PassedRecord& row) {
            const std::uint64_t at = row.number % kBitsABlock;
            if (fits(row.record)) {
                bits[at / kBitsAWord] |= std::uint64_t(1) << at % kBitsAWord;
                ++hits;
            }
            if (at + 1 == kBitsABlock)
                close(std::exchange(hits, 0), bits);
            return true;
        },
        job);
    close(hits, bits);
    return done;
}

// --- sorted

Result<void> RecordOrder::sort(const RecordsFacet& records, Job& job)
{
    const auto before = [down = m_wish.descending](const Key& a, const Key& b) {
        const auto left = std::tie(a.group, a.value), right = std::tie(b.group, b.value);
        return left == right ? a.number < b.number : down ? right < left : left < right;
    };
    std::vector<Key> keys;
    Keys maker(*m_wish.column);
    bool isTooMuch = false;
    const bool placesOnly = !needsTexts() && !traceglass::needsTexts(*m_wish.column);
    const auto done = m_list->readAll(
        records, placesOnly,
        [&](const PassedRecord& row) {
            if (!fits(row.record))
                return true;
            isTooMuch = keys.size() == kSorted || row.number > std::numeric_limits<std::uint32_t>::max()
                || maker.isTooMuch();
            if (isTooMuch)
                return false;
            keys.push_back(maker.of(row));
            keys.back().number = static_cast<std::uint32_t>(row.number);
            return true;
        },
        job);
    if (!done)
        return done;
    if (isTooMuch)
        return fail(Code::RecordsTooManyToSort);
    if (!maker.rank(keys, job))
        return fail(Code::Stopped);

    const std::size_t runs = (keys.size() + kRun - 1) / kRun;
    const auto runOf = [&](std::size_t run) {
        return std::span(keys).subspan(run * kRun, std::min(kRun, keys.size() - run * kRun));
    };
    forEachParallel(runs, 0, job, [&](std::size_t run) { std::ranges::sort(runOf(run), before); });
    std::vector<std::span<const Key>> left;
    for (std::size_t run = 0; run < runs; ++run)
        left.emplace_back(runOf(run));
    const auto later = [&](std::size_t a, std::size_t b) { return before(left[b].front(), left[a].front()); };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> next(later);
    for (std::size_t run = 0; run < runs; ++run)
        next.push(run);
    m_sorted.reserve(keys.size());
    while (!next.empty()) {
        if (isStoppedAt(m_sorted.size(), job))
            return fail(Code::Stopped);
        const std::size_t run = next.top();
        next.pop();
        m_sorted.push_back(left[run].front().number);
        left[run] = left[run].subspan(1);
        if (!left[run].empty())
            next.push(run);
    }
    m_count.store(m_sorted.size(), std::memory_order_release);
    return {};
}

// --- rows

std::vector<std::uint64_t> RecordOrder::numbers(std::uint64_t firstRow, std::size_t atMost) const
{
    std::vector<std::uint64_t> out;
    const std::uint64_t all = count();
    if (firstRow >= all)
        return out;
    atMost = static_cast<std::size_t>(std::min<std::uint64_t>(atMost, all - firstRow));
    if (m_wish.column) {
        const auto first = m_sorted.begin() + static_cast<std::ptrdiff_t>(firstRow);
        out.assign(first, first + static_cast<std::ptrdiff_t>(atMost));
        return out;
    }
    const std::lock_guard lock(m_mutex);
    const auto block =
        static_cast<std::size_t>(std::ranges::upper_bound(m_before, firstRow) - m_before.begin() - 1);
    std::uint64_t skipped = firstRow - m_before[block];
    for (std::size_t word = block * kWordsABlock; word < m_bits.size() && out.size() < atMost; ++word) {
        for (std::uint64_t bits = m_bits[word]; bits != 0 && out.size() < atMost; bits &= bits - 1) {
            if (skipped > 0)
                --skipped;
            else
                out.push_back(word * kBitsAWord + static_cast<unsigned>(std::countr_zero(bits)));
        }
    }
    return out;
}

std::optional<std::uint64_t> RecordOrder::rowOf(std::uint64_t number) const
{
    const std::uint64_t all = count();
    if (all == 0)
        return {};
    if (m_wish.column) {
        const auto found = std::ranges::find(m_sorted, number);
        if (found == m_sorted.end())
            return {};
        return static_cast<std::uint64_t>(found - m_sorted.begin());
    }
    const std::lock_guard lock(m_mutex);
    const auto word = static_cast<std::size_t>(number / kBitsAWord);
    const std::uint64_t bit = std::uint64_t(1) << number % kBitsAWord;
    if (word >= m_bits.size() || (m_bits[word] & bit) == 0)
        return {};
    std::uint64_t row = m_before[word / kWordsABlock];
    for (std::size_t at = word / kWordsABlock * kWordsABlock; at < word; ++at)
        row += static_cast<unsigned>(std::popcount(m_bits[at]));
    return row + static_cast<unsigned>(std::popcount(m_bits[word] & (bit - 1)));
}

// --- what a view lists

namespace {

// Of records of which others are left out: how long after the one before it that is left each began.
void countFromRowAbove(std::vector<RecordRow>& rows, bool dropFirst)
{
    for (std::size_t i = rows.size(); i-- > 0;)
        rows[i].sincePreviousNs = i > 0 ? sincePrevious(rows[i - 1].record, rows[i].record) : std::nullopt;
    if (dropFirst && !rows.empty())
        rows.erase(rows.begin());
}

}

Result<std::vector<RecordRow>> RecordListing::rows(const RecordsFacet& records, std::uint64_t firstRow,
                                                   std::size_t atMost, Job& job, std::size_t textBytes) const
{
    std::vector<std::uint64_t> numbers;
    const bool isFiltered = order && !order->wish().column;
    const bool withOneBefore = isFiltered && firstRow > 0;
    if (order) {
        numbers = order->numbers(firstRow - withOneBefore, atMost + withOneBefore);
    } else {
        const std::uint64_t all = list->count(), first = std::min(firstRow, all);
        for (std::uint64_t row = first; row < first + std::min<std::uint64_t>(atMost, all - first); ++row)
            numbers.push_back(row);
    }
    std::vector<std::uint64_t> ascending = numbers;
    std::ranges::sort(ascending);
    auto rows = list->rows(records, ascending, job, textBytes);
    if (rows && isFiltered)
        countFromRowAbove(*rows, withOneBefore);
    if (!rows || std::ranges::is_sorted(numbers))
        return rows;
    std::vector<RecordRow> out;
    out.reserve(rows->size());
    for (const std::uint64_t number : numbers) {
        const auto row = std::ranges::lower_bound(*rows, number, {}, &RecordRow::number);
        if (row != rows->end() && row->number == number)
            out.push_back(std::move(*row)); // its number, by which others are found, stays
    }
    return out;
}

std::optional<std::uint64_t> RecordListing::rowOf(std::uint64_t number) const
{
    return order ? order->rowOf(number) : std::optional(number);
}

}
