#include "core/stats/log_level.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace traceglass::stats {

namespace {

bool isLetter(char c)
{
    return lowered(c) >= 'a' && lowered(c) <= 'z';
}
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// What terminals do before a text: "\x1b[0;31m" makes it red.
std::string_view withoutColours(std::string_view text)
{
    while (text.starts_with("\x1b[")) {
        const auto* const end = std::ranges::find_if(text.substr(2), isLetter);
        text.remove_prefix(std::min(static_cast<std::size_t>(end - text.data()) + 1, text.size()));
    }
    return text;
}

// As small systems say it: "E (1234) wifi: no answer", "W/Sensor: hot". Other letters: none.
std::size_t levelOfLetter(std::string_view token, std::string_view behind)
{
    constexpr std::string_view kLetters = "VDIWEF";
    constexpr std::array<std::size_t, kLetters.size()> kLevels = {1, 2, 3, 4, 5, 5};
    const std::size_t letter = token.empty() ? kLetters.npos : kLetters.find(token.front());
    const bool isBeforeTime =
        token.size() == 1 && behind.size() > 2 && behind.starts_with(" (") && isDigit(behind[2]);
    const bool isBeforeTag = token.size() > 2 && token[1] == '/' && isLetter(token[2])
        && (token.ends_with(':') || token.ends_with('('));
    return letter != kLetters.npos && (isBeforeTime || isBeforeTag) ? kLevels[letter] : kNoLogLevel;
}

}

std::size_t logLevel(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, std::size_t>, 10> kWords = {{{"trace", 1},
                                                                                  {"debug", 2},
                                                                                  {"info", 3},
                                                                                  {"notice", 3},
                                                                                  {"warn", 4},
                                                                                  {"warning", 4},
                                                                                  {"error", 5},
                                                                                  {"err", 5},
                                                                                  {"critical", 5},
                                                                                  {"fatal", 5}}};
    constexpr int kTokens = 4; // a time may have two, and begin with a bracket
    for (int i = 0; i < kTokens && !text.empty(); ++i) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        text = withoutColours(text);
        std::string_view token = text.substr(0, text.find_first_of(" \t\x1b"));
        text.remove_prefix(token.size());
        if (const std::size_t level = levelOfLetter(token, text); level != kNoLogLevel)
            return level;
        if (std::ranges::any_of(token, isDigit) || std::ranges::none_of(token, isLetter))
            continue;
        token.remove_prefix(static_cast<std::size_t>(std::ranges::find_if(token, isLetter) - token.begin()));
        const auto length =
            static_cast<std::size_t>(std::ranges::find_if_not(token, isLetter) - token.begin());
        const auto* const found = std::ranges::find_if(kWords, [&](const auto& word) {
            return std::ranges::equal(token.substr(0, length), word.first, {}, lowered);
        });
        // A word of a sentence is none: "error rate is 5 %".
        const bool isMarked = length < token.size()
            || std::ranges::all_of(token.substr(0, length), [](char c) { return lowered(c) != c; });
        return found != kWords.end() && isMarked ? found->second : kNoLogLevel;
    }
    return kNoLogLevel;
}

std::string_view logLevelName(std::size_t level)
{
    constexpr std::array<std::string_view, 6> kLevels = {"", "trace", "debug", "info", "warn", "error"};
    return kLevels[std::min(level, kLevels.size() - 1)];
}

}
