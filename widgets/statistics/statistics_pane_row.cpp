// The rows of the Statistics tab: durations of the current one, where it leads, menu and keys.
#include "core/base/text.h"
#include "core/stats/table_csv.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/command_link.h"
#include "widgets/statistics/histogram_view.h"
#include "widgets/statistics/statistics_pane.h"

#include <QKeyEvent>
#include <QMessageBox>
#include <QPointer>
#include <QSplitter>

namespace traceglass {

namespace {

constexpr int kRoomForHistogram = 760;

std::optional<std::int64_t> integerOf(const StatTable& table, std::string_view id, std::size_t row)
{
    const StatColumn* const column = table.column(id);
    if (!column || row >= column->integers.size() || column->integers[row] == kNoInteger)
        return {};
    return column->integers[row];
}

}

void StatisticsPane::showRow()
{
    const QModelIndex current = m_table->currentIndex();
    const StatTablePtr& table = m_model->table();
    const bool hasRow = table && current.isValid();
    const std::size_t row = hasRow ? m_model->rowInTable(current.row()) : 0;
    const StatHistogram* const ofA = hasRow ? histogramOfA(row) : nullptr;
    const bool hasBars = hasRow && row < table->histograms.size() && (ofA || !table->histograms[row].empty());
    m_splitter->widget(1)->setVisible(table && !table->histograms.empty()
                                      && width() >= grown(kRoomForHistogram, this));
    std::vector<HistogramView::Mark> marks;
    if (hasBars) {
        for (const auto& [id, title] : {std::pair("p50_ns", "p50"), {"p95_ns", "p95"}, {"p99_ns", "p99"}}) {
            if (const auto ns = integerOf(*table, id, row))
                marks.push_back({QString::fromLatin1(title), *ns});
        }
    }
    if (const auto ns = hasBars ? selectedIn(row) : std::nullopt)
        marks.push_back({tr("selected"), *ns, true});
    const Theme& theme = Theme::of(this);
    const QVariant color =
        hasRow ? m_model->data(m_model->index(current.row(), 0), kNameColorRole) : QVariant();
    std::vector<stats::HistogramBar> bars;
    std::vector<std::uint64_t> line;
    if (hasBars) {
        const StatHistogram& own = table->histograms[row];
        bars = stats::bars(ofA ? stats::merged(own, *ofA) : own);
        if (ofA) {
            const auto counts = stats::countsIn(bars, own);
            for (std::size_t i = 0; i < bars.size(); ++i)
                bars[i].count = counts[i];
            line = stats::countsIn(bars, *ofA);
        }
    }
    const auto order = hasRow && row < table->orders.size() ? table->orders[row] : nullptr;
    m_histogram->setDurationText(
        [session = m_session, order](std::int64_t ns) {
            return order ? fromUtf8(stats::stepsText(*order, ns)) : session->durationText(ns);
        },
        order ? order->stepNs : 1);
    m_histogram->setBars(std::move(bars), std::move(marks),
                         color.isValid() && color.toInt() >= 0 ? theme.nameColor(color.toInt())
                                                               : theme.polling,
                         std::move(line));
    if (!hasRow)
        m_rowTitle->setFullText({});
    else if (hasBars)
        m_rowTitle->setFullText(
            tr("%1 · %2%3")
                .arg(fromUtf8(table->keys[row]),
                     countedText(stats::countOf(table->histograms[row]), "duration", "durations"),
                     lineText()));
    else
        m_rowTitle->setFullText(m_asker->isWaiting(kPercentiles)
                                    ? tr("%1 · reckoning …").arg(fromUtf8(table->keys[row]))
                                    : tr("%1 · no durations").arg(fromUtf8(table->keys[row])));
    showChosen();
}

// How long the selected slice took, where it is one of the row.
std::optional<std::int64_t> StatisticsPane::selectedIn(std::size_t row) const
{
    const auto id = m_session->selection().slice;
    const auto track = id && m_timeline ? m_timeline->findTrack(id->kind, id->trackKey) : std::nullopt;
    const auto slice = track ? m_timeline->findSlice(*id) : std::nullopt;
    const auto range = m_baseline->rangeOfB();
    if (!slice || !second().isEmpty() || (range && !overlaps(slice->startNs, slice->endNs, *range)))
        return {};
    const std::string_view word = m_made;
    const bool isPoll = slice->name == stateName(TaskState::polling) && id->kind == TrackKind::states;
    const StringId name = word == wordOf(stats::SliceKey::task) && isPoll ? m_timeline->track(*track).name
        : word == wordOf(stats::SliceKey::name)                           ? slice->name
                                                                          : stateName(TaskState::none);
    if (name == stateName(TaskState::none) || m_timeline->text(name) != m_model->table()->keys[row])
        return {};
    return slice->durationNs();
}

void StatisticsPane::showChosen()
{
    constexpr int kLinesWithLinks = 10;
    const bool hasRoom =
        m_histogram->chosen() || !isLower(kLinesWithLinks); // the menu of the row has the others
    const bool isLinked = !chosenQuery().isEmpty() && hasRoom;
    m_searchThese->setText(m_histogram->chosen()
                               ? tr("search these %1").arg(fromUtf8(grouped(m_histogram->chosenCount())))
                               : tr("search all of them"));
    m_searchThese->setVisible(isLinked);
    m_filterThese->setVisible(isLinked);
}

QString StatisticsPane::rowQuery() const
{
    const QModelIndex current = m_table->currentIndex();
    const StatTablePtr& table = m_model->table();
    if (!table || !current.isValid())
        return {};
    const std::size_t row = m_model->rowInTable(current.row());
    const QString query = row < table->queries.size() ? fromUtf8(table->queries[row]) : QString();
    const auto runs = isCompared() ? m_baseline->chosenRuns() : std::nullopt;
    return query.isEmpty() || !runs
        ? query
        : QStringLiteral("(%1) track : \"%2/\"").arg(query, exactFromUtf8(runs->b)); // of that run alone
}

QString StatisticsPane::chosenQuery() const
{
    const QString row = rowQuery();
    const auto chosen = m_histogram->chosen();
    if (row.isEmpty() || !chosen)
        return row;
    return QStringLiteral("%1 duration = %2 ns .. %3 ns").arg(row).arg(chosen->startNs).arg(chosen->endNs);
}

void StatisticsPane::goToLongest()
{
    const QModelIndex current = m_table->currentIndex();
    for (int column = 1; current.isValid() && column < m_model->columnCount(); ++column) {
        if (m_model->table()->columns[std::size_t(column - 1)].id != "max_ns")
            continue;
        if (const auto place = m_model->placeAt(current.siblingAtColumn(column)))
            m_view->goTo(*place);
    }
}

// Names and numbers do not say what they are of: the name of their file does.
QString StatisticsPane::exportName() const
{
    constexpr qsizetype kLetters = 40; // of names in the capture: that of a file has 255 bytes
    QStringList parts {fromUtf8(m_session->capture()->name()).left(kLetters), m_choice->currentText()};
    if (!second().isEmpty())
        parts << second().left(kLetters);
    QString name = (parts << m_head->fullText()).join(QStringLiteral(", ")) + QStringLiteral(".csv");
    for (QChar& letter : name)
        if (QStringLiteral("/\\:*?\"<>|").contains(letter)) // not in every file system
            letter = QLatin1Char('-');
    return name;
}

void StatisticsPane::exportTo(const QString& path)
{
    if (!isMade()) {
        m_exportTo = path;
        m_exportDelay->start();
        return;
    }
    const StatTablePtr table = m_model->table();
    if (!table)
        return;
    std::vector<std::uint32_t> rows;
    for (int row = 0; row < m_model->rowCount(); ++row)
        rows.push_back(std::uint32_t(m_model->rowInTable(row)));
    m_asker->work<std::optional<Error>>(
        kExport, Priority::background,
        [table, timeline = m_timeline, columns = m_view->tableColumns(), rows = std::move(rows),
         to = pathOf(path), capture = m_session->capture()->path()](Job& job) {
            const auto done = stats::TableCsv {*table, timeline.get(), columns}.save(to, capture, rows, job);
            return done ? std::nullopt : std::optional(done.error());
        },
        [this](const std::optional<Error>& failure) {
            if (failure)
                QMessageBox::warning(window(), tr("Export the table"), fromUtf8(message(*failure)));
        });
}

void StatisticsPane::showMenu(const QPoint& at)
{
    const QModelIndex cell = m_table->indexAt(at);
    auto* const menu = passingMenu(this);
    const auto add = [&](const QString& text, bool isPossible, const auto& act) {
        menu->addAction(text, this, act)->setEnabled(isPossible);
    };
    const QString query = rowQuery();
    const bool canAsk = cell.isValid() && !query.isEmpty();
    if (const auto place = m_model->placeAt(cell))
        add(tr("&Go to this slice"), true, [this, place = *place] { m_view->goTo(place); });
    add(tr("Go to the &longest\tL"), cell.isValid(), [this] { goToLongest(); });
    add(tr("&Find these\tEnter"), canAsk, [this, query] { emit searchWanted(query); });
    add(tr("&Keep only these\tCtrl+Enter"), canAsk, [this, query] { emit filterWanted(query); });
    add(tr("&Exclude these"), canAsk,
        [this, query] { emit filterWanted(QStringLiteral("not (%1)").arg(query)); });
    menu->addSeparator();
    add(tr("&Copy the table\tCtrl+C"), m_model->rowCount() > 0, [this] { m_view->copy(); });
    addCopyMenu(menu, m_table);
    m_table->addSortActions(menu);
    add(tr("Copy the &durations of the row"), !m_histogram->bars().empty(), [this] {
        m_histogram->giveTable([](const CopiedTable& table) { toClipboard(table.text(), table.csv()); });
        emit copied(tr("the durations"));
    });
    m_copyCommand->addTo(menu);
    // Without its percentiles the file would not be that of the command.
    QAction* const save = menu->addAction(tr("E&xport…"), this, [this] {
        const QPointer self(this); // a reload may take it away meanwhile
        const QString path = newFile(window(), tr("Export the table"), exportName(), tr("CSV (*.csv)"));
        if (self && !path.isEmpty())
            exportTo(path);
    });
    save->setEnabled(m_model->rowCount() > 0 && isMade());
    save->setToolTip(m_asker->isWaiting(kPercentiles) ? tr("Percentiles are on their way.")
                         : !isMade()                  ? tr("Reckoning …")
                         : m_model->rowCount() == 0   ? tr("The table has no rows.")
                                                    : tr("All rows and the columns that are shown, as CSV"));
    menu->setToolTipsVisible(true);
    menu->addSeparator();
    menu->addMenu(makeColumnsMenu(menu));
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

bool StatisticsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_table || event->type() != QEvent::KeyPress)
        return ListPane::eventFilter(watched, event);
    const auto* const key = static_cast<QKeyEvent*>(event);
    const bool withControl = key->modifiers().testFlag(Qt::ControlModifier);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        if (rowQuery().isEmpty())
            return true;
        if (withControl)
            emit filterWanted(rowQuery());
        else
            emit searchWanted(rowQuery());
        return true;
    }
    if (key->key() == Qt::Key_L && !withControl) {
        goToLongest();
        return true;
    }
    return ListPane::eventFilter(watched, event);
}

}
