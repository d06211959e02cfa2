#include "core/model/node_path.h"

#include <charconv>

namespace traceglass {

std::optional<std::vector<std::string_view>> pathWords(std::string_view path)
{
    if (!path.starts_with('/'))
        return {};
    std::vector<std::string_view> words;
    if (path == "/")
        return words;
    while (!path.empty()) {
        path.remove_prefix(1);
        words.push_back(path.substr(0, path.find('/')));
        path.remove_prefix(words.back().size());
    }
    return words;
}

std::optional<std::uint64_t> pathNumber(std::string_view word)
{
    std::uint64_t value = 0;
    const char* const end = word.data() + word.size();
    const auto [reached, error] = std::from_chars(word.data(), end, value);
    return error == std::errc() && reached == end ? std::optional(value) : std::nullopt;
}

}
