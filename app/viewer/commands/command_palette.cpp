#include "app/viewer/commands/command_palette.h"

#include "app/viewer/commands/commands.h"
#include "widgets/common/fuzzy.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kActionRole = Qt::UserRole + 1;
constexpr int kRow = 26;
constexpr int kRowsShown = 12;
constexpr int kNoneMargin = 4;

const QAction* actionOf(const QModelIndex& index)
{
    return index.data(kActionRole).value<QAction*>();
}

// Name, the menu it is in, its keys at the right.
class CommandDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {0, kRow}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QAction* action = actionOf(index);
        const Theme& theme = Theme::of(option.widget);
        const bool selected = option.state & QStyle::State_Selected;
        painter->fillRect(option.rect, selected ? theme.highlight : theme.base);
        const QRect area = option.rect.adjusted(10, 0, -10, 0);
        painter->setFont(option.font);
        painter->setPen(selected ? theme.highlightedText : action->isEnabled() ? theme.text : theme.disabled);
        const QString text = Commands::plainText(action);
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft, text);
        painter->setPen(selected ? theme.highlightedText : theme.text3);
        const int after = option.fontMetrics.horizontalAdvance(text) + 10;
        painter->drawText(area.adjusted(after, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                          Commands::group(action));
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight, Commands::keys(action));
    }
};

}

CommandPalette* CommandPalette::showOver(QWidget* window, const Commands& commands)
{
    return hasClosed<CommandPalette>(window) ? nullptr : new CommandPalette(window, commands);
}

CommandPalette::CommandPalette(QWidget* window, const Commands& commands)
    : FieldOverlay(window, tr("Command palette"), "search")
    , m_commands(commands)
{
    field()->setPlaceholderText(tr("Type a few letters of a command"));
    field()->setAccessibleName(tr("Command"));
    m_list = new QListView(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Commands"));
    m_model = new QStandardItemModel(this);
    m_list->setModel(m_model);
    rows()->addWidget(m_list);
    m_none = new QLabel(tr("No command has these letters."), this);
    m_none->setMargin(kNoneMargin);
    rows()->addWidget(m_none, 1);
    connect(field(), &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListView::clicked, this, &CommandPalette::run);
    present();
    filter({});
}

void CommandPalette::filter(const QString& letters)
{
    struct Hit
    {
        QAction* action;
        int score;
    };
    std::vector<Hit> hits;
    for (QAction* action : m_commands.all()) {
        const QString text = Commands::plainText(action);
        auto match = fuzzyMatch(letters, text);
        if (!match)
            match = fuzzyMatch(letters, Commands::group(action) + QLatin1Char(' ') + text);
        if (match)
            hits.push_back({action, match->score - (action->isEnabled() ? 0 : 1000)});
    }
    std::ranges::stable_sort(hits, std::greater {}, &Hit::score);
    m_model->clear();
    for (const Hit& hit : hits) {
        auto* item = new QStandardItem(Commands::plainText(hit.action));
        item->setData(QVariant::fromValue(hit.action), kActionRole);
        item->setToolTip(hit.action->toolTip());
        m_model->appendRow(item);
    }
    m_list->setVisible(!hits.empty());
    m_none->setVisible(hits.empty());
    m_list->setCurrentIndex(m_model->index(0, 0));
    const int rows = std::clamp(m_model->rowCount(), 1, kRowsShown);
    resize(width(), std::min(kRow * rows + 56, parentWidget()->height() - 96));
}

QStringList CommandPalette::shown() const
{
    QStringList names;
    for (int row = 0; row < m_model->rowCount(); ++row)
        names << m_model->item(row)->text();
    return names;
}

void CommandPalette::run()
{
    auto* action = m_list->currentIndex().data(kActionRole).value<QAction*>();
    if (!action || !action->isEnabled())
        return;
    close();
    QTimer::singleShot(0, action, &QAction::trigger); // after the focus is back where the command acts
}

bool CommandPalette::takeKey(QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: run(); return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: QApplication::sendEvent(m_list, &event); return true;
    default: return false;
    }
}

}
