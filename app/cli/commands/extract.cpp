// tglass extract: the bytes of a node of a capture.
#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/new_file.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/io/copy.h"

#include <unistd.h>

namespace traceglass::cli {

namespace {

int extractTo(const Options& options, const ByteSource& source, const ByteRange& range,
              std::uint64_t& copied, Job& job)
{
    if (options.out.empty() || options.out == "-") {
        Output out;
        copied = copyRange(source, range, job, [&](std::span<const std::byte> bytes) {
            out.write(asText(bytes));
            return out.good();
        });
        if (!out.good())
            copied = range.length; // the reader has had enough; nothing is missing
        return out.finish(kOk);
    }
    NewFile made(options.out, options.force);
    auto file = made.create();
    Result<void> written = file ? Result<void> {} : tl::unexpected(file.error());
    if (file) {
        copied = copyRange(source, range, job, [&](std::span<const std::byte> bytes) {
            written = file->write(bytes);
            return written.has_value();
        });
        if (written)
            written = made.finish(*file);
    }
    return written ? kOk : exitWith(kUnwritable, options.out, written.error());
}

}

int extract(const Options& options)
{
    if (options.out.empty() && isatty(STDOUT_FILENO))
        return exitWith(kUsage, {},
                        "the bytes would go to the terminal: use -o OUT, a pipe, or -o - if you mean it");
    const auto document = open(options.file);
    if (!document)
        return kRejected;
    const auto node = findNode(*document, options.file, options.node);
    if (!node)
        return node.error();
    const bool ownsBytes =
        node->kind != NodeKind::folder && (node->kind != NodeKind::capture || node->range.length > 0);
    if (!ownsBytes)
        return exitWith(kUsage, options.file,
                        "the node " + options.node + " has no bytes of its own, only its children have");
    if (const Exit exit = checkApart(options.out, *document); exit != kOk)
        return exit;

    const auto range =
        options.raw ? Result<ByteRange>(node->range) : document->structure()->decoded(node->id);
    const auto source = range ? document->source(range->source) : tl::unexpected(range.error());
    if (!source)
        return exitWith(kDamaged, options.file, source.error());
    std::uint64_t copied = 0;
    const int exit = withProgress("extracting", ProgressOn::besideOutput, [&](Job& job) {
        return extractTo(options, **source, *range, copied, job);
    });
    if (exit == kOk && copied < range->length)
        return exitWith(kDamaged, options.file,
                        "the data is damaged or cut: " + grouped(copied) + " of "
                            + counted(range->length, "byte", "bytes") + " could be read");
    return exit;
}

}
