// Opens the input as a CondensedData file and walks everything in it, combined events expanded as well.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/cjfr/wire/cjfr_json.h"
#include "core/io/file.h"
#include "fuzz_support.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/open_condensed.h"

namespace traceglass::fuzz::cjfr_target {

namespace {

// Every kind of type and embedding, a cycle, a combined event.
Bytes everyKind()
{
    CjfrBytes file("NONE");
    file.jfr(1000, 1'700'000'000'000'000'000);
    file.stringType(30);
    file.uv(3).uv(31).str("memory KB").str("");
    file.u8(1);
    file.uv(0).uv(32).str("").str("");
    file.u8(3);
    file.u8(1);
    file.structType(33, "Node",
                    {{"name", 30, 2}, {"next", 33, 3}, {"load", 31, 1}, {"small", 32}, {"on", 2}});
    file.message(33).uv(1).str("a").uv(1).uv(2).uv(2).u8(0);
    file.zeros(3);
    file.u8(1);
    file.u8(1);
    file.u16(0x3fc0);
    file.zeros(3);
    file.u8(0);
    file.structType(34, "entry", {{"duration", 21, 0, 2}});
    file.arrayType(35, 34);
    file.structType(36, "pair", {{"key", 21}, {"value", 35}});
    file.arrayType(37, 36);
    file.structType(38, "jdk.combined.ThreadSleepV2",
                    {{"startTime", 20, 0, 1}, {"time", 37}, {"endTime", 20, 0, 1}});
    file.message(38).uv(7).uv(1).sv(10).uv(2).sv(11).sv(12).uv(3);
    return file.take();
}

// What a message looks like does not depend on what was written before it.
void checkKeptTexts(const cjfr::CjfrDocument& document)
{
    constexpr int kMessages = 50;
    Job job;
    const auto index = document.file().indexNow(job);
    if (!index)
        return;
    const cjfr::ValueReader values(**index);
    cjfr::MessageJson kept(values);
    cjfr::MessageWalk walk(**index, 0);
    for (int i = 0; i < kMessages && walk.next(); ++i) {
        std::string once, alone;
        kept.message(once, walk.message());
        cjfr::MessageJson(values).message(alone, walk.message());
        require(once == alone, "a kept text of a cache entry stands only where it would be written");
    }
}

}

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = [] {
        std::vector<Bytes> out = {everyKind()};
        const std::filesystem::path path = std::filesystem::temp_directory_path() / "fuzz-cjfr-seed.cjfr";
        constexpr std::uint64_t kEvents = 150; // more of the same would follow
        if (cjfr::writeRecording(path, kEvents, {})) {
            if (auto bytes = readHead(path, 1 << 20))
                out.push_back(std::move(*bytes));
            std::filesystem::remove(path);
        }
        for (const std::string_view codec : {"GZIP", "LZ4FRAMED", "XZ", "BZIP2", "ZSTD"})
            out.push_back(CjfrBytes(codec).take());
        return out;
    }();
    return all;
}

void run(std::span<const std::byte> input)
{
    const MemoryFile file(input);
    const auto document = openCondensed(file.path());
    if (!document)
        return;
    walk(**document);
    Job job;
    RecordQuery query;
    query.expanded = query.json = true;
    query.limit = 1000;
    (void)(*document)->records()->read(
        query, [](const Record& record) { return !record.json.empty(); }, job);
    checkKeptTexts(static_cast<const cjfr::CjfrDocument&>(**document));
}

const Target kTarget("cjfr", seeds, run);

}
