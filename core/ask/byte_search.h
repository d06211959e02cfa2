// Finding bytes and text in a source: patterns as people write them, and the search over any size.
//
//     auto pattern = parseBytePattern("32 ?? 07", false);          // hex with wildcards, "3?" for a nibble
//     auto pattern = parseBytePattern("\"ping\"", true);           // text as UTF-8 and UTF-16, ignoring ASCII
//     case SearchHits hits = searchBytes(*source, pattern.needles, job);
//
// Text without quotes that is not hex is text, too.
#pragma once

#include "core/base/byte_range.h"
#include "core/base/job.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass {

class ByteSource;

// Bytes to find; a byte matches when it equals `value` in the bits of `mask`.
struct Needle
{
    std::vector<std::byte> value;
    std::vector<std::byte> mask;

    std::size_t size() const { return value.size(); }
    bool matches(const std::byte* at) const;
};

struct BytePattern
{
    std::vector<Needle> needles; // any of them
    std::string problem;         // why there are none
    bool text = false;
};

BytePattern parseBytePattern(std::string_view input, bool ignoreCase);

struct SearchHit
{
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    std::array<std::byte, 24> context {}; // the bytes from there on, for lists
    std::uint8_t shown = 0;               // how many of them there are
};

struct SearchHits
{
    std::vector<SearchHit> hits; // by offset
    bool cut = false;            // stopped at kMostSearchHits
    std::uint64_t searched = 0;  // bytes
};

constexpr std::size_t kMostSearchHits = 100'000;

SearchHits searchBytes(const ByteSource& source, const std::vector<Needle>& needles, Job& job);

// An offset as people write it in "Go to offset": 6099, 0x17d3, +16 and -0x10 from `current`, "end". Digits
// may be grouped with commas. Nothing when it is none of these or lies outside `size` bytes.
std::optional<std::uint64_t> parseOffset(std::string_view text, std::uint64_t current, std::uint64_t size);

}
