// Checks for tests that everything a document says about its nodes agrees: node, path, way down, owner of
// bytes.
//
//     checkTree(*document, document->structure()->root().id, 5); // five levels, 50 children of each node at most
#pragma once

#include "core/model/document.h"

#include <QTest>
#include <algorithm>

namespace traceglass {

inline void checkNode(const Document& document, const Node& node)
{
    const Structure& tree = *document.structure();
    const auto again = tree.node(node.id);
    QVERIFY(again);
    QCOMPARE(again->label, node.label);
    QCOMPARE(again->range, node.range);
    const std::string path = tree.pathOf(node.id);
    QVERIFY2(tree.find(path) == std::optional(node.id), path.c_str());
    NodeId at = tree.root().id;
    for (const Structure::Step& step : tree.wayTo(node.id)) {
        const auto child = tree.children(at, step.position, 1);
        QVERIFY2(child && child->size() == 1 && child->front().id == step.id, path.c_str());
        at = step.id;
    }
    QCOMPARE(at, node.id);
    if (node.range.length == 0)
        return;
    const auto source = document.source(node.range.source);
    QVERIFY(source);
    QVERIFY2(node.range.end() <= (*source)->size(), path.c_str());
    QVERIFY2(tree.nodeAt(node.range.source, node.range.offset), path.c_str());
}

inline void checkTree(const Document& document, const NodeId& id, int depth)
{
    const auto count = document.structure()->childCount(id);
    QVERIFY(count);
    const auto nodes = document.structure()->children(id, 0, 50);
    QVERIFY(nodes);
    QCOMPARE(nodes->size(), static_cast<std::size_t>(std::min<std::uint64_t>(*count, 50)));
    for (const Node& node : *nodes) {
        checkNode(document, node);
        if (depth > 0 && node.expandable)
            checkTree(document, node.id, depth - 1);
    }
}

}
