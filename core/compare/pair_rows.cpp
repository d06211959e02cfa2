#include "core/compare/pair_rows.h"

#include "core/base/sort.h"

#include <functional>
#include <string_view>
#include <tuple>
#include <unordered_map>

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

// "worker #626" is "worker" of a track that has this number. A system gives others to the same threads of another run.
std::string_view withoutNumber(std::string_view key)
{
    const std::size_t at = key.find_last_not_of("0123456789");
    return at != key.npos && at > 1 && at + 1 < key.size() && key[at] == '#' && key[at - 1] == ' '
        ? key.substr(0, at - 1)
        : std::string_view();
}

// Of rows that are left alone: tracks that are called the same but for their number, where each side has one such.
void pairByName(const TableSide& sideA, const TableSide& sideB, std::vector<RowPair>& rows, const Job& job)
{
    struct Alone
    {
        std::vector<std::size_t> ofA, ofB; // places in `rows`
    };
    if (sideA.table.tracks.empty() || sideB.table.tracks.empty())
        return;
    std::unordered_map<std::string_view, Alone> byName;
    for (std::size_t i = 0; i < rows.size() && !isStoppedAt(i, job); ++i) {
        const TableSide& side = rows[i].b ? sideB : sideA;
        const std::string_view key =
            std::string_view(side.table.keys[rows[i].b ? *rows[i].b : *rows[i].a]).substr(side.root);
        if (const std::string_view name = withoutNumber(key); !name.empty() && !(rows[i].a && rows[i].b))
            (rows[i].b ? byName[name].ofB : byName[name].ofA).push_back(i);
    }
    std::vector<bool> isGone(rows.size());
    for (const auto& [name, alone] : byName) {
        if (alone.ofA.size() != 1 || alone.ofB.size() != 1)
            continue;
        rows[alone.ofB.front()].a = rows[alone.ofA.front()].a;
        isGone[alone.ofA.front()] = true;
    }
    std::size_t at = 0;
    std::erase_if(rows, [&](const RowPair&) { return isGone[at++]; });
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
    pairByName(sideA, sideB, out, job);
    return out;
}

}
