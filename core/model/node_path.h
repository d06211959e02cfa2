// What the paths of nodes are made of: "/chunks/3/data" is the words "chunks", "3", "data".
//
//     const auto words = pathWords(path);         // nothing: this is no path
//     const auto chunk = pathNumber(words->at(1));
//     return wayFromParents(tree, id);            // Document::wayTo of a tree that knows parents
#pragma once

#include "core/model/document.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace traceglass {

// The words behind each slash; none for "/". Nothing when the path does not begin with one. They live as long
// as the path does.
std::optional<std::vector<std::string_view>> pathWords(std::string_view path);

// A word of decimal digits only.
std::optional<std::uint64_t> pathNumber(std::string_view word);

// The way down to a node, from `tree.parentOf(id)` and `tree.positionOf(parent, child)`, both optional.
template <class Tree>
std::vector<Document::Step> wayFromParents(const Tree& tree, const NodeId& id)
{
    std::vector<Document::Step> way;
    NodeId at = id;
    while (const auto parent = tree.parentOf(at)) {
        const auto position = tree.positionOf(*parent, at);
        if (!position)
            return {};
        way.push_back({at, *position});
        at = *parent;
    }
    std::ranges::reverse(way);
    return way;
}

}
