#include "core/stats/value_keys.h"

#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/query/amount.h"
#include "core/query/field_test.h"
#include "core/query/value_text.h"
#include "core/stats/slice_queries.h"

#include <algorithm>
#include <unordered_set>

namespace traceglass::stats {

namespace {

using query::Expr;

// Nanoseconds in the largest unit that is not larger than they are: "1.500001 ms".
std::string exactSpan(WideInteger ns)
{
    const bool isNegative = ns < 0;
    const WideInteger size = isNegative ? -ns : ns;
    std::string unit = "ns";
    std::size_t decimals = 0;
    for (const auto& [name, zeros] : {std::pair("µs", std::size_t(3)), {"ms", 6}, {"s", 9}}) {
        WideInteger least = 1;
        for (std::size_t i = 0; i < zeros; ++i)
            least *= 10;
        if (size >= least) {
            unit = name;
            decimals = zeros;
        }
    }
    std::string digits = wideText(size);
    std::string behind = digits.substr(digits.size() - decimals);
    behind.erase(behind.find_last_not_of('0') + 1);
    digits.resize(digits.size() - decimals);
    return (isNegative ? "-" : "") + digits + (behind.empty() ? "" : '.' + behind) + ' ' + unit;
}

// What tells it from every other value.
std::string exactText(const FieldValue& value, const RecordField& field)
{
    constexpr std::size_t kReadable = 24; // digits
    if (const auto* const whole = std::get_if<WideInteger>(&value)) {
        if (field.type == FieldType::span)
            return exactSpan(*whole);
        const std::string unit = field.type == FieldType::bytes ? "B" : field.unit == "share" ? "" : field.unit;
        return wideText(*whole) + (field.type == FieldType::moment ? "ns" : unit.empty() ? "" : ' ' + unit);
    }
    if (const auto* const real = std::get_if<double>(&value)) {
        std::string text = query::writtenValue(value, field);
        if (text.empty() || text.size() > kReadable)
            text = shortestText(*real);
        return text + (field.unit.empty() || field.unit == "share" ? "" : ' ' + field.unit);
    }
    if (const auto* const truth = std::get_if<bool>(&value))
        return *truth ? "true" : "false";
    const auto text = std::string(std::get<std::string_view>(value));
    return text.empty() ? "\"\"" : text;
}

// A text that a query would also take for a number or a truth.
bool isAmbiguous(std::string_view text)
{
    return query::writtenNumber(text) || text == "true" || text == "false";
}

Expr namedTest(query::Op op, std::vector<query::Operand> operands, const std::string& name)
{
    Expr out {Expr::Kind::test, {}, {}};
    out.test = {query::Field::named, op, std::move(operands), name};
    return out;
}

}

bool ValueKeys::read(std::span<const std::uint32_t> codes, const Job& job)
{
    std::vector<Value> all;
    std::vector<std::uint32_t> fields; // that have any
    for (const std::uint32_t code : codes) {
        if (all.size() % 1024 == 0 && job.stopRequested())
            return false;
        if (code == 0)
            continue;
        Value value {{}, {}, code};
        query::eachValue(m_second->values->key(code), [&](std::uint32_t field, const FieldValue& each) {
            value.text += (value.text.empty() ? "" : ", ") + exactText(each, (*m_second->catalogue)[field]);
            if (std::ranges::find(fields, field) == fields.end())
                fields.push_back(field);
        });
        all.push_back(std::move(value));
    }
    const auto isBefore = [](const Value& a, const Value& b) { return a.text < b.text; };
    if (!sortUnlessStopped(all, isBefore, job))
        return false;
    m_values.push_back({"no " + m_second->name});
    for (Value& value : all) {
        const std::uint32_t code = value.code;
        if (m_values.size() == 1 || m_values.back().text != value.text)
            m_values.push_back(std::move(value));
        m_numbers[code] = static_cast<std::uint32_t>(m_values.size() - 1);
    }
    makeQueries(fields, job);
    return !job.stopRequested();
}

bool ValueKeys::areAlike(const std::vector<std::uint32_t>& fields) const
{
    return std::ranges::all_of(fields, [&](std::uint32_t field) {
        const RecordField& one = (*m_second->catalogue)[field];
        const RecordField& first = (*m_second->catalogue)[fields.front()];
        return one.type == first.type && one.unit == first.unit;
    });
}

void ValueKeys::makeQueries(const std::vector<std::uint32_t>& fields, const Job& job)
{
    m_values.front().query =
        query::print({Expr::Kind::none, {namedTest(query::Op::isThere, {}, m_second->name)}, {}});
    // A test on one of several values holds for all records that have it.
    std::unordered_set<std::string> together;
    TextTests texts;
    std::vector<std::string> only(m_values.size()); // what is to be asked for, of one value alone
    std::vector<bool> isText(m_values.size());
    for (std::size_t i = 1; i < m_values.size(); ++i) {
        if (i % 1024 == 0 && job.stopRequested())
            return;
        std::size_t count = 0;
        const std::string_view key = m_second->values->key(m_values[i].code);
        query::eachValue(key, [&](std::uint32_t, const FieldValue&) { ++count; });
        query::eachValue(key, [&](std::uint32_t number, const FieldValue& value) {
            const RecordField& field = (*m_second->catalogue)[number];
            if (count > 1)
                together.insert(exactText(value, field));
            const auto* const text = std::get_if<std::string_view>(&value);
            isText[i] = text != nullptr;
            if (text)
                texts.add(*text);
            if (count > 1 || (text && field.type == FieldType::any && isAmbiguous(*text)))
                return;
            only[i] = query::writtenValue(value, field);
            const query::Test test {
                query::Field::named, query::Op::equal, {{.written = only[i]}}, m_second->name};
            const auto fits = query::FieldTest::make(test, field);
            if (!text && (!fits || !fits->fits(value)))
                only[i].clear();
        });
    }
    texts.ready(job);
    if (!areAlike(fields))
        return;
    for (std::size_t i = 1; i < m_values.size(); ++i) {
        if (i % 1024 == 0 && job.stopRequested())
            return;
        if (only[i].empty() || together.contains(m_values[i].text))
            continue;
        m_values[i].query = asQuery(
            {isText[i] ? texts.is(query::Field::named, only[i], m_second->name)
                       : namedTest(query::Op::equal, {{.written = only[i]}}, m_second->name)});
    }
}

void ValueKeys::codesOf(std::uint32_t pack, std::size_t begin, std::span<std::uint32_t> out) const
{
    if (!m_second->values)
        return;
    const query::FieldColumn::Pack& its = m_second->values->pack(pack);
    if (its.at.empty()) {
        for (std::size_t i = 0; i < out.size() && begin + i < its.codes.size(); ++i)
            out[i] = its.codes[begin + i];
        return;
    }
    const auto first = std::ranges::lower_bound(its.at, begin);
    for (auto at = first; at != its.at.end() && *at < begin + out.size(); ++at)
        out[*at - begin] = its.codes[static_cast<std::size_t>(at - its.at.begin())];
}

}
