#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/model/format.h"
#include "core/notes/save.h"

#include <algorithm>

namespace traceglass::cli {

namespace {

constexpr std::size_t kProblemsShown = 5;
constexpr std::uint64_t kReadForNotes = 64u << 20; // bytes of a capture whose notes opening did not count

std::string jsonOf(const Facts& facts)
{
    JsonLine object;
    for (const auto& [label, value] : facts)
        object.add(label, value);
    return object.finish();
}

void printJson(const Document& document, const Summary& summary, Output& out)
{
    const auto& time = summary.time;
    out.write(JsonLine()
                  .add("format", document.format().id)
                  .add("version", summary.version)
                  .add("path", summary.path.string())
                  .add("size", summary.size)
                  .add("start_ns", time ? std::optional(time->startNs) : std::nullopt)
                  .add("end_ns", time ? std::optional(time->endNs) : std::nullopt)
                  .add("tracks", summary.tracks)
                  .add("records", summary.records)
                  .addRaw("clocks", jsonList(summary.clocks, jsonString))
                  .add("annotations", summary.annotations)
                  .addRaw("facts", jsonOf(summary.more))
                  .add("status", exitOf(document) == kOk ? "ok" : "damaged")
                  .finish()
              + '\n');
}

void printProblems(const Document& document, Output& out)
{
    const std::uint64_t count =
        document.problems().total(Severity::error) + document.problems().total(Severity::warning);
    const std::uint64_t hints = document.problems().total(Severity::info);
    auto problems = document.problems().all();
    std::erase_if(problems, [&](const Diagnostic& d) { return count > 0 && d.severity == Severity::info; });
    std::ranges::stable_sort(problems, std::ranges::greater {}, &Diagnostic::severity);
    const std::string found = count > 0
        ? counted(count, "problem", "problems") + " found while opening"
        : "none found while opening" + (hints > 0 ? ", " + counted(hints, "hint", "hints") : std::string())
            + "; `tglass validate` checks everything";
    out.write(padded("  Problems", 16) + found + '\n');
    problems.resize(std::min(problems.size(), kProblemsShown));
    for (const Diagnostic& problem : problems) {
        out.write("    " + padded(std::string(wordOf(problem.severity)), 9) + escaped(problem.message()));
        if (problem.range)
            out.write(" (" + escaped(document.sourceName(problem.range->source)) + " at byte "
                      + grouped(problem.range->offset) + ')');
        out.write("\n");
    }
    if (const std::uint64_t all = count > 0 ? count : hints; all > kProblemsShown)
        out.write("    and " + grouped(all - kProblemsShown) + " more\n");
}

void printText(const std::string& file, const Document& document, const Summary& summary, Output& out)
{
    const auto line = [&](std::string label, const std::string& value) {
        out.write(padded("  " + std::move(label), 16) + value + '\n');
    };
    out.write(escaped(file) + '\n');
    const bool bare = !summary.version.empty() && summary.version[0] >= '0' && summary.version[0] <= '9';
    std::string format {document.format().name};
    if (!summary.version.empty())
        format += (bare ? ", version " : ", ") + escaped(summary.version);
    line("Format", format);
    const std::string exactSize = counted(summary.size, "byte", "bytes");
    line("Size",
         sizeText(summary.size) == exactSize ? exactSize : sizeText(summary.size) + " (" + exactSize + ')');
    if (summary.time && !summary.absolute) {
        line("Duration", durationText(summary.time->lengthNs()) + ", on a clock of unknown origin");
    } else if (summary.time) {
        line("Begins", absoluteText(summary.time->startNs) + " UTC");
        line("Ends", absoluteText(summary.time->endNs) + " UTC");
        line("Duration", durationText(summary.time->lengthNs()));
    } else {
        line("Time",
             document.timeline() ? "known when everything has been read" : "the capture has no time axis");
    }
    if (summary.tracks)
        line("Tracks", grouped(*summary.tracks));
    if (const std::string clocks = listText(summary.clocks, ", ", escaped); !clocks.empty())
        line("Clocks", clocks);
    line("Annotations",
         !summary.annotations            ? "`tglass annotations` counts them"
             : *summary.annotations == 0 ? "none"
                                         : grouped(*summary.annotations));
    for (const auto& [label, value] : summary.more) {
        std::string title = escaped(label);
        if (!title.empty() && title[0] >= 'a' && title[0] <= 'z')
            title[0] = static_cast<char>(title[0] - 'a' + 'A');
        line(title, escaped(value));
    }
    printProblems(document, out);
}

}

int info(const Document& document, const Options& options)
{
    Output out;
    const auto learnt =
        withProgress("reading " + escaped(options.file), [&](Job& job) { return document.learnFacts(job); });
    Summary summary = document.summary();
    const bool isCounted = summary.annotations.has_value();
    Job job;
    const auto side = readSideFile(document, job);
    if (!side)
        printError(options.file, "notes beside it are left out: " + message(side.error()));
    if (const bool hasSide = side && *side; isCounted ? hasSide : summary.size <= kReadForNotes) {
        if (const auto notes = loadNotes(document, job))
            summary.annotations = notes->notes.size();
    }
    if (learnt)
        summary.more.insert(summary.more.end(), learnt->begin(), learnt->end());
    if (options.json)
        printJson(document, summary, out);
    else
        printText(options.file, document, summary, out);
    return out.finish(kOk);
}

}
