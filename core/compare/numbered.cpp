#include "core/compare/numbered.h"

#include "core/base/text.h"
#include "core/logs/log_template.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <unordered_map>

namespace traceglass::compare {

namespace {

constexpr std::size_t kManyNames = 5;

struct SameButNumbers // by side
{
    std::array<std::vector<std::size_t>, 2> rows;
    std::array<std::size_t, 2> alone {}; // of them
    std::size_t single = 0;              // that both have, with one slice at most on either side

    std::size_t names() const { return rows[0].size() + alone[1]; }
    bool areOne() const { return names() >= kManyNames && 2 * (alone[0] + alone[1] + single) > names(); }
};

// By template. Of no use once the job is stopped.
std::map<std::string, SameButNumbers> numberedRows(const std::array<NumberedSide, 2>& sides, const Job& job)
{
    std::map<std::string, SameButNumbers> out;
    std::array<std::unordered_map<std::string_view, std::size_t>, 2> known;
    const auto nameIn = [&](std::size_t side, std::size_t row) {
        return std::string_view(sides[side].part.table().keys[row]).substr(sides[side].root);
    };
    for (const std::size_t side : {0u, 1u}) {
        const std::size_t count = sides[side].part.table().size();
        for (std::size_t row = 0; row < count && !isStoppedAt(row, job); ++row) {
            const std::string_view name = nameIn(side, row);
            if (std::string of = logs::logTemplate(name); of != name) {
                out[std::move(of)].rows[side].push_back(row);
                known[side].emplace(name, row);
            }
        }
    }
    const auto isSingle = [&](std::size_t side, std::size_t row) {
        return sides[side].part.closedIn(row) <= 1;
    };
    for (auto& [name, same] : out) {
        for (const std::size_t side : {0u, 1u}) {
            for (std::size_t i = 0; i < same.rows[side].size() && !isStoppedAt(i, job); ++i) {
                const std::size_t row = same.rows[side][i];
                const auto other = known[1 - side].find(nameIn(side, row));
                if (other == known[1 - side].end())
                    ++same.alone[side];
                else if (side == 0 && isSingle(0, row) && isSingle(1, other->second))
                    ++same.single;
            }
        }
    }
    std::erase_if(out, [](const auto& each) { return !each.second.areOne(); });
    return out;
}

}

Result<std::vector<std::string>> joinNumbered(const NumberedSide& a, const NumberedSide& b, Job& job)
{
    const std::array sides {a, b};
    if (!a.part.table().orders.empty() || !b.part.table().orders.empty())
        return std::vector<std::string>();
    const auto numbered = numberedRows(sides, job);
    std::vector<std::string> out;
    for (const auto& [name, same] : numbered)
        out.push_back(name + ": " + grouped(same.names()) + " names that differ in numbers only");
    for (const std::size_t side : {0u, 1u}) {
        stats::MadeTable& part = sides[side].part;
        std::vector<stats::JoinedRow> rows;
        for (const auto& [name, same] : numbered)
            if (!same.rows[side].empty())
                rows.push_back({part.table().keys[same.rows[side].front()].substr(0, sides[side].root) + name,
                                same.rows[side]});
        if (rows.empty())
            continue;
        auto joined = part.slices->joined(rows, job);
        if (!joined)
            return tl::unexpected(joined.error());
        part.slices = std::make_shared<stats::SliceTable>(std::move(*joined));
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    return out;
}

StatTable alike(const StatTable& numbered, const Job& job)
{
    StatTable out {
        .id = numbered.id, .title = numbered.title, .key = numbered.key, .remarks = numbered.remarks};
    out.isEstimate = numbered.isEstimate;
    std::map<std::string, std::size_t> known;
    std::vector<std::size_t> rowOf;
    std::vector<std::int64_t> counts;
    for (std::size_t row = 0; row < numbered.size() && !isStoppedAt(row, job); ++row) {
        std::string texts;
        for (const StatColumn& column : numbered.columns)
            if (!column.texts.empty() && !column.texts[row].empty())
                texts += (texts.empty() ? "" : " · ") + column.texts[row];
        if (texts.empty())
            texts = logs::logTemplate(numbered.keys[row]);
        const auto [at, isNew] = known.try_emplace(std::move(texts), out.keys.size());
        if (isNew) {
            out.keys.push_back(at->first);
            counts.push_back(0);
        }
        rowOf.push_back(at->second);
        ++counts[at->second];
    }
    out.columns.push_back(
        {.id = "count", .title = "count", .about = "How many they are.", .integers = std::move(counts)});
    out.columns.front().isSum = true;
    for (const StatColumn& column : numbered.columns) {
        if (column.integers.empty() || column.unit == StatUnit::moment)
            continue;
        StatColumn& sums =
            out.columns.emplace_back(StatColumn {column.id, column.title, column.about, column.unit});
        sums.isAside = column.isAside;
        sums.isSum = column.isSum;
        sums.integers.assign(out.keys.size(), kNoInteger);
        std::vector<std::int64_t> values(out.keys.size()); // how many there are
        for (std::size_t row = 0; row < rowOf.size() && !isStoppedAt(row, job); ++row) {
            if (column.integers[row] == kNoInteger)
                continue;
            std::int64_t& sum = sums.integers[rowOf[row]];
            sum = values[rowOf[row]]++ == 0 ? column.integers[row] : addSaturating(sum, column.integers[row]);
        }
        for (std::size_t row = 0; row < values.size() && !column.isSum; ++row)
            if (values[row] > 0)
                sums.integers[row] /= values[row];
        if (&column == &numbered.columns[numbered.sortColumn])
            out.sortColumn = out.columns.size() - 1;
    }
    return out;
}

}
