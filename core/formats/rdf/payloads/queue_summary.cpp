#include "core/base/json_writer.h"
#include "core/formats/rdf/payloads/payload_summary.h"

#include <algorithm>
#include <map>

namespace traceglass::rdf {

namespace {

// How the submits of a queue lie beside each other.
struct QueueLoad
{
    std::uint64_t events = 0, submits = 0;
    std::uint64_t busy = 0; // ticks in which any of them ran
    std::size_t lanes = 0;  // where each takes the first that is free at its begin
};

QueueLoad loadOf(const std::vector<const QueueEvent*>& events)
{
    QueueLoad out;
    out.events = events.size();
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ran;
    for (const QueueEvent* event : events) {
        if (event->isSubmit() && event->hasGpuTime())
            ran.emplace_back(event->begin, event->end);
    }
    out.submits = ran.size();
    std::ranges::sort(ran);
    std::multimap<std::uint64_t, std::size_t> lanes; // by the end of what is in them
    std::uint64_t covered = 0;
    for (const auto& [begin, end] : ran) {
        const std::uint64_t from = std::max(begin, covered);
        out.busy += end > from ? end - from : 0;
        covered = std::max(covered, end);
        if (!lanes.empty() && lanes.begin()->first <= begin)
            lanes.erase(lanes.begin());
        lanes.emplace(end, 0);
        out.lanes = std::max(out.lanes, lanes.size());
    }
    return out;
}

// The events of each queue, so that no queue is looked for in all of them.
std::map<QueueKey, std::vector<const QueueEvent*>> eventsByQueue(const Queues& queues)
{
    std::map<QueueKey, std::vector<const QueueEvent*>> out;
    for (const QueueEvent& event : queues.events)
        out[event.key].push_back(&event);
    return out;
}

class QueueJson
{
public:
    QueueJson(SummaryText& to, const Clocks& clocks, const Queues& queues, const UserMarkers& markers)
        : m_to(to)
        , m_json(to.text)
        , m_clocks(clocks)
        , m_queues(queues)
        , m_markers(markers)
        , m_zero(queues.zeroTick(clocks))
    {
    }

    void write()
    {
        m_json.beginObject();
        writeClocks();
        writeQueueList();
        writeKinds();
        m_json.field("submits_without_time", m_queues.submitsWithoutTime);
        m_json.field("submits_backwards", m_queues.submitsBackwards);
        writeFrames();
        writeWaits();
        writeTrees();
        writeEvents();
        m_json.endObject();
    }

private:
    std::optional<std::int64_t> nsOfCpu(std::uint64_t cpu) const
    {
        return m_zero ? m_clocks.nsFrom(*m_zero, static_cast<std::int64_t>(cpu)) : std::nullopt;
    }
    std::optional<std::int64_t> nsOfGpu(const QueueEvent& event, std::uint64_t gpu) const
    {
        const auto cpu = m_zero ? m_clocks.cpuTicks(event.key.pci, gpu) : std::nullopt;
        return cpu ? m_clocks.nsFrom(*m_zero, *cpu) : std::nullopt;
    }

    void writeClocks();
    void writeQueueList();
    void writeKinds();
    void writeFrames();
    void writeWaits();
    void writeTrees();
    void writeTree(const MarkerTree& tree);
    void writeEvents();

    SummaryText& m_to;
    JsonWriter m_json;
    const Clocks& m_clocks;
    const Queues& m_queues;
    const UserMarkers& m_markers;
    std::optional<std::int64_t> m_zero;
};

void QueueJson::writeClocks()
{
    m_json.key("gpus").beginArray();
    for (const Clocks::Gpu& gpu : m_clocks.gpus)
        m_json.beginObject()
            .field("pci", gpu.pci)
            .field("timestamp_hz", gpu.hz)
            .field("name", gpu.name)
            .endObject();
    m_json.endArray();
    m_json.key("cpu_hz");
    m_clocks.cpuHz == 0 ? m_json.value(std::nullopt) : m_json.value(m_clocks.cpuHz);
    m_json.field("cpu_hz_source", sourceName(m_clocks.cpuHzSource));
    m_json.key("clocks").beginArray();
    std::map<std::uint32_t, GpuClock> clocks; // of GPUs and of what queues name
    const auto add = [&](std::uint32_t pci) {
        const GpuClock* const clock = m_clocks.clockOf(pci);
        clocks.emplace(pci, clock ? *clock : GpuClock {});
    };
    for (const Clocks::Gpu& gpu : m_clocks.gpus)
        add(gpu.pci);
    for (const Queues::Queue& queue : m_queues.queues)
        add(queue.info.key.pci);
    for (const auto& [pci, clock] : clocks)
        m_json.beginObject()
            .field("pci", pci)
            .field("method", methodName(clock.method))
            .field("calibrations", clock.calibrations)
            .endObject();
    m_json.endArray().field("zero_cpu_tick", m_zero);
}

void QueueJson::writeQueueList()
{
    const auto events = eventsByQueue(m_queues);
    m_json.key("queues").beginArray();
    for (const Queues::Queue& queue : m_queues.queues) {
        const QueueInfo& info = queue.info;
        const auto found = events.find(info.key);
        const QueueLoad load = found == events.end() ? QueueLoad {} : loadOf(found->second);
        m_json.beginObject()
            .field("pci", info.key.pci)
            .field("queue", info.key.queue)
            .field("context", info.context);
        m_json.field("type", queueTypeName(info.type)).field("engine", queueEngineName(info.engine));
        m_json.field("declared", queue.isDeclared)
            .field("events", load.events)
            .field("submits", load.submits);
        m_json.field("busy_gpu_ticks", load.busy).field("lanes", load.lanes).endObject();
        m_json.flush(m_to.out);
    }
    m_json.endArray();
}

void QueueJson::writeKinds()
{
    std::map<std::uint32_t, std::uint64_t> kinds;
    for (const QueueEvent& event : m_queues.events)
        ++kinds[static_cast<std::uint32_t>(event.kind)];
    m_json.key("events_by_kind").beginObject();
    for (const auto& [kind, count] : kinds)
        m_json.foreignKey(queueEventName(kind)).value(count);
    m_json.endObject();
}

void QueueJson::writeFrames()
{
    struct Frame
    {
        std::uint64_t submits = 0, presents = 0;
        std::optional<std::int64_t> begin, end; // of those whose time is known
    };
    std::map<std::uint64_t, Frame> frames;
    for (const QueueEvent& event : m_queues.events) {
        if (event.kind != QueueEventKind::submit && event.kind != QueueEventKind::present)
            continue;
        Frame& frame = frames[event.frame];
        ++(event.isSubmit() ? frame.submits : frame.presents);
        if (!event.isSubmit() || !event.hasGpuTime())
            continue;
        const auto begin = nsOfGpu(event, event.begin), end = nsOfGpu(event, event.end);
        if (!begin || !end)
            continue;
        frame.begin = std::min(frame.begin.value_or(*begin), *begin);
        frame.end = std::max(frame.end.value_or(*end), *end);
    }
    m_json.key("frames").beginArray();
    for (const auto& [number, frame] : frames) {
        m_json.beginObject()
            .field("frame", number)
            .field("submits", frame.submits)
            .field("presents", frame.presents);
        m_json.field("begin_ns", frame.begin).field("end_ns", frame.end).endObject();
        m_json.flush(m_to.out);
    }
    m_json.endArray();
}

void QueueJson::writeWaits()
{
    m_json.key("waits").beginArray();
    for (const QueueEvent& event : m_queues.events) {
        if (event.kind != QueueEventKind::wait)
            continue;
        const QueueEvent* const signal = event.signal == kNoSignal ? nullptr : &m_queues.events[event.signal];
        m_json.beginObject().field("semaphore", event.api).field("wait", event.number);
        m_json.field("wait_queue", event.key.queue);
        m_json.field("signal", signal ? std::optional(signal->number) : std::nullopt);
        m_json.field("signal_queue", signal ? std::optional(signal->key.queue) : std::nullopt)
            .endObject();
        m_json.flush(m_to.out);
    }
    m_json.endArray();
}

void QueueJson::writeTree(const MarkerTree& tree)
{
    // Each marker is [name, [children]]; those below kTreeDepth are left out.
    std::uint32_t open = 0; // lists of children
    m_json.beginArray();
    for (const MarkerTree::Marker& marker : tree.markers) {
        if (marker.depth >= kTreeDepth)
            continue;
        for (; open > marker.depth; --open)
            m_json.endArray().endArray();
        m_json.beginArray().value(m_markers.nameOf(tree, marker.string)).beginArray();
        ++open;
        m_json.flush(m_to.out);
    }
    for (; open > 0; --open)
        m_json.endArray().endArray();
    m_json.endArray();
}

void QueueJson::writeTrees()
{
    m_json.key("command_buffers").beginArray();
    for (const auto& [id, tree] : m_markers.trees()) {
        m_json.beginObject()
            .field("id", id)
            .field("table", tree.table)
            .field("ops", tree.operations)
            .key("tree");
        writeTree(tree);
        m_json.endObject();
        m_json.flush(m_to.out);
    }
    m_json.endArray();
}

void QueueJson::writeEvents()
{
    m_json.key("events").beginArray();
    for (const QueueEvent& event : m_queues.events) {
        m_json.beginObject()
            .field("n", event.number)
            .field("pci", event.key.pci)
            .field("queue", event.key.queue);
        m_json.field("kind", queueEventName(static_cast<std::uint32_t>(event.kind)))
            .field("frame", event.frame);
        m_json.field("cpu_ns", nsOfCpu(event.cpu));
        if (event.isSubmit()) {
            const bool ran = event.hasGpuTime();
            const std::string label = m_markers.labelOf(event.commandBuffer);
            m_json.field("command_buffer", event.commandBuffer)
                .field("sub", event.sub)
                .field("api", event.api);
            m_json.field("gpu_ticks", ran ? std::optional(event.end - event.begin) : std::nullopt);
            m_json.field("begin_ns", ran ? nsOfGpu(event, event.begin) : std::nullopt);
            m_json.field("end_ns", ran ? nsOfGpu(event, event.end) : std::nullopt);
            m_json.field("label", label.empty() ? std::nullopt : std::optional(label));
        } else {
            m_json.field("api", event.api);
            m_json.field("gpu_ns", event.begin != 0 ? nsOfGpu(event, event.begin) : std::nullopt);
        }
        m_json.endObject();
        m_json.flush(m_to.out);
    }
    m_json.endArray();
}

}

void writeQueues(SummaryText& to, const Clocks& clocks, const Queues& queues, const UserMarkers& markers)
{
    QueueJson(to, clocks, queues, markers).write();
}

}
