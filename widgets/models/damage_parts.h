// A capture as the parts its format is made of, Units, chunks, blocks of messages, and which of them have
// problems: what the damage map draws. A part is bad when a problem of the list lies in it, and for no other
// reason.
//
//     DamageParts parts = damageParts(*document, job);            // in a thread of its own: walks all parts
//     std::vector<std::size_t> at = parts.of(problem, *document); // the cells it lies in; none: it has no
//     place
#pragma once

#include "core/model/document.h"

#include <string>
#include <vector>

namespace traceglass {

class DamageParts
{
public:
    // A cell of the map: a part, or several that lie side by side in a capture of very many.
    struct Cell
    {
        ByteRange range;            // of its first part
        std::optional<NodeId> node; // nothing: bytes that no part owns
        std::string name;           // "chunk-28-43", "Units 20 to 23"
        std::uint64_t bytes = 0;
    };

    const std::vector<Cell>& cells() const { return m_cells; }
    bool isMerged() const { return m_perCell > 1; } // a cell stands for several parts
    std::string one, many;                          // what the format is made of: "Unit", "Units"
    std::uint64_t named = 0;                        // how many parts of that kind there are
    bool isNamed(std::size_t cell) const;           // else it is a header, an index, bytes between

    std::vector<std::size_t> of(const Diagnostic& problem, const Document& document) const;
    std::optional<std::size_t> of(const ByteRange& bytes, const Document& document) const; // the first cell

private:
    friend DamageParts damageParts(const Document& document, Job& job);

    struct Part
    {
        ByteRange range;
        std::optional<NodeId> node;
        NodeKind kind = NodeKind::gap;
        std::uint64_t number = kNone; // of a chunk or Unit, as diagnostics count them
        std::uint64_t reach = 0;      // how far the parts of its source up to this one go

        static constexpr std::uint64_t kNone = ~std::uint64_t(0);
    };

    void add(const Node& node);
    void addPieces(const Node& node); // of one long list without parts of its own
    void arrange(const Document& document);
    void fillGaps(const Document& document);
    void makeCells(const Document& document);
    bool knows(SourceId source) const;
    std::vector<std::size_t> overlapping(const ByteRange& bytes) const; // parts; of bytes of a known source
    ByteRange storedPlace(const ByteRange& bytes, const Document& document) const;

    std::vector<Part> m_parts;           // by source and offset
    std::uint64_t m_numbered = 0;        // chunks and Units, as listed
    std::vector<std::size_t> m_byNumber; // their parts; a number seen twice has the first place
    std::vector<Cell> m_cells;
    std::size_t m_perCell = 1;
    NodeKind m_namedKind = NodeKind::file;
};

DamageParts damageParts(const Document& document, Job& job);

}
