// Which slices a command is about: the words of a query, the tracks and the time of a capture that it is
// asked in.
//
//     const auto expr = readQuery("--where", options.query);              // before a capture is opened
//     AskedScope asked;
//     if (const Exit exit = readScope(document, file, options, asked); exit != kOk) return exit;
//     query::run(asked.timeline, *expr, asked.scope, job)
#pragma once

#include "app/cli/commands/commands.h"
#include "core/model/document.h"
#include "core/query/run.h"

#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace traceglass::cli {

// Or how to exit after saying what is wrong with it. Names of fields are those of the catalogue; without one any may be
// a field of records. `kinds`: as of query::parse.
tl::expected<query::Expr, Exit> readQuery(const std::string& option, const std::string& text,
                                          const FieldCatalogue* catalogue = nullptr,
                                          std::span<const std::string_view> kinds = {});

struct AskedScope
{
    TimelinePtr timeline;
    query::Scope scope {.values = true}; // text alone is looked for wherever it may be
};

// Reads the whole capture, and what --track, --from, --to and --clock say of it. Says what is wrong with
// them; a capture without a timeline is wrong usage, too.
Exit readScope(const Document& document, const Options& options, AskedScope& asked);

}
