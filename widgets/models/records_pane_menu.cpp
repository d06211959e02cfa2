// The Records tab: its columns, copying and exporting.
#include "core/base/text.h"
#include "core/model/format.h"
#include "core/model/record_columns.h"
#include "widgets/common/command_text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/command_link.h"
#include "widgets/models/long_list.h"
#include "widgets/models/record_list_model.h"
#include "widgets/models/records_pane.h"
#include "widgets/session/asker.h"
#include "widgets/session/command_words.h"
#include "widgets/session/session_filter.h"

#include <QComboBox>
#include <QDataStream>
#include <QMessageBox>
#include <QPointer>
#include <QToolButton>

namespace traceglass {

namespace {

constexpr quint32 kRecordsState = 0x54475231; // "TGR1"

}

// --- columns

// Those of which the capture has nothing are never shown; of the others the user may put some away.
bool RecordsPane::hasColumn(int column) const
{
    const auto& list = m_model->listing().list;
    const bool isTable = !m_model->fields().empty();
    switch (RecordColumn(column)) {
    case RecordColumn::record:
    case RecordColumn::subject:
    case RecordColumn::fields: return !isTable;
    case RecordColumn::by: // of streams of a device: nobody causes their records
        return list && list->hasTimes() && m_session->axes().empty();
    case RecordColumn::time:
    case RecordColumn::sincePrevious: return list && list->hasTimes();
    default: return true;
    }
}

void RecordsPane::showColumns()
{
    for (int column = 0; column < kRecordColumns; ++column)
        m_table->setColumnHidden(column, !hasColumn(column) || (m_putAway >> column & 1) != 0);
    for (int column = kRecordColumns; column < m_model->columnCount(); ++column)
        m_table->setColumnHidden(column, m_putAwayFields.contains(fieldName(column)));
}

QString RecordsPane::fieldName(int column) const
{
    return m_type + QLatin1Char('.') + exactFromUtf8(columnName(RecordColumn(column), m_model->fields()));
}

QMenu* RecordsPane::makeMenu()
{
    auto* const menu = passingMenu(this);
    menu->setToolTipsVisible(true);
    m_table->addCopyActions(menu);
    m_table->addSortActions(menu);
    m_copyCommand->addTo(menu);
    menu->addAction(tr("Export…"), this, [this] {
        const QPointer self(this); // a reload may take it away meanwhile
        const QString path = newFile(window(), tr("Export the listed records"), QStringLiteral("records.csv"),
                                     tr("CSV (*.csv)"));
        if (self && !path.isEmpty())
            exportTo(path);
    });
    menu->addSeparator();
    for (QToolButton* const button : {m_obey, m_onTrack}) {
        if (button->isHidden())
            continue;
        QAction* const action = menu->addAction(button == m_obey ? tr("Only what the filter leaves")
                                                                 : tr("Only the track of the selected slice"));
        action->setCheckable(true);
        action->setChecked(button == m_obey ? m_obeys : button->isChecked());
        action->setEnabled(button->isEnabled());
        action->setToolTip(button->toolTip());
        connect(action, &QAction::triggered, button, &QToolButton::click);
    }
    menu->addSeparator();
    const bool isLast = m_table->shownColumns().size() == 1;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (!hasColumn(column))
            continue;
        const QString title = m_model->headerData(column, Qt::Horizontal).toString();
        QAction* const action = menu->addAction(literal(title));
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        if (isLast && action->isChecked()) {
            action->setEnabled(false);
            action->setToolTip(tr("The last column stays."));
        }
        connect(action, &QAction::toggled, this, [this, column](bool isShown) {
            if (column < kRecordColumns)
                m_putAway = isShown ? m_putAway & ~(1u << column) : m_putAway | 1u << column;
            else if (isShown)
                m_putAwayFields.removeAll(fieldName(column));
            else
                m_putAwayFields << fieldName(column);
            m_table->setColumnHidden(column, !isShown);
        });
    }
    return menu;
}

QByteArray RecordsPane::saveState() const
{
    QByteArray out;
    QDataStream stream(&out, QIODevice::WriteOnly);
    stream << kRecordsState << (m_model->fields().empty() ? ListPane::saveState() : m_listState)
           << quint32(m_putAway) << m_putAwayFields;
    return out;
}

void RecordsPane::restoreState(const QByteArray& state)
{
    QDataStream stream(state);
    quint32 kind = 0, putAway = 0;
    QByteArray header;
    stream >> kind >> header >> putAway;
    if (stream.status() != QDataStream::Ok || kind != kRecordsState)
        return;
    ListPane::restoreState(header);
    m_putAway = putAway;
    stream >> m_putAwayFields; // none: it is the state of an earlier version
    showColumns();
}

QStringList RecordsPane::columnsAway() const
{
    QStringList out;
    for (int column = 0; column < kRecordColumns; ++column)
        if ((m_putAway >> column & 1) != 0)
            out << exactFromUtf8(columnName(RecordColumn(column), {}));
    return out + m_putAwayFields;
}

void RecordsPane::setColumnsAway(const QStringList& names)
{
    m_putAwayFields = names;
    m_putAway = 0;
    for (int column = 0; column < kRecordColumns; ++column)
        if (m_putAwayFields.removeAll(exactFromUtf8(columnName(RecordColumn(column), {}))) > 0)
            m_putAway |= 1u << column;
    showColumns();
}

// --- copying and exporting

// What stands in the list: a text that is no query is not there yet.
QString RecordsPane::command() const
{
    QStringList words {QStringLiteral("tglass"), QStringLiteral("export"),
                       pathText(m_session->capture()->path()), QStringLiteral("--table"),
                       QStringLiteral("records")};
    if (const int table = m_tables->currentIndex(); table > 0)
        words << QStringLiteral("--type") << exactFromUtf8(m_known[std::size_t(table - 1)].name);
    if (isInRange())
        words << rangeWords(*m_session);
    const Timeline& timeline = *m_session->timeline();
    if (const auto track = m_track ? timeline.findTrack(m_track->kind, m_track->key) : std::nullopt)
        words << trackWords(timeline, *track);
    if (obeysFilter())
        words << QStringLiteral("--where") << m_sliceFilter->text();
    if (!m_words.isEmpty())
        words << QStringLiteral("--match") << m_words;
    if (m_sort.column >= 0) {
        words << QStringLiteral("--sort") << exactFromUtf8(columnName(RecordColumn(m_sort.column), m_fields));
        if (m_sort.order == Qt::AscendingOrder)
            words << QStringLiteral("--ascending");
    }
    return commandText(words);
}

void RecordsPane::exportTo(const QString& path)
{
    m_exportTo = path;
    if (m_isDue)
        fetch();
    else if (m_isChoiceDue && !isListing())
        choose();
    m_poll->start();
    ask::ExportRecords question {m_model->listing(), {}, m_model->fields(), pathOf(path)};
    if (!question.listing.list || isListing() || (obeysFilter() && m_sliceFilter->isAsking()))
        return; // look() comes back to it
    m_exportTo.clear();
    for (const int column : m_table->shownColumns())
        question.columns.push_back(RecordColumn(column));
    m_since.start();
    const Format& format = m_session->capture()->format();
    const QString done =
        tr("%1 exported to %2")
            .arg(countedText(question.listing.count(), format.record, format.records), shown(path));
    m_asker->ask(kAskExport, Priority::background, std::move(question),
                 [this, done](const std::optional<Error>& failure) {
                     tellHead();
                     if (!failure)
                         emit exported(done);
                     if (failure)
                         QMessageBox::warning(window(), tr("Export records"), fromUtf8(message(*failure)));
                 });
    tellHead();
}
}
