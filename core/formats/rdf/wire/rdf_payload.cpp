#include "core/formats/rdf/wire/rdf_payload.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/io/byte_reader.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kProbed = 64 * 1024;

std::string readText(const ByteSource& source, const ByteRange& range, std::uint64_t atMost, const Job& job)
{
    return std::string(asText(readBytes(source, range.offset, range.length, atMost, job)));
}

// JSON may hold bytes that are not UTF-8; then it does not pass for text, but its first character gives it
// away.
bool mayBeJson(Content content, std::string_view head)
{
    if (content == Content::json)
        return true;
    const std::size_t first = head.find_first_not_of("\xef\xbb\xbf \t\r\n");
    return content == Content::binary && first != std::string_view::npos
        && (head[first] == '{' || head[first] == '[');
}

}

bool Payload::isText() const
{
    return content == Content::text || content == Content::xml || content == Content::html
        || content == Content::rdfXml;
}

std::string Payload::name() const
{
    switch (content) {
    case Content::empty:
    case Content::binary: return {};
    case Content::json: return "JSON";
    case Content::zeros: return "only zero bytes";
    default: break;
    }
    const std::string_view name = contentName(content);
    const bool hasArticle = name.starts_with("a ") || name.starts_with("an ");
    return std::string(name.substr(hasArticle ? name.find(' ') + 1 : 0));
}

Payload lookAt(const ByteSource& source, ByteRange range, const Job& job)
{
    Payload out;
    out.range = range;
    const std::vector<std::byte> head = readBytes(source, range.offset, range.length, kProbed, job);
    out.content = guessContent(head, range.length <= kProbed);
    if (mayBeJson(out.content, asText(head)) && range.length <= limits::kJsonText) {
        std::string text = readText(source, range, limits::kJsonText, job);
        JsonMap map;
        const JsonText::Checked checked = JsonText::check(text, limits::kJsonDepth, map);
        if (checked == JsonText::Checked::json) {
            out.content = Content::json;
            out.text = std::move(text);
            out.jsonMap = std::move(map);
            return out;
        }
        if (checked == JsonText::Checked::tooDeep)
            out.closed = Code::NestingTooDeep;
    }
    if (out.content == Content::json)
        out.content = Content::text; // cut off, too deep or too large for a tree
    if (out.isText())
        out.text = readText(source, range, kTextListed, job);
    if (out.content == Content::png && head.size() >= 24) {
        ByteReader header {std::span(head).subspan(16)};
        out.width = __builtin_bswap32(header.u32());
        out.height = __builtin_bswap32(header.u32());
    }
    return out;
}

std::string_view lineAt(std::string_view text, std::uint64_t offset)
{
    std::string_view rest = text.substr(std::min<std::uint64_t>(offset, text.size()));
    rest = rest.substr(0, rest.find('\n'));
    if (rest.ends_with('\r'))
        rest.remove_suffix(1);
    return rest;
}

std::uint64_t lineCount(std::string_view text)
{
    const auto ends = static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    return ends + (text.empty() || text.back() == '\n' ? 0 : 1);
}

std::uint64_t nextLine(std::string_view text, std::uint64_t offset)
{
    const std::size_t end = text.find('\n', static_cast<std::size_t>(offset));
    return end == std::string_view::npos ? std::max<std::uint64_t>(text.size(), offset) : end + 1;
}

std::uint64_t lineStart(std::string_view text, std::uint64_t offset)
{
    return offset == 0 ? 0 : text.rfind('\n', static_cast<std::size_t>(offset - 1)) + 1; // npos + 1 == 0
}

}
