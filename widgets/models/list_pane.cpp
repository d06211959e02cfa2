#include "widgets/models/list_pane.h"

#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>

namespace traceglass {

ListPane::ListPane(DocumentSession* session, RowView* table, QAbstractItemModel* model, const QString& name,
                   QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_table(table)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    model->setParent(this);
    m_table->setModel(model);
    m_table->setAccessibleName(name);
    setFocusProxy(m_table);
}

void ListPane::makeFilter(const QString& hint, const QString& name, const char* iconName)
{
    m_filter = new QLineEdit;
    m_filter->setPlaceholderText(hint);
    m_filter->setAccessibleName(name);
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(iconName), QLineEdit::LeadingPosition);
    m_filter->installEventFilter(this);
}

void ListPane::makeSortable(int column)
{
    m_table->header()->setSortIndicator(column, Qt::AscendingOrder);
    m_table->header()->setSortIndicatorClearable(column < 0);
    m_table->setSortingEnabled(true);
}

QStackedWidget* ListPane::makePages(QWidget* left, QWidget* right)
{
    m_empty = new QLabel;
    m_empty->setTextFormat(Qt::RichText);
    m_empty->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(12, 12, 12, 12);
    m_empty->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(left);
    m_splitter->addWidget(right);
    auto* const pages = new QStackedWidget;
    pages->addWidget(m_empty);
    pages->addWidget(m_splitter);
    return pages;
}

void ListPane::showList(bool any)
{
    setFocusProxy(any ? static_cast<QWidget*>(m_table) : m_empty);
    static_cast<QStackedWidget*>(m_splitter->parentWidget())->setCurrentIndex(any ? 1 : 0);
}

bool ListPane::takeFilterKey(QAbstractItemView& list, const QKeyEvent& event, bool hasHits)
{
    const int key = event.key();
    if (key == Qt::Key_Escape && !m_filter->text().isEmpty()) {
        m_filter->clear();
        return true;
    }
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (key != Qt::Key_Escape && key != Qt::Key_Down && !isEnter)
        return false;
    if (isEnter && m_isWrong)
        return true;
    list.setFocus(Qt::TabFocusReason);
    if (hasHits && key != Qt::Key_Escape && !list.currentIndex().isValid())
        list.setCurrentIndex(list.model()->index(0, 0));
    return true;
}

bool ListPane::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = watched == m_filter && event->type() == QEvent::KeyPress;
    return (isKey && takeFilterKey(*m_table, *static_cast<QKeyEvent*>(event)))
        || QWidget::eventFilter(watched, event);
}

// A link in a text has the colour that it was laid out with.
void ListPane::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_empty)
        return;
    const QString text = m_empty->text();
    m_empty->clear();
    m_empty->setText(text);
}

void ListPane::contextMenuEvent(QContextMenuEvent* event)
{
    auto* const menu = passingMenu(this);
    shownTable()->addCopyActions(menu);
    shownTable()->addSortActions(menu);
    menu->popup(event->globalPos());
}

QByteArray ListPane::saveState() const
{
    if (!m_splitter)
        return m_table->header()->saveState();
    // What was never laid out has no sizes, and would have none the next time.
    const QList<int> sizes = m_splitter->sizes();
    return std::ranges::any_of(sizes, [](int size) { return size > 0; }) ? m_splitter->saveState()
                                                                         : m_restored;
}

void ListPane::restoreState(const QByteArray& state)
{
    m_restored = state;
    if (m_splitter)
        m_splitter->restoreState(state);
    else
        m_table->header()->restoreState(state);
}

}
