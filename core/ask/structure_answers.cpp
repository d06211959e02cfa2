// Questions about the structure tree: pages of it, single nodes, and looking for some.
#include "core/ask/answers.h"
#include "core/model/document.h"

namespace traceglass::ask {

namespace {

// Labels of nodes on the way down to others. Those that lie one behind the other have most of them in common.
class LabelsAbove
{
public:
    LabelsAbove(const Structure& tree, const Job& job)
        : m_tree(tree)
        , m_job(job)
    {
    }

    const std::string& of(const NodeId& id)
    {
        const auto parent = m_tree.parentOf(id, m_job);
        if (!m_isKnown || parent != m_parent) {
            m_parent = parent;
            m_isKnown = true;
            m_labels = parent ? downTo(*parent) : std::string();
        }
        return m_labels;
    }

private:
    // Without that of the capture.
    std::string downTo(NodeId id) const
    {
        std::string out;
        for (int depth = 0; id != m_tree.rootId() && depth < Structure::kDeepest; ++depth) {
            if (const auto node = m_tree.node(id, m_job))
                out.insert(0, out.empty() ? node->label : node->label + " › ");
            const auto above = m_tree.parentOf(id, m_job);
            if (!above)
                break;
            id = *above;
        }
        return out;
    }

    const Structure& m_tree;
    const Job& m_job;
    std::optional<NodeId> m_parent;
    bool m_isKnown = false;
    std::string m_labels;
};

}

Page::Answer answer(const Page& question, const Reading& of, Job& job)
{
    Page::Answer out;
    const Structure* const tree = of.document.structure();
    const auto count = tree ? tree->childCount(question.parent, job)
                            : fail(Code::NodeUnknown, "the capture has no structure");
    if (!count) {
        out.error = count.error();
        return out;
    }
    out.count = *count;
    if (question.atMost == 0)
        return out;
    auto nodes = tree->children(question.parent, question.first, question.atMost, job);
    if (!nodes) {
        out.error = nodes.error();
        return out;
    }
    out.nodes = std::move(*nodes);
    for (std::size_t i = 0; question.withPaths && i < out.nodes.size(); ++i)
        out.paths.push_back(tree->pathOf(out.nodes[i].id, job));
    if (job.stopRequested())
        out.error = Error {Code::Stopped, {}};
    return out;
}

Root::Answer answer(const Root&, const Reading& of, Job& job)
{
    return of.document.structure() ? of.document.structure()->root(job) : Node {};
}

NodeFacts::Answer answer(const NodeFacts& question, const Reading& of, Job& job)
{
    NodeFacts::Answer out;
    const Structure* const tree = of.document.structure();
    auto node = tree ? tree->node(question.node, job) : tl::unexpected(Error {});
    if (!node)
        return out;
    out.path = tree->pathOf(question.node, job);
    out.decoded = tree->decoded(question.node, job);
    if (node->link) {
        if (auto linked = tree->node(*node->link, job))
            out.linked = std::move(*linked);
    }
    out.node = std::move(*node);
    return out;
}

Find::Answer answer(const Find& question, const Reading& of, Job& job)
{
    return of.document.structure() ? of.document.structure()->find(question.path, job) : std::nullopt;
}

SearchStructure::Answer answer(const SearchStructure& question, const Reading& of, Job& job)
{
    const Structure* const tree = of.document.structure();
    if (!tree)
        return Error {Code::NodeUnknown, "the capture has no structure"};
    const auto done = question.hits->build(*tree, of.document.sourceCount(), job);
    return done ? std::nullopt : std::optional(done.error());
}

NodeRows::Answer answer(const NodeRows& question, const Reading& of, Job& job)
{
    NodeRows::Answer out;
    const Structure* const tree = of.document.structure();
    if (!tree)
        return out;
    LabelsAbove labels(*tree, job);
    for (const NodeId& id : question.hits->page(question.first, question.atMost)) {
        auto node = tree->node(id, job);
        if (job.stopRequested())
            break;
        if (!node) { // what is on disk is no longer what was searched
            Node broken;
            broken.id = id;
            broken.label = message(node.error());
            broken.problem = Severity::error;
            node = std::move(broken);
        }
        out.push_back({std::move(*node), labels.of(id)});
    }
    return out;
}

}
