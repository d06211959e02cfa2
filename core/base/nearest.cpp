#include "core/base/nearest.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace traceglass {

namespace {

constexpr std::size_t kOffered = 3;
constexpr std::size_t kCompared = 64; // bytes of a name

// How many letters must be put in, left out, replaced or exchanged with the next to make one of the other.
// More than `most` where the lengths alone say so: there may be a million names.
std::size_t distance(std::string_view a, std::string_view b, std::size_t most)
{
    a = a.substr(0, kCompared);
    b = b.substr(0, kCompared);
    if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > most)
        return most + 1;
    std::array<std::array<std::size_t, kCompared + 1>, 3> rows {}; // the last ones, in turns
    for (std::size_t j = 0; j <= b.size(); ++j)
        rows[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        const auto &before = rows[(i + 1) % 3], &last = rows[(i + 2) % 3];
        auto& row = rows[i % 3];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lowered(a[i - 1]) == lowered(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && lowered(a[i - 1]) == lowered(b[j - 2])
                && lowered(a[i - 2]) == lowered(b[j - 1]))
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return rows[a.size() % 3][b.size()];
}

// Of a name or of its last part, behind the groups it is in; a part of a name is as good as the name.
std::size_t distanceToName(std::string_view word, std::string_view name, std::size_t most)
{
    if (word.size() > 2 && containsText(name, word))
        return 0;
    const std::string_view last = name.substr(name.rfind('/') + 1);
    return std::min(distance(word, name, most), distance(word, last, most));
}

}

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& names)
{
    const std::size_t most = word.size() < 3 ? 0 : 1 + word.size() / 4; // every letter is near every other
    std::vector<std::pair<std::size_t, std::string_view>> found;
    for (const std::string& name : names) {
        if (const std::size_t away = distanceToName(word, name, most); away <= most)
            found.emplace_back(away, name);
    }
    std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
    std::vector<std::string> out;
    for (const auto& [away, name] : found) {
        if (std::ranges::find(out, name) == out.end() && out.size() < kOffered)
            out.emplace_back(name);
    }
    return out;
}

}
