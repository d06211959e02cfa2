#include "widgets/models/damage_parts.h"

#include "core/base/text.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

namespace traceglass {

namespace {

constexpr std::size_t kMostCells = 2'048;
constexpr std::uint64_t kPartsAtOnce = 256;
constexpr std::uint64_t kPieces = 64;

bool isNumbered(NodeKind kind)
{
    return kind == NodeKind::chunk || kind == NodeKind::unit;
}

bool mayHoldParts(const Node& node)
{
    return node.expandable
        && (node.kind == NodeKind::capture || node.kind == NodeKind::folder
            || node.kind == NodeKind::segment);
}

// Below the capture and its runs, not in the lists of folders, which show the same bytes in another order.
bool isPartOfWhole(NodeKind kind)
{
    return kind == NodeKind::file || kind == NodeKind::header || kind == NodeKind::index
        || kind == NodeKind::gap || kind == NodeKind::data || kind == NodeKind::meta;
}

std::pair<std::uint32_t, std::uint64_t> placeOf(const ByteRange& range)
{
    return {number(range.source), range.offset};
}

}

void DamageParts::add(const Node& node)
{
    m_parts.push_back({node.range, node.id, node.kind});
    if (isNumbered(node.kind))
        m_parts.back().number = m_numbered++;
}

void DamageParts::addPieces(const Node& node)
{
    const std::uint64_t step = std::max<std::uint64_t>(1, (node.range.length + kPieces - 1) / kPieces);
    for (std::uint64_t at = 0; at < node.range.length; at += step)
        m_parts.push_back(
            {{node.range.source, node.range.offset + at, std::min(step, node.range.length - at)},
             node.id,
             NodeKind::records});
}

DamageParts damageParts(const Document& document, Job& job)
{
    DamageParts parts;
    struct Open
    {
        NodeId id;
        bool isWhole; // not a folder
    };
    std::deque<Open> open {{document.root().id, true}};
    for (; !open.empty() && !job.stopRequested(); open.pop_front()) {
        const Open list = open.front();
        for (std::uint64_t next = 0; !job.stopRequested();) {
            const auto page = document.children(list.id, next, kPartsAtOnce);
            if (!page || page->empty())
                break;
            next += page->size();
            bool any = false;
            for (const Node& node : *page) {
                const bool isPart = isNumbered(node.kind)
                    || (list.isWhole && isPartOfWhole(node.kind) && node.range.length > 0);
                if (isPart)
                    parts.add(node);
                else if (list.isWhole && node.kind == NodeKind::records)
                    parts.addPieces(node);
                else if (mayHoldParts(node))
                    open.push_back({node.id, node.kind == NodeKind::segment});
                any |= isPart || mayHoldParts(node);
            }
            if (!any)
                break; // a list whose first page holds no part holds none
        }
    }
    parts.arrange(document);
    return parts;
}

void DamageParts::arrange(const Document& document)
{
    if (m_parts.empty()) {
        const Node root = document.root();
        m_parts.push_back({root.range, root.id, NodeKind::file});
    }
    const auto sort = [this] {
        std::ranges::stable_sort(m_parts, {}, [](const Part& part) {
            return std::tuple(placeOf(part.range), part.node, part.number);
        });
    };
    sort();
    // A capture may list its chunks in a second order; each is one part.
    const auto again = std::ranges::unique(
        m_parts, [](const Part& a, const Part& b) { return a.node == b.node && a.range == b.range; });
    m_parts.erase(again.begin(), again.end());
    fillGaps(document);
    sort();
    m_byNumber.resize(m_numbered, m_parts.size());
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (m_parts[i].number != Part::kNone)
            m_byNumber[static_cast<std::size_t>(m_parts[i].number)] = i;
        const bool goesOn = i > 0 && m_parts[i - 1].range.source == m_parts[i].range.source;
        m_parts[i].reach = std::max(m_parts[i].range.end(), goesOn ? m_parts[i - 1].reach : 0);
    }
    makeCells(document);
}

// Bytes that no part owns are parts too: problems may lie there.
void DamageParts::fillGaps(const Document& document)
{
    std::vector<Part> between;
    const std::size_t count = m_parts.size();
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const ByteRange& range = m_parts[i].range;
        if (i == 0 || m_parts[i - 1].range.source != range.source)
            end = 0;
        if (range.offset > end)
            between.push_back({{range.source, end, range.offset - end}, {}, NodeKind::gap});
        end = std::max(end, range.end());
        if (i + 1 < count && m_parts[i + 1].range.source == range.source)
            continue;
        const auto source = document.source(range.source);
        if (source && (*source)->size() > end)
            between.push_back({{range.source, end, (*source)->size() - end}, {}, NodeKind::gap});
    }
    m_parts.insert(m_parts.end(), between.begin(), between.end());
}

void DamageParts::makeCells(const Document& document)
{
    std::map<NodeKind, std::uint64_t> counts;
    for (const Part& part : m_parts)
        ++counts[part.kind];
    for (const auto& [kind, singular, plural] :
         {std::tuple(NodeKind::unit, "Unit", "Units"), std::tuple(NodeKind::chunk, "chunk", "chunks"),
          std::tuple(NodeKind::records, "block of messages", "blocks of messages"),
          std::tuple(NodeKind::file, "file", "files")}) {
        if (counts[kind] == 0)
            continue;
        one = singular;
        many = plural;
        named = counts[kind];
        m_namedKind = kind;
        break;
    }
    m_perCell = (m_parts.size() + kMostCells - 1) / kMostCells;
    for (std::size_t first = 0; first < m_parts.size(); first += m_perCell) {
        const std::size_t end = std::min(m_parts.size(), first + m_perCell);
        Cell cell {m_parts[first].range, m_parts[first].node, {}, 0};
        const auto nameOf = [&](const Part& part) {
            const auto node = part.node ? document.node(*part.node) : tl::unexpected(Error {});
            return !node                         ? std::string("bytes between")
                : part.kind == NodeKind::records ? node->label + " from " + hexNumber(part.range.offset)
                                                 : node->label;
        };
        cell.name = nameOf(m_parts[first]);
        if (end > first + 1)
            cell.name += " … " + nameOf(m_parts[end - 1]);
        for (std::size_t i = first; i < end; ++i)
            cell.bytes += m_parts[i].range.length;
        m_cells.push_back(std::move(cell));
    }
}

bool DamageParts::isNamed(std::size_t cell) const
{
    const auto begin = m_parts.begin() + static_cast<std::ptrdiff_t>(cell * m_perCell);
    const auto end =
        m_parts.begin() + static_cast<std::ptrdiff_t>(std::min(m_parts.size(), (cell + 1) * m_perCell));
    return std::any_of(begin, end, [&](const Part& part) { return part.kind == m_namedKind; });
}

bool DamageParts::knows(SourceId source) const
{
    const auto at = std::ranges::lower_bound(m_parts, number(source), {},
                                             [](const Part& part) { return number(part.range.source); });
    return at != m_parts.end() && at->range.source == source;
}

std::vector<std::size_t> DamageParts::overlapping(const ByteRange& bytes) const
{
    std::vector<std::size_t> found;
    const std::uint64_t end = std::max(bytes.end(), bytes.offset + 1);
    auto at = static_cast<std::size_t>(
        std::ranges::lower_bound(m_parts, std::pair(number(bytes.source), end), {},
                                 [](const Part& part) { return placeOf(part.range); })
        - m_parts.begin());
    const std::size_t behind = at;
    while (at > 0 && m_parts[at - 1].range.source == bytes.source && m_parts[at - 1].reach > bytes.offset) {
        --at;
        if (m_parts[at].range.end() > bytes.offset)
            found.push_back(at);
    }
    // Behind the end, where something is missing: the last part.
    if (found.empty() && behind > 0 && m_parts[behind - 1].range.source == bytes.source)
        found.push_back(behind - 1);
    return found;
}

// Decoded bytes lie where the innermost node around them that is stored lies.
ByteRange DamageParts::storedPlace(const ByteRange& bytes, const Document& document) const
{
    if (knows(bytes.source))
        return bytes;
    const auto owner = document.nodeAt(bytes.source, bytes.offset);
    std::vector<Document::Step> way = owner ? document.wayTo(*owner) : std::vector<Document::Step>();
    for (auto step = way.rbegin(); step != way.rend(); ++step) {
        const auto node = document.node(step->id);
        if (node && node->range.length > 0 && knows(node->range.source))
            return node->range;
    }
    return document.root().range;
}

std::vector<std::size_t> DamageParts::of(const Diagnostic& problem, const Document& document) const
{
    std::vector<std::size_t> parts;
    if (problem.range)
        parts = overlapping(storedPlace(*problem.range, document));
    if (problem.entry && *problem.entry < m_byNumber.size()
        && m_byNumber[static_cast<std::size_t>(*problem.entry)] < m_parts.size())
        parts.push_back(m_byNumber[static_cast<std::size_t>(*problem.entry)]);
    for (std::size_t& part : parts)
        part /= m_perCell;
    std::ranges::sort(parts);
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    return parts;
}

std::optional<std::size_t> DamageParts::of(const ByteRange& bytes, const Document& document) const
{
    const std::vector<std::size_t> parts = overlapping(storedPlace(bytes, document));
    return parts.empty() ? std::nullopt : std::optional(parts.back() / m_perCell);
}

}
