#include "core/formats/cjfr/wire/cjfr_header.h"

#include "core/formats/cjfr/wire/cjfr_wire.h"
#include "core/model/content.h"

#include <algorithm>
#include <array>

namespace traceglass::cjfr {

namespace {

struct CodecName
{
    std::string_view name;
    std::optional<Codec> codec;
};

// Names are case sensitive.
constexpr std::array<CodecName, 6> kCodecs = {{
    {"NONE", {}},
    {"GZIP", Codec::gzip},
    {"LZ4FRAMED", Codec::lz4},
    {"XZ", Codec::xz},
    {"BZIP2", Codec::bzip2},
    {"ZSTD", Codec::zstd},
}};

const CodecName* codecNamed(std::string_view name)
{
    const auto found = std::ranges::find(kCodecs, name, &CodecName::name);
    return found == kCodecs.end() ? nullptr : &*found;
}

// Version 1 got a level byte in July 2026 without a new number: what comes next tells (cjfr.md 1.1).
bool levelFollows(const Header& header, std::span<const std::byte> rest)
{
    if (header.version >= 2)
        return true;
    if (header.codec)
        return !mayBegin(*header.codec, rest) && rest.size() > 1 && mayBegin(*header.codec, rest.subspan(1));
    constexpr std::byte kLevels {3}, kDefinitions {6};
    return !rest.empty() && rest[0] <= kLevels
        && (rest.size() == 1 || rest[1] <= kDefinitions); // no message is one byte
}

// A recording whose process was killed may end inside the name of its codec; length and beginning tell which
// it is. There is nothing to decode then, but it opens and says so.
const CodecName* cutCodec(Cursor in)
{
    const std::uint64_t length = in.uv();
    const std::string_view begun = asText(in.bytes(in.left()));
    const auto fits = [&](const CodecName& codec) {
        return codec.name.size() == length && !begun.empty() && codec.name.starts_with(begun);
    };
    const auto found = std::ranges::find_if(kCodecs, fits);
    return found != kCodecs.end() && std::ranges::count_if(kCodecs, fits) == 1 ? &*found : nullptr;
}

}

bool hasMagic(std::span<const std::byte> file)
{
    return file.size() > kMagic.size() && std::to_integer<std::size_t>(file[0]) == kMagic.size()
        && asText(file.subspan(1, kMagic.size())) == kMagic;
}

Result<Header> readHeader(std::span<const std::byte> file)
{
    if (!hasMagic(file)) {
        return fail(Code::CjfrBadIdentifier, "the file " + guessText(file),
                    ByteRange {SourceId {}, 0, std::min<std::uint64_t>(file.size(), kMagic.size() + 1)});
    }
    Header out;
    Cursor in(file, 0);
    const auto add = [&](std::string_view label, std::string value, std::uint64_t start) {
        out.fields.push_back({std::string(label), std::move(value), start, in.offset() - start});
    };
    const auto text = [&](std::string_view label) {
        const std::uint64_t start = in.offset();
        std::string value = toValidUtf8(in.text());
        add(label, escaped(value), start);
        return value;
    };
    const auto number = [&](std::string_view label) {
        const std::uint64_t start = in.offset();
        const std::uint64_t value = in.uv();
        add(label, std::to_string(value), start);
        return value;
    };
    const auto rejected = [&](Code code, std::string detail) {
        return fail(code, std::move(detail), ByteRange {SourceId {}, out.fields.back().offset, 1});
    };
    const auto useCodec = [&](const CodecName& codec) {
        out.codecName = codec.name;
        out.codec = codec.codec;
    };
    text("magic");
    out.version = number("version");
    if (!in.failed() && (out.version == 0 || out.version > 2))
        return rejected(Code::CjfrUnsupportedVersion, "version " + std::to_string(out.version));
    out.generator = text("generator");
    out.generatorVersion = text("generator version");
    std::string name = text("codec");
    if (!in.failed() && !codecNamed(name)) {
        out.fields.back().label = "configuration";
        out.configuration = std::move(name);
        out.layout = Layout::config;
        const Cursor before = in;
        name = text("codec");
        if (const CodecName* const codec = in.failed() ? cutCodec(before) : nullptr) {
            useCodec(*codec);
            out.streamStart = file.size();
            out.isCut = true;
            return out;
        }
    }
    if (in.failed())
        return fail(Code::CjfrHeaderCut,
                    in.fault() == Fault::numberTooLong ? "a number has more than ten bytes"
                                                       : "the file ends inside it",
                    ByteRange {SourceId {}, in.faultOffset(), 1});
    const CodecName* const codec = codecNamed(name);
    if (!codec)
        return rejected(Code::CjfrUnknownCodec, '"' + escaped(shortened(name, 64)) + '"');
    useCodec(*codec);
    if (out.layout == Layout::config
        && levelFollows(out, file.subspan(static_cast<std::size_t>(in.offset())))) {
        out.layout = Layout::level;
        out.level = number("level");
        if (in.failed())
            return fail(Code::CjfrHeaderCut, "the file ends before the level",
                        ByteRange {SourceId {}, in.faultOffset(), 0});
        if (*out.level > 3)
            return rejected(Code::CjfrBadLevel, "level " + std::to_string(*out.level));
        out.fields.back().value.append(" ").append(levelName(*out.level));
    }
    out.streamStart = in.offset();
    return out;
}

std::string_view codecName(std::optional<Codec> codec)
{
    return std::ranges::find(kCodecs, codec, &CodecName::codec)->name;
}

std::string_view levelName(std::uint64_t level)
{
    constexpr std::array<std::string_view, 4> names = {"FAST", "MEDIUM", "HIGH_COMPRESSION",
                                                       "MAX_COMPRESSION"};
    return names[static_cast<std::size_t>(std::min<std::uint64_t>(level, 3))];
}

std::string_view layoutName(const Header& header)
{
    if (header.version >= 2)
        return "v2";
    switch (header.layout) {
    case Layout::brief: return "spec";
    case Layout::config: return "config";
    case Layout::level: break;
    }
    return "v1";
}

}
