#include "core/query/parse.h"

#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/query/field_test.h"
#include "core/query/meant.h"
#include "core/query/pattern.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace traceglass::query {

namespace {

const AmountUnit* timeUnit(std::string_view name)
{
    const AmountUnit* const unit = unitNamed(name);
    return unit && unit->of == UnitOf::time ? unit : nullptr;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

class Parser
{
public:
    Parser(std::string_view text, const FieldCatalogue* catalogue, std::span<const std::string_view> kinds)
        : m_text(text)
        , m_catalogue(catalogue)
        , m_kind(infoOf(Field::kind))
        , m_isOfNodes(!kinds.empty())
    {
        if (m_isOfNodes)
            m_kind.words = kinds;
    }

    tl::expected<Expr, ParseError> whole()
    {
        if (m_text.size() > kLongestQuery)
            return error(kLongestQuery, m_text.size(), "A query has at most " + sizeText(kLongestQuery));
        skipBlanks();
        if (atEnd())
            return Expr {};
        auto out = anyOf(0);
        if (out && !atEnd()) // only what closes nothing ends one
            return error(m_at, m_at + 1, "Nothing is open that this closes");
        return out;
    }

private:
    using Parsed = tl::expected<Expr, ParseError>;
    using Place = std::pair<std::size_t, std::size_t>; // first byte, and the one behind it

    tl::unexpected<ParseError> error(std::size_t begin, std::size_t end, std::string sentence,
                                     std::string suggestion = {}) const
    {
        return tl::unexpected(ParseError {begin, end, std::move(sentence), std::move(suggestion)});
    }
    // Of what begins there and should end here.
    tl::unexpected<ParseError> unclosed(std::size_t begin, char end, std::string sentence) const
    {
        std::string_view open = m_text.substr(begin, m_at - begin);
        while (isWhite(open.back()))
            open.remove_suffix(1);
        const bool canEnd = !open.ends_with('\\'); // which would take its sense from what ends it
        return error(begin, begin + open.size(), std::move(sentence), canEnd ? std::string(open) + end : "");
    }
    bool atEnd() const { return m_at >= m_text.size(); }
    char here() const { return atEnd() ? '\0' : m_text[m_at]; }
    void skipBlanks()
    {
        while (!atEnd() && isWhite(m_text[m_at]))
            ++m_at;
    }
    // The word that begins here, up to a blank or one of `ends`.
    std::string_view wordUntil(std::string_view ends) const
    {
        std::size_t end = m_at;
        while (end < m_text.size() && !isWhite(m_text[end]) && ends.find(m_text[end]) == ends.npos)
            ++end;
        return m_text.substr(m_at, end - m_at);
    }
    bool take(std::string_view word)
    {
        if (!m_text.substr(m_at).starts_with(word))
            return false;
        m_at += word.size();
        return true;
    }
    bool takeKeyword(std::string_view keyword)
    {
        const std::string_view word = wordUntil("()\"");
        const bool isIt = std::ranges::equal(word, keyword, [](char a, char b) { return lowered(a) == b; });
        if (isIt) {
            m_at += word.size();
            skipBlanks();
        }
        return isIt;
    }

    Parsed anyOf(int depth)
    {
        Expr out {Expr::Kind::any, {}, {}};
        do {
            auto part = allOf(depth);
            if (!part)
                return part;
            out.parts.push_back(std::move(*part));
        } while (takeKeyword("or"));
        return out.parts.size() == 1 ? Expr(std::move(out.parts.front())) : std::move(out);
    }
    Parsed allOf(int depth)
    {
        Expr out {Expr::Kind::all, {}, {}};
        for (;;) {
            auto part = one(depth);
            if (!part)
                return part;
            out.parts.push_back(std::move(*part));
            const bool isSaid = takeKeyword("and");
            const std::size_t before = m_at;
            const bool isEnd = atEnd() || here() == ')' || takeKeyword("or");
            m_at = before;
            if (isEnd && isSaid)
                return error(m_at, m_at, "Something is missing behind `and`");
            if (isEnd)
                break;
        }
        return out.parts.size() == 1 ? Expr(std::move(out.parts.front())) : std::move(out);
    }
    Parsed one(int depth)
    {
        const std::size_t begin = m_at;
        if (depth > kDeepestQuery)
            return error(begin, begin + 1, "This is nested too deeply");
        const bool isMinus = here() == '-' && m_at + 1 < m_text.size() && !isWhite(m_text[m_at + 1]);
        if (isMinus)
            ++m_at;
        if (isMinus || takeKeyword("not")) {
            const std::size_t inside = m_at;
            auto part = one(depth + 1);
            if (!part)
                return part;
            asksForField(*part, inside);
            Expr out {Expr::Kind::none, {}, {}};
            out.parts.push_back(std::move(*part));
            return out;
        }
        if (here() == '(') {
            ++m_at;
            skipBlanks();
            auto inside = anyOf(depth + 1);
            if (!inside)
                return inside;
            if (here() != ')')
                return unclosed(begin, ')', "This is never closed");
            ++m_at;
            skipBlanks();
            return inside;
        }
        return test();
    }

    // A word that began there, without a sign, and is the name of a field: is it there?
    void asksForField(Expr& part, std::size_t begin) const
    {
        const Test& test = part.test;
        if (m_catalogue && part.kind == Expr::Kind::test && test.field == Field::any && test.op == Op::contains
            && m_text[begin] != '"' && !fieldsNamed(*m_catalogue, test.operands.front().written).empty())
            part.test = {Field::named, Op::isThere, {}, test.operands.front().written};
    }

    static Parsed asExpr(Test test) { return Expr {Expr::Kind::test, {}, std::move(test)}; }

    // One more value begins here.
    std::optional<ParseError> tooMany()
    {
        if (++m_values <= kMostValues)
            return {};
        const std::size_t length = std::max<std::size_t>(wordUntil("()\",").size(), 1);
        return ParseError {m_at, std::min(m_at + length, m_text.size()),
                           "A query has at most " + grouped(kMostValues)
                               + " values; a regular expression may stand for several: /one|two|three/"};
    }

    Parsed test()
    {
        if (auto wrong = tooMany())
            return tl::unexpected(std::move(*wrong));
        if (here() == '"' || here() == '/') {
            auto operand = value({});
            if (!operand)
                return tl::unexpected(operand.error());
            return asExpr({Field::any,
                           operand->kind == Operand::Kind::pattern ? Op::matches : Op::contains,
                           {std::move(*operand)}});
        }
        const std::size_t begin = m_at;
        const bool isNamed = take("@");
        if (isNamed && here() == '"') {
            auto name = quotedText();
            return name ? named(std::move(*name), begin, true) : tl::unexpected(name.error());
        }
        const std::string_view word = wordUntil("()\",=<>!:~");
        m_at += word.size();
        if (isNamed)
            return named(std::string(word), begin, true);
        skipBlanks();
        const std::size_t sign = m_at;
        const std::optional<Op> op = takeOperator();
        if (word.empty() && op)
            return error(sign, m_at, "A field is missing before this sign");
        if (word.empty()) {
            if (!atEnd() && isSign(here()))
                return otherSign(m_at);
            const bool isEnd = atEnd() || here() == ')';
            return error(m_at, m_at + (isEnd ? 0 : 1),
                         isEnd ? "Something is missing here" : "This sign means nothing here");
        }
        const FieldInfo* const field = word == m_kind.name ? &m_kind : findField(word);
        if (op && !field) {
            m_at = begin + word.size();
            return named(std::string(word), begin, false);
        }
        if (op)
            return testOf(*field, *op, sign);
        if (field && !field->isEverywhere && !m_isOfNodes) // which have no such fields
            return asExpr({field->field, Op::isThere, {}});
        if (word.size() > kLongestText)
            return tooLong(begin);
        return asExpr({Field::any, Op::contains, {Operand {.written = std::string(word)}}});
    }
    std::string nearestField(std::string_view word) const
    {
        std::vector<std::string> names;
        for (const FieldInfo& each : fields())
            names.emplace_back(each.name);
        for (const RecordField& each : *m_catalogue)
            names.push_back(each.name);
        std::ranges::sort(names);
        names.erase(std::unique(names.begin(), names.end()), names.end());
        const std::vector<std::string> near = nearest(word, names);
        return near.empty() ? std::string() : near.front();
    }
    std::optional<Op> takeOperator()
    {
        using enum Op;
        for (const Op op : {notEqual, atMost, atLeast, equal, less, greater, contains, matches}) // the longest first
            if (take(signOf(op)))
                return op;
        const std::size_t before = m_at;
        if (takeKeyword("in") && here() == '(')
            return Op::in;
        m_at = before;
        return {};
    }

    std::string_view signsFrom(std::size_t begin) const
    {
        std::size_t end = begin;
        while (end < m_text.size() && isSign(m_text[end]))
            ++end;
        return m_text.substr(begin, end - begin);
    }
    // Does the operator that was taken there go on? A text with signs in it may be the value: "name=<init>".
    bool isOtherSign(std::size_t begin) const
    {
        const std::size_t end = begin + signsFrom(begin).size();
        return end > m_at && (end == m_text.size() || isWhite(m_text[end]) || isDigit(m_text[end]));
    }
    tl::unexpected<ParseError> otherSign(std::size_t begin) const
    {
        const std::string_view signs = signsFrom(begin);
        const std::size_t end = begin + signs.size();
        const bool isNot =
            signs == "!" && end < m_text.size() && !isWhite(m_text[end]) && !isDigit(m_text[end]);
        return error(begin, end, '`' + std::string(signs) + "` is no sign", isNot ? "-" : signMeant(signs));
    }

    // A test on a field of records, behind its name.
    Parsed named(std::string name, std::size_t begin, bool mayBeAlone)
    {
        const std::size_t end = m_at;
        if (name.empty())
            return error(begin, end, "A field is missing here");
        if (name.size() > kLongestText)
            return tooLong(begin);
        Test out {Field::named, Op::isThere, {}, std::move(name)};
        std::vector<std::uint32_t> known;
        if (m_catalogue)
            known = fieldsNamed(*m_catalogue, out.name);
        if (m_catalogue && known.empty())
            return error(begin, end, '`' + out.name + "` is no field", nearestField(out.name));
        skipBlanks();
        const std::size_t sign = m_at;
        const std::optional<Op> op = takeOperator();
        const std::size_t signEnd = m_at;
        if (!op && mayBeAlone)
            return asExpr(std::move(out));
        if (isOtherSign(sign))
            return otherSign(sign);
        out.op = *op;
        const auto places = operands(out, {sign, signEnd}, takesTexts(known), true,
                                     [&] { return namedOperand(out.op, known); });
        if (!places)
            return tl::unexpected(places.error());
        if (const auto unfit = m_catalogue ? unfitFor(out, *m_catalogue, known) : std::nullopt) {
            const auto [from, to] = unfit->operand ? (*places)[*unfit->operand] : Place(sign, signEnd);
            return error(from, to, unfit->sentence, unfit->suggestion);
        }
        return asExpr(std::move(out));
    }
    bool isUnitOf(const std::vector<std::uint32_t>& fields, std::string_view text) const
    {
        return !text.empty() && std::ranges::any_of(fields, [&](std::uint32_t field) {
            return (*m_catalogue)[field].unit == text;
        });
    }
    // As it is written: what it means is known by the field alone. A unit may stand behind a blank; one that no other
    // field has is then written without, as it is known where the field is.
    tl::expected<Operand, ParseError> namedOperand(Op op, const std::vector<std::uint32_t>& fields)
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
        const bool isNumber = !word.empty() && (isDigit(word.front()) || word.front() == '-' || word.front() == '+');
        if (op == Op::equal && isNumber)
            word = word.substr(0, word.find(".."));
        m_at += word.size();
        if (word.empty())
            return error(begin, begin, "A value is missing here");
        if (word.size() > kLongestText)
            return tooLong(begin);
        std::string written(word);
        if (const auto number = writtenNumber(word); number && number->unit.empty()) {
            const std::size_t before = m_at;
            skipBlanks();
            std::string_view unit = wordUntil("()\",");
            unit = unit.substr(0, unit.find(".."));
            const bool isOwn = !unitNamed(unit) && !isKeyword(unit) && isUnitOf(fields, unit);
            const bool isUnit = unitNamed(unit) || (areSpans(fields) && isWrongUnit(unit));
            m_at = isUnit || isOwn ? m_at + unit.size() : before;
            if (isUnit)
                (written += ' ') += unit;
            else if (isOwn)
                written += unit;
        }
        return Operand {.written = std::move(written)};
    }
    bool areSpans(const std::vector<std::uint32_t>& fields) const
    {
        return !fields.empty() && std::ranges::all_of(fields, [&](std::uint32_t field) {
            return (*m_catalogue)[field].type == FieldType::span;
        });
    }
    // Without a catalogue nobody knows.
    bool takesTexts(const std::vector<std::uint32_t>& fields) const
    {
        return fields.empty() || std::ranges::any_of(fields, [&](std::uint32_t field) {
                   const FieldType type = (*m_catalogue)[field].type;
                   return type == FieldType::text || type == FieldType::any;
               });
    }
    // Behind a number that must have a unit, and before m_at: a word that is none, and nothing else.
    bool isWrongUnit(std::string_view word) const
    {
        if (word.empty() || isDigit(word.front()) || word.front() == '-' || word.front() == '/'
            || isKeyword(word))
            return false;
        std::size_t behind = m_at + word.size();
        while (behind < m_text.size() && isWhite(m_text[behind]))
            ++behind;
        const bool isField =
            std::ranges::any_of(word, isSign) || (behind < m_text.size() && isSign(m_text[behind]));
        return !isField;
    }
    // Only expressions go with `~`, and nothing else.
    tl::expected<Operand, ParseError> checkedForm(Operand operand, Op op, std::size_t begin, Place sign,
                                                  bool takesTexts) const
    {
        if ((operand.kind == Operand::Kind::pattern) == (op == Op::matches))
            return operand;
        if (op == Op::matches) {
            const std::string expression = '/' + operand.written + '/';
            const bool isOne = takesTexts && operand.written.find('/') == std::string::npos
                && Pattern::make(operand.written, false);
            return error(begin, m_at, "`~` takes a regular expression between slashes",
                         isOne ? expression : "");
        }
        return error(sign.first, sign.second, "A regular expression goes with `~`",
                     takesTexts && op != Op::in ? "~" : "");
    }

    // What stands behind the sign of a test, as `read` takes each: a value, two with ".." between them where they are
    // ordered, or a list. Says where they stand.
    template <class Read>
    tl::expected<std::vector<Place>, ParseError> operands(Test& out, Place sign, bool takesTexts,
                                                          bool isOrdered, Read read)
    {
        if (out.op == Op::in)
            ++m_at; // the parenthesis
        std::vector<Place> places;
        for (bool isMore = true; isMore;) {
            skipBlanks();
            if (auto wrong = out.operands.empty() ? std::nullopt : tooMany())
                return tl::unexpected(std::move(*wrong));
            const std::size_t begin = m_at;
            auto operand = read();
            if (operand)
                operand = checkedForm(std::move(*operand), out.op, begin, sign, takesTexts);
            if (!operand)
                return tl::unexpected(operand.error());
            places.emplace_back(begin, m_at);
            out.operands.push_back(std::move(*operand));
            skipBlanks();
            const bool canBeRange = out.op == Op::equal && isOrdered && out.operands.size() == 1;
            isMore = (out.op == Op::in && take(",")) || (canBeRange && take(".."));
        }
        if (out.op == Op::in && !take(")"))
            return unclosed(sign.second, ')', "This list is never closed");
        skipBlanks();
        return places;
    }

    Parsed testOf(const FieldInfo& field, Op op, std::size_t sign)
    {
        if (isOtherSign(sign))
            return otherSign(sign);
        const std::size_t signEnd = m_at;
        const bool isText = field.type == Type::text;
        const bool isOrdered = field.type != Type::text && field.field != Field::kind
            && field.field != Field::flags && field.field != Field::state;
        const bool needsText = op == Op::contains || op == Op::matches;
        const bool needsOrder = op == Op::less || op == Op::atMost || op == Op::greater || op == Op::atLeast;
        if ((needsText && !isText) || (needsOrder && !isOrdered))
            return error(sign, signEnd, '`' + std::string(field.name) + "` cannot be compared like this",
                         std::string(op == Op::matches ? "" : isOrdered ? ">=" : "="));
        Test out {field.field, op, {}};
        const auto places = operands(out, {sign, signEnd}, isText, isOrdered, [&] { return value(&field); });
        return places ? asExpr(std::move(out)) : tl::unexpected(places.error());
    }

    using Value = tl::expected<Operand, ParseError>;

    // Of the field; of any text without one. Behind it stand no blanks but those of a unit.
    Value value(const FieldInfo* field)
    {
        if (here() == '"')
            return quoted(field);
        if (here() == '/')
            return pattern();
        const std::size_t begin = m_at;
        std::string_view word = wordUntil("()\",");
        const bool canBeRange = field && field->type != Type::text && field->type != Type::word;
        if (const std::size_t dots = word.find(".."); canBeRange && dots != word.npos)
            word = word.substr(0, dots);
        m_at += word.size();
        if (word.empty())
            return error(begin, begin, "A value is missing here");
        return valueOf(field, std::string(word), begin);
    }
    Value valueOf(const FieldInfo* field, std::string word, std::size_t begin)
    {
        switch (field ? field->type : Type::text) {
        case Type::text:
            if (word.size() > kLongestText)
                return tooLong(begin);
            break;
        case Type::span: return span(std::move(word), begin);
        case Type::count: {
            const auto number = plainNumber(word);
            if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
                return error(begin, m_at, "A whole number stands here");
            return Operand {Operand::Kind::number, std::move(word), false,
                            static_cast<std::int64_t>(*number)};
        }
        case Type::moment: {
            const auto time = parseTime(word);
            if (!time)
                return noMoment(std::move(word), begin);
            return Operand {Operand::Kind::number, std::move(word), false, time->ns, false, time->relative};
        }
        case Type::word: {
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
    tl::unexpected<ParseError> tooLong(std::size_t begin) const
    {
        return error(begin, m_at, "A text to look for has at most " + sizeText(kLongestText));
    }
    // A unit may stand behind a blank.
    tl::unexpected<ParseError> noMoment(std::string word, std::size_t begin)
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
    Value span(std::string word, std::size_t begin)
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
            return error(m_at - unit.size(), m_at, noUnitText(unit, UnitOf::time),
                         unitMeant(unit, UnitOf::time));
        const auto value = floorOf({false, number, unit}, {known->factor, 1});
        if (!value || value->value > std::numeric_limits<std::int64_t>::max())
            return error(begin, m_at, "This duration is too long");
        return Operand {Operand::Kind::number, number + ' ' + unit, false,
                        static_cast<std::int64_t>(value->value), value->isBetween};
    }
    Value quoted(const FieldInfo* field)
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
    tl::expected<std::string, ParseError> quotedText()
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
    Value pattern()
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

    std::string_view m_text;
    const FieldCatalogue* m_catalogue;
    FieldInfo m_kind;
    bool m_isOfNodes;
    std::size_t m_at = 0;
    std::size_t m_values = 0; // so far
};

}

tl::expected<Expr, ParseError> parse(std::string_view text, const FieldCatalogue* catalogue,
                                     std::span<const std::string_view> kinds)
{
    return Parser(text, catalogue, kinds).whole();
}

}
