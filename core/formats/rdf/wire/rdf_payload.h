// What the data of a chunk turn out to be, by content (rdf.md 5): JSON, text, a picture, an RDF capture,
// something named.
//
//     auto payload = lookAt(source, range, job);
//     payload.content == Content::json      // payload.text is checked JSON
//
// Only the first 64 KiB are looked at, for JSON everything up to limits::kJsonText, for text the first 256
// KiB.
#pragma once

#include "core/base/byte_range.h"
#include "core/base/code.h"
#include "core/formats/rdf/wire/json_text.h"
#include "core/io/byte_source.h"
#include "core/model/content.h"

#include <optional>

namespace traceglass::rdf {

constexpr std::uint64_t kTextListed = 256 * 1024;

struct Payload
{
    Content content = Content::empty;
    ByteRange range;                     // the decoded bytes
    std::string text;                    // JSON: all of it; text: the part whose lines are listed
    JsonMap jsonMap;                     // of the JSON
    std::uint32_t width = 0, height = 0; // of a PNG picture
    std::uint32_t capture = 0;           // number of a nested capture, 0: none
    std::optional<Code> closed {};       // why JSON or a capture is not shown by its parts

    bool isPicture() const
    {
        return content == Content::png || content == Content::jpeg || content == Content::gif;
    }
    bool isText() const; // shown line by line
    bool hasParts() const { return content == Content::json || isText() || isPicture() || capture != 0; }
    JsonText json() const { return {text, jsonMap}; } // lives as long as this
    std::uint64_t memoryBytes() const { return sizeof(Payload) + text.size() + jsonMap.memoryBytes(); }
    std::string name() const; // "JSON", "PNG picture", "ELF program or library"; empty when nothing is known
};

Payload lookAt(const ByteSource& source, ByteRange range, const Job& job);

// Lines of a payload's text: the line that begins at an offset, without its end.
std::string_view lineAt(std::string_view text, std::uint64_t offset);
std::uint64_t lineCount(std::string_view text);
// Where the line begins that is behind the one at an offset; the end of the text behind the last one.
std::uint64_t nextLine(std::string_view text, std::uint64_t offset);
// Where the line begins that covers an offset.
std::uint64_t lineStart(std::string_view text, std::uint64_t offset);

}
