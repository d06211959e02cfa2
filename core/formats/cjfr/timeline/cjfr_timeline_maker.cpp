#include "core/formats/cjfr/timeline/cjfr_timeline_maker.h"

#include "core/base/workers.h"

#include <condition_variable>
#include <future>
#include <mutex>

namespace traceglass::cjfr {

namespace {

// A recording has some dozens of rows that grow at once.
constexpr std::size_t kSlicesAPiece = 8192;
constexpr std::size_t kEventsAFlush = 1u << 17;

// Blocks on their way from one thread to another; the other way go used ones, whose memory is there already.
class BlockQueue
{
public:
    explicit BlockQueue(const Job& job)
        : m_job(job)
    {
    }

    // Takes what is in the block, which is empty then.
    void push(LaneBlock& block)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, m_job.token(), [&] { return m_full.size() < kInFlight; });
        LaneBlock next;
        if (!m_used.empty()) {
            next = std::move(m_used.back());
            m_used.pop_back();
        }
        m_full.push_back(std::move(block));
        lock.unlock();
        m_changed.notify_all();
        next.clear();
        block = std::move(next);
    }
    // Nothing comes any more.
    void close()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isClosed = true;
        }
        m_changed.notify_all();
    }
    // The next block; false when there is none any more.
    bool pop(LaneBlock& block)
    {
        std::unique_lock lock(m_mutex);
        m_used.push_back(std::move(block));
        m_changed.wait(lock, [&] { return !m_full.empty() || m_isClosed; });
        if (m_full.empty())
            return false;
        block = std::move(m_full.front());
        m_full.pop_front();
        lock.unlock();
        m_changed.notify_all();
        return true;
    }

private:
    // What comes while pieces are packed: 4 MB.
    static constexpr std::size_t kInFlight = 32;

    const Job& m_job;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<LaneBlock> m_full;
    std::vector<LaneBlock> m_used;
    bool m_isClosed = false;
};

}

TimelineMaker::TimelineMaker(SourceId source, std::optional<TimeRange> stated,
                             const EventPlacer::Limits& limits)
    : m_source(source)
    , m_stated(stated)
    , m_limits(limits)
    , m_lanes(source, m_builder)
{
    m_builder.packEach(kSlicesAPiece);
}

Result<std::shared_ptr<const StreamIndex>> TimelineMaker::run(const Scan& scan, const IndexRequest& request,
                                                              Job& job, bool decodesBeside)
{
    Result<std::shared_ptr<const StreamIndex>> index;
    const unsigned cores = request.threads != 0 ? request.threads : coreCount();
    const auto place = [&](const EventPlacer::HandOver& handOver) {
        EventPlacer placer(m_source, job, handOver, m_limits);
        auto found = scan(placer);
        placer.finish();
        m_beyond = placer.beyond();
        return found;
    };
    const unsigned needed = decodesBeside ? 3 : 2; // more threads than cores stop each other
    if (cores < needed) {
        index = place([&](LaneBlock& block) {
            take(block, request);
            block.clear();
        });
    } else {
        BlockQueue queue(job);
        auto scanning = std::async(std::launch::async, [&] {
            const std::shared_ptr<void> closer(nullptr, [&](void*) { queue.close(); }); // whatever is thrown
            return place([&](LaneBlock& block) { queue.push(block); });
        });
        for (LaneBlock block; queue.pop(block);)
            take(block, request);
        index = scanning.get();
    }
    if (!index)
        return index;
    m_isJfr = (*index)->isJfr();
    m_events = (*index)->events();
    m_builder.packOn(cores - 1); // the others have nothing else to do now
    m_lanes.finish();
    return index;
}

void TimelineMaker::take(const LaneBlock& block, const IndexRequest& request)
{
    m_lanes.take(block);
    m_isJfr = block.isJfr;
    m_events = block.events;
    m_gathered += block.slices.size() + block.points.size();
    if (m_gathered < kEventsAFlush)
        return;
    m_gathered = 0;
    m_lanes.flush();
    if (request.publish && m_pace.isDue())
        m_pace.show([&] { request.publish(snapshot(false)); });
}

std::optional<TimeRange> TimelineMaker::range() const
{
    const auto placed = m_lanes.range();
    if (!m_isJfr)
        return placed;
    return placed ? withStated(*placed, m_stated) : m_stated;
}

TimelinePtr TimelineMaker::snapshot(bool complete)
{
    const TimeRange seen = range().value_or(TimeRange {});
    if (!m_isJfr) { // nobody says whether such times count from 1970
        constexpr std::int64_t kYear1980 = 315'532'800'000'000'000;
        if (seen.startNs < kYear1980)
            m_builder.setAxes({ClockAxis {"time", ClockAxis::Kind::unknown, seen}});
    }
    return m_builder.snapshot(seen, m_events, complete);
}

}
