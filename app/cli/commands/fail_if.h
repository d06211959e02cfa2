// A limit that a caller sets on a table: "p95 > 10ms", of one row "render: p95 > 10ms".
//
//     const auto limit = readLimit("--fail-if", "p95 > 10ms");            // or how to exit: no such form
//     const auto exceeded = exceededBy(*limit, table);                    // error: no such column, row or
//     unit
//     **exceeded                                                          // "render: p95 is 12.3 ms"
#pragma once

#include "app/cli/commands/commands.h"
#include "core/model/statistics.h"
#include "core/query/query.h"

#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace traceglass::cli {

struct Limit
{
    std::string written;
    std::string key; // empty: any row
    std::string column;
    query::Op op = query::Op::greater;
    std::string value;
};

tl::expected<Limit, Exit> readLimit(const std::string& text);

// The row that is farthest beyond the limit, and how many more are, in a sentence; nothing when it holds for none.
tl::expected<std::optional<std::string>, Exit> exceededBy(const Limit& limit, const StatTable& table);

}
