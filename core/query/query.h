// A condition on slices, as a value: what the search field, a filter and `tglass find` mean by the text they
// are given. It names nothing of a capture, so the same query asks any capture.
//
//     const auto query = query::parse("connection duration >= 10 ms");   // parse.h
//     query::print(*query)                                               // the same text again
//
// What a slice is asked for:
//   name      of the slice; where slices have none of their own (the states of a task, values), of its track
//   duration  time between begin and end; start, end: moments, from the start of the clock or absolute
//   track     the path, "group/track", also with the number of one of several with that path: "tasks/render #20";
//             group: the path above it; clock: what the times of the track are of, where a capture has several
//   kind      of the track; depth: of the row; state: of a task; level: of an event or line; flags: see slice::k…
//   note      the text of a note about the slice: one on its track that has exactly its time
// Any other name is that of a field of records, as the capture that is asked knows it (fields_facet.h). Of a slice
// whose record has none every test is false. Of several values one must fit; with != none may be equal.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass::query {

enum class Field : std::uint8_t {
    any,
    name,
    duration,
    start,
    end,
    track,
    group,
    kind,
    depth,
    state,
    level,
    flags,
    clock,
    note,
    named // a field of records, by the name in the test
};

enum class OperandType : std::uint8_t {
    text,
    span,   // nanoseconds, written with a unit
    moment, // written as times are everywhere: +1.5s, ISO 8601, …ns
    count,
    word, // one of few
};

struct FieldInfo
{
    std::string_view name;
    Field field;
    OperandType type;
    std::span<const std::string_view> words {}; // of words: by number, in their order
    bool isEverywhere = true;                   // else it may be asked for alone: is it there?
};
std::span<const FieldInfo> fields();
const FieldInfo& infoOf(Field field);              // not of `any` and `named`
const FieldInfo* findField(std::string_view name); // null: there is none

enum class Op : std::uint8_t {
    equal, // with two operands: from the first on, to before the second
    notEqual,
    less,
    atMost,
    greater,
    atLeast,
    contains,
    matches, // a pattern
    in,      // equal to one of the operands
    isThere,
};

std::string_view signOf(Op op); // of those before `in`
bool isKeyword(std::string_view word);

struct Operand
{
    enum class Kind : std::uint8_t { text, pattern, number, word };

    Kind kind = Kind::text;
    std::string written {};  // without quotes or slashes; "10 ms"
    bool withCase = false;   // of a pattern
    std::int64_t value = 0;  // of a number: ns or a count, rounded down; of a word: its number
    bool isBetween = false;  // of a number: it lies above `value` and below the next one
    bool isRelative = false; // of a moment: from the start

    bool operator==(const Operand&) const = default;
};

struct Test
{
    Field field = Field::any;
    Op op = Op::contains;
    std::vector<Operand> operands {};
    // Of a named field: "status", "shop.Request.status"; its operands are texts and patterns. Nobody writes: empty, any
    // text of a record; "shop.Request.", any field of the records of that type.
    std::string name {};

    bool operator==(const Test&) const = default;
};

struct Expr
{
    enum class Kind : std::uint8_t { all, any, none, test }; // none: not its only part

    Kind kind = Kind::all; // of no parts: everything
    std::vector<Expr> parts {};
    Test test {};

    bool operator==(const Expr&) const = default;
};

bool asksFor(const Expr& expr, Field field);

// parse() of it gives an equal one.
std::string print(const Expr& expr);

}
