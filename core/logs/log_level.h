// How serious a line of a log says that it is, whichever of the usual ways it is written in: by a level that stands before
// the message, behind times, names and what is in brackets; by level=warn or "level":"warn"; or by a priority, <4>.
//
//     logs::logLevel("[ 12.3] WARN can0: frame repeated")        // kWarnLevel
//     logs::logLevel("W (1234) can0: frame repeated")            // likewise, as "W/can0: frame repeated"
//     logs::logLevel("error rate is 5 %")                        // kNoLogLevel: a word of a sentence is none
//     logs::isSentence("[ 12.3] frame repeated")                 // though it names none
#pragma once

#include <cstddef>
#include <string_view>

namespace traceglass::logs {

// One more than the row of an event of that level (TrackKind::events).
constexpr std::size_t kNoLogLevel = 0, kWarnLevel = 4, kErrorLevel = 5;

std::size_t logLevel(std::string_view text);      // the worst of its lines
std::string_view logLevelName(std::size_t level); // "warn"; empty: none

// Does it say something in words, two at least behind times and what is in brackets? A state or a reply does not.
bool hasWords(std::string_view text);
// And without a number, or of something that went wrong? A log does, whatever its levels; readings and positions do not,
// either.
bool isSentence(std::string_view text);

}
