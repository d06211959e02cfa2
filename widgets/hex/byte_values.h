// What the bytes at the caret mean as numbers, times and text: the rows of "As bytes".
//
//     for (const ByteValue& row : byteValues(bytes))       // up to 16 bytes from the caret on
//         paint(row.label, row.little, row.big);
//
// A row that cannot be read here (too few bytes, a varint that does not end, not a time) is not valid and has
// no texts.
#pragma once

#include "core/model/node.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace traceglass {

struct ByteValue
{
    std::string label;      // "u32"
    std::string little {};  // the value; for rows without a byte order the only one
    std::string big {};     // empty where the order says nothing
    std::size_t length = 0; // bytes it reads
    bool varint = false;    // its length is the bytes' own: shown as "3 bytes"
    bool valid = false;
};

constexpr std::size_t kByteValueBytes = 16;

std::vector<ByteValue> byteValues(std::span<const std::byte> bytes);

// The row that reads so many bytes as a field does. -1: none, or nobody knows how it does.
int rowOf(const std::vector<ByteValue>& rows, const Encoding& encoding, std::size_t length);
}
