#include "core/formats/rdf/timeline/rdf_timeline.h"

#include "core/base/pace.h"
#include "core/formats/rdf/timeline/gpu_event_tracks.h"
#include "core/formats/rdf/timeline/memory_lives.h"
#include "core/formats/rdf/timeline/memory_tracks.h"
#include "core/formats/rdf/timeline/queue_tracks.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"

namespace traceglass::rdf {

namespace {

// A memory trace has a dozen or two of rows that grow at once: waiting for a whole pack each, they would touch 30 MB
// of fresh memory before the first is packed, and each snapshot on the way would pack what waits once more.
constexpr std::size_t kSlicesAPack = 8192;

}

Result<void> RdfTimeline::index(const IndexRequest& request, Job& job) const
{
    const auto known = m_facts.ask(job);
    if (!known)
        return tl::unexpected(known.error());
    TrackMaker maker(m_facts.chunks(), **known);
    // A chunk is a record, too: they are counted as they are listed.
    maker.records = m_facts.chunks().file().outer().index().count();
    const unsigned threads = request.threads != 0 ? request.threads : std::thread::hardware_concurrency();
    maker.builder.packOn(std::max(threads, 1u) - 1);
    maker.builder.packEach(kSlicesAPack);
    Pace pace;
    const auto publish = [&] {
        if (request.publish && pace.isDue())
            pace.show([&] { request.publish(maker.snapshot(false)); });
    };
    std::vector<MemorySnapshot> snapshots = addSnapshotTrack(maker, m_facts.report());
    auto done = addQueueTracks(maker, m_facts.report(), job);
    Kept kept;
    if (done)
        done = readCrash(maker.chunks, m_facts.report(), job).map([&](std::optional<Crash> crash) {
            if (!crash)
                return;
            maker.group(Group::crash); // stands above the memory
            addFaultTracks(maker, *crash);
            kept.crash = std::make_shared<const Crash>(std::move(*crash));
        });
    if (done)
        done =
            addMemoryTracks(maker, std::move(snapshots), m_facts.report(), publish, job)
                .map([&](std::shared_ptr<const MemoryHistory> memory) { kept.memory = std::move(memory); });
    if (done)
        done = addCodeObjectTracks(maker, job);
    if (done)
        done = addCounterTracks(maker, job);
    // By then it is known when the capture ends: what was never freed lives until then.
    if (done && kept.memory && !addLives(maker, *kept.memory, m_facts.report(), job))
        done = fail(Code::Stopped);
    if (done && kept.crash)
        addInFlightTracks(maker, *kept.crash); // last: by then it is known whether anything has a time
    if (done)
        done = maker.chunks.file().checkWhole();
    if (done) {
        kept.isWhole = true;
        const std::lock_guard lock(m_mutex);
        m_kept = std::move(kept);
    }
    if (done && request.publish)
        request.publish(maker.snapshot(true));
    return done;
}

RdfTimeline::Kept RdfTimeline::kept() const
{
    const std::lock_guard lock(m_mutex);
    return m_kept;
}

}
