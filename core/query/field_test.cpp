#include "core/query/field_test.h"

#include "core/base/time_text.h"
#include "core/query/meant.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace traceglass::query {

namespace {

Unfit noUnit(const WrittenNumber& number, const std::string& digits, UnitOf of)
{
    const std::string meant = unitMeant(number.unit, of);
    return {noUnitText(number.unit, of), meant.empty() ? meant : digits + ' ' + meant};
}

tl::expected<Factor, Unfit> factorFor(const WrittenNumber& number, const RecordField& field)
{
    const AmountUnit* const said = unitNamed(number.unit);
    const AmountUnit* const own = unitNamed(field.unit);
    const std::string digits = (number.isNegative ? "-" : "") + std::string(number.digits);
    if (field.type == FieldType::span) {
        if (said && said->of == UnitOf::time)
            return Factor {said->factor, 1};
        return tl::unexpected(number.unit.empty()
                                  ? Unfit {"A unit is missing behind " + digits, digits + " ms"}
                                  : noUnit(number, digits, UnitOf::time));
    }
    if (number.unit.empty() || number.unit == field.unit)
        return Factor {};
    if (said && field.type == FieldType::bytes && said->of == UnitOf::size)
        return Factor {said->factor, 1};
    if (said && own && said->of == own->of && said->of != UnitOf::share)
        return Factor {said->factor, own->factor};
    if (said && said->of == UnitOf::share && field.unit == "share")
        return Factor {1, 100};
    if (field.type == FieldType::bytes)
        return tl::unexpected(noUnit(number, digits, UnitOf::size));
    const std::string meant = own ? unitMeant(number.unit, own->of) : std::string();
    return tl::unexpected(
        Unfit {'`' + field.name + "` has "
                   + (field.unit.empty() ? std::string("no unit")
                                         : "the unit " + (own ? field.unit : '"' + field.unit + '"')),
               meant.empty() ? digits : digits + ' ' + meant});
}

double realOf(const WrittenNumber& number, Factor factor)
{
    std::string text = (number.isNegative ? "-" : "") + std::string(number.digits);
    const bool isShare = factor.over == 100; // the nearest to 0.9, which 90 / 100 may not be
    if (isShare)
        text += "e-2";
    double out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return isShare ? out : out * static_cast<double>(factor.times) / static_cast<double>(factor.over);
}

// The number of an operand in the unit of the field, rounded down, and as it is.
tl::expected<std::pair<Floor, double>, Unfit> operandOf(const std::string& written, const RecordField& field,
                                                        std::int64_t startNs)
{
    if (field.type == FieldType::moment) {
        if (const auto time = parseTime(written))
            return std::pair(Floor {time->absolute(startNs), false}, 0.0);
        return tl::unexpected(Unfit {noMomentText(written), timeMeant(written)});
    }
    const auto number = writtenNumber(written);
    if (!number)
        return tl::unexpected(Unfit {field.type == FieldType::span ? noDurationText(written)
                                                                   : '`' + written + "` is no number"});
    auto factor = factorFor(*number, field);
    if (!factor)
        return tl::unexpected(std::move(factor.error()));
    const auto floor = floorOf(*number, *factor);
    if (!floor)
        return tl::unexpected(Unfit {"This number is too large"});
    return std::pair(*floor, realOf(*number, *factor));
}

bool isOrdering(const Test& test)
{
    return test.op == Op::less || test.op == Op::atMost || test.op == Op::greater || test.op == Op::atLeast
        || (test.op == Op::equal && test.operands.size() == 2);
}

bool isOfText(Op op)
{
    return op == Op::contains || op == Op::matches;
}

}

tl::expected<FieldTest, Unfit> FieldTest::make(const Test& test, const RecordField& field,
                                               std::int64_t startNs)
{
    FieldTest out;
    if (test.op == Op::isThere)
        return out;
    const bool isAny = field.type == FieldType::any;
    const auto wrongSign = [&] { // `=` takes any value but an expression and the end of a range
        const bool isMeant = test.op != Op::matches && test.op != Op::equal;
        return tl::unexpected(
            Unfit {'`' + field.name + "` cannot be compared like this", isMeant ? "=" : ""});
    };
    switch (field.type) {
    case FieldType::text:
        if (isOrdering(test))
            return wrongSign();
        out.addTexts(test);
        return out;
    case FieldType::boolean: {
        if (isOrdering(test) || isOfText(test.op))
            return wrongSign();
        auto unfit = out.addTruths(test);
        return unfit ? tl::expected<FieldTest, Unfit>(tl::unexpected(std::move(*unfit))) : std::move(out);
    }
    default: break;
    }
    if (isOfText(test.op)) {
        if (!isAny)
            return wrongSign();
        out.addTexts(test);
        return out;
    }
    auto unfit = out.addNumbers(test, field, startNs);
    if (unfit && (!isAny || isOrdering(test)))
        return tl::unexpected(std::move(*unfit));
    if (isAny && !isOrdering(test)) { // each value says what it is
        out.addTexts(test);
        (void)out.addTruths(test);
    }
    return out;
}

void FieldTest::addTexts(const Test& test)
{
    for (const Operand& operand : test.operands) {
        if (auto pattern = patternOf(operand, test.op))
            m_texts.push_back(std::move(*pattern));
    }
}

std::optional<Unfit> FieldTest::addTruths(const Test& test)
{
    std::optional<Unfit> unfit;
    for (std::size_t i = 0; i < test.operands.size(); ++i) {
        const std::string& written = test.operands[i].written;
        if (written == "true" || written == "false")
            (written == "true" ? m_fitsTrue : m_fitsFalse) = true;
        else if (!unfit)
            unfit = Unfit {'`' + written + "` is neither true nor false", truthMeant(written), i};
    }
    return m_fitsTrue || m_fitsFalse ? std::nullopt : unfit;
}

std::optional<Unfit> FieldTest::addNumbers(const Test& test, const RecordField& field, std::int64_t startNs)
{
    constexpr WideInteger kMost = ~(WideInteger(1) << 127), kLeast = -kMost - 1;
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    std::vector<Floor> floors;
    std::vector<double> reals;
    std::optional<Unfit> unfit;
    for (std::size_t i = 0; i < test.operands.size(); ++i) {
        const auto read = operandOf(test.operands[i].written, field, startNs);
        if (read) {
            floors.push_back(read->first);
            reals.push_back(read->second);
            continue;
        }
        unfit = unfit ? unfit : read.error();
        unfit->operand = unfit->operand.value_or(i);
        if (test.op != Op::in) // of a list the others count
            return unfit;
    }
    if (floors.empty())
        return unfit;
    // Numbers x with x >= the operand, and the last one before it.
    const auto from = [](const Floor& floor) { return floor.isBetween ? floor.value + 1 : floor.value; };
    const auto before = [&](const Floor& floor) { return from(floor) - 1; };
    const Floor& first = floors.front();
    switch (test.op) {
    case Op::less:
        m_wholes.push_back({kLeast, before(first)});
        m_reals.push_back({-kEndless, reals.front(), true, false});
        return {};
    case Op::atMost:
        m_wholes.push_back({kLeast, first.value});
        m_reals.push_back({-kEndless, reals.front()});
        return {};
    case Op::greater:
        m_wholes.push_back({first.value + 1, kMost});
        m_reals.push_back({reals.front(), kEndless, false, true});
        return {};
    case Op::atLeast:
        m_wholes.push_back({from(first), kMost});
        m_reals.push_back({reals.front(), kEndless});
        return {};
    default: break;
    }
    if (test.op == Op::equal && floors.size() == 2) {
        m_wholes.push_back({from(first), before(floors.back())});
        m_reals.push_back({reals.front(), reals.back(), true, false});
        return {};
    }
    for (std::size_t i = 0; i < floors.size(); ++i) {
        if (!floors[i].isBetween)
            m_wholes.push_back({floors[i].value, floors[i].value});
        m_reals.push_back({reals[i], reals[i]});
    }
    return {};
}

bool FieldTest::fits(const FieldValue& value) const
{
    if (const auto* const whole = std::get_if<WideInteger>(&value))
        return std::ranges::any_of(
            m_wholes, [&](const Whole& each) { return *whole >= each.least && *whole <= each.most; });
    if (const auto* const real = std::get_if<double>(&value))
        return std::ranges::any_of(m_reals, [&](const Real& each) {
            return (each.isLeastIn ? *real >= each.least : *real > each.least)
                && (each.isMostIn ? *real <= each.most : *real < each.most);
        });
    if (const auto* const truth = std::get_if<bool>(&value))
        return *truth ? m_fitsTrue : m_fitsFalse;
    const std::string_view text = std::get<std::string_view>(value);
    return std::ranges::any_of(m_texts, [&](const Pattern& each) { return each.isIn(text); });
}

std::optional<Unfit> unfitFor(const Test& test, const FieldCatalogue& catalogue,
                              const std::vector<std::uint32_t>& fields)
{
    std::optional<Unfit> out;
    if (test.op == Op::in && test.operands.size() > 1) { // each for itself
        for (std::size_t i = 0; i < test.operands.size() && !out; ++i) {
            out = unfitFor({test.field, test.op, {test.operands[i]}, test.name}, catalogue, fields);
            if (out && out->operand)
                out->operand = i;
        }
        return out;
    }
    for (const std::uint32_t field : fields) {
        auto made = FieldTest::make(test, catalogue[field]);
        if (made)
            return {};
        if (!out)
            out = std::move(made.error());
    }
    return out;
}

}
