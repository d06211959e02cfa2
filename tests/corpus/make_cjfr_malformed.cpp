// CondensedData: streams that stop making sense somewhere. In front of the fault stand two sound messages.
#include "core/codec/stream_encoder.h"
#include "core/formats/cjfr/wire/cjfr_footer.h"
#include "tests/corpus/make_corpus.h"
#include "tests/support/cjfr_bytes.h"

#include <functional>

namespace traceglass::corpus {

namespace {

// "n" is a number, "node" holds a name and another node, "list" holds numbers.
constexpr std::uint64_t kNumber = 16, kNode = 17, kList = 18;

CjfrBytes sound(std::string_view codec = "NONE")
{
    CjfrBytes out(codec);
    out.varintType(kNumber, "n", true);
    out.structType(kNode, "node", {{"name", 4}, {"next", kNode, 2}});
    out.arrayType(kList, kNumber, 0);
    out.message(kNumber).sv(1);
    out.message(kNode).str("two").uv(0);
    return out;
}

Bytes with(const std::function<void(CjfrBytes&)>& fault)
{
    CjfrBytes out = sound();
    fault(out);
    return out.take();
}

// What stands behind the header of sound(), packed.
Bytes packedStream(Codec codec)
{
    const Bytes whole = sound().take(), header = CjfrBytes("NONE").take();
    Bytes out;
    const auto encoder =
        makeEncoder(codec, EncoderLevel::medium, [&](std::span<const std::byte> more) -> Result<void> {
            append(out, more);
            return {};
        });
    must(encoder->write(std::span(whole).subspan(header.size())));
    // Numbers that no codec makes small.
    CjfrBytes rest;
    for (const std::byte byte : noise(400, 61))
        rest.message(kNumber).sv(std::to_integer<int>(byte));
    must(encoder->write(rest.bytes()));
    must(encoder->finish());
    return out;
}

Bytes compressed(std::string_view name, const Bytes& stream)
{
    CjfrBytes out(name);
    out.raw(stream);
    return out.take();
}

}

void makeCjfrMalformed(const Folder& folder)
{
    const auto put = [&](std::string_view name, const Bytes& bytes) { folder.write(name, bytes); };

    // The header.
    const Bytes whole = sound().take();
    put("header-cut.cjfr", {whole.begin(), whole.begin() + 18});
    Bytes wrong = whole;
    wrong[1] = std::byte('c');
    put("identifier-wrong.cjfr", wrong);
    Bytes newer = whole;
    newer[14] = std::byte(9);
    put("version-9.cjfr", newer);
    put("codec-unknown.cjfr", CjfrBytes("SNAPPY").take());
    Bytes level = CjfrBytes("NONE").take();
    level.back() = std::byte(7);
    put("level-7.cjfr", level);

    // The codec.
    const struct
    {
        std::string_view file, name;
        Codec codec;
    } codecs[] = {{"gzip", "GZIP", Codec::gzip},
                  {"lz4", "LZ4FRAMED", Codec::lz4},
                  {"zstd", "ZSTD", Codec::zstd},
                  {"xz", "XZ", Codec::xz},
                  {"bzip2", "BZIP2", Codec::bzip2}};
    for (const auto& [file, name, codec] : codecs) {
        Bytes stream = packedStream(codec);
        Bytes cut = stream;
        cut.resize(stream.size() - 5);
        put(std::string(file) + "-cut.cjfr", compressed(name, cut));
        if (codec == Codec::lz4) // has no checksum: only a broken block shows
            stream[7] = std::byte(0xff), stream[8] = std::byte(0xff), stream[9] = std::byte(0x7f);
        else
            stream[stream.size() / 2] ^= std::byte(0x10);
        put(std::string(file) + "-damaged.cjfr", compressed(name, stream));
    }
    put("gzip-not-packed.cjfr", compressed("GZIP", sound().take()));

    // Messages.
    put("message-cut.cjfr", with([](CjfrBytes& out) { out.message(kNode).str("no reference"); }));
    put("text-too-long.cjfr", with([](CjfrBytes& out) { out.message(kNode).uv(100).raw("only this"); }));
    put("message-id-reserved.cjfr", with([](CjfrBytes& out) { out.uv(9); }));
    put("message-of-no-type.cjfr", with([](CjfrBytes& out) { out.message(40).sv(1); }));
    put("number-too-long.cjfr", with([](CjfrBytes& out) {
            out.message(kNumber);
            for (int i = 0; i < 10; ++i)
                out.u8(0x80);
            out.u8(0);
        }));

    // Types.
    put("type-defined-twice.cjfr", with([](CjfrBytes& out) { out.varintType(kNumber, "again", true); }));
    put("type-multiplier-0.cjfr", with([](CjfrBytes& out) { out.varintType(20, "nothing", true, 0); }));
    put("type-embedding-9.cjfr", with([](CjfrBytes& out) {
            out.structType(20, "odd", {{"field", kNumber, 9}});
        }));
    put("type-of-field-missing.cjfr", with([](CjfrBytes& out) {
            out.structType(20, "lacking", {{"field", 90}});
            out.message(20).sv(1);
        }));
    put("type-with-too-many-fields.cjfr",
        with([](CjfrBytes& out) { out.uv(6).uv(20).str("large").str("").uv(1ull << 40); }));

    // Values.
    put("array-too-long.cjfr", with([](CjfrBytes& out) { out.message(kList).uv(1ull << 60).sv(1); }));
    put("reference-too-far.cjfr", with([](CjfrBytes& out) { out.message(kNode).str("lost").uv(7); }));
    put("nested-too-deep.cjfr", with([](CjfrBytes& out) {
            out.message(kNode);
            for (int i = 0; i < 5'000; ++i)
                out.str("").uv(1);
        }));
    put("text-not-utf8.cjfr", with([](CjfrBytes& out) {
            out.message(kNode).str("caf\xe9").uv(0);
            out.message(kNumber).sv(3);
        }));

    // Recordings.
    CjfrBytes ticks("NONE");
    ticks.jfr(0, 0);
    put("ticks-0.cjfr", ticks.take());
    CjfrBytes lacking("NONE");
    lacking.varintType(20, "timestamp", false);
    lacking.structType(22, "me.bechberger.jfr.Configuration",
                       {{"timeStampTicksPerSecond", 1}, {"removeUnnecessaryAddresses", 2}});
    lacking.structType(30, "my.Event", {{"startTime", 20, 0, 1}});
    lacking.message(22).sv(1'000).u8(1);
    lacking.message(30).uv(5);
    put("universe-missing.cjfr", lacking.take());

    // Footers.
    cjfr::Footer footer;
    footer.totalEvents = 2;
    footer.crc = cjfr::crc32(whole) ^ 1;
    Bytes mismatch = whole;
    append(mismatch, cjfr::footerBytes(footer));
    put("footer-checksum-wrong.cjfr", mismatch);
    Bytes damaged = mismatch;
    damaged[damaged.size() - 10] ^= std::byte(0xff);
    put("footer-damaged.cjfr", damaged);
    Bytes behind = compressed("GZIP", packedStream(Codec::gzip));
    append(behind, asBytes("and more"));
    put("bytes-behind-gzip.cjfr", behind);
}

}
