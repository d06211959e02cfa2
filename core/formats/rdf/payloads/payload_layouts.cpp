#include "core/formats/rdf/payloads/payload_layouts.h"

#include "core/formats/rdf/payloads/code_objects.h"
#include "core/formats/rdf/payloads/counters.h"
#include "core/formats/rdf/payloads/crash/crash_events.h"
#include "core/formats/rdf/payloads/markers.h"
#include "core/formats/rdf/payloads/memory/rmt_stream.h"
#include "core/formats/rdf/payloads/memory/snapshot_data.h"
#include "core/formats/rdf/payloads/queues.h"
#include "core/formats/rdf/payloads/ray_tracing.h"

namespace traceglass::rdf {

namespace {

template <class Payload>
std::vector<PayloadField> describeAs(std::span<const std::byte> bytes)
{
    Payload payload;
    return describeFields(bytes, payload);
}

template <class Payload>
void writeAs(std::span<const std::byte> bytes, JsonWriter& json)
{
    Payload payload;
    JsonFields in(bytes, json);
    layout(in, payload);
}

// Text whose length the record tells has none in a record of zeros.
template <class Payload>
std::size_t sizeOf()
{
    static constexpr std::array<std::byte, 1024> kZeros {};
    Payload payload;
    PlainFields in(kZeros);
    layout(in, payload);
    return in.offset();
}

template <class Payload>
RecordLayout one(std::size_t least)
{
    return {describeAs<Payload>, writeAs<Payload>, least, sizeOf<Payload>(), false};
}

template <class Payload>
RecordLayout row()
{
    return {describeAs<Payload>, writeAs<Payload>, Payload::kSize, Payload::kSize, true};
}

std::array<PayloadLayout, kPayloadKinds> makeLayouts()
{
    std::array<PayloadLayout, kPayloadKinds> out;
    const auto of = [&](PayloadKind kind) -> PayloadLayout& { return out[static_cast<std::size_t>(kind)]; };
    of(PayloadKind::apiInfo).data = one<ApiInfo>(8);
    of(PayloadKind::asicInfo).data = one<AsicInfo>(416); // up to the name; older versions have less behind it
    of(PayloadKind::adapterInfo).data = one<AdapterInfo>(172);
    of(PayloadKind::memorySegments).data = row<MemorySegment>();
    of(PayloadKind::clockCalibration).data = one<ClockCalibration>(24);
    of(PayloadKind::processInfo).data = one<ProcessInfo>(8);
    of(PayloadKind::queueInfo).data = one<QueueInfo>(26);
    of(PayloadKind::queueEvent).data = one<QueueEvent>(72);
    of(PayloadKind::stringTable).header = one<StringTableHeader>(8);
    of(PayloadKind::userMarkers).header = one<UserMarkersHeader>(12);
    of(PayloadKind::codeObject).header = one<CodeObjectHeader>(24);
    of(PayloadKind::codeObjectLoads) = {one<EntryCount>(4), row<CodeObjectLoad>()};
    of(PayloadKind::pipelineCorrelation) = {one<EntryCount>(4), row<PipelineCorrelation>()};
    of(PayloadKind::codeObjectCorrelation) = {one<EntryCount>(4), row<CodeObjectCorrelation>()};
    of(PayloadKind::spmSession).header = one<SpmSession>(20);
    of(PayloadKind::spmCounter).header = one<SpmCounter>(20);
    of(PayloadKind::traceError).header = one<TraceError>(28);
    of(PayloadKind::rmtData).header = one<RmtChunkHeader>(24);
    of(PayloadKind::snapshot).data = one<SnapshotData>(136);
    of(PayloadKind::crashEvents).header = one<ProviderHeader>(32);
    of(PayloadKind::accelerationStructure).header = one<RawAccelStruct>(28);
    of(PayloadKind::historyRayIndex).data = row<HistoryRay>();
    of(PayloadKind::sqttData).header = one<SqttHeader>(40);
    return out;
}

// Kinds that nothing else is made of yet: their readers say nothing about them.
constexpr auto kLooselyRead = std::to_array<PayloadKind>(
    {PayloadKind::apiInfo, PayloadKind::processInfo, PayloadKind::codeObject, PayloadKind::codeObjectLoads,
     PayloadKind::pipelineCorrelation, PayloadKind::codeObjectCorrelation, PayloadKind::spmSession,
     PayloadKind::spmCounter, PayloadKind::traceError, PayloadKind::accelerationStructure,
     PayloadKind::sqttData});

}

std::string hashText(const Hash128& hash)
{
    std::array<std::byte, sizeof hash.high + sizeof hash.low> bytes {};
    for (std::size_t n = 0; n < 8; ++n) {
        bytes[n] = static_cast<std::byte>(hash.high >> (56 - 8 * n));
        bytes[8 + n] = static_cast<std::byte>(hash.low >> (56 - 8 * n));
    }
    return hex(bytes);
}

std::string loadName(std::uint64_t kind)
{
    return kind == 0 ? "load" : kind == 1 ? "unload" : std::to_string(kind);
}

std::string blockName(std::uint64_t block)
{
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"CPF", "",      "",      "PA",  "SC",     "SPI",   "SQ",     "SX",    "TA",     "TD",
         "TCP", "TCC",   "",      "DB",  "CB",     "GDS",   "",       "GRBM",  "GRBMSE", "RLC",
         "DMA", "MC",    "CPG",   "CPC", "",       "TCS",   "ATC",    "ATCL2", "MCVML2", "EA",
         "RPB", "RMI",   "UMCCH", "GE",  "GL1A",   "GL1C",  "GL1CG",  "GL2A",  "GL2C",   "CHA",
         "CHC", "CHCG",  "GUS",   "GCR", "PH",     "UTCL1", "GEDIST", "GESE",  "DFMALL", "SQWGP",
         "PC",  "GL1XA", "GL1XC", "WGS", "EACPWD", "EASE",  "RLCUSER"});
    const std::string_view name = block < kNames.size() ? kNames[static_cast<std::size_t>(block)] : "";
    return name.empty() ? std::to_string(block) : std::string(name);
}

const PayloadLayout& layoutOf(PayloadKind kind)
{
    static const auto kAll = makeLayouts();
    return kAll[static_cast<std::size_t>(kind)];
}

Result<void> checkLayouts(const PayloadChunks& chunks, const Report& report, const Job& job)
{
    std::uint64_t seen = 0;
    for (const PayloadKind kind : kLooselyRead) {
        const PayloadLayout& known = layoutOf(kind);
        for (const std::uint32_t entry : chunks.of(kind)) {
            if (isStoppedAt(seen++, job))
                return fail(Code::Stopped);
            const ChunkBytes header = chunks.header(entry);
            if (header.bytes.size() < known.header.least) {
                report(chunks.unreadable(
                    entry, "its header has fewer than " + std::to_string(known.header.least) + " bytes"));
                continue;
            }
            std::uint64_t least = known.data.least;
            if (known.data.isRow) {
                EntryCount count;
                readFields(header.bytes, count);
                least = std::uint64_t(count.count) * known.data.least;
            }
            const Index& index = chunks.file().outer().index();
            const Entry found = index.entry(entry);
            const std::uint64_t size = found.canDecode() ? static_cast<std::uint64_t>(found.uncompressedSize)
                                                         : index.dataExtent(found).length;
            if (size < least) // whether compressed data are as long as is claimed is said elsewhere
                report(chunks.unreadable(entry, "its data have fewer than " + grouped(least) + " bytes"));
        }
    }
    return {};
}

}
