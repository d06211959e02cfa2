// What chunks of RDF hold, read on one core: memory tokens, queue events.
#include "core/base/text.h"
#include "core/formats/demo_random.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "core/formats/rdf/demo/rmt_writer.h"
#include "core/formats/rdf/payloads/memory/memory_trace.h"
#include "core/formats/rdf/payloads/payload_facts.h"
#include "core/formats/rdf/rdf_document.h"
#include "tests/bench/bench.h"

#include <array>

namespace traceglass::bench {

namespace {

using namespace rdf;

constexpr std::uint64_t kTraceBytes = 100'000'000;
constexpr std::uint64_t kQueueEventsWritten = 1'000'000;
constexpr std::uint64_t kPage = 65'536, kPagesAnAllocation = 160, kUpdatesAnAllocation = 19;

// A driver at work, with the tokens of the published sample in their shares (rdf-payloads.md 1.8): page updates 64 %,
// time 15 %, creations, bindings, destructions and references 3 to 4 % each, the others 2 % each. 480 allocations
// live at a time. Their pages are mapped and unmapped in pieces, of one allocation in four out of order.
class TraceInTheShares
{
public:
    void write(std::uint64_t bytes)
    {
        while (m_kernel.size() + m_user.size() < bytes)
            turn(m_turn++);
    }
    const RmtWriter& kernel() const { return m_kernel; }
    const RmtWriter& user() const { return m_user; }

private:
    static constexpr std::uint64_t kLive = 480;

    static std::uint64_t address(std::uint64_t turn) { return (turn % kLive + 1) << 28; }
    std::uint32_t nextId()
    {
        return static_cast<std::uint32_t>(0x9E37'79B1u * ++m_ids);
    } // low half of a pointer

    void turn(std::uint64_t turn)
    {
        const bool isFull = turn >= kLive;
        if (isFull)
            release(turn - kLive);
        step();
        m_user.allocate(address(turn), kPagesAnAllocation * kPage, turn % 8 ? Heap::invisible : Heap::host);
        mapPages(turn, false);
        std::vector<std::uint32_t>& ids = m_live[turn % kLive];
        ids = {nextId(), nextId()};
        m_user.createHeap(ids[0], kPagesAnAllocation * kPage);
        if (turn % 4 == 0)
            m_user.createImage(ids[1], {.width = 1024, .height = 1024, .usage = 1, .size = 4u << 20});
        else
            m_user.createBuffer(ids[1], 4u << 20, 1u << 7);
        m_user.name("texture " + std::to_string(turn % 500), ids[1]);
        step();
        m_user.token(RmtKind::resourceBind,
                     RmtBind {address(turn), kPagesAnAllocation * kPage, ids[0], false});
        m_user.token(RmtKind::resourceBind, RmtBind {address(turn), 4u << 20, ids[1], false});
        m_user.token(RmtKind::cpuMap, RmtCpuMap {address(turn), false});
        m_user.token(RmtKind::resourceReference, RmtReference {address(turn), 0, false});
    }
    void release(std::uint64_t turn)
    {
        step();
        m_user.token(RmtKind::resourceReference, RmtReference {address(turn), 0, true});
        for (const std::uint32_t id : m_live[turn % kLive])
            m_user.token(RmtKind::resourceDestroy, RmtDestroy {id});
        m_user.token(RmtKind::virtualFree, RmtFree {address(turn)});
        mapPages(turn, true);
    }
    void mapPages(std::uint64_t turn, bool isUnmap)
    {
        const std::uint64_t pages = kPagesAnAllocation / kUpdatesAnAllocation;
        for (std::uint64_t n = 0; n < kUpdatesAnAllocation; ++n) {
            const std::uint64_t piece = turn % 4 == 1 ? n * 7 % kUpdatesAnAllocation : n;
            RmtPageTableUpdate update;
            update.virtualPage = (address(turn) + piece * pages * kPage) >> 12;
            update.physicalPage =
                turn % 8 ? (turn % kLive * kPagesAnAllocation + piece * pages) * kPage >> 12 : 0;
            update.pages = static_cast<std::uint32_t>(pages);
            update.pageSize = 2; // of 64 KiB
            update.update = 1;
            update.pid = 4;
            update.isUnmap = isUnmap;
            m_kernel.token(RmtKind::pageTableUpdate, update);
            if (n % 5 == 0)
                step();
        }
    }
    void step()
    {
        m_tick += 32 * (1 + m_random.below(3'000));
        m_kernel.advanceTo(m_tick);
        if (m_random.below(4) == 0)
            m_user.advanceTo(m_tick);
    }

    std::uint64_t m_tick = 1'000'000, m_turn = 0;
    std::uint32_t m_ids = 0;
    DemoRandom m_random {3};
    RmtWriter m_kernel {m_tick, 10'000'000}, m_user {m_tick, 10'000'000};
    std::array<std::vector<std::uint32_t>, kLive> m_live;
};

Result<void> writeTrace(const std::filesystem::path& path)
{
    auto writer = RdfWriter::create(path);
    if (!writer)
        return tl::unexpected(writer.error());
    TraceInTheShares trace;
    trace.write(kTraceBytes);
    const std::vector<std::byte> heap =
        writtenBytes(MemorySegment {.heap = 1, .base = 0, .size = std::uint64_t(16) << 30});
    return writer->add({.id = "GpuMemSegment"}, {}, heap)
        .and_then([&] {
            return writer->add({.id = "RmtData"}, trace.kernel().header(0, 0), trace.kernel().bytes());
        })
        .and_then(
            [&] { return writer->add({.id = "RmtData"}, trace.user().header(7, 1), trace.user().bytes()); })
        .and_then([&] { return writer->finish(); });
}

Result<void> writeQueueEvents(const std::filesystem::path& path)
{
    auto writer = RdfWriter::create(path);
    if (!writer)
        return tl::unexpected(writer.error());
    constexpr std::uint32_t kPci = 0x300;
    constexpr std::uint64_t kQueuesWritten = 3;
    const auto addInfo = [&](const char* id, const auto& value) {
        return writer->add({.id = id}, {}, writtenBytes(value));
    };
    for (std::uint64_t n = 0; n < kQueuesWritten; ++n)
        if (auto added = addInfo("QueueInfo", QueueInfo {.key = {kPci, n + 1}}); !added)
            return added;
    for (const std::uint64_t tick : {std::uint64_t(1'000'000), 1'000'000 + kQueueEventsWritten * 1'000})
        if (auto added = addInfo("ClockCalibration", ClockCalibration {kPci, tick, tick}); !added)
            return added;
    QueueEvent event;
    for (std::uint64_t n = 0; n < kQueueEventsWritten; ++n) {
        event.key = {kPci, n % kQueuesWritten + 1};
        event.commandBuffer = static_cast<std::uint32_t>(n);
        event.frame = n / 500;
        event.cpu = 1'000'000 + n * 100;
        event.begin = 1'000'000 + n * 1'000;
        event.end = event.begin + 800;
        if (auto added = writer->add({.id = "QueueEvent"}, {}, writtenBytes(event)); !added)
            return added;
    }
    return writer->finish();
}

// Runs `measure` with what `write` wrote, if it could be written and opened.
template <class Measure>
void withPayloads(Result<void> (*write)(const std::filesystem::path&), Measure measure)
{
    const TemporaryPath file;
    if (const auto written = write(file.path); !written) {
        std::fprintf(stderr, "%s\n", message(written.error()).c_str());
        return;
    }
    const auto mapped = MappedFile::open(file.path);
    if (!mapped)
        return;
    DiagnosticLog log;
    RdfFile rdf(file.path, *mapped, log);
    Job job;
    if (!rdf.open(job))
        return;
    PayloadFacts facts(rdf);
    if (facts.find(job))
        measure(facts, file.path);
}

const Report kNobody = [](const Diagnostic&) {};

// Until the whole timeline stands, and those that are published on the way: processor seconds.
double timelineSeconds(const std::filesystem::path& path)
{
    return median(
        [&] {
            Job job;
            if (const auto document = RdfDocument::open(path, job))
                (void)index(**document, {.threads = 1, .publish = [](const TimelinePtr&) {}}, job);
        },
        processSeconds, 3);
}

void memoryTokens(const PayloadFacts& facts, const std::filesystem::path& path)
{
    constexpr double kMillion = 1e6, kPromisedTokens = 30, kPromisedMegabytes = 200;
    Job job;
    const PayloadChunks chunks = facts.chunks();
    std::uint64_t tokens = 0, bytes = 0;
    const double decode = median(
        [&] {
            tokens = bytes = 0;
            for (const RmtStreamInfo& info : findStreams(chunks, kNobody)) {
                RmtStream stream(chunks, info);
                while (stream.next())
                    ++tokens;
                bytes += stream.offset();
            }
        },
        threadSeconds, 5);
    const auto trace = MemoryTrace::scan(chunks, kNobody, job);
    if (!trace || !*trace)
        return;
    const double replay = median([&] { (void)(*trace)->replay({}, job); }, threadSeconds, 5);
    const auto rows = [&](const std::string& name, double seconds) {
        row(name, static_cast<double>(bytes) / seconds / kMillion, "MB/s", kPromisedMegabytes);
        row(name + ".tokens", static_cast<double>(tokens) / seconds / kMillion, "million/s", kPromisedTokens);
    };
    rows("rdf.payloads.rmt.decode", decode);
    rows("rdf.payloads.rmt.replay", replay);
    rows("rdf.payloads.rmt.timeline", timelineSeconds(path));
}

void queueEvents(const PayloadFacts& facts, const std::filesystem::path& path)
{
    Job job;
    const PayloadChunks chunks = facts.chunks();
    const double read = median([&] { (void)readQueues(chunks, readClocks(chunks, kNobody), kNobody, job); },
                               threadSeconds, 5);
    row("rdf.payloads.queues", read, "s per million", 1);
    row("rdf.payloads.queues.timeline", timelineSeconds(path), "s per million", 1);
    const double open = median([&] { (void)RdfDocument::open(path, job); }, threadSeconds, 5);
    row("rdf.open", open * 1e3, "ms per million");
    row("rdf.open.payloads",
        median([&] { (void)PayloadChunks::find(chunks.file(), job); }, threadSeconds, 5) * 1e3,
        "ms per million");
}

}

void payloads()
{
    withPayloads(writeTrace, memoryTokens);
    withPayloads(writeQueueEvents, queueEvents);
}

}
