#include "core/formats/cjfr/wire/cjfr_value.h"

#include "core/base/text.h"

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
        std::uint32_t code = unit(at);
        at += 2;
        if (code >= 0xd800 && code < 0xe000) {
            const std::uint32_t low = code < 0xdc00 && at + 1 < bytes.size() ? unit(at) : 0;
            if (low >= 0xdc00 && low < 0xe000) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                at += 2;
            } else {
                code = kReplacement;
            }
        }
        appendUtf8(out, code);
    }
    if (at < bytes.size())
        appendUtf8(out, kReplacement);
    return out;
}

}

std::string decodeText(std::span<const std::byte> bytes, Encoding encoding)
{
    switch (encoding) {
    case Encoding::utf8:
    case Encoding::unknown: break;
    case Encoding::latin1: {
        std::string out;
        for (const std::byte byte : bytes)
            appendUtf8(out, std::to_integer<std::uint32_t>(byte));
        return out;
    }
    case Encoding::utf16be: return fromUtf16(bytes, true);
    case Encoding::utf16le: return fromUtf16(bytes, false);
    }
    return std::string(asText(bytes));
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

Value ValueReader::top(const Message& message) const
{
    Value out;
    out.type = message.type;
    out.begin = message.offset;
    out.end = message.offset + message.length;
    out.content = message.content;
    out.baseNs = message.baseNs;
    return out;
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
    Revisit policy;
    Walker<Revisit> walker(policy);
    walker.content(in, clock, *const_cast<Type*>(out.type));
    out.end = in.failed() ? out.begin : in.offset();
    return out;
}

Value ValueReader::slot(Cursor& in, Clock& clock, const Slot& slot) const
{
    Value out;
    out.begin = in.offset();
    out.reduction = slot.reduction;
    const Type* type = slot.type;
    switch (slot.embedding) {
    case Embedding::plain: break;
    case Embedding::nullable:
        if (in.u8() == 0)
            type = nullptr;
        break;
    case Embedding::cached:
    case Embedding::cachedByHolder: {
        const std::uint64_t code = in.uv();
        if (code == 0 || !type || in.failed()) {
            type = nullptr;
            break;
        }
        const auto& entries = m_index.types.caches()[slot.cache].entries;
        out.cache = slot.cache;
        if (code == 1) {
            const auto found = std::ranges::lower_bound(entries, in.offset());
            if (found != entries.end() && *found == in.offset())
                out.entry = static_cast<std::uint64_t>(found - entries.begin());
            break;
        }
        out.isReference = true;
        out.entry = code - 2;
        if (out.entry >= entries.size()) {
            in.fail(Fault::beyondCache, out.begin);
            break;
        }
        out.type = type;
        out.content = entries[static_cast<std::size_t>(out.entry)];
        out.end = in.offset();
        return out;
    }
    }
    out.content = in.offset();
    out.baseNs = clock.baseNs;
    out.type = in.failed() ? nullptr : type;
    if (!out.type) {
        out.end = in.offset();
        return out;
    }
    if (type->isNumber()) {
        const std::int64_t value = readNumber(in, *type);
        if (slot.reduction == reduction::kTimestamp)
            clock.moment(value);
    } else {
        Revisit policy;
        Walker<Revisit> walker(policy);
        walker.content(in, clock, *const_cast<Type*>(type));
    }
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
    if (value.type->kind == Kind::array)
        return Cursor(m_index.bytes, value.content).uv();
    return value.type->kind == Kind::structure ? value.type->slots.size() : 0;
}

std::optional<Value> ValueReader::field(const Value& value, std::string_view name) const
{
    std::optional<Value> out;
    if (value.isNull() || value.type->kind != Kind::structure)
        return out;
    forEach(value, [&](const Slot& slot, std::uint64_t, const Value& child) {
        if (slot.name == name)
            out = child;
        return !out;
    });
    return out;
}

std::int64_t ValueReader::number(const Value& value) const
{
    Cursor in(m_index.bytes, value.content);
    return readNumber(in, *value.type);
}

std::optional<std::int64_t> ValueReader::moment(const Value& value) const
{
    Clock clock = clockAt(value);
    return clock.moment(number(value));
}

bool ValueReader::boolean(const Value& value) const
{
    return Cursor(m_index.bytes, value.content).u8() != 0;
}

double ValueReader::floating(const Value& value) const
{
    const FloatFormat format = value.type->format;
    return floatingOf(Cursor(m_index.bytes, value.content).fixed(floatWidth(format)), format);
}

std::span<const std::byte> ValueReader::textBytes(const Value& value) const
{
    return Cursor(m_index.bytes, value.content).lengthAndBytes();
}

std::string ValueReader::text(const Value& value) const
{
    return decodeText(textBytes(value), value.type->encoding);
}

}
