// The records of a query as a list, however many there are: it keeps where every 256th stands, a bit more
// than a bit a record, and reads the others when they are asked for.
//
//     RecordList list(query);
//     list.build(*document.records(), job);                  // a pass that makes no texts, in one thread
//     list.count();                                          // meanwhile: so far
//     list.rows(*document.records(), {999'999, 1'000'000}, job); // two records, from any thread
//
// Records are numbered from 0 in the format's own order. Errors are those of RecordsFacet::read.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/record.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace traceglass {

class RecordsFacet;

struct RecordRow
{
    std::uint64_t number = 0;
    Record record;
    std::optional<std::int64_t> sincePreviousNs {}; // the record before it in the list; on one clock only
};

// How long after another record one began, where both are on one clock.
std::optional<std::int64_t> sincePrevious(const Record& previous, const Record& record);

// One that is passed in reading: not copied, it may be one of very many.
struct PassedRecord
{
    std::uint64_t number = 0;
    const Record& record;
    std::optional<std::int64_t> sincePreviousNs {}; // as of a row
};

// Returns false to stop.
using PassedRecordSink = std::function<bool(const PassedRecord&)>;

class RecordList
{
public:
    // `query` without limit and json.
    explicit RecordList(RecordQuery query)
        : m_query(std::move(query))
    {
    }
    RecordList(const RecordList&) = delete;
    RecordList& operator=(const RecordList&) = delete;

    // Once. What could be read before an error stays in the list.
    Result<void> build(const RecordsFacet& records, Job& job);

    std::uint64_t count() const { return m_count.load(std::memory_order_acquire); }
    bool isComplete() const { return m_isComplete.load(std::memory_order_acquire); } // there will be no more
    bool hasTimes() const { return m_hasTimes.load(std::memory_order_relaxed); }

    // Those of these numbers, which ascend, with texts of so many bytes. Numbers that lie close together are read in one
    // go.
    Result<std::vector<RecordRow>> rows(const RecordsFacet& records, std::span<const std::uint64_t> numbers,
                                        Job& job, std::size_t textBytes = kShownText) const;
    // All of them in order, as a pass.
    Result<void> readAll(const RecordsFacet& records, bool placesOnly, const PassedRecordSink& sink,
                         Job& job) const;
    // The record that is the node, whose bytes these are, else the first one in which they lie.
    std::optional<std::uint64_t> find(const RecordsFacet& records, const std::optional<NodeId>& node,
                                      const ByteRange& bytes, Job& job) const;

    // Records from one place that is kept to the next.
    static constexpr std::uint64_t kBlock = 256;

private:
    // Places in a row: all their bytes lie from `least` on and before `greatest`.
    struct PlaceBlock
    {
        NodeId first;
        std::uint64_t least = ~std::uint64_t(0); // as RecordRef
        std::uint64_t greatest = 0;
    };

    class Rows;

    NodeId firstOf(std::uint64_t block) const;
    void publish(const PlaceBlock& block, std::uint64_t records);

    const RecordQuery m_query;
    mutable std::mutex m_mutex; // guards m_blocks
    std::vector<PlaceBlock> m_blocks;
    std::atomic<std::uint64_t> m_count {0};
    std::atomic<bool> m_isComplete {false};
    std::atomic<bool> m_hasTimes {false};
};

}
