// The order of names for people: numbers in them count as such, "#2" before "#10".
//
//     std::ranges::sort(names, isNameBefore);
#pragma once

#include "core/base/text.h"

namespace traceglass {

// As bytes keys are in that order, and names with the same one differ in zeros alone: sorting a million by keys that are made
// once each takes a fourth of the time.
std::string nameKey(std::string_view name);

inline bool isNameBefore(std::string_view a, std::string_view b)
{
    // The digits there, without zeros in front, and moves behind them.
    const auto numberAt = [](std::string_view text, std::size_t& at) {
        std::size_t from = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        while (from + 1 < at && text[from] == '0')
            ++from;
        return text.substr(from, at - from);
    };
    std::size_t inA = 0, inB = 0;
    while (inA < a.size() && inB < b.size()) {
        if (isDigit(a[inA]) && isDigit(b[inB])) {
            const std::string_view ofA = numberAt(a, inA), ofB = numberAt(b, inB);
            if (ofA != ofB)
                return ofA.size() != ofB.size() ? ofA.size() < ofB.size() : ofA < ofB;
        } else if (a[inA] != b[inB]) {
            return static_cast<unsigned char>(a[inA]) < static_cast<unsigned char>(b[inB]);
        } else {
            ++inA;
            ++inB;
        }
    }
    const bool isEndOfA = inA == a.size(), isEndOfB = inB == b.size();
    return isEndOfA && isEndOfB ? a < b : isEndOfA; // the same but for zeros, or the shorter one first
}

}
