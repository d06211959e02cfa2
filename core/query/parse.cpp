#include "core/query/parse.h"

#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/query/field_test.h"
#include "core/query/meant.h"
#include "core/query/operand_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace traceglass::query {

namespace {

class Parser : OperandReader
{
public:
    Parser(std::string_view text, const FieldCatalogue* catalogue, std::span<const std::string_view> kinds)
        : OperandReader(text, catalogue)
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

    bool takeKeyword(std::string_view keyword)
    {
        const std::string_view word = wordUntil("()\"");
        const bool isIt = isSameText(word, keyword);
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
        std::string_view word = wordUntil("()\",");
        word = word.substr(0, firstSign(word));
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
        if (word == "&&" || word == "||") // as other languages have it
            return error(begin, begin + word.size(), '`' + std::string(word) + "` is no sign",
                         word == "&&" ? "and" : "or");
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
        if (const auto op = mathSign(m_text.substr(m_at))) {
            m_at += kMathSign;
            return op;
        }
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

    static std::optional<ParseError> backwards(const std::vector<Operand>& range, Place place)
    {
        const Operand &from = range.front(), &to = range.back();
        const bool isKnown = from.kind == Operand::Kind::number && to.kind == Operand::Kind::number
            && from.isRelative == to.isRelative;
        if (!isKnown || from.value <= to.value)
            return {};
        return ParseError {place.first, place.second, from.written + " is behind " + to.written,
                           to.written + " .. " + from.written};
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
            if (out.op == Op::equal && out.operands.size() == 2)
                if (auto wrong = backwards(out.operands, {places.front().first, m_at}))
                    return tl::unexpected(std::move(*wrong));
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
        const bool isText = field.type == OperandType::text;
        const bool isOrdered = field.type != OperandType::text && field.field != Field::kind
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

    FieldInfo m_kind;
    bool m_isOfNodes;
    std::size_t m_values = 0; // so far
};

}

tl::expected<Expr, ParseError> parse(std::string_view text, const FieldCatalogue* catalogue,
                                     std::span<const std::string_view> kinds)
{
    return Parser(text, catalogue, kinds).whole();
}

}
