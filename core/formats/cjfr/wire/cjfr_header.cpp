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

class HeaderReader
{
public:
    explicit HeaderReader(std::span<const std::byte> file)
        : m_file(file)
        , m_in(file, 0)
    {
    }

    Result<Header> read();

private:
    std::string text(std::string_view label)
    {
        const std::uint64_t start = m_in.offset();
        std::string value = toValidUtf8(m_in.text());
        add(label, escaped(value), start);
        return value;
    }

    std::uint64_t number(std::string_view label)
    {
        const std::uint64_t start = m_in.offset();
        const std::uint64_t value = m_in.uv();
        add(label, std::to_string(value), start);
        return value;
    }

    void add(std::string_view label, std::string value, std::uint64_t start)
    {
        m_header.fields.push_back({std::string(label), std::move(value), start, m_in.offset() - start});
    }

    tl::unexpected<Error> rejected(Code code, std::string detail)
    {
        return fail(code, std::move(detail), ByteRange {SourceId {}, m_header.fields.back().offset, 1});
    }

    bool levelFollows() const;
    const CodecName* cutCodec(std::uint64_t start) const;

    std::span<const std::byte> m_file;
    Cursor m_in;
    Header m_header;
};

// Version 1 got a level byte in July 2026 without a new number: what comes next tells (cjfr.md 1.1).
bool HeaderReader::levelFollows() const
{
    const auto rest = m_file.subspan(static_cast<std::size_t>(m_in.offset()));
    if (m_header.version >= 2)
        return true;
    if (m_header.codec)
        return !mayBegin(*m_header.codec, rest) && rest.size() > 1
            && mayBegin(*m_header.codec, rest.subspan(1));
    constexpr std::byte kLevels {3}, kDefinitions {6};
    return rest.size() > 1 && rest[0] <= kLevels && rest[1] <= kDefinitions;
}

// A recording whose process was killed may end inside the name of its codec; length and beginning tell which
// it is. There is nothing to decode then, but it opens and says so.
const CodecName* HeaderReader::cutCodec(std::uint64_t start) const
{
    Cursor in(m_file, start);
    const std::uint64_t length = in.uv();
    const std::string_view begun = asText(m_file.subspan(static_cast<std::size_t>(in.offset())));
    const auto fits = [&](const CodecName& codec) {
        return codec.name.size() == length && !begun.empty() && codec.name.starts_with(begun);
    };
    const auto found = std::ranges::find_if(kCodecs, fits);
    return found != kCodecs.end() && std::ranges::count_if(kCodecs, fits) == 1 ? &*found : nullptr;
}

Result<Header> HeaderReader::read()
{
    if (!hasMagic(m_file)) {
        return fail(
            Code::CjfrBadIdentifier,
            "the file seems to be "
                + std::string(contentName(guessContent(
                    m_file.first(std::min<std::size_t>(m_file.size(), 65'536)), m_file.size() <= 65'536))),
            ByteRange {SourceId {}, 0, std::min<std::uint64_t>(m_file.size(), kMagic.size() + 1)});
    }
    text("magic");
    m_header.version = number("version");
    if (!m_in.failed() && (m_header.version == 0 || m_header.version > 2))
        return rejected(Code::CjfrUnsupportedVersion, "version " + std::to_string(m_header.version));
    m_header.generator = text("generator");
    m_header.generatorVersion = text("generator version");
    std::string name = text("codec");
    if (!m_in.failed() && !codecNamed(name)) {
        m_header.fields.back().label = "configuration";
        m_header.configuration = std::move(name);
        m_header.layout = Layout::config;
        const std::uint64_t start = m_in.offset();
        name = text("codec");
        if (const CodecName* const codec = m_in.failed() ? cutCodec(start) : nullptr) {
            m_header.codecName = codec->name;
            m_header.codec = codec->codec;
            m_header.streamStart = m_file.size();
            m_header.isCut = true;
            return std::move(m_header);
        }
    }
    if (m_in.failed()) {
        return fail(Code::CjfrHeaderCut,
                    m_in.fault() == Fault::numberTooLong ? "a number has more than ten bytes"
                                                         : "the file ends inside it",
                    ByteRange {SourceId {}, m_in.faultOffset(), 1});
    }
    const CodecName* const codec = codecNamed(name);
    if (!codec)
        return rejected(Code::CjfrUnknownCodec, '"' + escaped(shortened(name, 64)) + '"');
    m_header.codecName = name;
    m_header.codec = codec->codec;
    if (m_header.layout == Layout::config && levelFollows()) {
        m_header.layout = Layout::level;
        m_header.level = number("level");
        if (m_in.failed())
            return fail(Code::CjfrHeaderCut, "the file ends before the level",
                        ByteRange {SourceId {}, m_in.faultOffset(), 0});
        if (*m_header.level > 3)
            return rejected(Code::CjfrBadLevel, "level " + std::to_string(*m_header.level));
    }
    m_header.streamStart = m_in.offset();
    return std::move(m_header);
}

}

bool hasMagic(std::span<const std::byte> file)
{
    return file.size() > kMagic.size() && std::to_integer<std::size_t>(file[0]) == kMagic.size()
        && asText(file.subspan(1, kMagic.size())) == kMagic;
}

Result<Header> readHeader(std::span<const std::byte> file)
{
    return HeaderReader(file).read();
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
