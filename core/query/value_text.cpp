#include "core/query/value_text.h"

#include "core/base/text.h"
#include "core/base/time_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace traceglass::query {

std::string valueText(const FieldValue& value, const RecordField& field)
{
    if (const auto* const whole = std::get_if<WideInteger>(&value)) {
        const auto small = static_cast<std::int64_t>(*whole);
        if (small != *whole)
            return wideText(*whole);
        switch (field.type) {
        case FieldType::span: return durationText(small);
        case FieldType::moment: return absoluteText(small);
        case FieldType::bytes:
            return small < 0 ? wideText(small) : sizeText(static_cast<std::uint64_t>(small));
        default: return wideText(small);
        }
    }
    if (const auto* const real = std::get_if<double>(&value)) {
        if (!std::isfinite(*real))
            return std::isnan(*real) ? "NaN" : *real < 0 ? "-Infinity" : "Infinity";
        return shortestText(*real);
    }
    if (const auto* const truth = std::get_if<bool>(&value))
        return *truth ? "true" : "false";
    return escaped(std::get<std::string_view>(value));
}

std::string writtenValue(const FieldValue& value, const RecordField& field)
{
    if (const auto* const whole = std::get_if<WideInteger>(&value)) {
        const bool isTime = field.type == FieldType::span || field.type == FieldType::moment;
        if (isTime && static_cast<std::int64_t>(*whole) != *whole)
            return {};
        return wideText(*whole) + (!isTime ? "" : field.type == FieldType::span ? " ns" : "ns");
    }
    if (const auto* const real = std::get_if<double>(&value)) {
        if (!std::isfinite(*real))
            return {};
        std::array<char, 400> buffer {}; // with all decimals and no exponent, which queries do not read
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), *real == 0 ? 0 : *real,
                                       std::chars_format::fixed);
        return {buffer.data(), end.ptr};
    }
    if (const auto* const truth = std::get_if<bool>(&value))
        return *truth ? "true" : "false";
    return std::string(std::get<std::string_view>(value));
}

}
