// What recordings of a JVM say about their types and fields: labels, units, categories. The descriptions are
// JSON (cjfr.md 3); plain CondensedData has free text there, which is taken as it is.
//
//     const TypeWords words = wordsOf(type);           // words.label: "Java Monitor Blocked"
//     const FieldWords field = wordsOf(slot);          // field.unit: FieldUnit::bytes
#pragma once

#include "core/formats/cjfr/wire/cjfr_types.h"

#include <string>
#include <string_view>
#include <vector>

namespace traceglass::cjfr {

struct TypeWords
{
    std::string label;       // the type's name without "jdk." where it has none
    std::string description; // empty: none
    std::vector<std::string> category;
};

enum class FieldUnit : std::uint8_t { none, bytes, bits, share, address, hertz };

struct FieldWords
{
    std::string label; // the field's name where it has none
    std::string description;
    FieldUnit unit = FieldUnit::none;
};

TypeWords wordsOf(const Type& type);
FieldWords wordsOf(const Slot& slot);

// Of a collector as recordings name it, "G1New": "G1" and "G1 young collection". Names that are not known
// stay.
std::string_view collectorWords(std::string_view name);
std::string collectionWords(std::string_view name);

}
