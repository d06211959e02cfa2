#include "widgets/models/structure_search.h"

#include "widgets/common/utf8.h"

#include <QStringList>
#include <algorithm>

namespace traceglass {

namespace {

constexpr std::uint64_t kChildrenAtOnce = 256;
constexpr std::uint32_t kSourcesAsked = 64; // for an offset; a recording may have 10^5 files

std::optional<std::uint64_t> offsetIn(const QString& query)
{
    bool ok = false;
    const QString plain = query.trimmed();
    const quint64 value = plain.startsWith(QLatin1String("0x"), Qt::CaseInsensitive)
        ? plain.mid(2).toULongLong(&ok, 16)
        : plain.toULongLong(&ok, 10);
    return ok ? std::optional<std::uint64_t>(value) : std::nullopt;
}

QString pathTo(const Document& document, const NodeId& id)
{
    QStringList labels;
    const auto way = document.wayTo(id);
    for (std::size_t i = 0; i + 1 < way.size(); ++i)
        if (const auto node = document.node(way[i].id))
            labels << fromUtf8(node->label);
    return labels.join(QStringLiteral(" › "));
}

void addOwners(const Document& document, std::uint64_t offset, StructureHits& found)
{
    const std::uint32_t sources = std::min(document.sourceCount(), kSourcesAsked);
    found.cut |= document.sourceCount() > kSourcesAsked;
    for (std::uint32_t i = 0; i < sources; ++i) {
        const auto owner = document.nodeAt(SourceId(i), offset);
        if (!owner)
            continue;
        if (const auto node = document.node(*owner); node && node->range.contains(SourceId(i), offset))
            found.hits.push_back({*node, pathTo(document, *owner)});
    }
}

}

StructureHits searchStructure(const Document& document, const QString& query, Job& job)
{
    StructureHits found;
    if (const auto offset = offsetIn(query))
        addOwners(document, *offset, found);

    struct Level
    {
        NodeId id;
        QString path;
        std::uint64_t next = 0;
        std::vector<Node> page;
        std::size_t at = 0;
    };
    std::vector<Level> levels {{document.root().id, {}, 0, {}, 0}};
    while (!levels.empty() && !job.stopRequested()) {
        Level& level = levels.back();
        if (level.at == level.page.size()) {
            auto page = document.children(level.id, level.next, kChildrenAtOnce);
            if (!page || page->empty()) {
                levels.pop_back();
                continue;
            }
            level.next += page->size();
            level.page = std::move(*page);
            level.at = 0;
        }
        if (found.hits.size() >= kMostHits || found.visited >= kMostVisited) {
            found.cut = true;
            break;
        }
        const Node& node = level.page[level.at++];
        ++found.visited;
        job.advance();
        if (fromUtf8(node.label).contains(query, Qt::CaseInsensitive)
            || fromUtf8(node.value).contains(query, Qt::CaseInsensitive)
            || fromUtf8(kindName(node.kind)).compare(query, Qt::CaseInsensitive) == 0)
            found.hits.push_back({node, level.path});
        if (node.expandable) {
            const QString path = level.path.isEmpty()
                ? fromUtf8(node.label)
                : level.path + QStringLiteral(" › ") + fromUtf8(node.label);
            const NodeId id = node.id; // the push below moves the page away
            levels.push_back({id, path, 0, {}, 0});
        }
    }
    return found;
}

}
