#include "core/compare/pair_rows.h"

#include "core/base/sort.h"
#include "core/compare/stopping.h"

#include <functional>
#include <string_view>
#include <tuple>

namespace traceglass::compare {

namespace {

// What a row is matched by: its key behind the root, and its unit.
struct MatchedKey
{
    std::string_view text;
    std::string_view unit;
    std::size_t row = 0;

    bool isLike(const MatchedKey& other) const { return text == other.text && unit == other.unit; }
    auto operator<=>(const MatchedKey&) const = default;
};

// In order, those of a kind by their rows.
Result<std::vector<MatchedKey>> matchedKeys(const TableSide& side, const Job& job)
{
    const StatTable& table = side.table;
    std::vector<MatchedKey> out;
    out.reserve(table.size());
    for (std::size_t row = 0; row < table.size() && !isStoppedAt(row, job); ++row)
        out.push_back({std::string_view(table.keys[row]).substr(side.root),
                       row < table.units.size() ? table.units[row] : std::string_view(), row});
    if (!sortUnlessStopped(out, std::less(), job))
        return fail(Code::Stopped);
    return out;
}

}

Result<std::vector<RowPair>> pairRows(const TableSide& sideA, const TableSide& sideB, const Job& job)
{
    const auto a = matchedKeys(sideA, job), b = matchedKeys(sideB, job);
    if (!a || !b)
        return fail(Code::Stopped);
    std::vector<RowPair> out;
    out.reserve(a->size() + b->size());
    out.resize(b->size());
    std::vector<bool> isFound(a->size());
    for (std::size_t i = 0, j = 0; j < b->size(); ++j) {
        if (isStoppedAt(j, job))
            return fail(Code::Stopped);
        const MatchedKey& key = (*b)[j];
        while (i < a->size() && std::tie((*a)[i].text, (*a)[i].unit) < std::tie(key.text, key.unit))
            ++i;
        const bool isBoths = i < a->size() && (*a)[i].isLike(key);
        out[key.row] = {isBoths ? std::optional((*a)[i].row) : std::nullopt, key.row};
        if (isBoths)
            isFound[(*a)[i++].row] = true;
    }
    for (std::size_t row = 0; row < a->size() && !isStoppedAt(row, job); ++row)
        if (!isFound[row])
            out.push_back({row, std::nullopt});
    return out;
}

}
