#include "core/query/condition.h"

#include "core/logs/log_level.h"
#include "core/query/field_columns.h"
#include "core/query/noted_slices.h"

#include <algorithm>
#include <limits>

namespace traceglass::query {

namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

std::size_t firstWord(const SlicePart& part)
{
    return part.begin / 64;
}

void clear(Bits& bits, const SlicePart& part)
{
    bits.assign((part.end - 1) / 64 - firstWord(part) + 1, 0);
}

void invert(Bits& bits)
{
    for (std::uint64_t& word : bits)
        word = ~word;
}

void set(Bits& bits, const SlicePart& part, std::size_t index, bool isSet)
{
    bits[index / 64 - firstWord(part)] |= std::uint64_t(isSet) << index % 64;
}

}

// --- made ready

Condition::Condition(const Timeline& timeline, const Expr& expr, std::span<const NamedTest> named,
                     const NotedSlices* noted)
    : m_timeline(timeline)
    , m_noted(noted)
    , m_root(made(expr, named))
{
}

Condition::Term Condition::made(const Expr& expr, std::span<const NamedTest>& named)
{
    if (expr.kind == Expr::Kind::test && expr.test.field == Field::named) {
        Term out;
        out.field = Field::named;
        out.named = &named.front();
        named = named.subspan(1);
        return out;
    }
    if (expr.kind == Expr::Kind::test)
        return made(expr.test);
    Term out;
    out.kind = expr.kind;
    for (const Expr& part : expr.parts)
        out.parts.push_back(made(part, named));
    return out;
}

Condition::Term Condition::made(const Test& test)
{
    Term out;
    out.field = test.field;
    out.isThere = test.op == Op::isThere;
    out.isWhole = test.op == Op::equal || test.op == Op::notEqual || test.op == Op::in;
    out.isNegative = test.op == Op::notEqual;
    // Numbers x with x >= the operand, and those with x > it.
    const auto from = [](const Operand& operand) {
        return operand.isBetween ? addSaturating(operand.value, 1) : operand.value;
    };
    const auto behind = [](const Operand& operand) { return addSaturating(operand.value, 1); };
    const auto add = [&](std::int64_t least, std::int64_t most, const Operand& operand) {
        out.intervals.push_back({least, most, operand.isRelative});
    };
    for (const Operand& operand : test.operands) {
        if (operand.kind == Operand::Kind::pattern || operand.kind == Operand::Kind::text) {
            if (auto pattern = patternOf(operand, test.op))
                out.texts.patterns.push_back(std::move(*pattern));
        } else if (operand.kind == Operand::Kind::word) {
            const std::uint32_t bit = std::uint32_t(1) << operand.value;
            const std::uint32_t below = bit - 1;
            switch (test.op) {
            case Op::less: out.words = below; break;
            case Op::atMost: out.words = below | bit; break;
            case Op::greater: out.words = ~(below | bit); break;
            case Op::atLeast: out.words = ~below; break;
            default: out.words |= bit; break;
            }
        } else {
            switch (test.op) {
            case Op::less: add(kLowest, subtractSaturating(from(operand), 1), operand); break;
            case Op::atMost: add(kLowest, operand.value, operand); break;
            case Op::greater: add(behind(operand), kHighest, operand); break;
            case Op::atLeast: add(from(operand), kHighest, operand); break;
            default:
                if (test.op == Op::equal && test.operands.size() == 2) {
                    add(from(test.operands[0]), subtractSaturating(from(test.operands[1]), 1), operand);
                    return out;
                }
                add(operand.value, operand.isBetween ? operand.value - 1 : operand.value, operand);
            }
        }
    }
    return out;
}

// --- texts

bool Condition::fits(const Texts& texts, std::string_view text)
{
    return std::ranges::any_of(texts.patterns, [&](const Pattern& each) { return each.isIn(text); });
}

bool Condition::findOut(Texts& texts, StringId id)
{
    const std::size_t at = number(id);
    if (at >= texts.known.size())
        texts.known.resize(at + at / 2 + 64);
    texts.known[at] = fits(texts, m_timeline.text(id)) ? 2 : 1;
    return texts.known[at] == 2;
}

bool Condition::isOfLevel(Term& node, StringId line)
{
    std::vector<std::uint8_t>& known = node.texts.known;
    const std::size_t at = number(line);
    if (at >= known.size())
        known.resize(at + at / 2 + 64);
    if (known[at] == 0) {
        const std::size_t level = logs::logLevel(m_timeline.text(line));
        const bool isIt = level != logs::kNoLogLevel
            && (node.isThere || (node.words >> (level - 1) & 1) != std::uint32_t(node.isNegative));
        known[at] = isIt ? 2 : 1;
    }
    return known[at] == 2;
}

// --- rows

std::optional<bool> Condition::ofRow(Term& node, const RowContext& row)
{
    const Track& track = m_timeline.track(row.track);
    const auto isOf = [&](std::uint32_t word) {
        return (node.words >> word & 1) != std::uint32_t(node.isNegative);
    };
    switch (node.field) {
    case Field::any:
        if (!hasNames(track.kind))
            return false;
        [[fallthrough]];
    case Field::name:
        if (track.kind == TrackKind::states || !hasNames(track.kind))
            return fits(node.texts, track.name) != node.isNegative;
        return {};
    case Field::track: {
        const std::string path = m_timeline.path(row.track);
        const bool isIt = fits(node.texts, path)
            || (node.isWhole && fits(node.texts, path + " #" + std::to_string(track.number)));
        return isIt != node.isNegative;
    }
    case Field::group:
        if (track.parent == kNoTrack)
            return false;
        return fits(node.texts, m_timeline.path(track.parent)) != node.isNegative;
    case Field::clock: return fits(node.texts, m_timeline.axis(row.track).name) != node.isNegative;
    case Field::kind: return isOf(static_cast<std::uint32_t>(track.kind));
    case Field::depth:
        return std::ranges::any_of(
                   node.intervals,
                   [&](const Interval& each) { return row.depth >= each.least && row.depth <= each.most; })
            != node.isNegative;
    case Field::level:
        if (track.kind == TrackKind::log)
            return {}; // each line says its own
        if (track.kind != TrackKind::events)
            return false;
        return node.isThere || isOf(row.depth);
    case Field::state:
        if (track.kind != TrackKind::states)
            return false;
        return node.isThere ? std::optional(true) : std::nullopt;
    case Field::named: return node.named->column() ? std::nullopt : std::optional(false);
    case Field::duration:
    case Field::start:
    case Field::end:
    case Field::flags:
    case Field::note: break;
    }
    return {};
}

// --- slices

HowMany Condition::evaluate(Term& node, const RowContext& row, const SlicePart& part, Bits& bits)
{
    if (node.kind == Expr::Kind::test) {
        if (const auto known = ofRow(node, row))
            return *known ? HowMany::all : HowMany::none;
        clear(bits, part);
        test(node, row, part, bits);
        return HowMany::some;
    }
    if (node.kind == Expr::Kind::none) {
        const HowMany inside = evaluate(node.parts.front(), row, part, bits);
        if (inside == HowMany::some)
            invert(bits);
        return inside == HowMany::some ? inside : inside == HowMany::all ? HowMany::none : HowMany::all;
    }
    // One part decides alone with `decided`; without any that leaves slices open it is the other.
    const bool isAny = node.kind == Expr::Kind::any;
    const HowMany decided = isAny ? HowMany::all : HowMany::none;
    HowMany out = isAny ? HowMany::none : HowMany::all;
    Bits mine;
    if (!m_spare.empty()) {
        mine = std::move(m_spare.back());
        m_spare.pop_back();
    }
    for (Term& each : node.parts) {
        const bool isFirst = out != HowMany::some;
        const HowMany howMany = evaluate(each, row, part, isFirst ? bits : mine);
        if (howMany == decided) {
            out = decided;
            break;
        }
        if (howMany != HowMany::some)
            continue;
        out = HowMany::some;
        for (std::size_t i = 0; !isFirst && i < bits.size(); ++i)
            bits[i] = isAny ? bits[i] | mine[i] : bits[i] & mine[i];
    }
    m_spare.push_back(std::move(mine));
    return out;
}

void Condition::testNamed(Term& node, const SlicePart& part, Bits& bits)
{
    const FieldColumn& column = *node.named->column();
    const FieldColumn::Pack& codes = column.pack(part.pack);
    std::vector<std::uint8_t>& known = node.texts.known;
    const auto holds = [&](std::uint32_t code) {
        if (code >= known.size())
            known.resize(code + code / 2 + 64);
        if (known[code] == 0)
            known[code] = code != 0 && node.named->holds(column.key(code)) ? 2 : 1;
        return known[code] == 2;
    };
    if (codes.at.empty()) {
        for (std::size_t i = part.begin; !codes.codes.empty() && i < part.end; ++i)
            set(bits, part, i, holds(codes.codes[i]));
        return;
    }
    const auto first = std::ranges::lower_bound(codes.at, part.begin);
    for (auto at = static_cast<std::size_t>(first - codes.at.begin()); at < codes.at.size() && codes.at[at] < part.end;
         ++at)
        set(bits, part, codes.at[at], holds(codes.codes[at]));
}

// Of several notes about a slice one must fit, or with != none.
void Condition::testNotes(const Term& node, const SlicePart& part, Bits& bits) const
{
    const auto noted = m_noted ? m_noted->in(part) : std::span<const NotedSlices::Noted>();
    for (auto first = noted.begin(), next = first; first != noted.end(); first = next) {
        bool fitsAny = false;
        for (; next != noted.end() && next->index == first->index; ++next)
            fitsAny = fitsAny || node.isThere || fits(node.texts, *next->text);
        set(bits, part, first->index, fitsAny != node.isNegative);
    }
}

void Condition::test(Term& node, const RowContext& row, const SlicePart& part, Bits& bits)
{
    if (node.named || node.field == Field::note) {
        if (node.named)
            testNamed(node, part, bits);
        else
            testNotes(node, part, bits);
        return;
    }
    const SlicePack& pack = m_timeline.pack(part.pack);
    const std::span<const std::uint32_t> names = pack.names();
    const auto eachName = [&](auto fits) {
        for (std::size_t i = part.begin, last = 0; i < part.end; i = last) {
            last = std::min<std::size_t>(part.end, (i / 64 + 1) * 64);
            std::uint64_t word = 0;
            for (std::size_t at = i; at < last; ++at)
                word |= std::uint64_t(fits(names[at])) << at % 64;
            bits[i / 64 - firstWord(part)] = word;
        }
    };
    // `value` of the start and duration of each, in the slices' own time.
    const auto eachTime = [&](std::int64_t base, std::int64_t atLeast, auto value) {
        for (const Interval& each : node.intervals) {
            const std::int64_t from = each.isRelative ? base : 0;
            const std::int64_t low = each.least == kLowest ? kLowest : addSaturating(each.least, from);
            const std::int64_t high = each.most == kHighest ? kHighest : addSaturating(each.most, from);
            pack.eachBlock(
                part.begin, part.end, atLeast,
                [&](std::size_t first, std::size_t last, const auto& starts, const auto& durations) {
                    std::uint64_t word = 0;
                    for (std::size_t i = 0; i < last - first; ++i) {
                        const std::int64_t is = value(starts[i], durations[i]);
                        word |= std::uint64_t(is >= low && is <= high) << i;
                    }
                    bits[first / 64 - firstWord(part)] |= word << first % 64;
                });
        }
    };
    const auto base = [&] {
        return m_timeline.axes().empty() ? m_timeline.range.startNs
                                         : m_timeline.axis(row.track).range.startNs;
    };
    switch (node.field) {
    case Field::any:
    case Field::name: eachName([&](std::uint32_t id) { return fits(node.texts, StringId(id)); }); break;
    case Field::state:
        eachName([&](std::uint32_t id) { return id < 32 && (node.words >> id & 1) != 0; });
        break;
    case Field::level: eachName([&](std::uint32_t id) { return isOfLevel(node, StringId(id)); }); return;
    case Field::duration: {
        const std::int64_t least = std::ranges::min(node.intervals, {}, &Interval::least).least;
        eachTime(0, least, [](std::int64_t, std::int64_t duration) { return duration; });
        break;
    }
    case Field::start: eachTime(base(), kLowest, [](std::int64_t start, std::int64_t) { return start; }); break;
    case Field::end: eachTime(base(), kLowest, addSaturating); break;
    default: // flags; all others are the same for a row
        pack.eachFlagged(part.begin, part.end, [&](std::size_t i, std::uint8_t flags) {
            set(bits, part, i, (node.words & flags) != 0);
        });
    }
    if (node.isNegative)
        invert(bits);
}

}
