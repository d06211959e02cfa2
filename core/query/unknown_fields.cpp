#include "core/query/unknown_fields.h"

#include "core/query/field_test.h"

#include <algorithm>

namespace traceglass::query {

namespace {

void appendUnknown(std::vector<UnknownField>& out, const FieldCatalogue& catalogue, const Expr& expr)
{
    for (const Expr& part : expr.parts)
        appendUnknown(out, catalogue, part);
    const Test& test = expr.test;
    if (expr.kind != Expr::Kind::test || test.field != Field::named)
        return;
    const std::vector<std::uint32_t> fields = fieldsNamed(catalogue, test.name);
    const auto unfit = fields.empty() ? std::nullopt : unfitFor(test, catalogue, fields);
    if (!fields.empty() && !unfit)
        return;
    UnknownField found {test.name, unfit ? unfit->sentence : std::string()};
    if (std::ranges::find(out, found) == out.end())
        out.push_back(std::move(found));
}

}

std::vector<UnknownField> unknownTo(const FieldCatalogue& catalogue, const Expr& expr)
{
    std::vector<UnknownField> out;
    appendUnknown(out, catalogue, expr);
    return out;
}

FieldCatalogue withFieldsOf(FieldCatalogue own, const FieldCatalogue& other)
{
    const FieldCatalogue before = own;
    for (const RecordField& each : other) {
        const std::size_t dot = each.record.rfind('.'); // the last part of its name tells a record
        const std::string longer = each.record.substr(dot == std::string::npos ? 0 : dot + 1) + '.' + each.name;
        if (fieldsNamed(before, each.name).empty()) {
            own.push_back(each);
        } else if (!each.record.empty() && fieldsNamed(before, longer).empty()) {
            own.push_back(each); // `status` stays that of the own ones
            own.back().name = longer;
            own.back().record = each.record.substr(0, dot == std::string::npos ? 0 : dot);
        }
    }
    return own;
}

FieldCatalogue withUnknown(FieldCatalogue catalogue, const std::vector<UnknownField>& unknown)
{
    for (const UnknownField& each : unknown)
        if (each.why.empty())
            catalogue.push_back({.name = each.name, .record = {}, .type = FieldType::any});
    return catalogue;
}

}
