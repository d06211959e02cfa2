// Where problems lie, and the map of damage.
#include "core/ask/answers.h"
#include "core/base/text.h"
#include "core/model/document.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace traceglass::ask {

ProblemPlaces::Answer answer(const ProblemPlaces& question, const Reading& of, Job& job)
{
    ProblemPlaces::Answer out;
    const Structure* const tree = of.document.structure();
    for (const Diagnostic& problem : question.problems) {
        if (job.stopRequested())
            break;
        ProblemPlaces::Place& place = out.emplace_back();
        if (!tree || !problem.range)
            continue;
        place.node = tree->nodeHolding(*problem.range, job);
        if (!place.node)
            continue;
        const auto way = tree->wayTo(*place.node, job);
        for (auto step = way.rbegin(); step != way.rend(); ++step) {
            const auto node = tree->node(step->id, job);
            if (!node)
                continue;
            if (node->range.length > 0 && node->range.source != problem.range->source)
                place.around.push_back(node->range);
            if (place.time || !node->time || node->kind == NodeKind::capture)
                continue;
            if (step == way.rbegin()) {
                place.own = node->time;
                place.ownAxis = node->axis;
            }
            place.time = node->time;
            place.axis = node->axis;
            place.timeApproximate = node->timeApproximate;
        }
        if (const auto stored = tree->stored(*problem.range); stored && place.around.empty())
            place.around.push_back(*stored);
    }
    return out;
}

// --- the map of damage

std::optional<std::size_t> Damage::Answer::find(SourceId source, std::uint64_t offset) const
{
    if (!std::ranges::binary_search(sources, source))
        return {};
    const auto behind =
        std::ranges::upper_bound(cells, std::pair(number(source), offset), {}, [](const Cell& cell) {
            return std::pair(number(cell.range.source), cell.range.offset);
        });
    return behind == cells.begin() ? 0 : static_cast<std::size_t>(behind - cells.begin()) - 1;
}

namespace {

// Problems in decoded data whose place in the file is looked up, one for each source: that may decode it
// again.
constexpr std::size_t kDecodedLookedUp = 256;

// By Block::State: the worse one says what a click selects.
constexpr std::array<int, 4> kRanks {0, 2, 3, 1};

void mark(Damage::Cell& cell, Severity severity)
{
    cell.worst = std::max(cell.worst, std::optional(severity));
    if (severity != Severity::info && cell.state != Block::State::lost)
        cell.state = Block::State::suspect;
}

// A cell while neighbours may still join it.
struct DamageStretch
{
    struct End
    {
        std::optional<NodeId> node;
        std::uint64_t offset = 0;

        bool operator==(const End&) const = default;
    };
    Damage::Cell cell;
    End first, last;
    std::uint32_t kinds = 0; // a bit for each NodeKind of its blocks

    void join(const DamageStretch& next)
    {
        const auto rank = [](const DamageStretch& of) { return kRanks[static_cast<std::size_t>(of.cell.state)]; };
        if (rank(next) > rank(*this)) {
            cell.state = next.cell.state;
            cell.node = next.cell.node;
        }
        cell.worst = std::max(cell.worst, next.cell.worst);
        cell.bytes += next.cell.bytes;
        if (next.cell.range.source == cell.range.source)
            cell.range.length = next.cell.range.end() - cell.range.offset;
        last = next.last;
        kinds |= next.kinds;
    }
};

class DamageReader
{
public:
    DamageReader(const Document& document, std::size_t atMost, Job& job)
        : m_document(document)
        , m_tree(*document.structure())
        , m_log(document.problems())
        , m_job(job)
        , m_hasHints(m_log.total(Severity::info) > 0)
        , m_atMost(std::max<std::size_t>(atMost, 2))
    {
    }

    Damage::Answer read()
    {
        std::uint32_t next = 0;
        while (next < m_document.sourceCount() && !m_job.stopRequested() && addSource(SourceId(next)))
            ++next;
        if (m_out.sources.empty())
            addWhole();
        while (m_stretches.size() > m_atMost)
            halve();
        nameMain();
        for (DamageStretch& stretch : m_stretches) {
            if (m_job.stopRequested())
                break;
            stretch.cell.label = labelOf(stretch);
            m_out.cells.push_back(std::move(stretch.cell));
        }
        m_out.isJoined = m_blocksACell > 1;
        markDecoded();
        return std::move(m_out);
    }

private:
    // Records count by the block, whether one or their list stands for it.
    static std::size_t indexOf(NodeKind kind)
    {
        return static_cast<std::size_t>(kind == NodeKind::record ? NodeKind::records : kind);
    }

    // False for a source of decoded data, which lie in blocks of another one; all behind it are of that kind.
    bool addSource(SourceId id)
    {
        std::uint64_t end = 0; // of what has been added
        bool isStored = true, hasBlocks = false;
        m_tree.blocks(
            id,
            [&](const Block& block) {
                const auto node = m_tree.node(block.node, m_job);
                if (node && node->range.length > 0 && node->range.source != id)
                    return isStored = false;
                hasBlocks = true;
                if (block.range.offset > end)
                    add(stretchOf({id, end, block.range.offset - end}));
                end = std::max(end, block.range.end());
                addBlock(block, node ? &*node : nullptr);
                return !m_job.stopRequested();
            },
            m_job);
        if (!hasBlocks)
            return isStored;
        m_out.sources.push_back(id);
        const auto source = m_document.source(id);
        if (source && (*source)->size() > end) {
            add(stretchOf({id, end, (*source)->size() - end}));
            end = (*source)->size();
        }
        // Behind the end, where something is missing.
        if (const auto worst = worstIn({id, end, ~std::uint64_t(0) - end}))
            mark(m_stretches.back().cell, *worst);
        return true;
    }

    void addBlock(const Block& block, const Node* node)
    {
        DamageStretch stretch = stretchOf(block.range, block.node, block.state);
        if (node && node->problem && node->range == block.range)
            mark(stretch.cell, *node->problem); // in what is decoded from it
        ++m_out.count;
        if (node) {
            ++m_counts[indexOf(node->kind)];
            stretch.kinds = 1u << indexOf(node->kind);
        }
        add(std::move(stretch));
    }

    DamageStretch stretchOf(const ByteRange& range, const std::optional<NodeId>& node = {},
                            Block::State state = Block::State::good) const
    {
        DamageStretch stretch;
        stretch.cell.range = range;
        stretch.cell.bytes = range.length;
        stretch.cell.node = node;
        stretch.cell.state = state;
        stretch.first = stretch.last = {node, range.offset};
        if (const auto worst = worstIn(range))
            mark(stretch.cell, *worst);
        return stretch;
    }

    // Joins neighbours as soon as there are twice too many, so memory is bounded however many blocks there
    // are.
    void add(DamageStretch next)
    {
        if (m_inLast > 0 && m_inLast < m_blocksACell) {
            m_stretches.back().join(next);
            ++m_inLast;
        } else {
            m_stretches.push_back(std::move(next));
            m_inLast = 1;
        }
        if (m_stretches.size() == 2 * m_atMost)
            halve();
    }
    void halve()
    {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_stretches.size(); i += 2, ++kept) {
            if (i + 1 < m_stretches.size())
                m_stretches[i].join(m_stretches[i + 1]);
            std::swap(m_stretches[kept], m_stretches[i]);
        }
        m_stretches.resize(kept);
        m_blocksACell *= 2;
        m_inLast = m_blocksACell;
    }

    // Of a capture that is not made of blocks.
    void addWhole()
    {
        const auto source = m_document.source(SourceId {});
        if (!source)
            return;
        m_out.sources.push_back(SourceId {});
        const Node root = m_tree.root(m_job);
        addBlock({{SourceId {}, 0, (*source)->size()}, root.id}, &root);
        if (const auto worst = m_log.worstOfAll())
            mark(m_stretches.back().cell, *worst);
    }

    std::optional<Severity> worstIn(const ByteRange& range) const
    {
        if (const auto worst = m_log.worstIn(range))
            return worst;
        return m_hasHints && !m_log.in(range, 1).empty() ? std::optional(Severity::info) : std::nullopt;
    }

    // What the format is made of: the first of these kinds that there is, else whatever the blocks are.
    void nameMain()
    {
        std::uint32_t main = ~std::uint32_t(0);
        for (const auto& [kind, one, many] : {std::tuple(NodeKind::unit, "Unit", "Units"),
                                              std::tuple(NodeKind::sequence, "sequence", "sequences"),
                                              std::tuple(NodeKind::chunk, "chunk", "chunks"),
                                              std::tuple(NodeKind::records, "block of ", "blocks of "),
                                              std::tuple(NodeKind::file, "file", "files")}) {
            if (m_counts[indexOf(kind)] == 0)
                continue;
            main = 1u << indexOf(kind);
            m_out.count = m_counts[indexOf(kind)];
            m_out.one = one;
            m_out.many = many;
            if (kind == NodeKind::records) {
                m_out.one += recordsName();
                m_out.many += recordsName();
            }
            break;
        }
        for (DamageStretch& stretch : m_stretches)
            stretch.cell.isMain = (stretch.kinds & main) != 0;
    }

    // As their list is called: "messages".
    std::string recordsName() const
    {
        for (const DamageStretch& stretch : m_stretches) {
            if (stretch.first.node && (stretch.kinds & (1u << indexOf(NodeKind::records))))
                return listLabel(*stretch.first.node);
        }
        return "records";
    }
    std::string listLabel(const NodeId& id) const
    {
        const auto way = m_tree.wayTo(id, m_job);
        for (auto step = way.rbegin(); step != way.rend(); ++step) {
            if (const auto node = m_tree.node(step->id, m_job); node && node->kind == NodeKind::records)
                return node->label;
        }
        return "records";
    }

    std::string labelOf(const DamageStretch::End& end) const
    {
        const auto node = end.node ? m_tree.node(*end.node, m_job) : tl::unexpected(Error {});
        if (!node)
            return "bytes between";
        if (indexOf(node->kind) == indexOf(NodeKind::records))
            return listLabel(node->id) + " from " + hexNumber(end.offset);
        return node->kind == NodeKind::sequence ? placeText(m_document, node->id, m_job) : node->label;
    }
    std::string labelOf(const DamageStretch& stretch) const
    {
        const std::string first = labelOf(stretch.first);
        return stretch.first == stretch.last ? first : first + " … " + labelOf(stretch.last);
    }

    // A problem in decoded data lies where they were decoded from.
    void markDecoded()
    {
        constexpr std::size_t kAtOnce = 4'096;
        std::set<SourceId> seen;
        std::vector<Diagnostic> some;
        for (std::size_t from = 0; !(some = m_log.since(from, kAtOnce)).empty(); from += some.size()) {
            for (const Diagnostic& problem : some) {
                if (m_job.stopRequested() || seen.size() == kDecodedLookedUp)
                    return;
                if (problem.range && !std::ranges::binary_search(m_out.sources, problem.range->source)
                    && seen.insert(problem.range->source).second)
                    markAround(*problem.range);
            }
        }
    }
    void markAround(const ByteRange& decoded)
    {
        const auto worst = worstIn({decoded.source, 0, ~std::uint64_t(0)});
        const auto owner = m_tree.nodeAt(decoded.source, decoded.offset, m_job);
        const auto way = owner ? m_tree.wayTo(*owner, m_job) : std::vector<Structure::Step>();
        if (!worst)
            return;
        if (const auto stored = m_tree.stored(decoded); stored && markWithin(*stored, *worst))
            return;
        for (auto step = way.rbegin(); step != way.rend(); ++step) {
            const auto node = m_tree.node(step->id, m_job);
            if (node && markWithin(node->range, *worst))
                return;
        }
        markWithin(m_tree.root(m_job).range, *worst);
    }
    // False: it is not on the map.
    bool markWithin(const ByteRange& range, Severity severity)
    {
        if (range.length == 0)
            return false;
        const auto first = m_out.find(range.source, range.offset);
        const auto last = m_out.find(range.source, range.end() - 1);
        for (std::size_t cell = first.value_or(0); first && last && cell <= *last; ++cell)
            mark(m_out.cells[cell], severity);
        return first && last;
    }

    static constexpr std::size_t kKinds = 32; // bits of DamageStretch::kinds
    static_assert(static_cast<std::size_t>(NodeKind::lost) < kKinds);

    const Document& m_document;
    const Structure& m_tree;
    const DiagnosticLog& m_log;
    Job& m_job;
    bool m_hasHints;
    std::size_t m_atMost;
    std::vector<DamageStretch> m_stretches;
    std::size_t m_blocksACell = 1;
    std::size_t m_inLast = 0; // blocks
    std::array<std::uint64_t, kKinds> m_counts {}; // blocks by kind
    Damage::Answer m_out;
};

}

Damage::Answer answer(const Damage& question, const Reading& of, Job& job)
{
    return of.document.structure() ? DamageReader(of.document, question.atMost, job).read()
                                   : Damage::Answer {};
}

}
