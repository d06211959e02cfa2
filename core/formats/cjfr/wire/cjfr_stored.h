// What is stored of numbers that are written shorter than they are: the other side of reading them.
//
//     out.varint(zigzag(storedAmount(4096)));     // 512: amounts of bytes are mostly multiples of 8
//     out.u16(halfBits(0.5f));
//
// Floats are rounded to the nearest, halves to even.
#pragma once

#include <cstdint>

namespace traceglass::cjfr {

std::int64_t storedAmount(std::int64_t bytes); // amountOf() takes it back
std::uint16_t halfBits(float value);           // IEEE half
std::uint16_t bfloat16Bits(float value);       // the upper half of a float

}
