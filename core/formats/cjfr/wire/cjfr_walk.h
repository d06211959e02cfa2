// Passes over values on the wire without building anything: the loop under indexing and under every look at a
// single value. Iterative, because values nest as deep as a file likes.
//
//     Walker walker(policy);
//     walker.slot(in, clock, slot, holder);            // a field or element
//     walker.content(in, clock, type);                 // what a type's value consists of
//     if (in.failed()) ...
//
// A Policy says with `Walked` whether types may change on the way, `Type` or `const Type`, and what happens at
// references: `bool ready(Slot&, const Type& holder)` makes sure the slot's type is known, `void fresh(Slot&, offset)`
// meets a new cache entry whose content begins at the offset, `bool known(cache, entry)` a reference to an old one;
// false where the stream breaks a rule. `bool empty(count, offset)` is told of values that took no bytes; false: too
// many of them. A policy with `text(type, bytes)` is shown every text, one with `bool isStopped()` is asked every few
// thousand values of an array and ends the walk: in.failed() then, and whoever stopped it looks at no fault.
#pragma once

#include "core/base/limits.h"
#include "core/formats/cjfr/wire/cjfr_time.h"
#include "core/formats/cjfr/wire/cjfr_types.h"

#include <type_traits>
#include <vector>

namespace traceglass::cjfr {

// The number an integer or varint type stores, as 64 signed bits.
template <class In>
std::int64_t readNumber(In& in, const Type& type)
{
    if (type.kind == TypeKind::varint) {
        const std::uint64_t stored = in.uv();
        const auto value = type.isSigned ? static_cast<std::uint64_t>(unzigzag(stored)) : stored;
        return static_cast<std::int64_t>(value * type.multiplier);
    }
    const std::uint64_t bits = in.fixed(type.width);
    const unsigned unused = 64 - 8 * unsigned(type.width);
    if (!type.isSigned || unused == 0)
        return static_cast<std::int64_t>(bits);
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

inline unsigned floatWidth(FloatFormat format)
{
    return format == FloatFormat::float64 ? 8 : format == FloatFormat::float32 ? 4 : 2;
}

inline bool isOfFixedWidth(const Type& type)
{
    return type.kind == TypeKind::integer || type.kind == TypeKind::boolean
        || type.kind == TypeKind::floating;
}

// Of a value of such a type.
inline unsigned fixedWidth(const Type& type)
{
    return type.kind == TypeKind::integer ? type.width
        : type.kind == TypeKind::boolean  ? 1
                                          : floatWidth(type.format);
}

// What an embedding puts before a value.
struct Announced
{
    enum class What : std::uint8_t { nothing, content, freshEntry, knownEntry } what = What::content;
    std::uint64_t entry = 0; // number of a known one
};

inline Announced readEmbedding(Cursor& in, Embedding embedding)
{
    using What = Announced::What;
    if (embedding == Embedding::plain)
        return {};
    if (embedding == Embedding::nullable)
        return {in.u8() == 0 ? What::nothing : What::content};
    const std::uint64_t code = in.uv();
    if (code > 1)
        return {What::knownEntry, code - 2};
    return {code == 0 ? What::nothing : What::freshEntry};
}

// Elements of no size are legal, but a count of them costs nothing to state.
constexpr std::uint64_t kEmptyElements = 65'536;

// What a slot held, as far as the walk knows it for nothing.
struct Seen
{
    enum class What : std::uint8_t { other, number, unset } what = What::other;
    std::int64_t value = 0; // a timestamp is absolute
};

template <class Policy>
class Walker
{
    using Walked = typename Policy::Walked;
    using WalkedSlot = std::conditional_t<std::is_const_v<Walked>, const Slot, Slot>;

public:
    explicit Walker(Policy& policy)
        : m_policy(policy)
    {
    }

    Seen slot(Cursor& in, Clock& clock, WalkedSlot& slot, const Type& holder)
    {
        Seen seen;
        if (Walked* const type = enter(in, slot, holder)) {
            if (type->isNumber())
                seen = number(in, clock, *type, slot.reduction);
            else
                content(in, clock, *type);
        }
        return seen;
    }

    void content(Cursor& in, Clock& clock, Walked& root)
    {
        if (!root.isComposite()) {
            if (root.isNumber())
                readNumber(in, root);
            else
                leaf(in, root);
            return;
        }
        m_stack.clear();
        push(in, root);
        while (!m_stack.empty() && !in.failed()) {
            if constexpr (requires { m_policy.isStopped(); }) {
                if (++m_values % kValuesAStep == 0 && m_policy.isStopped()) {
                    in.fail(Fault::unexpectedEnd, in.offset());
                    return;
                }
            }
            Level& level = m_stack.back();
            WalkedSlot* next = nullptr;
            if (level.type->kind == TypeKind::structure) {
                if (level.next < level.type->slots.size())
                    next = &level.type->slots[level.next++];
            } else if (level.next < level.count && !(level.next > 0 && in.offset() == level.offset)) {
                ++level.next; // an element that took no bytes: all others take none either
                level.offset = in.offset();
                next = &level.type->slots.front();
            }
            if (!next) {
                const bool isStruct = level.type->kind == TypeKind::structure;
                if (in.offset() == level.offset
                    && !m_policy.empty(isStruct ? 1 : level.count - level.next, level.offset))
                    in.fail(Fault::tooManyEmpty, level.offset);
                m_stack.pop_back();
                continue;
            }
            Walked* const type = enter(in, *next, *level.type);
            if (!type)
                continue;
            if (type->isNumber())
                number(in, clock, *type, next->reduction);
            else if (!type->isComposite())
                leaf(in, *type);
            else
                push(in, *type);
        }
    }

    // What a slot of a number holds, behind what its embedding puts before.
    static Seen number(Cursor& in, Clock& clock, const Type& type, std::uint64_t reduction)
    {
        const std::int64_t value = readNumber(in, type);
        if (reduction != reduction::kTimestamp)
            return {Seen::What::number, value};
        if (in.failed())
            return {};
        const auto moment = clock.moment(value);
        return {moment ? Seen::What::number : Seen::What::unset, moment.value_or(0)};
    }

private:
    struct Level
    {
        Walked* type = nullptr;
        std::uint64_t count = 0; // elements
        std::uint64_t next = 0;
        std::uint64_t offset = 0; // of the latest element
    };

    // Reads what the embedding puts before a value. Null when no content follows.
    Walked* enter(Cursor& in, WalkedSlot& slot, const Type& holder)
    {
        const std::uint64_t at = in.offset();
        if (!slot.type && !m_policy.ready(slot, holder)) {
            in.fail(Fault::unknownType, at);
            return nullptr;
        }
        const Announced before = readEmbedding(in, slot.embedding);
        switch (before.what) {
        case Announced::What::nothing: return nullptr;
        case Announced::What::content: break;
        case Announced::What::freshEntry: m_policy.fresh(slot, in.offset()); break;
        case Announced::What::knownEntry:
            if (!m_policy.known(slot.cache, before.entry))
                in.fail(Fault::beyondCache, at);
            return nullptr;
        }
        return in.failed() ? nullptr : slot.type;
    }

    void leaf(Cursor& in, const Type& type)
    {
        if (type.kind == TypeKind::string) {
            [[maybe_unused]] const auto bytes = in.lengthAndBytes();
            if constexpr (requires { m_policy.text(type, bytes); })
                m_policy.text(type, bytes);
        } else {
            in.fixed(fixedWidth(type));
        }
    }

    void push(Cursor& in, Walked& type)
    {
        const std::uint64_t at = in.offset();
        if (m_stack.size() >= limits::kCjfrDepth) {
            in.fail(Fault::tooDeep, at);
            return;
        }
        Level level {&type, 0, 0, at};
        if (type.kind == TypeKind::array) {
            level.count = in.uv();
            WalkedSlot& element = type.slots.front();
            const bool isPlain =
                element.embedding == Embedding::plain && (element.type || m_policy.ready(element, type));
            const bool mayBeEmpty = isPlain && element.type->isEmpty();
            if (level.count > in.left() && !(mayBeEmpty && level.count <= kEmptyElements))
                in.fail(Fault::countTooLarge, at);
            if (in.failed())
                return;
            if (isPlain && isOfFixedWidth(*element.type)) { // no count of them takes time
                in.bytes(level.count * fixedWidth(*element.type));
                return;
            }
            if (level.count > limits::kCjfrElements) {
                in.fail(Fault::tooManyElements, at);
                return;
            }
        }
        m_stack.push_back(level);
    }

    static constexpr std::uint32_t kValuesAStep = 4096; // between two looks at the job

    Policy& m_policy;
    std::uint32_t m_values = 0; // which a policy that may be stopped has seen
    std::vector<Level> m_stack;
};

}
