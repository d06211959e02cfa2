// The Flame graph tab: which events, weighed by what, in which part of the capture; the graph; and a line
// about the selected frame.
//
//     auto* pane = new FlamePane(session, tabs);
//     connect(pane, &FlamePane::restrictedChanged, ...);   // a funnel on the tab
//
// / and Ctrl+F lead to the search; there Enter, and everywhere F3, selects the next frame found.
//
// Stacks are read in the background when the tab is looked at or they are to be copied, and again when the
// range or the events change; another weight or turning over needs no reading.
#pragma once

#include "core/ask/questions.h"
#include "widgets/common/copying.h"
#include "widgets/flame/flame_view.h"
#include "widgets/session/asker.h"

#include <QTimer>
#include <QWidget>
#include <optional>
#include <set>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace traceglass {

class BackgroundTask;
class CommandLink;
class SessionFilter;
class DocumentSession;
class ElidedLabel;
class LinkLabel;

class FlamePane : public QWidget, public CopySource
{
    Q_OBJECT

public:
    explicit FlamePane(DocumentSession* session, QWidget* parent = nullptr);

    FlameView* view() const { return m_view; }
    QComboBox* kindChoice() const { return m_kindChoice; }
    QComboBox* weightChoice() const { return m_weightChoice; }
    QLineEdit* searchField() const { return m_search; }
    QLabel* searchResult() const { return m_share; }
    QToolButton* invertButton() const { return m_invert; }
    QToolButton* belowButton() const { return m_below; }
    QToolButton* trackButton() const { return m_trackOnly; }
    QToolButton* copyButton() const { return m_copy; }
    CommandLink* commandLink() const { return m_copyCommand; }
    ElidedLabel* summary() const { return m_summary; }

    void setSliceFilter(const SessionFilter* filter); // only tracks with something that fits it
    bool isRestricted() const;
    bool isReading() const;     // a result is on its way
    void copyCollapsed();       // "main;run 12" a line, to the clipboard; once they are read
    void giveTable(const Done& done) override; // stacks and their weights
    QWidget* pictured() override { return m_view; }
    QString command() const;    // of tglass, that prints these lines; empty: it cannot say which tracks
    void stepSample(bool next); // selects the next sample of the selected frame
    QSize minimumSizeHint() const override;
    QByteArray saveState() const;
    void restoreState(const QByteArray& state);

signals:
    void restrictedChanged(bool restricted);
    void copied(const QString& what);

protected:
    bool event(QEvent* event) override; // keys that the window has for something else
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool isWorking() const;
    void makeBar();
    void connectParts();
    void readLater();
    void read();
    void rebuild();
    void take(FlameGraphPtr graph);
    void fillChoices(); // with what is shown
    void tellProgress();
    void tellRange();
    QString emptySentence() const;

    // flame_pane_frame.cpp: search and the selected frame
    void search();
    void tellFrame();
    void showSample(); // of the selected frame, the one at m_sampleAt
    void setFunnel();
    void copySums();

    // flame_pane_tracks.cpp: which tracks' stacks are shown
    using StackTrack = std::pair<TrackKind, std::uint64_t>; // as the question has it
    std::optional<StackTrack> selectedTrack() const;
    TrackId groupOf(const StackTrack& key) const;
    void connectTracks();
    void fillTrackMenu();
    void restrictTo(std::set<StackTrack> tracks, const QString& name);
    bool isAmongTracks(const StackTrack& key) const;
    QString tracksName() const;
    void tellTrack();
    std::optional<QStringList> commandTracks() const; // nothing: they are neither one nor a group

    DocumentSession* m_session;
    FlameView* m_view;
    QComboBox* m_kindChoice;
    QComboBox* m_weightChoice;
    QLineEdit* m_search;
    QLabel* m_share;
    QToolButton* m_invert;
    QToolButton* m_below;
    QToolButton* m_trackOnly;
    QLabel* m_funnel;
    LinkLabel* m_everything; // clears the range
    QToolButton* m_copy;
    CommandLink* m_copyCommand;
    QWidget* m_progress;
    QLabel* m_progressText;
    LinkLabel* m_cancel;
    ElidedLabel* m_summary;
    LinkLabel* m_previous;
    LinkLabel* m_next;
    LinkLabel* m_zoomOut;

    static constexpr Asker::Slot kAskStacks = 0, kAskSamples = 1;
    Asker* m_asker;
    BackgroundTask* m_building; // of what was read
    BackgroundTask* m_copying;
    QTimer* m_delay;
    QTimer m_tick;
    bool m_stale = true;       // something changed since the stacks were read
    bool m_stopped = false;    // by the user
    bool m_copyWanted = false; // as soon as the stacks are read
    ask::Flame m_wanted;       // what is read and how it is shown
    std::vector<StackKind> m_kinds;
    std::string m_kind; // that is shown
    bool m_kindsKnown = false;
    std::shared_ptr<const StackSums> m_sums;
    bool m_lines = true;
    bool m_areSamples = true;
    QString m_failure;
    std::set<StackTrack> m_tracks;                // only these, of a group all below it; empty: all
    const SessionFilter* m_sliceFilter = nullptr; // null: there is none
    QString m_groupName;                          // of the group among them; empty: there is none

    std::uint32_t m_steppedNode = FlameGraph::kNone; // whose samples these are
    std::vector<StackSums::Sample> m_samples;
    std::size_t m_sampleAt = 0;
};

}
