#include "core/query/node_hits.h"

#include "core/base/text.h"
#include "core/model/structure.h"

#include <algorithm>

namespace traceglass::query {

namespace {

constexpr std::uint64_t kChildrenAtOnce = 512; // children: a few milliseconds

// A number alone.
std::optional<std::uint64_t> offsetIn(const Expr& expr)
{
    const bool isWord =
        expr.kind == Expr::Kind::test && expr.test.field == Field::any && expr.test.op == Op::contains;
    return isWord ? plainNumber(expr.test.operands.front().written) : std::nullopt;
}

}

std::array<TextOf, 3> textsOf(const Node& node)
{
    return {
        TextOf {"name", node.label}, {"value", node.value}, {"kind", kindName(node.kind), Searched::whole}};
}

// The children of a node while they are looked through, some at a time.
struct NodeHits::Level
{
    NodeId id;
    bool mayListOthers = false; // which are at home elsewhere
    std::uint64_t next = 0;
    std::vector<Node> nodes {};
    std::size_t at = 0;
    bool isWhole = false; // the file was when these were read
};

NodeHits::NodeHits(const Expr& expr, std::uint64_t kept)
    : m_condition(expr)
    , m_kept(kept)
    , m_offset(offsetIn(expr))
{
}

std::vector<NodeId> NodeHits::page(std::uint64_t first, std::size_t atMost) const
{
    std::vector<NodeId> out;
    const std::lock_guard lock(m_mutex);
    for (std::uint64_t i = first; i < m_places.size() && out.size() < atMost; ++i)
        out.push_back({m_places[static_cast<std::size_t>(i)], m_parts[static_cast<std::size_t>(i)]});
    return out;
}

bool NodeHits::add(const Node& node, const Sink& sink)
{
    if (m_count.load(std::memory_order_relaxed) < m_kept) {
        const std::lock_guard lock(m_mutex);
        m_places.push_back(node.id.place);
        m_parts.push_back(node.id.part);
    }
    m_count.fetch_add(1, std::memory_order_release);
    return !sink || sink(node);
}

bool NodeHits::isHit(const Node& node)
{
    m_looked.fetch_add(1, std::memory_order_relaxed);
    return m_condition.holds(textsOf(node)) && !std::ranges::binary_search(m_owners, node.id);
}

bool NodeHits::addOwners(const Structure& tree, std::uint32_t sources, Job& job, const Sink& sink)
{
    bool goesOn = true;
    for (std::uint32_t i = 0; i < sources && m_offset && goesOn && !job.stopRequested(); ++i) {
        const auto owner = tree.nodeAt(SourceId(i), *m_offset, job);
        const auto node = owner ? tree.node(*owner, job) : tl::unexpected(Error {});
        if (!node || !node->range.contains(SourceId(i), *m_offset))
            continue;
        const auto place = std::ranges::lower_bound(m_owners, node->id);
        if (place != m_owners.end() && *place == node->id)
            continue;
        m_owners.insert(place, node->id);
        goesOn = add(*node, sink);
    }
    return goesOn;
}

// What cannot be read together is read one by one: of a damaged list only what is damaged is left out.
bool NodeHits::readMore(const Structure& tree, Level& level, const Job& job)
{
    level.nodes.clear();
    level.at = 0;
    level.isWhole = false;
    auto more = tree.childrenUnchecked(level.id, level.next, kChildrenAtOnce, job);
    if (more) {
        level.next += more->size();
        level.nodes = std::move(*more);
        return !level.nodes.empty();
    }
    const std::uint64_t count = tree.childCount(level.id, job).value_or(0);
    if (job.stopRequested())
        return false;
    const std::uint64_t end = std::min(count, level.next + kChildrenAtOnce);
    if (level.next >= end && level.next == 0)
        m_unread.fetch_add(1, std::memory_order_relaxed);
    for (; level.next < end && !job.stopRequested(); ++level.next) {
        if (auto one = tree.children(level.id, level.next, 1, job); one && !one->empty())
            level.nodes.push_back(std::move(one->front()));
        else if (!job.stopRequested())
            m_unread.fetch_add(1, std::memory_order_relaxed);
    }
    if (level.nodes.empty() && level.next < count && !job.stopRequested()) // nothing can be read any more
        m_unread.fetch_add(count - level.next, std::memory_order_relaxed);
    return !level.nodes.empty();
}

Result<void> NodeHits::build(const Structure& tree, std::uint32_t sources, Job& job, const Sink& sink)
{
    const Node root = tree.root(job);
    if (!addOwners(tree, sources, job, sink) || (isHit(root) && !add(root, sink)))
        return {};
    std::vector<Level> levels;
    const auto enter = [&](const Node& node) {
        if (node.expandable && levels.size() < Structure::kDeepest)
            levels.push_back({node.id, node.kind == NodeKind::folder});
    };
    enter(root);
    while (!levels.empty() && !job.stopRequested()) {
        Level& level = levels.back();
        if (level.at == level.nodes.size() && !readMore(tree, level, job)) {
            levels.pop_back();
            continue;
        }
        const Node node = std::move(level.nodes[level.at++]); // entering it moves the level away
        if (level.mayListOthers && tree.parentOf(node.id, job) != level.id)
            continue;
        job.advance();
        if (isHit(node)) {
            if (const auto whole = level.isWhole ? Result<void>() : tree.checkWhole(); !whole)
                return whole;
            level.isWhole = true;
            if (!add(node, sink))
                return {};
        }
        enter(node);
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    if (const auto whole = tree.childCount(tree.rootId(), job);
        !whole) // else it was changed, and ended early
        return tl::unexpected(whole.error());
    m_isComplete.store(true, std::memory_order_release);
    return {};
}

}
