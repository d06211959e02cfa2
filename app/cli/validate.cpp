#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/model/format.h"

#include <algorithm>
#include <filesystem>

namespace traceglass::cli {

namespace {

// What is known about one file after all checks.
struct Verdict
{
    std::string file;
    std::string format {}; // id; empty when not even that is known
    int exit = kOk;
    std::unique_ptr<Document> document {}; // none of a rejected file
    std::vector<Diagnostic> diagnostics {};
    std::vector<DiagnosticLog::Count> more {}; // of codes of which there are more than these

    std::string_view status() const { return exit == kOk ? "ok" : exit == kDamaged ? "damaged" : "rejected"; }
    std::string sourceName(const ByteRange& range) const
    {
        return document ? document->sourceName(range.source)
                        : std::filesystem::path(file).filename().string();
    }
};

Verdict rejected(const Error& error, const std::string& file)
{
    Verdict verdict {file};
    const std::string_view id = codeInfo(error.code).id;
    const std::string_view format = id.substr(0, id.find('.'));
    if (format != "file")
        verdict.format = format;
    verdict.exit = kRejected;
    verdict.diagnostics.push_back({error.code, Severity::error, error.detail, error.range, {}});
    return verdict;
}

Verdict check(const std::string& file)
{
    auto document = tryToOpen(file);
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
    Verdict verdict {file};
    verdict.document = std::move(*document);
    verdict.format = verdict.document->format().id;
    verdict.exit = exitOf(*verdict.document);
    verdict.diagnostics = verdict.document->problems().all();
    verdict.more = verdict.document->problems().counts();
    std::erase_if(verdict.more, [](const DiagnosticLog::Count& count) { return count.notKept() == 0; });
    if (!result) { // for example: the file changed meanwhile
        printError(file, errorText(result.error(), file));
        verdict.exit = kDamaged;
        verdict.diagnostics.push_back(
            {result.error().code, Severity::error, result.error().detail, result.error().range, {}});
    }
    return verdict;
}

JsonLine& addPlace(JsonLine& line, const Verdict& verdict, const std::optional<ByteRange>& range)
{
    if (!range)
        return line.addNull("source").addNull("offset").addNull("length");
    return line.add("source", verdict.sourceName(*range))
        .add("offset", range->offset)
        .add("length", range->length);
}

std::string diagnosticsJson(const Verdict& verdict)
{
    std::string list = "[";
    for (const Diagnostic& diagnostic : verdict.diagnostics) {
        const CodeInfo& code = codeInfo(diagnostic.code);
        JsonLine item;
        item.add("code", code.id)
            .add("severity", severityName(diagnostic.severity))
            .add("message", diagnostic.message())
            .add("advice", code.advice);
        list += (list.size() > 1 ? ", " : "")
            + addPlace(item, verdict, diagnostic.range).add("entry", diagnostic.entry).finish();
    }
    return list + ']';
}

std::string countsJson(const Verdict& verdict)
{
    const auto place = [&](const std::optional<ByteRange>& range) {
        JsonLine line;
        return range ? addPlace(line, verdict, range).finish() : "null";
    };
    std::string list = "[";
    for (const DiagnosticLog::Count& count : verdict.more) {
        JsonLine item;
        item.add("code", codeInfo(count.code).id)
            .add("all", count.all)
            .addRaw("exact", count.exact ? "true" : "false")
            .add("kept", count.kept)
            .addRaw("first", place(count.first))
            .addRaw("last", place(count.last));
        list += (list.size() > 1 ? ", " : "") + item.finish();
    }
    return list + ']';
}

void printJson(const Verdict& verdict, Output& out)
{
    JsonLine line;
    line.add("file", verdict.file);
    if (verdict.format.empty())
        line.addNull("format");
    else
        line.add("format", verdict.format);
    line.add("status", verdict.status()).addRaw("diagnostics", diagnosticsJson(verdict));
    if (!verdict.more.empty())
        line.addRaw("counts", countsJson(verdict));
    out.write(line.finish() + '\n');
}

std::string countsText(const Verdict& verdict)
{
    std::string text;
    const auto add = [&](Severity severity, const char* one, const char* many) {
        auto count = static_cast<std::uint64_t>(
            std::ranges::count(verdict.diagnostics, severity, &Diagnostic::severity));
        for (const DiagnosticLog::Count& more : verdict.more)
            count += more.severity == severity ? more.notKept() : 0;
        if (count > 0)
            text += ", " + counted(count, one, many);
    };
    add(Severity::error, "error", "errors");
    add(Severity::warning, "warning", "warnings");
    add(Severity::info, "hint", "hints");
    return text;
}

// "rtc.hole: 994,000 more, from byte 1200 of run.rtc to byte 98000 of run.rtc"
std::string moreText(const DiagnosticLog::Count& count, const Verdict& verdict)
{
    const auto byte = [&](const ByteRange& range) {
        return "byte " + std::to_string(range.offset) + " of " + escaped(verdict.sourceName(range));
    };
    std::string text(codeInfo(count.code).id);
    text += (count.exact ? ": " : ": about ") + grouped(count.notKept()) + " more";
    if (count.first && count.last)
        text += ", from " + byte(*count.first) + " to " + byte(*count.last);
    return text;
}

void printText(const Verdict& verdict, Output& out)
{
    if (verdict.exit == kRejected) {
        out.write(escaped(verdict.file) + ": rejected\n");
        return; // the reason went to standard error
    }
    out.write(escaped(verdict.file) + ": " + std::string(verdict.status()) + countsText(verdict) + '\n');
    for (const Diagnostic& diagnostic : verdict.diagnostics) {
        const CodeInfo& code = codeInfo(diagnostic.code);
        std::string place;
        if (diagnostic.range)
            place = escaped(verdict.sourceName(*diagnostic.range)) + " at byte "
                + std::to_string(diagnostic.range->offset) + ", "
                + counted(diagnostic.range->length, "byte", "bytes");
        if (diagnostic.entry)
            place += (place.empty() ? "entry " : ", entry ") + std::to_string(*diagnostic.entry);
        const std::string_view severity =
            diagnostic.severity == Severity::info ? "hint" : severityName(diagnostic.severity);
        out.write("  " + padded(std::string(severity), 9) + escaped(diagnostic.message()) + '\n');
        out.write(std::string(11, ' ') + std::string(code.id) + (place.empty() ? "" : "  " + place) + '\n');
        out.write(std::string(11, ' ') + std::string(code.advice) + '\n');
    }
    for (const DiagnosticLog::Count& count : verdict.more)
        out.write("  " + moreText(count, verdict) + '\n');
}

}

int validate(const ValidateOptions& options)
{
    Output out;
    int exit = kOk;
    for (const std::string& file : options.files) {
        const Verdict verdict = check(file);
        if (options.json)
            printJson(verdict, out);
        else
            printText(verdict, out);
        exit = std::max(exit, verdict.exit);
        if (!out.good())
            break;
    }
    return out.finish(exit);
}

}
