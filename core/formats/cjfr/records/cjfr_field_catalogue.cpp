#include "core/formats/cjfr/records/cjfr_field_catalogue.h"

#include "core/formats/cjfr/timeline/cjfr_expand.h"
#include "core/formats/cjfr/timeline/cjfr_placed.h"
#include "core/formats/cjfr/timeline/cjfr_words.h"
#include "core/formats/cjfr/wire/cjfr_json.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

constexpr std::size_t kStructsDeep = 4;    // names below that are longer than anyone writes
constexpr std::size_t kMostNodes = 65'536; // structs in structs multiply

}

std::vector<FieldNode> FieldCataloguer::nodesOf(const std::string& record, const Type& type)
{
    std::vector<FieldNode> out;
    m_path = {&type};
    for (std::uint32_t i = 0; i < type.slots.size(); ++i)
        add(out, record, type.slots[i].name, type.slots[i], i, false);
    return out;
}

std::vector<FieldNode> FieldCataloguer::nodesOfCombined(const Type& combined)
{
    const std::string record = Expander::expandedName(combined);
    const Type* target = nullptr;
    for (const Type& type : m_index.types.defined())
        if (!target && type.name == record && type.kind == TypeKind::structure)
            target = &type;
    std::vector<FieldNode> out;
    m_path = {&combined};
    for (const GivenSlot& given : Expander::givenBy(m_index.types, combined)) {
        const int field = target ? target->fieldNamed(given.name) : -1;
        const Slot* const own = field >= 0 ? &target->slots[static_cast<std::size_t>(field)] : nullptr;
        const std::size_t before = out.size();
        if (!given.slot)
            out.push_back(
                {.number = m_maker.numberOf(std::string(given.name), record,
                                            given.isTruth ? FieldType::boolean : FieldType::integer, {})});
        else
            add(out, record, std::string(given.name), own ? *own : *given.slot, 0, false);
        for (std::size_t i = before; i < out.size(); ++i) {
            out[i].given = given.name;
            out[i].reduction = own ? own->reduction : reduction::kNone;
        }
    }
    return out;
}

bool FieldCataloguer::addValues(const Type& type, ValueFields& out)
{
    const bool isCombined = Expander::canExpand(type);
    const auto counters = m_index.isJfr()
        ? countersOf(roleOf(isCombined ? Expander::expandedName(type) : type.name))
        : std::vector<std::optional<Counter>>();
    for (const auto& counter : counters)
        out[valueSlot(counter)] =
            m_maker.numberOf("value", std::string(counter ? counterName(*counter) : kThreadCpu),
                             FieldType::number, std::string(cjfr::unitOf(counter)));
    return !counters.empty();
}

void FieldCataloguer::add(std::vector<FieldNode>& out, const std::string& record, const std::string& path,
                          const Slot& slot, std::uint32_t position, bool isRepeated)
{
    const Type* const type = m_index.types.find(slot.typeId);
    if (!type || ++m_nodes > kMostNodes)
        return;
    FieldNode node;
    node.position = position;
    const KnownStruct known =
        m_index.isJfr() && type->kind == TypeKind::structure ? knownStruct(*type) : KnownStruct::none;
    if (type->isComposite() && known == KnownStruct::none) {
        if (m_path.size() > kStructsDeep || std::ranges::find(m_path, type) != m_path.end())
            return;
        node.type = type;
        m_path.push_back(type);
        const bool isArray = type->kind == TypeKind::array;
        for (std::uint32_t i = 0; i < type->slots.size(); ++i)
            add(node.parts, record, isArray ? path : path + '.' + type->slots[i].name, type->slots[i], i,
                isRepeated || isArray);
        m_path.pop_back();
        if (node.parts.empty())
            return;
    } else {
        const auto [of, unit] = meaning(slot, *type);
        node.number =
            m_maker.numberOf(path, record, of, unit, isRepeated || known == KnownStruct::stackTrace);
    }
    out.push_back(std::move(node));
}

std::pair<FieldType, std::string> FieldCataloguer::meaning(const Slot& slot, const Type& type) const
{
    switch (type.kind) {
    case TypeKind::boolean: return {FieldType::boolean, {}};
    case TypeKind::integer:
    case TypeKind::varint: break;
    case TypeKind::floating: return {FieldType::number, unitOf(slot)};
    default: return {FieldType::text, {}};
    }
    switch (m_index.isJfr() ? slot.reduction : reduction::kNone) {
    case reduction::kTimestamp: return {FieldType::moment, {}};
    case reduction::kTimespan: return {FieldType::span, {}};
    case reduction::kAmount: return {FieldType::bytes, {}};
    default: break;
    }
    const bool isBytes = m_index.isJfr() && wordsOf(slot).unit == FieldUnit::bytes;
    return {isBytes ? FieldType::bytes : FieldType::integer, isBytes ? std::string() : unitOf(slot)};
}

std::string FieldCataloguer::unitOf(const Slot& slot) const
{
    switch (m_index.isJfr() ? wordsOf(slot).unit : FieldUnit::none) {
    case FieldUnit::share: return "share";
    case FieldUnit::bytes: return "B";
    case FieldUnit::bits: return "bit";
    case FieldUnit::hertz: return "Hz";
    default: return {};
    }
}

}
