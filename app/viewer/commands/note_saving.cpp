// Saving notes: what is asked before, said afterwards, and offered when it fails.
#include "app/viewer/commands/note_commands.h"
#include "core/base/text.h"
#include "core/io/view_files.h"
#include "core/model/format.h"
#include "widgets/common/core_text.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/utf8.h"

#include <QCheckBox>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

namespace traceglass {

namespace {

QString advice(Code code)
{
    return fromUtf8(codeInfo(code).advice);
}

}

QString NoteCommands::notesText(std::size_t count)
{
    return countedText(count, "note", "notes");
}

// Those of other tools are not written.
std::size_t NoteCommands::ownNotes() const
{
    return std::size_t(std::ranges::count_if(
        m_notes->notes(), [](const Annotation& note) { return note.origin != AnnotationOrigin::foreign; }));
}

QString NoteCommands::captureName() const
{
    return fromUtf8(m_session->capture()->name());
}

QString NoteCommands::agreedKey() const
{
    const QByteArray path = QByteArray::fromStdString(m_session->capture()->path().string());
    return QStringLiteral("notes/agreed/")
        + QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex().left(16));
}

void NoteCommands::say(MessageBar::Kind kind, const QString& head, const QString& text,
                       const QStringList& actions, std::vector<std::function<void()>> answers)
{
    m_answers = std::move(answers);
    m_bar->show(kind, head, text, actions);
    emit barChanged();
}

// --- saving

void NoteCommands::save()
{
    if (!m_notes || m_notes->isLoading())
        return;
    if (m_notes->isSaving()) {
        m_savesAgain = true; // what was added since
        return;
    }
    if (m_session->capture()->isPiped()) { // there is no file that could keep them
        saveAs();
        return;
    }
    if (m_settings.notesBeside()) {
        saveBeside();
        return;
    }
    m_notes->plan([this](const SavePlan& plan) {
        m_notes->flush();
        m_attempt = {tr("The notes are not saved"), [this] { save(); }};
        if (plan.impossible)
            return saveFailed(*plan.impossible);
        if (!agreedTo(plan)) {
            m_afterSaving = {};
            return;
        }
        m_saving = ownNotes();
        m_notes->save(plan);
    });
}

void NoteCommands::saveBeside()
{
    m_notes->flush();
    m_saving = ownNotes();
    m_attempt = {tr("The notes are not saved"), [this] { saveBeside(); }};
    m_notes->save({.way = SaveWay::sideFile});
}

// Once for each capture: what will change in the file.
bool NoteCommands::agreedTo(const SavePlan& plan)
{
    const bool intoCapture = plan.way == SaveWay::capture;
    const QByteArray answer = intoCapture ? "capture" : "beside";
    if (m_settings.bytes(agreedKey()) == answer)
        return true;
    QMessageBox box(m_window);
    box.setIcon(QMessageBox::Question);
    box.setWindowTitle(tr("Save notes"));
    box.setText(intoCapture ? tr("Save the notes into %1?").arg(captureName())
                            : tr("Save the notes beside %1?").arg(captureName()));
    QString more = fromUtf8(plan.sentence);
    if (!plan.reason.empty())
        more = fromUtf8(plan.reason) + QStringLiteral("\n\n") + more;
    box.setInformativeText(more);
    QPushButton* yes = box.addButton(tr("Save"), QMessageBox::AcceptRole);
    QPushButton* beside = intoCapture ? box.addButton(tr("Save beside"), QMessageBox::ActionRole) : nullptr;
    box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(yes);
    auto* always = new QCheckBox(tr("Do not ask again for this capture"), &box);
    always->setChecked(true);
    box.setCheckBox(always);
    box.exec();
    if (beside && box.clickedButton() == beside) {
        saveBeside();
        return false;
    }
    if (box.clickedButton() != yes)
        return false;
    if (always->isChecked())
        m_settings.setBytes(agreedKey(), answer);
    return true;
}

// What a copy may be called, with its folder: beside the capture, whose own name it cannot have.
QString NoteCommands::copyName(const QString& mark) const
{
    const Capture& capture = *m_session->capture();
    if (!capture.isPiped()) {
        const QFileInfo name(pathText(capture.path()));
        const QString suffix = name.suffix();
        return name.path() + QLatin1Char('/') + name.completeBaseName() + mark
            + (suffix.isEmpty() ? suffix : QLatin1Char('.') + suffix);
    }
    const auto suffixes = capture.format().suffixes;
    return QDir::home().filePath(tr("capture")
                                 + (suffixes.empty() ? QString() : exactFromUtf8(suffixes.front())));
}

void NoteCommands::saveAs()
{
    const QString name =
        newFile(m_window, tr("Save a copy with the notes"), copyName(QStringLiteral("-notes")));
    if (name.isEmpty())
        return;
    m_looking.start([name](Job&) { return isThere(pathOf(name), giveWay(Niceness::answers)); },
                    [this, name](bool isTaken) { isTaken ? refuseCopy(name) : writeCopy(name); });
}

void NoteCommands::refuseCopy(const QString& name)
{
    say(MessageBar::Kind::error, tr("%1 is already there").arg(shown(QFileInfo(name).fileName())),
        tr("Choose a new name."), {tr("save as…")}, {[this] { saveAs(); }});
}

void NoteCommands::writeCopy(const QString& name)
{
    m_notes->flush();
    m_attempt = {tr("The copy was not written"), [this] { saveAs(); }, true};
    m_notes->saveAs(pathOf(name));
}

void NoteCommands::revert()
{
    const auto answer = QMessageBox::question(
        m_window, tr("Revert notes"),
        tr("All changes since the notes were last saved are dropped. Undo brings them back."),
        QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer == QMessageBox::Discard)
        m_notes->revert();
}

void NoteCommands::tellSaving()
{
    say(MessageBar::Kind::hint, tr("Saving …"), tr("The capture stays usable meanwhile."), {tr("stop")},
        {[this] { m_notes->stopSaving(); }});
}

void NoteCommands::saved(const std::filesystem::path& path)
{
    m_bar->hide();
    emit barChanged();
    const QString name = fromUtf8(path.filename().string());
    const bool here = path == m_session->capture()->path();
    if (!here) {
        say(MessageBar::Kind::hint, tr("The copy is saved"), name, {tr("open it")},
            {[this, path] { emit openWanted(pathText(path)); }});
    } else if (m_notes->livesInSideFile()) {
        const QString what = tr("%1 saved beside %2").arg(notesText(m_saving), name);
        const SavePlan& where = m_notes->savedTo();
        emit statusText(what);
        if (!where.reason.empty() && where.reason != m_toldReason) // once, not at every save
            say(MessageBar::Kind::hint, what, fromUtf8(besideText(where)));
        m_toldReason = where.reason;
    } else {
        const QString what = tr("%1 saved into %2").arg(notesText(m_saving), name);
        const bool isToldAlready = std::exchange(m_toldOld, true); // what is open stays as it was read
        emit statusText(isToldAlready ? tr("%1; the capture is shown as it was before").arg(what) : what);
        if (!isToldAlready)
            say(MessageBar::Kind::hint, what, tr("The capture is shown as it was before."),
                {tr("reload")}, {[this] { emit reloadWanted(); }});
    }
    update();
    if (std::exchange(m_savesAgain, false) && m_notes->isModified())
        return save();
    if (here && !m_notes->isModified()) {
        if (const auto then = std::exchange(m_afterSaving, {}))
            then();
    }
    m_afterSaving = {};
}

void NoteCommands::saveFailed(const Error& error)
{
    m_afterSaving = {};
    m_savesAgain = false;
    if (error.code == Code::Stopped) {
        m_bar->hide();
        emit barChanged();
        emit statusText(tr("Saving was stopped; nothing was changed"));
        update();
        return;
    }
    if (error.code == Code::FileChanged) { // nothing can be saved before it is read again
        say(MessageBar::Kind::warning, m_attempt.failed,
            tr("The capture was changed on disk meanwhile; nothing was overwritten."),
            {tr("reload and keep my notes"), tr("export them…")},
            {[this] { emit reloadWanted(); }, [this] { exportFile(); }});
    } else if (error.code == Code::FileGone) {
        QStringList actions {tr("try again"), tr("export them…")};
        std::vector<std::function<void()>> answers {m_attempt.again, [this] { exportFile(); }};
        if (!m_attempt.isCopy) { // what is open may be copied all the same
            actions << tr("save as…");
            answers.emplace_back([this] { saveAs(); });
        }
        say(MessageBar::Kind::error, m_attempt.failed,
            fromUtf8(codeInfo(error.code).sentence) + QStringLiteral(". ") + advice(error.code), actions,
            std::move(answers));
    } else {
        QStringList actions {tr("try again")};
        std::vector<std::function<void()>> answers {m_attempt.again};
        if (!m_attempt.isCopy) {
            actions << tr("save beside") << tr("save as…");
            answers.insert(answers.end(), {[this] { saveBeside(); }, [this] { saveAs(); }});
        }
        say(MessageBar::Kind::error, m_attempt.failed,
            fromUtf8(message(error)) + QStringLiteral(". ") + advice(error.code), actions,
            std::move(answers));
    }
    update();
}

// --- leaving

bool NoteCommands::hasUnsaved()
{
    if (m_notes)
        m_notes->flush();
    return m_notes && (m_notes->isModified() || m_kept);
}

NoteCommands::Answer NoteCommands::askToLeave()
{
    if (!hasUnsaved())
        return Answer::leave;
    QMessageBox box(m_window);
    box.setIcon(QMessageBox::Warning);
    box.setWindowTitle(tr("Unsaved notes"));
    box.setText(tr("The notes of %1 are not saved.").arg(captureName()));
    box.setStandardButtons(QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save: return Answer::save;
    case QMessageBox::Discard: return Answer::drop;
    default: return Answer::stay;
    }
}

void NoteCommands::saveThen(std::function<void()> then)
{
    m_afterSaving = std::move(then);
    if (!m_kept) // those wait for what is stored: loaded()
        save();
}

void NoteCommands::drop()
{
    m_notes->undoStack()->setClean();
    m_notes->discardRecovery();
    if (const auto kept = std::exchange(m_kept, {}))
        writeBehind([before = kept->recovery](GaveWay gaveWay) { before->discard(systemSaveIo(), gaveWay); });
}

bool NoteCommands::mayLeave(std::function<void()> again)
{
    switch (askToLeave()) {
    case Answer::leave: return true;
    case Answer::save: saveThen(std::move(again)); return false;
    case Answer::drop: drop(); return true;
    case Answer::stay: break;
    }
    return false;
}

// One after the other; both are in the list until then, so nothing is lost by not answering.
void NoteCommands::askWhichToKeep()
{
    const NoteConflict& conflict = m_notes->conflicts().front();
    const auto quoted = [](const Annotation& note) {
        const QString line = linesFromUtf8(shortened(note.text, 400)).simplified();
        return tr("“%1”").arg(line.size() > 40 ? line.left(40) + QStringLiteral("…") : line);
    };
    QString text;
    QStringList actions; // to keep mine, theirs, both
    if (!conflict.mine) {
        text = tr("You deleted it, somebody else made it %1.").arg(quoted(*conflict.theirs));
        actions = {tr("delete it"), tr("keep it")};
    } else if (!conflict.theirs) {
        text = tr("You made it %1, somebody else deleted it.").arg(quoted(*conflict.mine));
        actions = {tr("keep it"), tr("delete it")};
    } else {
        text = tr("%1 here, %2 in the capture.").arg(quoted(*conflict.mine), quoted(*conflict.theirs));
        actions = {tr("keep mine"), tr("keep the other"), tr("keep both")};
    }
    std::vector<std::function<void()>> answers;
    using enum SessionNotes::Keep;
    for (const SessionNotes::Keep keep : {mine, theirs, both})
        answers.emplace_back([this, keep] {
            m_notes->settle(keep);
            loaded(); // the next question, or what else there is to say
        });
    const std::size_t more = m_notes->conflicts().size() - 1;
    say(MessageBar::Kind::warning,
        more == 0 ? tr("A note was changed by both sides")
                  : tr("A note was changed by both sides, and %1 more").arg(more),
        text, actions, std::move(answers));
}

// The stored notes are there: what is to be said about them?
void NoteCommands::loaded()
{
    if (const auto kept = std::exchange(m_kept, {})) {
        m_notes->writeRecovery(
            [before = kept->recovery](GaveWay gaveWay) { before->discard(systemSaveIo(), gaveWay); });
        if (m_afterSaving)
            save();
    }
    update();
    if (!m_notes->conflicts().empty()) {
        askWhichToKeep();
        return;
    }
    if (m_notes->wasRecovered()) {
        say(MessageBar::Kind::warning, tr("Unsaved notes are back"),
            tr("The last session with this capture ended unexpectedly."), {tr("save"), tr("discard")},
            {[this] { save(); }, [this] { m_notes->revert(); }});
        return;
    }
    if (!m_notes->problems().empty()) {
        const Diagnostic& problem = m_notes->problems().front();
        say(MessageBar::Kind::warning, tr("Some notes cannot be shown"),
            fromUtf8(problem.message()) + QStringLiteral(". ") + advice(problem.code));
        return;
    }
    if (m_notes->couldMoveIn() && !m_settings.notesBeside())
        say(MessageBar::Kind::hint, tr("The notes lie beside the capture"),
            tr("They can be moved into it, so that they travel with it."),
            {tr("move notes into the capture")}, {[this] { save(); }});
}

}
