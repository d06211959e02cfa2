#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/model/format.h"

#include <algorithm>
#include <filesystem>

namespace traceglass::cli {

namespace {

// What is known about one file after all checks.
struct Validation
{
    std::string file;
    std::optional<std::string> format {}; // id; nothing when not even that is known
    Exit exit = kOk;
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

Diagnostic asDiagnostic(const Error& error)
{
    return {error.code, Severity::error, error.detail, error.range, {}};
}

Validation check(const std::string& file)
{
    Validation validation {file};
    auto document = tryToOpen(file);
    if (!document) {
        const std::string_view id = codeInfo(document.error().code).id;
        if (!id.starts_with("file."))
            validation.format = id.substr(0, id.find('.'));
        validation.exit = exitWith(kRejected, file, document.error());
        validation.diagnostics.push_back(asDiagnostic(document.error()));
        return validation;
    }
    const auto result =
        withProgress("validating " + escaped(file), [&](Job& job) { return (*document)->validate(job); });
    validation.document = std::move(*document);
    validation.format = validation.document->format().id;
    validation.exit = exitOf(*validation.document);
    validation.diagnostics = validation.document->problems().all();
    validation.more = validation.document->problems().counts();
    std::erase_if(validation.more, [](const DiagnosticLog::Count& count) { return count.notKept() == 0; });
    if (!result) { // for example: the file changed meanwhile
        validation.exit = exitWith(kDamaged, file, result.error());
        validation.diagnostics.push_back(asDiagnostic(result.error()));
    }
    return validation;
}

JsonLine& addPlace(JsonLine& line, const Validation& validation, const std::optional<ByteRange>& range)
{
    if (!range)
        return line.add("source", std::nullopt).add("offset", std::nullopt).add("length", std::nullopt);
    return line.add("source", validation.sourceName(*range))
        .add("offset", range->offset)
        .add("length", range->length);
}

void printJson(const Validation& validation, Output& out)
{
    const auto diagnosticJson = [&](const Diagnostic& diagnostic) {
        const CodeInfo& code = codeInfo(diagnostic.code);
        JsonLine item;
        item.add("code", code.id)
            .add("severity", severityName(diagnostic.severity))
            .add("message", diagnostic.message())
            .add("advice", code.advice);
        return addPlace(item, validation, diagnostic.range).add("entry", diagnostic.entry).finish();
    };
    const auto placeJson = [&](const std::optional<ByteRange>& range) {
        JsonLine line;
        return range ? addPlace(line, validation, range).finish() : "null";
    };
    const auto countJson = [&](const DiagnosticLog::Count& count) {
        return JsonLine()
            .add("code", codeInfo(count.code).id)
            .add("all", count.all)
            .add("exact", count.exact)
            .add("kept", count.kept)
            .addRaw("first", placeJson(count.first))
            .addRaw("last", placeJson(count.last))
            .finish();
    };
    JsonLine line;
    line.add("file", validation.file)
        .add("format", validation.format)
        .add("status", validation.status())
        .addRaw("diagnostics", jsonList(validation.diagnostics, diagnosticJson));
    if (!validation.more.empty())
        line.addRaw("counts", jsonList(validation.more, countJson));
    out.write(line.finish() + '\n');
}

std::string countsText(const Validation& validation)
{
    std::string text;
    const auto add = [&](Severity severity, const char* one, const char* many) {
        auto count = static_cast<std::uint64_t>(
            std::ranges::count(validation.diagnostics, severity, &Diagnostic::severity));
        for (const DiagnosticLog::Count& more : validation.more)
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
std::string moreText(const DiagnosticLog::Count& count, const Validation& validation)
{
    const auto byte = [&](const ByteRange& range) {
        return "byte " + std::to_string(range.offset) + " of " + escaped(validation.sourceName(range));
    };
    std::string text(codeInfo(count.code).id);
    text += (count.exact ? ": " : ": about ") + grouped(count.notKept()) + " more";
    if (count.first && count.last)
        text += ", from " + byte(*count.first) + " to " + byte(*count.last);
    return text;
}

void printText(const Validation& validation, Output& out)
{
    if (validation.exit == kRejected) {
        out.write(escaped(validation.file) + ": rejected\n");
        return; // the reason went to standard error
    }
    out.write(escaped(validation.file) + ": " + std::string(validation.status()) + countsText(validation)
              + '\n');
    for (const Diagnostic& diagnostic : validation.diagnostics) {
        const CodeInfo& code = codeInfo(diagnostic.code);
        std::string place;
        if (diagnostic.range)
            place = escaped(validation.sourceName(*diagnostic.range)) + " at byte "
                + std::to_string(diagnostic.range->offset) + ", "
                + counted(diagnostic.range->length, "byte", "bytes");
        if (diagnostic.entry)
            place += (place.empty() ? "entry " : ", entry ") + std::to_string(*diagnostic.entry);
        out.write("  " + padded(std::string(wordOf(diagnostic.severity)), 9) + escaped(diagnostic.message())
                  + '\n');
        out.write(std::string(11, ' ') + std::string(code.id) + (place.empty() ? "" : "  " + place) + '\n');
        out.write(std::string(11, ' ') + std::string(code.advice) + '\n');
    }
    for (const DiagnosticLog::Count& count : validation.more)
        out.write("  " + moreText(count, validation) + '\n');
}

}

int validate(const Options& options)
{
    Output out;
    Exit exit = kOk;
    for (const std::string& file : options.files) {
        const Validation validation = check(file);
        if (options.json)
            printJson(validation, out);
        else
            printText(validation, out);
        exit = std::max(exit, validation.exit);
        if (!out.good())
            break;
    }
    return out.finish(exit);
}

}
