#include "app/cli/commands/topics.h"

#include "app/cli/arguments.h"
#include "app/cli/help.h"
#include "app/cli/output.h"
#include "core/formats/format_list.h"

#include <vector>

namespace traceglass::cli {

namespace {

constexpr const char* kTimes = R"(
A moment is absolute (2026-05-28T20:28:43.25Z, 1780000123250000000ns) or relative to the start of the
capture (+1.5s +250ms +17us +3ns). A range is A..B, or --from A --to B: what overlaps the time between
them; B itself is not in it.
Where a capture has several clocks, --clock names the one that is meant, one of those `tglass info` lists.
Without it that is the clock of the tracks chosen by --track, else the first one. Times in JSON are
nanoseconds: integers, never rounded.)";

const std::string kNodes = withFormats(R"(
A node is a part of the structure, named by its path. / is the capture; some of its parts:@
`tglass tree FILE` prints the structure, with --json the path of every node. `tglass show FILE NODE` tells
what is known of one, `tglass extract FILE NODE` writes its bytes.)",
                                       &Format::nodesHelp);

constexpr const char* kTracks = R"(
--track is a pattern with * and ? on GROUP/TRACK, as in 'tasks/connection*', in upper or lower case; one
that no track matches is wrong usage. 'GROUP/*' are all of a group. Several tracks may have one path: then
'tasks/accept #20' is that of number 20, and 'spans/request (3)' the third of those without one. Rows of
`tglass stats FILE --by track` are called so. `tglass find FILE --json` prints the track of every slice.)";

constexpr const char* kExits = R"(
0  done
1  damaged (validate, dump, records, find, stats, findings, compare, export: all but the first print what
   could be read, and to standard error what is wrong; findings and compare not with --partial); a part
   cannot be read (tree, show); bytes are missing (extract); the notes cannot be read (annotations)
2  a file could not be opened
3  wrong usage
4  something could not be changed or written
5  done, and what --expect says is not so, or what --fail-if or --fail-on says is
6  the system gave no more memory or threads
Errors go to standard error, one a line: tglass: FILE: what (at byte OFF))";

constexpr const char* kOutput = R"(
Text is for people, and may change. JSON, with --json, is a promise: keys may be added, never changed.
Commands that print many things print JSON Lines, an object a line, and at the end a summary where the
help of the command says so: output without it was cut.
Control characters and what turns the direction of writing are printed as \n, \x1b, \u{202E}. Offsets and
numbers of 64 bits are integers. CSV is that of RFC 4180.
On a terminal tables fit its lines, or COLUMNS: names lose their middle, and columns go on below. Files and
other programs get names and lines as long as they are.
--limit N prints N things at most, --top N as many rows; 0 means all in every command.)";

std::string formatsText()
{
    std::string text = "\nWhat a file is says its content, whatever its name:\n";
    for (const Format* format : formats()) {
        text += "  " + std::string(format->name) + " (" + std::string(format->label) + "):";
        for (const std::string_view suffix : format->suffixes)
            text += ' ' + std::string(suffix);
        text += "; it consists of " + std::string(format->records) + '\n';
    }
    return text
        + "Where a recording is a directory, any file in it stands for it. - is standard input, and pipes "
          "open\n"
          "like files. Captures may be damaged: what can be read is read.";
}

struct Topic
{
    const char* name;
    const char* about;
    std::string text;
};

const std::vector<Topic>& topics()
{
    static const std::vector<Topic> kTopics = {
        {"queries", "what --where, --match and find take", kQueries},
        {"times", "moments, ranges and clocks", kTimes},
        {"tracks", "patterns for --track", kTracks},
        {"nodes", "paths of parts of the structure", kNodes},
        {"formats", "what can be opened", formatsText()},
        {"output", "text, JSON, CSV", kOutput},
        {"exit", "exit codes", kExits},
    };
    return kTopics;
}

}

std::string topicList()
{
    std::string list = "Topics, for `tglass help TOPIC`:\n";
    for (const Topic& topic : topics()) {
        std::string line = "  " + std::string(topic.name);
        line.resize(34, ' ');
        list += line + topic.about + '\n';
    }
    return list
        + "\n`tglass COMMAND --help`, or `tglass help COMMAND`, describes a command and the JSON it prints.";
}

std::vector<std::pair<std::string, std::string>> topicNames()
{
    std::vector<std::pair<std::string, std::string>> names;
    for (const Topic& topic : topics())
        names.emplace_back(topic.name, topic.about);
    return names;
}

void groupCommands(CLI::App& app)
{
    const std::pair<const char*, std::vector<const char*>> kGroups[] = {
        {"To look", {"info", "tree", "find", "show", "records"}},
        {"To measure and judge", {"stats", "findings", "compare", "validate"}},
        {"For notes", {"annotate", "annotations", "compact"}},
        {"For other programs", {"dump", "export", "extract"}},
        {"To begin", {"demo", "help"}},
    };
    for (const auto& [group, names] : kGroups) {
        for (const char* const name : names)
            app.get_subcommand(name)->group(group);
    }
}

int printHelp(const CLI::App& app, const std::string& word)
{
    const auto say = [](const std::string& text) { return print(belowOptions(text) + '\n'); };
    if (word.empty() || word == "-h" || word == "--help")
        return say(topicList());
    std::vector<std::string> names;
    for (const Topic& topic : topics()) {
        if (word == topic.name)
            return say(topic.text);
        names.emplace_back(topic.name);
    }
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (word == command->get_name())
            return print(command->help(app.get_name()));
        names.push_back(command->get_name());
    }
    return exitWith(kUsage, {},
                    "no such topic or command: " + word + offer(word, names, "`tglass help` lists topics"));
}

}
