// Text for other programs: to standard output, or into a file that is there when it is whole.
//
//     return writeText(options, options.out, [&](const TextSink& sink) { sink(header); ...; return Result<void>(); });
#pragma once

#include "app/cli/commands/commands.h"
#include "core/base/diagnostic.h"

#include <functional>
#include <string>
#include <string_view>

namespace traceglass::cli {

// Takes a piece of text; false: no more is wanted.
using TextSink = std::function<bool(std::string_view)>;

// `path`: empty or "-" is standard output. What `each` fails with leaves no file, and is said.
Exit writeText(const Options& options, const std::string& path,
               const std::function<Result<void>(const TextSink&)>& each);

}
