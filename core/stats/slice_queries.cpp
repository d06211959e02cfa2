#include "core/stats/slice_queries.h"

#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/query/parse.h"
#include "core/query/run.h"

#include <algorithm>
#include <functional>

namespace traceglass::stats {

namespace {

using query::Expr;
using query::Field;
using query::Op;

std::size_t foldedHash(std::string_view text)
{
    std::string folded(text);
    std::ranges::transform(folded, folded.begin(), lowered);
    return std::hash<std::string>()(folded);
}

std::size_t countOf(const std::vector<std::size_t>& sorted, std::size_t value)
{
    const auto first = std::ranges::lower_bound(sorted, value);
    return static_cast<std::size_t>(std::ranges::upper_bound(first, sorted.end(), value) - first);
}

// An expression that is in this text alone, or in all that are the same but for their numbers.
std::string wholePattern(std::string_view text, bool ofAllNumbers = false)
{
    constexpr std::string_view kNumber = "[0-9]+";
    std::string out = "^";
    for (const char c : text) {
        if (ofAllNumbers && isDigit(c)) {
            out += out.ends_with(kNumber) ? std::string_view() : kNumber;
            continue;
        }
        // Of a slash print() takes care.
        const bool isPlain = (c >= '0' && c <= '9') || (lowered(c) >= 'a' && lowered(c) <= 'z') || c == '_' || c == '/'
            || static_cast<unsigned char>(c) >= 0x80;
        if (!isPlain)
            out += '\\';
        out += c;
    }
    return out + '$';
}

Expr made(Field field, Op op, std::vector<query::Operand> operands)
{
    Expr out;
    out.kind = Expr::Kind::test;
    out.test = {field, op, std::move(operands)};
    return out;
}

query::Operand wordOperand(Field field, std::uint32_t word)
{
    query::Operand out;
    out.kind = query::Operand::Kind::word;
    out.written = query::infoOf(field).words[word];
    out.value = word;
    return out;
}

// None of the words whose bits are set.
void addNone(std::vector<Expr>& parts, Field field, std::uint32_t bits)
{
    std::vector<query::Operand> operands;
    for (std::uint32_t word = 0; word < query::infoOf(field).words.size(); ++word)
        if ((bits >> word & 1) != 0)
            operands.push_back(wordOperand(field, word));
    if (operands.size() == 1)
        parts.push_back(made(field, Op::notEqual, std::move(operands)));
    else if (!operands.empty())
        parts.push_back({Expr::Kind::none, {made(field, Op::in, std::move(operands))}, {}});
}

}

std::string asQuery(std::vector<Expr> parts)
{
    const Expr whole =
        parts.size() == 1 ? std::move(parts.front()) : Expr {Expr::Kind::all, std::move(parts), {}};
    std::string text = query::print(whole);
    // Texts of a capture may hold what no query can say: those that are plain and short do not.
    constexpr std::size_t kShort = 500; // bytes
    const auto isPlain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
    if (text.size() < kShort && std::ranges::all_of(text, isPlain))
        return text;
    const auto again = query::parse(text);
    return again && *again == whole ? text : std::string();
}

std::string withoutFlags(const std::string& query, std::uint8_t flags)
{
    std::vector<Expr> parts;
    addNone(parts, Field::flags, flags);
    return query.empty() || parts.empty() ? query : query + ' ' + query::print(parts.front());
}

std::string butForNumbers(std::string_view name)
{
    std::string out;
    for (const char c : name)
        if (!isDigit(c))
            out += c;
        else if (!out.ends_with('\0'))
            out += '\0';
    return out;
}

std::string ofAllNumbers(const std::string& query, std::string_view name)
{
    auto parsed = query::parse(query);
    if (!parsed)
        return {};
    Expr& first = parsed->kind == Expr::Kind::all && !parsed->parts.empty() ? parsed->parts.front() : *parsed;
    if (first.kind != Expr::Kind::test || first.test.field != Field::name)
        return {};
    first.test = {
        Field::name, Op::matches, {{query::Operand::Kind::pattern, wholePattern(name, true), true}}};
    return query::print(*parsed);
}

// --- texts

void TextTests::add(std::string_view text)
{
    m_texts.push_back(std::hash<std::string_view>()(text));
    m_folded.push_back(foldedHash(text));
}

void TextTests::ready(const Job& job)
{
    (void)(sortUnlessStopped(m_texts, std::less(), job) && sortUnlessStopped(m_folded, std::less(), job));
}

bool TextTests::isAlone(std::string_view text) const
{
    return countOf(m_texts, std::hash<std::string_view>()(text)) == 1;
}

Expr TextTests::is(Field field, std::string_view text, std::string name) const
{
    // Other letters than those of ASCII are compared by rules that are not looked at here.
    const bool isAscii =
        std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    const bool isOnly = isAscii && countOf(m_folded, foldedHash(text)) <= 1;
    query::Operand operand;
    operand.written = isOnly ? std::string(text) : wholePattern(text);
    if (!isOnly) {
        operand.kind = query::Operand::Kind::pattern;
        operand.withCase = true;
    }
    Expr out = made(field, isOnly ? Op::equal : Op::matches, {std::move(operand)});
    out.test.name = std::move(name);
    return out;
}

// --- of rows

SliceQueries::SliceQueries(const Timeline& timeline, const std::optional<std::vector<TrackId>>& scope,
                           SliceKey by, bool ofEverything, const Job& job)
    : m_timeline(timeline)
    , m_isOfEverything(ofEverything)
{
    const std::vector<std::uint8_t> inScope = query::tracksInScope(timeline, scope);
    std::vector<bool> seen;
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i) {
        const auto id = TrackId(i);
        const Track& track = timeline.track(id);
        if (inScope[i] == 0 || track.firstRow == kNoRow)
            continue;
        const std::uint32_t kind = std::uint32_t(1) << static_cast<unsigned>(track.kind);
        if (by == SliceKey::group && track.parent != kNoTrack)
            m_others.push_back({foldedHash(timeline.path(track.parent)), kind});
        else if (by == SliceKey::track || by == SliceKey::thread)
            add(timeline.path(id));
        else if (by == SliceKey::name
                 && (track.kind == TrackKind::states || !(ofEverything || query::hasNames(track.kind))))
            m_others.push_back({foldedHash(timeline.name(id)), kind});
        else if (by == SliceKey::name && !ofEverything
                 && (track.kind == TrackKind::health || track.kind == TrackKind::ruler))
            for (const RowId row : timeline.rows(id))
                addNamesOfRow(row, track.kind, seen, job);
    }
}

void SliceQueries::addNamesOfRow(RowId row, TrackKind kind, std::vector<bool>& seen, const Job& job)
{
    for (std::size_t i = 0; i < m_timeline.partCount(row) && !job.stopRequested(); ++i) {
        const SlicePart part = m_timeline.part(row, i);
        for (const std::uint32_t name :
             m_timeline.pack(part.pack).names().subspan(part.begin, part.end - part.begin)) {
            if (name >= seen.size())
                seen.resize(name + name / 2 + 64);
            if (!seen[name])
                m_others.push_back(
                    {foldedHash(m_timeline.text(StringId(name))), 1u << static_cast<unsigned>(kind)});
            seen[name] = true;
        }
    }
}

void SliceQueries::ready(const Job& job)
{
    m_texts.ready(job);
    (void)sortUnlessStopped(m_others, std::less(), job);
}

std::uint32_t SliceQueries::otherKinds(std::string_view text) const
{
    const std::size_t folded = foldedHash(text);
    std::uint32_t kinds = 0;
    for (auto at = std::ranges::lower_bound(m_others, folded, {}, &Other::folded);
         at != m_others.end() && at->folded == folded; ++at)
        kinds |= at->kinds;
    return kinds;
}

std::string SliceQueries::ofName(std::string_view name) const
{
    std::vector<Expr> parts {m_texts.is(Field::name, name)};
    addNone(parts, Field::kind, otherKinds(name));
    return asQuery(std::move(parts));
}

std::string SliceQueries::ofTrack(std::string_view path) const
{
    return m_texts.isAlone(path) ? asQuery({m_texts.is(Field::track, path)}) : std::string();
}

std::string SliceQueries::ofTask(std::string_view name) const
{
    const auto polling = static_cast<std::uint32_t>(TaskState::polling);
    return asQuery({m_texts.is(Field::name, name), made(Field::state, Op::equal, {wordOperand(Field::state, polling)})});
}

std::string SliceQueries::ofGroup(std::string_view path) const
{
    if (!m_texts.isAlone(path))
        return {};
    std::uint32_t counted = 0;
    for (std::uint32_t kind = 0; kind < query::infoOf(Field::kind).words.size(); ++kind)
        counted |= std::uint32_t(m_isOfEverything || isCounted(static_cast<TrackKind>(kind))) << kind;
    std::vector<Expr> parts {m_texts.is(Field::group, path)};
    addNone(parts, Field::kind, otherKinds(path) & ~counted);
    return asQuery(std::move(parts));
}

std::string SliceQueries::ofWord(Field field, std::uint32_t word)
{
    return asQuery({made(field, Op::equal, {wordOperand(field, word)})});
}

}
