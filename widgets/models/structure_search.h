// Finds nodes of the structure tree by name, value, kind or offset: what the filter above the tree shows.
//
//     StructureHits hits = searchStructure(*document, "wake", job);        // in a thread of its own
//     StructureHits owner = searchStructure(*document, "0x17d3", job);     // also the nodes that own the
//     byte
//
// The walk is bounded: captures hold 10^8 nodes, and who filters wants the first screens of hits.
#pragma once

#include "core/model/document.h"

#include <QString>
#include <vector>

namespace traceglass {

struct StructureHit
{
    Node node;
    QString path; // labels of its ancestors: "chunk-28-44 › seq 3 › records"
};

struct StructureHits
{
    std::vector<StructureHit> hits;
    std::uint64_t visited = 0;
    bool cut = false; // there was more to look at
};

constexpr std::size_t kMostHits = 2'000;
constexpr std::uint64_t kMostVisited = 200'000;

StructureHits searchStructure(const Document& document, const QString& query, Job& job);

}
