// The commands of the window: what they are called, and their keys.
#include "app/viewer/commands/command_palette.h"
#include "app/viewer/commands/go_to.h"
#include "app/viewer/search/filter_bar.h"
#include "app/viewer/search/search_field.h"
#include "app/viewer/search/sets_menu.h"
#include "app/viewer/settings/appearance.h"
#include "app/viewer/settings/keys_overlay.h"
#include "app/viewer/start/start_page.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/tabbed_window.h"
#include "widgets/common/copying.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_pane.h"
#include "widgets/findings/findings_pane.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/structure_pane.h"
#include "widgets/statistics/statistics_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>

namespace traceglass {

void MainWindow::makeCommands()
{
    makeFileCommands();
    makeEditCommands();
    makeViewCommands();
    makeGoCommands();
    makeTrackCommands();
    makeFindingCommands();
    makeWindowCommands();
    m_commands.add("help.keys", tr("All &keys"), "", "F1", {},
                   [this] { KeysOverlay::showOver(this, m_commands); });
    m_commands.add("help.palette", tr("&Command palette"), "", "Ctrl+Shift+P", {},
                   [this] { CommandPalette::showOver(this, m_commands); });
    m_commands.add("help.tour", tr("&Tour"), "", {}, tr("Five hints on what the window can do"),
                   [this] { showTour(); });
    m_commands.add("help.about", tr("&About Traceglass"), "", {}, {}, [this] { about(); });
    // Second keys for what has another as its first.
    for (const auto& [key, id] : {std::pair("?", "help.keys"), std::pair("/", "edit.search")})
        m_commands.addSecondKey(id, key);
}

void MainWindow::makeFileCommands()
{
    m_commands.add("file.open", tr("&Open…"), "open-file", QKeySequence::Open, tr("Open a capture file"),
                   [this] { chooseFiles(); });
    m_commands.add("file.openFolder", tr("Open &folder…"), "open-folder", "Ctrl+Shift+O",
                   tr("Open a recording's folder"), [this] { chooseFolder(); });
    m_commands.add("file.reload", tr("&Reload"), "reload", QKeySequence::Refresh,
                   tr("Read the capture from the disk again"), [this] { reload(); });
    m_commands.add("file.location", tr("Open &location"), "open-location", {},
                   tr("Show the folder the capture is in"), [this] { openLocation(capturePath()); });
    m_commands.add("file.copyPath", tr("Copy pat&h"), "copy", {}, tr("Where the capture lies, as text"),
                   [this] {
                       QGuiApplication::clipboard()->setText(plainPath(capturePath()));
                       say(tr("Copied %1").arg(shown(capturePath())));
                   });
    m_commands.add("file.picture", tr("Save &picture…"), "save", {},
                   tr("Save this window as a PNG or SVG picture"), [this] { savePicture(); });
    m_commands.add("file.export", tr("&Export table…"), "save", {},
                   tr("The table of Statistics while that is in front, else the listed records, as CSV"),
                   [this] { exportTable(); });
    m_commands.add("file.preferences", tr("Prefere&nces…"), "", "Ctrl+,",
                   tr("Appearance, keys, notes, and what a start opens"), [this] { showPreferences(); });
    m_commands.add("file.close", tr("&Close"), "close", "Ctrl+W",
                   tr("Close this tab; the last one: the capture, again: the window"), [this] {
                       const TabbedWindow* const tabs = TabbedWindow::of(this);
                       const bool isLast = !tabs || tabs->tabs().size() == 1;
                       if (isLast && (m_session || m_failure || m_loader.isLoading()))
                           showStartPage();
                       else
                           close();
                   });
    m_commands.add("file.quit", tr("&Quit"), "", "Ctrl+Q", tr("Close all windows"), &TabbedWindow::closeAll);
}

void MainWindow::makeEditCommands()
{
    m_commands.add("edit.copy", tr("&Copy"), "copy", CommandKeys::ofPane("Ctrl+C"),
                   tr("Copy what the focused pane has selected"), [this] {
                       QKeyEvent press(QEvent::KeyPress, Qt::Key_C, Qt::ControlModifier);
                       if (QWidget* focus = focusWidget()) // each pane knows what it copies: it gets the key
                           QApplication::sendEvent(focus, &press);
                   });
    const auto copyWay = [this](const char* id, const QString& text, const QString& tip, CopyAs how) {
        m_commands.add(id, text, "copy", {}, tip, [this, how] { copyAs(copiedView(), how); });
    };
    copyWay("edit.copyTable", tr("Copy as &text"),
            tr("The whole table of the focused pane, with tabs between cells"), CopyAs::text);
    copyWay("edit.copyCsv", tr("Copy as &CSV"),
            tr("The whole table of the focused pane, with exact numbers, for other programs"), CopyAs::csv);
    copyWay("edit.copyPicture", tr("Copy as &picture"), tr("What the focused view shows, as pixels"),
            CopyAs::picture);
    copyWay("edit.copySvg", tr("Copy as S&VG"), tr("What the focused view shows, as lines and text"),
            CopyAs::svg);
    m_commands.add("edit.paste", tr("&Paste"), "", QKeySequence::Paste,
                   tr("Opens the files whose paths or file:// URLs are in the clipboard"),
                   [this] { paste(); });
    m_commands.add("edit.copyDetails", tr("Copy &details"), "copy", {},
                   tr("Copy everything the Details pane says"), [this] { m_details->copyAll(); });
    const auto copyBytes = [this](const char* id, const QString& text, HexView::BytesAs as) {
        m_commands.add(id, text, "copy", {}, tr("The bytes selected in Bytes"),
                       [this, as] { m_session->whenSelected([this, as] { m_bytes->view()->copy(as); }); });
    };
    copyBytes("edit.copyHex", tr("Copy bytes as &hex"), HexView::BytesAs::hex);
    copyBytes("edit.copyArray", tr("Copy bytes as C &array"), HexView::BytesAs::cArray);
    copyBytes("edit.copyText", tr("Copy bytes as &text"), HexView::BytesAs::text);
    m_commands.add("edit.search", tr("&Search"), "search", QKeySequence::Find,
                   tr("Find slices by name, duration, track and more; notes; nodes"), [this] {
                       if (m_session) {
                           m_tools->search()->takeFocus();
                           return;
                       }
                       startPage()->filterField()->setFocus(Qt::ShortcutFocusReason);
                       startPage()->filterField()->selectAll();
                   });
    m_commands.add("search.next", tr("Ne&xt hit"), "", "F3", tr("Of the search, behind the selection"),
                   [this] { m_search->goOn(true); });
    m_commands.add("search.previous", tr("Pre&vious hit"), "", "Shift+F3",
                   tr("Of the search, before the selection"), [this] { m_search->goOn(false); });
    m_commands.add("edit.filterSlices", tr("&Keep only what is searched for"), "filter",
                   CommandKeys::ofPane("Ctrl+Enter"),
                   tr("Filters slices and tracks by the query in the search field"),
                   [this] { filterBySearch(m_search->error() ? m_search->text() : m_search->query()); });
    m_commands.add("edit.clearFilter", tr("Cl&ear the filter"), "", "Shift+Esc", tr("Shows all slices again"),
                   [this] { m_filter->clear(); });
    m_commands.add("edit.sets", tr("Sets of &filters…"), "sets", "Ctrl+D",
                   tr("What is filtered, how tracks are arranged, which columns are put away, by name: "
                      "applied, saved, renamed, removed"),
                   [this] {
                       if (m_filterBar->isVisible())
                           m_filterBar->askForSets();
                       else
                           m_timeline->askForSets();
                   });
    m_commands.add("edit.saveSet", tr("Save as a se&t…"), "sets", "Ctrl+Shift+D",
                   tr("Keeps filters, pinned, hidden and folded tracks, and columns, by a name"),
                   [this] { m_setsMenu->saveNew(); });
    m_commands.add("edit.copyCommand", tr("Copy the search as a comman&d"), "copy", {},
                   tr("A command that prints what is found"), [this] {
                       QApplication::clipboard()->setText(m_search->command());
                       sayCopied(m_search->command());
                   });
    m_commands.add("edit.filter", tr("&Filter tracks"), "filter", "Ctrl+P",
                   tr("Show only tracks whose name contains some words"),
                   [this] { m_timeline->editFilter(); });
    m_commands.add("edit.filterTree", tr("Filter &structure"), "filter", "Ctrl+Alt+F",
                   tr("Find nodes by name, kind or offset"), [this] {
                       m_structureDock->show();
                       m_structure->filterField()->setFocus(Qt::ShortcutFocusReason);
                   });
    m_commands.add("edit.findBytes", tr("Find &bytes"), "search", "Ctrl+Shift+F",
                   tr("Find bytes or text in the shown source"), [this] {
                       showPane(QStringLiteral("bytes"));
                       m_bytes->findField()->setFocus(Qt::ShortcutFocusReason);
                   });
    m_commands.add("edit.findNext", tr("Find &next bytes"), "", CommandKeys::ofPane("F3"), {},
                   [this] { m_bytes->findNext(true); });
    m_commands.add("edit.findPrevious", tr("Find &previous bytes"), "", CommandKeys::ofPane("Shift+F3"), {},
                   [this] { m_bytes->findNext(false); });
}

void MainWindow::makeViewCommands()
{
    m_commands.add("view.zoomIn", tr("Zoom &in"), "zoom-in", QKeySequence::ZoomIn, {},
                   [this] { m_timeline->zoomIn(); });
    m_commands.add("view.zoomOut", tr("Zoom &out"), "zoom-out", QKeySequence::ZoomOut, {},
                   [this] { m_timeline->zoomOut(); });
    m_commands.add("view.fit", tr("&Fit"), "fit", "Ctrl+0", tr("Show the whole capture"),
                   [this] { m_session->setView(m_session->extent()); });
    m_commands.add("view.unit", tr("Next time &unit"), "clock", "Ctrl+T", tr("auto unit, s, ms, µs, ns"),
                   [this] {
                       TimeFormat format = m_session->timeFormat();
                       const int units = static_cast<int>(TimeUnit::nanoseconds) + 1;
                       format.unit = static_cast<TimeUnit>((static_cast<int>(format.unit) + 1) % units);
                       m_session->setTimeFormat(format);
                   });
    m_commands.add("view.linkTime", tr("Lin&k time with…"), "", {},
                   tr("Another tab shows as much time as this one and moves with it"),
                   [this] { linkTime(); });
    m_commands.add("view.unlinkTime", tr("Unlin&k time"), "", {}, tr("Both tabs move by themselves again"),
                   [this] { unlinkTime(); });
    m_commands.add("view.stopIndexing", tr("&Stop indexing"), "close", {}, tr("What is indexed so far stays"),
                   [this] { m_session->cancelIndexing(); });

    const auto addFormat = [this](const char* id, const QString& text, auto part, auto value) {
        m_commands.add(id, text, "", {}, {}, [this, part, value] {
            TimeFormat format = m_session->timeFormat();
            format.*part = value;
            m_session->setTimeFormat(format);
        });
    };
    using Mode = TimeFormat::Mode;
    addFormat("view.relative", tr("Times &relative to the start"), &TimeFormat::mode, Mode::relative);
    addFormat("view.utc", tr("Times in &UTC"), &TimeFormat::mode, Mode::utc);
    addFormat("view.local", tr("Times in &local time"), &TimeFormat::mode, Mode::local);
    addFormat("view.unitAuto", tr("&Automatic unit"), &TimeFormat::unit, TimeUnit::automatic);
    addFormat("view.unitS", tr("&Seconds"), &TimeFormat::unit, TimeUnit::seconds);
    addFormat("view.unitMs", tr("&Milliseconds"), &TimeFormat::unit, TimeUnit::milliseconds);
    addFormat("view.unitUs", tr("Mi&croseconds"), &TimeFormat::unit, TimeUnit::microseconds);
    addFormat("view.unitNs", tr("&Nanoseconds"), &TimeFormat::unit, TimeUnit::nanoseconds);

    auto* themes = new QActionGroup(this);
    const auto addTheme = [this, themes](const char* id, const QString& text, Settings::ThemeChoice theme) {
        QAction* const action = m_commands.add(id, text, "", {}, {}, [this, theme] {
            m_settings.setTheme(theme);
            applyTheme(theme);
        });
        action->setCheckable(true);
        const auto check = [this, action, theme] { action->setChecked(m_settings.theme() == theme); };
        check();
        connect(&m_settings, &Settings::changed, action, check);
        themes->addAction(action);
    };
    addTheme("view.themeSystem", tr("Colours of the &system"), Settings::ThemeChoice::system);
    addTheme("view.themeLight", tr("&Light"), Settings::ThemeChoice::light);
    addTheme("view.themeDark", tr("&Dark"), Settings::ThemeChoice::dark);
    addTheme("view.themeContrastLight", tr("High contrast, li&ght"), Settings::ThemeChoice::contrastLight);
    addTheme("view.themeContrastDark", tr("High contrast, d&ark"), Settings::ThemeChoice::contrastDark);

    const auto fullScreen = [this](bool on) {
        window()->setWindowState(on ? window()->windowState() | Qt::WindowFullScreen
                                    : window()->windowState() & ~Qt::WindowFullScreen);
    };
    m_commands.add("view.fullScreen", tr("F&ull screen"), "", "F11", {}, fullScreen)->setCheckable(true);
}

void MainWindow::makeGoCommands()
{
    m_commands.add("go.back", tr("&Back"), "back", "Alt+Left", tr("The selection and view of before"),
                   [this] {
                       if (m_session)
                           m_session->goBack();
                       else
                           showStartPage(); // from what says why a capture does not open
                   });
    m_commands.add("go.forward", tr("&Forward"), "forward", "Alt+Right",
                   tr("The selection and view Back left"), [this] { m_session->goForward(); });
    const auto ofTimeline = [this](const char* id, const QString& text, const char* key, const QString& tip,
                                   auto slot) {
        m_commands.add(id, text, "", CommandKeys::ofPane(key), tip, [this, slot] { (m_timeline->*slot)(); });
    };
    const QString inTrack = tr("In the track of the selection");
    ofTimeline("go.nextSlice", tr("&Next slice"), ".", inTrack, &TimelinePane::nextSlice);
    ofTimeline("go.previousSlice", tr("&Previous slice"), ",", inTrack, &TimelinePane::previousSlice);
    ofTimeline("go.nextFlow", tr("Follow the flow on"), "]", tr("To what the selection caused"),
               &TimelinePane::nextFlow);
    ofTimeline("go.previousFlow", tr("Follow the flow back"), "[", tr("To what caused the selection"),
               &TimelinePane::previousFlow);
    m_commands.add("go.align", tr("&Align clocks…"), "clock", {},
                   tr("Lay one clock of the capture onto another"), [this] { m_timeline->alignClocks(); });
    const QString parts = tr("Tool bar, structure, timeline, details, lower pane, status bar");
    m_commands.add("go.nextPart", tr("Ne&xt part of the window"), "", "F6", parts,
                   [this] { goToArea(true); });
    m_commands.add("go.previousPart", tr("Pre&vious part of the window"), "", "Shift+F6", parts,
                   [this] { goToArea(false); });
    m_commands.add("go.child", tr("Go to nth &child…"), "go-to", "Ctrl+J",
                   tr("Of the selected line of the tree"), [this] { m_structure->goToNthChild(); });
    const auto ofPane = [this](const char* id, const QString& text, const char* iconName, const char* key) {
        const QString pane = QString::fromLatin1(id).section(QLatin1Char('.'), 1);
        m_commands.add(id, text, iconName, key, {}, [this, pane] { focusPane(pane); });
    };
    ofPane("go.bytes", tr("B&ytes"), "bytes", "Alt+1");
    ofPane("go.records", tr("&Records"), "table", "Alt+2");
    m_commands.add("go.flame", tr("F&lame graph"), "flame", "Alt+4", tr("Stack traces added up"), [this] {
        showPane(QStringLiteral("flame"));
        m_flame->view()->setFocus();
    });
    m_commands.add("edit.copyStacks", tr("Copy &stacks"), "copy", {},
                   tr("All stacks of the flame graph as text, one a line with its weight"),
                   [this] { m_flame->copyCollapsed(); });
    ofPane("go.problems", tr("Proble&ms"), "warning", "Alt+3");
    ofPane("go.findings", tr("F&indings"), "hint", "Alt+6");
    ofPane("go.search", tr("Hits of the searc&h"), "search", "Alt+7");
    ofPane("go.memory", tr("Mem&ory"), "statistics", "Alt+9");
    ofPane("go.queues", tr("&Queues"), "statistics", "Alt+0");
    ofPane("go.statistics", tr("St&atistics"), "statistics", "Alt+8");
    m_commands.add("go.compare", tr("Com&pare with…"), "statistics", "Alt+C",
                   tr("In Statistics: with the range before, another run, another capture"), [this] {
                       if (focusPane(QStringLiteral("statistics")))
                           m_statistics->compareBar()->choice()->showMenu();
                   });
}

// What looks wrong.
void MainWindow::makeFindingCommands()
{
    const QString inOrder = tr("Of the current finding, then of the next one");
    m_commands.add("go.nextEvidence", tr("Next &evidence"), "", "F4", inOrder,
                   [this] { m_findings->goOn(true); });
    m_commands.add("go.previousEvidence", tr("Previous e&vidence"), "", "Shift+F4", inOrder,
                   [this] { m_findings->goOn(false); });
    m_commands.add("edit.muteFinding", tr("Not a prob&lem here"), "hide", CommandKeys::ofPane("Del"),
                   tr("Puts the current finding away, for this capture; or brings it back"),
                   [this] { m_findingsPane->muteCurrent(); });
    m_commands.add("edit.thresholds", tr("&Thresholds of findings…"), "", {},
                   tr("Where rules begin to complain"), [this] { showThresholds(); });
}

// Those that go to slices of a track, or arrange the tracks.
void MainWindow::makeTrackCommands()
{
    m_commands.add(
        "go.to", tr("Go &to…"), "go-to", "Ctrl+G", tr("A time or a range, a record, an offset or a path"),
        [this] {
            auto* field =
                GoTo::showOver(this, {m_session.get(), m_timeline, m_bytes.get(), &m_commands, firstPane()});
            if (!field)
                return;
            connect(field, &GoTo::offsetChosen, this, [this](quint64 offset) {
                showPane(QStringLiteral("bytes"));
                m_bytes->goTo(offset);
            });
        });
    const auto goal = [this](const char* id, const QString& text, const QString& tip, const char* key,
                             SliceGoal wanted) {
        m_commands.add(id, text, "", CommandKeys::ofPane(key), tip,
                       [this, wanted] { m_timeline->goTo(wanted); });
    };
    const QString again = tr("Of the chosen track; again: of all that are shown");
    goal("go.first", tr("F&irst slice"), again, "Ctrl+Home", SliceGoal::first);
    goal("go.last", tr("&Last slice"), again, "Ctrl+End", SliceGoal::last);
    goal("go.longest", tr("L&ongest slice"), again, "L", SliceGoal::longest);
    const QString ofCounter = tr("Of the chosen counter");
    goal("go.maximum", tr("Ma&ximum"), ofCounter, "Ctrl+↑", SliceGoal::greatest);
    goal("go.minimum", tr("Mi&nimum"), ofCounter, "Ctrl+↓", SliceGoal::least);
    m_commands.add("go.nextTrack", tr("Next &hit of the filter"), "", CommandKeys::ofPane("F3"),
                   tr("The next track the filter found"), [this] { m_timeline->selectNextTrack(true); });
    m_commands.add("go.previousTrack", tr("Previous hit of the filter"), "", CommandKeys::ofPane("Shift+F3"),
                   tr("The previous track the filter found"), [this] { m_timeline->selectNextTrack(false); });
    m_commands.add("edit.range", tr("&Range over the selection"), "", CommandKeys::ofPane("R"),
                   tr("Restrict the lower panes to the time of the selection"),
                   [this] { m_timeline->selectRange(); });
    m_commands.add("edit.stepBack", tr("&Step back"), "", CommandKeys::ofPane("Esc"),
                   tr("Takes back selection, range or filter: what was made last"),
                   [this] { m_session->stepBack(); });
    const QString inGroup = tr("Among the tracks of its group");
    m_commands.add("view.trackUp", tr("Move track u&p"), "", CommandKeys::ofPane("Ctrl+Shift+↑"), inGroup,
                   [this] { m_timeline->moveTrack(false); });
    m_commands.add("view.trackDown", tr("Move track do&wn"), "", CommandKeys::ofPane("Ctrl+Shift+↓"), inGroup,
                   [this] { m_timeline->moveTrack(true); });
    const auto pin = [this](bool on) { m_timeline->pinTrack(on); };
    m_commands
        .add("view.pinTrack", tr("Pi&n track to the top"), "", {},
             tr("It stays there while the others scroll"), pin)
        ->setCheckable(true);
    m_commands.add("go.trackRecords", tr("Recor&ds of this track"), "table", {},
                   tr("Lists only the records that its slices begin with"),
                   [this] { showRecordsOf(m_timeline->currentTrack()); });
    m_commands.add("view.onlyTrack", tr("Onl&y this track or group"), "", {}, tr("Hides all other tracks"),
                   [this] { m_timeline->showOnlyTrack(); });
    m_commands.add("view.hideTrack", tr("&Hide this track or group"), "", {}, {},
                   [this] { m_timeline->hideTrack(); });
}

}
