#include "core/formats/cjfr/wire/cjfr_types.h"

#include "core/base/limits.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace traceglass::cjfr {

namespace {

using namespace std::string_view_literals;

// How far beyond the highest id so far a new one may lie (the reference tool's rule).
constexpr std::uint64_t kIdGap = 10'000;

constexpr std::string_view kConfigurationName = "me.bechberger.jfr.Configuration";
constexpr std::string_view kUniverseName = "me.bechberger.jfr.Universe";

// Files without the JFR layer: what makers of such files call their times.
constexpr std::array kStartNames = {"startTime"sv, "start"sv, "timestamp"sv, "time"sv, "ts"sv};
constexpr std::array kDurationNames = {"duration"sv, "dur"sv};

TextEncoding encodingNamed(std::string_view name)
{
    if (name == "ISO-8859-1")
        return TextEncoding::latin1;
    if (name == "UTF-16BE" || name == "UTF-16")
        return TextEncoding::utf16be;
    if (name == "UTF-16LE")
        return TextEncoding::utf16le;
    return name == "UTF-8" || name == "US-ASCII" ? TextEncoding::utf8 : TextEncoding::unknown;
}

template <class Names>
int numberField(const TypeTable& types, const Type& type, const Names& names)
{
    for (const std::string_view name : names) {
        const int at = type.fieldNamed(name);
        if (at >= 0 && types.holdsNumbers(type.slots[static_cast<std::size_t>(at)]))
            return at;
    }
    return -1;
}

}

int Type::fieldNamed(std::string_view field) const
{
    const auto found = std::ranges::find(slots, field, &Slot::name);
    return found == slots.end() ? -1 : static_cast<int>(found - slots.begin());
}

TypeTable::TypeTable(Numbering numbering)
    : m_numbering(numbering)
{
    for (const TypeKind kind :
         {TypeKind::integer, TypeKind::varint, TypeKind::boolean, TypeKind::floating, TypeKind::string}) {
        if (kind == TypeKind::boolean && numbering == Numbering::spec)
            continue;
        Type type;
        type.id = m_types.size();
        type.kind = kind;
        type.name = kindText(kind);
        add(std::move(type));
    }
    m_builtIn = m_types.size();
}

void TypeTable::add(Type type)
{
    const auto id = static_cast<std::size_t>(type.id);
    if (id >= m_byId.size())
        m_byId.resize(id + 1);
    type.index = static_cast<std::uint32_t>(m_types.size());
    m_byId[id] = &m_types.emplace_back(std::move(type));
}

void TypeTable::bad(Cursor& in, std::uint64_t offset, std::string problem)
{
    if (!in.failed())
        m_problem = std::move(problem);
    in.fail(Fault::badDefinition, offset);
}

void TypeTable::readSlot(Cursor& in, Slot& slot, bool withName)
{
    slot.offset = in.offset();
    if (withName) {
        slot.name = in.text();
        slot.description = in.text();
    }
    slot.typeId = in.uv();
    const std::uint64_t at = in.offset();
    const std::uint8_t embedding = in.u8();
    if (embedding > 3)
        in.fail(Fault::badEmbedding, at);
    slot.embedding = static_cast<Embedding>(embedding & 3);
    if (withName)
        slot.reduction = in.uv();
    slot.length = in.offset() - slot.offset;
}

void TypeTable::define(Cursor& in, std::uint64_t kindNumber, std::uint64_t start)
{
    const std::uint64_t idAt = in.offset();
    const std::uint64_t id = in.uv();
    const std::uint64_t highest = std::max<std::uint64_t>(m_byId.size(), kFirstTypeId) - 1;
    if (in.failed())
        return;
    if (id < kFirstTypeId || find(id))
        return bad(in, idAt,
                   "the id " + std::to_string(id) + (find(id) ? " is defined already" : " is reserved"));
    if (id - std::min(id, highest) > kIdGap || id > limits::kCjfrTypeId)
        return bad(in, idAt,
                   "the id " + std::to_string(id) + " lies too far beyond " + std::to_string(highest));

    Type type;
    type.id = id;
    type.kind = static_cast<TypeKind>(m_numbering == Numbering::spec && kindNumber >= 2 ? kindNumber + 1
                                                                                        : kindNumber);
    type.name = in.text();
    type.description = in.text();
    const std::uint64_t detailAt = in.offset();
    switch (type.kind) {
    case TypeKind::integer: {
        type.width = in.u8();
        const std::uint8_t flags = in.u8();
        type.isSigned = (flags & 1) != 0;
        type.overflowFlag = (flags & 2) != 0;
        if (!in.failed() && (type.width < 1 || type.width > 8))
            bad(in, detailAt, "an integer of " + std::to_string(type.width) + " bytes");
        break;
    }
    case TypeKind::varint:
        type.isSigned = (in.u8() & 1) != 0;
        type.multiplier = in.uv();
        if (!in.failed() && type.multiplier == 0)
            bad(in, detailAt, "the multiplier is 0");
        break;
    case TypeKind::boolean: break;
    case TypeKind::floating: {
        const std::uint8_t code = in.u8();
        // Code 1 meant bfloat16 before May 2026 and in the specification; those files use it for amounts of
        // memory only.
        const bool oldCode = m_numbering == Numbering::spec || type.name.starts_with("memory ");
        if (code > 3)
            bad(in, detailAt, "float format " + std::to_string(code));
        else if (code == 1 && oldCode)
            type.format = FloatFormat::bfloat16;
        else
            type.format = static_cast<FloatFormat>(code);
        break;
    }
    case TypeKind::string:
        type.encodingName = in.text();
        type.encoding = encodingNamed(type.encodingName);
        break;
    case TypeKind::array: readSlot(in, type.slots.emplace_back(), false); break;
    case TypeKind::structure: {
        const std::uint64_t countAt = in.offset();
        const std::uint64_t count = in.uv();
        constexpr std::uint64_t kLeastField = 5;
        if (count > in.left() / kLeastField)
            in.fail(Fault::countTooLarge, countAt);
        std::unordered_set<std::string> names;
        for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
            const std::uint64_t fieldAt = in.offset();
            readSlot(in, type.slots.emplace_back(), true);
            if (!names.insert(type.slots.back().name).second)
                bad(in, fieldAt, "two fields are called " + escaped(type.slots.back().name));
        }
        type.structReduction = in.uv();
        break;
    }
    }
    if (in.failed())
        return;
    type.offset = start;
    type.length = in.offset() - start;
    finish(type);
    add(std::move(type));
}

void TypeTable::finish(Type& type)
{
    if (type.kind != TypeKind::structure)
        return;
    type.startField = type.fieldNamed("startTime");
    type.durationField = type.fieldNamed("duration");
    type.isCombined = type.name.starts_with("jdk.combined.");
    type.isConfiguration = type.name == kConfigurationName;
    type.isUniverse = type.name == kUniverseName;
    type.isNote = type.name.starts_with(kNoteType);
    if (type.isConfiguration) {
        m_isJfr = true;
        m_isOld = type.fieldNamed("removeUnnecessaryAddresses") < 0;
    }
    if (type.isCombined) { // their times are deltas whatever is stated (cjfr.md 2.2)
        for (Slot& slot : type.slots) {
            if (slot.reduction == reduction::kNone && (slot.name == "startTime" || slot.name == "endTime"))
                slot.reduction = reduction::kTimestamp;
        }
    }
}

std::uint32_t TypeTable::cacheOf(const Type& type, std::uint64_t holderId)
{
    const auto next = static_cast<std::uint32_t>(m_caches.size());
    const auto [known, isNew] = m_cacheOf.try_emplace({type.id, holderId}, next);
    if (isNew)
        m_caches.push_back({&type, holderId, {}});
    return known->second;
}

int TypeTable::reducedField(const Type& type, int field, std::uint64_t reduction) const
{
    if (field < 0)
        return -1;
    const Slot& slot = type.slots[static_cast<std::size_t>(field)];
    return slot.reduction == reduction && holdsNumbers(slot) ? field : -1;
}

bool TypeTable::resolve(Slot& slot, const Type& holder)
{
    Type* const type = find(slot.typeId);
    if (!type)
        return false;
    if (slot.embedding == Embedding::cached)
        slot.cache = cacheOf(*type, 0);
    else if (slot.embedding == Embedding::cachedByHolder)
        slot.cache = cacheOf(*type, holder.id);
    slot.type = type;
    return true;
}

TimeFields timeFieldsOf(const TypeTable& types, const Type& type)
{
    TimeFields out;
    if (type.kind != TypeKind::structure || type.isSetting())
        return out;
    if (types.isJfr()) {
        out.start = types.reducedField(type, type.startField, reduction::kTimestamp);
        out.duration = types.reducedField(type, type.durationField, reduction::kTimespan);
    } else {
        out.start = numberField(types, type, kStartNames);
        out.duration = numberField(types, type, kDurationNames);
    }
    return out;
}

bool anyTypeHasTimes(const TypeTable& types)
{
    return std::ranges::any_of(types.defined(), [&](const Type& type) {
        return !type.isNote && timeFieldsOf(types, type).start >= 0;
    });
}

std::string_view kindText(TypeKind kind)
{
    constexpr std::array<std::string_view, 7> names = {"int",    "varint", "boolean", "float",
                                                       "string", "array",  "struct"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view formatText(FloatFormat format)
{
    constexpr std::array<std::string_view, 4> names = {"float32", "float64", "bfloat16", "float16"};
    return names[static_cast<std::size_t>(format)];
}

}
