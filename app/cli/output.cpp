#include "app/cli/output.h"

#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/formats/formats.h"
#include "core/io/file.h"
#include "core/io/piped_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cwchar>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace traceglass::cli {

namespace {

constexpr std::size_t kBuffer = 64 * 1024;

// Its first character, or byte, where that is none.
std::string_view firstOf(std::string_view text)
{
    return text.substr(0, std::max<std::size_t>(utf8Length(text), 1));
}

// Returns 0 or the errno of what went wrong.
int writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

}

void Output::write(std::string_view text)
{
    if (!good())
        return;
    m_buffer += text;
    if (m_buffer.size() >= kBuffer)
        flush();
}

int Output::finish(int exit)
{
    flush();
    if (m_error == 0 || m_error == EPIPE)
        return exit;
    printError("standard output", systemMessage(m_error));
    return kUnwritable;
}

void Output::flush()
{
    if (good())
        m_error = writeAll(STDOUT_FILENO, m_buffer);
    m_buffer.clear();
}

int print(std::string_view text)
{
    Output out;
    out.write(text);
    return out.finish(kOk);
}

JsonLine& JsonLine::addRaw(std::string_view key, std::string_view json)
{
    m_text += m_text.size() > 1 ? ", \"" : "\"";
    m_text += key;
    m_text += "\": ";
    m_text += json;
    return *this;
}

JsonLine& addClock(JsonLine& line, const ClockAxis& clock)
{
    line.add("clock", clock.name.empty() ? std::nullopt : std::optional(clock.name));
    if (clock.kind == ClockAxis::Kind::order)
        line.add("step_ns", clock.stepNs);
    return line;
}

void printError(std::string_view subject, std::string_view what)
{
    std::string line = "tglass: ";
    if (!subject.empty())
        line += escaped(subject) + ": ";
    line += escaped(what) + '\n';
    writeAll(STDERR_FILENO, line); // nowhere left to report a failure
}

Exit exitWith(Exit exit, std::string_view subject, std::string_view what)
{
    printError(subject, what);
    return exit;
}

Exit exitWith(Exit exit, const std::string& path, const Error& error)
{
    return exitWith(exit, path, errorText(error, path));
}

std::string errorText(const Error& error, const std::string& path)
{
    Error shown = error;
    if (shown.detail == path)
        shown.detail.clear();
    else if (const std::string subject = path + ": "; shown.detail.starts_with(subject))
        shown.detail.erase(0, subject.size());
    std::string text = message(shown);
    if (error.range)
        text += " (at byte " + std::to_string(error.range->offset) + ')';
    return text;
}

Result<std::unique_ptr<Document>> tryToOpen(const std::string& path)
{
    const bool isPipe = PipedFile::isPipe(path);
    return withProgress(isPipe ? "reading the pipe " + escaped(path) + " to its end"
                               : "opening " + escaped(path),
                        isPipe ? ProgressOn::anywhere : ProgressOn::terminal,
                        [&](Job& job) { return openCapture(path, job); });
}

std::unique_ptr<Document> open(const std::string& path)
{
    auto document = tryToOpen(path);
    if (document)
        return std::move(*document);
    printError(path, errorText(document.error(), path));
    return nullptr;
}

Exit exitOf(const Document& document)
{
    return document.problems().worst() >= Severity::warning ? kDamaged : kOk;
}

void printDamage(const Document& document, const std::string& file)
{
    const DiagnosticLog& problems = document.problems();
    const std::vector<Diagnostic> all = problems.all();
    const auto problem = std::ranges::max_element(all, {}, &Diagnostic::severity);
    const std::uint64_t others = problems.total(Severity::error) + problems.total(Severity::warning) - 1;
    std::string text = problem->message();
    if (problem->range) {
        const std::string source = document.sourceName(problem->range->source);
        text += " (at byte " + std::to_string(problem->range->offset);
        text += source == std::filesystem::path(file).filename() ? ")" : " of " + source + ')';
    }
    if (others > 0)
        text += ", and " + counted(others, "other problem", "other problems") + ": see `tglass validate`";
    printError(file, text);
}

std::string_view wordOf(Severity severity)
{
    return severity == Severity::info ? "hint" : severityName(severity);
}

std::size_t lineWidth()
{
    if (isatty(STDOUT_FILENO) == 0)
        return 0;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it
    if (const char* const columns = std::getenv("COLUMNS"))
        return plainNumber(columns).value_or(0);
    winsize size {};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::size_t columnsOf(std::string_view text)
{
    std::size_t out = 0;
    while (!text.empty()) {
        const std::string_view character = firstOf(text);
        const int columns = ::wcwidth(static_cast<wchar_t>(codePointOf(character)));
        out += columns < 0 ? 1u : static_cast<std::size_t>(columns); // below 0: it is not known
        text.remove_prefix(character.size());
    }
    return out;
}

std::string elided(std::string text, std::size_t width)
{
    const std::size_t all = columnsOf(text);
    if (all <= width || width == 0)
        return text;
    const std::size_t head = width / 2, tail = width - head - 1;
    std::string out;
    bool isCut = false;
    std::size_t before = 0; // columns
    for (std::string_view left = text; !left.empty();) {
        const std::string_view character = firstOf(left);
        const std::size_t behind = before + columnsOf(character);
        if (behind <= head || before >= all - tail)
            out += character;
        else if (!std::exchange(isCut, true))
            out += "…";
        before = behind;
        left.remove_prefix(character.size());
    }
    return out;
}

std::string padded(std::string text, std::size_t width)
{
    const std::size_t used = columnsOf(text);
    if (used < width)
        text.append(width - used, ' ');
    return text;
}

}
