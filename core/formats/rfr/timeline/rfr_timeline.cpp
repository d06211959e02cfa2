#include "core/formats/rfr/timeline/rfr_timeline.h"

#include "core/formats/rfr/timeline/rfr_describer.h"

namespace traceglass::rfr {

std::shared_ptr<const Tables> RfrTimeline::tables() const
{
    const std::lock_guard lock(m_mutex);
    return m_tables;
}

Result<std::shared_ptr<const Tables>> RfrTimeline::tablesNow(Job& job) const
{
    // Who is second waits for the first; where that one was stopped, it goes on in its place.
    std::unique_lock lock(m_mutex);
    m_analysed.wait(lock, job.token(), [this] { return m_tables || !m_analysing; });
    if (m_tables)
        return m_tables;
    if (job.stopRequested())
        return fail(Code::Stopped);
    m_analysing = true;
    lock.unlock();
    auto indexed = index({}, job);
    lock.lock();
    m_analysing = false;
    m_analysed.notify_all();
    return indexed.map([this] { return m_tables; });
}

Result<void> RfrTimeline::index(const IndexRequest& request, Job& job) const
{
    const auto& order = m_recording.byTime;
    job.start(m_recording.isStream() ? m_recording.bytes : order.size());
    const auto reporter = [this](Diagnostic diagnostic) { m_reader.log().add(std::move(diagnostic)); };
    // Files that were cut meanwhile are reported at the end; what is left of them is shown.
    const auto isStopped = [](const Result<void>& done) {
        return !done && done.error().code == Code::Stopped;
    };

    // What the user looks at comes first, from its own chunks alone; the whole replaces it when it has got
    // that far.
    std::vector<std::uint32_t> visible;
    if (request.visible && request.publish) {
        for (const std::uint32_t chunk : order) {
            if (m_recording.chunks[chunk].interval().overlaps(*request.visible))
                visible.push_back(chunk);
        }
    }
    const bool preview = !visible.empty() && visible.size() < order.size();
    if (preview) {
        Job unseen(job.token());
        Analysis first(m_recording, reporter);
        if (auto done = first.run(visible, request.threads, unseen, {}); isStopped(done))
            return done;
        request.publish(first.finish(false));
    }

    Analysis analysis(m_recording, reporter);
    std::function<void(TimelinePtr, Micros)> publish;
    if (request.publish) {
        publish = [&](TimelinePtr timeline, Micros now) {
            if (!preview || nanoseconds(now).value_or(0) > request.visible->endNs)
                request.publish(std::move(timeline));
        };
    }
    auto done = analysis.run(order, request.threads, job, publish);
    if (isStopped(done))
        return done;
    if (!done)
        m_reader.log().add(diagnose(done.error().code));
    if (const auto cut = analysis.firstCut())
        m_reader.log().add(diagnose(Code::RfrManyOlderSpans, {}, *cut));
    TimelinePtr timeline = analysis.finish(true);
    {
        auto found = std::make_shared<Tables>(analysis.takeTables());
        const std::lock_guard lock(m_mutex);
        m_tables = std::move(found);
        m_analysed.notify_all();
    }
    if (request.publish)
        request.publish(std::move(timeline));
    return {};
}

Details RfrTimeline::describe(const Timeline& timeline, const SliceId& slice, const Job& job) const
{
    return Describer(m_reader, tables(), timeline, job).details(slice);
}

std::vector<Flow> RfrTimeline::flows(const Timeline& timeline, const SliceId& slice, const Job& job) const
{
    return Describer(m_reader, tables(), timeline, job).flows(slice);
}

std::optional<SliceId> RfrTimeline::sliceOf(const Timeline& timeline, RecordRef ref, const Job& job) const
{
    return Describer(m_reader, tables(), timeline, job).sliceOf(ref);
}

}
