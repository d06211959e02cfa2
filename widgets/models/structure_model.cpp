#include "widgets/models/structure_model.h"

#include "core/base/recent.h"
#include "core/base/text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/session/asker.h"
#include "widgets/session/session_notes.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr std::uint64_t kPage = 256;
constexpr std::size_t kPagesKept = 64;
constexpr std::size_t kMostWaiting = 16; // pages: of rows that were scrolled past, nobody needs them any more
constexpr std::uint64_t kRootSlot = 0;

struct KindLook
{
    NodeKind kind;
    const char* icon = nullptr; // none for records and fields
    const char* noun = "items";
};

KindLook lookOf(NodeKind wanted)
{
    using enum NodeKind;
    static constexpr KindLook kLooks[] = {{folder, "open-folder"},
                                          {capture, "open-file"},
                                          {header, "record"},
                                          {sequence, "sequence"},
                                          {index, "table"},
                                          {meta, "table"},
                                          {lost, "error"},
                                          {data, "bytes"},
                                          {gap, "bytes"},
                                          {file, "open-file", "files"},
                                          {chunk, "chunk", "chunks"},
                                          {segment, "open-file", "segments"},
                                          {unit, "chunk", "Units"},
                                          {minor, "sequence", "minor units"},
                                          {stream, "stream", "streams"},
                                          {frame, "record", "frames"},
                                          {record, nullptr, "records"},
                                          {object, nullptr, "objects"},
                                          {field, nullptr, "fields"},
                                          {callsite, nullptr, "callsites"}};
    const auto* const found = std::ranges::find(kLooks, wanted, &KindLook::kind);
    return found == std::end(kLooks) ? KindLook {wanted} : *found;
}

QString groupedText(std::uint64_t value)
{
    return fromUtf8(grouped(value));
}

}

struct StructureModel::Page
{
    std::vector<Node> nodes;
    std::vector<std::string> paths {}; // once notes are about nodes
    std::uint64_t refreshed = 0;       // m_refreshed when it came
};

// A node (or a range of its children) that has been expanded or lies above one that has.
struct StructureModel::Item
{
    Item* parent = nullptr;
    int row = 0;
    NodeId id;
    std::uint64_t first = 0; // of the node's children; not 0 for ranges only
    std::uint64_t count = 0;
    std::uint64_t step = 1; // children a row stands for
    bool loaded = false;    // count and step are known
    bool wanted = false;    // the views asked for its rows
    bool announcing = false;
    bool announced = false; // the views were told of the rows
    QString failure;        // why there are no rows
    QString noun;           // of its children, when they are shown in ranges
    Recent<std::uint64_t, std::shared_ptr<const Page>> pages {kPagesKept};
    std::map<std::uint64_t, Node> known; // by row: from a way, while its page is not there
    std::map<int, std::unique_ptr<Item>> items;

    void setCount(std::uint64_t all)
    {
        loaded = true;
        count = all;
        step = rangeSize(all);
    }
    struct Range
    {
        std::uint64_t first, count;
    };
    Range rangeAt(int at) const // of the children a row stands for
    {
        const std::uint64_t begin = first + static_cast<std::uint64_t>(at) * step;
        return {begin, std::min(step, first + count - begin)};
    }

    int rows() const
    {
        if (!failure.isEmpty())
            return 1;
        return static_cast<int>((count + step - 1) / step);
    }
};

QVariant nodeData(const Node& node, int role)
{
    switch (role) {
    case Qt::DisplayRole: return fromUtf8(node.label);
    case kValueRole: return fromUtf8(shortened(node.value, 400));
    case kTintRole: return int(node.tint);
    case kIconRole: return node.tint == Tint::none ? QByteArray(lookOf(node.kind).icon) : QByteArray();
    case kSeverityRole: return node.problem ? QVariant(int(*node.problem)) : QVariant();
    default: return {};
    }
}

StructureModel::StructureModel(std::shared_ptr<const Capture> capture, QObject* parent)
    : QAbstractItemModel(parent)
    , m_asker(std::make_unique<Asker>(capture))
    , m_root(std::make_unique<Item>())
{
    m_captureIsFolder = capture->isFolder();
    m_root->count = 1;
    m_root->loaded = true;
    m_root->announced = true;
    Node root;
    root.id = capture->rootId();
    root.kind = NodeKind::capture;
    root.label = capture->path().filename().string();
    root.expandable = capture->hasStructure();
    m_root->pages.put(0, std::make_shared<Page>(Page {{std::move(root)}}));
    askRoot();
}

void StructureModel::askRoot()
{
    m_asker->ask(kRootSlot, Priority::screen, ask::Root {}, [this](Node root) {
        m_root->pages.put(0, std::make_shared<Page>(Page {{std::move(root)}, {"/"}}));
        emit dataChanged(index(0, 0), index(0, 1));
    });
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
        const Item::Range range = parent->rangeAt(row);
        slot->id = parent->id;
        slot->first = range.first;
        slot->setCount(range.count);
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

// --- what has come, and what is asked for

bool StructureModel::isWaiting() const
{
    return m_asker->isWaiting();
}

void StructureModel::announce(Item* item)
{
    if (item->announced || item->announcing || !item->loaded)
        return;
    const int rows = item->rows();
    if (rows == 0) {
        item->announced = true;
        return;
    }
    item->announcing = true; // who hears of it may ask for more at once
    beginInsertRows(indexOf(item), 0, rows - 1);
    item->announced = true;
    item->announcing = false;
    endInsertRows();
}

void StructureModel::ask(Item* item, std::uint64_t page) const
{
    const auto isIt = [&](const Question& question) {
        return question.item == item && question.page == page;
    };
    if (std::ranges::any_of(m_waiting, isIt))
        return;
    if (m_waiting.size() == kMostWaiting) {
        m_asker->cancel(m_waiting.front().slot);
        m_waiting.pop_front();
    }
    const std::uint64_t slot = ++m_lastSlot;
    m_waiting.push_back({slot, item, page});
    auto* const self = const_cast<StructureModel*>(this);
    m_asker->ask(slot, Priority::screen, ask::Page {item->id, item->first + page * kPage, kPage, m_asksPaths},
                 [self, slot, item, page](ask::Page::Answer answer) {
                     std::erase_if(self->m_waiting,
                                   [&](const Question& asked) { return asked.slot == slot; });
                     self->take(item, page, std::move(answer));
                 });
}

void StructureModel::take(Item* item, std::uint64_t page, ask::Page::Answer answer)
{
    if (!item->loaded) {
        item->setCount(answer.count);
        if (answer.error && answer.count == 0)
            item->failure = fromUtf8(message(*answer.error));
    }
    if (!answer.nodes.empty())
        item->noun = tr(lookOf(answer.nodes.front().kind).noun);
    const std::uint64_t first = page * kPage;
    if (item->step == 1 && first < item->count) {
        const std::uint64_t rows = std::min(kPage, item->count - first);
        if (answer.error) {
            Node broken;
            broken.label = message(*answer.error);
            broken.problem = Severity::error;
            answer.nodes.assign(static_cast<std::size_t>(rows), broken);
        }
        item->pages.put(
            page,
            std::make_shared<Page>(Page {std::move(answer.nodes), std::move(answer.paths), m_refreshed}));
    }
    if (item->wanted && !item->announced) {
        announce(item);
    } else if (item->announced && item->rows() > 0) {
        const bool isPage = item->step == 1;
        const auto last = isPage ? static_cast<int>(std::min(first + kPage, item->count)) : item->rows();
        emit dataChanged(createIndex(isPage ? static_cast<int>(first) : 0, 0, item),
                         createIndex(last - 1, 1, item));
    }
}

const StructureModel::Page* StructureModel::pageOf(Item* parent, int row)
{
    return parent->pages.find(static_cast<std::uint64_t>(row) / kPage).value_or(nullptr).get();
}

const Node* StructureModel::nodeOf(Item* parent, int row) const
{
    if (parent->step > 1 || !parent->failure.isEmpty() || row >= parent->rows())
        return nullptr;
    const Page* const page = pageOf(parent, row);
    if ((!page || page->refreshed != m_refreshed) && parent != m_root.get())
        ask(parent, static_cast<std::uint64_t>(row) / kPage);
    return knownNodeOf(parent, row);
}

const Node* StructureModel::knownNodeOf(Item* parent, int row)
{
    const auto position = static_cast<std::uint64_t>(row);
    const Page* const page = pageOf(parent, row);
    if (!page) {
        const auto known = parent->known.find(position);
        return known == parent->known.end() ? nullptr : &known->second;
    }
    const auto place = static_cast<std::size_t>(position % kPage);
    return place < page->nodes.size() ? &page->nodes[place] : nullptr;
}

std::optional<Node> StructureModel::nodeAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    const Node* node = nodeOf(parentItem(index), index.row());
    return node ? std::optional(*node) : std::nullopt;
}

QModelIndex StructureModel::indexFor(const std::vector<Resolved::Level>& way)
{
    Item* item = childItem(m_root.get(), 0);
    QModelIndex at = index(0, 0);
    for (const Resolved::Level& level : way) {
        if (!item->loaded)
            item->setCount(level.siblings);
        announce(item);
        while (true) {
            if (level.position < item->first || level.position - item->first >= item->count
                || !item->failure.isEmpty())
                return {}; // the tree knows another list by now
            const int row = static_cast<int>((level.position - item->first) / item->step);
            at = createIndex(row, 0, item);
            const bool isRange = item->step > 1;
            if (!isRange)
                item->known.insert_or_assign(static_cast<std::uint64_t>(row), level.node);
            item = childItem(item, row);
            if (!isRange)
                break;
            announce(item);
        }
        item->id = level.node.id;
    }
    return at;
}

void StructureModel::setNotes(const SessionNotes* notes)
{
    m_notes = notes;
    const auto follow = [this] {
        if (!m_asksPaths && m_notes->hasNodes()) {
            m_asksPaths = true;
            refresh();
        }
    };
    connect(notes, &SessionNotes::changed, this, follow);
    follow();
}

void StructureModel::refresh()
{
    askRoot();
    ++m_refreshed;
    // Iterative: a hostile tree may be as deep as its format allows.
    std::vector<Item*> open {m_root.get()};
    while (!open.empty()) {
        Item* item = open.back();
        open.pop_back();
        item->known.clear();
        if (item->announced && item->count == 0 && item->parent) { // more may be known by now
            item->announced = item->loaded = false;
            item->failure.clear();
            ask(item, 0);
        }
        for (const auto& [row, child] : item->items)
            open.push_back(child.get());
    }
    emit refreshed();
}

QModelIndex StructureModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column < 0 || column > 1 || parent.column() > 0)
        return {};
    Item* item = itemOf(parent);
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
    // Asked for each row of a list that is expanded, and read only where rows are seen.
    const Node* node = above->failure.isEmpty() ? knownNodeOf(above, parent.row()) : nullptr;
    return node && node->expandable;
}

bool StructureModel::canFetchMore(const QModelIndex& parent) const
{
    return parent.isValid() && parent.column() == 0 && hasChildren(parent) && !itemOf(parent)->announced;
}

void StructureModel::fetchMore(const QModelIndex& parent)
{
    Item* item = itemOf(parent);
    item->wanted = true;
    if (item->loaded)
        announce(item);
    else
        ask(item, 0);
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
    if (parent->step > 1)
        return index.column() == 0 ? rangeData(parent, index.row(), role) : QVariant();
    const Node* node = nodeOf(parent, index.row());
    if (!node)
        return {};
    if (index.column() == 1) {
        if ((role == Qt::DisplayRole || role == Qt::AccessibleTextRole) && node->range.length > 0)
            return groupedText(node->range.length);
        return {};
    }
    if (role == Qt::AccessibleTextRole)
        return fromUtf8(node->label + " " + shortened(node->value, 400));
    if (role == kIconRole && node->kind == NodeKind::capture && m_captureIsFolder)
        return QByteArray(lookOf(NodeKind::folder).icon);
    if (role == kNoteRole) {
        const Page* const page = pageOf(parent, index.row());
        const std::size_t place = static_cast<std::size_t>(index.row()) % kPage;
        return page && place < page->paths.size() && m_notes && m_notes->hasNode(page->paths[place]);
    }
    return nodeData(*node, role);
}

QVariant StructureModel::rangeData(Item* parent, int row, int role) const
{
    const Item::Range range = parent->rangeAt(row);
    const QString span =
        groupedText(range.first) + QStringLiteral("–") + groupedText(range.first + range.count - 1);
    if (parent->noun.isEmpty())
        ask(parent, 0); // what they are called
    const QString amount =
        groupedText(range.count) + QLatin1Char(' ') + (parent->noun.isEmpty() ? tr("items") : parent->noun);
    switch (role) {
    case Qt::DisplayRole: return span;
    case kValueRole: return amount;
    case Qt::AccessibleTextRole: return span + QStringLiteral(" · ") + amount;
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
