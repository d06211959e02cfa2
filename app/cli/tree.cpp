// tglass tree and extract: the structure of a capture, and the bytes of one of its nodes.
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/io/file.h"

#include <algorithm>
#include <filesystem>
#include <unistd.h>
#include <vector>

namespace traceglass::cli {

namespace {

constexpr std::uint64_t kPage = 256;
constexpr std::size_t kPiece = 1u << 20;
constexpr std::size_t kPlaceColumn = 60;

std::optional<Node> findNode(const Document& document, const std::string& file, const std::string& path)
{
    const std::optional<NodeId> id = document.find(path);
    if (!id) {
        printError(file, message(Error {Code::NodeUnknown, path}));
        return {};
    }
    auto node = document.node(*id);
    if (!node) {
        printError(file, errorText(node.error(), file));
        return {};
    }
    return *node;
}

class TreePrinter
{
public:
    TreePrinter(const Document& document, const TreeOptions& options, Output& out)
        : m_document(document)
        , m_options(options)
        , m_out(out)
    {
    }

    void print(const Node& node, std::uint64_t level)
    {
        const std::uint64_t children = node.expandable ? m_document.childCount(node.id).value_or(0) : 0;
        m_out.write(m_options.json ? jsonOf(node, children) : textOf(node, level));
        if (level == m_options.depth)
            return;
        for (std::uint64_t first = 0; first < children && m_out.good(); first += kPage) {
            const auto page = m_document.children(node.id, first, std::min(kPage, children - first));
            if (!page) {
                printError(m_options.file, errorText(page.error(), m_options.file));
                return;
            }
            for (const Node& child : *page)
                printChild(node, child, level + 1);
        }
    }

private:
    // A folder may list what is at home elsewhere, such as RDF chunks by id: listed again, but not descended
    // into again.
    void printChild(const Node& parent, const Node& child, std::uint64_t level)
    {
        if (parent.kind == NodeKind::folder) {
            const auto way = m_document.wayTo(child.id);
            const NodeId home = way.size() > 1 ? way[way.size() - 2].id : m_document.root().id;
            if (home != parent.id) {
                m_out.write(lineOf(child, level));
                return;
            }
        }
        print(child, level);
    }

    std::string lineOf(const Node& node, std::uint64_t level) const
    {
        const std::uint64_t children = node.expandable ? m_document.childCount(node.id).value_or(0) : 0;
        return m_options.json ? jsonOf(node, children) : textOf(node, level);
    }

    std::string jsonOf(const Node& node, std::uint64_t children) const
    {
        JsonLine line;
        line.add("path", m_document.pathOf(node.id))
            .add("kind", kindName(node.kind))
            .add("label", node.label)
            .add("value", node.value);
        if (node.range.length > 0)
            line.add("source", m_document.sourceName(node.range.source)).add("offset", node.range.offset);
        else
            line.addNull("source").addNull("offset");
        return line.add("length", node.range.length).add("children", children).finish() + '\n';
    }

    std::string textOf(const Node& node, std::uint64_t level) const
    {
        std::string text(level * 2, ' ');
        text += escaped(node.label);
        if (!node.value.empty())
            text += "  " + escaped(node.value);
        if (node.problem && *node.problem != Severity::info)
            text += "  [" + std::string(severityName(*node.problem)) + ']';
        if (node.range.length > 0) {
            text = padded(std::move(text), kPlaceColumn - 2) + "  " + hexNumber(node.range.offset) + " + "
                + grouped(node.range.length);
            if (number(node.range.source) > 0)
                text += "  " + escaped(m_document.sourceName(node.range.source));
        }
        return text + '\n';
    }

    const Document& m_document;
    const TreeOptions& m_options;
    Output& m_out;
};

// Writing onto the capture while it is being read would destroy it.
bool belongsToCapture(const std::filesystem::path& out, const std::filesystem::path& capture)
{
    std::error_code error;
    if (std::filesystem::equivalent(out, capture, error))
        return true;
    if (!std::filesystem::is_directory(capture, error))
        return false;
    const auto inside = std::filesystem::weakly_canonical(out, error)
                            .lexically_relative(std::filesystem::weakly_canonical(capture, error));
    return !inside.empty() && *inside.begin() != "..";
}

// Hands the bytes on in pieces. Returns how many there were; fewer than the range says when data is damaged.
template <class Write>
std::uint64_t copyRange(const ByteSource& source, const ByteRange& range, Job& job, Write write)
{
    std::vector<std::byte> piece(std::min<std::uint64_t>(kPiece, range.length));
    std::uint64_t done = 0;
    job.start(range.length);
    while (done < range.length) {
        const std::size_t want = std::min<std::uint64_t>(piece.size(), range.length - done);
        const std::size_t got = source.read(range.offset + done, std::span(piece).first(want));
        if (got == 0 || !write(std::span<const std::byte>(piece).first(got)))
            break;
        done += got;
        job.advance(got);
    }
    return done;
}

int extractTo(const std::string& path, const ByteSource& source, const ByteRange& range,
              std::uint64_t& copied)
{
    Job job;
    const Progress progress(job, "extracting", Progress::Beside::output);
    if (path.empty() || path == "-") {
        Output out;
        copied = copyRange(source, range, job, [&](std::span<const std::byte> bytes) {
            out.write(asText(bytes));
            return out.good();
        });
        if (!out.good())
            copied = range.length; // the reader has had enough; nothing is missing
        return out.finish(kOk);
    }
    auto file = File::open(path, File::Mode::create);
    Result<void> written = file ? Result<void> {} : tl::unexpected(file.error());
    if (file) {
        copied = copyRange(source, range, job, [&](std::span<const std::byte> bytes) {
            written = file->write(bytes);
            return written.has_value();
        });
        if (written)
            written = file->close();
    }
    if (written)
        return kOk;
    printError(path, errorText(written.error(), path));
    return kUnwritable;
}

}

int tree(const TreeOptions& options)
{
    const auto document = open(options.file);
    if (!document)
        return kRejected;
    const auto node = findNode(*document, options.file, options.path);
    if (!node)
        return kUsage;
    Output out;
    TreePrinter(*document, options, out).print(*node, 0);
    return out.finish(kOk);
}

int extract(const ExtractOptions& options)
{
    const bool toTerminal = (options.out.empty() && isatty(STDOUT_FILENO));
    if (toTerminal) {
        printError({}, "the bytes would go to the terminal: use -o OUT, a pipe, or -o - if you mean it");
        return kUsage;
    }
    const auto document = open(options.file);
    if (!document)
        return kRejected;
    const auto node = findNode(*document, options.file, options.node);
    if (!node)
        return kUsage;
    const bool ownsBytes =
        node->kind != NodeKind::folder && (node->kind != NodeKind::capture || node->range.length > 0);
    if (!ownsBytes) {
        printError(options.file,
                   "the node " + options.node + " has no bytes of its own, only its children have");
        return kUsage;
    }
    if (!options.out.empty() && options.out != "-"
        && belongsToCapture(options.out, document->summary().path)) {
        printError(options.out, "this is part of the capture itself and will not be overwritten");
        return kUsage;
    }

    const auto range = options.raw ? Result<ByteRange>(node->range) : document->decoded(node->id);
    const auto source = range ? document->source(range->source) : tl::unexpected(range.error());
    if (!source) {
        printError(options.file, errorText(source.error(), options.file));
        return kDamaged;
    }
    std::uint64_t copied = 0;
    const int exit = extractTo(options.out, **source, *range, copied);
    if (exit == kOk && copied < range->length) {
        printError(options.file,
                   "the data is damaged or cut: " + grouped(copied) + " of "
                       + counted(range->length, "byte", "bytes") + " could be had");
        return kDamaged;
    }
    return exit;
}

}
