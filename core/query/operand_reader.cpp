#include "core/query/operand_reader.h"

#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/query/field_test.h"
#include "core/query/meant.h"
#include "core/query/pattern.h"

#include <algorithm>
#include <limits>

namespace traceglass::query {

namespace {

const AmountUnit* timeUnit(std::string_view name)
{
    const AmountUnit* const unit = unitNamed(name);
    return unit && unit->of == UnitOf::time ? unit : nullptr;
}

}

void OperandReader::skipBlanks()
{
    while (!atEnd() && isWhite(m_text[m_at]))
        ++m_at;
}

std::string_view OperandReader::wordUntil(std::string_view ends) const
{
    std::size_t end = m_at;
    while (end < m_text.size() && !isWhite(m_text[end]) && ends.find(m_text[end]) == ends.npos)
        ++end;
    return m_text.substr(m_at, end - m_at);
}

bool OperandReader::take(std::string_view word)
{
    if (!m_text.substr(m_at).starts_with(word))
        return false;
    m_at += word.size();
    return true;
}

tl::unexpected<ParseError> OperandReader::error(std::size_t begin, std::size_t end, std::string sentence,
                                                std::string suggestion) const
{
    return tl::unexpected(ParseError {begin, end, std::move(sentence), std::move(suggestion)});
}

tl::unexpected<ParseError> OperandReader::unclosed(std::size_t begin, char end, std::string sentence) const
{
    std::string_view open = m_text.substr(begin, m_at - begin);
    while (isWhite(open.back()))
        open.remove_suffix(1);
    const bool canEnd = !open.ends_with('\\'); // which would take its sense from what ends it
    return error(begin, begin + open.size(), std::move(sentence), canEnd ? std::string(open) + end : "");
}

tl::unexpected<ParseError> OperandReader::tooLong(std::size_t begin) const
{
    return error(begin, m_at, "A text to look for has at most " + sizeText(kLongestText));
}

OperandReader::Value OperandReader::value(const FieldInfo* field)
{
    if (here() == '"')
        return quoted(field);
    if (here() == '/')
        return pattern();
    const std::size_t begin = m_at;
    std::string_view word = wordUntil("()\",");
    const bool canBeRange = field && field->type != OperandType::text && field->type != OperandType::word;
    if (const std::size_t dots = word.find(".."); canBeRange && dots != word.npos)
        word = word.substr(0, dots);
    m_at += word.size();
    if (word.empty())
        return error(begin, begin, "A value is missing here");
    if (const auto wrong = quotedOtherwise(word, begin);
        wrong && (!field || field->type == OperandType::text))
        return tl::unexpected(*wrong);
    return valueOf(field, std::string(word), begin);
}

OperandReader::Value OperandReader::namedOperand(Op op, const std::vector<std::uint32_t>& fields)
{
    const std::size_t begin = m_at;
    if (here() == '"') {
        auto text = quotedText();
        if (!text)
            return tl::unexpected(text.error());
        if (text->size() > kLongestText)
            return tooLong(begin);
        return Operand {.written = std::move(*text)};
    }
    if (here() == '/')
        return pattern();
    std::string_view word = wordUntil("()\",");
    const bool isNumber =
        !word.empty() && (isDigit(word.front()) || word.front() == '-' || word.front() == '+');
    if (op == Op::equal && isNumber)
        word = word.substr(0, word.find(".."));
    m_at += word.size();
    if (word.empty())
        return error(begin, begin, "A value is missing here");
    if (word.size() > kLongestText)
        return tooLong(begin);
    if (const auto wrong = quotedOtherwise(word, begin))
        return tl::unexpected(*wrong);
    std::string written(word);
    if (const auto number = writtenNumber(word); number && number->unit.empty()) {
        const std::size_t before = m_at;
        skipBlanks();
        std::string_view unit = wordUntil("()\",");
        unit = unit.substr(0, unit.find(".."));
        const bool isOther = isField(unit); // of the next condition: `> 5 s = 0`
        const bool isOwn = !isOther && !unitNamed(unit) && !isKeyword(unit) && isUnitOf(fields, unit);
        const bool isUnit = !isOther && (unitNamed(unit) || (areSpans(fields) && isWrongUnit(unit)));
        m_at = isUnit || isOwn ? m_at + unit.size() : before;
        if (isUnit)
            (written += ' ') += unit;
        else if (isOwn)
            written += unit;
    }
    return Operand {.written = std::move(written)};
}

OperandReader::Value OperandReader::checkedForm(Operand operand, Op op, std::size_t begin, Place sign,
                                                bool takesTexts) const
{
    if ((operand.kind == Operand::Kind::pattern) == (op == Op::matches))
        return operand;
    if (op == Op::matches) {
        const std::string expression = '/' + operand.written + '/';
        const bool isOne = takesTexts && operand.written.find('/') == std::string::npos
            && Pattern::make(operand.written, false);
        return error(begin, m_at, "`~` takes a regular expression between slashes", isOne ? expression : "");
    }
    return error(sign.first, sign.second, "A regular expression goes with `~`",
                 takesTexts && op != Op::in ? "~" : "");
}

// As shells and other languages quote: the quotes would be a part of what is looked for.
std::optional<ParseError> OperandReader::quotedOtherwise(std::string_view word, std::size_t begin) const
{
    if (!word.starts_with('\'') || m_text.find('\'', begin + 1) == m_text.npos)
        return {};
    const bool isWhole = word.size() > 2 && word.find('\'', 1) == word.size() - 1;
    return ParseError {begin, begin + word.size(), "Texts stand in double quotes",
                       isWhole ? '"' + std::string(word.substr(1, word.size() - 2)) + '"' : std::string()};
}

bool OperandReader::takesTexts(const std::vector<std::uint32_t>& fields) const
{
    return fields.empty() || std::ranges::any_of(fields, [&](std::uint32_t field) {
               const FieldType type = (*m_catalogue)[field].type;
               return type == FieldType::text || type == FieldType::any;
           });
}

tl::expected<std::string, ParseError> OperandReader::quotedText()
{
    const std::size_t begin = m_at++;
    std::string out;
    for (; here() != '"'; ++m_at) {
        if (here() == '\\')
            ++m_at;
        if (atEnd())
            return unclosed(begin, '"', "This quote is never closed");
        out += here();
    }
    ++m_at;
    return out;
}

bool OperandReader::isUnitOf(const std::vector<std::uint32_t>& fields, std::string_view text) const
{
    return !text.empty() && std::ranges::any_of(fields, [&](std::uint32_t field) {
        return (*m_catalogue)[field].unit == text;
    });
}

bool OperandReader::areSpans(const std::vector<std::uint32_t>& fields) const
{
    return !fields.empty() && std::ranges::all_of(fields, [&](std::uint32_t field) {
        return (*m_catalogue)[field].type == FieldType::span;
    });
}

bool OperandReader::isWrongUnit(std::string_view word) const
{
    if (word.empty() || isDigit(word.front()) || word.front() == '-' || word.front() == '/'
        || isKeyword(word))
        return false;
    return !isField(word);
}

bool OperandReader::isField(std::string_view word) const
{
    std::size_t behind = m_at + word.size();
    while (behind < m_text.size() && isWhite(m_text[behind]))
        ++behind;
    return firstSign(word) != word.npos || firstSign(m_text.substr(behind)) == 0;
}

OperandReader::Value OperandReader::valueOf(const FieldInfo* field, std::string word, std::size_t begin)
{
    switch (field ? field->type : OperandType::text) {
    case OperandType::text:
        if (word.size() > kLongestText)
            return tooLong(begin);
        break;
    case OperandType::span: return span(word, begin);
    case OperandType::count: {
        const auto number = plainNumber(word);
        if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return error(begin, m_at, "A whole number stands here");
        return Operand {Operand::Kind::number, std::move(word), false, static_cast<std::int64_t>(*number)};
    }
    case OperandType::moment: {
        const auto time = parseTime(word);
        if (!time)
            return noMoment(std::move(word), begin);
        return Operand {Operand::Kind::number, std::move(word), false, time->ns, false, time->relative};
    }
    case OperandType::word: {
        const auto known = std::ranges::find(field->words, word);
        if (known != field->words.end())
            return Operand {Operand::Kind::word, std::move(word), false, known - field->words.begin()};
        const std::vector<std::string> words(field->words.begin(), field->words.end());
        const std::vector<std::string> near = nearest(word, words);
        std::string sentence = '`' + word + "` is no " + std::string(field->name);
        if (!near.empty())
            return error(begin, m_at, std::move(sentence), near.front());
        for (const std::string& each : words)
            sentence += (&each == words.data() ? " (" : ", ") + each;
        return error(begin, m_at, sentence + ')');
    }
    }
    return Operand {.written = std::move(word)};
}

tl::unexpected<ParseError> OperandReader::noMoment(std::string word, std::size_t begin)
{
    const std::size_t end = m_at;
    skipBlanks();
    const std::string_view unit = wordUntil("()\",");
    const bool isWithUnit = !word.empty() && isDigit(word.back()) && timeUnit(unit);
    m_at = isWithUnit ? m_at + unit.size() : end;
    if (isWithUnit)
        (word += ' ') += unit;
    return error(begin, m_at, noMomentText(word), timeMeant(word));
}

OperandReader::Value OperandReader::span(const std::string& word, std::size_t begin)
{
    const std::size_t digits = std::min(word.find_first_not_of("0123456789."), word.size());
    const std::string number = word.substr(0, digits);
    if (number.empty() || !isDigit(number.front()) || std::ranges::count(number, '.') > 1)
        return error(begin, m_at, noDurationText(word));
    std::string unit = word.substr(digits);
    if (unit.empty()) { // it may stand behind a blank
        const std::size_t before = m_at;
        skipBlanks();
        std::string_view next = wordUntil("()\",");
        next = next.substr(0, next.find(".."));
        if (!timeUnit(next) && !isWrongUnit(next)) {
            m_at = before;
            return error(begin, m_at, "A unit is missing behind " + number, number + " ms");
        }
        unit = next;
        m_at += next.size();
    }
    const AmountUnit* const known = timeUnit(unit);
    if (!known)
        return error(m_at - unit.size(), m_at, noUnitText(unit, UnitOf::time), unitMeant(unit, UnitOf::time));
    const auto value = floorOf({false, number, unit}, {known->factor, 1});
    if (!value || value->value > std::numeric_limits<std::int64_t>::max())
        return error(begin, m_at, "This duration is too long");
    return Operand {Operand::Kind::number, number + ' ' + unit, false,
                    static_cast<std::int64_t>(value->value), value->isBetween};
}

OperandReader::Value OperandReader::quoted(const FieldInfo* field)
{
    const std::size_t begin = m_at;
    auto text = quotedText();
    if (!text)
        return tl::unexpected(text.error());
    auto operand = valueOf(field, std::move(*text), begin);
    if (!field)
        skipBlanks();
    return operand;
}

OperandReader::Value OperandReader::pattern()
{
    const std::size_t begin = m_at++;
    std::string out;
    for (; here() != '/'; ++m_at) {
        if (here() == '\\' && m_at + 1 < m_text.size()) {
            ++m_at;
            if (here() != '/')
                out += '\\';
        }
        if (atEnd())
            return unclosed(begin, '/', "This regular expression is never closed");
        out += here();
    }
    ++m_at;
    const bool withCase = here() == 'c' && take("c");
    if (out.size() > kLongestText)
        return tooLong(begin);
    if (const auto made = Pattern::make(out, withCase); !made)
        return error(begin, m_at, made.error());
    skipBlanks();
    return Operand {Operand::Kind::pattern, std::move(out), withCase};
}

}
