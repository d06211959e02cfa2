#include "core/formats/rdf/payloads/crash/crash_markers.h"

#include "core/io/byte_reader.h"

#include <algorithm>
#include <unordered_map>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kCommandBuffers = 1u << 20;
constexpr std::size_t kFaults = 100'000; // that are listed

enum class InfoKind : std::uint8_t {
    none,
    commandBufferStart,
    pipelineBind,
    draw,
    drawUserData,
    dispatch,
    barrierBegin,
    barrierEnd,
    nestedCommandBuffer,
};

std::string textOf(InfoKind kind, ByteReader& in)
{
    const std::string_view known = markerInfoName(static_cast<std::uint64_t>(kind));
    std::string out(known.empty() && kind != InfoKind::none ? "unknown" : known);
    const auto join = [&](std::initializer_list<std::uint32_t> numbers) {
        char sign = '(';
        for (const std::uint32_t one : numbers) {
            out += sign;
            out += std::to_string(one);
            sign = ',';
        }
        out += ')';
    };
    in.u32(); // the API's type
    const std::uint32_t x = in.u32(), y = in.u32(), z = kind == InfoKind::dispatch ? in.u32() : 0;
    if (kind == InfoKind::dispatch && !in.failed())
        join({x, y, z});
    else if (kind == InfoKind::draw && !in.failed())
        join({x, y}); // vertices or indices, and instances
    return out;
}

// The markers of one command buffer while they are told.
class MarkerRecorder
{
public:
    MarkerRecorder(std::uint32_t commandBuffer, std::uint32_t begin, std::uint32_t end)
    {
        m_out.commandBuffer = commandBuffer;
        m_out.begin = begin;
        m_out.end = end;
    }

    void begin(std::uint32_t value, std::string_view name, std::uint32_t entry, std::uint64_t offset)
    {
        const auto number = static_cast<std::uint32_t>(m_out.markers.size());
        const std::uint32_t parent = dropEnded();
        CrashMarker marker;
        marker.name = name;
        marker.value = value;
        marker.entry = entry;
        marker.offset = offset;
        marker.depth = parent == kNone ? 0 : m_out.markers[parent].depth + 1;
        m_out.markers.push_back(std::move(marker));
        m_ends.push_back(kNone);
        m_open[markerCounter(value)] = number;
        m_stack.push_back(number);
    }
    void end(std::uint32_t value)
    {
        const auto found = m_open.find(markerCounter(value));
        if (found == m_open.end()) {
            ++m_out.endWithoutBegin;
            return;
        }
        m_out.markers[found->second].isEnded = true;
        m_ends[found->second] = m_endCount;
        if (!m_lastEnd && markerCounter(value) == markerCounter(m_out.end))
            m_lastEnd = m_endCount;
        if (!m_laterEnd && markerCounter(value) >= markerCounter(m_out.end))
            m_laterEnd = m_endCount;
        ++m_endCount;
        m_open.erase(found);
    }
    void info(std::uint32_t value, InfoKind kind, ByteReader& in)
    {
        if (kind == InfoKind::commandBufferStart) {
            InFlight::Queue queue;
            queue.queue = in.u8();
            in.u64(); // the device
            queue.flags = in.u32();
            if (!in.failed())
                m_out.queue = queue;
            return;
        }
        const auto found = m_open.find(markerCounter(value));
        if (found == m_open.end())
            return;
        CrashMarker& marker = m_out.markers[found->second];
        if (kind != InfoKind::nestedCommandBuffer)
            marker.info = textOf(kind, in);
        else if (const std::uint32_t id = in.u32(); !in.failed())
            marker.nested.push_back(id);
    }

    std::size_t size() const { return m_out.markers.size(); }
    InFlight finish();

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t(0);

    // Ends may come in another order than the stack's. Returns the innermost open marker.
    std::uint32_t dropEnded()
    {
        while (!m_stack.empty() && m_out.markers[m_stack.back()].isEnded)
            m_stack.pop_back();
        return m_stack.empty() ? kNone : m_stack.back();
    }

    InFlight m_out;
    std::vector<std::uint32_t> m_ends; // of each marker which end, as they come
    std::vector<std::uint32_t> m_stack;
    std::unordered_map<std::uint32_t, std::uint32_t> m_open; // by counter
    std::uint32_t m_endCount = 0;
    std::optional<std::uint32_t> m_lastEnd;  // the end that the GPU passed last
    std::optional<std::uint32_t> m_laterEnd; // the first with its counter or a higher one
};

InFlight MarkerRecorder::finish()
{
    // Where the counter is missing, the first higher one tells, as in the vendor's tool.
    const bool nothingEnded = m_out.end == kNotStarted;
    const auto last = m_lastEnd ? m_lastEnd : m_laterEnd;
    for (std::size_t n = 0; n < m_out.markers.size(); ++n) {
        CrashMarker& marker = m_out.markers[n];
        m_out.beginWithoutEnd += !marker.isEnded;
        if (markerCounter(marker.value) > markerCounter(m_out.begin))
            marker.status = MarkerStatus::notStarted;
        else if (marker.isEnded && !nothingEnded && (!last || m_ends[n] <= *last))
            marker.status = MarkerStatus::finished;
        else
            marker.status = MarkerStatus::inProgress;
        ++m_out.statuses[static_cast<std::size_t>(marker.status)];
    }
    // From the end, so that those below are known before those above: of each depth what was met since.
    std::vector<std::uint32_t> below;
    std::vector<bool> inProgress;
    for (std::size_t n = m_out.markers.size(); n-- > 0;) {
        CrashMarker& marker = m_out.markers[n];
        below.resize(std::max<std::size_t>(below.size(), marker.depth + 2));
        inProgress.resize(below.size());
        marker.below = below[marker.depth + 1];
        marker.hasInProgressBelow = inProgress[marker.depth + 1];
        below[marker.depth + 1] = 0;
        inProgress[marker.depth + 1] = false;
        below[marker.depth] += marker.below + 1;
        inProgress[marker.depth] = inProgress[marker.depth] || marker.hasInProgressBelow
            || marker.status == MarkerStatus::inProgress;
    }
    return std::move(m_out);
}

// --- all chunks

class CrashReader
{
public:
    CrashReader(const PayloadChunks& chunks, const Report& report)
        : m_chunks(chunks)
        , m_report(report)
    {
    }

    Result<void> read(std::uint32_t entry, Job& job)
    {
        CrashEventStream stream(m_chunks, entry);
        const ProviderHeader& header = stream.header();
        const auto tell = [&](Code code, std::uint64_t offset, std::uint64_t length, std::string detail) {
            m_report(diagnose(code, std::move(detail), m_chunks.place(entry, offset, length), entry));
        };
        if (!header.isKnown()) {
            tell(Code::RdfCrashUnknownProvider, 0, 1, hexNumber(header.provider));
            return {};
        }
        const std::string side = providerName(header.provider);
        const bool isOfMarkers = header.provider == static_cast<std::uint32_t>(CrashProvider::userMode);
        m_out.providers.try_emplace(side, header);
        auto& counts = m_out.events[side];
        std::uint64_t seen = 0;
        while (const CrashEvent* const event = stream.next()) {
            if (isStoppedAt(seen++, job))
                return fail(Code::Stopped);
            ++counts[event->id];
            ByteReader in(event->payload);
            if (isOfMarkers)
                readUserMode(*event, entry, in);
            else if (event->id == kPageFault)
                readFault(*event, entry, in);
            m_out.isCut |= isOfMarkers && in.failed();
            if (in.failed())
                tell(Code::RdfCrashTruncatedEvent, event->offset, event->payload.size() + 4,
                     "event " + std::to_string(event->id) + " has only "
                         + counted(event->payload.size(), "byte", "bytes"));
        }
        m_out.isCut |= isOfMarkers && (stream.failed() || stream.isCut());
        if (stream.failed())
            m_report(m_chunks.unreadable(entry, "its data are damaged"));
        if (stream.isCut())
            tell(Code::RdfCrashTruncatedEvent, stream.offset(), ~std::uint64_t(0),
                 "at byte " + grouped(stream.offset()) + " of the chunk's decoded data");
        return {};
    }

    Crash finish()
    {
        for (const std::uint32_t id : m_order) {
            const Buffer& buffer = m_buffers[id];
            ++m_out.states[static_cast<std::size_t>(buffer.state)];
            if (buffer.recording)
                m_out.inFlight.push_back(buffer.recording->finish());
        }
        return std::move(m_out);
    }

private:
    struct Buffer
    {
        CommandBufferState state = CommandBufferState::notSeen;
        std::unique_ptr<MarkerRecorder> recording; // of one in flight
    };

    void readUserMode(const CrashEvent& event, std::uint32_t entry, ByteReader& in)
    {
        const std::uint8_t id = event.id;
        if (id < kMarkerBegin || id > kMarkerInfo)
            return;
        const std::uint32_t commandBuffer = in.u32();
        if (id == kCommandBufferState) {
            const std::uint32_t begin = in.u32(), end = in.u32();
            if (!in.failed())
                setState(commandBuffer, begin, end);
            return;
        }
        const auto found = m_buffers.find(commandBuffer);
        MarkerRecorder* const recording = found == m_buffers.end() ? nullptr : found->second.recording.get();
        const std::uint32_t value = in.u32();
        if (id == kMarkerEnd) {
            if (recording && !in.failed())
                recording->end(value);
            return;
        }
        const std::uint16_t size = in.u16();
        const auto bytes = in.bytes(size);
        if (!recording || in.failed())
            return;
        if (id == kMarkerBegin) {
            if (m_kept++ < kCrashMarkers)
                recording->begin(value, asText(bytes), entry, event.offset);
            else if (m_kept == kCrashMarkers + 1)
                m_report(diagnose(Code::RdfPayloadLimit, "more than 4,194,304 markers in flight"));
            return;
        }
        ByteReader info(bytes);
        const auto kind = static_cast<InfoKind>(info.u8());
        recording->info(value, kind, info);
    }

    // The first record of a command buffer; one that comes again begins it anew.
    void setState(std::uint32_t commandBuffer, std::uint32_t begin, std::uint32_t end)
    {
        if (!m_buffers.contains(commandBuffer)) {
            if (m_buffers.size() >= kCommandBuffers)
                return;
            m_order.push_back(commandBuffer);
        }
        Buffer& buffer = m_buffers[commandBuffer];
        m_kept -= buffer.recording ? buffer.recording->size() : 0;
        buffer = {};
        if (begin == 0 && end == 0) {
            buffer.state = CommandBufferState::notSeen;
        } else if (begin == kNotStarted) {
            buffer.state = CommandBufferState::notStarted;
        } else if (begin == kDone) {
            buffer.state = CommandBufferState::done;
        } else {
            buffer.state = CommandBufferState::inFlight;
            buffer.recording = std::make_unique<MarkerRecorder>(commandBuffer, begin, end);
        }
    }

    void readFault(const CrashEvent& event, std::uint32_t entry, ByteReader& in)
    {
        Crash::Fault fault;
        if (!readFields(event.payload, fault.fault)) {
            in.fail(ReadError::unexpectedEnd, 0);
            return;
        }
        in.seek(kPageFaultSize);
        fault.process = asText(in.bytes(fault.fault.nameLength));
        fault.tick = event.tick;
        fault.entry = entry;
        fault.offset = event.offset;
        if (m_out.faults.size() < kFaults)
            m_out.faults.push_back(std::move(fault));
        else
            ++m_out.faultsLeft;
    }

    const PayloadChunks& m_chunks;
    const Report& m_report;
    Crash m_out;
    std::unordered_map<std::uint32_t, Buffer> m_buffers;
    std::vector<std::uint32_t> m_order; // ids as they are told of
    std::size_t m_kept = 0;             // markers
};

}

std::string_view stateName(CommandBufferState state)
{
    static constexpr std::array<std::string_view, kCommandBufferStates> kNames = {"not_seen", "not_started",
                                                                                  "done", "in_flight"};
    return kNames[static_cast<std::size_t>(state)];
}

std::string_view statusName(MarkerStatus status)
{
    static constexpr std::array<std::string_view, kMarkerStatuses> kNames = {"finished", "in_progress",
                                                                             "not_started"};
    return kNames[static_cast<std::size_t>(status)];
}

Result<std::optional<Crash>> readCrash(const PayloadChunks& chunks, const Report& report, Job& job)
{
    if (!chunks.has(PayloadKind::crashEvents))
        return std::nullopt;
    CrashReader reader(chunks, report);
    for (const std::uint32_t entry : chunks.of(PayloadKind::crashEvents)) {
        if (auto read = reader.read(entry, job); !read)
            return tl::unexpected(read.error());
    }
    return std::optional(reader.finish());
}

}
