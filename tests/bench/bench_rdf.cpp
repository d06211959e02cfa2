#include "core/formats/rdf/wire/rdf_map.h"
#include "core/io/byte_writer.h"
#include "tests/bench/bench.h"

namespace traceglass::bench {

namespace {

// An index of a million clean entries over 50 ids, at the end of a file whose chunk bytes are empty space.
std::vector<std::byte> millionEntries()
{
    constexpr std::uint64_t kEntries = 1'000'000;
    constexpr std::uint64_t kChunk = 24;
    const std::uint64_t indexOffset = 32 + kEntries * kChunk;
    ByteWriter out;
    out.raw("AMD_RDF ");
    out.u32(3);
    out.u32(0);
    out.u64(indexOffset);
    out.u64(kEntries * 64);
    out.zeros(kEntries * kChunk);
    for (std::uint64_t i = 0; i < kEntries; ++i) {
        std::string id = "QueueEvent" + std::to_string(i % 50);
        id.resize(16, '\0');
        out.raw(id);
        out.u32(0);
        out.u32(1);
        out.u64(32 + i * kChunk);
        out.u64(8);
        out.u64(32 + i * kChunk + 8);
        out.u64(16);
        out.u64(0);
    }
    return out.take();
}

}

void rdf()
{
    using namespace traceglass::rdf;
    const std::vector<std::byte> file = millionEntries();
    std::vector<Diagnostic> problems;
    const auto index = readIndex(file, problems);
    if (!index)
        return;
    const double limit = streamingRead();
    const auto bytes = static_cast<double>(index->entries.size());
    const double check = median([&] {
        Job job;
        std::vector<Diagnostic> found;
        (void)checkEntries(
            *index, [&](Diagnostic problem) { found.push_back(std::move(problem)); }, job);
    });
    row("rdf.index.check", bytes / check / 1e9, "GB/s", limit);
    row("rdf.index.check.entry", check * 1e9 / static_cast<double>(index->count()), "ns");
    row("rdf.index.number", median([&] { (void)numberChunks(*index, Job()); }, threadSeconds, 5) * 1e3,
        "ms per million");
    row("rdf.index.map", median([&] { (void)buildMap(*index, {}, Job()); }, threadSeconds, 3) * 1e3,
        "ms per million");
}

}
