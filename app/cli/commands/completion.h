// What a shell offers while a command line of tglass is typed. The scripts in packaging/completions ask for it with
// `tglass complete WORD...`, so that what they offer is what this tglass takes.
//
//     return printOffers(app, {"stats", "a.rfr", "--by", "na"});     // "name<tab>": the words typed, the last one unfinished
//
// A line is a word, a tab and what it is about, which may be empty; ":files" and ":folders" stand for what the shell
// knows itself.
#pragma once

#include "app/cli/commands/commands.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace traceglass::cli {

Exit printOffers(const CLI::App& app, const std::vector<std::string>& typed);

}
