#include "core/formats/rdf/timeline/queue_tracks.h"

#include <algorithm>
#include <map>

namespace traceglass::rdf {

namespace {

// What the tracks of a queue are called: "compute", with a number where there are several.
std::vector<std::string> queueNames(const std::vector<Queues::Queue>& queues)
{
    std::map<std::string, int> seen, all;
    const auto plain = [](const Queues::Queue& queue) {
        return queue.isDeclared ? queueTypeName(queue.info.type) : std::string("unknown queue");
    };
    for (const Queues::Queue& queue : queues)
        ++all[plain(queue)];
    std::vector<std::string> out;
    for (const Queues::Queue& queue : queues) {
        std::string name = plain(queue);
        const int number = seen[name]++;
        out.push_back(all[name] > 1 ? name + " " + std::to_string(number) : name);
    }
    return out;
}

class QueueTracks
{
public:
    QueueTracks(TrackMaker& maker, const Report& report, Job& job)
        : m_maker(maker)
        , m_report(report)
        , m_queues(maker.known.queues)
        , m_entries(maker.chunks.of(PayloadKind::queueEvent))
        , m_job(job)
    {
    }

    Result<void> add()
    {
        place();
        addFrames();
        for (const auto step : {&QueueTracks::addCalls, &QueueTracks::addSubmits, &QueueTracks::addDerived}) {
            if (m_job.stopRequested())
                return fail(Code::Stopped);
            (this->*step)();
        }
        m_maker.records += m_queues.events.size();
        if (m_undrawn > 0)
            m_report(
                diagnose(Code::RdfPayloadLimit,
                         grouped(m_undrawn)
                             + " submits or frames are not drawn, because more than 1,000 of a queue last at "
                               "once; tables have them"));
        return m_job.stopRequested() ? fail(Code::Stopped) : Result<void> {};
    }

private:
    // What ran on a GPU, by the queue and in order of the begins.
    struct Ran
    {
        TimeRange time;
        std::uint32_t event = 0; // in Queues::events
    };
    struct Lane
    {
        std::vector<Ran> ran;
        std::vector<std::uint32_t> calls;
        std::uint16_t axis = 0;
        std::uint8_t flags = 0;
    };
    struct Frame
    {
        TimeRange time;
        std::uint32_t event = 0; // the first one that ran
        bool isThere = false;
    };

    static constexpr std::size_t kLanes = 1'000; // below each other

    void place();
    // Where all lanes are taken it is not drawn.
    void addTo(Lanes& lanes, TrackId track, const Slice& slice);
    void addFrames();
    void addCalls();
    void addSubmits();
    void addDerived();
    TrackId queueGroup(std::uint32_t pci);
    RecordRef refOf(std::uint32_t event) const
    {
        return m_maker.placeOf(m_entries[m_queues.events[event].number]);
    }
    StringId nameOf(std::uint32_t event)
    {
        return m_maker.builder.intern(m_maker.known.labelOf(m_queues.events[event]));
    }

    TrackMaker& m_maker;
    const Report& m_report;
    std::uint64_t m_undrawn = 0;
    bool m_hasSeveralGpus = false;
    const Queues& m_queues;
    const std::vector<std::uint32_t>& m_entries;
    Job& m_job;
    std::vector<Lane> m_lanes; // by queue
    std::vector<std::string> m_names;
    std::map<std::uint64_t, Frame> m_frames;
};

// Sorts the events by queue and by time.
void QueueTracks::place()
{
    const auto pciOf = [](const Queues::Queue& queue) { return queue.info.key.pci; };
    m_hasSeveralGpus = std::ranges::adjacent_find(m_queues.queues, std::ranges::not_equal_to(), pciOf)
        != m_queues.queues.end();
    m_lanes.resize(m_queues.queues.size());
    for (std::size_t n = 0; n < m_lanes.size(); ++n) {
        const std::uint32_t pci = m_queues.queues[n].info.key.pci;
        m_lanes[n].axis = m_maker.known.axisOf(pci);
        m_lanes[n].flags = m_maker.isApproximate(pci) ? slice::kApproximate : std::uint8_t(0);
    }
    m_names = queueNames(m_queues.queues);
    std::uint64_t latestFrame = 0;
    for (std::uint32_t n = 0; n < m_queues.events.size(); ++n) {
        if (isStoppedAt(n, m_job))
            return;
        const QueueEvent& event = m_queues.events[n];
        if (event.queue == kNoQueue)
            continue;
        Lane& lane = m_lanes[event.queue];
        lane.calls.push_back(n);
        if (event.isSubmit())
            latestFrame = event.frame;
        const auto time = m_maker.known.gpuTimeOf(event);
        if (!time)
            continue;
        lane.ran.push_back({*time, n});
        if (!event.isSubmit() || lane.axis != 0) // frames are drawn on the clock of the CPU only
            continue;
        Frame& frame = m_frames[latestFrame];
        frame.time = frame.isThere ? united(frame.time, *time) : *time;
        frame.event = frame.isThere ? frame.event : n;
        frame.isThere = true;
    }
    for (Lane& lane : m_lanes)
        std::ranges::stable_sort(lane.ran, {}, [](const Ran& ran) { return ran.time.startNs; });
}

// A row of frames, from the begin of the first submit to the end of the last. Those that overlap lie below each other.
void QueueTracks::addFrames()
{
    if (m_frames.size() < 2) // all in one: nobody counted them
        return;
    std::vector<std::pair<std::uint64_t, const Frame*>> inTime;
    for (const auto& [number, frame] : m_frames)
        inTime.emplace_back(number, &frame);
    std::ranges::stable_sort(inTime, {}, [](const auto& frame) { return frame.second->time.startNs; });
    const TrackId track = m_maker.track({Family::frames}, TrackKind::slices, "frames", kNoTrack);
    Lanes lanes(kLanes);
    for (const auto& [number, frame] : inTime)
        addTo(lanes, track,
              {frame->time.startNs, frame->time.endNs,
               m_maker.builder.intern("frame " + std::to_string(number)), 0, refOf(frame->event)});
}

void QueueTracks::addTo(Lanes& lanes, TrackId track, const Slice& slice)
{
    const RowId row = lanes.rowFor(m_maker.builder, track, slice.startNs, slice.endNs);
    if (row != kNoRow)
        m_maker.add(row, slice);
    else
        ++m_undrawn;
}

// When the program called: instants, on the clock of the CPU.
void QueueTracks::addCalls()
{
    if (!m_maker.known.zeroTick || m_maker.known.clocks.cpuHz == 0)
        return;
    for (std::size_t queue = 0; queue < m_lanes.size(); ++queue) {
        std::vector<std::pair<std::int64_t, std::uint32_t>> calls;
        for (const std::uint32_t n : m_lanes[queue].calls) {
            if (const auto ns = m_maker.known.nsOfCpu(m_queues.events[n].cpu);
                ns && m_queues.events[n].cpu != 0)
                calls.emplace_back(*ns, n);
        }
        if (calls.empty())
            continue;
        std::ranges::stable_sort(calls, {}, [](const auto& call) { return call.first; });
        const TrackId track = m_maker.track({Family::submissions, queue}, TrackKind::slices,
                                            "to " + m_names[queue], m_maker.group(Group::submissions),
                                            {.detail = counted(calls.size(), "call", "calls")});
        const RowId row = m_maker.builder.addRow(track);
        for (std::size_t n = 0; n < calls.size(); ++n) {
            if (isStoppedAt(n, m_job))
                return;
            m_maker.add(row,
                        {calls[n].first, calls[n].first, nameOf(calls[n].second), 0, refOf(calls[n].second)});
        }
    }
}

TrackId QueueTracks::queueGroup(std::uint32_t pci)
{
    const auto& gpus = m_maker.known.clocks.gpus;
    if (!m_hasSeveralGpus)
        return m_maker.group(Group::queues);
    const auto gpu = std::ranges::find(gpus, pci, &Clocks::Gpu::pci);
    return m_maker.groupWithin(kNoTrack, Group::queues, std::uint64_t(pci) + 1,
                               "Queues, " + (gpu == gpus.end() ? std::string("GPU") : gpu->name) + " "
                                   + valueText(pci, FieldUnit::pci));
}

void QueueTracks::addSubmits()
{
    for (std::size_t queue = 0; queue < m_lanes.size(); ++queue) {
        const Lane& of = m_lanes[queue];
        const QueueInfo& info = m_queues.queues[queue].info;
        std::string detail = info.engine != 0 && queueEngineName(info.engine) != queueTypeName(info.type)
            ? queueEngineName(info.engine)
            : std::string();
        if (of.flags != 0)
            detail += std::string(detail.empty() ? "" : ", ") + "times approximate: one calibration";
        const TrackId track = m_maker.track({Family::queue, queue}, TrackKind::slices, m_names[queue],
                                            queueGroup(info.key.pci), {.axis = of.axis, .detail = detail});
        if (of.ran.empty()) {
            m_maker.builder.addRow(track);
            continue;
        }
        Lanes lanes(kLanes);
        for (std::size_t n = 0; n < of.ran.size(); ++n) {
            if (isStoppedAt(n, m_job))
                return;
            const Ran& ran = of.ran[n];
            addTo(lanes, track,
                  {ran.time.startNs, ran.time.endNs, nameOf(ran.event), of.flags, refOf(ran.event)});
        }
    }
}

// How many queues are busy, how long each frame takes, how long submits wait for their begin.
void QueueTracks::addDerived()
{
    struct Edge
    {
        std::int64_t ns = 0;
        int step = 0;
        std::uint32_t event = 0;
    };
    std::vector<Edge> edges;
    for (const Lane& lane : m_lanes) {
        if (lane.axis != 0)
            continue;
        std::int64_t covered = std::numeric_limits<std::int64_t>::min();
        for (const Ran& ran : lane.ran) { // the union of what ran on a queue
            if (ran.time.endNs <= std::max(ran.time.startNs, covered))
                continue;
            if (ran.time.startNs > covered)
                edges.push_back({ran.time.startNs, 1, ran.event});
            else
                edges.pop_back(); // it goes on
            edges.push_back({ran.time.endNs, -1, ran.event});
            covered = ran.time.endNs;
        }
    }
    if (edges.empty() || m_job.stopRequested())
        return;
    const TrackId group = m_maker.group(Group::derived);
    if (m_frames.size() > 1) {
        const RowId row = m_maker.counter({Family::derived, 0}, "frame GPU time", group,
                                          {.detail = "one step a frame", .unit = "ns"});
        std::vector<const Frame*> inTime;
        for (const auto& [number, frame] : m_frames)
            inTime.push_back(&frame);
        std::ranges::stable_sort(inTime, {}, [](const Frame* frame) { return frame->time.startNs; });
        for (const Frame* frame : inTime)
            m_maker.addValue(row, frame->time.startNs,
                             static_cast<double>(subtractSaturating(frame->time.endNs, frame->time.startNs)),
                             refOf(frame->event));
    }
    const auto lanes = std::ranges::count_if(m_lanes, [](const Lane& lane) { return !lane.ran.empty(); });
    if (lanes > 1) {
        std::ranges::stable_sort(edges, {}, &Edge::ns);
        const RowId row = m_maker.counter({Family::derived, 1}, "queues busy", group,
                                          {.detail = "of " + std::to_string(lanes)});
        int busy = 0;
        for (std::size_t n = 0; n < edges.size(); ++n) {
            busy += edges[n].step;
            if (n + 1 == edges.size() || edges[n + 1].ns != edges[n].ns)
                m_maker.addValue(row, edges[n].ns, busy, refOf(edges[n].event));
        }
    }
    for (std::size_t queue = 0; queue < m_lanes.size(); ++queue) {
        const Lane& lane = m_lanes[queue];
        if (lane.axis != 0 || lane.ran.empty())
            continue;
        RowId row = kNoRow;
        for (const Ran& ran : lane.ran) {
            const QueueEvent& event = m_queues.events[ran.event];
            const auto call = event.isSubmit() ? m_maker.known.nsOfCpu(event.cpu) : std::nullopt;
            if (!call || *call > ran.time.startNs) // the clocks contradict each other
                continue;
            if (row == kNoRow)
                row = m_maker.counter({Family::derived, 2 + queue}, "submit to begin", group,
                                      {.detail = m_names[queue], .unit = "ns"});
            m_maker.addValue(row, ran.time.startNs,
                             static_cast<double>(subtractSaturating(ran.time.startNs, *call)),
                             refOf(ran.event), lane.flags);
        }
    }
}

}

Result<void> addQueueTracks(TrackMaker& maker, const Report& report, Job& job)
{
    if (maker.known.queues.queues.empty())
        return {};
    return QueueTracks(maker, report, job).add();
}

}
