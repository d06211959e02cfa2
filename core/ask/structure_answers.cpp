// Questions about the structure tree: pages of it, single nodes, and looking for some.
#include "core/ask/answers.h"
#include "core/base/text.h"
#include "core/model/document.h"

#include <algorithm>

namespace traceglass::ask {

namespace {

constexpr std::uint64_t kChildrenAtOnce = 256;
constexpr std::uint32_t kSourcesAsked = 64; // for an offset; a recording may have 10^5 files

std::string joined(const std::string& above, const std::string& label)
{
    return above.empty() ? label : above + " › " + label;
}

// The labels of a node's ancestors.
std::string labelsAbove(const Structure& tree, const NodeId& id)
{
    std::string labels;
    const auto way = tree.wayTo(id);
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
        if (const auto node = tree.node(way[i].id))
            labels = joined(labels, node->label);
    }
    return labels;
}

bool matches(const Node& node, const std::string& text)
{
    const std::string_view kind = kindName(node.kind);
    return containsText(node.label, text) || containsText(node.value, text)
        || (kind.size() == text.size() && containsText(kind, text));
}

// The children of a node while they are looked through, a page at a time.
struct SearchedLevel
{
    NodeId id;
    std::string above;
    std::uint64_t next = 0;
    std::vector<Node> page {};
    std::size_t at = 0;

    bool readMore(const Structure& tree)
    {
        auto more = tree.children(id, next, kChildrenAtOnce);
        if (!more || more->empty())
            return false;
        next += more->size();
        page = std::move(*more);
        at = 0;
        return true;
    }
};

}

Page::Answer answer(const Page& question, const Reading& of, Job&)
{
    Page::Answer out;
    const Structure* const tree = of.document.structure();
    const auto count = tree ? tree->childCount(question.parent)
                            : fail(Code::NodeUnknown, "the capture has no structure");
    if (!count) {
        out.error = count.error();
        return out;
    }
    out.count = *count;
    if (question.atMost == 0)
        return out;
    auto nodes = tree->children(question.parent, question.first, question.atMost);
    if (!nodes) {
        out.error = nodes.error();
        return out;
    }
    out.nodes = std::move(*nodes);
    for (std::size_t i = 0; question.withPaths && i < out.nodes.size(); ++i)
        out.paths.push_back(tree->pathOf(out.nodes[i].id));
    return out;
}

Root::Answer answer(const Root&, const Reading& of, Job&)
{
    return of.document.structure() ? of.document.structure()->root() : Node {};
}

NodeFacts::Answer answer(const NodeFacts& question, const Reading& of, Job&)
{
    NodeFacts::Answer out;
    const Structure* const tree = of.document.structure();
    auto node = tree ? tree->node(question.node) : tl::unexpected(Error {});
    if (!node)
        return out;
    out.path = tree->pathOf(question.node);
    out.decoded = tree->decoded(question.node);
    if (node->link) {
        if (auto linked = tree->node(*node->link))
            out.linked = std::move(*linked);
    }
    out.node = std::move(*node);
    return out;
}

Find::Answer answer(const Find& question, const Reading& of, Job&)
{
    return of.document.structure() ? of.document.structure()->find(question.path) : std::nullopt;
}

SearchStructure::Answer answer(const SearchStructure& question, const Reading& of, Job& job)
{
    SearchStructure::Answer out {};
    const Structure* const tree = of.document.structure();
    if (!tree)
        return out;
    if (const auto offset = plainNumber(question.text)) { // the owners of that byte
        const std::uint32_t sources = of.document.sourceCount(); // reading may add some
        out.isCut = sources > kSourcesAsked;
        for (std::uint32_t i = 0; i < std::min(sources, kSourcesAsked); ++i) {
            const auto owner = tree->nodeAt(SourceId(i), *offset);
            const auto node = owner ? tree->node(*owner) : tl::unexpected(Error {});
            if (node && node->range.contains(SourceId(i), *offset))
                out.hits.push_back({*node, labelsAbove(*tree, *owner)});
        }
    }
    std::vector<SearchedLevel> levels {{tree->rootId(), {}}};
    while (!levels.empty() && !job.stopRequested()) {
        SearchedLevel& level = levels.back();
        if (level.at == level.page.size() && !level.readMore(*tree)) {
            levels.pop_back();
            continue;
        }
        if (out.hits.size() >= SearchStructure::kMostHits || out.visited >= SearchStructure::kMostVisited) {
            out.isCut = true;
            break;
        }
        const Node& node = level.page[level.at++];
        ++out.visited;
        job.advance();
        if (matches(node, question.text))
            out.hits.push_back({node, level.above});
        if (node.expandable) {
            const NodeId id = node.id; // what follows moves the page away
            levels.push_back({id, joined(level.above, node.label)});
        }
    }
    return out;
}

}
