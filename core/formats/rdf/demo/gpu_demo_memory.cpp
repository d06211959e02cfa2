#include "core/formats/rdf/demo/gpu_demo_story.h"
#include "core/formats/rdf/demo/rmt_writer.h"
#include "core/formats/rdf/payloads/device_info.h"
#include "core/formats/rdf/payloads/memory/rmt_resources.h"

#include <string>

namespace traceglass::rdf::fight {

namespace {

constexpr std::uint64_t kMiB = 1u << 20, kPageSize = 65'536;
constexpr std::uint64_t kLocalMemory = 25'753'026'560, kHostMemory = 67'108'864'000;
constexpr std::uint32_t kTextureUse = 1, kTargetUse = 1u << 4 | 1, kDepthUse = 1u << 5 | 1; // bits of images
constexpr std::uint32_t kUniformUse = 1u << 4, kVertexUse = 1u << 7;                        // of buffers
constexpr std::uint32_t kRgba16Float = 71, kDepth32 = 85, kBc7 = 99;
constexpr std::uint64_t kNamesLateBy = 320'000; // ticks, a multiple of the 32 that tokens count in

// What the drivers write down while the game makes and drops resources, each in an allocation of its own.
class Drivers
{
public:
    struct Made
    {
        std::uint32_t id = 0, heapId = 0;
        std::uint64_t address = 0, size = 0;
        bool isHost = false;
    };

    void moveTo(std::uint64_t us)
    {
        m_tick = cpuTick(us);
        m_kernel.advanceTo(m_tick);
        m_user.advanceTo(m_tick);
    }
    Made image(std::string_view name, const RmtWriter::Image& image)
    {
        const Made made = allocate(image.size, Heap::local);
        m_user.createImage(made.id, image);
        bind(made, name);
        return made;
    }
    Made buffer(std::string_view name, std::uint64_t size, std::uint32_t use, Heap heap)
    {
        const Made made = allocate(size, heap);
        m_user.createBuffer(made.id, size, use);
        bind(made, name);
        return made;
    }
    void drop(const Made& made)
    {
        m_user.token(RmtKind::resourceReference, RmtReference {made.address, 0, true});
        m_user.token(RmtKind::resourceDestroy, RmtDestroy {made.id});
        m_user.token(RmtKind::resourceDestroy, RmtDestroy {made.heapId});
        m_user.token(RmtKind::virtualFree, RmtFree {made.address});
        mapPages(made, true);
    }
    void pipelines(std::size_t count)
    {
        constexpr std::uint64_t kCode = 64 * 1024;
        const Made made = allocate(kCode * count, Heap::local);
        mapPages(made, false);
        for (std::size_t n = 0; n < count; ++n) {
            const std::uint32_t id = nextId();
            m_user.create(id, kPipeline);
            m_user.token(RmtKind::resourceBind, RmtBind {made.address + n * kCode, kCode, id, false});
        }
    }
    void does(std::uint8_t misc) { m_user.token(RmtKind::misc, RmtMisc {misc}); }

    void write(DemoWriter& out)
    {
        constexpr RmtVersion kRuntime {0, 1}; // of the kernel's driver and the runtime
        const auto stream = [&](const RmtWriter& tokens, std::uint32_t pid, std::uint32_t number,
                                RmtVersion version, Compression compression) {
            out.chunk("RmtData", 1, compression, tokens.bytes(), tokens.header(pid, number, version));
        };
        stream(m_kernel, 0, 0, kRuntime, Compression::zstd);
        stream(m_user, kPid, 1, kWrittenVersion, Compression::none);
        stream(m_names, 0, 2, kRuntime, Compression::none);
    }

private:
    std::uint32_t nextId() { return m_id += 0x40; }

    Made allocate(std::uint64_t size, Heap heap)
    {
        Made made {nextId(), nextId(), m_address, (size + kPageSize - 1) / kPageSize * kPageSize,
                   heap == Heap::host};
        m_address += made.size + kPageSize;
        m_user.allocate(made.address, made.size, heap);
        m_user.createHeap(made.heapId, made.size);
        m_user.token(RmtKind::resourceBind, RmtBind {made.address, made.size, made.heapId, false});
        return made;
    }
    // The runtime tells the name some time later, by what it calls the resource.
    void bind(const Made& made, std::string_view name)
    {
        const std::uint32_t runtimeId = ++m_runtimeId;
        m_user.correlate(made.id, runtimeId);
        m_user.token(RmtKind::resourceBind, RmtBind {made.address, made.size, made.id, made.isHost});
        m_user.token(RmtKind::resourceReference, RmtReference {made.address, 0, false});
        m_names.advanceTo(m_tick + kNamesLateBy);
        m_names.lateName(name, runtimeId, kNamesLateBy);
        mapPages(made, false);
    }
    void mapPages(const Made& made, bool isUnmap)
    {
        constexpr std::uint64_t kPagesAToken = 128;
        for (std::uint64_t at = 0; at < made.size; at += kPagesAToken * kPageSize) {
            RmtPageTableUpdate update;
            update.virtualPage = (made.address + at) >> 12;
            update.physicalPage = made.isHost ? 0 : (made.address - kFirstAddress + kMiB + at) >> 12;
            update.pages = static_cast<std::uint32_t>(std::min(kPagesAToken, (made.size - at) / kPageSize));
            update.pageSize = 2; // 64 KiB
            update.pid = 4;      // the system's process, as drivers write it
            update.update = 1;
            update.isUnmap = isUnmap;
            m_kernel.token(RmtKind::pageTableUpdate, update);
        }
    }

    static constexpr std::uint64_t kFirstAddress = 0x1'0000'0000;
    std::uint64_t m_tick = cpuTick(0), m_address = kFirstAddress;
    std::uint32_t m_id = 0x105c'4000, m_runtimeId = 0;
    RmtWriter m_kernel {m_tick, kCpuHz}, m_user {m_tick, kCpuHz}, m_names {m_tick, kCpuHz};
};

// What was there before the fight.
void loadArena(Drivers& drivers)
{
    constexpr RmtWriter::Image kTarget {
        .width = 3'840, .height = 2'160, .format = kRgba16Float, .usage = kTargetUse, .size = 64 * kMiB};
    for (const std::string_view name : {"g-buffer albedo", "g-buffer normals", "g-buffer material", "hdr"})
        drivers.image(name, kTarget);
    drivers.image(
        "depth",
        {.width = 3'840, .height = 2'160, .format = kDepth32, .usage = kDepthUse, .size = 40 * kMiB});
    for (int cascade = 0; cascade < 3; ++cascade)
        drivers.image(
            "shadow cascade[" + std::to_string(cascade) + "]",
            {.width = 2'048, .height = 2'048, .format = kDepth32, .usage = kDepthUse, .size = 16 * kMiB});
    for (std::uint64_t n = 0; n < 36; ++n) {
        drivers.moveTo(20 + n * 30);
        drivers.image("arena texture[" + std::to_string(n) + "]",
                      {.width = 4'096,
                       .height = 4'096,
                       .mips = 13,
                       .format = kBc7,
                       .usage = kTextureUse,
                       .size = 22 * kMiB});
    }
    for (const std::string_view name :
         {"boss vertices", "terrain vertices", "prop vertices", "cloth vertices"})
        drivers.buffer(name, 24 * kMiB, kVertexUse, Heap::local);
    drivers.buffer("particle pool", 96 * kMiB, 1u << 5, Heap::local);
    drivers.pipelines(kPasses.size());
}

// Each frame uploads what it needs and gives that back. The textures the shockwave bends light with are made anew, too,
// and nobody ever destroys them.
void playFrame(Drivers& drivers, std::size_t frame)
{
    constexpr std::uint64_t kUpload = 0, kEffects = 650, kPresent = 6'000,
                            kFreed = 6'050; // from the first call
    constexpr std::uint8_t kSubmitGraphics = 0, kSubmitCompute = 1, kPresented = 3;
    drivers.moveTo(std::max<std::uint64_t>(callAt(frame, kUpload), 1'200));
    const auto upload = drivers.buffer("frame upload", 8 * kMiB, kUniformUse, Heap::host);
    drivers.does(kSubmitGraphics);
    drivers.moveTo(std::max<std::uint64_t>(callAt(frame, kEffects), 1'300));
    for (std::size_t ring = 0; ring < 3; ++ring)
        drivers.image("shockwave distortion[" + std::to_string(frame * 3 + ring) + "]",
                      {.width = 1'024,
                       .height = 1'024,
                       .format = kRgba16Float,
                       .usage = kTextureUse,
                       .size = 8 * kMiB});
    drivers.does(kSubmitCompute);
    drivers.moveTo(callAt(frame, kPresent));
    drivers.does(kPresented);
    drivers.moveTo(callAt(frame, kFreed));
    drivers.drop(upload);
}

void writeSnapshot(DemoWriter& out, std::string_view name, std::uint64_t us)
{
    ByteWriter data;
    data.raw(name);
    data.zeros(128 - name.size());
    data.numbers(cpuTick(us), static_cast<std::uint32_t>(name.size()), 1);
    out.chunk("RmvSnapshotData", 1, Compression::none, data);
}

}

void writeMemory(DemoWriter& out)
{
    ByteWriter heaps;
    for (const MemorySegment& heap : {MemorySegment {0, 0, kLocalMemory}, MemorySegment {1, kLocalMemory, 0},
                                      MemorySegment {2, 0, kHostMemory}})
        heaps.raw(writtenBytes(heap));
    out.chunk("GpuMemSegment", 1, Compression::none, heaps);
    AdapterInfo adapter;
    adapter.name = "AMD Radeon RX 7900 XTX";
    adapter.family = 145;
    out.chunk("AdapterInfo", 1, Compression::none, writtenBytes(adapter));

    Drivers drivers;
    drivers.moveTo(20);
    loadArena(drivers);
    for (std::size_t frame = 0; frame < kFrames.size(); ++frame)
        playFrame(drivers, frame);
    drivers.write(out);
    writeSnapshot(out, "arena loaded", 10'000);
    writeSnapshot(out, "after the fight", 110'000);
    writeSnapshot(out, "shockwave begins", 44'000);
}

}
