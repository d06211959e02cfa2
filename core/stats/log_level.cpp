#include "core/stats/log_level.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace traceglass::stats {

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
    const auto isLetter = [](char c) { return lowered(c) >= 'a' && lowered(c) <= 'z'; };
    for (int i = 0; i < kTokens && !text.empty(); ++i) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        std::string_view token = text.substr(0, text.find_first_of(" \t"));
        text.remove_prefix(token.size());
        const bool hasDigits = std::ranges::any_of(token, [](char c) { return c >= '0' && c <= '9'; });
        if (hasDigits || std::ranges::none_of(token, isLetter))
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
