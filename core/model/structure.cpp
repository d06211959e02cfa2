#include "core/model/structure.h"

#include "core/base/stopping.h"
#include "core/base/text.h"

#include <algorithm>

namespace traceglass {

namespace {

std::uint64_t countOf(const std::vector<PartGroup>& groups)
{
    std::uint64_t count = 0;
    for (const PartGroup& group : groups)
        count += group.count;
    return count;
}

}

// --- what a format need not say

Result<std::vector<PartGroup>> Parts::groups(const NodeId& parent, const Job& job) const
{
    return read(parent, job).map([](const Node&) { return std::vector<PartGroup> {}; });
}

std::optional<NodeId> Parts::child(const NodeId&, std::size_t, std::uint64_t, const Job&) const
{
    return {};
}

std::optional<PartPlace> Parts::placeOf(const NodeId&, const Job&) const
{
    return {};
}

Result<void> Parts::readGroup(const NodeId& parent, std::size_t group, std::uint64_t first,
                              std::uint64_t count, std::vector<Node>& out, const Job& job) const
{
    for (std::uint64_t i = first; i < first + count && !job.stopRequested(); ++i) {
        const auto id = child(parent, group, i, job);
        if (!id)
            return fail(Code::NodeUnknown);
        auto node = read(*id, job);
        if (!node)
            return tl::unexpected(node.error());
        out.push_back(std::move(*node));
    }
    return {};
}

std::optional<ByteRange> Parts::rangeOf(const NodeId& id, const Job& job) const
{
    const auto node = read(id, job);
    return node ? std::optional(node->range) : std::nullopt;
}

std::optional<NodeId> Parts::holderOf(SourceId source, std::uint64_t offset, const Job& job) const
{
    const auto all = rangeOf(root(), job);
    return all && all->contains(source, offset) ? std::optional(root()) : std::nullopt;
}

void Parts::blocks(SourceId source, const BlockSink& sink, const Job& job) const
{
    bool isLeaf = true;
    const auto goesOn = [&](const NodeId& id) {
        const auto range = rangeOf(id, job);
        return !range || range->source != source || range->length == 0 || sink({*range, id});
    };
    for (std::size_t group = 0;
         const PartGroup& of : groups(root(), job).value_or(std::vector<PartGroup> {})) {
        for (std::uint64_t i = 0; i < of.count && !job.stopRequested(); ++i) {
            isLeaf = false;
            if (const auto id = child(root(), group, i, job); id && !goesOn(*id))
                return;
        }
        ++group;
    }
    if (isLeaf)
        goesOn(root());
}

std::optional<NodeId> Parts::childAt(const NodeId& parent, std::size_t group, SourceId source,
                                     std::uint64_t offset, const Job& job) const
{
    const auto all = groups(parent, job);
    if (!all || group >= all->size())
        return {};
    std::uint64_t first = 0, last = (*all)[group].count;
    if ((*all)[group].ordered) { // the last one that begins at or before it
        std::uint64_t end = last;
        while (first < end) {
            const std::uint64_t middle = first + (end - first) / 2;
            const auto id = child(parent, group, middle, job);
            const auto range = id ? rangeOf(*id, job) : std::nullopt;
            if (!range)
                return {};
            if (range->offset <= offset)
                first = middle + 1;
            else
                end = middle;
        }
        last = first;
        first = first == 0 ? 0 : first - 1;
    }
    for (std::uint64_t i = first; i < last && !job.stopRequested(); ++i) {
        const auto id = child(parent, group, i, job);
        const auto range = id ? rangeOf(*id, job) : std::nullopt;
        if (range && range->contains(source, offset))
            return id;
    }
    return {};
}

Result<ByteRange> Parts::decoded(const NodeId& id, const Job& job) const
{
    return read(id, job).map([](const Node& node) { return node.range; });
}

// --- the tree

Structure::Structure(std::unique_ptr<const Parts> parts, const DiagnosticLog& log)
    : m_parts(std::move(parts))
    , m_log(log)
{
}

void Structure::addProblem(Node& node) const
{
    const auto worst = node.id == m_parts->root() ? m_log.worstOfAll() : m_log.worstWithin(node.range);
    if (worst)
        node.problem = std::max(node.problem.value_or(*worst), *worst);
}

NodeId Structure::rootId() const
{
    return m_parts->root();
}

Node Structure::root(const Job& job) const
{
    return node(m_parts->root(), job).value_or(Node {});
}

Result<Node> Structure::node(const NodeId& id, const Job& job) const
{
    auto node = unlessStopped(m_parts->read(id, job), job);
    if (!node)
        return node;
    addProblem(*node);
    if (!m_rootLabel.empty() && id == m_parts->root())
        node->label = m_rootLabel;
    return node;
}

Result<std::uint64_t> Structure::childCount(const NodeId& id, const Job& job) const
{
    const auto groups = unlessStopped(m_parts->groups(id, job), job);
    if (auto whole = m_parts->checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return groups.map([](const auto& all) { return countOf(all); });
}

Result<std::vector<Node>> Structure::children(const NodeId& id, std::uint64_t first, std::uint64_t count,
                                              const Job& job) const
{
    auto out = childrenUnchecked(id, first, count, job);
    if (auto whole = out ? checkWhole() : Result<void>(); !whole)
        return tl::unexpected(whole.error());
    return out;
}

Result<std::vector<Node>> Structure::childrenUnchecked(const NodeId& id, std::uint64_t first,
                                                       std::uint64_t count, const Job& job) const
{
    const auto groups = unlessStopped(m_parts->groups(id, job), job);
    if (!groups)
        return tl::unexpected(groups.error());
    std::vector<Node> out;
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < groups->size() && count > 0; ++i) {
        const std::uint64_t here = (*groups)[i].count;
        const std::uint64_t from = first > before ? first - before : 0;
        if (from < here) {
            const std::uint64_t wanted = std::min(count, here - from);
            auto read = unlessStopped(m_parts->readGroup(id, i, from, wanted, out, job), job);
            if (!read)
                return tl::unexpected(read.error());
            count -= wanted;
        }
        before += here;
    }
    for (Node& node : out)
        addProblem(node);
    return out;
}

std::vector<Structure::Step> Structure::wayTo(const NodeId& id, const Job& job) const
{
    std::vector<Step> way;
    NodeId at = id;
    for (int depth = 0; at != m_parts->root(); ++depth) {
        const auto place = unlessStopped(m_parts->placeOf(at, job), job);
        if (!place || depth == kDeepest)
            return {};
        std::uint64_t position = place->index;
        if (place->group > 0) { // counting a list may mean reading it
            const auto groups = unlessStopped(m_parts->groups(place->parent, job), job);
            if (!groups || place->group >= groups->size())
                return {};
            for (std::size_t i = 0; i < place->group; ++i)
                position += (*groups)[i].count;
        }
        way.push_back({at, position});
        at = place->parent;
    }
    std::ranges::reverse(way);
    return way;
}

std::optional<NodeId> Structure::parentOf(const NodeId& id, const Job& job) const
{
    const auto place = unlessStopped(m_parts->placeOf(id, job), job);
    return place ? std::optional(place->parent) : std::nullopt;
}

std::optional<NodeId> Structure::nodeAt(SourceId source, std::uint64_t offset, const Job& job) const
{
    auto at = m_parts->holderOf(source, offset, job);
    for (int depth = 0; at && depth < kDeepest; ++depth) {
        const auto groups = m_parts->groups(*at, job);
        if (!groups)
            break;
        std::optional<NodeId> inner;
        for (std::size_t i = 0; i < groups->size() && !inner; ++i) {
            if ((*groups)[i].ownsBytes && (*groups)[i].count > 0)
                inner = m_parts->childAt(*at, i, source, offset, job);
        }
        if (!inner)
            break;
        at = inner;
    }
    return unlessStopped(at, job);
}

std::optional<NodeId> Structure::nodeHolding(const ByteRange& range, const Job& job) const
{
    const auto holds = [&](const ByteRange& all) {
        return all.contains(range.source, range.offset)
            && range.length <= all.length - (range.offset - all.offset);
    };
    const std::optional<NodeId> first = nodeAt(range.source, range.offset, job);
    std::optional<NodeId> at = range.length > 1 ? first : std::nullopt;
    for (int depth = 0; at && depth < kDeepest; ++depth, at = parentOf(*at, job)) {
        const std::optional<ByteRange> own = m_parts->rangeOf(*at, job);
        if (own && holds(*own))
            return unlessStopped(at, job);
        if (own && own->source == range.source)
            continue;
        if (const auto decoded = m_parts->decoded(*at, job); decoded && holds(*decoded)) // which it is by now
            return unlessStopped(at, job);
    }
    return unlessStopped(first, job);
}

std::optional<NodeId> Structure::nodeOf(RecordRef ref, const Job& job) const
{
    if (!ref.valid())
        return {};
    if (auto known = unlessStopped(m_parts->nodeOf(ref, job), job))
        return known;
    return nodeAt(ref.source(), ref.offset(), job);
}

Result<ByteRange> Structure::decoded(const NodeId& id, const Job& job) const
{
    return unlessStopped(m_parts->decoded(id, job), job);
}

std::optional<ByteRange> Structure::stored(const ByteRange& decoded) const
{
    return m_parts->stored(decoded);
}

void Structure::blocks(SourceId source, const BlockSink& sink, const Job& job) const
{
    const auto tell = [&](Block block) {
        if (block.state == Block::State::good || block.state == Block::State::unread) {
            if (m_log.worstIn(block.range))
                block.state = Block::State::suspect;
        }
        return !job.stopRequested() && sink(block);
    };
    m_parts->blocks(source, tell, job);
}

// --- paths

std::string Structure::pathOf(const NodeId& id, const Job& job) const
{
    if (id == m_parts->root())
        return "/";
    std::string path;
    NodeId at = id;
    for (int depth = 0; at != m_parts->root(); ++depth) {
        const auto place = unlessStopped(m_parts->pathPlaceOf(at, job), job);
        const auto groups = place ? unlessStopped(m_parts->pathGroups(place->parent, job), job)
                                  : Result<std::vector<PartGroup>>();
        if (!place || !groups || place->group >= groups->size() || depth == kDeepest)
            return {};
        const PartGroup& group = (*groups)[place->group];
        if (group.numbered)
            path.insert(0, "/" + std::to_string(place->index));
        if (!group.word.empty())
            path.insert(0, "/" + std::string(group.word));
        at = place->parent;
    }
    return path;
}

std::optional<NodeId> Structure::find(std::string_view path, const Job& job) const
{
    if (!path.starts_with('/'))
        return unlessStopped(m_parts->named(path, job), job);
    std::vector<std::string_view> words;
    for (std::size_t at = 1; at < path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        words.push_back(path.substr(at, end - at));
        at = end + 1;
    }
    if (path.size() > 1 && path.ends_with('/'))
        return {};
    NodeId at = m_parts->root();
    for (std::size_t next = 0; next < words.size();) {
        const auto groups = m_parts->pathGroups(at, job);
        std::optional<NodeId> child;
        for (std::size_t i = 0; groups && i < groups->size() && !child; ++i) {
            const PartGroup& group = (*groups)[i];
            std::size_t used = next;
            if (!group.word.empty() && words[used++] != group.word)
                continue;
            std::uint64_t index = 0;
            if (group.numbered) {
                const auto number =
                    used < words.size() ? asNumber<std::uint64_t>(words[used++]) : std::nullopt;
                if (!number)
                    continue;
                index = *number;
            }
            if (index < group.count)
                child = m_parts->pathChild(at, i, index, job);
            if (child)
                next = used;
        }
        if (!child)
            return {};
        at = *child;
    }
    return unlessStopped(std::optional(at), job);
}

std::uint64_t rangeSize(std::uint64_t childCount)
{
    std::uint64_t size = 1;
    while ((childCount + size - 1) / size > limits::kChildrenListed)
        size = size == 1 ? limits::kChildrenListed : size * limits::kChildrenListed;
    return size;
}

}
