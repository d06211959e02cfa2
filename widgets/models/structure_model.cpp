#include "widgets/models/structure_model.h"

#include "core/base/text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/session/session_notes.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr std::uint64_t kPage = 256;
constexpr std::size_t kPagesKept = 64;

QString groupedText(std::uint64_t value)
{
    return fromUtf8(grouped(value));
}

}

// A node (or a range of its children) that has been expanded or lies above one that has.
struct StructureModel::Item
{
    Item* parent = nullptr;
    int row = 0;
    NodeId id;
    std::uint64_t first = 0; // of the node's children; not 0 for ranges only
    std::uint64_t count = 0;
    std::uint64_t step = 1; // children a row stands for
    bool isRange = false;
    bool loaded = false;    // count and step are known
    bool announced = false; // the views were told of the rows
    QString failure;        // why there are no rows
    std::map<std::uint64_t, std::vector<Node>> pages;
    std::map<int, std::unique_ptr<Item>> items;

    int rows() const
    {
        if (!failure.isEmpty())
            return 1;
        return static_cast<int>((count + step - 1) / step);
    }
};

QByteArray iconOf(NodeKind kind)
{
    switch (kind) {
    case NodeKind::folder: return "open-folder";
    case NodeKind::capture:
    case NodeKind::file: return "open-file";
    case NodeKind::chunk: return "chunk";
    case NodeKind::header: return "record";
    case NodeKind::sequence: return "sequence";
    case NodeKind::index:
    case NodeKind::meta: return "table";
    case NodeKind::segment: return "open-file";
    case NodeKind::unit: return "chunk";
    case NodeKind::minor: return "sequence";
    case NodeKind::stream: return "stream";
    case NodeKind::frame: return "record";
    case NodeKind::lost: return "error";
    case NodeKind::data:
    case NodeKind::gap: return "bytes";
    default: return {};
    }
}

StructureModel::StructureModel(std::shared_ptr<const Document> document, QObject* parent)
    : QAbstractItemModel(parent)
    , m_document(std::move(document))
    , m_root(std::make_unique<Item>())
{
    const Node capture = m_document->root();
    std::error_code ignored;
    m_captureIsFolder = std::filesystem::is_directory(m_document->summary().path, ignored);
    m_root->count = 1;
    m_root->loaded = true;
    m_root->announced = true;
    m_root->pages[0] = {capture};
}

StructureModel::~StructureModel() = default;

StructureModel::Item* StructureModel::childItem(Item* parent, int row) const
{
    auto& slot = parent->items[row];
    if (slot)
        return slot.get();
    slot = std::make_unique<Item>();
    slot->parent = parent;
    slot->row = row;
    if (parent->step > 1) {
        slot->isRange = true;
        slot->loaded = true;
        slot->id = parent->id;
        slot->first = parent->first + static_cast<std::uint64_t>(row) * parent->step;
        slot->count = std::min(parent->step, parent->first + parent->count - slot->first);
        slot->step = rangeSize(slot->count);
    } else if (const Node* node = nodeOf(parent, row)) {
        slot->id = node->id;
    }
    return slot.get();
}

StructureModel::Item* StructureModel::itemOf(const QModelIndex& index) const
{
    return index.isValid() ? childItem(parentItem(index), index.row()) : m_root.get();
}

QModelIndex StructureModel::indexOf(const Item* item, int column) const
{
    return item && item->parent ? createIndex(item->row, column, item->parent) : QModelIndex();
}

void StructureModel::load(Item* item) const
{
    if (item->loaded)
        return;
    item->loaded = true;
    const auto count = m_document->childCount(item->id);
    if (!count) {
        item->failure = fromUtf8(message(count.error()));
        return;
    }
    item->count = *count;
    item->step = rangeSize(*count);
}

const Node* StructureModel::nodeOf(Item* parent, int row) const
{
    if (parent->step > 1 || !parent->failure.isEmpty() || row >= parent->rows())
        return nullptr;
    const auto position = static_cast<std::uint64_t>(row);
    const std::uint64_t page = position / kPage;
    auto found = parent->pages.find(page);
    if (found == parent->pages.end()) {
        const std::uint64_t first = page * kPage;
        auto nodes =
            m_document->children(parent->id, parent->first + first, std::min(kPage, parent->count - first));
        if (parent->pages.size() >= kPagesKept)
            parent->pages.clear();
        if (!nodes) {
            Node broken;
            broken.label = message(nodes.error());
            broken.problem = Severity::error;
            nodes = std::vector<Node>(std::min(kPage, parent->count - first), broken);
        }
        found = parent->pages.emplace(page, std::move(*nodes)).first;
    }
    const std::size_t place = static_cast<std::size_t>(position % kPage);
    return place < found->second.size() ? &found->second[place] : nullptr;
}

std::optional<Node> StructureModel::nodeAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    const Node* node = nodeOf(parentItem(index), index.row());
    return node ? std::optional(*node) : std::nullopt;
}

std::uint64_t StructureModel::childCount(const QModelIndex& index) const
{
    Item* item = itemOf(index);
    load(item);
    return item->count;
}

QModelIndex StructureModel::nthChild(const QModelIndex& parent, std::uint64_t position)
{
    QModelIndex at = parent;
    while (true) {
        Item* item = itemOf(at);
        if (canFetchMore(at))
            fetchMore(at);
        if (position < item->first || position - item->first >= item->count || !item->failure.isEmpty())
            return {};
        const QModelIndex next = index(static_cast<int>((position - item->first) / item->step), 0, at);
        if (item->step == 1)
            return next;
        at = next;
    }
}

QModelIndex StructureModel::indexFor(const NodeId& id)
{
    QModelIndex at = index(0, 0);
    if (id == m_document->root().id)
        return at;
    const auto way = m_document->wayTo(id);
    for (const Document::Step& step : way) {
        at = nthChild(at, step.position);
        if (!at.isValid())
            return {};
    }
    return way.empty() ? QModelIndex() : at;
}

void StructureModel::refresh()
{
    // Iterative: a hostile tree may be as deep as its format allows.
    std::vector<Item*> open {m_root.get()};
    while (!open.empty()) {
        Item* item = open.back();
        open.pop_back();
        item->pages.clear();
        if (item == m_root.get())
            item->pages[0] = {m_document->root()};
        if (item->announced && item->rows() > 0)
            emit dataChanged(createIndex(0, 0, item), createIndex(item->rows() - 1, 1, item));
        if (item->announced && item->count == 0 && item->parent) { // more may be known by now
            item->announced = item->loaded = false;
            fetchMore(indexOf(item));
        }
        for (const auto& [row, child] : item->items)
            open.push_back(child.get());
    }
}

QModelIndex StructureModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column < 0 || column > 1 || parent.column() > 0)
        return {};
    Item* item = itemOf(parent);
    load(item);
    return row < item->rows() ? createIndex(row, column, item) : QModelIndex();
}

QModelIndex StructureModel::parent(const QModelIndex& child) const
{
    return child.isValid() ? indexOf(parentItem(child)) : QModelIndex();
}

int StructureModel::rowCount(const QModelIndex& parent) const
{
    if (parent.column() > 0)
        return 0;
    if (!parent.isValid())
        return 1;
    const auto found = parentItem(parent)->items.find(parent.row()); // no item: never expanded
    return found != parentItem(parent)->items.end() && found->second->announced ? found->second->rows() : 0;
}

int StructureModel::columnCount(const QModelIndex&) const
{
    return 2;
}

bool StructureModel::hasChildren(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return true;
    if (parent.column() > 0)
        return false;
    Item* above = parentItem(parent);
    if (above->step > 1)
        return true;
    const Node* node = nodeOf(above, parent.row());
    return node && node->expandable;
}

bool StructureModel::canFetchMore(const QModelIndex& parent) const
{
    return parent.isValid() && parent.column() == 0 && hasChildren(parent) && !itemOf(parent)->announced;
}

void StructureModel::fetchMore(const QModelIndex& parent)
{
    Item* item = itemOf(parent);
    load(item);
    if (item->announced)
        return;
    if (item->rows() == 0) {
        item->announced = true;
        return;
    }
    beginInsertRows(parent, 0, item->rows() - 1);
    item->announced = true;
    endInsertRows();
}

QString StructureModel::rangeNoun(Item* parent) const
{
    const auto nodes = m_document->children(parent->id, parent->first, 1);
    if (!nodes || nodes->empty())
        return tr("items");
    switch (nodes->front().kind) {
    case NodeKind::record: return tr("records");
    case NodeKind::object: return tr("objects");
    case NodeKind::chunk: return tr("chunks");
    case NodeKind::file: return tr("files");
    case NodeKind::callsite: return tr("callsites");
    case NodeKind::field: return tr("fields");
    case NodeKind::segment: return tr("segments");
    case NodeKind::unit: return tr("Units");
    case NodeKind::minor: return tr("minor units");
    case NodeKind::frame: return tr("frames");
    case NodeKind::stream: return tr("streams");
    default: return tr("items");
    }
}

QVariant StructureModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    Item* parent = parentItem(index);
    if (role == Qt::TextAlignmentRole)
        return headerData(index.column(), Qt::Horizontal, role);
    if (role == kSecondaryRole)
        return index.column() == 1 || parent->step > 1;

    if (!parent->failure.isEmpty()) {
        if (index.column() != 0)
            return {};
        if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
            return parent->failure;
        return role == kSeverityRole ? QVariant(int(Severity::error)) : QVariant();
    }
    if (parent->step > 1) {
        if (index.column() != 0)
            return {};
        const std::uint64_t first = parent->first + static_cast<std::uint64_t>(index.row()) * parent->step;
        const std::uint64_t count = std::min(parent->step, parent->first + parent->count - first);
        const QString span = groupedText(first) + QStringLiteral("–") + groupedText(first + count - 1);
        const QString amount = groupedText(count) + QLatin1Char(' ') + rangeNoun(parent);
        if (role == Qt::DisplayRole)
            return span;
        if (role == kValueRole)
            return amount;
        return role == Qt::AccessibleTextRole ? QVariant(span + QStringLiteral(" · ") + amount) : QVariant();
    }
    const Node* node = nodeOf(parent, index.row());
    if (!node)
        return {};
    if (index.column() == 1) {
        if ((role == Qt::DisplayRole || role == Qt::AccessibleTextRole) && node->range.length > 0)
            return groupedText(node->range.length);
        return {};
    }
    switch (role) {
    case Qt::DisplayRole: return fromUtf8(node->label);
    case kValueRole: return fromUtf8(shortened(node->value, 400));
    case Qt::AccessibleTextRole: return fromUtf8(node->label + " " + shortened(node->value, 400));
    case kTintRole: return int(node->tint);
    case kIconRole:
        if (node->kind == NodeKind::capture && m_captureIsFolder)
            return iconOf(NodeKind::folder);
        return node->tint == Tint::none ? iconOf(node->kind) : QByteArray();
    case kNoteRole: return m_notes && m_notes->hasNodes() && m_notes->hasNode(m_document->pathOf(node->id));
    case kSeverityRole: return node->problem ? QVariant(int(*node->problem)) : QVariant();
    default: return {};
    }
}

QVariant StructureModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == 1 ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::DisplayRole)
        return section == 0 ? tr("Name") : tr("bytes");
    return {};
}

Qt::ItemFlags StructureModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

}
