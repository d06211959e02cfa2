#include "core/query/offers.h"

#include "core/base/text.h"
#include "core/query/amount.h"
#include "core/query/meant.h"
#include "core/query/query.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

namespace traceglass::query {

namespace {

constexpr std::string_view kEndsWord = " \t()\",=<>!:~";
constexpr std::string_view kSigns = "=<>!:~";
constexpr std::array<std::string_view, 5> kTimeUnits = {"ms", "us", "s", "ns", "min"}; // the likeliest first
constexpr std::array<std::string_view, 7> kSizeUnits = {"kB", "MB", "GB", "KiB", "MiB", "GiB", "B"};

std::string_view typeText(FieldType type)
{
    switch (type) {
    case FieldType::integer: return "whole number";
    case FieldType::number: return "number";
    case FieldType::text: return "text";
    case FieldType::boolean: return "true or false";
    case FieldType::span: return "duration";
    case FieldType::moment: return "moment";
    case FieldType::bytes: return "bytes";
    case FieldType::any: return "any value";
    }
    return {};
}

std::string_view unitText(const RecordField& field)
{
    return field.unit == "share" ? std::string_view("%") : field.unit;
}

std::string typeText(const RecordField& field)
{
    std::string out(typeText(field.type));
    if (!field.unit.empty())
        (out += ", ") += unitText(field);
    return out;
}

std::string_view typeText(OperandType type)
{
    switch (type) {
    case OperandType::text: return "text";
    case OperandType::span: return "duration";
    case OperandType::moment: return "moment";
    case OperandType::count: return "whole number";
    case OperandType::word: return "one of few words";
    }
    return {};
}

// As it must be written where text is expected.
std::string asText(std::string_view text, bool isAlone)
{
    Test test;
    test.field = isAlone ? Field::any : Field::name;
    test.op = isAlone ? Op::contains : Op::equal;
    test.operands.push_back({Operand::Kind::text, std::string(text)});
    const Expr expr {Expr::Kind::test, {}, std::move(test)};
    const std::string out = print(expr);
    return isAlone ? out : out.substr(out.find('=') + 2);
}

// The same of a field of records: numbers keep their units.
std::string asValue(std::string_view text)
{
    const Test test {Field::named, Op::equal, {{Operand::Kind::text, std::string(text)}}, "x"};
    return print(Expr {Expr::Kind::test, {}, test}).substr(4);
}

// Offers what begins with the prefix before what only contains it.
class Chooser
{
public:
    explicit Chooser(std::string_view prefix)
        : m_prefix(prefix)
    {
    }

    // Text and detail are made of what is offered only: there may be thousands of names.
    template <class Text, class Detail>
    void add(std::string_view word, const Text& textOf, const Detail& detailOf)
    {
        if (!containsText(word, m_prefix))
            return;
        const bool begins = containsText(word.substr(0, m_prefix.size()), m_prefix);
        auto& list = begins ? m_beginning : m_containing;
        if (list.size() >= kMostOffers)
            return;
        std::string text = textOf();
        if (m_known.insert(text).second)
            list.push_back({std::move(text), detailOf()});
    }
    void add(std::string_view word, const std::string& text, const std::string& detail)
    {
        add(
            word, [&] { return text; }, [&] { return detail; });
    }
    std::vector<Offer> take()
    {
        m_beginning.insert(m_beginning.end(), m_containing.begin(), m_containing.end());
        m_beginning.resize(std::min(m_beginning.size(), kMostOffers));
        return std::move(m_beginning);
    }

private:
    std::string_view m_prefix;
    std::set<std::string> m_known;
    std::vector<Offer> m_beginning;
    std::vector<Offer> m_containing;
};

// The field that the text ends with, an operator behind it; empty: it ends otherwise.
std::string_view fieldBefore(std::string_view text)
{
    const auto trim = [&] {
        const std::size_t last = text.find_last_not_of(" \t");
        text = last == text.npos ? std::string_view() : text.substr(0, last + 1);
    };
    trim();
    if (text.size() > kMathSign && mathSign(text.substr(text.size() - kMathSign))) {
        text.remove_suffix(kMathSign);
    } else {
        const std::size_t sign = text.find_last_not_of(kSigns);
        if (sign == text.npos || sign + 1 == text.size())
            return {};
        text = text.substr(0, sign + 1);
    }
    trim();
    const std::size_t begin = text.find_last_of(kEndsWord);
    return begin == text.npos ? text : text.substr(begin + 1);
}

// The text without the number that it ends with, and blanks behind that; empty: it ends otherwise.
std::string_view withoutNumber(std::string_view text)
{
    const std::size_t last = text.find_last_not_of(' ');
    if (last == text.npos || last + 1 == text.size())
        return {};
    const std::size_t before = text.find_last_not_of("0123456789.", last);
    return before == text.npos || before == last ? std::string_view() : text.substr(0, before + 1);
}

void offerNames(Chooser& out, const OfferSources& sources, bool isAlone)
{
    for (const auto& each : sources.names)
        out.add(
            each.first, [&] { return asText(each.first, isAlone); },
            [&] { return counted(each.second, "slice", "slices"); });
}

void offerFields(Chooser& out, const OfferSources& sources)
{
    for (const FieldInfo& field : fields())
        out.add(field.name, std::string(field.name), std::string(typeText(field.type)));
    std::vector<std::pair<std::string, std::string>> named; // and of how many types of records
    std::unordered_map<std::string, std::size_t> places;
    for (const RecordField& field : sources.fields ? *sources.fields : FieldCatalogue()) {
        const std::string text = (findField(field.name) ? "@" : "") + field.name;
        const auto [place, isNew] = places.emplace(text, named.size());
        if (isNew)
            named.emplace_back(text, typeText(field) + " · " + field.record);
        else if (std::string& detail = named[place->second].second; !detail.ends_with(" and others"))
            detail += " and others";
    }
    for (const auto& [text, detail] : named)
        out.add(text, text, detail);
}

// Units that a number of the fields may have, the likeliest first.
std::vector<std::string> unitsOf(const OfferSources& sources, std::string_view name)
{
    std::vector<std::string> out;
    const auto add = [&](std::span<const std::string_view> units) {
        for (const std::string_view unit : units)
            if (std::ranges::find(out, unit) == out.end())
                out.emplace_back(unit);
    };
    for (const std::uint32_t number :
         sources.fields ? fieldsNamed(*sources.fields, name) : std::vector<std::uint32_t>()) {
        const RecordField& field = (*sources.fields)[number];
        const AmountUnit* const known = unitNamed(field.unit);
        if (!field.unit.empty())
            add(std::array<std::string_view, 1> {unitText(field)});
        if (field.type == FieldType::span || (known && known->of == UnitOf::time))
            add(kTimeUnits);
        if (field.type == FieldType::bytes || (known && known->of == UnitOf::size))
            add(kSizeUnits);
    }
    return out;
}

void offerValues(Chooser& out, std::string_view name, std::string_view prefix, const OfferSources& sources)
{
    const FieldInfo* const field = findField(name);
    const bool isNumber = !prefix.empty() && prefix.find_first_not_of("-0123456789.") == prefix.npos;
    if (!field) {
        for (const std::string& unit : isNumber ? unitsOf(sources, name) : std::vector<std::string>())
            out.add(prefix, std::string(prefix) + ' ' + unit, {});
        for (const FrequentValue& value :
             name == sources.valuesOf ? sources.values : std::span<const FrequentValue>())
            out.add(
                value.text, [&] { return asValue(value.text); },
                [&] { return counted(value.count, "slice", "slices"); });
        return;
    }
    for (const std::string_view word : field->words)
        out.add(word, std::string(word), {});
    if (field->field == Field::name)
        offerNames(out, sources, false);
    if (field->field == Field::track || field->field == Field::group) {
        for (const std::string& track : sources.tracks)
            out.add(
                track, [&] { return asText(track, false); }, [] { return std::string(); });
    }
    if (field->type == OperandType::span && isNumber) {
        for (const std::string_view unit : kTimeUnits)
            out.add(prefix, std::string(prefix) + ' ' + std::string(unit), {});
    }
}

// Behind a number and a blank; of one that is there already nothing else.
void offerUnits(Chooser& out, std::string_view name, std::string_view prefix, const OfferSources& sources)
{
    const FieldInfo* const field = findField(name);
    std::vector<std::string> units = unitsOf(sources, name);
    if (field)
        units.assign(field->type == OperandType::span ? kTimeUnits.begin() : kTimeUnits.end(),
                     kTimeUnits.end());
    if (std::ranges::find(units, prefix) != units.end())
        return;
    for (const std::string& unit : units)
        if (unit.starts_with(prefix))
            out.add(unit, unit, {});
}

}

Offers offersAt(std::string_view text, std::size_t cursor, const OfferSources& sources)
{
    cursor = std::min(cursor, text.size());
    const std::string_view before = text.substr(0, cursor);
    if (std::ranges::count(before, '"') % 2 != 0) // within quotes
        return {cursor, cursor};
    const std::size_t mark = before.find_last_of(kEndsWord);
    Offers out;
    out.begin = mark == before.npos ? 0 : mark + 1;
    for (std::size_t at = out.begin; at < before.size(); ++at)
        if (mathSign(before.substr(at)))
            out.begin = at + kMathSign;
    out.end = std::min(text.find_first_of(kEndsWord, cursor), text.size());
    const std::string_view prefix = before.substr(out.begin);
    const std::string_view field = fieldBefore(before.substr(0, out.begin));
    const std::string_view numbered = fieldBefore(withoutNumber(before.substr(0, out.begin)));
    Chooser chooser(prefix);
    if (!numbered.empty() && !prefix.empty()) {
        offerUnits(chooser, numbered.substr(numbered.front() == '@' ? 1 : 0), prefix, sources);
    } else if (!field.empty()) {
        if (!findField(field))
            out.valuesOf = field.substr(field.front() == '@' ? 1 : 0);
        offerValues(chooser, out.valuesOf.empty() ? field : out.valuesOf, prefix, sources);
    } else {
        offerFields(chooser, sources);
        if (!prefix.empty())
            offerNames(chooser, sources, true);
    }
    out.list = chooser.take();
    if (!field.empty() || out.begin != 0 || out.end != text.size())
        return out;
    // Of all that is written: queries of before.
    for (const std::string& query : sources.asked) {
        if (query != text && containsText(query, text) && out.list.size() < kMostOffers)
            out.list.push_back({query, "asked before"});
    }
    return out;
}

}
