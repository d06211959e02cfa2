// tglass tree: the structure of a capture.
#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/text/node_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <limits>

namespace traceglass::cli {

namespace {

constexpr std::uint64_t kPage = 256;
constexpr std::size_t kPlaceColumn = 60;
constexpr std::uint64_t kLines = 10'000;
constexpr std::uint64_t kShare = 10; // a node lists at most one of so many lines: what follows shows, too

class TreePrinter
{
public:
    TreePrinter(const Document& document, const Structure& tree, const Options& options, Output& out)
        : m_document(document)
        , m_tree(tree)
        , m_options(options)
        , m_out(out)
    {
        if (const std::uint64_t limit = options.limit.value_or(options.json ? 0 : kLines)) {
            m_left = limit;
            m_ofOne = std::max<std::uint64_t>(1, limit / kShare);
        }
    }

    void print(const Node& node, std::uint64_t level)
    {
        const std::uint64_t children = writeLine(node, level);
        if (level == m_options.depth)
            return;
        const std::uint64_t most = std::min(children, m_ofOne);
        std::uint64_t done = 0;
        while (done < most && m_left > 0 && m_out.good()) {
            const auto page = m_tree.children(node.id, done, std::min(kPage, most - done));
            if (!page)
                m_exit = exitWith(kDamaged, m_options.file, page.error());
            if (!page || page->empty())
                break;
            for (auto child = page->begin(); child != page->end() && m_left > 0; ++child, ++done)
                printChild(node, *child, level + 1);
        }
        if (done < children)
            writeRest(children - done, level + 1);
    }

    // Was something left out?
    bool isCut() const { return m_isCut; }
    Exit exit() const { return m_exit; } // kDamaged when something could not be read

private:
    // A folder may list what is at home elsewhere, such as RDF chunks by id: listed again, but not descended
    // into again.
    void printChild(const Node& parent, const Node& child, std::uint64_t level)
    {
        if (parent.kind == NodeKind::folder && m_tree.parentOf(child.id) != parent.id) {
            writeLine(child, level);
            return;
        }
        print(child, level);
    }

    // Returns how many children the node has.
    std::uint64_t writeLine(const Node& node, std::uint64_t level)
    {
        const std::uint64_t children = node.expandable ? m_tree.childCount(node.id).value_or(0) : 0;
        m_out.write(m_options.json ? jsonOf(node, children) : textOf(node, level));
        --m_left;
        return children;
    }

    // In JSON "children" of the parent tells it.
    void writeRest(std::uint64_t count, std::uint64_t level)
    {
        m_isCut = true;
        if (!m_options.json)
            m_out.write(std::string(level * 2, ' ') + "… " + grouped(count) + " more\n");
    }

    std::string jsonOf(const Node& node, std::uint64_t children) const
    {
        JsonLine line;
        return addNode(line, m_document, node).add("children", children).finish() + '\n';
    }

    std::string textOf(const Node& node, std::uint64_t level) const
    {
        std::string text(level * 2, ' ');
        text += escaped(node.label);
        if (!node.value.empty())
            text += "  " + escaped(node.value);
        if (node.problem && *node.problem != Severity::info)
            text += "  [" + std::string(severityName(*node.problem)) + ']';
        if (const std::string place = bytesText(m_document, node); !place.empty())
            text = padded(std::move(text), kPlaceColumn - 2) + "  " + place;
        return text + '\n';
    }

    const Document& m_document;
    const Structure& m_tree;
    const Options& m_options;
    Output& m_out;
    std::uint64_t m_left = std::numeric_limits<std::uint64_t>::max(); // lines still to print
    std::uint64_t m_ofOne = m_left;                                   // children of one node
    bool m_isCut = false;
    Exit m_exit = kOk;
};

}

int tree(const Document& document, const Options& options)
{
    const auto node = findNode(document, options.file, options.path);
    if (!node)
        return node.error();
    Output out;
    TreePrinter printer(document, *document.structure(), options, out);
    printer.print(*node, 0);
    if (printer.exit() == kOk && printer.isCut() && !options.json)
        out.write("not all is listed; --limit 0 lists everything, --path NODE a part of it\n");
    return out.finish(printer.exit());
}

}
