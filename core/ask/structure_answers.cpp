// Questions about the structure tree: pages of it, single nodes, and looking for some.
#include "core/ask/answers.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace traceglass::ask {

namespace {

constexpr std::uint64_t kChildrenAtOnce = 256;
constexpr std::uint32_t kSourcesAsked = 64; // for an offset; a recording may have 10^5 files

std::optional<std::uint64_t> offsetIn(std::string_view text)
{
    const bool isHex = text.starts_with("0x") || text.starts_with("0X");
    if (isHex)
        text.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, isHex ? 16 : 10);
    return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(value)
                                                                                     : std::nullopt;
}

std::string joined(const std::string& above, const std::string& label)
{
    return above.empty() ? label : above + " › " + label;
}

class Search
{
public:
    Search(const Structure& tree, const SearchStructure& question, Job& job)
        : m_tree(tree)
        , m_text(question.text)
        , m_job(job)
    {
    }

    void addOwners(const Document& document)
    {
        const auto offset = offsetIn(m_text);
        if (!offset)
            return;
        const std::uint32_t sources = std::min(document.sourceCount(), kSourcesAsked);
        m_out.isCut = document.sourceCount() > kSourcesAsked;
        for (std::uint32_t i = 0; i < sources; ++i) {
            const auto owner = m_tree.nodeAt(SourceId(i), *offset);
            const auto node = owner ? m_tree.node(*owner) : tl::unexpected(Error {});
            if (node && node->range.contains(SourceId(i), *offset))
                m_out.hits.push_back({*node, above(*owner)});
        }
    }

    SearchStructure::Answer walk()
    {
        std::vector<Level> levels {{m_tree.rootId(), {}}};
        while (!levels.empty() && !m_job.stopRequested()) {
            Level& level = levels.back();
            if (level.at == level.page.size() && !readMore(level)) {
                levels.pop_back();
                continue;
            }
            if (m_out.hits.size() >= SearchStructure::kMostHits
                || m_out.visited >= SearchStructure::kMostVisited) {
                m_out.isCut = true;
                break;
            }
            const Node& node = level.page[level.at++];
            ++m_out.visited;
            m_job.advance();
            if (matches(node))
                m_out.hits.push_back({node, level.above});
            if (node.expandable) {
                const NodeId id = node.id; // what follows moves the page away
                levels.push_back({id, joined(level.above, node.label)});
            }
        }
        return std::move(m_out);
    }

private:
    struct Level
    {
        NodeId id;
        std::string above;
        std::uint64_t next = 0;
        std::vector<Node> page {};
        std::size_t at = 0;
    };

    bool readMore(Level& level) const
    {
        auto page = m_tree.children(level.id, level.next, kChildrenAtOnce);
        if (!page || page->empty())
            return false;
        level.next += page->size();
        level.page = std::move(*page);
        level.at = 0;
        return true;
    }
    bool matches(const Node& node) const
    {
        const std::string_view kind = kindName(node.kind);
        return containsText(node.label, m_text) || containsText(node.value, m_text)
            || (kind.size() == m_text.size() && containsText(kind, m_text));
    }
    std::string above(const NodeId& id) const
    {
        std::string labels;
        const auto way = m_tree.wayTo(id);
        for (std::size_t i = 0; i + 1 < way.size(); ++i) {
            if (const auto node = m_tree.node(way[i].id))
                labels = joined(labels, node->label);
        }
        return labels;
    }

    const Structure& m_tree;
    const std::string& m_text;
    Job& m_job;
    SearchStructure::Answer m_out {};
};

}

Page::Answer answer(const Page& question, const Reading& of, Job&)
{
    Page::Answer out;
    const Structure* const tree = of.document.structure();
    if (!tree) {
        out.error = Error {Code::NodeUnknown, "the capture has no structure"};
        return out;
    }
    const auto count = tree->childCount(question.parent);
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
    if (!of.document.structure())
        return {};
    Search search(*of.document.structure(), question, job);
    search.addOwners(of.document);
    return search.walk();
}

}
