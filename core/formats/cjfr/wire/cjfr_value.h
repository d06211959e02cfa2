// Single values of an indexed stream: decoded from their offset when somebody looks, references resolved by
// table.
//
//     ValueReader values(index);
//     const Value event = values.top(message);
//     values.forEach(event, [&](const Slot& slot, std::uint64_t position, const Value& value) { ...; return
//     true; }); if (auto thread = values.field(event, "eventThread")) ...
//
// A Value is a place and shares the life of the index. Texts are UTF-8 whatever their encoding in the file.
#pragma once

#include "core/formats/cjfr/wire/cjfr_scan.h"

#include <string>

namespace traceglass::cjfr {

constexpr std::uint64_t kNoEntry = ~std::uint64_t(0);

struct Value
{
    const Type* type = nullptr; // null: nothing is stored
    std::uint64_t reduction = reduction::kNone;
    std::uint64_t begin = 0; // what the slot takes in the stream, a reference included
    std::uint64_t end = 0;
    std::uint64_t content = 0;      // where the value itself lies
    std::uint64_t entry = kNoEntry; // number in its cache
    std::uint32_t cache = kNoCache;
    bool isReference = false;              // content lies elsewhere
    std::optional<std::int64_t> baseNs {}; // of the clock at the content; nothing: looked for when needed

    bool isNull() const { return type == nullptr; }
    bool isEntry() const { return cache != kNoCache; }
};

// Texts of an encoding that is not known are taken for UTF-8.
inline bool isStoredAsUtf8(TextEncoding encoding)
{
    return encoding == TextEncoding::utf8 || encoding == TextEncoding::unknown;
}
std::string decodeText(std::span<const std::byte> bytes,
                       TextEncoding encoding); // not yet valid UTF-8 for utf8

class ValueReader
{
public:
    explicit ValueReader(const StreamIndex& index)
        : m_index(index)
    {
    }

    const StreamIndex& index() const { return m_index; }

    Value top(const Message& message) const;
    Value entry(std::uint32_t cache, std::uint64_t number) const; // of a cache; null beyond its end
    Value slot(Cursor& in, Clock& clock, const Slot& slot) const;
    // Of a field whose content was found on the way: Value::begin and end are not known, nor is the clock.
    Value at(const Slot& slot, const ContentPlace& place) const
    {
        Value out;
        if (place.where == ContentPlace::Where::nowhere)
            return out;
        out.content = place.at;
        if (place.where == ContentPlace::Where::cache) {
            const auto& entries = m_index.types.caches()[slot.cache].entries;
            if (place.at >= entries.size())
                return out;
            out.cache = slot.cache;
            out.entry = place.at;
            out.content = entries[static_cast<std::size_t>(place.at)];
        }
        out.type = slot.type;
        out.reduction = slot.reduction;
        return out;
    }

    // Fields or elements in order, until `use` returns false. `use(const Slot&, position, const Value&)`.
    template <class Use>
    void forEach(const Value& value, const Use& use) const
    {
        if (value.isNull() || !value.type->isComposite())
            return;
        Cursor in(m_index.bytes, value.content);
        Clock clock = clockAt(value);
        const bool isArray = value.type->kind == TypeKind::array;
        const std::uint64_t count = isArray ? in.uv() : value.type->slots.size();
        for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
            const Slot& at = value.type->slots[isArray ? 0 : static_cast<std::size_t>(i)];
            const Value child = slot(in, clock, at);
            if (in.failed() || !use(at, i, child))
                return;
        }
    }

    std::uint64_t childCount(const Value& value) const;
    std::optional<Value> field(const Value& value, std::string_view name) const; // absent, or null inside

    std::int64_t number(const Value& value) const { return number(*value.type, value.content); }
    std::int64_t number(const Type& type, std::uint64_t content) const // as stored, multiplied
    {
        Cursor in(m_index.bytes, content);
        return readNumber(in, type);
    }
    std::optional<std::int64_t> moment(const Value& value) const // of a timestamp; nothing: unset
    {
        return clockAt(value).moment(number(value));
    }
    std::int64_t knownSpan(const Value& value) const; // 0: null, no number, unset or without end
    bool boolean(const Value& value) const { return contentOf(value).u8() != 0; }
    double floating(const Value& value) const;
    std::string text(const Value& value) const { return decodeText(textBytes(value), value.type->encoding); }
    std::span<const std::byte> textBytes(const Value& value) const
    {
        return contentOf(value).lengthAndBytes();
    }

    // As it stands at the content. Of what stands elsewhere it costs reading up to there from a checkpoint.
    Clock clockAt(const Value& value) const;
    Clock clockAt(const Type& type, std::uint64_t reduction, std::uint64_t content) const;

    // Do reductions count here?
    bool isReduced(const Value& value, std::uint64_t reduction) const
    {
        return m_index.isJfr() && value.type && value.type->isNumber() && value.reduction == reduction;
    }

private:
    Cursor contentOf(const Value& value) const { return {m_index.bytes, value.content}; }

    const StreamIndex& m_index;
};

double floatingOf(std::uint64_t bits, FloatFormat format);
// The other way round, rounded to the nearest, halves to even.
std::uint16_t halfBits(float value);     // IEEE half
std::uint16_t bfloat16Bits(float value); // the upper half of a float

}
