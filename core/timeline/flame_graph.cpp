#include "core/timeline/flame_graph.h"

#include <algorithm>

namespace traceglass {

FlameGraph FlameGraph::build(std::shared_ptr<const StackSums> sums, FlameWeight weight, bool inverted, Job& job)
{
    FlameGraph out;
    out.m_sums = std::move(sums);
    out.m_weight = weight;
    out.m_inverted = inverted;
    const StackSums turned = inverted ? out.m_sums->turned(weight, job) : StackSums();
    out.m_cut = turned.isCut();
    const auto& calls = inverted ? turned.nodes() : out.m_sums->nodes();
    const auto selfOf = [&, of = static_cast<std::size_t>(weight)](std::size_t i) { return calls[i].self[of]; };
    if (job.stopRequested() || out.m_sums->total(weight) == 0)
        return out;

    std::vector<std::uint64_t> totals(calls.size());
    std::vector<std::uint32_t> first(calls.size() + 1); // children of node i: list[first[i] .. first[i + 1])
    for (std::size_t i = calls.size(); i-- > 0;) {
        totals[i] += selfOf(i);
        if (i > 0 && totals[i] > 0) {
            totals[calls[i].parent] += totals[i];
            ++first[calls[i].parent + 1];
        }
    }
    for (std::size_t i = 0; i < calls.size(); ++i)
        first[i + 1] += first[i];
    std::vector<std::uint32_t> list(first.back());
    std::vector<std::uint32_t> fill(first.begin(), first.end() - 1);
    for (std::uint32_t i = 1; i < calls.size(); ++i) {
        if (totals[i] > 0)
            list[fill[calls[i].parent]++] = i;
    }

    std::vector<std::uint32_t> from {0}; // which call each node is
    out.m_nodes.reserve(list.size() + 1);
    out.m_nodes.push_back({0, totals[0], selfOf(0), kNone, 0, 0, calls[0].name});
    out.m_rows = {0};
    for (std::uint32_t i = 0; i < out.m_nodes.size(); ++i) {
        if (isStoppedAt(i, job))
            return {};
        if (i == out.m_rows.back()) // of a depth all nodes are there when its first one's turn comes
            out.m_rows.push_back(static_cast<std::uint32_t>(out.m_nodes.size()));
        const std::uint32_t call = from[i];
        const auto begin = list.begin() + first[call];
        const auto end = list.begin() + first[call + 1];
        std::sort(begin, end, [&](std::uint32_t a, std::uint32_t b) {
            return totals[a] != totals[b] ? totals[a] > totals[b]
                                          : out.m_sums->name(calls[a].name) < out.m_sums->name(calls[b].name);
        });
        out.m_nodes[i].firstChild = static_cast<std::uint32_t>(out.m_nodes.size());
        out.m_nodes[i].childCount = first[call + 1] - first[call];
        std::uint64_t place = out.m_nodes[i].begin;
        for (auto child = begin; child != end; ++child) {
            const StackSums::StackNode& next = calls[*child];
            out.m_nodes.push_back({place, totals[*child], selfOf(*child), i, 0, 0, next.name, next.lines});
            from.push_back(*child);
            place += totals[*child];
        }
    }
    return out;
}

std::uint32_t FlameGraph::depthOf(std::uint32_t node) const
{
    return static_cast<std::uint32_t>(std::ranges::upper_bound(m_rows, node) - m_rows.begin()) - 1;
}

std::uint32_t FlameGraph::firstEndingBehind(std::uint32_t depth, std::uint64_t place, std::uint32_t from) const
{
    const std::uint32_t end = rowEnd(depth);
    std::uint32_t low = std::max(from, rowBegin(depth));
    std::uint32_t high = low;
    for (std::uint32_t step = 1; high < end && m_nodes[high].end() <= place; step *= 2) {
        low = high + 1;
        high = end - high > step ? high + step : end;
    }
    const auto found = std::partition_point(m_nodes.begin() + low, m_nodes.begin() + high,
                                            [&](const FlameNode& node) { return node.end() <= place; });
    const auto out = static_cast<std::uint32_t>(found - m_nodes.begin());
    return out == end ? kNone : out;
}

bool FlameGraph::isWithin(std::uint32_t node, std::uint32_t ancestor) const
{
    return node >= ancestor && at(node).begin >= at(ancestor).begin && at(node).end() <= at(ancestor).end();
}

FlameGraph::Share FlameGraph::share(const std::vector<bool>& names) const
{
    Share out;
    std::vector<bool> covered(m_nodes.size());
    for (std::uint32_t i = 1; i < m_nodes.size(); ++i) {
        const FlameNode& node = m_nodes[i];
        const bool matches = names[node.name];
        out.nodes += matches ? 1 : 0;
        if (matches && !covered[node.parent])
            out.weight += node.total;
        covered[i] = matches || covered[node.parent];
    }
    return out;
}

std::vector<StackSums::Sample> FlameGraph::samplesOf(std::uint32_t node) const
{
    std::vector<std::uint32_t> way; // names from the first frame below the root to the node
    for (std::uint32_t i = node; i != kRoot; i = m_nodes[i].parent)
        way.push_back(m_nodes[i].name);
    std::ranges::reverse(way);

    const auto& calls = m_sums->nodes();
    std::vector<bool> through(calls.size());
    if (m_inverted) {
        for (std::uint32_t i = 0; i < calls.size(); ++i) {
            std::uint32_t at = i;
            std::size_t known = 0;
            for (; known < way.size() && at != StackSums::kRoot && calls[at].name == way[known]; ++known)
                at = calls[at].parent;
            through[i] = known == way.size();
        }
    } else {
        std::vector<std::uint16_t> known(calls.size()); // frames of the way that lead here, none other between
        through[0] = way.empty();
        for (std::uint32_t i = 1; i < calls.size(); ++i) {
            const std::uint32_t parent = calls[i].parent;
            const std::size_t before = known[parent];
            through[i] = through[parent];
            if (through[i] || (parent != StackSums::kRoot && before == 0) || calls[i].name != way[before])
                continue;
            known[i] = static_cast<std::uint16_t>(before + 1);
            through[i] = before + 1 == way.size();
        }
    }
    std::vector<StackSums::Sample> out;
    for (const StackSums::Sample& sample : m_sums->samples()) {
        if (through[sample.node])
            out.push_back(sample);
    }
    std::ranges::stable_sort(out, {}, &StackSums::Sample::startNs);
    return out;
}

}
