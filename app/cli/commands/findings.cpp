// tglass findings: what looks wrong in captures, for people and as a gate for other programs.
#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/findings_baseline.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/text/finding_text.h"
#include "core/base/text.h"
#include "core/findings/find.h"
#include "core/findings/shared_rules.h"
#include "core/formats/all_rules.h"

#include <algorithm>
#include <array>

namespace traceglass::cli {

namespace {

struct Asked
{
    RuleSettings settings;
    findings::Mutes mutes;
    std::optional<Baseline> baseline;
    std::optional<FindingSeverity> failOn;
};

// Of a capture.
struct FoundIn
{
    std::unique_ptr<Document> document;
    TimelinePtr timeline;
    Findings all;
    bool isWhole = false; // nothing of the capture is lost
};

std::optional<FindingSeverity> severityCalled(const std::string& word)
{
    for (const FindingSeverity each :
         {FindingSeverity::low, FindingSeverity::medium, FindingSeverity::high}) {
        if (severityName(each) == word)
            return each;
    }
    return {};
}

tl::expected<Asked, Exit> readAsked(const Options& options, const std::vector<Rule>& rules)
{
    Asked out;
    for (const std::string& text : options.set) {
        if (const std::string wrong = findings::setThreshold(out.settings, rules, text); !wrong.empty())
            return tl::unexpected(exitWith(kUsage, "--set", wrong));
    }
    if (!options.mute.empty()) {
        const auto text = readTextFile("--mute", options.mute);
        if (!text)
            return tl::unexpected(text.error());
        for (std::size_t begin = 0; begin < text->size();) {
            const std::size_t end = std::min(text->find('\n', begin), text->size());
            if (auto mute = findings::readMute(std::string_view(*text).substr(begin, end - begin))) {
                if (std::ranges::find(rules, mute->rule, &Rule::id) == rules.end())
                    return tl::unexpected(
                        exitWith(kUsage, "--mute " + options.mute, findings::noSuchRule(rules, mute->rule)));
                out.mutes.insert(std::move(*mute));
            }
            begin = end + 1;
        }
    }
    if (!options.baseline.empty()) {
        auto baseline = readBaseline(options.baseline);
        if (!baseline)
            return tl::unexpected(baseline.error());
        out.baseline = std::move(*baseline);
        out.failOn = FindingSeverity::low;
    }
    if (!options.failOn.empty())
        out.failOn = severityCalled(options.failOn);
    return out;
}

tl::expected<FoundIn, Exit> findIn(const std::string& file, const Asked& asked)
{
    FoundIn out;
    out.document = open(file);
    if (!out.document)
        return tl::unexpected(kRejected);
    auto timeline = readTimeline(*out.document);
    if (!timeline || !*timeline || !(*timeline)->complete)
        return tl::unexpected(timeline ? kDamaged : exitWith(kDamaged, file, timeline.error()));
    out.timeline = std::move(*timeline);
    // A gate must not take for whole what nobody read.
    const auto rest = withProgress("reading the rest", ProgressOn::besideOutput,
                                   [&](Job& job) { return out.document->decodeRest(job); });
    if (!rest)
        return tl::unexpected(exitWith(kDamaged, file, rest.error()));
    auto found = withProgress("looking", ProgressOn::besideOutput, [&](Job& job) {
        return findings::find(*out.document, {*out.timeline, asked.settings}, asked.mutes, job);
    });
    if (!found)
        return tl::unexpected(exitWith(kDamaged, file, found.error()));
    out.all = std::move(*found);
    out.isWhole = out.all.isWhole && out.document->problems().total(Severity::error) == 0;
    return out;
}

std::optional<FindingText::Compared> baselineOf(const Asked& asked, const Finding& finding)
{
    if (!asked.baseline)
        return {};
    const compare::KnownFindings& known = asked.baseline->findings;
    return FindingText::Compared {known.changeOf(finding), known.before(finding)};
}

bool isBeyond(const Options& options, const Asked& asked, const Finding& finding)
{
    using compare::FindingChange;
    const auto baseline = baselineOf(asked, finding);
    const FindingChange change = baseline ? baseline->change : FindingChange::isNew;
    return asked.failOn && finding.severity >= *asked.failOn
        && (change == FindingChange::isNew || change == FindingChange::worse)
        && !(options.partial && findings::isAboutData(finding)); // what is lost is good enough
}

std::array<std::uint64_t, 3> countBySeverity(const std::vector<Finding>& all)
{
    std::array<std::uint64_t, 3> counts {};
    for (const Finding& each : all)
        ++counts[static_cast<std::size_t>(each.severity)];
    return counts;
}

// What makes the capture count as damaged, though nothing is wrong with its bytes: so no finding tells it.
std::vector<DiagnosticLog::Count> notRecorded(const FoundIn& found)
{
    std::vector<DiagnosticLog::Count> out = found.document->problems().counts();
    std::erase_if(out, [](const DiagnosticLog::Count& each) {
        return each.severity < Severity::warning || codeInfo(each.code).kind != CodeKind::notRecorded;
    });
    return out;
}

std::string summaryJson(const std::string& file, const FoundIn& found)
{
    const auto counts = countBySeverity(found.all.found);
    const auto notChecked = [](const NotChecked& each) {
        return JsonLine().add("id", each.rule).add("why", each.why).finish();
    };
    const auto problem = [](const DiagnosticLog::Count& each) {
        const CodeInfo& info = codeInfo(each.code);
        return JsonLine().add("code", info.id).add("why", info.sentence).add("count", each.all).finish();
    };
    return JsonLine()
               .addRaw("summary",
                       JsonLine()
                           .add("file", file)
                           .addRaw("findings",
                                   JsonLine()
                                       .add("high", counts[2])
                                       .add("medium", counts[1])
                                       .add("low", counts[0])
                                       .finish())
                           .add("rules", std::uint64_t(found.all.rules.size()))
                           .addRaw("not_checked", jsonList(found.all.notChecked, notChecked))
                           .add("muted", std::uint64_t(found.all.muted.size()))
                           .add("complete", found.isWhole)
                           .addRaw("not_recorded", jsonList(notRecorded(found), problem))
                           .finish())
               .finish()
        + '\n';
}

std::string footText(const FoundIn& found)
{
    std::set<std::string_view> said;
    for (const auto* list : {&found.all.found, &found.all.muted})
        for (const Finding& each : *list)
            said.insert(each.rule);
    for (const NotChecked& each : found.all.notChecked)
        said.insert(each.rule);
    std::string out = counted(found.all.rules.size() - said.size(), "rule", "rules") + " found nothing, "
        + std::to_string(found.all.notChecked.size()) + " not checked, "
        + std::to_string(found.all.muted.size()) + " muted\n";
    for (const NotChecked& each : found.all.notChecked)
        out += "  not checked: " + std::string(each.rule) + ": " + each.why + '\n';
    for (const DiagnosticLog::Count& each : notRecorded(found)) {
        const CodeInfo& info = codeInfo(each.code);
        out += "  not recorded: " + std::string(info.id) + ": " + std::string(info.sentence)
            + (each.all == 1 ? std::string() : ", " + grouped(each.all) + " times") + '\n';
    }
    return out;
}

void print(const Options& options, const Asked& asked, const std::string& file, const FoundIn& found,
           const std::vector<Rule>& rules, Output& out)
{
    const bool isOne = options.files.size() == 1;
    const FindingText text(*found.document, *found.timeline, asked.settings, isOne ? std::string() : file);
    if (!options.json && !isOne)
        out.write(escaped(file) + '\n');
    for (const Finding& each : found.all.found) {
        const auto rule = std::ranges::find(rules, each.rule, &Rule::id);
        out.write(options.json ? text.json(each, *rule, baselineOf(asked, each))
                               : text.lines(each, baselineOf(asked, each)) + '\n');
    }
    out.write(options.json ? summaryJson(file, found) : footText(found) + (isOne ? "" : "\n"));
}

// Of a capture of another format everything would be new. Damage and the like are of every format.
bool isOfOtherRules(const Baseline& baseline, const Findings& all)
{
    bool isAny = false;
    for (const std::string& rule : baseline.rules) {
        if (std::ranges::find(findings::sharedRules(), rule, &Rule::id) != findings::sharedRules().end())
            continue;
        if (std::ranges::find(all.rules, rule) != all.rules.end())
            return false;
        isAny = true;
    }
    return isAny;
}

// What the caller did not want to see, in a sentence each.
bool sayExceeded(const Options& options, const Asked& asked, const std::string& file, const FoundIn& found)
{
    if (!asked.failOn)
        return false;
    bool isExceeded = false;
    for (const Finding& each : found.all.found) {
        if (!isBeyond(options, asked, each))
            continue;
        const auto baseline = baselineOf(asked, each);
        printError(file,
                   std::string(severityName(each.severity))
                       + (baseline ? ", " + std::string(compare::wordOf(baseline->change)) : "") + ": "
                       + std::string(each.rule) + ' ' + each.subject.name);
        isExceeded = true;
    }
    if (!found.isWhole && !options.partial) {
        printError(
            file,
            "a part of the capture is lost, so not everything was checked; --partial takes what is left");
        isExceeded = true;
    }
    return isExceeded;
}

int explain(const Options& options, const Asked& asked, const std::vector<Rule>& rules)
{
    Output out;
    if (options.explain.empty()) {
        for (const Rule& rule : rules)
            out.write(options.json ? ruleJson(rule, asked.settings) : ruleLine(rule));
        return out.finish(kOk);
    }
    const auto rule = std::ranges::find(rules, options.explain, &Rule::id);
    if (rule == rules.end())
        return exitWith(kUsage, "--explain", findings::noSuchRule(rules, options.explain));
    out.write(options.json ? ruleJson(*rule, asked.settings) : ruleText(*rule, asked.settings));
    return out.finish(kOk);
}

}

int findings(const Options& options)
{
    const std::vector<Rule> rules = allRules();
    const auto asked = readAsked(options, rules);
    if (!asked)
        return asked.error();
    if (options.rules || !options.explain.empty()) {
        if (!options.files.empty())
            return exitWith(kUsage, options.files.front(),
                            std::string(options.rules ? "--rules" : "--explain")
                                + " tells of rules whatever the capture; leave FILE out");
        return explain(options, *asked, rules);
    }
    if (options.files.empty())
        return exitWith(kUsage, "findings", "FILE is required");
    Output out;
    Exit worst = kOk;
    bool isExceeded = false;
    for (const std::string& file : options.files) {
        const auto found = findIn(file, *asked);
        if (!found) {
            worst = std::max(worst, found.error());
            continue;
        }
        if (asked->baseline && isOfOtherRules(*asked->baseline, found->all))
            printError(file,
                       "--baseline " + options.baseline
                           + " is of another format: it names no rule that this capture was asked for");
        print(options, *asked, file, *found, rules, out);
        isExceeded |= sayExceeded(options, *asked, file, *found);
        const Exit exit = exitAfter(*found->document, Result<void> {}, file);
        worst = options.partial ? worst : std::max(worst, exit);
        if (!out.good())
            break;
    }
    return out.finish(isExceeded && worst <= kDamaged ? kExceeded : worst);
}

}
