// The start header of a CondensedData file, in its three layouts (short, with configuration, with level), and
// where the main stream lies.
//
//     auto header = readHeader(fileBytes);                 // errors: the rejections of cjfr.*
//     header->codec, header->streamStart, header->fields
#pragma once

#include "core/base/diagnostic.h"
#include "core/codec/stream_decoder.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace traceglass::cjfr {

enum class Layout : std::uint8_t { brief, config, level };

struct HeaderField
{
    std::string label;
    std::string value;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

struct Header
{
    std::uint64_t version = 0;
    std::string generator;
    std::string generatorVersion;
    std::optional<std::string> configuration; // absent in the short layout
    std::string codecName;
    std::optional<Codec> codec; // nothing: not compressed
    std::optional<std::uint64_t> level;
    Layout layout = Layout::brief;
    bool isCut = false; // the file ends inside the codec's name
    std::uint64_t streamStart = 0;
    std::vector<HeaderField> fields;
};

constexpr std::string_view kMagic = "CondensedData";

bool hasMagic(std::span<const std::byte> file); // 0D "CondensedData"
Result<Header> readHeader(std::span<const std::byte> file);
std::string_view codecName(std::optional<Codec> codec); // "NONE", "LZ4FRAMED"
std::string_view levelName(std::uint64_t level);        // "FAST" to "MAX_COMPRESSION"
std::string_view layoutName(const Header& header);      // "spec", "config", "v1" (with level), "v2"

}
