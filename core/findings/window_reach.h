// What is much of a window may be much of a longer time: how far does it reach before and behind the window?
//
//     std::vector<AmountAt> all = {{0, 10, 1}, {10, 20, 7}, {20, 30, 8}};       // in order
//     for (const auto& [first, last] : findings::reachOf(all, {{1, 1}}, 500)) ...   // 1, 2: half of it and more
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace traceglass::findings {

struct AmountAt
{
    std::int64_t begin = 0, end = 0; // of what it is a part of
    std::int64_t amount = 0;
};

struct Reach // by position, both of them are within
{
    std::size_t first = 0, last = 0;
};

// Of windows, those with most first: each with what is before and behind it as long as that is so many thousandths on
// the whole, but for those that overlap what was there before. In order, and apart.
std::vector<Reach> reachOf(const std::vector<AmountAt>& all, const std::vector<Reach>& windows,
                           std::int64_t thousandths);

}
