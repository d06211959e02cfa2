#include "core/model/content.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace traceglass {

namespace {

struct Magic
{
    std::string_view bytes;
    Content content;
};

using namespace std::string_view_literals;
constexpr auto kMagics = std::to_array<Magic>({
    {"AMD_RDF "sv, Content::rdf},
    {"RTA_DATA"sv, Content::rdf},
    {"MINI"sv, Content::rdfLegacyMemoryTrace},
    {"\x42\x30\x30\x50"sv, Content::rdfLegacyProfile},
    {"CondensedData"sv, Content::cjfr},
    {"FLR\0"sv, Content::jfr},
    {"\x89PNG\r\n\x1a\n"sv, Content::png},
    {"\xff\xd8\xff"sv, Content::jpeg},
    {"GIF8"sv, Content::gif},
    {"\x7f"
     "ELF"sv,
     Content::elf},
    {"\x1f\x8b"sv, Content::gzip},
    {"\x28\xb5\x2f\xfd"sv, Content::zstd},
    {"\xfd"
     "7zXZ\0"sv,
     Content::xz},
    {"BZh"sv, Content::bzip2},
    {"\x04\x22\x4d\x18"sv, Content::lz4},
    {"PK\x03\x04"sv, Content::zip},
    {"%PDF-"sv, Content::pdf},
    {"\x03\x02\x23\x07"sv, Content::spirv},
    {"\x04\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9"sv, Content::rtc},
});

bool isRfrLabel(std::string_view text)
{
    if (text.empty() || static_cast<unsigned char>(text.front()) > 24)
        return false;
    text.remove_prefix(1);
    return text.starts_with("rfr-c/") || text.starts_with("rfr-s/") || text.starts_with("rfr-cm/")
        || text.starts_with("rfr-cc/");
}

// UTF-8 without control characters besides tab, line feed, carriage return and form feed; a character cut at
// the end of a part is fine.
bool isText(std::string_view text, bool whole)
{
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f') || byte == 0x7f)
            return false;
        const std::size_t length = utf8Length(text.substr(i));
        if (length == 0)
            return !whole && text.size() - i < 4;
        i += length;
    }
    return true;
}

Content guessText(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return Content::text;
    text.remove_prefix(first);
    const std::string_view opening = text.substr(0, 4096);
    if (text.front() == '{' || text.front() == '[')
        return Content::json;
    if (opening.find("<rdf:RDF") != std::string_view::npos
        || opening.find("22-rdf-syntax-ns#") != std::string_view::npos)
        return Content::rdfXml;
    if (text.starts_with("<?xml"))
        return Content::xml;
    if (text.starts_with("<!DOCTYPE html") || text.starts_with("<!doctype html") || text.starts_with("<html"))
        return Content::html;
    return Content::text;
}

}

Content guessContent(std::span<const std::byte> head, bool whole)
{
    if (head.empty())
        return Content::empty;
    constexpr std::size_t kLooked = 64 * 1024;
    if (head.size() > kLooked) {
        head = head.first(kLooked);
        whole = false;
    }
    const std::string_view text = asText(head);
    for (const Magic& magic : kMagics) {
        if (text.starts_with(magic.bytes))
            return magic.content;
    }
    if (isRfrLabel(text))
        return Content::rfr;
    if (isText(text, whole))
        return guessText(text);
    if (std::all_of(head.begin(), head.end(), [](std::byte byte) { return byte == std::byte {0}; }))
        return Content::zeros;
    return Content::binary;
}

std::string_view contentName(Content content)
{
    constexpr auto names = std::to_array<std::string_view>({"an empty file",
                                                            "an RDF capture",
                                                            "an older memory trace (MINI) from before RDF",
                                                            "an older Radeon GPU profile (.rgp) from before RDF",
                                                            "an RFR file",
                                                            "a Ruler Trace Container",
                                                            "a CondensedData recording",
                                                            "a Java Flight Recorder recording",
                                                            "a PNG picture",
                                                            "a JPEG picture",
                                                            "a GIF picture",
                                                            "an ELF program or library",
                                                            "gzip data",
                                                            "zstd data",
                                                            "xz data",
                                                            "bzip2 data",
                                                            "LZ4 data",
                                                            "a ZIP archive",
                                                            "a PDF document",
                                                            "a SPIR-V shader",
                                                            "an RDF/XML document",
                                                            "an XML document",
                                                            "an HTML page",
                                                            "JSON text",
                                                            "text",
                                                            "nothing but zero bytes",
                                                            "unknown binary data"});
    return names[static_cast<std::size_t>(content)];
}

}
