#include "widgets/models/search_pane.h"

#include "core/base/text.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/long_list.h"

#include <QKeyEvent>
#include <QLabel>

namespace traceglass {

SearchPane::SearchPane(DocumentSession* session, SessionSearch* search, QWidget* parent)
    : ListPane(session, new RowView(metrics::kTableRow), new HitsModel(session), tr("Search"), parent)
    , m_search(search)
    , m_model(static_cast<HitsModel*>(m_table->model()))
    , m_head(new QLabel)
    , m_copy(new LinkLabel(tr("copy as command")))
    , m_list(new LongList(m_table, m_model, tr("All hits")))
{
    m_head->setAccessibleName(tr("What the search found"));
    m_head->setContentsMargins(12, 5, 12, 5);
    m_head->setTextFormat(Qt::PlainText);
    m_table->fitColumn(HitsModel::time, QStringLiteral("+9999.999999 s"));
    m_table->fitColumn(HitsModel::track, QStringLiteral("connection handler #2400"));
    m_table->fitColumn(HitsModel::duration, QStringLiteral("999.999 ms"));
    m_table->installEventFilter(this);
    connect(m_copy, &LinkLabel::clicked, this, &SearchPane::copyWanted);
    inColumn({}, 0, {inRow({0, 0, 12, 0}, 8, {{m_head, 1}, m_copy}), {m_list, 1}}, this);

    connect(m_list, &LongList::chosen, this, [this](int row) { m_search->select(*m_model->hitAt(row)); });
    connect(search, &SessionSearch::foundChanged, this, &SearchPane::showState);
    connect(search, &SessionSearch::placeChanged, this, &SearchPane::follow);
    connect(session, &DocumentSession::indexingChanged, this, &SearchPane::showState);
    showState();
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
    if (const QString remark = m_search->remark(); !remark.isEmpty() && !m_search->error())
        head += (head.isEmpty() ? QString() : m_search->isOfNames() ? tr(" in names · ") : tr(" · ")) + remark;
    m_head->setText(head);
    m_head->setVisible(!head.isEmpty());
    const QString whyNot = m_search->whyNoCommand();
    m_copy->setVisible(!head.isEmpty());
    m_copy->setEnabled(whyNot.isEmpty());
    m_copy->setToolTip(whyNot.isEmpty() ? tr("A command that prints the same rows") : whyNot);
    const QString text = m_search->query();
    m_table->setEmptyText(
        !m_search->isActive()
            ? tr("Nothing is searched for. Ctrl+F, then words, /expressions/ or conditions such as "
                 "duration >= 10 ms.")
            : !found ? tr("Searching …")
            : !m_search->restrictions().empty()
            ? tr("No “%1” where was searched.").arg(text)
            : tr("No “%1” in %2 slices.").arg(text, fromUtf8(grouped(found->hits().asked()))));
    emit countChanged(m_search->isActive() && found ? std::optional<qint64>(qint64(total)) : std::nullopt);
    m_list->refit();
}

void SearchPane::follow()
{
    if (!m_list->isChoosing())
        m_list->setCurrent(m_search->place());
}

bool SearchPane::eventFilter(QObject* watched, QEvent* event)
{
    const auto* const key =
        watched == m_table && event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
    if (key && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
        && key->modifiers().testFlag(Qt::ControlModifier) && m_model->total() > 0) {
        emit filterWanted(m_search->query());
        return true;
    }
    return ListPane::eventFilter(watched, event);
}

}
