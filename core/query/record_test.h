// A query asked of records, for lists of them. Its words and expressions are looked for in every text of a
// record and in its offset, written 0x1f40; its conditions hold for a record when they hold for a slice that
// begins with it.
//
//     const auto test = query::recordTest(*parse("upload or duration > 10 ms"), hits, timeline, &columns, job);
//     RecordOrder order(list, {*test});
//
// Errors are those of query::run; no-time-axis, where there are conditions and no timeline.
#pragma once

#include "core/model/record_order.h"
#include "core/query/hit_order.h"

namespace traceglass::query {

// Are there any but words and expressions? They need a timeline.
bool hasConditions(const Expr& expr);

// `fitting`: only records that one of these slices begins with; null: all. Null when every record is meant.
Result<RecordTestPtr> recordTest(const Expr& expr, const HitsPtr& fitting, const TimelinePtr& timeline,
                                 const FieldColumns* columns, Job& job);

}
