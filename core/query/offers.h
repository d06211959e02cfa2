// What may stand at a place of a query that is being written: names of fields, values of a field, texts, and
// whole queries that were asked before. Nothing is read for it.
//
//     const auto offers = query::offersAt("kind = sp", 9, {.fields = catalogue});
//     offers.list[0].text            // "spans", to stand in place of the bytes [offers.begin, offers.end)
#pragma once

#include "core/model/record_field.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass::query {

// What a capture has, the most frequent first.
struct OfferSources
{
    const FieldCatalogue* fields = nullptr;                          // of its records
    std::span<const std::pair<std::string, std::uint64_t>> names {}; // of slices, and how many have them
    std::span<const std::string> tracks {};
    std::span<const std::string> asked {}; // queries, the last one first
};

struct Offer
{
    std::string text;
    std::string detail; // quieter, behind it: "12,345 slices"

    bool operator==(const Offer&) const = default;
};

struct Offers
{
    std::size_t begin = 0; // bytes that are replaced
    std::size_t end = 0;
    std::vector<Offer> list {};
};

constexpr std::size_t kMostOffers = 50;

// `cursor`: a byte of the text. What begins as the word before it, then what contains it.
Offers offersAt(std::string_view text, std::size_t cursor, const OfferSources& sources);

}
