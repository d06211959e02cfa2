// Memory tokens of RDF: their sizes and fields, streams over chunks, the merge by time, and what they add up to.
#include "core/formats/rdf/payloads/memory/memory_trace.h"
#include "tests/support/rmt_bytes.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>
#include <random>

using namespace traceglass;
using namespace traceglass::rdf;
using namespace traceglass::made_payloads;

namespace {

constexpr RmtVersion kNew {1, 9};

// A capture that is open, and what is wrong with its payloads.
struct OpenPayloads
{
    DiagnosticLog log;
    std::unique_ptr<RdfFile> file;
    std::optional<PayloadChunks> chunks;
    std::vector<Diagnostic> problems;

    Report report()
    {
        return [this](Diagnostic problem) { problems.push_back(std::move(problem)); };
    }
    bool reports(Code code) const
    {
        return std::ranges::any_of(problems, [&](const Diagnostic& problem) { return problem.code == code; });
    }
};

}

class TestRdfMemory : public QObject
{
    Q_OBJECT

private slots:
    void sizesOfTokens();
    void fieldsOfTokens();
    void fieldsAreShown();
    void streamsOverChunks();
    void clocksOfStreams();
    void scanCountsEachToken();
    void streamsMergeByTime();
    void brokenStreams();
    void allocations();
    void bindings();
    void sharedAndSparse();
    void pagesPerHeap();
    void pageMapIsAnArray();
    void idTableIsAMap();
    void namesByDriver();
    void namesByRuntime();
    void implicitHeaps();
    void snapshotsAndPeaks();
    void stops();

private:
    std::unique_ptr<OpenPayloads> open(const std::vector<ChunkOf>& chunks) const
    {
        auto out = std::make_unique<OpenPayloads>();
        const std::filesystem::path path = m_folder.filePath("capture.rmv").toStdString();
        if (!writeFile(path, captureOf(chunks)))
            return nullptr;
        auto mapped = MappedFile::open(path);
        out->file = std::make_unique<RdfFile>(path, *mapped, out->log);
        Job job;
        if (!out->file->open(job))
            return nullptr;
        auto found = PayloadChunks::find(*out->file, job);
        out->chunks.emplace(*found);
        return out;
    }
    // One stream of the application.
    std::unique_ptr<OpenPayloads> openStream(const Bytes& tokens, RmtVersion version = kNew) const
    {
        return open(
            {{"GpuMemSegment", {}, threeHeaps()}, {"RmtData", rmtHeader(1, version, tokens.size()), tokens}});
    }
    static std::unique_ptr<MemoryTrace::Replayed> replay(OpenPayloads& in,
                                                         const std::vector<std::uint64_t>& at = {})
    {
        Job job;
        auto trace = MemoryTrace::scan(*in.chunks, in.report(), job);
        return trace && *trace ? std::move(*(*trace)->replay(at, job)) : nullptr;
    }

    QTemporaryDir m_folder;
};

void TestRdfMemory::sizesOfTokens()
{
    const std::vector<std::pair<Bytes, std::uint32_t>> all = {
        {timestamp(1), 12},
        {token(14, RmtKind::resourceUpdate).bytes, 14},
        {mapPages(0, 0, 1), 18},
        {userdata(RmtUserdataType::binary, Bytes(300)), 304},
        {token(2, RmtKind::misc).bytes, 2},
        {token(8, RmtKind::resourceReference).bytes, 8},
        {bindTo(1, 2, 3), 17},
        {token(6, RmtKind::processEvent).bytes, 6},
        {token(10, RmtKind::pageReference).bytes, 10},
        {token(8, RmtKind::cpuMap).bytes, 8},
        {freeAt(1), 7},
        {allocate(0, 4096, 0), 12},
        {createBuffer(1, 2), 18},
        {createHeap(1), 17},
        {createImage(1, 0), 46},
        {delta(5), 8},
        {destroy(1), 5},
    };
    for (const auto& [bytes, size] : all) {
        const Bytes padded = bytes + Bytes(8);
        QCOMPARE(rmtTokenSize(padded.data(), bytes.size(), kNew), size);
        QCOMPARE(std::size_t(size), bytes.size());
    }
    const Bytes reserved(16, std::byte(2));
    QCOMPARE(rmtTokenSize(reserved.data(), 8, kNew), kNoToken);
    Bytes image = createImage(1, 0) + Bytes(8);
    QCOMPARE(rmtTokenSize(image.data(), 46, RmtVersion {1, 5}), 45u); // dimensions had a bit less
    // A descriptor pool says how many entries it has.
    Bytes pool = token(10, RmtKind::resourceCreate).set(53, 48, 14).bytes + Bytes(8);
    pool[9] = std::byte(3);
    QCOMPARE(rmtTokenSize(pool.data(), 10, kNew), 7u + 3 + 4 * 3);
    QCOMPARE(rmtTokenSize(pool.data(), 9, kNew), 0u);
    QCOMPARE(rmtTokenSize(all[3].first.data(), 2, kNew), 0u);
}

void TestRdfMemory::fieldsOfTokens()
{
    const auto in = openStream(timestamp(7) + bindTo(0xdeadbeef, 0x123456789abc, 0xba987654321, true)
                               + token(12, RmtKind::virtualAllocate)
                                     .set(31, 8, 0xffffff)
                                     .set(33, 32, 3)
                                     .set(81, 34, 0xfedcba987654)
                                     .set(83, 82, 2)
                                     .set(92, 90, 4)
                                     .bytes
                               + token(18, RmtKind::pageTableUpdate)
                                     .set(43, 8, 0xfedcba987)
                                     .set(79, 44, 0x123456789)
                                     .set(99, 80, 0xfffff)
                                     .set(102, 100, 5)
                                     .set(103, 103, 1)
                                     .set(135, 104, 0xcafebabe)
                                     .set(137, 136, 1)
                                     .bytes);
    const RmtStreams streams = findStreams(*in->chunks, in->report());
    RmtStream stream(*in->chunks, streams.front());
    QVERIFY(stream.next());
    const RmtToken* token = stream.next();
    QVERIFY(token && token->kind == RmtKind::resourceBind);
    const auto bind = fieldsOf<RmtBind>(*token);
    QCOMPARE(bind.address, 0x123456789abcu);
    QCOMPARE(bind.size, 0xba987654321u);
    QVERIFY(bind.isSystemMemory);
    QCOMPARE(bind.resource, 0xdeadbeefu);
    const auto made = fieldsOf<RmtAllocate>(*stream.next());
    QCOMPARE(made.address, 0xfedcba987654u);
    QCOMPARE(made.size(), std::uint64_t(1) << 36);
    QCOMPARE(int(made.heap), 2);
    QCOMPARE(int(made.heaps), 4);
    QCOMPARE(int(made.owner), 3);
    const auto update = fieldsOf<RmtPageTableUpdate>(*stream.next());
    QCOMPARE(update.virtualPage, 0xfedcba987u);
    QCOMPARE(update.physicalPage, 0x123456789u);
    QCOMPARE(update.pages, 0xfffffu);
    QCOMPARE(update.pid, 0xcafebabeu);
    QVERIFY(update.isUnmap);
    QCOMPARE(pageBytes(update.pageSize), std::uint64_t(2) << 20);
    QVERIFY(!stream.next());
}

// What is shown comes from the same layout as what is read.
void TestRdfMemory::fieldsAreShown()
{
    const Bytes bytes = createBuffer(0x10, 65536, 1 << 12) + Bytes(8);
    RmtToken token;
    token.data = bytes.data();
    token.size = 18;
    token.kind = RmtKind::resourceCreate;
    token.version = kNew;
    const auto fields = describeResource(token);
    QCOMPARE(fields.size(), std::size_t(8));
    QCOMPARE(fields[0], (PayloadField {"resource", "0x10", 1, 4}));
    QCOMPARE(fields[4], (PayloadField {"resource type", "buffer", 6, 1}));
    QCOMPARE(fields[7].offset, std::uint64_t(7 + 3));
    QCOMPARE(fields[7].length, std::uint64_t(8));
    QCOMPARE(fields[7].value, std::string("65.5 kB · 65,536 bytes"));
}

// A token may be cut anywhere, also across chunks of which some are compressed or empty.
void TestRdfMemory::streamsOverChunks()
{
    const Bytes tokens = timestamp(100) + allocate(0x100000, 65536, 0) + createBuffer(3, 4096)
        + named("a name of some length", 3) + bindTo(3, 0x100000, 4096) + delta(5) + destroy(3);
    for (std::size_t cut = 0; cut <= tokens.size(); ++cut) {
        const auto part = [&](std::size_t from, std::size_t to) {
            const Bytes data(tokens.begin() + static_cast<std::ptrdiff_t>(from),
                             tokens.begin() + static_cast<std::ptrdiff_t>(to));
            return ChunkOf {"RmtData", rmtHeader(4, kNew, data.size()), data,
                            cut % 2 ? Compression::zstd : Compression::none};
        };
        const std::size_t middle = (cut + tokens.size()) / 2;
        const auto in = open({part(0, cut),
                              {"RmtData", rmtHeader(4, kNew, 0), {}},
                              part(cut, middle),
                              {"RmtData", rmtHeader(2, kNew, 12), timestamp(1)},
                              part(middle, tokens.size())});
        Job job;
        const auto trace = MemoryTrace::scan(*in->chunks, in->report(), job);
        QVERIFY(trace && *trace);
        QVERIFY(in->problems.empty());
        QCOMPARE((*trace)->streams().size(), std::size_t(2));
        const RmtStreamFacts& stream = (*trace)->streams()[1];
        QCOMPARE(stream.tokens, std::uint64_t(7));
        QCOMPARE(stream.bytes, std::uint64_t(tokens.size()));
        QCOMPARE(stream.info.pid, 77u);
        QCOMPARE(stream.firstTick, std::uint64_t(3200));
        QCOMPARE(stream.lastTick, std::uint64_t(3360));
        const auto replayed = (*trace)->replay({}, job);
        QCOMPARE((*replayed)->names.nameOf(0), std::string_view("a name of some length"));
        QCOMPARE((*replayed)->state.resources()[0].destroyed, std::uint64_t(3360));
    }
}

void TestRdfMemory::clocksOfStreams()
{
    Bytes late = destroy(1);
    late[0] |= std::byte(0x30); // three units after what was before
    const auto in =
        openStream(timestamp(10) + late + delta(0x10203) + destroy(2) + timestamp(4) + destroy(3));
    const RmtStreams streams = findStreams(*in->chunks, in->report());
    RmtStream stream(*in->chunks, streams.front());
    std::vector<std::uint64_t> ticks;
    while (const RmtToken* token = stream.next())
        ticks.push_back(token->tick / 32);
    QCOMPARE(ticks, (std::vector<std::uint64_t> {10, 13, 13 + 0x10203, 13 + 0x10203, 4, 4}));
    QCOMPARE(stream.frequency(), 10'000'000u);
    // Times that do not fit are held at the last that does.
    const auto far =
        openStream(timestamp(~std::uint64_t(0) >> 4) + delta(~std::uint64_t(0) >> 8) + destroy(1));
    const RmtStreams farStreams = findStreams(*far->chunks, far->report());
    RmtStream held(*far->chunks, farStreams.front());
    std::uint64_t last = 0;
    while (const RmtToken* token = held.next()) {
        QVERIFY(token->tick >= last);
        last = token->tick;
    }
    QCOMPARE(last, ((std::uint64_t(1) << 59) - 1) * 32);
}

// Tokens that are passed over count as if each were read.
void TestRdfMemory::scanCountsEachToken()
{
    Bytes tokens = timestamp(10);
    for (std::uint32_t n = 0; n < 500; ++n) {
        Bytes some = n % 7 == 0 ? delta(n)
            : n % 7 == 1        ? createBuffer(n, 1)
            : n % 7 == 2        ? named("name", n)
            : n % 7 == 3        ? token(2, RmtKind::misc).set(11, 8, n % 9).bytes
            : n % 97 == 4       ? timestamp(n)
                                : mapPages(0x1000, 0, 1);
        if (n % 3 == 0 && n % 7 != 0 && n % 97 != 4)
            some[0] |= std::byte(0x50); // five units later
        tokens = tokens + some;
    }
    const auto in = openStream(tokens);
    Job job;
    const auto trace = MemoryTrace::scan(*in->chunks, in->report(), job);
    QVERIFY(trace && *trace && in->problems.empty());
    const RmtStreamFacts& scanned = (*trace)->streams().front();
    RmtStream stream(*in->chunks, scanned.info);
    RmtCounts each;
    std::uint64_t read = 0;
    while (const RmtToken* const token = stream.next()) {
        const auto kind = static_cast<std::size_t>(token->kind);
        const bool hasClock = token->kind == RmtKind::timestamp || token->kind == RmtKind::timeDelta;
        ++each.tokens[kind];
        each.smallDeltas[kind] += !hasClock && (token->data[0] >> 4) != std::byte(0);
        ++read;
    }
    QCOMPARE(read, std::uint64_t(501));
    QCOMPARE(scanned.tokens, read);
    QCOMPARE(scanned.lastTick, stream.tick());
    QCOMPARE((*trace)->counts().tokens, each.tokens);
    QCOMPARE((*trace)->counts().smallDeltas, each.smallDeltas);
}

void TestRdfMemory::streamsMergeByTime()
{
    const Bytes first = timestamp(10) + destroy(1) + delta(10) + destroy(2);
    const Bytes second = timestamp(10) + destroy(11) + delta(5) + destroy(12) + delta(5) + destroy(13);
    const auto in = open({{"RmtData", rmtHeader(7, kNew, second.size()), second},
                          {"RmtData", rmtHeader(3, kNew, first.size()), first}});
    const RmtStreams streams = findStreams(*in->chunks, in->report());
    RmtMerge merge(*in->chunks, streams);
    std::vector<std::uint32_t> ids;
    while (const RmtToken* token = merge.next()) {
        if (token->kind == RmtKind::resourceDestroy)
            ids.push_back(fieldsOf<RmtDestroy>(*token).resource);
    }
    // At equal times the stream that was read goes on; else the lower number goes first.
    QCOMPARE(ids, (std::vector<std::uint32_t> {1, 11, 12, 13, 2}));
    QVERIFY(!merge.next());
}

void TestRdfMemory::brokenStreams()
{
    const Bytes good = timestamp(1) + createBuffer(1, 1);
    const auto codesOf = [&](const Bytes& tokens) {
        const auto in = openStream(tokens);
        const auto replayed = replay(*in);
        if (!replayed || replayed->state.counts().resourcesCreated != 1)
            return std::vector<Code> {};
        std::vector<Code> out;
        for (const Diagnostic& problem : in->problems) {
            out.push_back(problem.code);
            if (!problem.range || problem.entry != std::uint64_t(1))
                return std::vector<Code> {};
        }
        return out;
    };
    using Codes = std::vector<Code>;
    QVERIFY(codesOf(good + bindTo(1, 2, 3)).empty());
    for (std::size_t left = 1; left < 17; ++left) {
        Bytes cut = bindTo(1, 2, 3);
        cut.resize(left);
        QCOMPARE(codesOf(good + cut), Codes {Code::RdfRmtTruncatedToken});
    }
    Bytes claims = userdata(RmtUserdataType::binary, Bytes(5));
    claims[2] = std::byte(0xff);
    QCOMPARE(codesOf(good + claims), Codes {Code::RdfRmtTruncatedToken});
    QCOMPARE(codesOf(good + Bytes(100, std::byte(2))), Codes {Code::RdfRmtUnknownToken});
    QCOMPARE(codesOf(createBuffer(1, 1) + timestamp(3)), Codes {Code::RdfRmtNoTimestampFirst});
    const auto odd =
        openStream(good + token(7, RmtKind::resourceCreate).set(53, 48, 40).bytes + timestamp(9));
    const auto all = replay(*odd);
    QVERIFY(odd->reports(Code::RdfRmtUnknownResourceType));
    QCOMPARE(all->state.counts().resourcesCreated, std::uint64_t(2));

    const auto sizes = open({{"RmtData", rmtHeader(1, kNew, 99), good},
                             {"RmtData", rmtHeader(1, {1, 8}, 0), {}},
                             {"RmtData", Bytes(23), good}});
    QVERIFY(replay(*sizes));
    QVERIFY(sizes->reports(Code::RdfRmtSizeMismatch));
    QVERIFY(sizes->reports(Code::RdfRmtVersionChange));
    QVERIFY(sizes->reports(Code::RdfChunkUnreadable));
    QCOMPARE(sizes->problems.size(), std::size_t(3));

    std::vector<ChunkOf> many;
    for (std::uint32_t n = 0; n < 300; ++n)
        many.push_back({"RmtData", rmtHeader(n * 1000, kNew, good.size()), good});
    const auto crowd = open(many);
    QCOMPARE(findStreams(*crowd->chunks, crowd->report()).size(), kRmtStreams);
    QCOMPARE(crowd->problems.size(), std::size_t(1));
}

void TestRdfMemory::allocations()
{
    const auto in =
        openStream(timestamp(1) + allocate(0x10000, 0x8000, 0) + allocate(0x14000, 0x1000, 0) // inside
                   + allocate(0xf000, 0x2000, 0)                                              // meets
                   + allocate(0x18000, 0x1000, 3) + freeAt(0x12345) + freeAt(0x12345));
    const auto replayed = replay(*in);
    const MemoryCounts& counts = replayed->state.counts();
    QCOMPARE(counts.allocationsCreated, std::uint64_t(2));
    QCOMPARE(counts.allocationOverlap, std::uint64_t(2));
    QCOMPARE(counts.allocationsFreed, std::uint64_t(1)); // by any address within
    QCOMPARE(counts.freeUnknown, std::uint64_t(1));
    QCOMPARE(replayed->peakRequestedTotal, std::uint64_t(0x9000));
    QCOMPARE(replayed->state.requestedTotal(), std::uint64_t(0x1000));
    QCOMPARE(replayed->state.requested()[std::size_t(Heap::host)], std::uint64_t(0x1000)); // 3 is host, too
    // Without invisible memory what prefers it is in local memory.
    const Bytes tokens = timestamp(1) + allocate(0, 4096, 1);
    const auto flat = open({{"GpuMemSegment", {}, threeHeaps(1 << 28, 0)},
                            {"RmtData", rmtHeader(1, kNew, tokens.size()), tokens}});
    QCOMPARE(replay(*flat)->state.requested()[std::size_t(Heap::local)], std::uint64_t(4096));
    // From 1.6 on no preference means no heap; before, the number is not there.
    const Bytes none = timestamp(1) + token(12, RmtKind::virtualAllocate).set(83, 82, 1).bytes;
    QCOMPARE(replay(*openStream(none))->state.requested()[std::size_t(Heap::none)], std::uint64_t(4096));
    QCOMPARE(replay(*openStream(none, {1, 5}))->state.requested()[std::size_t(Heap::invisible)],
             std::uint64_t(4096));
}

void TestRdfMemory::bindings()
{
    const auto in =
        openStream(timestamp(1) + allocate(0x10000, 0x10000, 0) + createHeap(1) + bindTo(1, 0x10000, 0x10000)
                   + createBuffer(2, 0x3000) + bindTo(2, 0x10000, 0x3000) + createBuffer(3, 0x3000)
                   + bindTo(3, 0x12000, 0x3000) + createImage(4, 0) + bindTo(4, 0x18000, 0x1000)
                   + bindTo(4, 0x1f000, 0x1000) // images keep the first
                   + bindTo(9, 0x10000, 1) + bindTo(2, 0x90000, 1) + createBuffer(2, 1));
    const auto replayed = replay(*in);
    const MemoryCounts& counts = replayed->state.counts();
    QCOMPARE(counts.binds, std::uint64_t(7));
    QCOMPARE(counts.bindIgnored, std::uint64_t(1));
    QCOMPARE(counts.rebinds, std::uint64_t(1));
    QCOMPARE(counts.bindUnknownResource, std::uint64_t(1));
    QCOMPARE(counts.bindNoAllocation, std::uint64_t(1));
    QCOMPARE(counts.resourceIdReused, std::uint64_t(1));
    const MemoryLook look = replayed->state.look();
    QCOMPARE(look.resources, std::uint64_t(5));
    QCOMPARE(look.bound, std::uint64_t(0x3000 + 0x1000)); // 3 and 4: heaps do not count, 2 went away
    QCOMPARE(look.heaps[0].resources, std::uint64_t(2));
    QCOMPARE(replayed->state.pastBindings().size(), std::size_t(1));
    QCOMPARE(replayed->state.resources()[1].address, std::uint64_t(0x90000));
    QCOMPARE(replayed->state.resources()[2].id() & 0xffffffff, std::uint64_t(2));
}

void TestRdfMemory::sharedAndSparse()
{
    const auto in = openStream(timestamp(1) + createImage(1, 1 << 2) + bindTo(1, 0x500000, 0x4000)
                               + allocate(0x10000, 0x10000, 0) + createImage(2, 1 << 6, 1 << 4)
                               + bindTo(2, 0x10000, 0x1000)
                               + token(14, RmtKind::resourceUpdate).set(39, 8, 2).set(107, 93, 1 << 5).bytes);
    const auto replayed = replay(*in);
    QCOMPARE(replayed->state.counts().sharedAllocations, std::uint64_t(1));
    QCOMPARE(replayed->state.requested()[std::size_t(Heap::local)], std::uint64_t(0x4000));
    QCOMPARE(replayed->state.requested()[std::size_t(Heap::none)], std::uint64_t(0x10000));
    QCOMPARE(usageName(replayed->state.resources()[1].usageClass()), std::string_view("depth_stencil"));
}

void TestRdfMemory::pagesPerHeap()
{
    constexpr std::uint64_t kPage = 65536;
    const auto in = openStream(timestamp(1) + mapPages(0x100000, 0, 4)         // host
                               + mapPages(0x200000, (1 << 28) - 2 * kPage, 4)  // half local, half invisible
                               + mapPages(0x300000, std::uint64_t(1) << 40, 1) // nowhere
                               + mapPages(0x100000, 0, 1, true) + token(18, RmtKind::pageTableUpdate).bytes
                               + token(18, RmtKind::pageTableUpdate).set(137, 136, 1).set(102, 100, 7).bytes);
    const auto replayed = replay(*in);
    const BytesPerHeap expected {2 * kPage, 2 * kPage, 3 * kPage, 0, kPage};
    QCOMPARE(replayed->state.pages().bytes(), expected);
    QCOMPARE(replayed->peakCommittedTotal, 9 * kPage);
    QCOMPARE(replayed->state.counts().pageNotUpdate, std::uint64_t(1));
    QCOMPARE(replayed->state.counts().pageBadSize, std::uint64_t(1));
    QCOMPARE(replayed->state.pagesByProcess().at(4).mapped, 9 * kPage);
}

void TestRdfMemory::pageMapIsAnArray()
{
    constexpr std::size_t kPages = 1'000; // enough for many blocks of ranges
    std::array<std::optional<Heap>, kPages> plain;
    PageMap map;
    std::mt19937 random(5);
    std::size_t next = 0;
    Heap heap = Heap::local;
    bool isSet = true;
    for (int step = 0; step < 20'000; ++step) {
        if (random() % 3 == 0) { // else it goes on where the last one ended
            next = random() % kPages;
            heap = static_cast<Heap>(random() % kHeaps);
            isSet = random() % 3 != 0;
        }
        const std::size_t begin = next;
        const std::size_t length =
            random() % (step % 64 == 0 ? kPages : 4); // mostly pieces, now and then a good part
        const std::size_t end = std::min(kPages, begin + length);
        const BytesPerHeap before = map.bytes();
        isSet ? map.set(begin, end, heap) : map.clear(begin, end);
        next = end;
        const std::uint32_t counted = map.takeCounted();
        for (std::size_t n = 0; n < kHeaps; ++n)
            QVERIFY((counted >> n & 1) != 0 || map.bytes()[n] == before[n]);
        std::fill(plain.begin() + static_cast<std::ptrdiff_t>(begin),
                  plain.begin() + static_cast<std::ptrdiff_t>(end),
                  isSet ? std::optional(heap) : std::nullopt);
        const std::size_t from = random() % kPages, to = from + random() % (kPages - from + 1);
        BytesPerHeap all {}, some {};
        std::uint64_t total = 0;
        std::size_t ranges = 0;
        for (std::size_t page = 0; page < kPages; ++page) {
            if (!plain[page])
                continue;
            ++all[static_cast<std::size_t>(*plain[page])];
            some[static_cast<std::size_t>(*plain[page])] += page >= from && page < to;
            ++total;
            ranges += page == 0 || plain[page - 1] != plain[page];
        }
        QCOMPARE(map.bytes(), all);
        QCOMPARE(map.total(), total);
        QCOMPARE(map.bytesIn(from, to), some);
        QCOMPARE(map.ranges(), ranges);
    }
}

void TestRdfMemory::idTableIsAMap()
{
    std::map<std::uint32_t, std::uint32_t> plain;
    IdTable table;
    std::mt19937 random(7);
    for (std::uint32_t step = 0; step < 50'000; ++step) {
        const std::uint32_t id = static_cast<std::uint32_t>(random() % 500 << 8)
            | (step % 2) * 0xff00'0000u; // low bits alike, as pointers have
        if (random() % 3 == 0) {
            table.erase(id);
            plain.erase(id);
        } else {
            QCOMPARE(table.set(id, step), plain.insert_or_assign(id, step).second);
        }
        const auto asked = static_cast<std::uint32_t>(random() % 500 << 8);
        const auto found = plain.find(asked);
        QCOMPARE(table.find(asked), found == plain.end() ? std::nullopt : std::optional(found->second));
    }
    for (const auto& [id, number] : plain)
        QCOMPARE(table.find(id), std::optional(number));
}

void TestRdfMemory::namesByDriver()
{
    const auto in = openStream(
        timestamp(10) + createBuffer(1, 1) + named("first", 1) + delta(1) + named("second", 1) + delta(1)
        + createBuffer(1, 1) + named("third", 1) + named("nobody", 5)
        + token(7, RmtKind::resourceCreate).set(39, 8, 6).set(53, 48, 4).bytes + named("no such type", 6));
    const auto replayed = replay(*in);
    QCOMPARE(replayed->names.nameOf(0), std::string_view("second")); // the last one in its life
    QCOMPARE(replayed->names.nameOf(1), std::string_view("third"));
    QCOMPARE(replayed->names.namedCount(), std::uint64_t(2));
}

// Names come late and through what the runtime calls a resource.
void TestRdfMemory::namesByRuntime()
{
    const auto correlation = [](std::uint32_t driver, std::uint32_t runtime) {
        return userdata(RmtUserdataType::correlation, Packer().add(driver).add(runtime));
    };
    const auto late = [](std::string_view name, std::uint32_t id, std::uint64_t lag) {
        return userdata(RmtUserdataType::nameV2, Packer().text(name).add('\0').add(id).add(lag));
    };
    const auto in = openStream(timestamp(10) + createImage(1, 0) + correlation(1, 500) + createBuffer(7, 1)
                               + createImage(2, 0) + delta(100) + correlation(2, 500)
                               + late("of the first", 500, 3200) + late("of the second", 500, 0)
                               + late("taken directly", 7, 0) + late("an image is not", 1, 0));
    const auto replayed = replay(*in);
    QCOMPARE(replayed->names.nameOf(0), std::string_view("of the first"));
    QCOMPARE(replayed->names.nameOf(1), std::string_view("taken directly"));
    QCOMPARE(replayed->names.nameOf(2), std::string_view("of the second"));
    QCOMPARE(replayed->names.namedCount(), std::uint64_t(3));
}

void TestRdfMemory::implicitHeaps()
{
    const auto implicit = [](std::uint32_t id, int heap) {
        const Bytes body = Packer().add(id).add(std::uint64_t(0));
        return userdata(RmtUserdataType::implicitV2, heap < 0 ? body : body + Bytes {std::byte(heap)});
    };
    const auto in = openStream(timestamp(1) + allocate(0x10000, 0x10000, 0) + createHeap(1)
                               + bindTo(1, 0x10000, 0x10000) + createBuffer(2, 1) + bindTo(2, 0x10000, 0x1000)
                               + createBuffer(3, 1) + bindTo(3, 0x11000, 0x1000) + implicit(2, 1)
                               + implicit(3, 1) + createBuffer(4, 1) + implicit(4, -1));
    const auto replayed = replay(*in);
    QVERIFY(replayed->names.isImplicit(0)); // the heap at the base, by the buffer there
    QVERIFY(!replayed->names.isImplicit(1));
    QVERIFY(!replayed->names.isImplicit(2)); // not at the base
    QVERIFY(replayed->names.isImplicit(3));
}

void TestRdfMemory::snapshotsAndPeaks()
{
    const auto snapshot = [](std::string_view name, std::uint64_t tick) {
        return ChunkOf {"RmvSnapshotData",
                        {},
                        Packer().text(name, 128).add(tick).add(std::uint32_t(0)).add(std::uint32_t(1))};
    };
    const Bytes tokens = timestamp(100) + allocate(0x10000, 0x1000, 0) + delta(100)
        + allocate(0x20000, 0x1000, 0) + delta(100) + freeAt(0x10000);
    const ChunkOf index {"RmvSnapshotIndex",
                         Packer().add(std::uint16_t(2)).add(std::uint16_t(0)).add(std::uint32_t(1)),
                         Packer().add(std::uint16_t(2)).add(std::uint16_t(0))};
    const auto in = open({{"RmtData", rmtHeader(1, kNew, tokens.size()), tokens},
                          snapshot("late", 9600),
                          snapshot("deleted", 1),
                          snapshot("early", 6399),
                          index});
    const auto snapshots = readSnapshots(*in->chunks, in->report());
    QCOMPARE(snapshots.size(), std::size_t(2));
    QCOMPARE(snapshots[0].name, std::string("early")); // by time
    const auto replayed = replay(*in, {snapshots[0].tick, 6400, snapshots[1].tick, 20'000});
    std::vector<std::uint64_t> counts;
    for (const MemoryLook& look : replayed->looks)
        counts.push_back(look.allocations);
    QCOMPARE(counts, (std::vector<std::uint64_t> {1, 2, 1, 1})); // up to and with the moment
    QCOMPARE(replayed->peakRequestedTick, std::uint64_t(6400));
    QVERIFY(in->problems.empty());
    const auto shortOne = open({{"RmtData", rmtHeader(1, kNew, 0), {}}, {"RmvSnapshotData", {}, Bytes(135)}});
    QVERIFY(readSnapshots(*shortOne->chunks, shortOne->report()).empty());
    QVERIFY(shortOne->reports(Code::RdfChunkUnreadable));
}

void TestRdfMemory::stops()
{
    const auto in = openStream(timestamp(1) + destroy(1));
    std::stop_source source;
    source.request_stop();
    Job stopped(source.get_token());
    QCOMPARE(MemoryTrace::scan(*in->chunks, in->report(), stopped).error().code, Code::Stopped);
    Job job;
    const auto trace = MemoryTrace::scan(*in->chunks, in->report(), job);
    QCOMPARE((*trace)->replay({}, stopped).error().code, Code::Stopped);
}

QTEST_GUILESS_MAIN(TestRdfMemory)
#include "tst_rdf_memory.moc"
