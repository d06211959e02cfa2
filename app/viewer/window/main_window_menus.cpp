// The menus, and which of their commands can be used.
#include "app/viewer/commands/note_commands.h"
#include "app/viewer/commands/slice_commands.h"
#include "app/viewer/start/recent_captures.h"
#include "app/viewer/window/main_window.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/structure_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/timeline/scene/clock_alignment.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QDockWidget>
#include <QMenuBar>

namespace traceglass {

void MainWindow::makeMenus()
{
    menuBar()->setNativeMenuBar(false); // a window has one of those, but tabs have one each
    QMenu* file = menuBar()->addMenu(tr("&File"));
    m_commands.fill(file, {"file.open", "file.openFolder"});
    QMenu* recent = file->addMenu(tr("Open re&cent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
    m_commands.fill(file,
                    {"file.reopen", nullptr, "file.save", "file.saveAs", "file.saveBeside", "file.revert",
                     nullptr, "file.reload", "file.location", "file.copyPath", "file.export", "file.picture",
                     nullptr, "file.preferences", nullptr, "file.close", "file.quit"});

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    m_commands.fill(edit, {"edit.undo", "edit.redo", nullptr, "edit.copy"});
    m_commands.fill(edit->addMenu(tr("Copy &as")),
                    {"edit.copyTable", "edit.copyCsv", "edit.copyPicture", "edit.copySvg"});
    m_commands.fill(edit,
                    {"edit.paste",
                     nullptr,
                     "edit.copyHex",
                     "edit.copyArray",
                     "edit.copyText",
                     "edit.copyDetails",
                     "edit.copyStacks",
                     "edit.copyCommand",
                     nullptr,
                     "edit.search",
                     "search.next",
                     "search.previous",
                     nullptr,
                     "edit.filterSlices",
                     "edit.clearFilter",
                     "edit.saveSet",
                     "edit.sets",
                     "edit.filter",
                     "edit.filterTree",
                     nullptr,
                     "edit.range",
                     "edit.stepBack",
                     nullptr,
                     "edit.muteFinding",
                     "edit.thresholds",
                     nullptr,
                     "edit.findBytes",
                     "edit.findNext",
                     "edit.findPrevious"});

    QMenu* view = menuBar()->addMenu(tr("&View"));
    m_commands.fill(view,
                    {"view.zoomIn", "view.zoomOut", "view.fit", nullptr, "view.trackUp", "view.trackDown",
                     "view.pinTrack", "view.onlyTrack", "view.hideTrack", "view.showAll", nullptr});
    const std::pair<QDockWidget*, const char*> docks[] = {
        {m_structureDock, "view.structure"}, {m_detailsDock, "view.details"}, {m_bottomDock, "view.bottom"}};
    for (const auto& [dock, id] : docks) {
        QAction* action = m_commands.add(id, dock->windowTitle(), "", {}, tr("Show or hide this pane"),
                                         [dock = dock](bool on) { dock->setVisible(on); });
        action->setCheckable(true);
        connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
        view->addAction(action);
    }
    m_commands.fill(view, {nullptr});
    QMenu* times = view->addMenu(tr("Ti&mes and units"));
    m_commands.fill(times,
                    {"view.relative", "view.utc", "view.local", nullptr, "view.unitAuto", "view.unitS",
                     "view.unitMs", "view.unitUs", "view.unitNs", nullptr, "view.unit"});
    m_commands.fill(view, {"view.linkTime", "view.unlinkTime", nullptr, "view.stopIndexing"});
    QMenu* theme = view->addMenu(tr("&Theme"));
    m_commands.fill(theme,
                    {"view.themeSystem", "view.themeLight", "view.themeDark", "view.themeContrastLight",
                     "view.themeContrastDark"});
    m_commands.fill(view, {nullptr, "view.fullScreen"});

    QMenu* go = menuBar()->addMenu(tr("&Go"));
    m_sliceCommands->fill(go->addMenu(tr("&Selected slice")));
    go->addSeparator();
    m_commands.fill(go,
                    {"go.back",
                     "go.forward",
                     nullptr,
                     "go.to",
                     nullptr,
                     "go.nextSlice",
                     "go.previousSlice",
                     "go.first",
                     "go.last",
                     "go.longest",
                     "go.maximum",
                     "go.minimum",
                     nullptr,
                     "go.nextFlow",
                     "go.previousFlow",
                     nullptr,
                     "go.nextEvidence",
                     "go.previousEvidence",
                     nullptr,
                     "go.nextTrack",
                     "go.previousTrack",
                     nullptr,
                     "go.align",
                     "go.child",
                     nullptr,
                     "go.findings",
                     "go.search",
                     "go.memory",
                     "go.queues",
                     "go.statistics",
                     "go.compare",
                     "go.bytes",
                     "go.records",
                     "go.trackRecords",
                     "go.flame",
                     "notes.list",
                     "go.problems",
                     nullptr,
                     "go.nextPart",
                     "go.previousPart"});
    QMenu* notes = menuBar()->addMenu(tr("&Notes"));
    m_commands.fill(notes, {"notes.add", "notes.addOverRange", nullptr, "notes.edit", "notes.remove"});
    QMenu* colors = notes->addMenu(tr("&Colour"));
    for (const std::string_view color : kAnnotationColors)
        colors->addAction(m_commands[colorCommand(color)]);
    m_commands.fill(notes,
                    {nullptr, "notes.previous", "notes.next", "notes.list", nullptr, "notes.import",
                     "notes.export", nullptr, "notes.compact"});
    QMenu* window = menuBar()->addMenu(tr("&Window"));
    connect(window, &QMenu::aboutToShow, this, [this, window] { fillWindowMenu(window); });
    fillWindowMenu(window);
    m_commands.fill(menuBar()->addMenu(tr("&Help")),
                    {"help.keys", "help.palette", "help.tour", nullptr, "help.about"});
}

void MainWindow::fillRecentMenu(QMenu* menu)
{
    menu->clear();
    menu->setToolTipsVisible(true);
    const RecentCaptures recent(m_settings);
    for (const RecentCapture& capture : recent.all()) {
        if (menu->actions().size() >= 15)
            break;
        const QString path = capture.path;
        const auto cut = [menu](const QString& part) { return shortLiteral(shown(part), menu, 40); };
        QAction* const action = menu->addAction(tr("%1 — %2").arg(cut(capture.name()), cut(capture.folder())),
                                                this, [this, path] { openPaths({path}); });
        action->setToolTip(tipText(shown(path)));
        action->setStatusTip(shown(path));
    }
    if (menu->isEmpty())
        menu->addAction(tr("No capture was opened yet"))->setEnabled(false);
}

void MainWindow::updateCommands()
{
    const bool open = m_session != nullptr;
    const QString noCapture = tr("Open a capture first.");
    m_commands.allow({"file.reload",       "file.location",   "file.copyPath",    "edit.copyDetails",
                      "file.export",       "edit.filterTree", "edit.findBytes",   "edit.findNext",
                      "edit.findPrevious", "edit.copyHex",    "edit.copyArray",   "edit.copyText",
                      "edit.copyTable",    "edit.copyCsv",    "edit.copyPicture", "edit.copySvg",
                      "go.bytes",          "go.records",      "go.problems",      "go.to",
                      "edit.stepBack",     "view.structure",  "view.details"},
                     open, noCapture);
    m_commands.allow({"go.child"}, m_structure && m_structure->view()->currentIndex().isValid(),
                     open ? tr("Select a line of the tree first.") : noCapture);
    m_commands.allow({"view.bottom"}, hasTimeline(),
                     open ? tr("Without a time axis these panes fill the middle.") : noCapture);
    m_commands.allow({"go.flame", "edit.copyStacks"}, open && m_session->capture()->hasStacks(),
                     open ? tr("This capture holds no stack traces.") : noCapture);
    const auto hasTable = [this](std::string_view id) {
        return hasTimeline() && m_session->capture()->hasTable(id);
    };
    m_commands.allow({"go.memory"}, hasTable("allocations"),
                     open ? tr("This capture holds no memory trace.") : noCapture);
    m_commands.allow({"go.queues"}, hasTable("queue-events"),
                     open ? tr("This capture holds no queue events.") : noCapture);
    const bool timed = hasTimeline();
    const QString noTime = open ? tr("This capture has no time axis.") : noCapture;
    m_commands.allow({"view.zoomIn", "view.zoomOut", "view.fit", "view.linkTime", "go.compare"}, timed,
                     noTime);
    m_commands.allow({"view.unlinkTime"}, m_timeLink != nullptr,
                     timed ? tr("The time of this window is linked with no other.") : noTime);
    m_commands.allow({"go.nextSlice", "go.previousSlice", "go.nextFlow", "go.previousFlow"},
                     timed && m_session->selection().slice, timed ? tr("Select a slice first.") : noTime);
    m_commands.allow({"go.align"}, timed && !ClockAlignmentDialog::movable(*m_session).empty(),
                     timed ? tr("Everything in this capture is on one clock.") : noTime);
    const bool positions = timed && !m_session->isTime();
    const QString bytes = positions && m_session->axisKind() == ClockAxis::Kind::order
        ? tr("This capture has no time: places are written in steps.")
        : tr("This capture has no time: places are written in bytes.");
    m_commands.allow({"view.relative", "view.unitAuto", "view.unitS", "view.unitMs", "view.unitUs",
                      "view.unitNs", "view.unit"},
                     open && !positions, open ? bytes : noCapture);
    m_commands.allow({"view.utc", "view.local"},
                     open && (!timed || m_session->axisKind() == ClockAxis::Kind::unixTime),
                     !open           ? noCapture
                         : positions ? bytes
                                     : tr("The clock of this capture does not tell the time of day."));
    m_commands.allow({"go.search", "go.findings", "search.next", "search.previous"}, open, noCapture);
    const bool isChecked = m_findings && m_findings->isKnown();
    const QString notChecked = open ? tr("What looks wrong is not known yet.") : noCapture;
    m_commands.allow({"edit.thresholds"}, isChecked, notChecked);
    m_commands.allow({"go.nextEvidence", "go.previousEvidence"}, isChecked && !m_findings->found().empty(),
                     isChecked ? tr("Nothing was found.") : notChecked);
    m_commands.allow({"edit.muteFinding"}, isChecked && m_findings->current(),
                     isChecked ? tr("Choose a finding first.") : notChecked);
    m_commands.allow({"edit.filter", "edit.filterSlices", "go.statistics"}, timed, noTime);
    m_commands.allow({"edit.clearFilter"}, timed && !m_filter->parts().empty(),
                     timed ? tr("No slices are filtered.") : noTime);
    m_commands.allow({"edit.sets", "edit.saveSet", "help.tour"}, timed, noTime);
    const QString noFind = timed ? m_search->whyNoCommand() : noTime;
    m_commands.allow({"edit.copyCommand"}, noFind.isEmpty(), noFind);
    m_commands.allow({"view.stopIndexing"}, open && m_session->isIndexing(),
                     open ? tr("Everything is indexed.") : noCapture);
    m_commands.allow({"go.back"}, open ? m_session->canGoBack() : m_failure.has_value(),
                     tr("There is nothing to go back to."));
    m_commands.allow({"go.forward"}, open && m_session->canGoForward(), tr("Back was not used."));
    updateTrackCommands();
    updateTabCommands();
    m_noteCommands->update();
    m_sliceCommands->update();
}

void MainWindow::updateTrackCommands()
{
    const bool timed = m_timeline && hasTimeline();
    const QString noTime = m_session ? tr("This capture has no time axis.") : tr("Open a capture first.");
    m_commands.allow({"go.first", "go.last", "go.longest"}, timed, noTime);
    m_commands.allow({"go.maximum", "go.minimum"}, timed && m_timeline->isAtCounter(),
                     timed ? tr("Select a value of a counter first.") : noTime);
    const TrackId current = timed ? m_timeline->currentTrack() : kNoTrack;
    const QString noTrack = timed ? tr("Select a slice or a track's name first.") : noTime;
    m_commands.allow({"view.trackUp", "view.trackDown", "view.onlyTrack", "view.hideTrack"},
                     current != kNoTrack, noTrack);
    const bool isGroup =
        current != kNoTrack && m_timeline->scene()->timeline().track(current).kind == TrackKind::group;
    m_commands.allow({"view.pinTrack"}, current != kNoTrack && !isGroup,
                     isGroup ? tr("A group cannot be pinned.") : noTrack);
    const bool hasRecords = m_session && m_session->capture()->hasRecords();
    m_commands.allow({"go.trackRecords"}, current != kNoTrack && !isGroup && hasRecords,
                     isGroup                                  ? tr("A group has no records of its own.")
                         : current != kNoTrack && !hasRecords ? tr("This capture has no records.")
                                                              : noTrack);
    m_commands["view.pinTrack"]->setChecked(timed && m_timeline->isTrackPinned());
    const auto time = timed ? m_session->selection().time : std::nullopt;
    m_commands.allow({"edit.range"}, time && time->lengthNs() > 0,
                     timed ? tr("Select something that lasts first.") : noTime);
    m_commands.allow({"go.nextTrack", "go.previousTrack"}, timed && !m_session->trackFilter().isEmpty(),
                     timed ? tr("No filter hides any track.") : noTime);
}

}
