#include "core/formats/cjfr/wire/cjfr_encoder.h"

#include "core/formats/cjfr/wire/cjfr_value.h"

#include <algorithm>
#include <bit>

namespace traceglass::cjfr {

namespace {

// Keys remembered for each cache. Numbers are never used again, so a value that was forgotten is written once
// more; the tool forgets from as many entries on.
constexpr std::size_t kRemembered = 20'000;

// What a timestamp is stored as; the reader gets the latest tick that does not lie behind it.
std::int64_t ticksSince(const Clock& clock, std::int64_t ns)
{
    const auto passed =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(ns) - static_cast<std::uint64_t>(clock.baseNs));
    const std::int64_t perSecond = clock.rules.ticksPerSecond;
    if (kSecondNs % perSecond == 0)
        return passed / (kSecondNs / perSecond);
    return saturated(static_cast<double>(passed) * static_cast<double>(perSecond) / 1e9);
}

bool fits(std::int64_t value, const Type& type)
{
    const unsigned bits = 8 * unsigned(type.width);
    if (bits == 64)
        return true;
    const std::int64_t size = std::int64_t(1) << (type.isSigned ? bits - 1 : bits);
    return value < size && value >= (type.isSigned ? -size : 0);
}

}

TypeDefinition structType(std::string_view name, std::initializer_list<FieldDefinition> fields,
                          std::string_view description)
{
    return {.name = name, .description = description, .fields = fields};
}

TypeDefinition arrayType(std::string_view name, std::uint64_t element, Embedding embedding)
{
    return {.kind = TypeKind::array, .name = name, .fields = {{"", element, embedding}}};
}

TypeDefinition varintType(std::string_view name, bool isSigned, std::uint64_t multiplier)
{
    return {.kind = TypeKind::varint, .name = name, .isSigned = isSigned, .multiplier = multiplier};
}

Encoder::Encoder(const StreamIndex& before)
    : m_types(before.types.numbering())
{
    for (const Type& type : before.types.defined()) {
        learnType(before.bytes.subspan(static_cast<std::size_t>(type.offset),
                                       static_cast<std::size_t>(type.length)));
        m_nextId = std::max(m_nextId, type.id + 1);
    }
    for (const Cache& cache : before.types.caches())
        m_before[{cache.type->id, cache.holderId}] = cache.entries.size();
    m_clock.rules = before.rules;
    if (before.messages == 0)
        return;
    MessageWalk last(before, before.messages - 1); // nobody keeps the clock behind it
    if (!last.next()) // the file was cut by somebody else
        fail("the stream cannot be read any more");
    m_clock = last.clock();
}

// --- types

const Type* Encoder::typeNamed(std::string_view name) const
{
    const auto types = m_types.defined();
    const auto found = std::ranges::find(types, name, &Type::name);
    return found == types.end() ? nullptr : &*found;
}

void Encoder::encodeDefinition(const TypeDefinition& type, std::uint64_t id)
{
    // The specification has no booleans, so everything behind them has a lower number there.
    const bool spec = m_types.numbering() == Numbering::spec;
    const auto kind = static_cast<std::uint64_t>(type.kind);
    if (spec && type.kind == TypeKind::boolean)
        return fail("the specification has no type for booleans");
    m_out.varint(spec && type.kind > TypeKind::boolean ? kind - 1 : kind);
    m_out.varint(id);
    m_out.text(type.name);
    m_out.text(type.description);
    switch (type.kind) {
    case TypeKind::integer:
        m_out.u8(type.width);
        m_out.u8(type.isSigned ? 1 : 0);
        break;
    case TypeKind::varint:
        m_out.u8(type.isSigned ? 1 : 0);
        m_out.varint(type.multiplier);
        break;
    case TypeKind::boolean: break;
    case TypeKind::floating:
        m_out.u8(spec && type.format == FloatFormat::bfloat16 ? 1 : static_cast<std::uint8_t>(type.format));
        break;
    case TypeKind::string: m_out.text(type.encoding); break;
    case TypeKind::array:
        if (type.fields.size() != 1)
            return fail("an array has elements of one type");
        m_out.varint(type.fields[0].type);
        m_out.u8(static_cast<std::uint8_t>(type.fields[0].embedding));
        break;
    case TypeKind::structure:
        m_out.varint(type.fields.size());
        for (const FieldDefinition& field : type.fields) {
            m_out.text(field.name);
            m_out.text(field.description);
            m_out.varint(field.type);
            m_out.u8(static_cast<std::uint8_t>(field.embedding));
            m_out.varint(field.reduction);
        }
        m_out.varint(reduction::kNone);
        break;
    }
}

// The reader's own table takes the definition, so that what it would refuse is not written.
void Encoder::learnType(std::span<const std::byte> definition)
{
    Cursor in(definition, 0);
    m_types.define(in, in.uv(), 0);
    if (in.failed())
        fail(m_types.problem().empty() ? "a type is not well-formed" : m_types.problem());
}

std::uint64_t Encoder::define(const TypeDefinition& type)
{
    const std::uint64_t id = type.id == 0 ? reserveId() : type.id;
    if (inMessage())
        fail("a type is defined within a message");
    if (failed())
        return id;
    const std::size_t start = m_out.size();
    encodeDefinition(type, id);
    learnType(std::span(m_out.bytes()).subspan(start));
    const Type* const known = m_types.find(id);
    if (type.kind == TypeKind::floating && known && known->format != type.format)
        fail("readers would take the type " + std::string(type.name) + " for another kind of number");
    m_nextId = std::max(m_nextId, id + 1);
    return id;
}

// --- messages

void Encoder::begin(std::uint64_t id)
{
    if (inMessage())
        fail("a message begins before the last one is complete");
    Type* const type = m_types.find(id);
    if (!type || id < kFirstTypeId)
        fail("no type has the id " + std::to_string(id));
    if (failed())
        return;
    m_out.varint(id);
    if (type->index >= m_counts.size())
        m_counts.resize(type->index + 1);
    ++m_counts[type->index];
    if (type->kind == TypeKind::structure) {
        m_stack.push_back({type, 0, type->slots.size()});
        leave();
        return;
    }
    m_whole = {};
    m_whole.type = type;
    m_stack.push_back({nullptr, 0, 1}); // one value that is in no field
}

// The slot of the next value; null when there is none or a problem.
Slot* Encoder::enter()
{
    if (!failed() && !inMessage())
        fail("a value stands outside of a message");
    if (failed())
        return nullptr;
    Level& level = m_stack.back();
    if (!level.type) {
        ++level.next;
        return &m_whole;
    }
    Slot& slot = level.type->slots[level.type->kind == TypeKind::structure ? level.next : 0];
    ++level.next;
    if (!slot.type && !m_types.resolve(slot, *level.type)) {
        fail("the type " + std::to_string(slot.typeId) + " is not defined");
        return nullptr;
    }
    return &slot;
}

// Closes what its last field or element completed.
void Encoder::leave()
{
    while (!m_stack.empty() && m_stack.back().next == m_stack.back().count)
        m_stack.pop_back();
}

Encoder::Entries& Encoder::entriesOf(const Slot& slot)
{
    while (m_entries.size() <= slot.cache) {
        const Cache& cache = m_types.caches()[m_entries.size()];
        m_entries.push_back({.next = m_before[{cache.type->id, cache.holderId}]});
    }
    return m_entries[slot.cache];
}

// Writes what the embedding wants before a value. False: the value itself is not written.
bool Encoder::announce(const Slot& slot, const Key& key)
{
    switch (slot.embedding) {
    case Embedding::plain: return true;
    case Embedding::nullable: m_out.u8(1); return true;
    case Embedding::cached:
    case Embedding::cachedByHolder: break;
    }
    Entries& entries = entriesOf(slot);
    const auto known = [&](auto& map, const auto& wanted) {
        const auto found = map.find(wanted);
        if (found != map.end()) {
            m_out.varint(found->second + 2);
            return true;
        }
        if (map.size() >= kRemembered)
            map.clear();
        map.emplace(wanted, entries.next++);
        m_out.varint(std::uint64_t(1));
        return false;
    };
    return key.text ? !known(entries.byText, *key.text) : !known(entries.byNumber, key.number);
}

// The slot of a value of one of two kinds; null: another is wanted.
Slot* Encoder::slotFor(TypeKind kind, TypeKind otherwise)
{
    Slot* const slot = enter();
    if (slot && slot->type->kind != kind && slot->type->kind != otherwise) {
        fail("the field " + slot->name
             + " holds values of another kind: " + std::string(kindText(slot->type->kind)));
        return nullptr;
    }
    return slot;
}

void Encoder::number(std::int64_t value)
{
    Slot* const slot = slotFor(TypeKind::varint, TypeKind::integer);
    if (!slot)
        return;
    if (announce(*slot, {static_cast<std::uint64_t>(value)})) {
        std::int64_t stored = value;
        if (m_types.isJfr() && slot->reduction == reduction::kTimestamp) {
            stored = ticksSince(m_clock, value);
            m_clock.moment(stored);
        } else if (m_types.isJfr() && slot->reduction == reduction::kAmount) {
            stored = storedAmount(value);
        }
        encodeNumber(*slot->type, stored);
    }
    if (m_stack.size() == 1)
        learnNumber(*slot, value);
    leave();
}

void Encoder::encodeNumber(const Type& type, std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    if (type.kind == TypeKind::integer) {
        if (!fits(value, type))
            fail(std::to_string(value) + " takes more than " + std::to_string(type.width) + " bytes");
        for (unsigned i = 0; i < type.width; ++i)
            m_out.u8(static_cast<std::uint8_t>(bits >> (8 * i)));
    } else if (!type.isSigned) {
        m_out.varint(bits / type.multiplier);
    } else if (type.multiplier > std::uint64_t(std::numeric_limits<std::int64_t>::max())) {
        m_out.varint(std::uint64_t(0)); // larger than any value
    } else {
        m_out.varint(zigzag(value / static_cast<std::int64_t>(type.multiplier)));
    }
}

// Configuration and Universe say how times are to be stored from then on.
void Encoder::learnNumber(const Slot& slot, std::int64_t value)
{
    const Type* const type = m_stack.back().type;
    if (!type)
        return;
    if (type->isConfiguration && slot.name == "timeStampTicksPerSecond") {
        if (value <= 0)
            return fail("there must be ticks in a second");
        m_clock.rules = {m_types.isOld(), value};
    } else if (type->isUniverse && slot.name == "lastStartTimeNanos") {
        m_clock.universe(value);
    }
}

// `write` gets the slot, unless an entry of its cache stands for the value.
template <class Write>
void Encoder::put(TypeKind kind, TypeKind otherwise, const Key& key, const Write& write)
{
    const Slot* const slot = slotFor(kind, otherwise);
    if (!slot)
        return;
    if (announce(*slot, key))
        write(*slot);
    leave();
}

void Encoder::unset()
{
    constexpr std::int64_t kUnset = std::numeric_limits<std::int64_t>::min();
    put(TypeKind::varint, TypeKind::integer, {static_cast<std::uint64_t>(kUnset)},
        [&](const Slot& slot) { encodeNumber(*slot.type, kUnset); });
}

void Encoder::boolean(bool value)
{
    put(TypeKind::boolean, TypeKind::boolean, {value ? 1u : 0u},
        [&](const Slot&) { m_out.u8(value ? 1 : 0); });
}

void Encoder::floating(double value)
{
    put(TypeKind::floating, TypeKind::floating, {std::bit_cast<std::uint64_t>(value)}, [&](const Slot& slot) {
        const auto narrow = static_cast<float>(value);
        switch (slot.type->format) {
        case FloatFormat::float32: m_out.f32(narrow); break;
        case FloatFormat::float64: m_out.f64(value); break;
        case FloatFormat::bfloat16: m_out.u16(bfloat16Bits(narrow)); break;
        case FloatFormat::float16: m_out.u16(halfBits(narrow)); break;
        }
    });
}

void Encoder::text(std::string_view bytes)
{
    put(TypeKind::string, TypeKind::string, {0, bytes}, [&](const Slot&) { m_out.text(bytes); });
}

void Encoder::null()
{
    const Slot* const slot = enter();
    if (!slot)
        return;
    if (slot->embedding == Embedding::plain)
        return fail("the field " + slot->name + " cannot be null");
    m_out.u8(0);
    leave();
}

bool Encoder::composite(TypeKind kind, std::uint64_t count, std::uint64_t key)
{
    const Slot* const slot = slotFor(kind, kind);
    if (!slot)
        return false;
    Type* const type = slot->type;
    const bool follows = announce(*slot, {key});
    if (follows && m_stack.size() >= limits::kCjfrDepth) {
        fail("values are nested too deeply");
        return false;
    }
    if (follows) {
        if (kind == TypeKind::array)
            m_out.varint(count);
        m_stack.push_back({type, 0, kind == TypeKind::array ? count : type->slots.size()});
    }
    leave();
    return follows;
}

}
