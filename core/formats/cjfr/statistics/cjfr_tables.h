// The tables of a recording of a JVM, one function each, and the rows that several of them have in common.
//
//     EventPass pass(file, index, request, job);
//     Result<StatTable> table = collectionTable(pass);
//
// Ids, titles and what a row is are those of cjfr_statistics.cpp. What they give once the job of the pass was
// stopped is not whole.
#pragma once

#include "core/formats/cjfr/statistics/cjfr_event_pass.h"
#include "core/stats/columns.h"

namespace traceglass::cjfr {

Result<StatTable> collectionTable(EventPass& pass);

enum class WaitsBy : std::uint8_t { monitor, owner, site };
Result<StatTable> contentionTable(EventPass& pass, WaitsBy by);

Result<StatTable> transferTable(EventPass& pass); // files and sockets
Result<StatTable> exceptionTable(EventPass& pass);

enum class AllocationsBy : std::uint8_t { className, site, thread };
Result<StatTable> allocationTable(EventPass& pass, AllocationsBy by);

Result<StatTable> methodTable(EventPass& pass, std::string_view sampleType);
Result<StatTable> threadTable(EventPass& pass);

// Rows by a number: that of a name in the pass, of a class, of an address.
template <class Key, class Row>
class RowsOf
{
public:
    Row& operator[](const Key& key)
    {
        const auto [known, isNew] = m_byKey.try_emplace(key, m_rows.size());
        if (isNew)
            m_rows.emplace_back();
        return m_rows[known->second];
    }
    std::vector<Row>& all() { return m_rows; }

private:
    std::map<Key, std::size_t> m_byKey;
    std::vector<Row> m_rows; // in the order they came up
};

// Durations of the events of a row, in the range asked for.
struct Durations
{
    std::vector<TimeRange> times;     // as long as they took
    std::vector<std::int64_t> sorted; // their lengths, once they are told
    std::int64_t totalNs = 0;         // of what lies in the range
    Longest longest;
    bool hasApproximate = false; // times of some of them are estimates

    void take(const EventView& event, const TimeRange& range)
    {
        times.push_back(event.time);
        totalNs = addSaturating(totalNs, stats::clippedNs(event.time, range));
        longest.take(event);
        hasApproximate |= event.isApproximate;
    }
    std::int64_t count() const { return static_cast<std::int64_t>(times.size()); }
    void finish(const Job& job); // makes `sorted`
};

// What a cell without a name says: "no thread recorded".
std::string keyText(const EventPass& pass, StringId name, std::string_view unnamed);

}
