#include "app/viewer/commands/note_commands.h"

#include "core/base/text.h"
#include "core/io/view_files.h"
#include "core/notes/notes_text.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/utf8.h"
#include "widgets/notes/note_colors.h"

#include <QFileInfo>
#include <QWidget>
#include <algorithm>
#include <span>
#include <unordered_map>

namespace traceglass {

namespace {

constexpr int kLongMs = 700; // saving longer than this is told, and can be stopped

}

NoteCommands::NoteCommands(QWidget* window, Commands& commands, Settings& settings, MessageBar* bar)
    : QObject(window)
    , m_window(window)
    , m_commands(commands)
    , m_settings(settings)
    , m_bar(bar)
    , m_longSaving(delayed(this, kLongMs, &NoteCommands::tellSaving))
{
    addCommands();
    connect(&settings, &Settings::changed, this, &NoteCommands::update);
    connect(bar, &MessageBar::actionTriggered, this, [this](int action) {
        m_bar->hide();
        emit barChanged();
        if (std::size_t(action) < m_answers.size()) {
            const auto answer = m_answers[std::size_t(action)]; // a copy: it may say something new
            answer();
        }
    });
}

void NoteCommands::addCommands()
{
    m_commands.add("file.save", tr("&Save notes"), "save", QKeySequence::Save,
                   tr("Into the capture, or beside it: see Preferences"), [this] { save(); });
    m_commands.add("file.saveAs", tr("Save &as…"), "save", "Ctrl+Shift+S",
                   tr("Save a copy of the capture with the notes in it"), [this] { saveAs(); });
    m_commands.add("file.saveBeside", tr("Save notes &beside the capture"), "save", {},
                   tr("Save the notes in a file of their own; the capture stays as it is"),
                   [this] { saveBeside(); });
    m_commands.add("file.revert", tr("Re&vert notes"), "undo", {}, tr("Back to the notes as they are stored"),
                   [this] { revert(); });
    m_commands.add("edit.undo", tr("&Undo"), "undo", QKeySequence::Undo, {}, [this] { undo(false); });
    m_commands.add("edit.redo", tr("&Redo"), "redo", "Ctrl+Shift+Z", {}, [this] { undo(true); });
    m_commands.add("notes.add", tr("&Add note"), "note", "M", tr("At what is selected, else at the pointer"),
                   [this] {
                       emit adding();
                       // With its answer, not with that of before.
                       m_session->whenSelected([this] { add(); });
                   });
    m_commands.add("notes.addOverRange", tr("Add note over the &range"), "note", "Shift+M", {}, [this] {
        if (const auto range = m_session->range())
            emit editWanted(m_notes->add(m_notes->draftOver(*range, m_session->selectedAxis())));
    });
    m_commands.add("notes.edit", tr("&Edit note"), "", {}, tr("The chosen note"),
                   [this] { emit editWanted(chosen().front()); });
    m_commands.add("notes.remove", tr("&Delete notes"), "", {}, tr("The chosen notes"),
                   [this] { m_notes->remove(chosen()); });
    const QString inOrder = tr("In the order of time, those without one last");
    m_commands.add("notes.next", tr("&Next note"), "", "Alt+Down", inOrder, [this] { step(true); });
    m_commands.add("notes.previous", tr("&Previous note"), "", "Alt+Up", inOrder, [this] { step(false); });
    for (std::size_t i = 0; i < kAnnotationColors.size(); ++i) {
        const auto color = static_cast<std::uint8_t>(i);
        QString name = colorName(color);
        name.front() = name.front().toUpper();
        m_commands.add(colorCommand(kAnnotationColors[i]), name, "", {}, tr("Colour of the chosen notes"),
                       [this, color] { m_notes->setColor(chosen(), color); });
    }
    m_commands.add("notes.import", tr("&Import notes…"), "open-file", {}, tr("From a file of notes"),
                   [this] { importFile(); });
    m_commands.add("notes.export", tr("E&xport notes…"), "save", {}, tr("As Markdown or CSV"),
                   [this] { exportFile(); });
    m_commands.add("notes.compact", tr("&Compact capture…"), "", {},
                   tr("Write a copy without the bytes that older notes left"), [this] { compact(); });
    m_commands.add("notes.list", tr("&List of notes"), "note", "Alt+5", {}, [this] { emit listWanted(); });
}

void NoteCommands::setCapture(DocumentSession* session, SessionNotes* notes, const SessionFindings* findings)
{
    if (m_notes && m_reloading) {
        m_notes->flush();
        m_notes->writeRecovery();
        if (m_notes->isModified())
            m_kept = {m_notes->unsaved(), m_notes->recovery()};
        m_notes->undoStack()->setClean();
        m_reloading = false;
    }
    if (m_notes)
        m_notes->disconnect(this);
    m_session = session;
    m_notes = notes;
    m_findings = findings;
    m_toldReason.clear();
    m_toldOld = false;
    m_cursorNs.reset();
    m_longSaving->stop();
    m_looking.cancel();
    m_afterSaving = {};
    m_savesAgain = false;
    m_answers.clear();
    if (notes) {
        connect(notes, &SessionNotes::loaded, this, &NoteCommands::loaded);
        connect(notes, &SessionNotes::saved, this, &NoteCommands::saved);
        connect(notes, &SessionNotes::saveFailed, this, &NoteCommands::saveFailed);
        for (const auto signal :
             {&SessionNotes::changed, &SessionNotes::chosenChanged, &SessionNotes::savingChanged})
            connect(notes, signal, this, &NoteCommands::update);
        connect(notes, &SessionNotes::savingChanged, this, [this] {
            if (m_notes->isSaving())
                m_longSaving->start();
            else
                m_longSaving->stop();
        });
        connect(notes, &SessionNotes::modifiedChanged, this, &NoteCommands::update);
        connect(notes->undoStack(), &QUndoStack::indexChanged, this, &NoteCommands::update);
        connect(session, &DocumentSession::rangeChanged, this, &NoteCommands::update);
    }
    update();
}

void NoteCommands::update()
{
    const bool open = m_notes && !m_notes->isLoading();
    const bool idle = open && !m_notes->isSaving();
    const auto allow = [&](std::initializer_list<const char*> ids, bool allowed, const QString& whyNot) {
        m_commands.allow(ids, open && allowed,
                         open          ? whyNot
                             : m_notes ? tr("Notes are being read.")
                                       : tr("Open a capture first."));
    };
    const bool modified = open && m_notes->isModified();
    const bool any = open && !m_notes->notes().empty();
    const QString saving = tr("Notes are being saved.");
    const QString noNotes = tr("There are no notes.");
    const bool couldMove = open && m_notes->livesInSideFile() && !m_settings.notesBeside();
    allow({"file.save"}, idle && (modified || couldMove), idle ? tr("All notes are saved.") : saving);
    allow({"file.saveAs"}, idle, saving);
    allow({"file.saveBeside"}, idle && any, any ? saving : noNotes);
    allow({"file.revert"}, idle && modified, tr("All notes are as they are stored."));
    allow({"notes.add", "notes.import", "notes.list"}, true, {});
    allow({"notes.addOverRange"}, open && m_session->range().has_value(),
          tr("Drag over a range of the timeline first."));
    allow({"notes.export", "notes.next", "notes.previous"}, any, noNotes);
    const std::size_t chosenCount = open ? chosen().size() : 0;
    const QString chooseFirst = tr("Choose notes of your own first.");
    allow({"notes.edit"}, chosenCount == 1, tr("Choose one note of your own first."));
    allow({"notes.remove"}, chosenCount > 0, chooseFirst);
    for (const std::string_view color : kAnnotationColors)
        allow({colorCommand(color)}, chosenCount > 0, chooseFirst);
    allow({"notes.compact"}, idle && m_notes->deadBytes() > 0,
          tr("Nothing in this capture can be left out."));

    const QUndoStack* undo = open ? m_notes->undoStack() : nullptr;
    m_commands.allow({"edit.undo"}, undo && undo->canUndo(), tr("Nothing to undo."));
    m_commands.allow({"edit.redo"}, undo && undo->canRedo(), tr("Nothing to redo."));
    const auto name = [](const QString& action, const QString& step) {
        return step.isEmpty() ? action : action + QLatin1Char(' ') + step;
    };
    m_commands["edit.undo"]->setText(name(tr("&Undo"), undo ? undo->undoText() : QString()));
    m_commands["edit.redo"]->setText(name(tr("&Redo"), undo ? undo->redoText() : QString()));
}

void NoteCommands::add()
{
    const auto time = m_findings ? m_findings->noteTime() : std::nullopt;
    Annotation note = time ? m_notes->draftOver(*time) : m_notes->draft(m_cursorNs);
    if (m_findings)
        note.text = m_findings->noteText().toStdString();
    emit editWanted(m_notes->add(std::move(note)));
}

// The chosen notes that may be changed.
std::vector<std::string> NoteCommands::chosen() const
{
    std::vector<std::string> own;
    for (const std::string& id : m_notes->chosen()) {
        const Annotation* note = m_notes->find(id);
        if (note && note->origin != AnnotationOrigin::foreign)
            own.push_back(id);
    }
    return own;
}

void NoteCommands::undo(bool forward)
{
    QUndoStack& stack = *m_notes->undoStack();
    const QString step = forward ? stack.redoText() : stack.undoText();
    forward ? stack.redo() : stack.undo();
    emit statusText((forward ? tr("Redone: %1") : tr("Undone: %1")).arg(step));
}

// From the chosen note, else from the view's left edge; around the ends.
void NoteCommands::step(bool forward)
{
    const AnnotationSet& notes = m_notes->notes();
    const std::span<const NoteTime> timed = m_notes->times().all();
    std::vector<std::uint32_t> order;
    std::vector<bool> isTimed(notes.size());
    for (const NoteTime& note : timed) {
        order.push_back(note.index);
        isTimed[note.index] = true;
    }
    for (std::uint32_t i = 0; i < notes.size(); ++i) {
        if (!isTimed[i])
            order.push_back(i);
    }
    const auto chosen =
        m_notes->chosen().empty() ? std::nullopt : m_notes->indexOf(m_notes->chosen().front());
    const auto count = static_cast<std::ptrdiff_t>(order.size());
    std::ptrdiff_t at = 0;
    if (chosen) {
        at = std::ranges::find(order, *chosen) - order.begin() + (forward ? 1 : -1);
    } else {
        const auto start = [](const NoteTime& note) { return note.time.startNs; };
        at = std::ranges::lower_bound(timed, m_session->view().startNs, {}, start) - timed.begin()
            - (forward ? 0 : 1);
    }
    const std::string id = notes[order[static_cast<std::size_t>((at + count) % count)]].id;
    m_notes->choose({id});
    m_notes->goTo(id);
}

void NoteCommands::importFile()
{
    const QString chosen = chosenFile(m_window, tr("Import notes"), pathText(m_session->capture()->path()),
                                      tr("Notes (*.json);;All files (*)"));
    if (chosen.isEmpty())
        return;
    m_notes->readNotes(pathOf(chosen), [this, chosen](const Result<AnnotationSet>& notes) {
        if (!notes) {
            say(MessageBar::Kind::error, tr("%1 was not imported").arg(shown(QFileInfo(chosen).fileName())),
                fromUtf8(message(notes.error())), {}, {});
            return;
        }
        const std::size_t before = m_notes->notes().size();
        m_notes->import(*notes);
        emit statusText(
            tr("%1 in the file, %2 of them new")
                .arg(notesText(notes->size()), fromUtf8(grouped(m_notes->notes().size() - before))));
    });
}

void NoteCommands::exportFile()
{
    const QString markdown = tr("Markdown (*.md)");
    QString filter = markdown;
    const QFileInfo capture(pathText(m_session->capture()->path()));
    QString name =
        newFile(m_window, tr("Export notes"),
                capture.path() + QLatin1Char('/') + capture.completeBaseName() + QStringLiteral("-notes.md"),
                markdown + QStringLiteral(";;") + tr("CSV (*.csv)"), &filter);
    if (name.isEmpty())
        return;
    const bool csv = name.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive)
        || (filter != markdown && !name.endsWith(QStringLiteral(".md"), Qt::CaseInsensitive));
    std::unordered_map<std::string, std::string> places; // told as the session tells times
    for (const Annotation& note : m_notes->notes())
        places.emplace(note.id, m_notes->anchorText(note).toStdString());
    m_exporting.start(
        [csv, notes = m_notes->notes(), places = std::move(places),
         title = toValidUtf8(m_session->capture()->name()), to = pathOf(name),
         capture = m_session->capture()->path()](Job&) {
            const auto about = [&](const Annotation& note) { return places.at(note.id); };
            const std::string text = csv ? notesCsv(notes, about) : notesMarkdown(title, notes, about);
            return replaceFile(to, std::as_bytes(std::span(text)), giveWay(Niceness::answers), capture);
        },
        [this, count = m_notes->notes().size(), name](const Result<void>& written) {
            if (!written)
                say(MessageBar::Kind::error, tr("The notes were not exported"),
                    fromUtf8(message(written.error())));
            else
                emit statusText(
                    tr("%1 exported to %2").arg(notesText(count), shown(QFileInfo(name).fileName())));
        });
}

void NoteCommands::compact()
{
    const QString name = newFile(m_window, tr("Write a compact copy"), copyName(QStringLiteral("-compact")));
    if (name.isEmpty())
        return;
    m_attempt = {tr("The copy was not written"), [this] { compact(); }, true};
    m_notes->compact(pathOf(name));
}

}
