#include "core/formats/cjfr/wire/cjfr_value.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace traceglass::cjfr {

namespace {

double halfToDouble(std::uint64_t bits)
{
    const int exponent = static_cast<int>(bits >> 10 & 0x1f);
    const double fraction = static_cast<double>(bits & 0x3ff);
    double value = 0;
    if (exponent == 0x1f)
        value = fraction == 0 ? HUGE_VAL : std::nan("");
    else if (exponent == 0)
        value = std::ldexp(fraction, -24);
    else
        value = std::ldexp(fraction + 1024, exponent - 25);
    return (bits & 0x8000) ? -value : value;
}

std::string fromUtf16(std::span<const std::byte> bytes, bool bigEndian)
{
    constexpr std::uint32_t kReplacement = 0xfffd;
    std::string out;
    const auto unit = [&](std::size_t at) {
        const auto first = std::to_integer<std::uint32_t>(bytes[at]);
        const auto second = std::to_integer<std::uint32_t>(bytes[at + 1]);
        return bigEndian ? first << 8 | second : second << 8 | first;
    };
    std::size_t at = 0;
    while (at + 1 < bytes.size()) {
        const std::uint32_t code = unit(at);
        at += 2;
        const auto both = at + 1 < bytes.size() ? fromSurrogates(code, unit(at)) : std::nullopt;
        if (both)
            at += 2;
        appendUtf8(out, both ? *both : isSurrogate(code) ? kReplacement : code);
    }
    if (at < bytes.size())
        appendUtf8(out, kReplacement);
    return out;
}

}

std::string decodeText(std::span<const std::byte> bytes, TextEncoding encoding)
{
    if (isStoredAsUtf8(encoding))
        return std::string(asText(bytes));
    if (encoding != TextEncoding::latin1)
        return fromUtf16(bytes, encoding == TextEncoding::utf16be);
    std::string out;
    for (const std::byte byte : bytes)
        appendUtf8(out, std::to_integer<std::uint32_t>(byte));
    return out;
}

double floatingOf(std::uint64_t bits, FloatFormat format)
{
    switch (format) {
    case FloatFormat::float32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case FloatFormat::float64: return std::bit_cast<double>(bits);
    case FloatFormat::bfloat16: return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
    case FloatFormat::float16: break;
    }
    return halfToDouble(bits);
}

std::uint16_t bfloat16Bits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (value != value)
        return static_cast<std::uint16_t>(bits >> 16 | 0x40);
    const std::uint32_t odd = bits >> 16 & 1;
    return static_cast<std::uint16_t>((bits + 0x7fff + odd) >> 16);
}

std::uint16_t halfBits(float value)
{
    constexpr int kFractionBits = 10, kLowestExponent = -14, kHighestExponent = 15;
    constexpr std::uint16_t kInfinity = 0x7c00, kNoNumber = 0x7e00;
    const auto sign = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16 & 0x8000);
    if (value != value)
        return sign | kNoNumber;
    const float size = std::fabs(value);
    if (std::isinf(size))
        return sign | kInfinity;
    if (size == 0)
        return sign;
    int exponent = 0;
    std::frexp(size, &exponent); // size = m * 2^exponent, m from 0.5 on
    exponent = std::max(exponent - 1, kLowestExponent);
    // The fraction in units of its last bit; rounding may carry into the exponent, as the encoding wants it.
    const float units = std::nearbyint(std::ldexp(size, kFractionBits - exponent));
    const int biased = exponent + kHighestExponent;
    const int bits = (biased - 1) * (1 << kFractionBits) + static_cast<int>(units);
    return static_cast<std::uint16_t>(sign | (bits >= kInfinity ? int(kInfinity) : bits));
}

Value ValueReader::top(const Message& message) const
{
    return {.type = message.type,
            .begin = message.offset,
            .end = message.offset + message.length,
            .content = message.content,
            .baseNs = message.baseNs};
}

Value ValueReader::entry(std::uint32_t cache, std::uint64_t number) const
{
    Value out;
    if (cache >= m_index.types.caches().size())
        return out;
    const Cache& from = m_index.types.caches()[cache];
    if (number >= from.entries.size())
        return out;
    out.type = from.type;
    out.cache = cache;
    out.entry = number;
    out.begin = out.content = from.entries[static_cast<std::size_t>(number)];
    Cursor in(m_index.bytes, out.content);
    Clock clock; // how long it is depends on no time
    skip(in, clock, *out.type);
    out.end = in.failed() ? out.begin : in.offset();
    return out;
}

Value ValueReader::slot(Cursor& in, Clock& clock, const Slot& slot) const
{
    using What = Announced::What;
    Value out;
    out.begin = in.offset();
    out.reduction = slot.reduction; // also of what is in a cache, which holds what is stored
    const Announced before = readEmbedding(in, slot.embedding);
    out.content = out.end = in.offset();
    out.baseNs = clock.baseNs;
    if (before.what == What::nothing || !slot.type || in.failed())
        return out;
    if (before.what != What::content) {
        const auto& entries = m_index.types.caches()[slot.cache].entries;
        out.cache = slot.cache;
        out.isReference = before.what == What::knownEntry;
        if (out.isReference && before.entry >= entries.size()) {
            in.fail(Fault::beyondCache, out.begin);
            return out;
        }
        if (out.isReference) {
            out.type = slot.type;
            out.entry = before.entry;
            out.content = entries[static_cast<std::size_t>(out.entry)];
            out.baseNs.reset();
            return out;
        }
        const auto found = std::ranges::lower_bound(entries, out.content);
        if (found != entries.end() && *found == out.content)
            out.entry = static_cast<std::uint64_t>(found - entries.begin());
    }
    out.type = slot.type;
    skip(in, clock, *out.type, slot.reduction);
    out.end = in.offset();
    return out;
}

Clock ValueReader::clockAt(const Value& value) const
{
    return value.baseNs ? Clock {m_index.rules, *value.baseNs}
                        : clockAt(*value.type, value.reduction, value.content);
}

Clock ValueReader::clockAt(const Type& type, std::uint64_t reduction, std::uint64_t content) const
{
    const bool matters = reduction == reduction::kTimestamp || m_index.holdsTimes(type);
    return matters ? m_index.clockAt(content) : Clock {m_index.rules, 0};
}

std::uint64_t ValueReader::childCount(const Value& value) const
{
    if (value.isNull())
        return 0;
    if (value.type->kind == TypeKind::array)
        return contentOf(value).uv();
    return value.type->kind == TypeKind::structure ? value.type->slots.size() : 0;
}

std::optional<Value> ValueReader::field(const Value& value, std::string_view name) const
{
    std::optional<Value> out;
    const bool isStruct = !value.isNull() && value.type->kind == TypeKind::structure;
    const int at = isStruct ? value.type->fieldNamed(name) : -1;
    if (at < 0)
        return out;
    forEach(value, [&](const Slot&, std::uint64_t position, const Value& child) {
        if (position == static_cast<std::uint64_t>(at))
            out = child;
        return !out;
    });
    return out;
}

std::int64_t ValueReader::knownSpan(const Value& value) const
{
    const std::int64_t ns = !value.isNull() && value.type->isNumber() ? number(value) : 0;
    return isKnownSpan(ns) ? ns : 0;
}

double ValueReader::floating(const Value& value) const
{
    const FloatFormat format = value.type->format;
    return floatingOf(contentOf(value).fixed(floatWidth(format)), format);
}

}
