#include "core/model/content.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace traceglass {

namespace {

struct Known
{
    Content content;
    std::string_view name;
    std::string_view magic {}; // what it begins with; empty: told otherwise
};

using namespace std::string_view_literals;
constexpr auto kKnown = std::to_array<Known>({
    {Content::empty, "an empty file"},
    {Content::rdf, "an RDF capture", "AMD_RDF "},
    {Content::rdf, "an RDF capture", "RTA_DATA"},
    {Content::rdfLegacyMemoryTrace, "an older memory trace (MINI) from before RDF", "MINI"},
    {Content::rdfLegacyProfile, "an older Radeon GPU profile (.rgp) from before RDF", "\x42\x30\x30\x50"},
    {Content::rfr, "an RFR file"},
    {Content::rtc, "a Ruler Trace Container",
     "\x04\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9\xb9"},
    {Content::cjfr, "a CondensedData recording", "CondensedData"},
    {Content::jfr, "a Java Flight Recorder recording", "FLR\0"sv},
    {Content::png, "a PNG picture", "\x89PNG\r\n\x1a\n"},
    {Content::jpeg, "a JPEG picture", "\xff\xd8\xff"},
    {Content::gif, "a GIF picture", "GIF8"},
    {Content::elf, "an ELF program or library", "\177ELF"},
    {Content::gzip, "gzip data", "\x1f\x8b"},
    {Content::zstd, "zstd data", "\x28\xb5\x2f\xfd"},
    {Content::xz, "xz data", "\3757zXZ\0"sv},
    {Content::bzip2, "bzip2 data", "BZh"},
    {Content::lz4, "LZ4 data", "\x04\x22\x4d\x18"},
    {Content::zip, "a ZIP archive", "PK\x03\x04"},
    {Content::pdf, "a PDF document", "%PDF-"},
    {Content::spirv, "a SPIR-V shader", "\x03\x02\x23\x07"},
    {Content::rdfXml, "an RDF/XML document"},
    {Content::xml, "an XML document"},
    {Content::html, "an HTML page"},
    {Content::json, "JSON text"},
    {Content::text, "text"},
    {Content::zeros, "nothing but zero bytes"},
    {Content::binary, "unknown binary data"},
});

bool isRfrLabel(std::string_view text)
{
    if (text.empty() || static_cast<unsigned char>(text.front()) > 24)
        return false;
    constexpr auto kLabels = std::to_array<std::string_view>({"rfr-c/", "rfr-s/", "rfr-cm/", "rfr-cc/"});
    return std::ranges::any_of(kLabels, [&](auto label) { return text.substr(1).starts_with(label); });
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
    for (const Known& known : kKnown) {
        if (!known.magic.empty() && text.starts_with(known.magic))
            return known.content;
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
    return std::ranges::find(kKnown, content, &Known::content)->name;
}

std::string guessText(std::span<const std::byte> head, bool whole)
{
    return "seems to be " + std::string(contentName(guessContent(head, whole)));
}

}
