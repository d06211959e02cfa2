#include "core/stats/made_table.h"

#include "core/model/statistics_facet.h"
#include "core/stats/counter_table.h"
#include "core/stats/log_table.h"
#include "core/stats/second_key.h"
#include "core/stats/table_rows.h"

namespace traceglass::stats {

namespace {

Result<SliceTable> tableOfSlices(const TableQuestion& of, SliceKey by, const query::FieldColumns& columns,
                                 Job& job)
{
    SliceQuestion question {by, of.scope.range, of.scope.tracks, of.only};
    if (!of.second.empty()) {
        auto second = readSecondKey(of.second, question, of.timeline, columns, job);
        if (!second)
            return tl::unexpected(second.error());
        question.second = std::move(*second);
    }
    auto made = SliceTable::make(of.timeline, std::move(question), job);
    if (!made)
        return made;
    if (auto added = made->addPercentiles(job); !added)
        return tl::unexpected(added.error());
    return made;
}

}

Result<MadeTable> makeTable(const TableQuestion& question, const StatisticsFacet* facet,
                            const query::FieldColumns& columns, Job& job)
{
    MadeTable made {question.timeline, question.scope};
    if (const auto by = sliceKeyOf(question.by)) {
        const FieldCataloguePtr fields = columns.catalogue();
        if (!question.second.empty() && fields && !isSecondKey(question.second, *fields))
            made.unknown.push_back({question.second.substr(question.second.starts_with('@') ? 1 : 0)});
        auto slices = tableOfSlices(question, *by, columns, job);
        if (!slices)
            return tl::unexpected(slices.error());
        made.slices = std::make_shared<SliceTable>(std::move(*slices));
        return made;
    }
    const query::Scope& scope = question.scope;
    auto table = question.by == kCounterTable
        ? counterTable(*question.timeline, scope, question.only.get(), job)
        : question.by == kLogTable ? logTable(question.timeline, scope, question.only.get(), job)
        : facet
        ? facet->table(question.by, {*question.timeline, scope.range, scope.tracks, 0, question.only}, job)
        : Result<StatTable>(StatTable {});
    if (!table)
        return tl::unexpected(table.error());
    made.other = std::make_shared<const StatTable>(std::move(*table));
    return made;
}

std::uint64_t MadeTable::closedIn(std::size_t row) const
{
    return slices ? slices->closedIn(row) : other->durations[row].size();
}

Result<std::vector<std::vector<std::int64_t>>> MadeTable::durations(std::span<const std::size_t> rows,
                                                                    Job& job) const
{
    if (slices)
        return slices->durations(rows, job);
    auto out = taken(other->durations, rows, job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    return out;
}

}
