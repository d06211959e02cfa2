#include "core/logs/log_fields.h"

namespace traceglass::logs {

namespace {

template <std::size_t kCount>
bool isAnyKey(std::string_view key, const std::array<std::string_view, kCount>& keys)
{
    return std::ranges::any_of(keys, [&](std::string_view each) { return isSameText(key, each); });
}

}

bool isKeyOfLevel(std::string_view key)
{
    return isAnyKey<4>(key, {"level", "lvl", "severity", "log.level"});
}

bool isKeyOfMessage(std::string_view key)
{
    return isAnyKey<2>(key, {"msg", "message"});
}

std::size_t lengthInQuotes(std::string_view text)
{
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"')
        end += text[end] == '\\' ? 2u : 1u;
    return std::min(end + 1, text.size());
}

bool isJsonObject(std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t quote = text.find_first_not_of(kBlanks, 1);
    if (!text.starts_with('{') || quote == text.npos || text[quote] != '"')
        return false;
    const std::size_t colon = text.find_first_not_of(kBlanks, quote + lengthInQuotes(text.substr(quote)));
    return colon != text.npos && text[colon] == ':';
}

}
