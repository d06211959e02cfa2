// The notes of one window: the set, its undo stack, loading and saving in the background, and a recovery file
// that survives a crash. Views read notes() and the tables made from it, and change notes through the
// functions here, each of which is one undo step.
//
//     notes->add(notes->draft());                     // at what is selected
//     notes->setText(id, "the fan starts here");
//     connect(notes, &SessionNotes::changed, this, &NotesPane::refill);
//
// For the GUI thread.
#pragma once

#include "core/notes/note_store.h"
#include "widgets/common/background_task.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"
#include "widgets/session/note_times.h"

#include <QHash>
#include <QSet>
#include <QTimer>
#include <QUndoStack>
#include <map>
#include <set>

namespace traceglass {

class SessionNotes : public QObject
{
    Q_OBJECT

public:
    // The session outlives it.
    explicit SessionNotes(DocumentSession* session, QObject* parent = nullptr);
    ~SessionNotes() override;

    // Reads the notes of capture and side file, and what a crash left: loaded(). Views show none until then. What was
    // unsaved() before a reload is brought in; notes that others changed too wait in conflicts().
    void load(std::optional<AnnotationFile> unsaved = {});
    bool isLoading() const { return m_loading; }

    const AnnotationSet& notes() const { return m_notes; }
    const Annotation* find(std::string_view id) const;               // null: none
    std::optional<std::uint32_t> indexOf(std::string_view id) const; // in notes()
    QUndoStack* undoStack() { return &m_undo; }
    bool isModified() const { return m_isModified; } // other notes than those last saved
    std::size_t storedCount() const { return m_stored.notes.size(); } // notes on disk
    void setAuthor(const QString& author) { m_author = author; }

    // --- new notes: not part of the set until add()
    // At what is selected: its time and clock, track, node and bytes; nothing selected: the moment given,
    // else the capture as a whole.
    Annotation draft(std::optional<std::int64_t> cursorNs = {}) const;
    Annotation draftOver(TimeRange view, std::uint16_t axis = 0) const;

    // --- changes; notes of other tools stay as they are
    std::string add(Annotation note); // sets id, author and times; returns the id
    // What is typed into a new note belongs to adding it, until whoever types is done.
    bool isNew(std::string_view id) const { return id == m_newId; }
    void finishNew() { m_newId.clear(); }
    // Texts of one note and one count of `typing`, one behind the other, are one step; 0: always its own.
    void setText(const std::string& id, const QString& text, int typing = 0);
    void setColor(const std::vector<std::string>& ids, std::uint8_t color);
    void remove(const std::vector<std::string>& ids);
    // The newest note, when nothing is left of what was typed: it had never been. Others are left empty.
    void takeBack(const std::string& id, int typing = 0);
    void import(const AnnotationSet& others); // of the same id the later change wins
    void revert();                            // to what is stored
    AnnotationFile unsaved() const            // what differs from what is stored
    {
        return unsavedNotes(m_stored.notes, m_notes, Job()).value_or(AnnotationFile {}); // nobody stops it
    }

    // Notes that were changed here and by others, one asked for after the other. Both are kept until then.
    const std::vector<NoteConflict>& conflicts() const { return m_conflicts; }
    enum class Keep { mine, theirs, both };
    void settle(Keep keep); // the first

    // Whoever holds text that is not in the set yet hands it over now.
    void flush() { emit flushWanted(); }

    // --- what the user has chosen among them: in the list, by a flag, by next and previous
    const std::vector<std::string>& chosen() const { return m_chosen; }
    void choose(std::vector<std::string> ids);

    // --- where they are
    const NoteTimes& times() const; // of all that have one
    std::optional<TimeRange> viewTime(const Annotation& note) const;
    struct TrackNotes // the notes with a time that are about one track
    {
        TrackId track = kNoTrack; // of those about none, or about one that is not there (yet)
        NoteTimes times;
    };
    const std::vector<TrackNotes>& places() const;
    struct Placed // sorted by source and offset
    {
        ByteRange bytes;
        std::uint32_t index = 0;
    };
    const std::vector<Placed>& placed() const;
    bool hasNodes() const { return !index().nodes.isEmpty(); } // are any about nodes?
    bool hasNode(const std::string& path) const; // Structure::pathOf
    // Selects what the note is about, and shows it.
    void goTo(const std::string& id);
    // "+1.250 s · tasks/upload", "/chunks/3", "the capture": for lists.
    QString anchorText(const Annotation& note) const;

    // --- saving, in the background: saved() or saveFailed()
    // What saving would do. Until it is known nothing else is saved, and another plan is not asked for.
    void plan(std::function<void(const SavePlan&)> then);
    // Of an exported or side file.
    void readNotes(const std::filesystem::path& file, std::function<void(const Result<AnnotationSet>&)> then);
    bool isSaving() const { return m_saving; }
    void stopSaving() { m_stopSaving.request_stop(); }      // ends in saveFailed() where it is not too late
    std::uint64_t deadBytes() const { return m_deadBytes; } // of what is on disk
    void save(const SavePlan& plan);
    const SavePlan& savedTo() const { return *m_savedTo; } // where the last save put the notes, and why there
    void saveAs(const std::filesystem::path& path);
    void compact(const std::filesystem::path& path); // what is on disk, without dead bytes
    bool livesInSideFile() const { return m_stored.hasSideFile; }
    bool couldMoveIn() const { return m_stored.hasSideFile && m_couldMoveIn; } // into the capture, from there
    const std::vector<Diagnostic>& problems() const { return m_stored.problems; } // of loading
    bool wasRecovered() const { return m_recovered; } // unsaved notes of a session that ended unexpectedly
    void discardRecovery();                           // closing without saving was confirmed
    // Writes the recovery file now instead of a moment after the last change, behind. Once it is there `then` runs, in the
    // thread that wrote it.
    void writeRecovery(std::function<void(GaveWay)> then = {});
    // The recovery file of a session that is about to end; whoever takes over its notes discards it then.
    std::shared_ptr<RecoveryFile> recovery() const { return m_recovery; }

signals:
    void loaded();
    void changed();     // the set
    void moved() const; // where its notes are
    void chosenChanged();
    void flushWanted();
    void modifiedChanged(bool modified);
    void savingChanged();
    void saved(const std::filesystem::path& path);
    void saveFailed(const Error& error);

private:
    class UndoStep;
    struct Index
    {
        Index() = default;
        explicit Index(const AnnotationSet& notes);
        void add(const Annotation& note, std::uint32_t place);
        void remove(const Annotation& note); // behind which there is none

        QHash<QByteArray, std::uint32_t> ids;
        QHash<QByteArray, int> nodes; // how many notes are on a path
    };
    struct Loaded
    {
        Result<StoredNotes> stored;
        std::uint64_t deadBytes = 0;
        std::vector<LeftNotes> left; // by sessions that ended unexpectedly
        std::shared_ptr<RecoveryFile> recovery;
        bool couldMoveIn = false;
        Index index {}; // of what is stored
        std::vector<NoteMerge> restored {}; // what was left, brought into it
        NoteMerge kept {};                  // what was unsaved before a reload, behind that
    };

    void push(const QString& text, std::vector<NoteChange> changes, int typing = 0);
    void apply(const std::vector<NoteChange>& changes, bool forward);
    NoteChange changeTo(Annotation note) const; // from what the note is
    template <class Edit>
    void editEach(const QString& text, const std::vector<std::string>& ids, int typing, Edit edit);
    void tell();
    void setSaved(const AnnotationSet& notes);
    void tellModified();
    void replace(const QSet<QByteArray>& gone, std::vector<Annotation> added);
    void invalidate();
    void forgetPlaces();
    const Index& index() const;
    std::optional<std::uint16_t> axisOf(const Annotation& note) const;
    std::optional<SliceId> sliceOf(const Annotation& note, TimeRange time) const;
    void followTimeline();
    void findTracks() const;
    std::set<std::string> placeTracks() const;
    void adopt(Loaded loaded);
    void bringIn(const QString& text, NoteMerge merge);
    using Saving = std::function<Result<NoteStore>(const NoteStore&, const AnnotationSet&, Job&, GaveWay)>;
    void startSaving(Saving work, bool staysHere);

    DocumentSession* m_session;
    NoteStore m_store; // of the capture as it was last seen on disk
    std::uint64_t m_deadBytes = 0;
    AnnotationSet m_notes;
    bool m_tellsLater = false; // several changes are told as one
    bool m_untold = false;
    std::vector<std::string> m_chosen;
    bool m_chosenWent = false; // some of them, not told yet
    StoredNotes m_stored;      // what is on disk
    AnnotationSet m_savedNotes; // the same, as this session has them
    bool m_isModified = false;
    QUndoStack m_undo;
    QString m_author;
    std::int64_t m_lastAddedNs = 0;
    std::string m_newId;
    bool m_couldMoveIn = false;
    bool m_loading = false;
    bool m_saving = false;
    std::shared_ptr<SavePlan> m_savedTo = std::make_shared<SavePlan>(); // the save's until it is done
    std::stop_source m_stopSaving;
    bool m_recovered = false;
    std::vector<NoteConflict> m_conflicts;
    std::shared_ptr<RecoveryFile> m_recovery; // null until the notes are loaded
    QTimer m_recoveryTimer;
    std::shared_ptr<std::atomic<bool>> m_isWriting =
        std::make_shared<std::atomic<bool>>(false); // the recovery file
    QTimer m_tellTimer; // queries of what changed

    mutable std::optional<Index> m_index;
    mutable std::optional<NoteTimes> m_times;
    std::vector<ClockAxis> axesNow() const; // what times, and texts about them, are made with
    std::vector<ClockAxis> m_axesSeen;
    mutable std::optional<std::vector<TrackNotes>> m_places;
    struct TrackName // what notes say about their track
    {
        std::string path;
        std::optional<std::uint64_t> key;

        auto operator<=>(const TrackName&) const = default;
    };
    mutable std::vector<TrackName> m_placeNames; // of m_places
    mutable bool m_tracksFound = false;          // in the timeline of now
    mutable std::map<std::string, std::pair<TrackKind, std::uint64_t>> m_tracksByPath; // of notes without key
    static constexpr Asker::Slot kTracks = 0;
    mutable Asker m_asker;
    mutable std::optional<std::vector<Placed>> m_placed;
    mutable std::size_t m_sourcesSeen = 0; // by m_placed

    BackgroundTask m_work; // loading and saving
    BackgroundTask m_planning;
};

}
