// What a window does with notes: the Notes menu, undo and redo, saving and all that is said and asked about
// it.
//
//     NoteCommands notes(window, commands, settings, bar);
//     notes.setCapture(session, sessionNotes);            // null: none is open
//     if (notes.mayLeave([this] { close(); })) ...        // asks; calls back once saving has made it
//     possible
#pragma once

#include "app/viewer/commands/commands.h"
#include "app/viewer/settings/settings.h"
#include "app/viewer/window/message_bar.h"
#include "widgets/common/background_task.h"
#include "widgets/session/session_findings.h"
#include "widgets/session/session_notes.h"

#include <QTimer>
#include <functional>

namespace traceglass {

// The command that gives the chosen notes a colour of kAnnotationColors.
inline QByteArray colorCommand(std::string_view color)
{
    return "notes.color." + QByteArray(color.data(), qsizetype(color.size()));
}

class NoteCommands : public QObject
{
    Q_OBJECT

public:
    NoteCommands(QWidget* window, Commands& commands, Settings& settings, MessageBar* bar);

    // A new note at the evidence of a finding begins with what was found.
    void setCapture(DocumentSession* session, SessionNotes* notes, const SessionFindings* findings = nullptr);
    void update(); // which commands can be used

    // May the capture be left? With unsaved notes the user is asked; when he saves, `again` is called once
    // they are safe, and this answers no.
    bool mayLeave(std::function<void()> again);
    // The same in steps, for who leaves several captures or none.
    enum class Answer { leave, save, drop, stay };
    bool hasUnsaved();
    Answer askToLeave();
    void saveThen(std::function<void()> then); // not called when the notes are not saved
    void drop();
    // Whether the capture that is left next is the one opened behind it, which takes over the unsaved notes.
    void keepForReload(bool keep) { m_reloading = keep; }
    std::optional<AnnotationFile> keptUnsaved() const // for SessionNotes::load()
    {
        return m_kept ? std::optional(m_kept->notes) : std::nullopt;
    }

    void setCursor(std::optional<std::int64_t> viewNs) { m_cursorNs = viewNs; }

signals:
    void adding();                          // about what is selected
    void editWanted(const std::string& id); // a new note, or the chosen one
    void listWanted();
    void statusText(const QString& text);
    void barChanged();
    void reloadWanted();
    void openWanted(const QString& path);

private:
    // note_commands.cpp
    void addCommands();
    void add();
    void step(bool forward);
    void undo(bool forward);
    std::vector<std::string> chosen() const;
    void importFile();
    void exportFile();
    void compact();

    // note_saving.cpp
    void save();
    void saveBeside();
    void saveAs();
    void refuseCopy(const QString& name);
    void writeCopy(const QString& name);
    void revert();
    bool agreedTo(const SavePlan& plan);
    void loaded();
    void askWhichToKeep(); // notes that somebody else changed too
    void tellSaving();     // when it takes long
    void saved(const std::filesystem::path& path);
    void saveFailed(const Error& error);
    void say(MessageBar::Kind kind, const QString& head, const QString& text, const QStringList& actions = {},
             std::vector<std::function<void()>> answers = {});
    static QString notesText(std::size_t count); // "1 note"
    std::size_t ownNotes() const;
    QString copyName(const QString& mark) const; // "-notes"
    QString captureName() const;
    QString agreedKey() const;

    QWidget* m_window;
    Commands& m_commands;
    Settings& m_settings;
    MessageBar* m_bar;
    DocumentSession* m_session = nullptr;
    SessionNotes* m_notes = nullptr;
    const SessionFindings* m_findings = nullptr;
    std::optional<std::int64_t> m_cursorNs;
    std::function<void()> m_afterSaving;
    bool m_savesAgain = false; // asked for while it was being saved
    struct Attempt // what is being saved
    {
        QString failed; // how it is told when it is not
        std::function<void()> again;
        bool isCopy = false;
    };
    Attempt m_attempt;
    std::vector<std::function<void()>> m_answers; // to the actions of the bar
    bool m_reloading = false;
    struct Kept // over a reload
    {
        AnnotationFile notes;
        std::shared_ptr<RecoveryFile> recovery; // until the notes are in the set of the new capture
    };
    std::optional<Kept> m_kept;
    std::size_t m_saving = 0; // notes on their way, but for those of other tools
    std::string m_toldReason; // why the last ones went beside the capture
    bool m_toldOld = false;   // that the capture was read before notes were saved into it
    QTimer* m_longSaving;
    BackgroundTask m_exporting;
    BackgroundTask m_looking; // whether a name is taken
};

}
