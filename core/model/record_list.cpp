#include "core/model/record_list.h"

#include "core/model/records_facet.h"

#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

// Behind the last byte, and behind the first one of what has none.
std::uint64_t endOf(const ByteRange& range)
{
    const std::uint64_t left = RecordRef::kOffsetMask - std::min(range.offset, RecordRef::kOffsetMask);
    return RecordRef(range.source, range.offset).bits + std::clamp<std::uint64_t>(range.length, 1, left + 1);
}

}

std::optional<std::int64_t> sincePrevious(const Record& previous, const Record& record)
{
    if (!record.timeNs || !previous.timeNs || record.axis != previous.axis)
        return {};
    return subtractSaturating(*record.timeNs, *previous.timeNs);
}

// Numbers records as they come, and knows how long after the previous one each began.
class RecordList::Rows
{
public:
    explicit Rows(std::uint64_t first)
        : m_next(first)
    {
    }

    std::uint64_t next() const { return m_next; }
    void pass(const Record& record)
    {
        ++m_next;
        m_previous.timeNs = record.timeNs;
        m_previous.axis = record.axis;
    }
    std::optional<std::int64_t> sincePrevious(const Record& record) const
    {
        return traceglass::sincePrevious(m_previous, record);
    }

private:
    std::uint64_t m_next;
    Record m_previous; // its time
};

void RecordList::publish(const PlaceBlock& block, std::uint64_t records)
{
    {
        const std::lock_guard lock(m_mutex);
        m_blocks.push_back(block);
    }
    m_count.fetch_add(records, std::memory_order_release);
}

NodeId RecordList::firstOf(std::uint64_t block) const
{
    const std::lock_guard lock(m_mutex);
    return m_blocks[static_cast<std::size_t>(block)].first;
}

Result<void> RecordList::build(const RecordsFacet& records, Job& job)
{
    RecordQuery query = m_query;
    query.placesOnly = true;
    PlaceBlock block;
    std::uint64_t filled = 0;
    bool hasTimes = false;
    const auto done = records.read(
        query,
        [&](const Record& record) {
            if (filled == 0)
                block = {record.node};
            block.least = std::min(block.least, record.ref.bits);
            block.greatest = std::max(block.greatest, endOf(record.range));
            if (record.timeNs && !std::exchange(hasTimes, true))
                m_hasTimes = true;
            if (++filled < kBlock)
                return true;
            publish(block, filled);
            filled = 0;
            return !job.stopRequested();
        },
        job);
    if (filled > 0)
        publish(block, filled);
    if (job.stopRequested())
        return fail(Code::Stopped);
    m_isComplete.store(true, std::memory_order_release);
    return done.map([](std::uint64_t) {});
}

Result<std::vector<RecordRow>> RecordList::rows(const RecordsFacet& records,
                                                std::span<const std::uint64_t> numbers, Job& job,
                                                std::size_t textBytes) const
{
    std::vector<RecordRow> out;
    out.reserve(numbers.size());
    const std::uint64_t count = this->count();
    numbers =
        numbers.first(static_cast<std::size_t>(std::ranges::lower_bound(numbers, count) - numbers.begin()));
    while (!numbers.empty()) {
        std::size_t together = 1;
        while (together < numbers.size() && numbers[together] - numbers[together - 1] <= kBlock)
            ++together;
        const std::uint64_t last = numbers[together - 1];
        // From the one before it on, which tells how long after it this one was.
        const std::uint64_t block = (std::max<std::uint64_t>(numbers.front(), 1) - 1) / kBlock;
        RecordQuery query = m_query;
        query.from = firstOf(block);
        query.limit = last - block * kBlock + 1;
        query.textBytes = textBytes;
        Rows passed(block * kBlock);
        const auto done = records.read(
            query,
            [&](const Record& record) {
                if (passed.next() == numbers.front()) {
                    out.push_back({passed.next(), record, passed.sincePrevious(record)});
                    numbers = numbers.subspan(1);
                }
                passed.pass(record);
                return !numbers.empty() && !job.stopRequested();
            },
            job);
        if (!done)
            return tl::unexpected(done.error());
        if (job.stopRequested())
            return fail(Code::Stopped);
        while (!numbers.empty() && numbers.front() <= last) // there are fewer than there were
            numbers = numbers.subspan(1);
    }
    return out;
}

Result<void> RecordList::readAll(const RecordsFacet& records, bool placesOnly, const PassedRecordSink& sink,
                                 Job& job) const
{
    RecordQuery query = m_query;
    query.placesOnly = placesOnly;
    Rows passed(0);
    const auto done = records.read(
        query,
        [&](const Record& record) {
            const PassedRecord seen {passed.next(), record, passed.sincePrevious(record)};
            passed.pass(record);
            return sink(seen) && !job.stopRequested();
        },
        job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    return done.map([](std::uint64_t) {});
}

std::optional<std::uint64_t> RecordList::find(const RecordsFacet& records, const std::optional<NodeId>& node,
                                              const ByteRange& bytes, Job& job) const
{
    const std::uint64_t wanted = RecordRef(bytes.source, bytes.offset).bits;
    std::optional<std::uint64_t> owner;
    std::uint64_t checked = 0;
    while (!job.stopRequested()) {
        NodeId first;
        std::uint64_t block = 0;
        {
            const std::lock_guard lock(m_mutex);
            const auto found = std::find_if(
                m_blocks.begin() + static_cast<std::ptrdiff_t>(checked), m_blocks.end(),
                [&](const PlaceBlock& each) { return each.least <= wanted && wanted < each.greatest; });
            if (found == m_blocks.end())
                break;
            block = static_cast<std::uint64_t>(found - m_blocks.begin());
            first = found->first;
        }
        checked = block + 1;
        RecordQuery query = m_query;
        query.placesOnly = true;
        query.from = first;
        query.limit = kBlock;
        std::uint64_t at = block * kBlock;
        bool isFound = false;
        const auto done = records.read(
            query,
            [&](const Record& record) {
                isFound = record.node == node;
                const bool isWithin = record.range.contains(bytes.source, bytes.offset)
                    && bytes.length <= record.range.end() - bytes.offset;
                if (isFound || (!owner && isWithin))
                    owner = at;
                ++at;
                return !isFound && !job.stopRequested();
            },
            job);
        if (!done || isFound)
            break;
    }
    return owner;
}

}
