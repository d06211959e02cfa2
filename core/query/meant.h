// What was meant by words and signs that mean nothing in a query, and what is said of them.
//
//     signMeant(">>=")                             // ">="
//     unitMeant("secs", UnitOf::time)              // "s"
//     noUnitText("parsecs", UnitOf::time)          // "`parsecs` is no unit of time (ns, us, …)"
//
//     askingFields(*parse("upload polling"))       // "upload state = polling"
//
// What is meant is empty where nobody knows.
#pragma once

#include "core/query/amount.h"
#include "core/query/query.h"

#include <optional>
#include <string>
#include <string_view>

namespace traceglass::query {

bool isSign(char c);                           // of those that operators are made of
std::optional<Op> mathSign(std::string_view text); // that it begins with: ≥ ≤ ≠, each kMathSign bytes long
constexpr std::size_t kMathSign = 3;
std::size_t firstSign(std::string_view text);  // of both kinds, where it begins; npos: there is none
std::string signMeant(std::string_view signs); // as other languages have them: "==", "=>", "<>"
std::string unitMeant(std::string_view word, UnitOf of);
std::string truthMeant(std::string_view word);

// The same with fields asked for words that are values of theirs: no name of a slice has them.
std::optional<Expr> askingFields(const Expr& expr);

std::string noUnitText(std::string_view text, UnitOf of);
std::string noDurationText(std::string_view text);
std::string noMomentText(std::string_view text);

}
