// A flame graph: which frames called which, each as wide as what it weighs, from samples added up in
// StackSums. Nodes of one depth stand in one piece from left to right, so painting a row of any width needs
// one search a pixel, however many nodes there are.
//
//     const FlameGraph graph = FlameGraph::build(sums, FlameWeight::bytes, false, job); // sums: shared_ptr
//     for (std::uint32_t depth = 0; depth < graph.depth(); ++depth)
//         for (std::uint32_t node = graph.rowBegin(depth); node < graph.rowEnd(depth); ++node)
//             ... graph.at(node).begin, graph.at(node).total
//
// Inverted, the innermost frames come first and below them who called them. A node's begin and total are in
// the unit of the weight; siblings stand by weight, the heaviest first. Frames that weigh nothing are left
// out. A graph holds on to the sums, which know its names.
#pragma once

#include "core/timeline/stack_sums.h"

#include <memory>
#include <vector>

namespace traceglass {

class FlameGraph
{
public:
    static constexpr std::uint32_t kNone = ~std::uint32_t(0);
    static constexpr std::uint32_t kRoot = 0; // stands for everything; there unless empty()

    struct FlameNode
    {
        std::uint64_t begin = 0; // of everything: [0, total of the root)
        std::uint64_t total = 0;
        std::uint64_t self = 0; // of stacks that end here
        std::uint32_t parent = kNone;
        std::uint32_t firstChild = 0;
        std::uint32_t childCount = 0;
        std::uint32_t name = 0; // of the sums
        LineSpan lines {};

        std::uint64_t end() const { return begin + total; }
    };

    static FlameGraph build(std::shared_ptr<const StackSums> sums, FlameWeight weight, bool inverted,
                            Job& job);

    bool empty() const { return m_nodes.empty(); }
    bool inverted() const { return m_inverted; }
    bool isCut() const { return m_cut || (m_sums && m_sums->isCut()); } // by a limit: some stacks end early
    FlameWeight weight() const { return m_weight; }
    std::uint64_t total() const { return m_nodes.empty() ? 0 : m_nodes.front().total; }
    std::size_t size() const { return m_nodes.size(); }
    const FlameNode& at(std::uint32_t node) const { return m_nodes[node]; }
    std::string_view name(std::uint32_t node) const { return m_sums->name(m_nodes[node].name); }
    const std::shared_ptr<const StackSums>& sums() const { return m_sums; }

    std::uint32_t depth() const { return m_rows.empty() ? 0 : static_cast<std::uint32_t>(m_rows.size() - 1); }
    std::uint32_t depthOf(std::uint32_t node) const;
    std::uint32_t rowBegin(std::uint32_t depth) const { return m_rows[depth]; }
    std::uint32_t rowEnd(std::uint32_t depth) const { return m_rows[depth + 1]; }
    // The first node of a row that ends behind a place; kNone when there is none. Cheap when it is near
    // `from`, a node of the row that does not lie behind it.
    std::uint32_t firstEndingBehind(std::uint32_t depth, std::uint64_t place,
                                    std::uint32_t from = kRoot) const;
    bool isWithin(std::uint32_t node, std::uint32_t ancestor) const; // or the same

    // What a set of frames weighs together, each stack counted once, and how many nodes they are.
    struct Share
    {
        std::uint64_t weight = 0;
        std::size_t nodes = 0;
    };
    Share share(const std::vector<bool>& names) const; // by name of the sums

    // The samples whose stacks go through a node, by time.
    std::vector<StackSums::Sample> samplesOf(std::uint32_t node) const;

private:
    std::shared_ptr<const StackSums> m_sums;
    std::vector<FlameNode> m_nodes;    // by depth, then from left to right
    std::vector<std::uint32_t> m_rows; // where each depth begins, and the end
    FlameWeight m_weight = FlameWeight::count;
    bool m_inverted = false;
    bool m_cut = false;
};

}
