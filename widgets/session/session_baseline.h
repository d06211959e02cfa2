// What a window's capture is compared with: A, the baseline. The range before the selected one, another run of the
// capture, or another capture, which another window shows or which is opened and indexed here, in the background.
//
//     baseline->openCapture(path);                 // or takeRangeBefore(), takeRuns(), takeShown()
//     connect(baseline, &SessionBaseline::changed, ...);
//     if (const auto a = baseline->a())            // nothing: none is chosen, or it is not known yet; see remark()
//         asker.ask(..., ask::Table {{a->timeline, "name", {}, a->scope}}, ...);     // of baseline->capture()
//
// All functions are for the GUI thread.
#pragma once

#include "core/notes/note_store.h"
#include "core/query/run.h"
#include "widgets/common/background_task.h"
#include "widgets/common/file_watch.h"
#include "widgets/session/capture_loader.h"
#include "widgets/session/document_session.h"

#include <QPointer>

namespace traceglass {

class SessionBaseline : public QObject
{
    Q_OBJECT

public:
    enum class Kind { none, rangeBefore, runs, capture };

    struct Runs // one against the other, by the name of their tracks: "segment 0" and "segment 1"
    {
        std::string a, b;

        bool operator==(const Runs&) const = default;
    };
    struct Side
    {
        TimelinePtr timeline;
        query::Scope scope {};
    };

    explicit SessionBaseline(DocumentSession* session, QObject* parent = nullptr);

    // --- what is chosen
    Kind kind() const { return m_kind; }
    bool isCapture() const { return m_kind == Kind::capture; } // another one
    std::optional<Runs> chosenRuns() const
    {
        return m_kind == Kind::runs ? std::optional(m_runs) : std::nullopt;
    }
    void clear();
    void takeRangeBefore();
    void takeRuns(Runs runs);
    void takeShown(DocumentSession* other); // by another window
    void openCapture(const std::filesystem::path& path);
    struct Choice // to be made again, when the capture was loaded anew
    {
        Kind kind = Kind::none;
        Runs runs {};
        std::filesystem::path path {};
    };
    Choice choice() const;
    void take(const Choice& choice);
    void reload(); // another capture, as it is on disk now
    void checkDisk();
    void setSeen(bool seen) { m_watch.setSeen(seen); }

    // --- what there is to choose from
    std::vector<Runs> runs() const; // each later run with the one before it and with the first
    void setOthers(std::function<std::vector<DocumentSession*>()> others); // that other windows show
    std::vector<DocumentSession*> others() const;                          // those of the same format
    QString whyNoRangeBefore() const;                                      // empty: there is one

    // --- what there is of it
    std::optional<Side> a() const;
    // What of the window's capture stands against it: the selected range, or one of the runs, as a whole.
    query::Scope scopeOfB() const;
    std::optional<TimeRange> rangeOfB() const; // of that scope
    const std::filesystem::path& pathOfB() const { return m_session->capture()->path(); }
    bool isOfFolder() const { return m_session->capture()->isFolder(); } // B
    // That A is a part of; null: not opened yet.
    const std::shared_ptr<Capture>& capture() const { return m_capture; }
    const QPointer<DocumentSession>& shownBy() const { return m_shown; } // null: no window shows it
    bool isOnItsWay() const;   // it is opened or indexed, which clear() stops
    const ask::DiskNow& onDisk() const { return m_onDisk; } // another capture, since it was opened
    QString name() const;      // "the range before: +7.3 s … +9.5 s", "segment 0", "before.rfr"
    QString remark() const;    // how far it is, or why there is none; empty: it is all there
    const QString& whyNoNotes() const { return m_notesProblem; } // for queries; empty: they could be read
    QStringList words() const; // of `tglass compare`: which captures, and which parts of them

signals:
    void changed();      // what A is, or whether there is any
    void progressed();   // name() or remark() are others
    void notesChanged(); // of another capture
    void diskChanged();  // onDisk() may be another
    void diskGrew();     // once more

private:
    void choose(Kind kind);
    void take(CaptureLoader::Loaded& loaded);
    void takeCapture(std::shared_ptr<Capture> capture, DocumentSession* session);
    void loadNotes();                                            // of a capture that no window shows
    void follow();                                               // the session that indexes A
    std::vector<TrackId> tracksOf(const std::string& run) const; // those below it
    TimeRange rangeBefore() const;

    DocumentSession* m_session;
    std::function<std::vector<DocumentSession*>()> m_others;
    CaptureLoader m_loader;
    Kind m_kind = Kind::none;
    Runs m_runs;
    std::shared_ptr<Capture> m_capture;
    std::unique_ptr<DocumentSession> m_own; // indexes a capture that no window shows
    QPointer<DocumentSession> m_shown;
    TimelinePtr m_timeline; // of another capture, once it is complete
    bool m_wasLeft = false; // the window that showed it shows it no longer
    ask::DiskNow m_onDisk;
    bool m_areNotesRead = true;
    QString m_problem;
    QString m_notesProblem;
    FileWatch m_watch;            // of a capture that no window shows
    BackgroundTask m_notes;       // last: its thread ends before anything it uses
};

}
