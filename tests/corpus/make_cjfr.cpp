// CondensedData: values, codecs, headers and footers. Streams of our encoder, or byte by byte where it writes
// others.
#include "core/formats/cjfr/wire/cjfr_footer.h"
#include "tests/corpus/cjfr_run.h"
#include "tests/support/cjfr_bytes.h"

#include <zlib.h>

namespace traceglass::corpus {

namespace {

using namespace cjfr;

// The messages of `fill` alone, without header.
Bytes streamOf(const std::function<void(Encoder&)>& fill)
{
    Encoder stream;
    fill(stream);
    return stream.take();
}

Bytes packed(Codec codec, std::span<const std::byte> bytes)
{
    Bytes out;
    const auto encoder =
        makeEncoder(codec, EncoderLevel::medium, [&](std::span<const std::byte> more) -> Result<void> {
            append(out, more);
            return {};
        });
    must(encoder->write(bytes));
    must(encoder->finish());
    return out;
}

// --- plain content

void spans(Encoder& out)
{
    TypeDefinition text;
    text.kind = TypeKind::string;
    text.name = "text";
    const auto textId = out.define(text);
    const auto span = out.define(structType("Span",
                                            {{"t", builtin::kVarint},
                                             {"who", textId, Embedding::cached},
                                             {"note", textId, Embedding::nullable}}));
    for (int i = 0; i < 60; ++i) {
        out.begin(span);
        out.number(1'000 * i - 7'000);
        out.text("worker " + std::to_string(i % 4));
        i % 3 == 0 ? out.null() : out.text("note äöü " + std::to_string(i));
    }
}

void integers(Encoder& out)
{
    std::vector<FieldDefinition> fields;
    std::vector<std::string> names;
    names.reserve(16);
    for (const bool isSigned : {false, true}) {
        for (std::uint8_t width = 1; width <= 8; ++width) {
            TypeDefinition type;
            type.kind = TypeKind::integer;
            type.width = width;
            type.isSigned = isSigned;
            names.push_back((isSigned ? "i" : "u") + std::to_string(8 * width));
            type.name = names.back();
            fields.push_back({names.back(), out.define(type)});
        }
    }
    TypeDefinition all;
    all.name = "Widths";
    all.fields = fields;
    const auto widths = out.define(all);
    for (const std::int64_t part : {0, 1, 2}) { // nothing, the least, the greatest
        out.begin(widths);
        for (int width = 1; width <= 8; ++width)
            out.number(part == 0        ? 0
                           : part == 1  ? 1
                           : width == 8 ? -1
                                        : (std::int64_t(1) << (8 * width)) - 1);
        for (int width = 1; width <= 8; ++width) {
            const std::int64_t least = width == 8 ? kLeast : -(std::int64_t(1) << (8 * width - 1));
            out.number(part == 0 ? -1 : part == 1 ? least : -(least + 1));
        }
    }
    const auto steps = out.define(varintType("thousands", true, 1'000));
    const auto natural = out.define(varintType("natural", false));
    const auto numbers = out.define(structType("Varints",
                                               {{"steps", steps},
                                                {"natural", natural},
                                                {"builtIn", builtin::kVarint},
                                                {"four", builtin::kInteger}}));
    for (const std::int64_t value :
         {std::int64_t(0), std::int64_t(-64), std::int64_t(64), kLeast / 1'000, kGreatest / 1'000}) {
        out.begin(numbers);
        out.number(value * 1'000);
        out.number(value < 0 ? kGreatest : value);
        out.number(value < -64 ? kLeast : value);
        out.number(value < 0 ? -2'147'483'648 : 2'147'483'647);
    }
    out.begin(natural); // a message that is no struct
    out.number(-1);     // 2^64-1
}

void floats(Encoder& out)
{
    std::vector<FieldDefinition> fields;
    for (const auto& [name, format] :
         {std::pair("float32", FloatFormat::float32), std::pair("float64", FloatFormat::float64),
          std::pair("bfloat16", FloatFormat::bfloat16), std::pair("float16", FloatFormat::float16)}) {
        TypeDefinition type;
        type.kind = TypeKind::floating;
        type.name = name;
        type.format = format;
        fields.push_back({name, out.define(type)});
    }
    TypeDefinition all;
    all.name = "Floats";
    all.fields = fields;
    const auto values = out.define(all);
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {0.0, -0.0, 1.5, -1.0 / 3, 65'504.0, 1e30, 5.960464477539063e-8, 5e-324,
                               infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
        out.begin(values);
        for (std::size_t i = 0; i < all.fields.size(); ++i)
            out.floating(value);
    }
}

void texts(Encoder& out)
{
    const std::pair<std::string_view, std::string_view> all[] = {
        {"UTF-8", "äöü 時計 \xf0\x9f\x95\xb0"},
        {"ISO-8859-1", "caf\xe9"},
        {"UTF-16BE", {"\0a\x6f\x42\xd8\x3d\xdd\x70", 8}},
        {"UTF-16LE", {"a\0\x42\x6f\x3d\xd8\x70\xdd", 8}},
        {"US-ASCII", "plain"}};
    for (const auto& [encoding, bytes] : all) {
        TypeDefinition type;
        type.kind = TypeKind::string;
        type.name = encoding;
        type.encoding = encoding;
        const auto id = out.define(type);
        for (const std::string_view each : {bytes, std::string_view()}) {
            out.begin(id);
            out.text(each);
        }
    }
}

// A number, a text, a struct and an array, each in the four ways a value can stand in a field.
void embeddings(Encoder& out)
{
    const auto point = out.define(structType("Point", {{"x", builtin::kVarint}, {"y", builtin::kVarint}}));
    const auto path = out.define(arrayType("Path", point, Embedding::cached));
    std::vector<std::string> names;
    names.reserve(16);
    TypeDefinition type;
    type.name = "Everything";
    for (int way = 0; way < 4; ++way) {
        for (const auto& [name, id] :
             {std::pair("number", builtin::kVarint), std::pair("text", builtin::kText),
              std::pair("point", point), std::pair("path", path)}) {
            names.push_back(name + std::to_string(way));
            type.fields.push_back({names.back(), id, static_cast<Embedding>(way)});
        }
    }
    const auto everything = out.define(type);
    const auto aPoint = [&](std::uint64_t key) {
        if (!out.object(key))
            return;
        out.number(static_cast<std::int64_t>(key));
        out.number(-static_cast<std::int64_t>(key));
    };
    for (const std::uint64_t key : {1u, 2u, 0u, 1u, 2u}) { // 0: null where that can be
        out.begin(everything);
        for (int way = 0; way < 4; ++way) {
            if (key == 0 && way > 0) {
                for (int i = 0; i < 4; ++i)
                    out.null();
                continue;
            }
            out.number(static_cast<std::int64_t>(key) * 10);
            out.text("text " + std::to_string(key));
            aPoint(key);
            if (out.array(2, key + 100)) {
                aPoint(key);
                aPoint(key + 1);
            }
        }
    }
}

// Fields of one type share a cache, or have one for each struct that holds them.
void caches(Encoder& out)
{
    TypeDefinition type;
    type.kind = TypeKind::string;
    type.name = "name";
    const auto name = out.define(type);
    const auto byType = out.define(
        structType("ByType", {{"first", name, Embedding::cached}, {"second", name, Embedding::cached}}));
    const auto a = out.define(structType(
        "HolderA",
        {{"first", name, Embedding::cachedByHolder}, {"second", name, Embedding::cachedByHolder}}));
    const auto b = out.define(structType("HolderB", {{"first", name, Embedding::cachedByHolder}}));
    for (int i = 0; i < 4; ++i) {
        const std::string one = "name " + std::to_string(i % 2), other = "name " + std::to_string(i % 3);
        for (const std::uint64_t id : {byType, a}) {
            out.begin(id);
            out.text(one);
            out.text(other);
        }
        out.begin(b);
        out.text(other);
    }
}

// Types that name each other, defined in any order, and objects that hold themselves.
void cycles(Encoder& out)
{
    const auto klass = out.reserveId(), loader = out.reserveId(), node = out.reserveId();
    const auto use = out.define(
        structType("Use", {{"class", klass, Embedding::cached}, {"node", node, Embedding::cached}}));
    const auto define = [&](std::uint64_t id, TypeDefinition type) {
        type.id = id;
        out.define(type);
    };
    define(node, structType("Node", {{"name", builtin::kText}, {"next", node, Embedding::cached}}));
    define(loader, structType("Loader", {{"class", klass, Embedding::cached}, {"name", builtin::kText}}));
    define(klass, structType("Class", {{"loader", loader, Embedding::cached}, {"name", builtin::kText}}));
    for (int i = 0; i < 2; ++i) {
        out.begin(use);
        if (out.object(1)) { // the class of the loader that loads it
            if (out.object(1)) {
                out.object(1);
                out.text("app");
            }
            out.text("AppLoader");
        }
        if (out.object(2)) {
            out.text("itself");
            out.object(2);
        }
    }
}

// --- headers, members, footers

Bytes withHeader(std::initializer_list<std::string_view> texts, std::uint64_t version,
                 std::optional<int> level, const Bytes& stream)
{
    ByteWriter out;
    out.text("CondensedData");
    out.varint(version);
    for (const std::string_view text : texts)
        out.text(text);
    if (level)
        out.u8(static_cast<std::uint8_t>(*level));
    out.raw(stream);
    return out.take();
}

// Kinds as the specification numbers them: 2 is a float, 3 a text, 4 an array, 5 a struct.
Bytes specStream()
{
    CjfrBytes out;
    out.uv(3).uv(16).str("text").str("").str("UTF-8");
    out.uv(2).uv(17).str("share").str("");
    out.u8(1); // bfloat16
    out.uv(5).uv(18).str("Sample").str("").uv(3);
    for (const auto& [name, type] :
         {std::pair("who", 16u), std::pair("share", 17u), std::pair("count", 1u)}) {
        out.str(name).str("").uv(type);
        out.u8(0);
        out.uv(0);
    }
    out.uv(0);
    out.uv(4).uv(19).str("list").str("").uv(16);
    out.u8(0);
    out.message(18).str("ann");
    out.u16(0x3fc0); // 1.5
    out.sv(-3);
    out.message(19).uv(2).str("one").str("two");
    return out.take();
}

// Version 1 had no checksum at first.
Bytes footerOfVersion1()
{
    ByteWriter content;
    content.varint(std::uint64_t(7));
    content.raw("CJFR");
    content.varint(std::uint64_t(1));
    content.u8(0);
    content.varint(std::uint64_t(60)); // events
    content.i64(kCjfrStart / 1'000);
    content.varint(zigzag(5'000'000));
    content.varint(std::uint64_t(1));
    content.text("Span");
    content.varint(std::uint64_t(60));
    uLongf size = compressBound(content.size());
    Bytes packedContent(size);
    compress(reinterpret_cast<Bytef*>(packedContent.data()), &size,
             reinterpret_cast<const Bytef*>(content.bytes().data()), content.size());
    packedContent.resize(size);
    ByteWriter out;
    out.u8(7);
    out.raw(packedContent);
    out.u32(static_cast<std::uint32_t>(size));
    return out.take();
}

Footer richFooter()
{
    Footer footer;
    footer.startUs = kCjfrStart / 1'000;
    footer.durationUs = 53'000;
    footer.gc = GcSummary {.count = 3,
                           .young = 2,
                           .old = 1,
                           .totalPauseUs = 900,
                           .maxPauseUs = 500,
                           .medianPauseUs = 250,
                           .p95PauseUs = 500,
                           .maxPhasePauseUs = 400,
                           .causes = {{"G1 Evacuation Pause", 2}, {"System.gc()", 1}},
                           .collector = "G1",
                           .heapBefore = 64 << 20,
                           .heapAfter = 8 << 20,
                           .metaspaceMax = 1 << 20,
                           .cpuUserUs = 700,
                           .cpuSystemUs = 100};
    footer.cpuBucketSeconds = 1;
    footer.cpu = {{.jvmUser = 0.5f, .jvmSystem = 0.125f, .machine = 0.75f},
                  {.jvmUser = 0.25f, .jvmSystem = 0, .machine = 1}};
    footer.allocation = AllocationSummary {.allocated = 100 << 20, .promoted = 5 << 20};
    footer.labels = {{"Span", "A span"}};
    return footer;
}

}

void makeCjfr(const Folder& folder)
{
    const auto put = [&](std::string_view name, const Bytes& bytes) { folder.write(name, bytes); };
    put("empty.cjfr", plain([](Encoder&) {}));

    put("codec-none.cjfr", written(spans));
    for (const auto& [name, codec] :
         {std::pair("gzip", Codec::gzip), std::pair("lz4", Codec::lz4), std::pair("zstd", Codec::zstd),
          std::pair("xz", Codec::xz), std::pair("bzip2", Codec::bzip2)})
        put("codec-" + std::string(name) + ".cjfr",
            written(spans, {.codec = codec, .level = EncoderLevel::high}));

    put("integers.cjfr", plain(integers));
    put("floats.cjfr", plain(floats));
    put("texts.cjfr", plain(texts));
    put("embeddings.cjfr", plain(embeddings));
    put("caches.cjfr", plain(caches));
    put("cycles.cjfr", plain(cycles));

    const Bytes stream = streamOf(spans);
    put("header-spec.cjfr", withHeader({"corpus", "1", "NONE"}, 1, {}, specStream()));
    put("header-v1-configuration.cjfr", withHeader({"corpus", "1", "default", "NONE"}, 1, {}, stream));
    put("header-v1-level.cjfr", withHeader({"corpus", "1", "", "ZSTD"}, 1, 2, packed(Codec::zstd, stream)));

    put("footer.cjfr", written(spans, {.codec = Codec::gzip}, richFooter()));
    Bytes older = withHeader({"corpus", "1", "default", "NONE"}, 1, 1, stream);
    append(older, footerOfVersion1());
    put("footer-version-1.cjfr", older);

    const auto half = std::span(stream).first(stream.size() / 2);
    Bytes members = packed(Codec::gzip, half);
    append(members, packed(Codec::gzip, std::span(stream).subspan(half.size())));
    put("two-gzip-members.cjfr", withHeader({"corpus", "1", "", "GZIP"}, 2, 0, members));
    ByteWriter skippable;
    skippable.u32(0x184D2A53);
    skippable.u32(4);
    skippable.raw("skip");
    Bytes frames = skippable.take();
    append(frames, packed(Codec::lz4, stream));
    put("lz4-skippable-frame.cjfr", withHeader({"corpus", "1", "", "LZ4FRAMED"}, 2, 0, frames));
}

}
