#include "widgets/models/search_pane.h"

#include "core/base/text.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QKeyEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>

namespace traceglass {

namespace {

// A scroll bar counts in int: of more hits each of its steps is several.
constexpr std::uint64_t kMostSteps = 1'000'000'000;

std::uint64_t hitsPerStep(std::uint64_t total)
{
    return total / kMostSteps + 1;
}

}

SearchPane::SearchPane(DocumentSession* session, SessionSearch* search, QWidget* parent)
    : ListPane(session, new RowView(metrics::kTableRow), new HitsModel(session), tr("Search"), parent)
    , m_search(search)
    , m_model(static_cast<HitsModel*>(m_table->model()))
    , m_head(new QLabel)
    , m_bar(new QScrollBar(Qt::Vertical))
{
    m_head->setAccessibleName(tr("What the search found"));
    m_head->setContentsMargins(12, 5, 12, 5);
    m_head->setTextFormat(Qt::PlainText);
    m_bar->setAccessibleName(tr("All hits"));
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setAlternatingRowColors(true);
    m_table->fitColumn(HitsModel::time, QStringLiteral("+9999.999999 s"));
    m_table->fitColumn(HitsModel::track, QStringLiteral("connection handler #2400"));
    m_table->fitColumn(HitsModel::duration, QStringLiteral("999.999 ms"));
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
    inColumn({}, 0, {m_head, {inRow({}, 0, {{m_table, 1}, m_bar}), 1}}, this);

    connect(m_bar, &QScrollBar::valueChanged, this, [this](int value) {
        if (!m_following)
            showFrom(static_cast<std::uint64_t>(value) * hitsPerStep(m_model->total()));
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (row.isValid() && !m_following)
                    goTo(m_model->first() + static_cast<std::uint64_t>(row.row()));
            });
    connect(m_model, &HitsModel::shown, this, &SearchPane::markCurrent);
    connect(search, &SessionSearch::foundChanged, this, &SearchPane::showState);
    connect(search, &SessionSearch::placeChanged, this, &SearchPane::follow);
    connect(session, &DocumentSession::indexingChanged, this, &SearchPane::showState);
    showState();
}

int SearchPane::rowsInView() const
{
    const int row = std::max(metrics::kTableRow, m_table->sizeHintForRow(0));
    return std::max(1, m_table->viewport()->height() / row);
}

void SearchPane::showState()
{
    const HitOrderPtr& found = m_search->found();
    m_model->setFound(m_search->isActive() ? found : nullptr);
    const std::uint64_t total = m_model->total();
    QString head;
    if (const auto& error = m_search->error())
        head = fromUtf8(error->sentence);
    else if (m_search->isActive() && found)
        head = tr("%1 of %2 slices")
                   .arg(fromUtf8(counted(total, "hit", "hits")), fromUtf8(grouped(found->hits().asked())));
    if (found && !m_session->timeline()->complete) {
        const std::uint64_t all = m_session->indexTotal();
        head += all > 0 ? tr(" · %1 % read").arg(m_session->indexDone() * 100 / all) : tr(" · so far");
    }
    m_head->setText(head);
    m_head->setVisible(!head.isEmpty());
    const QString text = m_search->query();
    m_table->setEmptyText(
        !m_search->isActive()
            ? tr("Nothing is searched for. Ctrl+F, then words, /expressions/ or conditions such as "
                 "duration >= 10 ms.")
            : !found ? tr("Searching …")
            : m_search->isInRange() || m_search->isOnTrack()
            ? tr("No “%1” where was searched.").arg(text)
            : tr("No “%1” in %2 slices.").arg(text, fromUtf8(grouped(found->hits().asked()))));
    emit countChanged(m_search->isActive() && found ? std::optional<qint64>(qint64(total)) : std::nullopt);
    fit();
}

void SearchPane::fit()
{
    const QScopedValueRollback following(m_following, true);
    const std::uint64_t total = m_model->total();
    m_model->setView(m_model->first(), rowsInView());
    const auto rows = static_cast<std::uint64_t>(rowsInView());
    const std::uint64_t step = hitsPerStep(total);
    m_bar->setRange(0, static_cast<int>((total - std::min(total, rows)) / step));
    m_bar->setPageStep(static_cast<int>(rows));
    m_bar->setValue(static_cast<int>(m_model->first() / step));
    m_bar->setVisible(total > rows);
    markCurrent();
}

void SearchPane::showFrom(std::uint64_t first)
{
    const QScopedValueRollback following(m_following, true);
    m_model->setView(first, rowsInView());
    m_bar->setValue(static_cast<int>(m_model->first() / hitsPerStep(m_model->total())));
    markCurrent();
}

void SearchPane::goTo(std::uint64_t hit)
{
    if (m_model->total() == 0)
        return;
    m_current = std::min(hit, m_model->total() - 1);
    m_select = true;
    const auto rows = static_cast<std::uint64_t>(rowsInView());
    if (*m_current < m_model->first())
        showFrom(*m_current);
    else if (*m_current >= m_model->first() + rows)
        showFrom(*m_current - rows + 1);
    else
        markCurrent();
}

// The current row, if it is in view.
void SearchPane::markCurrent()
{
    const QScopedValueRollback following(m_following, true);
    const bool isInView = m_current && *m_current >= m_model->first()
        && *m_current < m_model->first() + static_cast<std::uint64_t>(m_model->rowCount());
    if (!isInView) {
        m_table->selectionModel()->clear();
        return;
    }
    const int row = static_cast<int>(*m_current - m_model->first());
    m_table->setCurrentIndex(m_model->index(row, 0));
    if (const query::Hit* const hit = m_model->hitAt(row); hit && std::exchange(m_select, false))
        m_search->select(*hit);
}

void SearchPane::follow()
{
    if (m_select)
        return;
    m_current = m_search->place();
    const auto rows = static_cast<std::uint64_t>(rowsInView());
    if (m_current && (*m_current < m_model->first() || *m_current >= m_model->first() + rows))
        showFrom(*m_current - std::min(*m_current, rows / 2));
    else
        markCurrent();
}

bool SearchPane::takeKey(const QKeyEvent& key)
{
    const std::uint64_t now = m_current.value_or(m_model->first()), last = m_model->total() - 1;
    const auto page = static_cast<std::uint64_t>(rowsInView());
    if (m_model->total() == 0)
        return false;
    switch (key.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!key.modifiers().testFlag(Qt::ControlModifier))
            return false;
        emit filterWanted(m_search->query());
        break;
    case Qt::Key_Up: goTo(now - std::min<std::uint64_t>(now, 1)); break;
    case Qt::Key_Down: goTo(m_current ? std::min(now + 1, last) : now); break;
    case Qt::Key_PageUp: goTo(now - std::min(now, page)); break;
    case Qt::Key_PageDown: goTo(std::min(now + page, last)); break;
    case Qt::Key_Home: goTo(0); break;
    case Qt::Key_End: goTo(last); break;
    default: return false;
    }
    return true;
}

bool SearchPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress)
        return takeKey(*static_cast<QKeyEvent*>(event));
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &SearchPane::fit, Qt::QueuedConnection);
    if (watched == m_table->viewport() && event->type() == QEvent::Wheel) {
        constexpr int kRowsANotch = 3, kNotch = 120;
        const int rows = static_cast<QWheelEvent*>(event)->angleDelta().y() * kRowsANotch / kNotch;
        const std::uint64_t first = m_model->first();
        showFrom(rows < 0 ? first + static_cast<std::uint64_t>(-rows)
                          : first - std::min(first, static_cast<std::uint64_t>(rows)));
        return true;
    }
    return ListPane::eventFilter(watched, event);
}

}
