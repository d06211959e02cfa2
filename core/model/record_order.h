// Which records of a list are shown and in which order: those that pass a test, sorted by a column.
//
//     RecordOrder order(list, {.test = test, .column = RecordColumn::time, .descending = true});
//     order.build(*document.records(), job);    // a pass over the list, which must be complete
//     order.count();                            // meanwhile, of what is not sorted: so far
//     order.numbers(0, 30);                     // of the records in the first 30 rows
//
// Without a column they stay in the format's own order, at a bit a record, however many there are. Sorting
// takes 16 bytes a record while it goes on and 4 then; of equal ones the earlier comes first. Errors:
// records.too-many-to-sort, and those of RecordsFacet::read.
#pragma once

#include "core/model/record_list.h"

#include <memory>

namespace traceglass {

// The columns of every list of records. Those of a table follow: firstField is its first field.
enum class RecordColumn : std::uint32_t {
    offset,
    size,
    record,
    subject,
    by,
    time,
    sincePrevious,
    fields,
    firstField,
};

// Asked of each record (query/record_test.h); any thread may.
class RecordTest
{
public:
    virtual ~RecordTest() = default;
    virtual bool needsTexts() const = 0; // else what RecordQuery::placesOnly delivers is enough
    virtual bool holds(const Record& record) const = 0;
};
using RecordTestPtr = std::shared_ptr<const RecordTest>;

struct RecordWish
{
    RecordTestPtr test {}; // null: all
    std::optional<RecordColumn> column {};
    bool descending = false;
};

class RecordOrder
{
public:
    RecordOrder(std::shared_ptr<const RecordList> list, RecordWish wish)
        : m_list(std::move(list))
        , m_wish(std::move(wish))
    {
    }
    RecordOrder(const RecordOrder&) = delete;
    RecordOrder& operator=(const RecordOrder&) = delete;

    const RecordWish& wish() const { return m_wish; }
    Result<void> build(const RecordsFacet& records, Job& job); // once

    std::uint64_t count() const { return m_count.load(std::memory_order_acquire); }
    std::vector<std::uint64_t> numbers(std::uint64_t firstRow, std::size_t atMost) const; // ascending rows
    std::optional<std::uint64_t> rowOf(std::uint64_t number) const; // nothing: it is not among them

    // As many are sorted: more take gigabytes.
    static constexpr std::uint64_t kSorted = std::uint64_t(1) << 25;

private:
    struct Key;
    class Keys;

    bool fits(const Record& record) const { return !m_wish.test || m_wish.test->holds(record); }
    bool needsTexts() const { return m_wish.test && m_wish.test->needsTexts(); }
    Result<void> filter(const RecordsFacet& records, Job& job);
    Result<void> sort(const RecordsFacet& records, Job& job);
    void close(std::uint64_t hits, std::vector<std::uint64_t>& bits);

    const std::shared_ptr<const RecordList> m_list;
    const RecordWish m_wish;
    std::atomic<std::uint64_t> m_count {0};
    // Of what is filtered only: a bit a record, and how many hits lie before each of its blocks.
    mutable std::mutex m_mutex; // guards both
    std::vector<std::uint64_t> m_bits;
    std::vector<std::uint64_t> m_before;
    std::vector<std::uint32_t> m_sorted; // numbers by row; written before m_count
};

// What a view lists: all records of a list, or those of an order.
struct RecordListing
{
    std::shared_ptr<const RecordList> list;
    std::shared_ptr<const RecordOrder> order {};

    bool operator==(const RecordListing&) const = default;
    std::uint64_t count() const { return order ? order->count() : list ? list->count() : 0; }
    // The records of rows, in that order. Where others are left out they tell how long after the row above they began, in
    // another order how long after the record before them in the list.
    Result<std::vector<RecordRow>> rows(const RecordsFacet& records, std::uint64_t firstRow,
                                        std::size_t atMost, Job& job,
                                        std::size_t textBytes = kShownText) const;
    std::optional<std::uint64_t> rowOf(std::uint64_t number) const;
};

}
