// tglass: looks into trace captures on the command line. This file reads the arguments; the commands are
// beside it.
#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/completion.h"
#include "app/cli/commands/topics.h"
#include "app/cli/help.h"
#include "app/cli/output.h"
#include "app/out_of_memory.h"
#include "app/version.h"
#include "core/base/text.h"
#include "core/timeline/stack_sums.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <clocale>
#include <csignal>
#include <span>
#include <sstream>
#include <tuple>

namespace {

using namespace traceglass;
using namespace traceglass::cli;

// What is wrong with the first argument, if it is meant as a command and is none.
std::string commandProblem(const CLI::App& app, const std::string& word)
{
    const std::string advice = "`tglass --help` lists them";
    if (word.empty())
        return "a command is missing; " + advice;
    if (word.starts_with('-'))
        return {};
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    if (std::ranges::find(names, word) != names.end())
        return {};
    return "no such command: " + word + offer(word, names, advice);
}

// An option that is given too often, or without what belongs behind it; the library tells numbers.
std::string wrongCount(const std::string& told)
{
    const std::size_t colon = told.find(": ");
    const std::string name = told.substr(0, colon), rest = colon == told.npos ? "" : told.substr(colon + 2);
    constexpr std::string_view kRequired = " required ", kMissing = " missing";
    if (rest.starts_with("At Most 1"))
        return name + " is given twice; it can be given once";
    if (const std::size_t what = rest.find(kRequired); what != rest.npos && rest.ends_with(kMissing)) {
        const std::size_t begin = what + kRequired.size();
        return name + " lacks its " + rest.substr(begin, rest.size() - kMissing.size() - begin);
    }
    return told;
}

// The word nobody expected, behind a command or, as the first of all, before it.
std::string surplusProblem(const std::string& word, const CLI::App& command, const std::string& first)
{
    const bool isChosen = command.get_parent() != nullptr;
    if (isChosen && word == first)
        return word + " stands before the command; options stand behind it";
    if (!word.starts_with('-'))
        return word + " is one word too many";
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    }
    const std::string advice = "`tglass " + (isChosen ? command.get_name() + ' ' : "") + "--help` lists them";
    return "no such option: " + word + offer(word.substr(0, word.find('=')), names, advice);
}

// A number that is read as a whole: no sign, nothing behind it, and what does not fit is not bent until it
// does.
template <class Number>
CLI::Option* addNumber(CLI::App* command, const char* name, Number& number, const char* description)
{
    const auto read = [&number, name](const std::string& text) {
        const auto value = plainNumber(text);
        if (!value)
            throw CLI::ValidationError(name,
                                       text + " is no whole number from 0 to " + grouped(~std::uint64_t(0)));
        number = *value;
    };
    return command->add_option_function<std::string>(name, read, description)->type_name("N");
}

// What was typed, last word first. "--at=" is "--at" and an empty word: else the next option would be its value.
std::vector<std::string> wordsToParse(const CLI::App& app, int argc, char** argv)
{
    const auto isFirst = [&](const CLI::App* one) { return argc > 1 && one->get_name() == argv[1]; };
    const auto commands = app.get_subcommands(isFirst);
    std::vector<std::string> words;
    for (const std::string word : std::span(argv, static_cast<std::size_t>(argc)).subspan(1)) {
        const bool isCut = !commands.empty() && word.starts_with("--") && word.ends_with('=');
        const std::string name = word.substr(0, word.size() - 1);
        const CLI::Option* const option = isCut ? commands.front()->get_option_no_throw(name) : nullptr;
        if (option && option->get_items_expected_max() > 0) {
            words.push_back(name);
            words.emplace_back();
        } else {
            words.push_back(word);
        }
    }
    std::ranges::reverse(words);
    return words;
}

// An empty word is never what was meant, but for what a note says.
void forbidEmptyWords(CLI::App& command)
{
    const auto isGiven = [](const std::string& text) {
        return text.empty() ? std::string("is empty") : std::string();
    };
    for (CLI::Option* option : command.get_options([](const CLI::Option* one) {
             return one->get_items_expected_max() > 0 && !one->check_lname("text")
                 && !one->check_lname("author");
         }))
        option->check(isGiven, "");
}

template <int (*action)(const Document&, const Options&)>
int opened(const Options& options)
{
    const auto document = cli::open(options.file);
    return document ? action(*document, options) : kRejected;
}

}

int main(int argc, char** argv)
{
    endPlainlyWithoutMemory("tglass", kNoMemory);
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is noticed when writing, and ends the output quietly
    std::signal(SIGXFSZ, SIG_IGN); // so is a limit on the size of files, as a full disk is
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread is there
    std::setlocale(LC_CTYPE, "C.UTF-8"); // wcwidth() knows which characters are wide

    const std::string known =
        listText(formats(), ", ", [](const Format* format) { // "Radeon Data File (AMD GPU), ..."
            return std::string(format->name) + " (" + std::string(format->label) + ')';
        });
    CLI::App app("Looks into trace captures: " + known + '.', "tglass");
    app.set_version_flag("--version", std::string("tglass ") + kVersion);
    app.require_subcommand(1);
    app.footer(topicList());
    app.get_formatter()->column_width(34);
    app.get_formatter()->label("SUBCOMMAND", "COMMAND");
    app.get_formatter()->label("TEXT", "");

    Options options;
    int (*run)(const Options&) = nullptr;
    const auto command = [&](const char* name, const char* description, const std::string& footer,
                             int (*action)(const Options&)) {
        CLI::App* sub = app.add_subcommand(name, description);
        sub->footer(belowOptions(footer));
        sub->callback([&run, action] { run = action; });
        return sub;
    };
    const auto onCapture = [&](auto... of) {
        CLI::App* sub = command(of...);
        sub->add_option("FILE", options.file,
                        "a capture: a file, the directory of a recording, or - (standard input)")
            ->required();
        return sub;
    };

    const auto addScope = [&](CLI::App* to, const std::string& what) {
        to->add_option("--from", options.from, "only what ends after this time")->type_name("T");
        to->add_option("--to", options.to, "only what begins before this time")->type_name("T");
        to->add_option("--track", options.track, "only " + what + " of matching tracks")->type_name("PATTERN");
        to->add_option("--clock", options.clock, "which clock --from and --to are on")->type_name("NAME");
    };

    auto* sub = onCapture("info", "what a capture is, on one screen", kInfoFooter, opened<info>);
    sub->add_flag("--json", options.json, "one JSON object");

    sub = onCapture("tree", "the structure of a capture, with byte ranges", kTreeFooter, opened<tree>);
    addNumber(sub, "--depth", options.depth, "levels below the first node")->default_str("2");
    addNumber(sub, "--limit", options.limit, "lines to print, of one node a tenth; 0: all")
        ->default_str("10,000, with --json all");
    sub->add_option("--path", options.path, "the node to begin with")->type_name("NODE");
    sub->add_flag("--json", options.json, "JSON Lines");

    sub =
        onCapture("dump", "the structure of the container as one JSON object", kDumpFooter, opened<dump>);
    auto* hashes = sub->add_flag("--sha256", options.hashes, "with hashes of the contents");
    sub->add_flag("--payloads", options.payloads,
                  "what the records hold says instead, where they are containers")
        ->excludes(hashes);

    sub = onCapture("records", "every decoded record as JSON Lines", kRecordsFooter, opened<records>);
    addNumber(sub, "--limit", options.limit, "stop after so many; 0: all");
    sub->add_option("--match", options.match, "only those for which this query holds")->type_name("QUERY");
    sub->add_option("--where", options.query, "only those of slices for which this query holds")->type_name("QUERY");
    addScope(sub, "records");
    sub->add_flag("--expanded", options.expanded, "combined events as those they stand for (CondensedData)");
    sub->add_flag("--sha256", options.hashes, "with hashes of the contents");

    sub = onCapture("find", "the slices, nodes or notes a query holds for", kFindFooter, opened<find>);
    sub->add_option("QUERY", options.query, "what they have in common; none: all");
    sub->add_option("--in", options.in, "slices, in the order of time; structure; notes")
        ->check(CLI::IsMember({"slices", "structure", "notes"}))
        ->type_name("WHAT")
        ->default_str("slices");
    addScope(sub, "slices");
    addNumber(sub, "--limit", options.limit, "stop after so many; 0: all");
    auto* count = sub->add_flag("--count", options.countOnly, "only how many there are");
    sub->add_option("--fields", options.fields, "these fields of the record of each, too")
        ->delimiter(',')
        ->type_name("A,B");
    sub->add_option("--expect", options.expect, "exit 5 unless there are some, or none")
        ->check(CLI::IsMember({"some", "none"}));
    sub->add_flag("--json", options.json, "JSON Lines")->excludes(count);

    sub = command("stats", "tables: how often, how long, percentiles", kStatsFooter, stats);
    sub->add_option("FILE", options.files, "captures; of several, rows of one name are added up")->required();
    sub->add_option("--by", options.by, "what there is a row of")->type_name("WORD")->default_str("name");
    sub->add_option("--field", options.field, "rows of slices also by this field, or by another word of --by")
        ->type_name("NAME");
    sub->add_option("--where", options.query, "only slices for which this query holds")->type_name("QUERY");
    addScope(sub, "slices");
    sub->add_option("--sort", options.sort, "by this column, the greatest first")->type_name("COLUMN");
    addNumber(sub, "--top", options.top, "rows to print; 0: all")->default_str("30, with --json all");
    sub->add_flag("--histogram", options.histogram, "how often which duration occurs, below each row");
    sub->add_option("--fail-if", options.failIf, "exit 5 when it is so: 'p95 > 10ms', 'NAME: p95 > 10ms'")
        ->type_name("LIMIT")
        ->allow_extra_args(false);
    sub->add_flag("--json", options.json, "JSON Lines");

    sub = command("findings", "what looks wrong, with evidence", kFindingsFooter, cli::findings);
    sub->add_option("FILE", options.files, "captures");
    sub->add_option("--fail-on", options.failOn, "exit 5 when there is a finding as severe or worse")
        ->check(CLI::IsMember({"high", "medium", "low"}))
        ->type_name("SEVERITY");
    sub->add_option("--baseline", options.baseline,
                    "an earlier --json output: only what is new or worse counts")
        ->type_name("FILE");
    sub->add_option("--mute", options.mute, "what is not a problem here, a line each: ID or ID SUBJECT")
        ->type_name("FILE");
    sub->add_option("--set", options.set, "another threshold, as in rfr.long-poll.min=20ms")
        ->type_name("ID.KEY=VALUE")
        ->allow_extra_args(false);
    sub->add_flag("--partial", options.partial,
                  "with --fail-on: a capture of which a part is lost is good enough")
        ->needs("--fail-on");
    sub->add_option("--explain", options.explain,
                    "what a rule means, how it measures, what to do; takes no FILE")
        ->type_name("ID");
    sub->add_flag("--rules", options.rules, "lists the rules of all formats; takes no FILE");
    sub->add_flag("--json", options.json, "JSON Lines");

    sub = command("compare", "two captures or parts of one: what changed", kCompareFooter, cli::compare);
    sub->add_option("A", options.file, "a capture: the baseline")->required();
    sub->add_option("B", options.other, "what is compared with it; without it, another part of A");
    sub->add_option("--by", options.by, "what there is a row of, as in stats")->type_name("WORD")->default_str("name");
    sub->add_option("--field", options.field, "rows of slices also by this field, or by another word of --by")
        ->type_name("NAME");
    sub->add_option("--where", options.query, "only slices for which this query holds")->type_name("QUERY");
    addScope(sub, "slices");
    for (const auto& [prefix, side, letter] :
         {std::tuple("--a-", &options.a, "A"), std::tuple("--b-", &options.b, "B")}) {
        const std::string of = std::string("the same for ") + letter + " alone, in its place";
        sub->add_option(prefix + std::string("where"), side->query, of)->type_name("QUERY");
        sub->add_option(prefix + std::string("from"), side->from, of)->type_name("T");
        sub->add_option(prefix + std::string("to"), side->to, of)->type_name("T");
        sub->add_option(prefix + std::string("track"), side->track, of)->type_name("PATTERN");
    }
    sub->add_option("--per", options.per, "what sums are told per: second, none, or a name of slices")
        ->type_name("WORD")
        ->default_str("second where lengths differ by more than 5 %");
    sub->add_option("--sort", options.sort, "by this column, changes by their size")->type_name("COLUMN");
    addNumber(sub, "--top", options.top, "rows to print; 0: all")->default_str("30, with --json all");
    sub->add_flag("--findings", options.withFindings, "what looks wrong, too: new, gone, worse, better, same");
    sub->add_option(
           "--fail-on", options.failOnChanges,
           "exit 5 when there is one: longer, shorter, more, fewer, only-a, only-b (rows), new, worse "
           "(findings)")
        ->check(CLI::IsMember({"longer", "shorter", "more", "fewer", "only-a", "only-b", "new", "worse"}))
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("WORDS");
    sub->add_flag("--partial", options.partial,
                  "with --fail-on: a capture of which a part is lost is good enough")
        ->needs("--fail-on");
    sub->add_flag("--json", options.json, "JSON Lines");

    sub = onCapture("export", "tables, slices, records and stacks for other programs", kExportFooter, opened<exportTable>);
    sub->add_option("--table", options.table, "slices, find, records, or a word of --by of `tglass stats`")
        ->type_name("WORD")
        ->default_str("slices");
    sub->add_option("--by", options.by, "what slices have a row of")->type_name("WORD")->default_str("name");
    sub->add_option("--field", options.field, "rows of slices also by this field, or by another word of --by")
        ->type_name("NAME");
    sub->add_option("--where", options.query, "only slices for which this query holds")->type_name("QUERY");
    sub->add_option("--fields", options.fields, "with --table find: these fields of the record of each")
        ->delimiter(',')
        ->type_name("A,B");
    sub->add_option("--match", options.match, "with --table records: only those for which this query holds")
        ->type_name("QUERY");
    sub->add_option("--type", options.type, "with --table records: only this type, with its fields")->type_name("NAME");
    addScope(sub, "slices");
    sub->add_option("--sort", options.sort, "by this column, the greatest first")->type_name("COLUMN");
    sub->add_flag("--ascending", options.ascending, "with --table records: the least first");
    auto* csv = sub->add_flag("--csv", options.csv, "comma-separated values, as without it");
    sub->add_flag("--json", options.json, "JSON Lines")->excludes(csv);
    auto* stacks = sub->add_option("--stacks", options.stacks, "write stacks here, a line each; - : standard output")
                       ->type_name("OUT");
    sub->add_option("--kind", options.kind, "with --stacks: only events of this kind")->type_name("NAME")->needs(stacks);
    sub->add_option("--weight", options.weight, "with --stacks: what a line counts")
        ->check(CLI::IsMember(std::vector<std::string>(kFlameWeights.begin(), kFlameWeights.end())))
        ->default_str("count")
        ->needs(stacks);
    sub->add_option("-o,--output", options.out, "where to write; - or nothing: standard output")
        ->type_name("OUT")
        ->excludes(stacks);
    sub->add_flag("--force", options.force, "replace OUT when it exists");

    sub = command("validate", "every check the format allows", kValidateFooter, validate);
    sub->add_option("FILE", options.files, "captures")->required();
    sub->add_flag("--json", options.json, "one JSON object a file");

    sub = onCapture("extract", "the bytes of a node", kExtractFooter, extract);
    sub->add_option("NODE", options.node, "the node's path")->required();
    sub->add_option("-o,--output", options.out, "where to write; - or nothing: standard output")
        ->type_name("OUT");
    sub->add_flag("--raw", options.raw, "the stored bytes, not decoded");
    sub->add_flag("--force", options.force, "replace OUT when it exists");

    sub = onCapture("show", "all that is known of one part of a capture", kShowFooter, opened<show>);
    sub->add_option("NODE", options.node, "the node's path");
    sub->add_option("--bytes", options.bytes, "what lies at these bytes")->type_name("OFF+LEN");
    sub->add_option("--at", options.at, "what a track shows at a moment")->type_name("T");
    sub->add_option("--track", options.track, "the track")->type_name("PATTERN");
    sub->add_flag("--json", options.json, "one JSON object");

    sub = onCapture("annotate", "adds a note and saves it into the capture", kAnnotateFooter, annotate);
    sub->add_option("--at", options.at, "about a moment")->type_name("T");
    sub->add_option("--range", options.range, "about the time between two moments")->type_name("A..B");
    sub->add_option("--node", options.node, "about a part of the structure")->type_name("NODE");
    sub->add_option("--bytes", options.bytes, "about bytes")->type_name("OFF+LEN");
    sub->add_option("--text", options.text, "what the note says")->required();
    sub->add_option("--author", options.author, "who says it; else your name")->type_name("A");
    sub->add_option("--track", options.track, "which track the time belongs to")->type_name("T");
    sub->add_option("--clock", options.clock, "which clock the time is on")->type_name("NAME");

    sub = onCapture("annotations", "lists and changes the notes of a capture", kAnnotationsFooter,
                    annotations);
    auto* json = sub->add_flag("--json", options.json, "a JSON list");
    auto* remove = sub->add_option("--remove", options.remove, "removes a note")->type_name("ID");
    auto* edit = sub->add_option("--edit", options.edit, "gives a note another text")->type_name("ID");
    auto* text = sub->add_option("--text", options.text, "the other text");
    edit->needs(text)->excludes(remove)->excludes(json);
    text->needs(edit);
    remove->excludes(json);

    sub = onCapture("compact", "gives back the room that older notes left in a capture", kCompactFooter,
                    opened<compact>);
    sub->add_option("-o,--output", options.out, "write the compact capture here and leave FILE as it is")
        ->type_name("OUT");

    sub = command("demo", "writes demo captures of every format", kDemoFooter, demo);
    sub->add_option("DIR", options.folder, "the folder to write into; made when missing")->required();

    app.add_subcommand("help", "a topic or a command: `tglass help TOPIC`");
    groupCommands(app);
    if (argc > 1 && argv[1] == std::string_view("help"))
        return printHelp(app, listText(std::span(argv + 2, argv + argc), " "));
    if (argc > 1 && argv[1] == std::string_view("complete"))
        return printOffers(app, {argv + 2, argv + argc});

    for (CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
        forbidEmptyWords(*each);
    if (const std::string problem = commandProblem(app, argc > 1 ? argv[1] : ""); !problem.empty()) {
        printError({}, problem);
        return kUsage;
    }
    try {
        app.parse(wordsToParse(app, argc, argv));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) { // --help and --version
            std::ostringstream asked;
            app.exit(error, asked);
            return print(asked.str());
        }
        const auto chosen = app.get_subcommands();
        const CLI::App& asked = chosen.empty() ? app : *chosen.front();
        const std::vector<std::string> surplus = app.remaining(true);
        const std::string word = surplus.empty() ? std::string() : surplus.front();
        // What is missing may be what the word was meant as.
        const bool isSurplus =
            error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) || word.starts_with('-');
        printError(chosen.empty() ? "" : asked.get_name(),
                   isSurplus ? surplusProblem(word, asked, argv[1]) : wrongCount(error.what()));
        return kUsage;
    }
    return run(options);
}
