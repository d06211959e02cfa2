// Which fields the events of a stream have, and where in its types their values lie.
//
//     FieldCataloguer cataloguer(index, catalogue);
//     nodes[type.index] = cataloguer.nodesOf(type.name, type);
#pragma once

#include "core/formats/cjfr/timeline/cjfr_tracks.h"
#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/catalogue_maker.h"

#include <array>

namespace traceglass::cjfr {

constexpr std::uint32_t kNoField = ~std::uint32_t(0);

// A value of a type, and which fields are in it.
struct FieldNode
{
    std::uint32_t position = 0;      // in the struct that holds it
    std::uint32_t number = kNoField; // of a field
    std::uint64_t reduction = 0;     // that of the event's own type: combined ones keep none
    const Type* type = nullptr;      // of a struct or an array
    std::vector<FieldNode> parts {}; // of a struct, in order; of an array its elements
    std::string_view given {};       // of combined events: under this name
};

// Of what each counter is told, and the share of CPU of a thread behind them.
constexpr std::size_t kValueFields = static_cast<std::size_t>(Counter::metaspace) + 2;
using ValueFields =
    std::array<std::uint32_t, kValueFields>; // kNoField: nothing tells it, or it is not asked for

constexpr std::size_t valueSlot(std::optional<Counter> counter)
{
    return counter ? static_cast<std::size_t>(*counter) : kValueFields - 1;
}

// What a request is about, by index of the type.
struct AskedFields
{
    std::vector<std::vector<FieldNode>> nodes;
    std::vector<bool> tellsValues; // that are asked for
    ValueFields values {};

    bool isAny(const Type& type) const { return !nodes[type.index].empty() || tellsValues[type.index]; }
};

class FieldCataloguer
{
public:
    FieldCataloguer(const StreamIndex& index, FieldCatalogue& out)
        : m_index(index)
        , m_maker(out)
    {
    }

    std::vector<FieldNode> nodesOf(const std::string& record, const Type& type);
    std::vector<FieldNode> nodesOfCombined(const Type& combined);
    // False: the events of the type tell no counter.
    bool addValues(const Type& type, ValueFields& out);

private:
    void add(std::vector<FieldNode>& out, const std::string& record, const std::string& path,
             const Slot& slot, std::uint32_t position, bool isRepeated);
    std::pair<FieldType, std::string> meaning(const Slot& slot, const Type& type) const;
    std::string unitOf(const Slot& slot) const;

    const StreamIndex& m_index;
    CatalogueMaker m_maker;
    std::vector<const Type*> m_path; // that hold the one at hand
    std::size_t m_nodes = 0;
};

}
