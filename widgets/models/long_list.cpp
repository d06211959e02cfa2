#include "widgets/models/long_list.h"

#include "widgets/common/lay_out.h"
#include "widgets/common/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

// A scroll bar counts in int: of more rows each of its steps is several.
constexpr std::uint64_t kMostSteps = 1'000'000'000;

std::uint64_t rowsPerStep(std::uint64_t total)
{
    return total / kMostSteps + 1;
}

}

LongList::LongList(RowView* table, LongModel* model, const QString& barName, QWidget* parent)
    : QWidget(parent)
    , m_table(table)
    , m_model(model)
    , m_bar(new QScrollBar(Qt::Vertical))
{
    m_bar->setAccessibleName(barName);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setAlternatingRowColors(true);
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
    inRow({}, 0, {{m_table, 1}, m_bar}, this);
    connect(m_bar, &QScrollBar::valueChanged, this, [this](int value) {
        if (!m_following)
            showFrom(static_cast<std::uint64_t>(value) * rowsPerStep(m_model->total()));
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (row.isValid() && !m_following)
                    goTo(m_model->first() + static_cast<std::uint64_t>(row.row()));
            });
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_following = true; });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] { m_following = false; });
    connect(m_model, &LongModel::shown, this, &LongList::markCurrent);
}

int LongList::rowsInView() const
{
    const int row = std::max(metrics::kTableRow, m_table->sizeHintForRow(0));
    return std::max(1, m_table->viewport()->height() / row);
}

void LongList::refit()
{
    const QScopedValueRollback following(m_following, true);
    const std::uint64_t total = m_model->total();
    const auto rows = static_cast<std::uint64_t>(rowsInView());
    // The current row stays in view where there is less room than before, or than was thought behind other panes.
    const std::uint64_t end = m_model->first() + rows;
    const bool goesOut = isInView(m_current) && *m_current >= end;
    m_model->setView(m_model->first() + (goesOut ? *m_current + 1 - end : 0), rowsInView());
    const std::uint64_t step = rowsPerStep(total);
    // Rounded up, so that the last step shows the last row.
    m_bar->setRange(0, static_cast<int>((total - std::min(total, rows) + step - 1) / step));
    m_bar->setPageStep(static_cast<int>(rows));
    m_bar->setValue(static_cast<int>(m_model->first() / step));
    m_bar->setVisible(total > rows);
    markCurrent();
}

void LongList::showFrom(std::uint64_t first)
{
    const QScopedValueRollback following(m_following, true);
    m_model->setView(first, rowsInView());
    m_bar->setValue(static_cast<int>(m_model->first() / rowsPerStep(m_model->total())));
    markCurrent();
}

void LongList::goTo(std::uint64_t row, bool extends)
{
    if (m_model->total() == 0)
        return;
    row = std::min(row, m_model->total() - 1);
    if (!extends || !m_current)
        m_anchor = row;
    goTo(row, RowRanges({std::min(m_anchor, row), std::max(m_anchor, row)}));
}

void LongList::goTo(std::uint64_t row, RowRanges selected)
{
    m_model->setSelected(std::move(selected));
    m_current = row;
    m_choosing = true;
    const auto rows = static_cast<std::uint64_t>(rowsInView());
    if (*m_current < m_model->first())
        showFrom(*m_current);
    else if (*m_current >= m_model->first() + rows)
        showFrom(*m_current - rows + 1);
    else
        markCurrent();
}

void LongList::setCurrent(std::optional<std::uint64_t> row)
{
    m_choosing = false;
    if (row != m_current) {
        m_anchor = row.value_or(0);
        m_model->setSelected(row ? RowRanges({*row, *row}) : RowRanges());
    }
    m_current = row;
    const auto rows = static_cast<std::uint64_t>(rowsInView());
    if (m_current && (*m_current < m_model->first() || *m_current >= m_model->first() + rows))
        showFrom(*m_current - std::min(*m_current, rows / 2));
    else
        markCurrent();
}

bool LongList::goOn(bool forward)
{
    const std::uint64_t total = m_model->total(), end = forward ? 0 : total - 1;
    if (total == 0)
        return false;
    const bool isWrapped = m_current && *m_current == (forward ? total - 1 : 0);
    goTo(!m_current || isWrapped ? end : forward ? *m_current + 1 : *m_current - 1);
    return isWrapped;
}

void LongList::reset()
{
    m_choosing = false;
    m_current.reset();
    m_model->setSelected({});
    showFrom(0);
    refit();
}

bool LongList::isInView(std::optional<std::uint64_t> row) const
{
    return row && *row >= m_model->first()
        && *row < m_model->first() + static_cast<std::uint64_t>(m_model->rowCount());
}

// The current row and the selected ones, as far as they are in view.
void LongList::markCurrent()
{
    const QScopedValueRollback following(m_following, true);
    const std::uint64_t first = m_model->first(),
                        end = first + static_cast<std::uint64_t>(m_model->rowCount());
    QItemSelection seen;
    for (const RowRange& range : m_model->selected().all())
        if (range.last >= first && range.first < end)
            seen.select(m_model->index(static_cast<int>(std::max(range.first, first) - first), 0),
                        m_model->index(static_cast<int>(std::min(range.last, end - 1) - first), 0));
    QItemSelectionModel* const marks = m_table->selectionModel();
    marks->select(seen, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!isInView(m_current))
        return marks->clearCurrentIndex();
    const int row = static_cast<int>(*m_current - first);
    marks->setCurrentIndex(m_model->index(row, 0), QItemSelectionModel::NoUpdate);
    if (m_model->isThere(row) && std::exchange(m_choosing, false))
        emit chosen(row);
}

bool LongList::takeKey(const QKeyEvent& key)
{
    if (m_model->total() == 0)
        return false;
    const std::uint64_t now = m_current.value_or(m_model->first()), last = m_model->total() - 1;
    const auto page = static_cast<std::uint64_t>(rowsInView());
    const bool extends = key.modifiers().testFlag(Qt::ShiftModifier);
    if (key.matches(QKeySequence::SelectAll)) {
        m_model->setSelected(RowRanges({0, last}));
        markCurrent();
        return true;
    }
    switch (key.key()) {
    case Qt::Key_Up: goTo(now - std::min<std::uint64_t>(now, 1), extends); break;
    case Qt::Key_Down: goTo(m_current ? std::min(now + 1, last) : now, extends); break;
    case Qt::Key_PageUp: goTo(now - std::min(now, page), extends); break;
    case Qt::Key_PageDown: goTo(std::min(now + page, last), extends); break;
    case Qt::Key_Home: goTo(0, extends); break;
    case Qt::Key_End: goTo(last, extends); break;
    default: return false;
    }
    return true;
}

// What is not about several rows is the table's.
bool LongList::takePress(const QMouseEvent& press)
{
    const QModelIndex index = m_table->indexAt(press.position().toPoint());
    if (!index.isValid())
        return false;
    const std::uint64_t row = m_model->placeOf(index.row());
    RowRanges selected = m_model->selected();
    if (press.button() == Qt::RightButton)
        return selected.has(row); // the menu is about all of them
    if (press.button() != Qt::LeftButton)
        return false;
    if (press.modifiers().testFlag(Qt::ControlModifier)) {
        selected.has(row) ? selected.remove(row) : selected.add({row, row});
        m_anchor = row;
        goTo(row, std::move(selected));
        return true;
    }
    const bool extends = press.modifiers().testFlag(Qt::ShiftModifier);
    if (extends || selected.count() > 1)
        goTo(row, extends);
    return extends;
}

bool LongList::takeDrag(const QMouseEvent& drag)
{
    const QModelIndex index = m_table->indexAt(drag.position().toPoint());
    if (!drag.buttons().testFlag(Qt::LeftButton))
        return false;
    if (index.isValid() && m_current && m_model->placeOf(index.row()) != *m_current)
        goTo(m_model->placeOf(index.row()), true);
    return true;
}

bool LongList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress)
        return takeKey(*static_cast<QKeyEvent*>(event));
    if (watched == m_table->viewport() && event->type() == QEvent::MouseButtonPress)
        return takePress(*static_cast<QMouseEvent*>(event));
    if (watched == m_table->viewport() && event->type() == QEvent::MouseMove)
        return takeDrag(*static_cast<QMouseEvent*>(event));
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &LongList::refit, Qt::QueuedConnection);
    if (watched == m_table->viewport() && event->type() == QEvent::Wheel) {
        constexpr int kRowsANotch = 3, kNotch = 120;
        const int rows = static_cast<QWheelEvent*>(event)->angleDelta().y() * kRowsANotch / kNotch;
        const std::uint64_t first = m_model->first();
        showFrom(rows < 0 ? first + static_cast<std::uint64_t>(-rows)
                          : first - std::min(first, static_cast<std::uint64_t>(rows)));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}
