// Help by topic: what several commands have in common, told once. `tglass help TOPIC` prints one, `tglass help` and
// `tglass --help` list them.
//
//     app.footer(topicList());
//     return printHelp(app, "times");        // a topic or a command; kUsage when it is neither
#pragma once

#include "app/cli/commands/commands.h"

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace traceglass::cli {

std::string topicList();
std::vector<std::pair<std::string, std::string>> topicNames(); // each with what it is about
// Puts the commands under headings, by what they are for.
void groupCommands(CLI::App& app);
int printHelp(const CLI::App& app, const std::string& word);

}
