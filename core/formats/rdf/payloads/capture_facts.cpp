#include "core/formats/rdf/payloads/capture_facts.h"

#include "core/formats/rdf/payloads/device_info.h"
#include "core/formats/rdf/payloads/memory/memory_trace.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kAdaptersTold = 8;
constexpr std::size_t kStreamsAsked = 64;     // chunks of memory tokens
constexpr std::uint64_t kProcessBytes = 4096; // path included

const Report kTellNobody = [](const Diagnostic&) {}; // validating tells what is wrong

// GPUs by the first kind of chunk that names any.
std::string adapterText(const PayloadChunks& chunks, const SystemInfo& system)
{
    std::vector<std::string> names;
    for (const std::uint32_t entry : chunks.of(PayloadKind::asicInfo)) {
        const ChunkBytes data = chunks.data(entry, 4096);
        if (names.size() > kAdaptersTold)
            break;
        AsicInfo asic;
        readFields(data.bytes, asic);
        std::string name(asic.name);
        if (asic.vramBytes > 0)
            name += ", " + sizeText(static_cast<std::uint64_t>(asic.vramBytes));
        names.push_back(std::move(name));
    }
    for (const std::uint32_t entry : chunks.of(PayloadKind::adapterInfo)) {
        if (!names.empty())
            break;
        const ChunkBytes data = chunks.data(entry, 4096);
        AdapterInfo adapter;
        readFields(data.bytes, adapter);
        names.emplace_back(adapter.name);
    }
    if (names.empty())
        std::ranges::transform(system.gpus, std::back_inserter(names), &SystemInfo::Gpu::name);
    std::erase(names, std::string());
    std::string out;
    for (std::size_t n = 0; n < std::min(names.size(), kAdaptersTold); ++n)
        out += (n > 0 ? "; " : "") + names[n];
    return names.size() > kAdaptersTold ? out + "; and more" : out;
}

std::string apiText(const PayloadChunks& chunks)
{
    for (const std::uint32_t entry : chunks.of(PayloadKind::apiInfo)) {
        const ChunkBytes data = chunks.data(entry, 4096);
        ApiInfo api;
        if (readFields(data.bytes, api))
            return apiName(api.api) + ' ' + std::to_string(api.major) + '.' + std::to_string(api.minor);
    }
    return {};
}

// The process that was traced: as the trace says, else that of its first memory tokens that belong to one.
std::string processText(const PayloadChunks& chunks, const SystemInfo& system)
{
    std::uint32_t pid = 0;
    std::string name;
    for (const std::uint32_t entry : chunks.of(PayloadKind::processInfo)) {
        const ChunkBytes data = chunks.data(entry, kProcessBytes);
        ProcessInfo process;
        readFields(data.bytes, process); // a path that is cut is none
        pid = process.pid;
        name = process.path;
        break;
    }
    const auto& streams = chunks.of(PayloadKind::rmtData);
    for (std::size_t n = 0; n < std::min(streams.size(), kStreamsAsked) && pid == 0; ++n) {
        RmtChunkHeader header;
        readFields(chunks.header(streams[n]).bytes, header);
        pid = header.pid;
    }
    if (pid == 0)
        return name;
    const auto known = std::ranges::find(system.processes, pid, &SystemInfo::Process::pid);
    if (name.empty() && known != system.processes.end())
        name = known->name;
    return (name.empty() ? "" : name + ", ") + "pid " + std::to_string(pid);
}

std::string perHeapText(std::uint64_t total, const BytesPerHeap& peaks)
{
    std::string heaps;
    for (std::size_t heap = 0; heap < kHeaps; ++heap) {
        if (peaks[heap] == 0)
            continue;
        const bool isUnknown = heap == static_cast<std::size_t>(Heap::unknown);
        heaps += (heaps.empty() ? "" : ", ") + (isUnknown ? "unknown" : heapName(heap)) + ' '
            + sizeText(peaks[heap]);
    }
    return sizeText(total) + (heaps.empty() ? "" : ", of each heap: " + heaps);
}

}

Facts deviceFacts(const PayloadChunks& chunks)
{
    const SystemInfo system = readSystemInfo(chunks);
    Facts out;
    const auto add = [&](const char* label, std::string value) {
        if (!value.empty())
            out.emplace_back(label, std::move(value));
    };
    add("adapter", adapterText(chunks, system));
    add("API", apiText(chunks));
    add("driver", system.driver);
    add("process", processText(chunks, system));
    return out;
}

Result<Facts> memoryFacts(const PayloadChunks& chunks, Job& job)
{
    const auto trace = MemoryTrace::scan(chunks, kTellNobody, job);
    if (!trace)
        return tl::unexpected(trace.error());
    if (!*trace)
        return Facts {};
    return (*trace)->replay({}, job).map([](const auto& replayed) {
        return Facts {
            {"peak memory", perHeapText(replayed->peakRequestedTotal, replayed->peakRequested)},
            {"peak mapped", perHeapText(replayed->peakCommittedTotal, replayed->peakCommitted)},
        };
    });
}

}
