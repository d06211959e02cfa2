// What is shared by all views of one window: the capture, its growing timeline, the selection, the visible
// window, the time range, the unit setting and the history. Views read it, paint it, and set it; they do not
// know each other.
//
//     connect(session, &DocumentSession::answerChanged, this, &BytesPane::follow);
//     session->selectNode(node.id);         // every view follows
//
// All functions are for the GUI thread; indexing runs in a thread of its own and reports through queued
// calls.
#pragma once

#include "core/ask/capture.h"
#include "core/model/timed_text.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace traceglass {

// How moments and durations are written everywhere in the window.
struct TimeFormat
{
    enum class Mode { relative, utc, local };
    Mode mode = Mode::relative;
    TimeUnit unit = TimeUnit::automatic;

    bool operator==(const TimeFormat&) const = default;
};

// One thing, seen from every side. Any part may be absent: a header has no slice, a gap has no record.
struct Selection
{
    std::optional<SliceId> slice {};
    std::optional<NodeId> node {};
    ByteRange bytes {};      // the selected node's or record's bytes in the decoded source; length 0: none
    std::uint64_t caret = 0; // in bytes.source
    std::optional<TimeRange> time {}; // when it happened
    std::uint16_t axis = 0;           // of that time

    bool operator==(const Selection&) const = default;
};

// A part of what is filtered: a query. One that is switched off stays in sight, to be switched on again.
struct FilterPart
{
    QString text;
    bool isOn = true;

    bool operator==(const FilterPart&) const = default;
};
using FilterParts = std::vector<FilterPart>;

// A piece of evidence, by what its finding is known by.
struct EvidencePlace
{
    std::string rule;
    std::string subject;
    std::size_t piece = 0;

    bool operator==(const EvidencePlace&) const = default;
};

class Asker;

class DocumentSession : public QObject
{
    Q_OBJECT

public:
    explicit DocumentSession(std::shared_ptr<Capture> capture, QObject* parent = nullptr);
    template <class AnyDocument>
    explicit DocumentSession(std::unique_ptr<AnyDocument> document, QObject* parent = nullptr)
        : DocumentSession(Capture::shared(std::shared_ptr<const AnyDocument>(std::move(document))), parent)
    {
    }
    ~DocumentSession() override; // stops indexing, and leaves it behind

    // What views know of the capture, and whom they ask.
    const std::shared_ptr<Capture>& capture() const { return m_capture; }
    void setNotes(std::shared_ptr<const AnnotationSet> notes); // that queries ask for: notesChanged()
    // As far as it is known by now.
    const Summary& summary() const { return m_summary; }
    const std::vector<std::string>& sourceNames() const { return m_sourceNames; } // by number
    const TimelinePtr& timeline() const { return m_timeline; }                    // never null
    const FieldCataloguePtr& fields() const { return m_fields; } // of records; null: not known yet

    // --- clocks: times of nodes and records are on one of these axes, everything shown is view time
    const std::vector<ClockAxis>& axes() const { return m_timeline->axes(); } // empty: there is one clock
    std::uint16_t axisOf(TrackId track) const { return m_timeline->about(track).axis; }
    ClockAxis::Kind axisKind(std::uint16_t axis = 0) const;
    bool isTime(std::uint16_t axis = 0) const; // else it counts bytes or steps
    // What the view is told on: the clock of what is selected where that counts steps, else the first.
    std::uint16_t toldAxis() const { return isTime(m_selection.axis) ? std::uint16_t(0) : m_selection.axis; }
    std::int64_t toView(std::uint16_t axis, std::int64_t ownNs) const;
    std::int64_t toOwn(std::uint16_t axis, std::int64_t viewNs) const;
    TimeRange toView(std::uint16_t axis, TimeRange own) const
    {
        return {toView(axis, own.startNs), toView(axis, own.endNs)};
    }
    std::int64_t origin(std::uint16_t axis = 0) const; // the view time that is +0 s on an axis
    std::uint16_t selectedAxis() const { return m_selection.axis; }
    // Shifts the user gave, by axis name. What is selected stays selected and moves with its clock.
    const std::map<std::string, std::int64_t>& alignment() const { return m_alignment; }
    void setAlignment(std::map<std::string, std::int64_t> shifts);

    // --- indexing
    void startIndexing(std::optional<TimeRange> visible = {});
    void cancelIndexing();
    bool isIndexing() const;
    bool wasCancelled() const { return m_cancelled; }
    const std::optional<Error>& indexError() const { return m_indexError; } // why indexing ended early
    std::uint64_t indexedCount() const;             // records; of containers the events in them
    QString indexedText(std::uint64_t count) const; // "1,024 events"
    std::uint64_t indexDone() const;  // in the document's own steps, see indexTotal()
    std::uint64_t indexTotal() const; // 0: not known

    // --- selection: setting one side sets all. A slice is selected at once, the rest when the capture has answered; until
    // then what was selected before stays.
    const Selection& selection() const { return m_selection; }
    // All that views show of it; of nothing: of the capture as a whole. That of before until the new one is there.
    const Resolved& answer() const { return m_answer; }
    bool isAnswering() const; // an answer is on its way
    bool isSelecting() const; // that of what was selected last
    // At once, or with the answer of what was selected last. Dropped where that is not there, or something else is
    // selected first; one thing waits at a time, the newest.
    void whenSelected(std::function<void()> then);
    void selectSlice(const SliceId& slice);
    void selectNode(const NodeId& node) { askAbout(node); }
    // The innermost node that owns the first byte; keeps bytes and caret. What goes on from the bytes that were
    // selected last, such as a mark that grows, is one step with them for goBack().
    void selectBytes(const ByteRange& bytes, bool goesOn = false);
    void selectRecord(RecordRef record, std::optional<std::int64_t> startNs = {})
    {
        askAbout(RecordMoment {record, startNs});
    }
    void selectPath(const std::string& path) { askAbout(path); }
    void clearSelection();

    // --- time
    TimeRange extent() const;                 // of the capture; at least 1 ns long
    TimeRange view() const { return m_view; } // the visible window
    void setView(TimeRange view);  // clamped: within the extent with a little air, at least 10 ns long
    void showTime(TimeRange time); // pans, and zooms out if needed, until it is visible
    void showAround(TimeRange time); // so that it takes the middle third; a moment is shown with some of the capture
    std::optional<TimeRange> range() const { return m_range; } // what the user dragged
    void setRange(std::optional<TimeRange> range);
    // The words that tracks are filtered by; empty: all are shown.
    const QString& trackFilter() const { return m_trackFilter; }
    void setTrackFilter(const QString& words);
    // What slices are filtered by: those that are on hold together (SessionFilter answers what is left).
    const FilterParts& filterParts() const { return m_filterParts; }
    void setFilterParts(FilterParts parts);
    // Which arrangement of tracks is shown, as who arranges them counts them: a part of the history.
    int arrangement() const { return m_arrangement; }
    void setArrangement(int number);
    // Which piece of evidence was gone to last; nothing: none yet. A part of the history.
    const std::optional<EvidencePlace>& evidence() const { return m_evidence; }
    void setEvidence(EvidencePlace place);
    TimeFormat timeFormat() const { return m_timeFormat; }
    void setTimeFormat(TimeFormat format);
    // As the setting says, in the time of an axis; a place in bytes where the axis is one of positions.
    QString momentText(std::int64_t viewNs, std::uint16_t axis = 0) const;
    // The same for a list of moments below each other: all have as many decimals.
    QString momentInColumn(std::int64_t viewNs, std::uint16_t axis = 0) const;
    // No digits below a microsecond: in a table where moments stand beside what is told of them.
    QString shortMomentInColumn(std::int64_t viewNs, std::uint16_t axis = 0) const;
    // With the digits that it takes to tell a thousandth of the capture apart.
    QString roughMomentText(std::int64_t viewNs, std::uint16_t axis = 0) const;
    // From where to where, with the digits that it takes to tell a thousandth of it apart; of less than a millisecond only
    // from where on, as its length tells the rest.
    QString viewText(TimeRange view, std::uint16_t axis = 0) const;
    // As wide as any of these, of some part of the capture: who shows one keeps so much room.
    QString widestViewText(std::uint16_t axis = 0) const;
    QString durationText(std::int64_t ns, std::uint16_t axis = 0) const;
    // As it was written, and as tglass prints it, until the user wants times to be told otherwise.
    std::string told(const TimedText& text) const;

    // --- selection, range and filter by when the user made them
    bool stepBack(); // takes the newest of them back; false when there is none
    std::optional<TimeRange> newestTime() const; // of selection and range: the one made last

    // --- history of selection, view, evidence, parts of the filter and arrangement together
    // What changes meanwhile is one step: Back undoes it at once.
    void inOneStep(const std::function<void()>& change);
    // What is selected here within a moment of the last time is one step with it: who holds an arrow key down in a list
    // looked at none of the rows between.
    void walk(const std::function<void()>& change);
    bool canGoBack() const { return m_historyAt > 0; }
    bool canGoForward() const { return m_historyAt + 1 < m_history.size(); }
    void goBack();
    void goForward();
    bool isInHistory() const { return m_isInHistory; } // Back or Forward is at work
    // As setView() where another session that this one moves with went back or forward: no step of its own. Where the
    // step before or behind is this movement alone, it is gone back or forward to.
    void followHistory(TimeRange view);

    // Checks the files on disk; emits fileChanged() when they differ, or no longer do.
    void checkDisk();
    const ask::DiskNow& onDisk() const { return m_onDisk; }
    void pauseDiskCheck(bool pause) { m_diskCheckPaused = pause; } // while we change them ourselves
    // What the files on disk are compared with from now on: they changed because notes were saved.
    void setDiskDocument(DocumentHandle document);

signals:
    void timelineChanged();
    void selectionChanged();
    void answerChanged(); // and with it what is selected
    void notFound();      // what was to be selected is not there
    void choosing(); // something, or nothing, is to be selected: what waits to select by itself gives way
    void summaryChanged();
    void notesChanged();
    void fieldsChanged();
    void sourcesChanged(); // there are more: something was decoded
    void viewChanged();
    void rangeChanged();
    void trackFilterChanged();
    void filterPartsChanged();
    void arrangementChanged(int before);
    void evidenceRestored(); // by Back or Forward
    void timeFormatChanged();
    void alignmentChanged();
    void indexingChanged(); // started, progressed (ten times a second), finished
    void diagnosticsChanged();
    void historyChanged();
    void fileChanged();
    void fileGrew(); // once more

private:
    struct Visit // a step of the history
    {
        Selection selection;
        TimeRange view;
        Subject subject; // what the selection was asked about
        FilterParts filterParts;
        int arrangement = 0;
        std::optional<EvidencePlace> evidence {};
        bool isWalk = false; // made by walk()

        bool operator==(const Visit&) const = default;
    };
    // What is asked for is a step of the history, belongs to the one that was made, or is one of walk().
    enum class HistoryStep { own, same, walk };
    enum class Made { selection, range, filter };
    struct Indexing;
    struct Decimals // of a second that moments need
    {
        std::weak_ptr<const Timeline> of {};
        int relative = 0, absolute = 0;
    };

    void adopt(TimelinePtr timeline);
    void layAxes();
    void leaveIndexing(); // nothing of it is taken any more
    void finishIndexing(std::optional<Error> error);
    void select(Selection selection);
    void askAbout(Subject subject)
    {
        askAbout(std::move(subject), m_isWalking ? HistoryStep::walk : HistoryStep::own);
    }
    void askAbout(Subject subject, HistoryStep step);
    void ask(Subject subject, HistoryStep step);
    void askAgain();
    void askMeanwhile();
    void takeAnswer(Resolved answer);
    void askSummary();
    void askSources();
    void askFields();
    void followExtent();
    TimeRange clamped(TimeRange view) const;
    const Decimals& decimals() const;
    QString momentText(std::int64_t viewNs, std::uint16_t axis, const Decimals& decimals) const;
    QString cutMomentText(std::int64_t viewNs, std::uint16_t axis, int decimals) const;
    QString rangeText(TimeRange view, std::uint16_t axis, int decimals) const;
    bool tellsTimeOfDay(std::uint16_t axis) const;
    std::int64_t offsetSeconds(std::int64_t unixNs) const; // of the clock that the user wants
    void applyView(TimeRange view);
    void made(Made what, bool isThere);
    bool remember(); // was it a new step?
    void restore(std::size_t place);
    void poll();

    std::shared_ptr<Capture> m_capture;
    std::unique_ptr<Asker> m_asker;
    Summary m_summary;
    std::vector<std::string> m_sourceNames;
    FieldCataloguePtr m_fields;
    Resolved m_answer;
    Subject m_subject;                 // of what is selected
    std::optional<Subject> m_pending;  // asked about, and not answered yet
    std::function<void()> m_then;      // once that is answered
    HistoryStep m_pendingStep = HistoryStep::own;
    bool m_askedInStep = false;
    DocumentHandle m_disk;   // the same file as it was last seen, opened again after saving
    TimelinePtr m_published; // as the document gave it
    TimelinePtr m_timeline;  // with the user's alignment
    std::map<std::string, std::int64_t> m_alignment;
    Selection m_selection;
    TimeRange m_view;
    bool m_viewTouched = false; // by the user or the command line; until then it follows the extent
    std::optional<TimeRange> m_range;
    QString m_trackFilter;
    FilterParts m_filterParts;
    int m_arrangement = 0;
    std::optional<EvidencePlace> m_evidence;
    std::vector<Made> m_made; // what there is of them, the newest last
    TimeFormat m_timeFormat;
    mutable Decimals m_decimals;
    std::vector<Visit> m_history;
    std::size_t m_historyAt = 0;
    int m_steps = 0; // inOneStep() that have not ended
    bool m_isInHistory = false;
    bool m_isWalking = false;  // walk() is at work, or what it asked for is here
    bool m_walkGoesOn = false; // the last walk() came a moment after the one before
    bool m_cancelled = false;
    ask::DiskNow m_onDisk;
    bool m_diskCheckPaused = false;
    std::uint64_t m_diagnosticsSeen = 0;
    std::optional<Error> m_indexError;
    QElapsedTimer m_sinceViewChange; // small steps of one movement are one place in the history
    QElapsedTimer m_sinceWalk;
    QTimer m_poll;
    std::shared_ptr<Indexing> m_indexing;
    std::jthread m_indexingThread;
};

}
