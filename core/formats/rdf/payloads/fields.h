// One description of a payload's fields, for whoever reads values and for whoever shows fields: a layout is a
// function template that names them in file order, and what it is called with decides what happens.
//
//     template <class Fields>
//     void layout(Fields& in, QueueInfo& out)
//     {
//         in.number("pci", out.pci, FieldUnit::pci);
//         in.gap(4);
//         in.number("queue", out.queue, FieldUnit::handle);
//     }
//     QueueInfo info;
//     if (!readFields(bytes, info)) ...                        // the bytes end before a field does
//     const auto fields = describeFields(bytes, info);         // name, value, unit, place of each
//     JsonFields in(bytes, json); layout(in, info);            // "pci":768,"queue":4096
//
// Little endian throughout. Bytes behind the last field belong to newer versions and are left alone. Fields of
// records packed by bits are named as the notes do it, [hi:lo] of the record read as one number (rdf-payloads.md).
#pragma once

#include "core/base/json_writer.h"
#include "core/model/node.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace traceglass::rdf {

// What a number counts or names: how it is shown.
enum class FieldUnit : std::uint8_t {
    none,
    bytes,
    pages, // of 4 KiB
    hertz,
    megahertz,
    gpuTicks, // of the clock of the GPU that AsicInfo states
    cpuTicks, // of the CPU's
    rmtTicks, // 32 ticks of the CPU's (rdf-payloads.md 1.2)
    address,
    page, // an address divided by 4096
    hash,
    handle, // of a driver or an API
    pci,    // function [7:0], device [15:8], bus [23:16]
    flags,
    log2,
};

std::string valueText(std::uint64_t value, FieldUnit unit);
std::string inWords(std::string name); // "render_target" for people: "render target"
// The name of a value, or its number where it has none.
std::string nameIn(std::span<const std::string_view> names, std::uint64_t value);

// A field's name as a key: "pages, less 1" is "pages_less_1".
std::string keyOfField(std::string_view name);

// A field as it is shown. Offsets count from the start of the payload.
struct PayloadField
{
    std::string_view name; // lives as long as the program
    std::string value;
    std::uint64_t offset = 0;
    std::uint64_t length = 0; // bytes it touches
    Encoding encoding {};     // of what is a number of whole bytes

    bool operator==(const PayloadField&) const = default;
};

// Bits [hi:lo] of a record. Up to eight bytes behind the last one of the record must be readable.
template <unsigned hi, unsigned lo>
std::uint64_t bitsOf(const std::byte* record)
{
    static_assert(hi >= lo && hi - lo < 64);
    constexpr unsigned kWidth = hi - lo + 1, kShift = lo % 8;
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word = 0;
    std::memcpy(&word, record + lo / 8, sizeof word);
    word >>= kShift;
    if constexpr (kWidth + kShift > 64)
        word |= std::to_integer<std::uint64_t>(record[lo / 8 + 8]) << (64 - kShift);
    if constexpr (kWidth < 64)
        word &= (std::uint64_t(1) << kWidth) - 1;
    return word;
}

// Reads values, shows nothing.
class PlainFields
{
public:
    explicit PlainFields(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    bool isShort() const { return m_short; }
    std::size_t offset() const { return m_offset; } // behind what was read

    template <class Number>
    void number(std::string_view, Number& out, FieldUnit = FieldUnit::none)
    {
        take(&out, sizeof out);
    }
    template <class Number>
    void shown(std::string_view, FieldUnit = FieldUnit::none) // a field that nothing is made of but its line
    {
        gap(sizeof(Number));
    }
    template <class Enum>
    void named(std::string_view, Enum& out, std::string (*)(std::uint64_t))
    {
        take(&out, sizeof out);
    }
    // Characters in room for so many, up to the first zero byte.
    void text(std::string_view, std::string_view& out, std::size_t room)
    {
        if (left() < room) {
            m_short = true;
            return;
        }
        const auto all = asText(m_bytes.subspan(m_offset, room));
        out = all.substr(0, all.find('\0'));
        m_offset += room;
    }
    void gap(std::size_t bytes)
    {
        if (left() < bytes)
            m_short = true;
        else
            m_offset += bytes;
    }

    template <unsigned hi, unsigned lo, class Number>
    void bits(std::string_view, Number& out, FieldUnit = FieldUnit::none)
    {
        out = static_cast<Number>(bitsOf<hi, lo>(m_bytes.data()));
    }
    template <unsigned hi, unsigned lo, class Number>
    void namedBits(std::string_view, Number& out, std::string (*)(std::uint64_t))
    {
        out = static_cast<Number>(bitsOf<hi, lo>(m_bytes.data()));
    }
    template <unsigned hi, unsigned lo>
    void shownBits(std::string_view, FieldUnit = FieldUnit::none)
    {
    }

private:
    std::size_t left() const { return m_bytes.size() - m_offset; }
    void take(void* out, std::size_t size)
    {
        if (left() < size) {
            m_short = true;
            return;
        }
        std::memcpy(out, m_bytes.data() + m_offset, size);
        m_offset += size;
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_offset = 0;
    bool m_short = false;
};

// Where a told field lies; see PayloadField.
struct FieldBytes
{
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    Encoding encoding {};
};

// Reads values and tells each field.
template <class Teller>
class ToldFields
{
public:
    template <class... Into>
    explicit ToldFields(std::span<const std::byte> bytes, Into&... into)
        : m_bytes(bytes)
        , m_plain(bytes)
        , m_teller {into...}
    {
    }

    bool isShort() const { return m_plain.isShort(); }
    const std::vector<PayloadField>& fields() const { return m_teller.fields; }

    template <class Number>
    void number(std::string_view name, Number& out, FieldUnit unit = FieldUnit::none)
    {
        using Kind = Encoding::Kind;
        m_plain.number(name, out, unit);
        if (!isShort())
            m_teller.number(name, out, unit,
                            before(sizeof out,
                                   {std::is_floating_point_v<Number> ? Kind::floating
                                        : std::is_signed_v<Number>   ? Kind::signedInt
                                                                     : Kind::unsignedInt}));
    }
    template <class Number>
    void shown(std::string_view name, FieldUnit unit = FieldUnit::none)
    {
        Number value {};
        number(name, value, unit);
    }
    template <class Enum>
    void named(std::string_view name, Enum& out, std::string (*nameOf)(std::uint64_t))
    {
        m_plain.named(name, out, nameOf);
        if (!isShort())
            m_teller.named(name, nameOf(static_cast<std::uint64_t>(out)),
                           before(sizeof out, {Encoding::Kind::unsignedInt}));
    }
    void text(std::string_view name, std::string_view& out, std::size_t room)
    {
        m_plain.text(name, out, room);
        if (!isShort())
            m_teller.text(name, out, before(room, {}));
    }
    void gap(std::size_t bytes) { m_plain.gap(bytes); }

    template <unsigned hi, unsigned lo, class Number>
    void bits(std::string_view name, Number& out, FieldUnit unit = FieldUnit::none)
    {
        m_plain.bits<hi, lo>(name, out, unit);
        shownBits<hi, lo>(name, unit);
    }
    template <unsigned hi, unsigned lo, class Number>
    void namedBits(std::string_view name, Number& out, std::string (*nameOf)(std::uint64_t))
    {
        m_plain.namedBits<hi, lo>(name, out, nameOf);
        m_teller.named(name, nameOf(bitsOf<hi, lo>(m_bytes.data())), {lo / 8, hi / 8 - lo / 8 + 1});
    }
    template <unsigned hi, unsigned lo>
    void shownBits(std::string_view name, FieldUnit unit = FieldUnit::none)
    {
        m_teller.bits(name, bitsOf<hi, lo>(m_bytes.data()), unit, {lo / 8, hi / 8 - lo / 8 + 1});
    }
    // A number of a length that only the record tells.
    void placed(std::string_view name, std::uint64_t value, FieldUnit unit, std::uint64_t offset,
                std::uint64_t length)
    {
        m_teller.number(name, value, unit, {offset, length});
    }

private:
    FieldBytes before(std::size_t size, Encoding encoding) const
    {
        return {m_plain.offset() - size, size, encoding};
    }

    std::span<const std::byte> m_bytes;
    PlainFields m_plain;
    Teller m_teller;
};

// Notes each field as it is shown.
struct FieldLines
{
    template <class Number>
    void number(std::string_view name, Number value, FieldUnit unit, const FieldBytes& at)
    {
        if constexpr (std::is_floating_point_v<Number>)
            named(name, std::to_string(value), at);
        else
            named(name,
                  value < Number {} ? std::to_string(value)
                                    : valueText(static_cast<std::uint64_t>(value), unit),
                  at);
    }
    void bits(std::string_view name, std::uint64_t value, FieldUnit unit, const FieldBytes& at)
    {
        number(name, value, unit, at);
    }
    void text(std::string_view name, std::string_view value, const FieldBytes& at)
    {
        named(name, escaped(value), at);
    }
    void named(std::string_view name, std::string value, const FieldBytes& at)
    {
        fields.push_back({name, std::move(value), at.offset, at.length, at.encoding});
    }

    std::vector<PayloadField> fields {};
};
using ShownFields = ToldFields<FieldLines>;

// Writes each as a member of a JSON object: numbers as numbers, addresses in bytes, names as text.
struct FieldMembers
{
    template <class Number>
    void number(std::string_view name, Number value, FieldUnit, const FieldBytes& at)
    {
        if constexpr (std::is_floating_point_v<Number>)
            text(name, std::to_string(value), at);
        else
            json.field(keyOfField(name), value);
    }
    void bits(std::string_view name, std::uint64_t value, FieldUnit unit, const FieldBytes& at)
    {
        number(name, value << (unit == FieldUnit::page ? 12 : 0), unit, at);
    }
    void text(std::string_view name, std::string_view value, const FieldBytes&)
    {
        json.field(keyOfField(name), value);
    }
    void named(std::string_view name, std::string_view value, const FieldBytes& at) { text(name, value, at); }

    JsonWriter& json;
};
using JsonFields = ToldFields<FieldMembers>;

// False: the bytes end before the fields do; those before the end are read.
template <class Payload>
bool readFields(std::span<const std::byte> bytes, Payload& out)
{
    PlainFields in(bytes);
    layout(in, out);
    return !in.isShort();
}

template <class Payload>
std::vector<PayloadField> describeFields(std::span<const std::byte> bytes, Payload& out)
{
    ShownFields in(bytes);
    layout(in, out);
    return in.fields();
}

}
