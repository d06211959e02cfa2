#include "core/formats/rdf/demo/gpu_demo_story.h"
#include "core/formats/rdf/demo/written_fields.h"
#include "core/formats/rdf/payloads/markers.h"
#include "core/formats/rdf/payloads/queues.h"

#include <algorithm>
#include <map>

namespace traceglass::rdf::fight {

namespace {

constexpr std::array<std::uint64_t, 2> kHandles = {0x55d0'8000'1000, 0x55d0'8000'2000}; // by queue
constexpr std::uint32_t kFirstBuffer = 0x1a6d; // of the passes, recorded once and submitted in every frame
constexpr std::uint64_t kSemaphore = 0x7f31'c2a4;
constexpr std::uint64_t kSignalCall = 1'500, kWaitCall = 3'400,
                        kPresentCall = 6'000; // from a frame's first call

QueueKey keyOf(Queue queue)
{
    return {kPci, kHandles[static_cast<std::size_t>(queue)]};
}

void writeEvents(DemoWriter& out)
{
    for (std::size_t n = 0; n < kFrames.size(); ++n) {
        std::map<QueueKey, std::uint32_t> submits;
        std::vector<QueueEvent> events;
        const auto add = [&](QueueEventKind kind, Queue queue, std::uint64_t call) -> QueueEvent& {
            QueueEvent& event = events.emplace_back();
            event.key = keyOf(queue);
            event.kind = kind;
            event.frame = kFirstFrame + n;
            event.sub = submits[event.key]++;
            event.cpu = cpuTick(callAt(n, call));
            return event;
        };
        const FrameSpans spans = spansOf(n);
        for (std::size_t pass = 0; pass < kPasses.size(); ++pass) {
            QueueEvent& event = add(QueueEventKind::submit, kPasses[pass].queue, kPasses[pass].call);
            event.commandBuffer = kFirstBuffer + static_cast<std::uint32_t>(pass);
            event.api = 0x7f31'4400'0000 + pass * 0x40;
            event.begin = gpuTick(spans[pass].begin);
            event.end = gpuTick(spans[pass].end);
        }
        add(QueueEventKind::signal, Queue::compute, kSignalCall).api = kSemaphore;
        add(QueueEventKind::wait, Queue::universal, kWaitCall).api = kSemaphore;
        QueueEvent& present = add(QueueEventKind::present, Queue::universal, kPresentCall);
        present.frame = 0; // as drivers write it
        present.api = 813 + n;
        std::ranges::stable_sort(events, {}, &QueueEvent::cpu);
        for (const QueueEvent& event : events)
            out.chunk("QueueEvent", 1, Compression::none, writtenBytes(event));
    }
}

// All names in one table, and a tree of them for each command buffer.
void writeMarkers(DemoWriter& out)
{
    std::vector<std::string_view> strings;
    std::vector<std::vector<std::uint32_t>> operations(kPasses.size());
    for (std::size_t pass = 0; pass < kPasses.size(); ++pass) {
        std::size_t open = 0;
        const auto popTo = [&](std::size_t depth) {
            constexpr std::uint32_t kPop = 2;
            for (; open > depth; --open)
                operations[pass].push_back(kPop);
        };
        for (std::string_view rest = kPasses[pass].markers; !rest.empty();) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            const std::size_t depth = line.find_first_not_of(' ');
            popTo(depth);
            strings.push_back(line.substr(depth));
            constexpr std::uint32_t kPush = 1;
            operations[pass].push_back(static_cast<std::uint32_t>(strings.size()) << 2 | kPush);
            ++open;
        }
        popTo(0);
    }
    ByteWriter offsets, texts;
    for (const std::string_view string : strings) {
        offsets.u32(static_cast<std::uint32_t>(strings.size() * sizeof(std::uint32_t) + texts.size()));
        texts.raw(string);
        texts.u8(0);
    }
    offsets.raw(texts.bytes());
    constexpr std::uint32_t kTable = 1;
    const StringTableHeader table {kTable, static_cast<std::uint32_t>(strings.size())};
    out.chunk("StringTable", 1, Compression::none, offsets.bytes(), writtenBytes(table));
    for (std::size_t pass = 0; pass < kPasses.size(); ++pass) {
        const UserMarkersHeader header {kFirstBuffer + static_cast<std::uint32_t>(pass), kTable,
                                        static_cast<std::uint32_t>(operations[pass].size())};
        out.chunk("UserMarkerHist", 1, Compression::none, std::as_bytes(std::span(operations[pass])),
                  writtenBytes(header));
    }
}

}

std::uint64_t callAt(std::size_t frame, std::uint64_t call)
{
    // The first frame is submitted at once; later ones as the game gets to it.
    return kFrames[frame].call + (frame == 0 ? call / 3 : call);
}

// Submits of a queue follow each other closely. Lighting waits for what compute does, and all behind it ends the frame.
FrameSpans spansOf(std::size_t number)
{
    const GpuFrame& frame = kFrames[number];
    const std::array<std::uint64_t, 2> busy = {frame.universal, frame.compute};
    std::array<std::uint64_t, kPasses.size()> lengths {};
    std::array<std::uint64_t, 2> rest = busy;
    for (std::size_t pass = 0; pass < kPasses.size(); ++pass) {
        const auto queue = static_cast<std::size_t>(kPasses[pass].queue);
        lengths[pass] =
            number == kSlowFrame ? kPasses[pass].slow : kPasses[pass].usual * busy[queue] / kUsual[queue];
        rest[queue] -= lengths[pass];
    }
    lengths[kInterface] += rest[0]; // what rounding left
    lengths[kParticles] += rest[1];

    constexpr std::uint64_t kGap = 20;
    FrameSpans out;
    const auto put = [&](std::size_t pass, std::uint64_t begin) {
        out[pass] = {begin, begin + lengths[pass]};
        return out[pass].end + kGap;
    };
    put(kGBuffer, put(1, put(0, frame.begin)));
    constexpr std::uint64_t kComputeBegins = 400;
    put(kLightCulling, put(kParticles, frame.begin + kComputeBegins));
    std::uint64_t tail = 0;
    for (std::size_t pass = kLighting; pass <= kInterface; ++pass)
        tail += lengths[pass] + (pass > kLighting ? kGap : 0);
    std::uint64_t at = frame.begin + frame.length - tail;
    for (std::size_t pass = kLighting; pass <= kInterface; ++pass)
        at = put(pass, at);
    return out;
}

void writeQueues(DemoWriter& out)
{
    for (const Queue queue : {Queue::universal, Queue::compute}) {
        QueueInfo info;
        info.key = keyOf(queue);
        info.type = info.engine = static_cast<std::uint8_t>(1 + static_cast<int>(queue));
        out.chunk("QueueInfo", 1, Compression::none, writtenBytes(info));
    }
    writeEvents(out);
    writeMarkers(out);
}

}
