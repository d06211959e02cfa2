// Values as what their reader expects them to be: null and values of another kind are none.
//
//     const Value frames = fieldOf(values, trace, "frames");          // null: there is no such field
//     if (const auto line = numberOf(values, fieldOf(values, frame, "lineNumber"))) ...
#pragma once

#include "core/formats/cjfr/wire/cjfr_value.h"

namespace traceglass::cjfr {

inline bool isOf(const Value& value, TypeKind kind)
{
    return !value.isNull() && value.type->kind == kind;
}

inline Value fieldOf(const ValueReader& values, const Value& holder, std::string_view name)
{
    return values.field(holder, name).value_or(Value {});
}

inline Value firstOf(const ValueReader& values, const Value& list)
{
    Value out;
    values.forEach(list, [&](const Slot&, std::uint64_t, const Value& element) {
        out = element;
        return false;
    });
    return out;
}

inline std::optional<std::int64_t> numberOf(const ValueReader& values, const Value& value)
{
    return !value.isNull() && value.type->isNumber() ? std::optional(values.number(value)) : std::nullopt;
}

inline std::optional<std::int64_t> momentOf(const ValueReader& values, const Value& value)
{
    return values.isReduced(value, reduction::kTimestamp) ? values.moment(value) : std::nullopt;
}

inline bool isTrue(const ValueReader& values, const Value& value)
{
    return isOf(value, TypeKind::boolean) && values.boolean(value);
}

inline std::string textOf(const ValueReader& values, const Value& value)
{
    return isOf(value, TypeKind::string) ? values.text(value) : std::string();
}

}
