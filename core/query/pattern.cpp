#include "core/query/pattern.h"

#include "core/base/text.h"

#include <algorithm>
#include <re2/re2.h>

namespace traceglass::query {

namespace {

constexpr std::int64_t kMostMemory = 1 << 20; // bytes; what needs more is refused, or matched more slowly
// What an expression is compiled to: a repetition stands in it as often as it repeats, and where its states are too many
// for that memory each byte of a text is asked of all of it. That of 1,000 letters, which may be words, is 4,000 long.
constexpr int kMostSteps = 10'000;
constexpr std::int64_t kMostTogether = 64 << 20; // of hundreds of texts in one, which are long by then

std::shared_ptr<const re2::RE2> compiled(const std::string& expression, bool withCase)
{
    re2::RE2::Options options;
    options.set_case_sensitive(withCase);
    options.set_log_errors(false);
    options.set_max_mem(kMostMemory);
    auto made = std::make_shared<const re2::RE2>(expression, options);
    if (made->ok() || made->error_code() != re2::RE2::ErrorBadUTF8)
        return made;
    options.set_encoding(re2::RE2::Options::EncodingLatin1); // its bytes are meant
    return std::make_shared<const re2::RE2>(expression, options);
}

std::string whyNot(const re2::RE2& made)
{
    switch (made.error_code()) {
    case re2::RE2::ErrorRepeatSize:
        return "This regular expression repeats more than 1,000 times, or ends before it begins: "
            + made.error_arg();
    case re2::RE2::NoError: // and longer than it may be
    case re2::RE2::ErrorPatternTooLarge:
        return "This regular expression is too large; what it repeats, or how often, has to be less";
    default: return "This is no regular expression: " + made.error();
    }
}

bool isAscii(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}

tl::expected<Pattern, std::string> Pattern::make(std::string_view expression, bool withCase)
{
    Pattern out;
    out.m_compiled = compiled(std::string(expression), withCase);
    if (!out.m_compiled->ok() || out.m_compiled->ProgramSize() > kMostSteps)
        return tl::unexpected(whyNot(*out.m_compiled));
    return out;
}

Pattern Pattern::containing(std::string_view text)
{
    Pattern out;
    out.m_text = text;
    if (!isAscii(text))
        out.m_compiled = compiled(re2::RE2::QuoteMeta(text), false);
    return out;
}

Pattern Pattern::equal(std::string_view text)
{
    Pattern out;
    out.m_text = text;
    out.m_isWhole = true;
    if (!isAscii(text))
        out.m_compiled = compiled("\\A" + re2::RE2::QuoteMeta(text) + "\\z", false);
    return out;
}

std::optional<Pattern> Pattern::together(std::span<const Pattern> texts, bool asWhole)
{
    std::string expression;
    for (const Pattern& each : texts) {
        if (!each.isAsciiText())
            return {};
        const bool isWhole = asWhole || each.m_isWhole;
        expression += expression.empty() ? "" : "|";
        expression += isWhole ? "\\A" : "";
        // Letters of ASCII alone are the same in upper and lower case, as in findText.
        for (const char c : each.m_text) {
            const char lower = lowered(c);
            if (lower >= 'a' && lower <= 'z')
                expression += {'[', lower, static_cast<char>(lower - 'a' + 'A'), ']'};
            else
                expression += re2::RE2::QuoteMeta(std::string_view(&c, 1));
        }
        expression += isWhole ? "\\z" : "";
    }
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    options.set_max_mem(kMostTogether);
    options.set_encoding(re2::RE2::Options::EncodingLatin1); // bytes
    Pattern out;
    out.m_compiled = std::make_shared<const re2::RE2>(expression, options);
    return out.m_compiled->ok() ? std::optional(std::move(out)) : std::nullopt;
}

bool Pattern::isIn(std::string_view text) const
{
    if (m_compiled)
        return re2::RE2::PartialMatch(text, *m_compiled);
    return (!m_isWhole || text.size() == m_text.size()) && containsText(text, m_text);
}

bool Pattern::isAllOf(std::string_view text) const
{
    // Letters in upper and lower case may have other lengths.
    return !m_text.empty() && (m_compiled || text.size() == m_text.size()) && find(text, 0) == TextSpan {0, text.size()};
}

std::optional<TextSpan> Pattern::find(std::string_view text, std::size_t from) const
{
    if (m_compiled) {
        re2::StringPiece found;
        if (!m_compiled->Match(text, from, text.size(), re2::RE2::UNANCHORED, &found, 1))
            return {};
        const auto begin = static_cast<std::size_t>(found.data() - text.data());
        return TextSpan {begin, begin + found.size()};
    }
    if (m_isWhole && (from > 0 || text.size() != m_text.size()))
        return {};
    const std::size_t at = findText(text, m_text, from);
    return at == text.npos ? std::nullopt : std::optional(TextSpan {at, at + m_text.size()});
}

std::optional<Pattern> patternOf(const Operand& operand, Op op)
{
    if (operand.kind != Operand::Kind::pattern)
        return op == Op::contains ? Pattern::containing(operand.written) : Pattern::equal(operand.written);
    auto pattern = Pattern::make(operand.written, operand.withCase);
    return pattern ? std::optional(std::move(*pattern)) : std::nullopt;
}
}
