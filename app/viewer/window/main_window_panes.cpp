// The panes of a capture: how each is made and what it tells the window. The lower ones are made later than the window,
// so what they missed is asked of the session, and of them.
#include "app/viewer/commands/note_commands.h"
#include "app/viewer/search/filter_bar.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/main_window.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_pane.h"
#include "widgets/details/standing_view.h"
#include "widgets/findings/findings_pane.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/gpu/memory_pane.h"
#include "widgets/gpu/queues_pane.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/problems_pane.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/search_pane.h"
#include "widgets/models/structure_pane.h"
#include "widgets/notes/notes_pane.h"
#include "widgets/statistics/statistics_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QBoxLayout>
#include <QDockWidget>

namespace traceglass {

namespace {

const QString kStructureKey = QStringLiteral("window/structure");

QString paneKey(const QWidget& pane)
{
    return QStringLiteral("window/") + pane.objectName();
}

}

// --- all of them

void MainWindow::makePanes()
{
    m_timeline = new TimelinePane(m_session.get(), m_capturePage);
    m_timeline->setNameColors(savedNameColors());
    m_capturePage->layout()->addWidget(m_timeline);
    m_structure = new StructurePane(m_session.get(), m_structureDock);
    m_structure->restoreState(m_settings.bytes(kStructureKey));
    m_structureDock->setWidget(m_structure);
    m_details = new DetailsPane(m_session.get(), m_detailsDock);
    m_detailsDock->setWidget(m_details);
    connect(m_details->standing(), &StandingView::noneIsLonger, this,
            [this] { say(tr("No slice of this name took longer")); });
    makeLowerPanes();
}

// As it was left; `make` is a member of the window.
template <class Pane, class Make>
LaterPane<Pane> MainWindow::addPane(const char* name, const QString& title, Make make)
{
    return LaterPane<Pane>(m_tabs->addPage(name, title, [this, make](QWidget* page) {
        Pane* const pane = (this->*make)(page);
        pane->restoreState(m_settings.bytes(paneKey(*page)));
        return pane;
    }));
}

// In the order of Tab.
void MainWindow::makeLowerPanes()
{
    m_findingsPane = addPane<FindingsPane>("findings", tr("Findings"), &MainWindow::makeFindings);
    m_searchPane = addPane<SearchPane>("search", tr("Search"), &MainWindow::makeSearch);
    m_memory = addPane<MemoryPane>("memory", tr("Memory"), &MainWindow::makeGpuPane<MemoryPane>);
    m_queues = addPane<QueuesPane>("queues", tr("Queues"), &MainWindow::makeGpuPane<QueuesPane>);
    m_statistics = addPane<StatisticsPane>("statistics", tr("Statistics"), &MainWindow::makeStatistics);
    m_bytes = addPane<BytesPane>("bytes", tr("Bytes"), &MainWindow::makeBytes);
    m_records = addPane<RecordsPane>("records", tr("Records"), &MainWindow::makeRecords);
    m_flame = addPane<FlamePane>("flame", tr("Flame graph"), &MainWindow::makeFlame);
    m_notesPane = addPane<NotesPane>("notes", tr("Notes"), &MainWindow::makeNotes);
    m_problems = addPane<ProblemsPane>("problems", tr("Problems"), &MainWindow::makeProblems);
    const Capture& capture = *m_session->capture();
    m_tabs->setTabVisible(memoryTab, hasTimeline() && capture.hasTable("allocations"));
    m_tabs->setTabVisible(queuesTab, hasTimeline() && capture.hasTable("queue-events"));
    m_tabs->setTabVisible(statisticsTab, hasTimeline());
    m_tabs->setTabVisible(flameTab, capture.hasStacks());
    // What was recorded; where there is no time axis the panes fill the middle, and bytes are what there is.
    const auto chosen = hasTimeline() ? tabOf(m_settings.lowerPane()) : std::nullopt;
    const auto before = tabOf(QString::fromUtf8(m_settings.bytes(tabKey())));
    m_tabs->setCurrentIndex(chosen.value_or(before.value_or(hasTimeline() ? recordsTab : bytesTab)));
}

void MainWindow::savePanes()
{
    m_settings.setBytes(kStructureKey, m_structure->saveState());
    const auto save = [this](const auto&... panes) {
        const auto saveOne = [this](const auto& pane) {
            if (pane.isMade())
                m_settings.setBytes(paneKey(*pane.get()), pane->saveState());
        };
        (saveOne(panes), ...);
    };
    save(m_findingsPane, m_searchPane, m_memory, m_queues, m_statistics, m_bytes, m_records, m_flame,
         m_notesPane, m_problems);
}

// What is said of panes that need not be there.
void MainWindow::connectTabs()
{
    const auto tellFindings = [this] {
        m_tabs->bar()->setCount(findingsTab,
                                m_findings->isKnown() ? std::optional(qint64(m_findings->found().size()))
                                                      : std::nullopt);
    };
    connect(m_findings.get(), &SessionFindings::changed, this, tellFindings);
    connect(m_notes.get(), &SessionNotes::changed, this, [this] {
        const auto count = qint64(m_notes->notes().size());
        m_tabs->bar()->setCount(notesTab, count > 0 ? std::optional(count) : std::nullopt);
    });
    connect(m_session.get(), &DocumentSession::rangeChanged, this,
            [this] { markTab(queuesTab, m_session->range().has_value()); });
    // Later the Bytes pane says where it stands, which may be within what is selected.
    connect(m_session.get(), &DocumentSession::answerChanged, m_details, [this] {
        const Selection& selection = m_session->selection();
        if (!m_bytes.isMade() && selection.bytes.length > 0)
            m_details->setCaret(selection.bytes.source, selection.caret);
    });
}

void MainWindow::markTab(Tab tab, bool isRestricted)
{
    m_tabs->bar()->setMark(tab, isRestricted ? FlatTabBar::Mark::restricted : FlatTabBar::Mark::none);
}

void MainWindow::sayCopied(const QString& what)
{
    say(tr("Copied %1").arg(shown(what)));
}

// --- each of them

FindingsPane* MainWindow::makeFindings(QWidget* page)
{
    auto* const pane = new FindingsPane(m_session.get(), m_findings.get(), page);
    connect(pane, &FindingsPane::copied, this, &MainWindow::sayCopied);
    connect(pane, &FindingsPane::statisticsWanted, m_commands["slice.statistics"], &QAction::trigger);
    connect(pane, &FindingsPane::noteWanted, m_commands["notes.add"], &QAction::trigger);
    connect(pane, &FindingsPane::thresholdsWanted, this, &MainWindow::showThresholds);
    return pane;
}

SearchPane* MainWindow::makeSearch(QWidget* page)
{
    auto* const pane = new SearchPane(m_session.get(), m_search.get(), m_notes.get(), page);
    const auto tellCount = [this](std::optional<qint64> count) { m_tabs->bar()->setCount(searchTab, count); };
    connect(pane, &SearchPane::countChanged, this, tellCount);
    tellCount(pane->count());
    connect(pane, &SearchPane::copied, this, &MainWindow::sayCopied);
    connect(pane, &SearchPane::filterWanted, this, &MainWindow::filterBySearch);
    connect(pane, &SearchPane::noteChosen, m_notes.get(), [this](const std::string& id) {
        m_notes->choose({id});
        m_notes->goTo(id);
    });
    connect(pane, &SearchPane::noteWanted, m_noteCommands, &NoteCommands::editWanted);
    return pane;
}

template <class Pane>
Pane* MainWindow::makeGpuPane(QWidget* page)
{
    auto* const pane = new Pane(m_session.get(), page);
    connect(pane, &Pane::copied, this, &MainWindow::sayCopied);
    connect(m_timeline, &TimelinePane::nameColorsChanged, pane, &Pane::setNameColors);
    pane->setNameColors(m_timeline->nameColors());
    return pane;
}

StatisticsPane* MainWindow::makeStatistics(QWidget* page)
{
    auto* const pane = new StatisticsPane(m_session.get(), m_filter.get(), m_baseline.get(), page);
    connect(pane, &StatisticsPane::restrictedChanged, this, [this](bool is) { markTab(statisticsTab, is); });
    markTab(statisticsTab, pane->isRestricted());
    connect(pane, &StatisticsPane::searchWanted, this, &MainWindow::searchFor);
    connect(pane, &StatisticsPane::filterWanted, this, &MainWindow::filterByQuery);
    connect(pane, &StatisticsPane::copied, this, &MainWindow::sayCopied);
    connect(m_timeline, &TimelinePane::nameColorsChanged, pane->model(), &StatisticsModel::setNameColors);
    pane->model()->setNameColors(m_timeline->nameColors());
    connect(pane->compareBar(), &CompareBar::timeLinkWanted, this, &MainWindow::switchLink);
    pane->compareBar()->setLinked(isLinkedWithBaseline());
    return pane;
}

BytesPane* MainWindow::makeBytes(QWidget* page)
{
    auto* const pane = new BytesPane(m_session.get(), page);
    connect(pane, &BytesPane::caretMoved, m_details, &DetailsPane::setCaret);
    pane->setNotes(m_notes.get());
    return pane;
}

RecordsPane* MainWindow::makeRecords(QWidget* page)
{
    auto* const pane = new RecordsPane(m_session.get(), page);
    pane->setSliceFilter(m_filter.get());
    connect(pane, &RecordsPane::countChanged, this,
            [this, pane](qint64 count) { m_tabs->bar()->setCount(recordsTab, count, pane->hasMore()); });
    connect(pane, &RecordsPane::restrictedChanged, this, [this](bool is) { markTab(recordsTab, is); });
    markTab(recordsTab, pane->isRestricted());
    connect(pane, &RecordsPane::copied, this, &MainWindow::sayCopied);
    connect(pane, &RecordsPane::exported, this, &MainWindow::say);
    return pane;
}

FlamePane* MainWindow::makeFlame(QWidget* page)
{
    auto* const pane = new FlamePane(m_session.get(), page);
    pane->setSliceFilter(m_filter.get());
    connect(pane, &FlamePane::copied, this, &MainWindow::sayCopied);
    connect(pane, &FlamePane::restrictedChanged, this, [this](bool is) { markTab(flameTab, is); });
    markTab(flameTab, pane->isRestricted());
    return pane;
}

NotesPane* MainWindow::makeNotes(QWidget* page)
{
    auto* const pane = new NotesPane(m_session.get(), m_notes.get(), page);
    connect(pane, &NotesPane::addWanted, m_commands["notes.add"], &QAction::trigger);
    connect(pane, &NotesPane::dropped, this, [this] {
        const QString key = m_commands["edit.undo"]->shortcut().toString(QKeySequence::NativeText);
        say(tr("What was written is dropped; Undo brings it back (%1)").arg(key));
    });
    connect(pane, &NotesPane::left, this, [this](QWidget* to) {
        for (int i = 0; i < m_tabs->count(); ++i)
            if (m_tabs->widget(i)->isAncestorOf(to))
                m_tabs->setCurrentIndex(i);
        to->setFocus();
    });
    return pane;
}

ProblemsPane* MainWindow::makeProblems(QWidget* page)
{
    auto* const pane = new ProblemsPane(m_session.get(), page);
    connect(pane, &ProblemsPane::bytesWanted, this, [this] { m_tabs->setCurrentIndex(bytesTab); });
    return pane;
}

}
