#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/formats/formats.h"

#include <algorithm>
#include <filesystem>

namespace traceglass::cli {

namespace {

// What is known about one file after all checks.
struct Verdict
{
    std::string format; // id; empty when not even that is known
    int exit = kOk;
    std::vector<Diagnostic> diagnostics;
    std::vector<std::string> sources; // name of each diagnostic's source; empty without a range

    std::string_view status() const { return exit == kOk ? "ok" : exit == kDamaged ? "damaged" : "rejected"; }
};

Verdict rejected(const Error& error, const std::string& file)
{
    Verdict verdict;
    const std::string_view id = codeInfo(error.code).id;
    const std::string_view format = id.substr(0, id.find('.'));
    if (format != "file")
        verdict.format = format;
    verdict.exit = kRejected;
    verdict.diagnostics.push_back({error.code, Severity::error, error.detail, error.range, {}});
    verdict.sources.push_back(error.range ? std::filesystem::path(file).filename().string() : std::string());
    return verdict;
}

Verdict check(const std::string& file)
{
    auto document = openCapture(file);
    if (!document) {
        printError(file, errorText(document.error(), file));
        return rejected(document.error(), file);
    }
    Result<void> result;
    {
        Job job;
        const Progress progress(job, "validating " + escaped(file));
        result = (*document)->validate(job);
    }
    Verdict verdict;
    verdict.format = (*document)->format().id;
    verdict.exit = exitOf(**document);
    verdict.diagnostics = (*document)->diagnostics();
    if (!result) { // for example: the file changed meanwhile
        printError(file, errorText(result.error(), file));
        verdict.exit = kDamaged;
        verdict.diagnostics.push_back(
            {result.error().code, Severity::error, result.error().detail, result.error().range, {}});
    }
    for (const Diagnostic& diagnostic : verdict.diagnostics)
        verdict.sources.push_back(diagnostic.range ? (*document)->sourceName(diagnostic.range->source)
                                                   : std::string());
    return verdict;
}

void printJson(const std::string& file, const Verdict& verdict, Output& out)
{
    JsonLine line;
    line.add("file", file);
    if (verdict.format.empty())
        line.addNull("format");
    else
        line.add("format", verdict.format);
    line.add("status", verdict.status());
    std::string list = "[";
    for (std::size_t i = 0; i < verdict.diagnostics.size(); ++i) {
        const Diagnostic& diagnostic = verdict.diagnostics[i];
        const CodeInfo& code = codeInfo(diagnostic.code);
        JsonLine item;
        item.add("code", code.id)
            .add("severity", severityName(diagnostic.severity))
            .add("message", diagnostic.message())
            .add("advice", code.advice);
        if (diagnostic.range)
            item.add("source", verdict.sources[i])
                .add("offset", diagnostic.range->offset)
                .add("length", diagnostic.range->length);
        else
            item.addNull("source").addNull("offset").addNull("length");
        list += (i > 0 ? ", " : "") + item.add("entry", diagnostic.entry).finish();
    }
    out.write(line.addRaw("diagnostics", list + ']').finish() + '\n');
}

std::string countsText(const std::vector<Diagnostic>& diagnostics)
{
    const auto count = [&](Severity severity) {
        return static_cast<std::uint64_t>(std::ranges::count(diagnostics, severity, &Diagnostic::severity));
    };
    std::string text;
    const auto add = [&](std::uint64_t n, const char* one, const char* many) {
        if (n > 0)
            text += ", " + counted(n, one, many);
    };
    add(count(Severity::error), "error", "errors");
    add(count(Severity::warning), "warning", "warnings");
    add(count(Severity::info), "hint", "hints");
    return text;
}

void printText(const std::string& file, const Verdict& verdict, Output& out)
{
    if (verdict.exit == kRejected) {
        out.write(escaped(file) + ": rejected\n");
        return; // the reason went to standard error
    }
    out.write(escaped(file) + ": " + std::string(verdict.status()) + countsText(verdict.diagnostics) + '\n');
    for (std::size_t i = 0; i < verdict.diagnostics.size(); ++i) {
        const Diagnostic& diagnostic = verdict.diagnostics[i];
        const CodeInfo& code = codeInfo(diagnostic.code);
        std::string place;
        if (diagnostic.range)
            place = escaped(verdict.sources[i]) + " at byte " + std::to_string(diagnostic.range->offset)
                + ", " + counted(diagnostic.range->length, "byte", "bytes");
        if (diagnostic.entry)
            place += (place.empty() ? "entry " : ", entry ") + std::to_string(*diagnostic.entry);
        const std::string_view severity =
            diagnostic.severity == Severity::info ? "hint" : severityName(diagnostic.severity);
        out.write("  " + padded(std::string(severity), 9) + escaped(diagnostic.message()) + '\n');
        out.write(std::string(11, ' ') + std::string(code.id) + (place.empty() ? "" : "  " + place) + '\n');
        out.write(std::string(11, ' ') + std::string(code.advice) + '\n');
    }
}

}

int validate(const ValidateOptions& options)
{
    Output out;
    int exit = kOk;
    for (const std::string& file : options.files) {
        const Verdict verdict = check(file);
        if (options.json)
            printJson(file, verdict, out);
        else
            printText(file, verdict, out);
        exit = std::max(exit, verdict.exit);
        if (!out.good())
            break;
    }
    return out.finish(exit);
}

}
