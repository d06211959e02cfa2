// What `tglass find` looks for beside slices, and the end of what it prints.
#pragma once

#include "app/cli/output.h"

#include <functional>
#include <string>

namespace traceglass::cli {

int findNodes(const Document& document, const Options& options);
int findNotes(const Document& document, const Options& options);

struct FoundAll
{
    std::uint64_t hits = 0; // printed or not
    std::string one;        // "slice"
    std::string many;
};
// Prints how many there are, where that is asked for, and looks whether that is as the caller expects; if so,
// `exit` says how to end.
int finishFind(Output& out, const Options& options, const FoundAll& found, const std::function<Exit()>& exit);

}
