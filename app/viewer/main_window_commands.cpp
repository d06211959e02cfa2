#include "app/viewer/appearance.h"
#include "app/viewer/bottom_tabs.h"
#include "app/viewer/capture_tool_bar.h"
#include "app/viewer/command_palette.h"
#include "app/viewer/keys_overlay.h"
#include "app/viewer/main_window.h"
#include "app/viewer/note_commands.h"
#include "app/viewer/recent_captures.h"
#include "app/viewer/recent_view.h"
#include "app/viewer/slice_commands.h"
#include "app/viewer/start_page.h"
#include "core/formats/format_list.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_pane.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/structure_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/notes/notes_pane.h"
#include "widgets/timeline/clock_alignment.h"
#include "widgets/timeline/timeline_pane.h"

#include <QActionGroup>
#include <QApplication>
#include <QDesktopServices>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QShortcut>
#include <QStatusBar>
#include <QUrl>

namespace traceglass {

void MainWindow::makeCommands()
{
    makeFileCommands();
    makeEditCommands();
    makeViewCommands();
    makeGoCommands();
    makeSliceCommands();
    m_commands.add({"help.keys", tr("Help"), tr("All &keys"), nullptr, QKeySequence(Qt::Key_F1)});
    m_commands.add({"help.palette", tr("Help"), tr("&Command palette"), nullptr,
                    QKeySequence(QStringLiteral("Ctrl+Shift+P"))});
    m_commands.add({"help.about", tr("Help"), tr("&About Traceglass")});
    connect(m_commands["help.keys"], &QAction::triggered, this,
            [this] { KeysOverlay::showOver(this, m_commands); });
    connect(m_commands["help.palette"], &QAction::triggered, this,
            [this] { CommandPalette::showOver(this, m_commands); });
    connect(m_commands["help.about"], &QAction::triggered, this, &MainWindow::about);
    // Second keys for what has another as its first.
    connect(new QShortcut(QKeySequence(QStringLiteral("?")), this), &QShortcut::activated,
            m_commands["help.keys"], &QAction::trigger);
    connect(new QShortcut(QKeySequence(QStringLiteral("/")), this), &QShortcut::activated,
            m_commands["edit.filter"], &QAction::trigger);
}

void MainWindow::makeFileCommands()
{
    const QString group = tr("File");
    connect(m_commands.add({"file.open", group, tr("&Open…"), "open-file", QKeySequence::Open,
                            tr("Open a capture file")}),
            &QAction::triggered, this, &MainWindow::chooseFiles);
    connect(m_commands.add({"file.openFolder", group, tr("Open &folder…"), "open-folder",
                            QKeySequence(QStringLiteral("Ctrl+Shift+O")), tr("Open a recording's folder")}),
            &QAction::triggered, this, &MainWindow::chooseFolder);
    connect(m_commands.add({"file.reload", group, tr("&Reload"), "reload", QKeySequence::Refresh,
                            tr("Read the capture from the disk again")}),
            &QAction::triggered, this, &MainWindow::reload);
    connect(m_commands.add({"file.location",
                            group,
                            tr("Open &location"),
                            "open-location",
                            {},
                            tr("Show the folder the capture is in")}),
            &QAction::triggered, this, [this] { openLocation(capturePath()); });
    connect(m_commands.add({"file.picture",
                            group,
                            tr("Save &picture…"),
                            "save",
                            {},
                            tr("Save this window as a PNG picture")}),
            &QAction::triggered, this, &MainWindow::savePicture);
    connect(
        m_commands.add({"file.close", group, tr("&Close"), "close", QKeySequence(QStringLiteral("Ctrl+W")),
                        tr("Close the capture; again: the window")}),
        &QAction::triggered, this, [this] {
            if (m_session || m_failure || m_loader.isLoading())
                showStartPage();
            else
                close();
        });
    connect(m_commands.add({"file.quit", group, tr("&Quit"), nullptr, QKeySequence(QStringLiteral("Ctrl+Q")),
                            tr("Close all windows")}),
            &QAction::triggered, qApp, &QApplication::closeAllWindows);
}

void MainWindow::makeEditCommands()
{
    const QString group = tr("Edit");
    connect(m_commands.add({"edit.copy",
                            group,
                            tr("&Copy"),
                            "copy",
                            {},
                            tr("Copy what the focused pane has selected"),
                            QStringLiteral("Ctrl+C")}),
            &QAction::triggered, this, &MainWindow::copyFromFocus);
    connect(m_commands.add({"edit.copyDetails",
                            group,
                            tr("Copy &details"),
                            "copy",
                            {},
                            tr("Copy everything the Details pane says")}),
            &QAction::triggered, this, [this] { m_details->copyAll(); });
    const auto copyBytes = [&](const char* id, const QString& name, HexView::CopyAs as) {
        connect(m_commands.add({id, group, name, "copy", {}, tr("The bytes selected in Bytes")}),
                &QAction::triggered, this, [this, as] { m_bytes->view()->copy(as); });
    };
    copyBytes("edit.copyHex", tr("Copy bytes as &hex"), HexView::CopyAs::hex);
    copyBytes("edit.copyArray", tr("Copy bytes as C &array"), HexView::CopyAs::cArray);
    copyBytes("edit.copyText", tr("Copy bytes as &text"), HexView::CopyAs::text);
    connect(m_commands.add({"edit.filter", group, tr("&Filter tracks"), "filter", QKeySequence::Find,
                            tr("Show only tracks whose name contains some words")}),
            &QAction::triggered, this, [this] {
                QLineEdit* field = m_session ? m_tools->filterField() : startPage()->filterField();
                field->setFocus(Qt::ShortcutFocusReason);
                field->selectAll();
            });
    connect(m_commands.add({"edit.filterTree", group, tr("Filter &structure"), "filter",
                            QKeySequence(QStringLiteral("Ctrl+Alt+F")),
                            tr("Find nodes by name, kind or offset")}),
            &QAction::triggered, this, [this] {
                m_structureDock->show();
                m_structure->filterField()->setFocus(Qt::ShortcutFocusReason);
            });
    connect(m_commands.add({"edit.findBytes", group, tr("Find &bytes"), "search",
                            QKeySequence(QStringLiteral("Ctrl+Shift+F")),
                            tr("Find bytes or text in the shown source")}),
            &QAction::triggered, this, [this] {
                m_bottomDock->setVisible(hasTimeline());
                m_tabs->setCurrentIndex(bytesTab);
                m_bytes->findField()->setFocus(Qt::ShortcutFocusReason);
            });
    connect(m_commands.add(
                {"edit.findNext", group, tr("Find &next bytes"), nullptr, {}, {}, QStringLiteral("F3")}),
            &QAction::triggered, this, [this] { m_bytes->findNextAction()->trigger(); });
    connect(m_commands.add({"edit.findPrevious",
                            group,
                            tr("Find &previous bytes"),
                            nullptr,
                            {},
                            {},
                            QStringLiteral("Shift+F3")}),
            &QAction::triggered, this, [this] { m_bytes->findPreviousAction()->trigger(); });
}

void MainWindow::makeViewCommands()
{
    const QString group = tr("View");
    const auto timeline = [this](auto slot) { return [this, slot] { (m_timeline->*slot)(); }; };
    connect(m_commands.add({"view.zoomIn", group, tr("Zoom &in"), "zoom-in", QKeySequence::ZoomIn}),
            &QAction::triggered, this, timeline(&TimelinePane::zoomIn));
    connect(m_commands.add({"view.zoomOut", group, tr("Zoom &out"), "zoom-out", QKeySequence::ZoomOut}),
            &QAction::triggered, this, timeline(&TimelinePane::zoomOut));
    connect(m_commands.add({"view.fit", group, tr("&Fit"), "fit", QKeySequence(QStringLiteral("Ctrl+0")),
                            tr("Show the whole capture")}),
            &QAction::triggered, this, [this] { m_session->setView(m_session->extent()); });
    connect(m_commands.add({"view.unit", group, tr("Next time &unit"), "clock",
                            QKeySequence(QStringLiteral("Ctrl+T")), tr("auto unit, s, ms, µs, ns")}),
            &QAction::triggered, this, &MainWindow::cycleUnit);
    connect(m_commands.add({"view.stopIndexing",
                            group,
                            tr("&Stop indexing"),
                            "close",
                            {},
                            tr("What is indexed so far stays")}),
            &QAction::triggered, this, [this] { m_session->cancelIndexing(); });

    const auto addFormat = [&](const char* id, const QString& name, auto change) {
        connect(m_commands.add({id, group, name}), &QAction::triggered, this, [this, change] {
            TimeFormat format = m_session->timeFormat();
            change(format);
            m_session->setTimeFormat(format);
        });
    };
    addFormat("view.relative", tr("Times &relative to the start"),
              [](TimeFormat& f) { f.mode = TimeFormat::Mode::relative; });
    addFormat("view.utc", tr("Times in &UTC"), [](TimeFormat& f) { f.mode = TimeFormat::Mode::utc; });
    addFormat("view.local", tr("Times in &local time"),
              [](TimeFormat& f) { f.mode = TimeFormat::Mode::local; });
    addFormat("view.unitAuto", tr("&Automatic unit"), [](TimeFormat& f) { f.unit = TimeUnit::automatic; });
    addFormat("view.unitS", tr("&Seconds"), [](TimeFormat& f) { f.unit = TimeUnit::seconds; });
    addFormat("view.unitMs", tr("&Milliseconds"), [](TimeFormat& f) { f.unit = TimeUnit::milliseconds; });
    addFormat("view.unitUs", tr("Mi&croseconds"), [](TimeFormat& f) { f.unit = TimeUnit::microseconds; });
    addFormat("view.unitNs", tr("&Nanoseconds"), [](TimeFormat& f) { f.unit = TimeUnit::nanoseconds; });

    const auto addTheme = [&](const char* id, const QString& name, Settings::Theme theme) {
        QAction* action = m_commands.add({id, group, name});
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, theme] {
            m_settings.setTheme(theme);
            applyTheme(theme);
        });
        return action;
    };
    auto* themes = new QActionGroup(this);
    themes->addAction(addTheme("view.themeSystem", tr("Colours of the &system"), Settings::Theme::system));
    themes->addAction(addTheme("view.themeLight", tr("&Light"), Settings::Theme::light));
    themes->addAction(addTheme("view.themeDark", tr("&Dark"), Settings::Theme::dark));
    themes->actions()[static_cast<int>(m_settings.theme())]->setChecked(true);

    QAction* full =
        m_commands.add({"view.fullScreen", group, tr("F&ull screen"), nullptr, QKeySequence(Qt::Key_F11)});
    full->setCheckable(true);
    connect(full, &QAction::triggered, this, [this](bool on) {
        setWindowState(on ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    });
}

void MainWindow::makeGoCommands()
{
    const QString group = tr("Go");
    const auto timeline = [this](auto slot) { return [this, slot] { (m_timeline->*slot)(); }; };
    connect(m_commands.add({"go.back", group, tr("&Back"), "back", QKeySequence(QStringLiteral("Alt+Left")),
                            tr("The selection and view of before")}),
            &QAction::triggered, this, [this] {
                if (m_session)
                    m_session->goBack();
                else
                    showStartPage(); // from what says why a capture does not open
            });
    connect(
        m_commands.add({"go.forward", group, tr("&Forward"), "forward",
                        QKeySequence(QStringLiteral("Alt+Right")), tr("The selection and view Back left")}),
        &QAction::triggered, this, [this] { m_session->goForward(); });
    connect(m_commands.add({"go.nextSlice",
                            group,
                            tr("&Next slice"),
                            nullptr,
                            {},
                            tr("In the track of the selection"),
                            QStringLiteral(".")}),
            &QAction::triggered, this, timeline(&TimelinePane::nextSlice));
    connect(m_commands.add({"go.previousSlice",
                            group,
                            tr("&Previous slice"),
                            nullptr,
                            {},
                            tr("In the track of the selection"),
                            QStringLiteral(",")}),
            &QAction::triggered, this, timeline(&TimelinePane::previousSlice));
    connect(m_commands.add({"go.nextFlow",
                            group,
                            tr("Follow the flow on"),
                            nullptr,
                            {},
                            tr("To what the selection caused"),
                            QStringLiteral("]")}),
            &QAction::triggered, this, timeline(&TimelinePane::nextFlow));
    connect(m_commands.add({"go.previousFlow",
                            group,
                            tr("Follow the flow back"),
                            nullptr,
                            {},
                            tr("To what caused the selection"),
                            QStringLiteral("[")}),
            &QAction::triggered, this, timeline(&TimelinePane::previousFlow));
    connect(m_commands.add({"go.align",
                            group,
                            tr("&Align clocks…"),
                            "clock",
                            {},
                            tr("Lay one clock of the capture onto another")}),
            &QAction::triggered, this, [this] { m_timeline->alignClocks(); });
    connect(m_commands.add({"go.child", group, tr("Go to nth &child…"), "go-to",
                            QKeySequence(QStringLiteral("Ctrl+J")), tr("Of the selected line of the tree")}),
            &QAction::triggered, this, [this] { m_structure->goToNthChild(); });
    const auto tab = [this](int index) {
        return [this, index] {
            m_bottomDock->setVisible(hasTimeline());
            m_tabs->setCurrentIndex(index);
            m_tabs->currentWidget()->setFocus();
        };
    };
    connect(m_commands.add({"go.bytes", group, tr("B&ytes"), "bytes", QKeySequence(QStringLiteral("Alt+1"))}),
            &QAction::triggered, this, tab(bytesTab));
    connect(
        m_commands.add({"go.records", group, tr("&Records"), "table", QKeySequence(QStringLiteral("Alt+2"))}),
        &QAction::triggered, this, tab(recordsTab));
    connect(m_commands.add({"go.flame", group, tr("F&lame graph"), "flame",
                            QKeySequence(QStringLiteral("Alt+4")), tr("Stack traces added up")}),
            &QAction::triggered, this, [this] {
                showPane(QStringLiteral("flame"));
                m_flame->view()->setFocus();
            });
    connect(m_commands.add({"edit.copyStacks",
                            tr("Edit"),
                            tr("Copy &stacks"),
                            "copy",
                            {},
                            tr("All stacks of the flame graph as text, one a line with its weight")}),
            &QAction::triggered, this, [this] { m_flame->copyCollapsed(); });
    connect(m_commands.add(
                {"go.problems", group, tr("Proble&ms"), "warning", QKeySequence(QStringLiteral("Alt+3"))}),
            &QAction::triggered, this, tab(problemsTab));
}

void MainWindow::connectSlices()
{
    m_sliceCommands = new SliceCommands(this, m_commands);
    connect(m_sliceCommands, &SliceCommands::paneWanted, this, [this](const QString& name) {
        if (!showPane(name))
            return;
        m_tabs->currentWidget()->setFocus();
        if (m_tabs->currentWidget() == m_records)
            m_records->showSelection();
    });
    connect(m_sliceCommands, &SliceCommands::structureWanted, this, [this] {
        m_structureDock->show();
        m_structure->view()->setFocus();
    });
    connect(m_sliceCommands, &SliceCommands::statusText, this,
            [this](const QString& text) { statusBar()->showMessage(text, 8000); });
}

void MainWindow::connectNotes()
{
    m_noteCommands = new NoteCommands(this, m_commands, m_settings, m_noteBar);
    const auto showList = [this] {
        showPane(QStringLiteral("notes"));
        m_notesPane->setFocus();
    };
    connect(m_noteCommands, &NoteCommands::listWanted, this, showList);
    connect(m_noteCommands, &NoteCommands::editWanted, this, [this](const std::string& id) {
        showPane(QStringLiteral("notes"));
        m_notesPane->edit(id);
    });
    connect(m_noteCommands, &NoteCommands::statusText, this,
            [this](const QString& text) { statusBar()->showMessage(text, 8000); });
    connect(m_noteCommands, &NoteCommands::barChanged, this, &MainWindow::updateBars);
    connect(m_noteCommands, &NoteCommands::reloadWanted, this, &MainWindow::reload);
    connect(m_noteCommands, &NoteCommands::openWanted, this,
            [this](const QString& path) { openPaths({path}); });
}

std::optional<int> MainWindow::tabOf(const QString& name) const
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (m_tabs->widget(i)->objectName() == name && m_tabs->isTabVisible(i))
            return i;
    }
    return {};
}

bool MainWindow::showPane(const QString& name)
{
    const auto tab = tabOf(name);
    if (!tab)
        return false;
    m_bottomDock->setVisible(hasTimeline());
    m_tabs->setCurrentIndex(*tab);
    return true;
}

void MainWindow::makeMenus()
{
    const auto addAll = [this](QMenu* menu, std::initializer_list<const char*> ids) {
        for (const char* id : ids) {
            if (id)
                menu->addAction(m_commands[id]);
            else
                menu->addSeparator();
        }
        menu->setToolTipsVisible(true);
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    addAll(file, {"file.open", "file.openFolder"});
    QMenu* recent = file->addMenu(tr("Open re&cent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
    addAll(file, {nullptr, "file.save", "file.saveAs", "file.saveBeside", "file.revert"});
    addAll(file,
           {nullptr, "file.reload", "file.location", "file.picture", nullptr, "file.close", "file.quit"});

    addAll(menuBar()->addMenu(tr("&Edit")),
           {"edit.undo", "edit.redo", nullptr, "edit.copy", "edit.copyHex", "edit.copyArray", "edit.copyText",
            "edit.copyDetails", "edit.copyStacks", nullptr, "edit.filter", "edit.filterTree", nullptr,
            "edit.range", "edit.stepBack", nullptr, "edit.findBytes", "edit.findNext", "edit.findPrevious"});

    QMenu* view = menuBar()->addMenu(tr("&View"));
    addAll(view,
           {"view.zoomIn", "view.zoomOut", "view.fit", nullptr, "view.trackUp", "view.trackDown",
            "view.pinTrack", "view.onlyTrack", "view.hideTrack", "slice.showAll", nullptr});
    const std::pair<QDockWidget*, const char*> docks[] = {
        {m_structureDock, "view.structure"}, {m_detailsDock, "view.details"}, {m_bottomDock, "view.bottom"}};
    for (const auto& [dock, id] : docks) {
        QAction* action =
            m_commands.add({id, tr("View"), dock->windowTitle(), nullptr, {}, tr("Show or hide this pane")});
        action->setCheckable(true);
        connect(action, &QAction::triggered, dock, &QDockWidget::setVisible);
        connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
        view->addAction(action);
    }
    addAll(view, {nullptr});
    QMenu* times = view->addMenu(tr("Ti&mes and units"));
    addAll(times,
           {"view.relative", "view.utc", "view.local", nullptr, "view.unitAuto", "view.unitS", "view.unitMs",
            "view.unitUs", "view.unitNs", nullptr, "view.unit"});
    addAll(view, {"view.stopIndexing"});
    QMenu* theme = view->addMenu(tr("&Theme"));
    addAll(theme, {"view.themeSystem", "view.themeLight", "view.themeDark"});
    addAll(view, {nullptr, "view.fullScreen"});

    QMenu* go = menuBar()->addMenu(tr("&Go"));
    m_sliceCommands->fill(go->addMenu(tr("&Selected slice")));
    go->addSeparator();
    addAll(go,
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
            "go.nextTrack",
            "go.previousTrack",
            nullptr,
            "go.align",
            "go.child",
            nullptr,
            "go.bytes",
            "go.records",
            "go.flame",
            "notes.list",
            "go.problems"});
    QMenu* notes = menuBar()->addMenu(tr("&Notes"));
    addAll(notes, {"notes.add", "notes.addOverRange", nullptr, "notes.edit", "notes.remove"});
    QMenu* colors = notes->addMenu(tr("&Colour"));
    for (const std::string_view color : kAnnotationColors)
        colors->addAction(m_commands[("notes.color." + QByteArray(color.data())).constData()]);
    addAll(notes,
           {nullptr, "notes.previous", "notes.next", "notes.list", nullptr, "notes.import", "notes.export",
            nullptr, "notes.compact"});
    addAll(menuBar()->addMenu(tr("&Help")), {"help.keys", "help.palette", nullptr, "help.about"});
}

void MainWindow::fillRecentMenu(QMenu* menu)
{
    menu->clear();
    const RecentCaptures recent(m_settings);
    for (const RecentCapture& capture : recent.all()) {
        if (menu->actions().size() >= 15)
            break;
        const QString path = capture.path;
        QAction* action =
            menu->addAction(literal(shown(tr("%1 — %2").arg(capture.name(), capture.folder()))));
        connect(action, &QAction::triggered, this, [this, path] { openPaths({path}); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("No capture was opened yet"))->setEnabled(false);
}

void MainWindow::updateCommands()
{
    const bool open = m_session != nullptr;
    const QString noCapture = tr("Open a capture first.");
    for (const char* id :
         {"file.reload",   "file.location",     "edit.copyDetails", "edit.filterTree", "edit.findBytes",
          "edit.findNext", "edit.findPrevious", "edit.copyHex",     "edit.copyArray",  "edit.copyText",
          "view.relative", "view.utc",          "view.local",       "view.unitAuto",   "view.unitS",
          "view.unitMs",   "view.unitUs",       "view.unitNs",      "view.unit",       "go.child",
          "go.bytes",      "go.records",        "go.problems",      "view.structure",  "view.details"})
        m_commands.allow(id, open, noCapture);
    m_commands.allow("view.bottom", hasTimeline(),
                     open ? tr("Without a time axis these panes fill the middle.") : noCapture);
    const bool stacks = open && m_session->capture()->hasStacks();
    for (const char* id : {"go.flame", "edit.copyStacks"})
        m_commands.allow(id, stacks, open ? tr("This capture holds no stack traces.") : noCapture);
    const bool timed = hasTimeline();
    const QString noTime = open ? tr("This capture has no time axis.") : noCapture;
    for (const char* id : {"view.zoomIn", "view.zoomOut", "view.fit"})
        m_commands.allow(id, timed, noTime);
    const bool slice = timed && m_session->selection().slice;
    for (const char* id : {"go.nextSlice", "go.previousSlice", "go.nextFlow", "go.previousFlow"})
        m_commands.allow(id, slice, timed ? tr("Select a slice first.") : noTime);
    m_commands.allow("go.align", timed && !ClockAlignmentDialog::movable(*m_session).empty(),
                     timed ? tr("Everything in this capture is on one clock.") : noTime);
    const bool positions = timed && m_session->axisKind() == ClockAxis::Kind::position;
    const QString bytes = tr("This capture has no time: places are written in bytes.");
    for (const char* id : {"view.relative", "view.unitAuto", "view.unitS", "view.unitMs", "view.unitUs",
                           "view.unitNs", "view.unit"})
        m_commands.allow(id, open && !positions, open ? bytes : noCapture);
    const bool absolute = open && (!timed || m_session->axisKind() == ClockAxis::Kind::unixTime);
    for (const char* id : {"view.utc", "view.local"})
        m_commands.allow(id, absolute,
                         !open           ? noCapture
                             : positions ? bytes
                                         : tr("The clock of this capture does not tell the time of day."));
    m_commands.allow("edit.filter", timed || !open, noTime);
    m_commands.allow("view.stopIndexing", open && m_session->isIndexing(),
                     open ? tr("Everything is indexed.") : noCapture);
    m_commands.allow("go.back", open ? m_session->canGoBack() : m_failure.has_value(),
                     tr("There is nothing to go back to."));
    m_commands.allow("go.forward", open && m_session->canGoForward(), tr("Back was not used."));
    updateSliceCommands();
    m_noteCommands->update();
    m_sliceCommands->update();
}

void MainWindow::chooseFiles()
{
    const QString folder = m_session ? QFileInfo(capturePath()).absolutePath() : QString();
    QStringList patterns;
    for (const Format* format : formats()) {
        for (const std::string_view suffix : format->suffixes)
            patterns << QStringLiteral("*") + fromUtf8(suffix);
    }
    openPaths(QFileDialog::getOpenFileNames(
        this, tr("Open captures"), folder,
        tr("All files (*);;Captures (%1)").arg(patterns.join(QLatin1Char(' ')))));
}

void MainWindow::chooseFolder()
{
    const QString folder = m_session ? QFileInfo(capturePath()).absolutePath() : QString();
    const QString chosen = QFileDialog::getExistingDirectory(this, tr("Open a recording's folder"), folder);
    if (!chosen.isEmpty())
        openPaths({chosen});
}

void MainWindow::savePicture()
{
    const QPixmap picture = grab();
    const QString name = QFileDialog::getSaveFileName(
        this, tr("Save picture"), QStringLiteral("traceglass.png"), tr("PNG pictures (*.png)"));
    if (!name.isEmpty() && !picture.save(name, "PNG"))
        statusBar()->showMessage(tr("%1 could not be written").arg(name), 8000);
}

void MainWindow::copyFromFocus()
{
    // Each pane knows what it copies: it gets the key.
    if (QWidget* focus = focusWidget()) {
        QKeyEvent press(QEvent::KeyPress, Qt::Key_C, Qt::ControlModifier);
        QApplication::sendEvent(focus, &press);
    }
}

void MainWindow::cycleUnit()
{
    TimeFormat format = m_session->timeFormat();
    const int next = (static_cast<int>(format.unit) + 1) % (static_cast<int>(TimeUnit::nanoseconds) + 1);
    format.unit = static_cast<TimeUnit>(next);
    m_session->setTimeFormat(format);
}

void MainWindow::openLocation(const QString& path)
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath()));
}

void MainWindow::about()
{
    QStringList known;
    for (const Format* format : formats())
        known << fromUtf8(format->name);
    QMessageBox::about(this, tr("About Traceglass"),
                       tr("Traceglass %1\n\nA viewer for trace captures: %2.\n\nMIT licence.")
                           .arg(QApplication::applicationVersion(), known.join(QStringLiteral(", "))));
}

}
