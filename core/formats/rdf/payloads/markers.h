// Names that an application gave to what a command buffer does: UserMarkerHist with StringTable
// (rdf-payloads.md 2.3). Markers order work and have no times.
//
//     auto markers = UserMarkers::read(chunks, report, job);
//     for (const auto& [commandBuffer, tree] : markers->trees())
//         for (const MarkerTree::Marker& each : tree.markers)
//             markers->nameOf(tree, each.string) ...
#pragma once

#include "core/formats/rdf/payloads/fields.h"
#include "core/formats/rdf/payloads/payload_chunks.h"

#include <map>

namespace traceglass::rdf {

struct StringTableHeader
{
    std::uint32_t table = 0, count = 0;
};
template <class Fields>
void layout(Fields& in, StringTableHeader& out)
{
    in.number("table", out.table);
    in.number("strings", out.count);
}

struct UserMarkersHeader
{
    std::uint32_t commandBuffer = 0, table = 0, count = 0;
};
template <class Fields>
void layout(Fields& in, UserMarkersHeader& out)
{
    in.number("command buffer", out.commandBuffer);
    in.number("string table", out.table);
    in.number("operations", out.count);
}

// A tree in recording order: a node stands before its children, and they before its next sibling.
struct MarkerTree
{
    struct Marker
    {
        std::uint32_t string = 0; // counted from 1, as in the data
        std::uint32_t depth = 0;  // 0: at the top
    };
    std::uint32_t commandBuffer = 0, table = 0, operations = 0;
    std::uint32_t entry = 0; // of the chunk
    std::vector<Marker> markers;
};

constexpr std::size_t kMarkersKept = 1u << 24; // of a capture: 128 MB

class UserMarkers
{
public:
    // Error: file.stopped.
    static Result<UserMarkers> read(const PayloadChunks& chunks, const Report& report, Job& job);

    // By command buffer; of several chunks for one the last counts.
    const std::map<std::uint32_t, MarkerTree>& trees() const { return m_trees; }
    // What a marker is called; "?9" where there is no such string.
    std::string nameOf(const MarkerTree& tree, std::uint32_t string) const;
    // The first one at the top: what the whole command buffer is called. Empty: there is none.
    std::string labelOf(std::uint32_t commandBuffer) const;

private:
    // A table: offsets and texts as they stand in the data.
    struct Strings
    {
        std::uint32_t count = 0;
        ChunkBytes data;
    };
    void readTables(const PayloadChunks& chunks, const Report& report);
    void readTree(const PayloadChunks& chunks, std::uint32_t entry, const Report& report);
    bool hasString(std::uint32_t table, std::uint32_t string) const;

    std::map<std::uint32_t, Strings> m_tables;
    std::map<std::uint32_t, MarkerTree> m_trees;
    std::size_t m_kept = 0;
};

}
