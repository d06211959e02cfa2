// The nodes of a structure tree a query holds for, in the order of the tree: a list that grows while they are
// looked for.
//
//     NodeHits hits(*query::parse("checksum kind = chunk", nullptr, nodeKinds()));
//     hits.build(*document.structure(), document.sourceCount(), job); // in one thread; error: stopped, file.changed
//     hits.count(); hits.page(0, 40);            // meanwhile, from any other
//
// Asked are name (label), value and kind of a node; words without a field stand in its name or value, or are
// its kind. Of a number, the nodes that own the byte at that offset come first. Of each only the id is kept,
// 12 bytes, up to kKept: others are counted.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/node.h"
#include "core/query/text_condition.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace traceglass {
class Structure;
}

namespace traceglass::query {

// What a query is asked of.
std::array<TextOf, 3> textsOf(const Node& node);

class NodeHits
{
public:
    static constexpr std::uint64_t kKept = 10'000'000;

    // Keeps so many.
    explicit NodeHits(const Expr& expr, std::uint64_t kept = kKept);

    using Sink = std::function<bool(const Node&)>; // returns false to stop
    // Once. Looks at every node there is, each where it is at home. What cannot be read is left out and
    // counted. The sink gets hits as they are found.
    Result<void> build(const Structure& tree, std::uint32_t sources, Job& job, const Sink& sink = {});

    const TextCondition& condition() const { return m_condition; }
    std::uint64_t count() const { return m_count.load(std::memory_order_acquire); }
    std::uint64_t kept() const { return std::min(count(), m_kept); } // there are pages of these
    std::uint64_t looked() const { return m_looked.load(std::memory_order_relaxed); } // at so many nodes
    std::uint64_t unread() const
    {
        return m_unread.load(std::memory_order_relaxed);
    } // nodes that could not be read
    bool isComplete() const { return m_isComplete.load(std::memory_order_acquire); } // all were looked at
    std::vector<NodeId> page(std::uint64_t first, std::size_t atMost) const;

private:
    struct Level;

    bool isHit(const Node& node); // which no owner of the byte is
    // These return false when the sink does.
    bool add(const Node& node, const Sink& sink);
    bool addOwners(const Structure& tree, std::uint32_t sources, Job& job, const Sink& sink);
    bool readMore(const Structure& tree, Level& level, const Job& job);

    const TextCondition m_condition;
    const std::uint64_t m_kept;
    const std::optional<std::uint64_t> m_offset; // that is asked for
    std::vector<NodeId> m_owners;                // of its byte, sorted
    mutable std::mutex m_mutex;                  // guards these two
    std::deque<std::uint64_t> m_places;
    std::deque<std::uint32_t> m_parts;
    std::atomic<std::uint64_t> m_count {0};
    std::atomic<std::uint64_t> m_looked {0};
    std::atomic<std::uint64_t> m_unread {0};
    std::atomic<bool> m_isComplete {false};
};

}
