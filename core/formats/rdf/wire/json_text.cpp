#include "core/formats/rdf/wire/json_text.h"

#include "core/base/limits.h"
#include "core/base/text.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::uint64_t skipSpace(std::string_view text, std::uint64_t at)
{
    while (at < text.size() && isSpace(text[at]))
        ++at;
    return at;
}

// Where the root begins.
std::uint64_t rootOffset(std::string_view text)
{
    return skipSpace(text, text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
}

int hexDigit(char c)
{
    if (isDigit(c))
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The grammar of RFC 8259, one pass with a stack of open brackets instead of recursion.
class Checker
{
public:
    Checker(std::string_view text, int depthAtMost, JsonMap& map)
        : m_text(text)
        , m_depthAtMost(static_cast<std::size_t>(depthAtMost))
        , m_map(map)
    {
    }

    JsonText::Checked check()
    {
        m_at = rootOffset(m_text);
        if (peek() != '{' && peek() != '[')
            return JsonText::Checked::notJson;
        do {
            if (!value())
                return m_tooDeep ? JsonText::Checked::tooDeep : JsonText::Checked::notJson;
            if (!closeAndGoOn())
                return JsonText::Checked::notJson;
        } while (!m_open.empty());
        if (m_at != m_text.size())
            return JsonText::Checked::notJson;
        std::ranges::sort(m_map.containers, {}, &JsonMap::Container::offset);
        std::ranges::sort(m_map.marks, {},
                          [](const JsonMap::Mark& mark) { return std::pair(mark.container, mark.position); });
        return JsonText::Checked::json;
    }

private:
    struct Open
    {
        char close = 0;
        std::uint32_t offset = 0;
        std::uint32_t marked = 0; // where a member was marked last
        std::uint32_t members = 0;
    };

    std::uint32_t here() const { return static_cast<std::uint32_t>(m_at); }

    // The next member of the innermost container begins here.
    void beginMember()
    {
        Open& open = m_open.back();
        if (m_at - open.marked >= JsonMap::kStretch) {
            m_map.marks.push_back({open.offset, open.members, here()});
            open.marked = here();
        }
        ++open.members;
    }

    void close()
    {
        const Open& open = m_open.back();
        if (m_at - open.offset >= JsonMap::kStretch)
            m_map.containers.push_back({open.offset, here(), open.members});
        m_open.pop_back();
    }

    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void passSpace() { m_at = skipSpace(m_text, m_at); }
    bool take(char c)
    {
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    // A scalar, an empty container, or the opening of a container and whatever comes before its first scalar.
    bool value()
    {
        for (;;) {
            passSpace();
            const char first = peek();
            if (first != '{' && first != '[')
                return scalar();
            if (m_open.size() >= m_depthAtMost) {
                m_tooDeep = true;
                return false;
            }
            m_open.push_back({first == '{' ? '}' : ']', here(), here()});
            ++m_at;
            passSpace();
            if (peek() == m_open.back().close)
                return true;
            beginMember();
            if (first == '{' && !key())
                return false;
        }
    }

    // After a value: closes what ends here, or stands before the next value.
    bool closeAndGoOn()
    {
        for (;;) {
            passSpace();
            if (m_open.empty())
                return true;
            if (take(m_open.back().close)) {
                close();
                continue;
            }
            if (!take(','))
                return false;
            passSpace();
            beginMember();
            return m_open.back().close == ']' || key();
        }
    }

    bool key()
    {
        passSpace();
        const bool isString = string();
        passSpace();
        return isString && take(':');
    }

    bool scalar()
    {
        if (peek() == '"')
            return string();
        for (const std::string_view word : {"true", "false", "null"}) {
            if (m_text.substr(m_at).starts_with(word)) {
                m_at += word.size();
                return true;
            }
        }
        return numeral();
    }

    bool numeral()
    {
        take('-');
        if (!take('0') && !digits())
            return false;
        if (take('.') && !digits())
            return false;
        if (take('e') || take('E')) {
            if (!take('+'))
                take('-');
            return digits();
        }
        return true;
    }

    bool digits()
    {
        const std::size_t start = m_at;
        while (isDigit(peek()))
            ++m_at;
        return m_at > start;
    }

    bool string()
    {
        if (!take('"'))
            return false;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at++];
            if (c == '"')
                return true;
            if (static_cast<unsigned char>(c) < 0x20)
                return false;
            if (c != '\\')
                continue;
            const char escape = peek();
            ++m_at;
            if (escape == 'u') {
                for (int i = 0; i < 4; ++i, ++m_at) {
                    if (hexDigit(peek()) < 0)
                        return false;
                }
            } else if (std::string_view("\"\\/bfnrt").find(escape) == std::string_view::npos
                       || escape == '\0') {
                return false;
            }
        }
        return false;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_depthAtMost;
    JsonMap& m_map;
    std::vector<Open> m_open;
    bool m_tooDeep = false;
};

}

JsonText::Checked JsonText::check(std::string_view text, int depthAtMost, JsonMap& map)
{
    if (text.size() > limits::kJsonText)
        return Checked::notJson;
    return Checker(text, depthAtMost, map).check();
}

std::uint64_t JsonText::skipString(std::uint64_t at) const
{
    for (++at; at < m_text.size() && m_text[at] != '"'; ++at) {
        if (m_text[at] == '\\')
            ++at;
    }
    return std::min<std::uint64_t>(at + 1, m_text.size());
}

const JsonMap::Container* JsonText::longContainer(std::uint64_t at) const
{
    const auto found = std::ranges::lower_bound(m_map.containers, at, {}, &JsonMap::Container::offset);
    return found == m_map.containers.end() || found->offset != at ? nullptr : &*found;
}

std::span<const JsonMap::Mark> JsonText::marksOf(const Value& container) const
{
    const auto begin = std::ranges::lower_bound(m_map.marks, container.offset, {}, &JsonMap::Mark::container);
    const auto end = std::ranges::upper_bound(m_map.marks, container.offset, {}, &JsonMap::Mark::container);
    return {begin, end};
}

std::uint64_t JsonText::skipValue(std::uint64_t at) const
{
    const bool isContainer = at < m_text.size() && (m_text[at] == '{' || m_text[at] == '[');
    if (const auto* const known = isContainer ? longContainer(at) : nullptr)
        return known->end;
    std::uint64_t depth = 0;
    while (at < m_text.size()) {
        const char c = m_text[at];
        if (c == '"') {
            at = skipString(at);
        } else if (c == '{' || c == '[') {
            ++depth;
            ++at;
        } else if (c == '}' || c == ']') {
            if (depth > 0)
                --depth;
            ++at;
        } else if (depth > 0) {
            ++at;
            continue;
        } else {
            while (at < m_text.size() && !isSpace(m_text[at]) && m_text[at] != ',' && m_text[at] != '}'
                   && m_text[at] != ']')
                ++at;
        }
        if (depth == 0)
            break;
    }
    return at;
}

JsonText::Value JsonText::valueAt(std::uint64_t at) const
{
    return {.offset = at, .length = skipValue(at) - at, .first = at < m_text.size() ? m_text[at] : '\0'};
}

JsonText::Value JsonText::root() const
{
    return valueAt(rootOffset(m_text));
}

// From the member at `position`, which begins at `at`.
void JsonText::walk(const Value& container, std::uint64_t position, std::uint64_t at,
                    const Visitor& visit) const
{
    const std::uint64_t end = container.end() - 1;
    for (; at < end; ++position) {
        std::uint64_t keyOffset = 0, keyLength = 0;
        if (container.first == '{') {
            keyOffset = at;
            at = skipString(at);
            keyLength = at - keyOffset;
            at = skipSpace(m_text, skipSpace(m_text, at) + 1); // the colon
        }
        Value value = valueAt(at);
        value.keyOffset = keyOffset;
        value.keyLength = keyLength;
        if (!visit(position, value))
            return;
        at = skipSpace(m_text, skipSpace(m_text, value.end()) + 1); // the comma
    }
}

void JsonText::visitMembers(const Value& container, std::uint64_t first, const Visitor& visit) const
{
    if (!container.isContainer())
        return;
    const auto marks = marksOf(container);
    const auto next = std::ranges::upper_bound(marks, first, {}, &JsonMap::Mark::position);
    const bool isMarked = next != marks.begin();
    walk(container, isMarked ? (next - 1)->position : 0,
         isMarked ? (next - 1)->offset : skipSpace(m_text, container.offset + 1),
         [&](std::uint64_t position, const Value& value) {
             return position < first || visit(position, value);
         });
}

void JsonText::visitMembersBehind(const Value& container, std::uint64_t offset, const Visitor& visit) const
{
    const auto marks = marksOf(container);
    const auto next = std::ranges::upper_bound(marks, offset, {}, &JsonMap::Mark::offset);
    visitMembers(container, next == marks.begin() ? 0 : (next - 1)->position,
                 [&](std::uint64_t position, const Value& value) {
                     return value.end() <= offset || visit(position, value);
                 });
}

std::uint64_t JsonText::memberCount(const Value& container) const
{
    if (const auto* const known = longContainer(container.offset))
        return known->members;
    std::uint64_t count = 0;
    visitMembers(container, 0, [&](std::uint64_t position, const Value&) {
        count = position + 1;
        return true;
    });
    return count;
}

std::vector<JsonText::Member> JsonText::wayTo(std::uint64_t offset) const
{
    std::vector<Member> way;
    if (m_text.empty()) // nothing was read
        return way;
    Value inside = root();
    for (bool deeper = true; deeper;) {
        deeper = false;
        visitMembersBehind(inside, offset, [&](std::uint64_t position, const Value& value) {
            if (offset >= value.begin()) {
                way.push_back({value, position});
                deeper = offset > value.offset && value.isContainer();
            }
            return false;
        });
        if (deeper)
            inside = way.back().value;
    }
    return way;
}

std::string JsonText::keyOf(const Value& value) const
{
    return value.keyLength > 0 ? unquoted(value.keyOffset, value.keyLength) : std::string();
}

std::string JsonText::textOf(const Value& value) const
{
    if (value.first == '"')
        return unquoted(value.offset, value.length);
    return toValidUtf8(m_text.substr(value.offset, value.length));
}

std::string JsonText::unquoted(std::uint64_t offset, std::uint64_t length) const
{
    const std::string_view text = m_text.substr(offset + 1, length < 2 ? 0 : length - 2);
    std::string out;
    const auto unicode = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = at; i < at + 4 && i < text.size(); ++i)
            value = value << 4 | static_cast<std::uint32_t>(std::max(0, hexDigit(text[i])));
        return value;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 >= text.size()) {
            out += text[i];
            continue;
        }
        const char escape = text[++i];
        constexpr std::string_view from = "bfnrt", to = "\b\f\n\r\t";
        if (const std::size_t known = from.find(escape); known != std::string_view::npos) {
            out += to[known];
        } else if (escape == 'u') {
            const std::uint32_t character = unicode(i + 1);
            i += 4;
            const auto both = text.substr(std::min(i + 1, text.size())).starts_with("\\u")
                ? fromSurrogates(character, unicode(i + 3))
                : std::nullopt;
            if (both)
                i += 6;
            appendUtf8(out, both ? *both : isSurrogate(character) ? 0xfffd : character);
        } else {
            out += escape;
        }
    }
    return toValidUtf8(out);
}

}
