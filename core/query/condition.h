// A query made ready for one timeline, and asked of runs of slices.
#pragma once

#include "core/query/pattern.h"
#include "core/query/query.h"
#include "core/timeline/timeline.h"

#include <optional>
#include <span>
#include <vector>

namespace traceglass::query {

// A row with what all its slices share.
struct RowContext
{
    RowId row = kNoRow;
    TrackId track = kNoTrack;
    std::uint16_t depth = 0;
};

class NamedTest;
class NotedSlices;

enum class HowMany : std::uint8_t { none, all, some };

// One bit a slice of a part; the bit of a slice is where its pack's bitmap has it, so the first word may
// begin with bits that mean nothing.
using Bits = std::vector<std::uint64_t>;

// For one thread: it keeps what it found out about texts.
class Condition
{
public:
    // `named`: the tests on fields of records, in the order in which they stand. `noted`: null: the query asks for no
    // notes.
    Condition(const Timeline& timeline, const Expr& expr, std::span<const NamedTest> named,
              const NotedSlices* noted);

    // Of a part of the row; `bits` is filled when the answer is `some`.
    HowMany of(const RowContext& row, const SlicePart& part, Bits& bits)
    {
        return evaluate(m_root, row, part, bits);
    }

private:
    struct Interval // of numbers, both ends in it
    {
        std::int64_t least = 0;
        std::int64_t most = 0;
        bool isRelative = false; // counts from the start of the clock
    };
    struct Texts // that fit, and what is known of them
    {
        std::vector<Pattern> patterns {};   // any of them
        std::vector<std::uint8_t> known {}; // by string: 0 not asked yet, 1 no, 2 yes
    };
    struct Term
    {
        Expr::Kind kind = Expr::Kind::test;
        std::vector<Term> parts {};
        Field field = Field::any;
        bool isThere = false;
        bool isWhole = false;    // a text is meant as it is
        bool isNegative = false; // what fits is not meant, but must be there
        Texts texts {};
        std::vector<Interval> intervals {};
        std::uint32_t words = 0; // numbers of words, one bit each
        const NamedTest* named = nullptr; // texts.known is then by code of its column
    };

    Term made(const Expr& expr, std::span<const NamedTest>& named); // takes those it has
    static Term made(const Test& test);

    bool fits(Texts& texts, StringId id)
    {
        const std::size_t at = number(id);
        return at < texts.known.size() && texts.known[at] != 0 ? texts.known[at] == 2 : findOut(texts, id);
    }
    bool findOut(Texts& texts, StringId id);
    bool isOfLevel(Term& node, StringId line);
    static bool fits(const Texts& texts, std::string_view text);
    std::optional<bool> ofRow(Term& node, const RowContext& row); // nothing: its slices differ
    HowMany evaluate(Term& node, const RowContext& row, const SlicePart& part, Bits& bits);
    void test(Term& node, const RowContext& row, const SlicePart& part, Bits& bits);
    void testNamed(Term& node, const SlicePart& part, Bits& bits);
    void testNotes(const Term& node, const SlicePart& part, Bits& bits) const;

    const Timeline& m_timeline;
    const NotedSlices* m_noted;
    Term m_root;
    std::vector<Bits> m_spare; // bits that nobody uses now
};

}
