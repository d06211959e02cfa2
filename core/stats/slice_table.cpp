#include "core/stats/slice_table.h"

#include "core/base/behind.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/stats/columns.h"
#include "core/stats/percentiles.h"
#include "core/stats/slice_queries.h"
#include "core/stats/slice_sums.h"
#include "core/stats/table_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace traceglass::stats {

namespace {

using CountsOfNames = std::unordered_map<std::string, std::size_t>; // of rows, by butForNumbers()

struct Column // by number
{
    enum Number : std::size_t { count, open, total, self, share, least, mean, p50, p95, p99, most };
};

std::vector<StatColumn> columns()
{
    std::vector<StatColumn> out = {
        {"count", "count", "Slices that overlap the range."},
        {"open", "open", "Those of which the begin or the end is not recorded."},
        {"total_ns", "total", "What of them lies in the range, added up.", StatUnit::span},
        {"self_ns", "self", "The total without what lies one level deeper inside them.", StatUnit::span},
        {"share", "share",
         "The total as a share of the length of the range; several at a time may be more than 100 %.",
         StatUnit::share},
        {"min_ns", "min", "The shortest.", StatUnit::span},
        {"mean_ns", "mean", "The mean duration.", StatUnit::span},
        {"p50_ns", "p50", "Half of them are as short, or shorter: the median.", StatUnit::span},
        {"p95_ns", "p95", "Of a hundred of them 95 are as short, or shorter.", StatUnit::span},
        {"p99_ns", "p99", "Of a hundred of them 99 are as short, or shorter.", StatUnit::span},
        {"max_ns", "max", "The longest.", StatUnit::span},
    };
    for (const std::size_t sum : {Column::count, Column::total, Column::self})
        out[sum].isSum = true;
    return out;
}

std::string titleOf(SliceKey by)
{
    if (by == SliceKey::text)
        return "Lines by template";
    return by == SliceKey::task ? "Polls by task" : "Slices by " + std::string(wordOf(by));
}

// To the nearest, of n > 0.
std::int64_t meanOf(std::int64_t sum, std::uint64_t n)
{
    const auto whole = static_cast<std::uint64_t>(sum);
    return static_cast<std::int64_t>(whole / n + std::uint64_t(whole % n >= n - whole % n));
}

// Of equal ones those with the lower numbers, whose order stays.
void keepMostFrequent(std::vector<KeySums>& sums, std::size_t atMost)
{
    if (atMost == 0 || sums.size() <= atMost)
        return;
    const auto end = sums.begin() + static_cast<std::ptrdiff_t>(atMost);
    std::ranges::nth_element(sums, end, [](const KeySums& a, const KeySums& b) {
        return a.count != b.count ? a.count > b.count : a.key < b.key;
    });
    sums.erase(end, sums.end());
    std::ranges::sort(sums, {}, &KeySums::key);
}

// Most captures have none, and their tables no list of them.
class OrdersOfRows
{
public:
    void add(const ClockAxis& clock)
    {
        ++m_rows;
        if (clock.kind != ClockAxis::Kind::order)
            return;
        if (!m_last || *m_last != clock)
            m_last = std::make_shared<const ClockAxis>(clock); // the table may outlive the timeline
        m_orders.resize(m_rows);
        m_orders.back() = m_last;
    }
    std::vector<std::shared_ptr<const ClockAxis>> take() { return std::move(m_orders); }

private:
    std::size_t m_rows = 0;
    std::shared_ptr<const ClockAxis> m_last;
    std::vector<std::shared_ptr<const ClockAxis>> m_orders;
};

void addRemarks(StatTable& table, const SlicesLeftOut& left, std::uint64_t instants, TimeRange range)
{
    if (std::ranges::any_of(table.columns[Column::share].numbers, [](double share) { return share > 1; }))
        table.remarks.push_back(std::string(StatTable::kOfShares) + durationText(range.lengthNs())
                                + ": of several at a time it is more than 100 %.");
    const auto add = [&](std::uint64_t many, const char* one, const char* several) {
        if (many > 0)
            table.remarks.push_back(counted(many, one, several));
    };
    add(instants, "slice of no length is an instant: it counts, but not in min, mean, percentiles and max.",
        "slices of no length are instants: they count, but not in min, mean, percentiles and max.");
    add(left.hollow, "piece of a span in which it was not entered is left out.",
        "pieces of spans in which they were not entered are left out.");
    add(left.gaps, "lost range or gap is left out.", "lost ranges and gaps are left out.");
    add(left.damaged, "slice is damaged, and counts all the same.",
        "slices are damaged, and count all the same.");
}

}

struct SliceTable::State
{
    State(TimelinePtr of, SliceQuestion asked, Job& job)
        : timeline(std::move(of))
        , question(std::move(asked))
        , groups(*timeline, question, job)
    {
    }

    const TimelinePtr timeline;
    const SliceQuestion question;
    SliceGroups groups;
    StatTable table;
    std::vector<WantedKey> keys;        // by row
    std::vector<std::int64_t> closedNs; // by row
    std::vector<bool> isDone;           // by row: it has its percentiles

    State(const State& of, const std::vector<std::size_t>& rows, const Job& job);
    void add(const State& of, const JoinedRow& joined, std::string query);
    std::string queryOf(const JoinedRow& joined, const CountsOfNames& counts, const Job& job) const;
};

// Only these rows of a table. Of no use once the job is stopped.
SliceTable::State::State(const State& of, const std::vector<std::size_t>& rows, const Job& job)
    : timeline(of.timeline)
    , question(of.question)
    , groups(of.groups)
    , table(rowsOf(of.table, rows, job))
    , keys(taken(of.keys, rows, job))
    , closedNs(taken(of.closedNs, rows, job))
    , isDone(taken(of.isDone, rows, job))
{
}

// Where the rows are all whose names differ in numbers only, and their queries in nothing else. Else empty.
std::string SliceTable::State::queryOf(const JoinedRow& joined, const CountsOfNames& counts,
                                       const Job& job) const
{
    const std::size_t first = joined.rows.front();
    const std::string name = butForNumbers(table.keys[first]);
    const auto count = counts.find(name);
    if (count == counts.end() || count->second != joined.rows.size())
        return {};
    const std::string query = butForNumbers(table.queries[first]);
    for (std::size_t i = 0; i < joined.rows.size(); ++i) {
        const std::size_t row = joined.rows[i];
        if ((i % 1024 == 0 && job.stopRequested()) || butForNumbers(table.keys[row]) != name
            || butForNumbers(table.queries[row]) != query)
            return {};
    }
    return ofAllNumbers(table.queries[first], table.keys[first]);
}

// One more row, without percentiles.
void SliceTable::State::add(const State& of, const JoinedRow& joined, std::string query)
{
    const std::vector<StatColumn>& from = of.table.columns;
    WantedKey key {of.keys[joined.rows.front()].key};
    std::int64_t sum = 0;
    std::vector<std::uint32_t> members;
    for (const std::size_t row : joined.rows) {
        members.push_back(of.keys[row].key);
        key.closed += of.keys[row].closed;
        sum = addSaturating(sum, of.closedNs[row]);
    }
    groups.join(std::move(members));
    keys.push_back(key);
    closedNs.push_back(sum);
    isDone.push_back(key.closed == 0);

    table.keys.push_back(joined.key);
    table.names.emplace_back();
    if (!of.table.tracks.empty())
        table.tracks.push_back(kNoTrack);
    table.queries.push_back(std::move(query));
    table.histograms.emplace_back();
    table.inexact.push_back(
        std::ranges::any_of(joined.rows, [&](std::size_t row) { return bool(of.table.inexact[row]); }));
    for (const Column::Number added : {Column::count, Column::open, Column::total, Column::self}) {
        std::int64_t all = 0;
        for (const std::size_t row : joined.rows)
            all = addSaturating(all, from[added].integers[row]);
        table.columns[added].integers.push_back(all);
    }
    double share = 0;
    for (const std::size_t row : joined.rows)
        share += from[Column::share].numbers[row];
    table.columns[Column::share].numbers.push_back(share);
    table.columns[Column::mean].integers.push_back(key.closed > 0 ? meanOf(sum, key.closed) : kNoInteger);
    for (const Column::Number extreme : {Column::least, Column::most}) {
        const auto isBetter = [&](std::size_t a, std::size_t b) { // and stands first
            const std::int64_t ofA = from[extreme].integers[a], ofB = from[extreme].integers[b];
            if (ofA == kNoInteger || ofB == kNoInteger)
                return ofA != kNoInteger;
            if (ofA != ofB)
                return (ofA < ofB) == (extreme == Column::least);
            return isBefore(from[extreme].places[a], from[extreme].places[b]);
        };
        const std::size_t best = *std::ranges::min_element(joined.rows, isBetter);
        table.columns[extreme].integers.push_back(from[extreme].integers[best]);
        table.columns[extreme].places.push_back(from[extreme].places[best]);
    }
    for (const Column::Number percentile : {Column::p50, Column::p95, Column::p99}) {
        table.columns[percentile].integers.push_back(kNoInteger);
        table.columns[percentile].places.emplace_back();
    }
}

// A million rows take long to be freed.
tl::unexpected<Error> SliceTable::stopped(std::unique_ptr<State> state)
{
    letGo(std::move(state));
    return fail(Code::Stopped);
}

SliceTable::SliceTable(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
SliceTable::SliceTable(SliceTable&&) noexcept = default;
SliceTable& SliceTable::operator=(SliceTable&&) noexcept = default;
SliceTable::~SliceTable() = default;

const StatTable& SliceTable::table() const
{
    return m_state->table;
}

StatTable SliceTable::take() &&
{
    return std::move(m_state->table);
}

Result<SliceTable> SliceTable::make(TimelinePtr timeline, SliceQuestion question, Job& job)
{
    auto state = std::make_unique<State>(std::move(timeline), std::move(question), job);
    SlicesLeftOut left;
    std::vector<KeySums> sums = sumSlices(*state->timeline, state->question, state->groups, left, job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    keepMostFrequent(sums, state->question.atMost);
    std::vector<FoundKey> found;
    found.reserve(sums.size());
    for (const KeySums& each : sums)
        found.push_back({each.key, each.leftOut});

    const SliceKey by = state->question.by;
    const TimeRange range = state->question.range.value_or(state->timeline->range);
    StatTable& table = state->table;
    table.id = "slices";
    table.isOfDurations = true;
    table.title = titleOf(by);
    table.key = wordOf(by);
    if (const auto& second = state->question.second) {
        table.title += " and " + second->name;
        table.key += " · " + second->name;
    }
    table.columns = columns();
    table.sortColumn = by == SliceKey::text || by == SliceKey::level ? Column::count : Column::total;
    for (StatColumn& column : table.columns)
        column.unit == StatUnit::share ? column.numbers.reserve(sums.size())
                                       : column.integers.reserve(sums.size());
    std::vector<SliceKeyWords> described = state->groups.describe(found, state->question.tracks, job);
    for (SliceKeyWords& words : described) {
        if (isStoppedAt(table.keys.size(), job))
            break;
        table.keys.push_back(std::move(words.text));
        table.names.push_back(words.name);
        table.tracks.push_back(words.track);
        table.queries.push_back(std::move(words.query));
    }
    if (job.stopRequested()) {
        freeBehind(std::move(described));
        return stopped(std::move(state));
    }
    if (std::ranges::all_of(table.tracks, [](TrackId track) { return track == kNoTrack; }))
        table.tracks.clear();
    OrdersOfRows orders;
    std::uint64_t instants = 0; // in rows with durations
    for (const KeySums& each : sums) {
        if (isStoppedAt(state->keys.size(), job))
            return stopped(std::move(state));
        const auto add = [&](Column::Number column, std::uint64_t value) {
            table.columns[column].integers.push_back(static_cast<std::int64_t>(value));
        };
        const auto addSpan = [&](Column::Number column, std::int64_t ns) {
            table.columns[column].integers.push_back(each.closed > 0 ? ns : kNoInteger);
        };
        add(Column::count, each.count);
        add(Column::open, each.open);
        table.columns[Column::total].integers.push_back(each.totalNs);
        table.columns[Column::self].integers.push_back(subtractSaturating(each.totalNs, each.innerNs));
        table.columns[Column::share].numbers.push_back(
            range.lengthNs() > 0 && each.clock->kind != ClockAxis::Kind::order
                ? static_cast<double>(each.totalNs) / static_cast<double>(range.lengthNs())
                : std::nan(""));
        addSpan(Column::least, each.leastNs);
        addSpan(Column::mean, each.closed > 0 ? meanOf(each.closedNs, each.closed) : 0);
        addSpan(Column::most, each.mostNs);
        table.columns[Column::least].places.push_back(each.least);
        table.columns[Column::most].places.push_back(each.most);
        table.inexact.push_back(each.isInexact);
        orders.add(*each.clock);
        instants += each.closed > 0 ? each.count - each.open - each.closed : 0;
        state->keys.push_back({each.key, each.closed});
        state->closedNs.push_back(each.closedNs);
        state->isDone.push_back(each.closed == 0);
    }
    for (const Column::Number column : {Column::p50, Column::p95, Column::p99}) {
        table.columns[column].integers.assign(sums.size(), kNoInteger);
        table.columns[column].places.resize(sums.size());
    }
    table.histograms.resize(sums.size());
    table.orders = orders.take();
    addRemarks(table, left, instants, range);
    return SliceTable(std::move(state));
}

Result<void> SliceTable::addPercentiles(std::span<const std::size_t> rows, Job& job)
{
    constexpr std::size_t kTogether = 65'536; // keys that are looked after at the same time
    State& state = *m_state;
    std::vector<std::size_t> todo;
    for (const std::size_t row : rows)
        if (row < state.isDone.size() && !state.isDone[row])
            todo.push_back(row);
    // The order of work is that of the sizes, so that those too large to be gathered stand together.
    const auto isBefore = [&](std::size_t a, std::size_t b) {
        const std::uint64_t ofA = state.keys[a].closed, ofB = state.keys[b].closed;
        return ofA != ofB ? ofA > ofB : a < b;
    };
    if (!sortUnlessStopped(todo, isBefore, job))
        return fail(Code::Stopped);
    todo.erase(std::unique(todo.begin(), todo.end()), todo.end());
    for (std::size_t begin = 0; begin < todo.size(); begin += kTogether)
        if (!addSome(std::span(todo).subspan(begin, std::min(kTogether, todo.size() - begin)), job))
            return fail(Code::Stopped);
    return {};
}

bool SliceTable::addSome(std::span<const std::size_t> rows, Job& job)
{
    State& state = *m_state;
    std::vector<WantedKey> wanted;
    for (const std::size_t row : rows)
        wanted.push_back(state.keys[row]);
    std::vector<KeyPercentiles> results(wanted.size());
    if (!findPercentiles(*state.timeline, state.question, state.groups, wanted, results, job))
        return false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t which = 0; which < kPercentiles.size(); ++which) {
            state.table.columns[Column::p50 + which].integers[rows[i]] = results[i].values[which];
            state.table.columns[Column::p50 + which].places[rows[i]] = results[i].places[which];
        }
        state.table.histograms[rows[i]] = std::move(results[i].histogram);
        state.isDone[rows[i]] = true;
    }
    return true;
}

Result<void> SliceTable::addPercentiles(Job& job)
{
    std::vector<std::size_t> all(m_state->isDone.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = i;
    return addPercentiles(all, job);
}

Result<std::vector<std::vector<std::int64_t>>> SliceTable::durations(std::span<const std::size_t> rows,
                                                                     Job& job) const
{
    const State& state = *m_state;
    std::vector<std::vector<std::int64_t>> out(rows.size());
    std::vector<WantedKey> wanted;
    std::vector<std::size_t> at; // of each wanted one in `rows`
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (closedIn(rows[i]) == 0)
            continue;
        wanted.push_back(state.keys[rows[i]]);
        at.push_back(i);
    }
    const SliceWalk walk(*state.timeline, state.question, state.groups.rows());
    const GatheredDurations gathered = gatherDurations(walk, state.groups, wanted, job);
    forEachParallel(wanted.size(), state.question.threads, job, [&](std::size_t i) {
        const auto some = gathered.of(i);
        out[at[i]].assign(some.begin(), some.end());
        (void)sortUnlessStopped(out[at[i]], job); // asked below
    });
    if (job.stopRequested())
        return fail(Code::Stopped);
    return out;
}

std::uint64_t SliceTable::closedIn(std::size_t row) const
{
    return m_state->keys[row].closed;
}

Result<SliceTable> SliceTable::joined(std::span<const JoinedRow> rows, Job& job) const
{
    std::vector<bool> isJoined(m_state->table.size());
    for (const JoinedRow& each : rows)
        for (const std::size_t row : each.rows)
            isJoined[row] = true;
    std::vector<std::size_t> kept;
    for (std::size_t row = 0; row < isJoined.size(); ++row)
        if (!isJoined[row])
            kept.push_back(row);
    CountsOfNames counts; // else no query has them
    const bool areNames = m_state->question.by == SliceKey::name && !m_state->question.second;
    for (std::size_t row = 0; areNames && row < isJoined.size() && !isStoppedAt(row, job); ++row)
        ++counts[butForNumbers(m_state->table.keys[row])];
    SliceTable out(std::make_unique<State>(*m_state, kept, job));
    for (const JoinedRow& each : rows) {
        if (job.stopRequested())
            return stopped(std::move(out.m_state));
        out.m_state->add(*m_state, each, m_state->queryOf(each, counts, job));
    }
    std::vector<std::size_t> added(rows.size());
    std::iota(added.begin(), added.end(), kept.size());
    if (auto made = out.addPercentiles(added, job); !made)
        return stopped(std::move(out.m_state));
    return out;
}

Result<StatTable> sliceTable(TimelinePtr timeline, SliceQuestion question, Job& job)
{
    auto made = SliceTable::make(std::move(timeline), std::move(question), job);
    if (!made)
        return tl::unexpected(made.error());
    if (auto added = made->addPercentiles(job); !added) {
        letGo(std::move(*made));
        return tl::unexpected(added.error());
    }
    return std::move(*made).take();
}

}
