// What a window does with notes: the Notes menu, undo and redo, saving and all that is said and asked about
// it.
//
//     NoteCommands notes(window, commands, settings, bar);
//     notes.setCapture(session, sessionNotes);            // null: none is open
//     if (notes.mayLeave([this] { close(); })) ...        // asks; calls back when saving has made it
//     possible
#pragma once

#include "app/viewer/commands.h"
#include "app/viewer/settings.h"
#include "widgets/session/session_notes.h"

#include <functional>

namespace traceglass {

class MessageBar;

class NoteCommands : public QObject
{
    Q_OBJECT

public:
    NoteCommands(QWidget* window, Commands& commands, Settings& settings, MessageBar* bar);

    void setCapture(DocumentSession* session, SessionNotes* notes);
    void update(); // which commands can be used

    // May the capture be left? With unsaved notes the user is asked; when he saves, `again` is called once
    // they are safe, and this answers no.
    bool mayLeave(std::function<void()> again);
    // Unsaved notes that the capture takes over when it is opened again.
    void keepForReload();

    void setCursor(std::optional<std::int64_t> viewNs) { m_cursorNs = viewNs; }

signals:
    void editWanted(const std::string& id); // a new note, or the chosen one
    void listWanted();
    void statusText(const QString& text);
    void barChanged();
    void reloadWanted();
    void openWanted(const QString& path);

private:
    // note_commands.cpp
    void addCommands();
    void addNote();
    void addOverRange();
    void step(bool forward);
    std::vector<std::string> chosen() const;
    void importFile();
    void exportFile();
    void compact();

    // note_saving.cpp
    void save();
    void saveBeside();
    void saveAs();
    void revert();
    bool agreedTo(const SavePlan& plan);
    void loaded();
    void saved(const std::filesystem::path& path);
    void saveFailed(const Error& error);
    void say(int kind, const QString& head, const QString& text, QStringList actions,
             std::vector<std::function<void()>> answers);
    QString captureName() const;
    QString agreedKey() const;

    QWidget* m_window;
    Commands& m_commands;
    Settings& m_settings;
    MessageBar* m_bar;
    DocumentSession* m_session = nullptr;
    SessionNotes* m_notes = nullptr;
    std::optional<std::int64_t> m_cursorNs;
    std::function<void()> m_afterSaving;
    std::vector<std::function<void()>> m_answers; // to the actions of the bar
    std::optional<AnnotationFile> m_kept;         // over a reload
    std::size_t m_saving = 0;                     // notes on their way
};

}
