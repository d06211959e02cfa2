// tglass compact and demo: a capture without the bytes that older notes left, and captures to try.
#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/signals.h"
#include "core/base/text.h"
#include "core/formats/demo.h"
#include "core/notes/save.h"

#include <algorithm>
#include <filesystem>

namespace traceglass::cli {

namespace fs = std::filesystem;

namespace {

// What speaks against compacting; empty: nothing.
std::string refusal(const Document& document, const Options& options)
{
    std::error_code error;
    if (!options.out.empty())
        return fs::exists(fs::symlink_status(options.out, error)) ? options.out + " is there already"
                                                                  : std::string();
    if (document.piped())
        return "it came through a pipe or standard input; write the compact capture elsewhere with -o OUT";
    // A side file is recognised by bytes of the capture that compacting may move.
    Job job;
    const auto stored = loadNotes(document, job);
    if (!stored)
        return message(stored.error());
    return stored->hasSideFile ? "it has notes in " + sideFilePath(document.path()).string()
            + ", which would no longer belong to it; write the compact capture elsewhere with -o OUT"
                               : std::string();
}

}

int compact(const Document& document, const Options& options)
{
    Output out;
    const Summary before = document.summary();
    const NotesFacet* const notes = document.notes();
    if (!notes && !options.out.empty())
        return exitWith(kUnwritable, options.file,
                        "captures of this format keep no notes, so there is nothing to give back");
    if (!notes || (notes->deadBytes() == 0 && options.out.empty())) {
        out.write("nothing in " + escaped(options.file) + " can be left out\n");
        return out.finish(kOk);
    }
    if (const std::string why = refusal(document, options); !why.empty())
        return exitWith(kUnwritable, options.file, why);
    const fs::path target = options.out.empty() ? document.path() : fs::path(options.out);
    const auto done =
        withProgress("compacting", [&](Job& job) { return notes->compact(target, systemSaveIo(), job); });
    if (!done)
        return exitWith(kUnwritable, target.string(), done.error());
    std::error_code error;
    const std::uint64_t size = fs::file_size(target, error);
    out.write(escaped(target.string()) + ": " + sizeText(size) + ", "
              + sizeText(before.size - std::min(size, before.size)) + " less\n");
    return out.finish(kOk);
}

int demo(const Options& options)
{
    const auto paths = [&] {
        const SignalsHeldBack whole; // it takes a second, and would leave the folder that it writes in
        return placeDemos(demos(), options.folder, Taken::isAnError);
    }();
    if (!paths)
        return exitWith(kUnwritable, options.folder, paths.error());
    Output out;
    for (const fs::path& path : *paths)
        out.write(escaped(path.string()) + '\n');
    return out.finish(kOk);
}

}
