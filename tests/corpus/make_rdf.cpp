// RDF: what the writer makes, and files put together by hand whose header and entries say what no writer
// says.
#include "core/formats/rdf/demo/rdf_writer.h"
#include "core/formats/rtc/demo/rtc_demo_display.h"
#include "tests/corpus/make_corpus.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <zstd.h>

namespace traceglass::corpus {

namespace {

using rdf::ChunkInfo;
using rdf::Compression;
using rdf::Entry;
using rdf::RdfWriter;

constexpr auto kZstd = Compression::zstd;

struct Chunk
{
    ChunkInfo info;
    Bytes header {};
    Bytes data {};
};

Bytes written(std::initializer_list<Chunk> chunks)
{
    RdfWriter writer = RdfWriter::toMemory();
    for (const Chunk& chunk : chunks)
        must(writer.add(chunk.info, chunk.header, chunk.data));
    must(writer.finish());
    return writer.take();
}

// A frame of its own; a checksum is what no chunk writer adds.
Bytes zstdFrame(std::span<const std::byte> data, bool checksum = false)
{
    ZSTD_CCtx* const context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, checksum ? 1 : 0);
    Bytes out(ZSTD_compressBound(data.size()));
    out.resize(ZSTD_compress2(context, out.data(), out.size(), data.data(), data.size()));
    ZSTD_freeCCtx(context);
    return out;
}

// A frame that does not say how much it holds.
Bytes zstdFrameWithoutSize(std::string_view text)
{
    RdfWriter writer = RdfWriter::toMemory();
    must(writer.begin({.id = "any", .compression = kZstd}, {}));
    must(writer.append(asBytes(text)));
    must(writer.end());
    const Bytes file = writer.take();
    return {file.begin() + 32, file.end()};
}

Bytes skippableFrame(std::string_view text)
{
    ByteWriter out;
    out.u32(0x184D2A50);
    out.u32(static_cast<std::uint32_t>(text.size()));
    out.raw(text);
    return out.take();
}

// Chunks in front, the index behind them. What header and entries say can be changed before finish().
class ByHand
{
public:
    std::string_view identifier = "AMD_RDF ";
    std::uint32_t version = 3, reserved = 0;
    std::optional<std::int64_t> indexOffset {}, indexSize {};
    std::vector<Entry> entries;
    ByteWriter body; // behind the file header

    ByHand& chunk(std::string_view id, std::string_view header, const Bytes& data,
                  std::optional<std::int64_t> decodedSize = {})
    {
        Entry entry;
        std::ranges::copy(id, entry.id.begin());
        entry.headerOffset = here();
        entry.headerSize = static_cast<std::int64_t>(header.size());
        body.raw(header);
        entry.dataOffset = here();
        entry.dataSize = static_cast<std::int64_t>(data.size());
        body.raw(data);
        entry.compression = decodedSize ? 1 : 0;
        entry.uncompressedSize = decodedSize.value_or(0);
        entries.push_back(entry);
        return *this;
    }
    ByHand& gap(std::size_t bytes)
    {
        body.zeros(bytes);
        return *this;
    }
    std::int64_t here() const { return 32 + static_cast<std::int64_t>(body.size()); }
    Bytes index() const
    {
        Bytes out;
        for (const Entry& entry : entries)
            append(out, rdf::entryBytes(entry));
        return out;
    }
    Bytes finish(std::size_t bytesBehind = 0) const
    {
        const Bytes entriesBytes = index();
        ByteWriter out = header(here(), entriesBytes.size());
        out.raw(body.bytes());
        out.raw(entriesBytes);
        out.zeros(bytesBehind);
        return out.take();
    }
    Bytes finishWithIndexInFront()
    {
        const auto size = static_cast<std::int64_t>(64 * entries.size());
        for (Entry& entry : entries) {
            entry.headerOffset += size;
            entry.dataOffset += size;
        }
        const Bytes entriesBytes = index();
        ByteWriter out = header(32, entriesBytes.size());
        out.raw(entriesBytes);
        out.raw(body.bytes());
        return out.take();
    }

private:
    ByteWriter header(std::int64_t offset, std::size_t size) const
    {
        ByteWriter out;
        out.raw(identifier);
        out.u32(version);
        out.u32(reserved);
        out.i64(indexOffset.value_or(offset));
        out.i64(indexSize.value_or(static_cast<std::int64_t>(size)));
        return out;
    }
};

Bytes ramp(std::uint32_t count)
{
    ByteWriter out;
    for (std::uint32_t i = 0; i < count; ++i)
        out.u32(i * i);
    return out.take();
}

void makeValid(const Folder& folder)
{
    const auto put = [&](std::string_view name, const Bytes& bytes) { folder.write(name, bytes); };

    put("no-chunks.rdf", written({}));
    put("one-chunk.rdf", written({{{.id = "Greeting"}, {}, bytesOf("hello")}}));
    put("versions.rdf",
        written({{{.id = "Versioned"}, {}, bytesOf("1")},
                 {{.id = "Versioned", .version = 2}, {}, bytesOf("2")},
                 {{.id = "Other", .version = 0}, {}, bytesOf("0")},
                 {{.id = "Versioned", .version = 65'536}, {}, bytesOf("65536")},
                 {{.id = "Versioned", .version = std::numeric_limits<std::uint32_t>::max()}, {}, {}}}));
    put("empty-parts.rdf",
        written({{{.id = "Nothing"}, {}, {}},
                 {{.id = "HeaderOnly"}, bytesOf("head"), {}},
                 {{.id = "DataOnly"}, {}, bytesOf("data")},
                 {{.id = "EmptyFrame", .compression = kZstd}, bytesOf("head"), {}}}));
    put("ids.rdf",
        written({{{.id = "ClockCalibration"}, {}, bytesOf("16 bytes")},
                 {{.id = "ClockCalibratio"}, {}, bytesOf("15 bytes")},
                 {{.id = "äöüßäöüß"}, {}, bytesOf("16 bytes, 8 characters")},
                 {{.id = "時計"}, {}, bytesOf("two characters")}}));
    put("duplicate-ids.rdf",
        written({{{.id = "Mesh"}, {}, bytesOf("mesh 0")},
                 {{.id = "Texture"}, {}, bytesOf("texture 0")},
                 {{.id = "Mesh"}, {}, bytesOf("mesh 1")},
                 {{.id = "Mesh"}, {}, bytesOf("mesh 2")},
                 {{.id = "Texture"}, {}, bytesOf("texture 1")}}));
    put("zstd.rdf",
        written({{{.id = "Numbers", .compression = kZstd}, bytesOf("1024 squares"), ramp(1024)},
                 {{.id = "Zeros", .compression = kZstd}, {}, Bytes(1 << 20)},
                 {{.id = "Noise", .compression = kZstd}, {}, noise(600, 1)},
                 {{.id = "Plain"}, {}, ramp(16)}}));

    const Bytes first = zstdFrame(asBytes("first frame, ")), second = zstdFrame(asBytes("second frame"));
    Bytes two = first, skipped = skippableFrame("not data");
    append(two, second);
    append(skipped, second);
    const Bytes sum = zstdFrame(asBytes("with a checksum"), true);
    const Bytes unsized = zstdFrameWithoutSize("of unknown size");
    put("zstd-frames.rdf",
        ByHand()
            .chunk("TwoFrames", {}, two, 25)
            .chunk("Skippable", {}, skipped, 12)
            .chunk("Checksum", {}, sum, 15)
            .chunk("NoContentSize", {}, unsized, 15)
            .finish());

    const Bytes inner = written({{{.id = "Inner"}, bytesOf("h"), bytesOf("in a capture in a capture")},
                                 {{.id = "InnerZstd", .compression = kZstd}, {}, ramp(64)}});
    const Bytes middle = written({{{.id = "Capture"}, {}, inner}});
    put("nested.rdf",
        written({{{.id = "Capture"}, bytesOf("kept as it is"), middle},
                 {{.id = "Packed", .compression = kZstd}, {}, inner}}));

    ByteWriter floats;
    for (int i = 0; i < 64; ++i)
        floats.f32(static_cast<float>(i) / 4);
    put("payloads.rdf",
        written({{{.id = "SystemInfo"},
                  {},
                  bytesOf(R"({"version": 1, "gpus": [{"name": "Demo", "ids": [1, 2]}]})")},
                 {{.id = "Log"}, {}, bytesOf("line one\nline two: äöü\n")},
                 {{.id = "Screenshot"}, {}, rtc::demoDisplay(rtc::DemoDevice(1), {})},
                 {{.id = "Samples"}, bytesOf("f32"), floats.take()},
                 {{.id = "Code"},
                  {},
                  bytesOf(std::string_view("\x7f"
                                           "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
                                           16))},
                 {{.id = "Zeros"}, {}, Bytes(256)}}));

    ByHand shared;
    shared.chunk("Whole", {}, bytesOf("shared storage"));
    shared.entries.push_back(shared.entries[0]);
    shared.entries.push_back(shared.entries[0]);
    shared.entries[2].dataOffset += 7; // "storage"
    shared.entries[2].dataSize = 7;
    put("shared-ranges.rdf", shared.finish());

    put("gaps.rdf",
        ByHand()
            .chunk("Aligned", {}, bytesOf("at 32"))
            .gap(27)
            .chunk("Aligned", {}, bytesOf("at 64"))
            .finish(40));
    put("index-in-front.rdf",
        ByHand()
            .chunk("First", "h", bytesOf("one"))
            .chunk("Second", {}, bytesOf("two"))
            .finishWithIndexInFront());

    // As after a safe append: the old index is left where it was.
    ByHand appended;
    appended.chunk("Old", {}, bytesOf("there before")).chunk("Old", {}, bytesOf("there before, too"));
    appended.body.raw(appended.index());
    appended.chunk("New", {}, bytesOf("added later"));
    put("appended.rdf", appended.finish());

    ByHand legacy;
    legacy.identifier = "RTA_DATA";
    put("legacy-identifier.rdf", legacy.chunk("Old", {}, bytesOf("of an older library")).finish());
}

// Three sound chunks of which the middle one is spoilt.
Bytes spoilt(const std::function<void(Entry&)>& spoil)
{
    ByHand file;
    file.chunk("Before", "h1", bytesOf("sound")).chunk("Spoilt", "h2", bytesOf("to be spoilt"));
    file.chunk("After", "h3", bytesOf("sound again"));
    spoil(file.entries[1]);
    return file.finish();
}

Bytes spoiltFrame(const Bytes& stored, std::int64_t decodedSize)
{
    return ByHand()
        .chunk("Before", "h1", bytesOf("sound"))
        .chunk("Spoilt", "h2", stored, decodedSize)
        .chunk("After", "h3", bytesOf("sound again"))
        .finish();
}

Bytes spoiltHeader(const std::function<void(ByHand&)>& spoil)
{
    ByHand file;
    file.chunk("First", "h1", bytesOf("one")).chunk("Second", {}, bytesOf("two"));
    spoil(file);
    return file.finish();
}

void makeMalformed(const Folder& folder)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const auto put = [&](std::string_view name, const Bytes& bytes) { folder.write(name, bytes); };
    const Bytes sound =
        written({{{.id = "First"}, {}, bytesOf("one")}, {{.id = "Second"}, {}, bytesOf("two")}});

    // The file header.
    put("zero-bytes.rdf", {});
    put("header-cut.rdf", {sound.begin(), sound.begin() + 31});
    put("identifier-lowercase.rdf", spoiltHeader([](ByHand& file) { file.identifier = "amd_rdf "; }));
    put("version-4.rdf", spoiltHeader([](ByHand& file) { file.version = 4; }));
    put("header-reserved.rdf", spoiltHeader([](ByHand& file) { file.reserved = 1; }));
    put("index-offset-negative.rdf", spoiltHeader([](ByHand& file) { file.indexOffset = -1; }));
    put("index-offset-past-end.rdf", spoiltHeader([](ByHand& file) { file.indexOffset = 1'000'000; }));
    put("index-sum-overflows.rdf", spoiltHeader([](ByHand& file) { file.indexOffset = kMost - 10; }));
    put("index-in-header.rdf", spoiltHeader([](ByHand& file) { file.indexOffset = 31; }));
    put("index-not-multiple.rdf", spoiltHeader([](ByHand& file) { file.indexSize = 100; }));
    put("index-cut.rdf", {sound.begin(), sound.end() - 1});
    put("not-finalised.rdf", spoiltHeader([](ByHand& file) {
            file.indexOffset = file.indexSize = 0;
            file.entries.clear();
        }));

    // The ranges of an entry.
    put("header-past-end.rdf", spoilt([](Entry& entry) { entry.headerOffset = 5'000; }));
    put("header-size-negative.rdf", spoilt([](Entry& entry) { entry.headerSize = -2; }));
    put("data-past-end.rdf", spoilt([](Entry& entry) { entry.dataOffset = 5'000; }));
    put("data-runs-over-end.rdf", spoilt([](Entry& entry) { entry.dataSize = 5'000; }));
    put("data-sum-overflows.rdf", spoilt([](Entry& entry) { entry.dataSize = kMost; }));
    put("data-overlaps-index.rdf", spoilt([](Entry& entry) { entry.dataSize += 15; }));
    put("data-overlaps-file-header.rdf", spoilt([](Entry& entry) { entry.dataOffset = 16; }));
    put("header-overlaps-data.rdf", spoilt([](Entry& entry) { entry.headerSize = 4; }));

    // What else an entry says.
    const auto setId = [](Entry& entry, std::string_view id) {
        entry.id = {};
        std::ranges::copy(id, entry.id.begin());
    };
    put("id-empty.rdf", spoilt([&](Entry& entry) { setId(entry, {}); }));
    put("id-nul-inside.rdf", spoilt([&](Entry& entry) { setId(entry, {"ab\0cd", 5}); }));
    put("id-not-utf8.rdf", spoilt([&](Entry& entry) { setId(entry, "caf\xe9"); }));
    put("id-control-character.rdf", spoilt([&](Entry& entry) { setId(entry, "a\tb"); }));
    put("entry-reserved.rdf", spoilt([](Entry& entry) { entry.reserved[1] = 9; }));
    put("compression-7.rdf", spoilt([](Entry& entry) { entry.compression = 7; }));
    put("plain-with-uncompressed-size.rdf", spoilt([](Entry& entry) { entry.uncompressedSize = 12; }));

    // Compressed data.
    const Bytes text =
        bytesOf("A text that is long enough to be worth a frame, and a frame that is worth a test.");
    const auto size = static_cast<std::int64_t>(text.size());
    const Bytes frame = zstdFrame(text, true);
    Bytes flipped = frame;
    flipped[frame.size() / 2] ^= std::byte(1);
    Bytes behind = frame;
    append(behind, asBytes("no frame"));
    put("zstd-bit-flip.rdf", spoiltFrame(flipped, size));
    put("zstd-cut.rdf", spoiltFrame({frame.begin(), frame.end() - 6}, size));
    put("zstd-no-frame.rdf", spoiltFrame(bytesOf("this is no frame"), size));
    put("zstd-bytes-behind.rdf", spoiltFrame(behind, size));
    put("zstd-no-bytes.rdf", spoiltFrame({}, 0));
    put("zstd-size-too-large.rdf", spoiltFrame(frame, size + 1));
    put("zstd-size-too-small.rdf", spoiltFrame(frame, size - 1));
    put("zstd-size-negative.rdf", spoiltFrame(frame, -1));
    put("zstd-claims-1-tib.rdf", spoiltFrame(frame, std::int64_t(1) << 40));
}

}

void makeRdf(const Folder& folder)
{
    makeValid(folder / "valid");
    makeMalformed(folder / "malformed");
}

}
