// What may stand at a place of a query that is being written: names of fields, values of a field, texts, and
// whole queries that were asked before. Nothing is read for it: of fields of records there are the values that
// were read for a query (FieldColumns::mostFrequent).
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

struct FrequentValue
{
    std::string text; // without quotes
    std::uint64_t count = 0; // of slices

    bool operator==(const FrequentValue&) const = default;
};

// What a capture has, the most frequent first.
struct OfferSources
{
    const FieldCatalogue* fields = nullptr;                          // of its records
    std::span<const std::pair<std::string, std::uint64_t>> names {}; // of slices, and how many have them
    std::span<const std::string> tracks {};
    std::span<const std::string> asked {}; // queries, the last one first
    std::string valuesOf {};               // the field of records of which values are known
    std::span<const FrequentValue> values {};
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
    std::string valuesOf {}; // the field of records whose values are wanted; empty: none are
};

constexpr std::size_t kMostOffers = 50;

// `cursor`: a byte of the text. What begins as the word before it, then what contains it.
Offers offersAt(std::string_view text, std::size_t cursor, const OfferSources& sources);

}
