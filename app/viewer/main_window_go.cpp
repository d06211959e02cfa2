// The commands that go somewhere in the timeline, and what the keyboard does with ranges and tracks.
#include "app/viewer/bottom_tabs.h"
#include "app/viewer/go_to.h"
#include "app/viewer/main_window.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/timeline/timeline_pane.h"

#include <QKeyEvent>

namespace traceglass {

void MainWindow::makeSliceCommands()
{
    const QString go = tr("Go");
    connect(m_commands.add({"go.to", go, tr("Go &to…"), "go-to", QKeySequence(QStringLiteral("Ctrl+G")),
                            tr("A time, a record, an offset or a path")}),
            &QAction::triggered, this, [this] {
                auto* field = GoTo::showOver(this, {m_session.get(), m_timeline, m_bytes, &m_commands});
                if (!field)
                    return;
                connect(field, &GoTo::offsetChosen, this, [this](quint64 offset) {
                    showPane(QStringLiteral("bytes"));
                    m_bytes->goTo(offset);
                });
            });
    const auto goal = [&](const char* id, const QString& text, const QString& tip, const char* key,
                          SliceGoal wanted) {
        connect(m_commands.add({id, go, text, nullptr, {}, tip, QString::fromUtf8(key)}), &QAction::triggered,
                this, [this, wanted] { m_timeline->goTo(wanted); });
    };
    const QString again = tr("Of the chosen track; again: of all that are shown");
    goal("go.first", tr("F&irst slice"), again, "Ctrl+Home", SliceGoal::first);
    goal("go.last", tr("&Last slice"), again, "Ctrl+End", SliceGoal::last);
    goal("go.longest", tr("L&ongest slice"), again, "L", SliceGoal::longest);
    const QString ofCounter = tr("Of the chosen counter");
    goal("go.maximum", tr("Ma&ximum"), ofCounter, "Ctrl+↑", SliceGoal::greatest);
    goal("go.minimum", tr("Mi&nimum"), ofCounter, "Ctrl+↓", SliceGoal::least);
    connect(m_commands.add({"go.nextTrack",
                            go,
                            tr("Next &hit of the filter"),
                            nullptr,
                            {},
                            tr("The next track the filter found"),
                            QStringLiteral("F3")}),
            &QAction::triggered, this, [this] { m_timeline->selectNextTrack(true); });
    connect(m_commands.add({"go.previousTrack",
                            go,
                            tr("Previous hit of the filter"),
                            nullptr,
                            {},
                            tr("The previous track the filter found"),
                            QStringLiteral("Shift+F3")}),
            &QAction::triggered, this, [this] { m_timeline->selectNextTrack(false); });

    const QString edit = tr("Edit");
    connect(m_commands.add({"edit.range",
                            edit,
                            tr("&Range over the selection"),
                            nullptr,
                            {},
                            tr("Restrict the lower panes to the time of the selection"),
                            QStringLiteral("R")}),
            &QAction::triggered, this, [this] { m_timeline->selectRange(); });
    connect(m_commands.add({"edit.stepBack",
                            edit,
                            tr("&Step back"),
                            nullptr,
                            {},
                            tr("Takes back selection, range or filter: what was made last"),
                            QStringLiteral("Esc")}),
            &QAction::triggered, this, [this] { m_session->stepBack(); });

    const QString view = tr("View");
    const auto move = [&](const char* id, const QString& text, const char* key, bool down) {
        connect(
            m_commands.add(
                {id, view, text, nullptr, {}, tr("Among the tracks of its group"), QString::fromUtf8(key)}),
            &QAction::triggered, this, [this, down] { m_timeline->moveTrack(down); });
    };
    move("view.trackUp", tr("Move track u&p"), "Ctrl+Shift+↑", false);
    move("view.trackDown", tr("Move track do&wn"), "Ctrl+Shift+↓", true);
    const auto choose = [&](const char* id, const QString& text, const QString& tip, auto slot) {
        QAction* const action = m_commands.add({id, view, text, nullptr, {}, tip});
        connect(action, &QAction::triggered, this, [this, slot](bool on) { slot(*m_timeline, on); });
        return action;
    };
    choose("view.pinTrack", tr("Pi&n track to the top"), tr("It stays there while the others scroll"),
           [](TimelinePane& timeline, bool on) { timeline.pinTrack(on); })
        ->setCheckable(true);
    choose("view.onlyTrack", tr("Onl&y this track or group"), tr("Hides all other tracks"),
           [](TimelinePane& timeline, bool) { timeline.showOnlyTrack(); });
    choose("view.hideTrack", tr("&Hide this track or group"), {},
           [](TimelinePane& timeline, bool) { timeline.hideTrack(); });
}

void MainWindow::updateSliceCommands()
{
    const QString noCapture = tr("Open a capture first.");
    const bool timed = m_timeline && hasTimeline();
    const QString noTime = m_session ? tr("This capture has no time axis.") : noCapture;
    for (const char* id : {"go.to", "edit.stepBack"})
        m_commands.allow(id, m_session != nullptr, noCapture);
    for (const char* id : {"go.first", "go.last", "go.longest"})
        m_commands.allow(id, timed, noTime);
    const bool counter = timed && m_timeline->isAtCounter();
    for (const char* id : {"go.maximum", "go.minimum"})
        m_commands.allow(id, counter, timed ? tr("Select a value of a counter first.") : noTime);
    const TrackId current = timed ? m_timeline->currentTrack() : kNoTrack;
    const QString noTrack = timed ? tr("Select a slice or a track's name first.") : noTime;
    for (const char* id : {"view.trackUp", "view.trackDown", "view.onlyTrack", "view.hideTrack"})
        m_commands.allow(id, current != kNoTrack, noTrack);
    const bool isGroup =
        current != kNoTrack && m_session->timeline()->track(current).kind == TrackKind::group;
    m_commands.allow("view.pinTrack", current != kNoTrack && !isGroup,
                     isGroup ? tr("A group cannot be pinned.") : noTrack);
    m_commands["view.pinTrack"]->setChecked(timed && m_timeline->isTrackPinned());
    const auto time = timed ? m_session->selection().time : std::nullopt;
    m_commands.allow("edit.range", time && time->lengthNs() > 0,
                     timed ? tr("Select something that lasts first.") : noTime);
    for (const char* id : {"go.nextTrack", "go.previousTrack"})
        m_commands.allow(id, timed && !m_session->trackFilter().isEmpty(),
                         timed ? tr("No filter hides any track.") : noTime);
}

// What no pane has used.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_session && m_session->stepBack())
        event->accept();
    else
        QMainWindow::keyPressEvent(event);
}

// A pane that floats is a window of its own.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || !static_cast<QWidget*>(watched)->isWindow())
        return QMainWindow::eventFilter(watched, event);
    keyPressEvent(static_cast<QKeyEvent*>(event));
    return event->isAccepted();
}

}
