// What bytes seem to be, by their first ones: names a file that is none of ours, and the payload of a chunk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace traceglass {

enum class Content : std::uint8_t {
    empty,
    rdf,
    rdfLegacyMemoryTrace,
    rdfLegacyProfile,
    rfr,
    rtc,
    cjfr,
    jfr,
    png,
    jpeg,
    gif,
    elf,
    gzip,
    zstd,
    xz,
    bzip2,
    lz4,
    zip,
    pdf,
    spirv,
    rdfXml,
    xml,
    html,
    json,
    text,
    zeros,
    binary,
};

// Looks at no more than the first 64 KiB. `whole`: the bytes are all there is, so JSON and text may be judged
// to the end.
Content guessContent(std::span<const std::byte> head, bool whole);

std::string_view
contentName(Content content); // "a PNG picture", "an RDF/XML document", "text", "unknown binary data"
// "seems to be text", of the same.
std::string guessText(std::span<const std::byte> head, bool whole = true);
}
