// Notes of a window between it and the disk: loading, saving, recovery.
#include "core/base/behind.h"
#include "widgets/session/session_notes.h"

#include <QStandardPaths>
#include <utility>

namespace traceglass {

namespace {

std::filesystem::path recoveryFolder()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    return (folder + QStringLiteral("/recovery")).toStdString();
}

// Changes to what is stored, but for new notes in which nothing is written yet.
Result<void> writeTo(RecoveryFile& recovery, const AnnotationSet& stored, const AnnotationSet& now,
                     GaveWay gaveWay)
{
    const Job job;
    auto file = unsavedNotes(stored, now, job);
    if (!file)
        return tl::unexpected(file.error());
    const auto before = notesById(file->before);
    file->notes.eraseIf(
        [&](const Annotation& note) { return note.text.empty() && !before.contains(note.id); });
    return recovery.write(systemSaveIo(), std::move(*file), job, gaveWay);
}

}

// --- loading

void SessionNotes::load(std::optional<AnnotationFile> unsaved)
{
    m_loading = true;
    m_work.start(
        [store = m_store, unsaved = std::move(unsaved)](Job& job) {
            const GaveWay gaveWay = giveWay(Niceness::answers);
            awaitWritten(gaveWay); // what the session before this one kept
            const std::filesystem::path folder = recoveryFolder();
            Loaded loaded {store.load(job, gaveWay), store.deadBytes(gaveWay),
                           store.left(folder, job, gaveWay), store.recovery(folder, job, gaveWay)};
            if (!loaded.stored)
                return loaded;
            loaded.index = Index(loaded.stored->notes);
            const auto plan =
                loaded.stored->hasSideFile ? store.plan(job, gaveWay) : SavePlan {SaveWay::sideFile};
            loaded.couldMoveIn = plan && plan->way == SaveWay::capture;
            AnnotationSet notes = loaded.stored->notes;
            const auto broughtIn = [&](const AnnotationFile& others) {
                NoteMerge merge =
                    store.merge(notes, others, job, gaveWay).value_or(NoteMerge {}); // {}: stopped
                applyChanges(merge.changes, notes);
                return merge;
            };
            for (const LeftNotes& left : loaded.left)
                loaded.restored.push_back(broughtIn(left.unsaved));
            if (unsaved)
                loaded.kept = broughtIn(*unsaved);
            return loaded;
        },
        [this](Loaded loaded) {
            m_loading = false;
            adopt(std::move(loaded));
            emit this->loaded();
        });
}

void SessionNotes::adopt(Loaded loaded)
{
    m_recovery = std::move(loaded.recovery);
    m_deadBytes = loaded.deadBytes;
    m_couldMoveIn = loaded.couldMoveIn;
    if (!loaded.stored)
        return; // what a crash left stays for the next time
    m_stored = std::move(*loaded.stored);
    m_notes = m_stored.notes;
    setSaved(m_notes);
    invalidate();
    m_index = std::move(loaded.index);
    emit changed();
    for (NoteMerge& restored : loaded.restored)
        bringIn(tr("restore notes"), std::move(restored));
    m_recovered = isModified();
    writeRecovery([left = std::make_shared<std::vector<LeftNotes>>(std::move(loaded.left))](GaveWay gaveWay) {
        for (LeftNotes& each : *left)
            each.file.discard(systemSaveIo(), gaveWay);
    });
    bringIn(tr("keep notes"), std::move(loaded.kept));
}

// --- saving

void SessionNotes::plan(std::function<void(const SavePlan&)> then)
{
    if (!m_planning.isRunning())
        m_planning.start([store = m_store](Job& job) { return store.plan(job, giveWay(Niceness::answers)); },
                         [then = std::move(then)](const Result<SavePlan>& plan) {
                             if (plan) // else it was stopped, and so is the session
                                 then(*plan);
                         });
}

// Each file has a task: a second one does not take the place of the first.
void SessionNotes::readNotes(const std::filesystem::path& file,
                             std::function<void(const Result<AnnotationSet>&)> then)
{
    auto* const reading = new BackgroundTask(this);
    reading->start(
        [store = m_store, file](Job& job) { return store.read(file, job, giveWay(Niceness::answers)); },
        [reading, then = std::move(then)](const Result<AnnotationSet>& notes) {
            reading->deleteLater();
            then(notes);
        });
}

void SessionNotes::save(const SavePlan& plan)
{
    m_savedTo = std::make_shared<SavePlan>(plan);
    StoredNotes seen; // the side file that was read: another one is not overwritten
    seen.hasSideFile = m_stored.hasSideFile;
    seen.sideFileState = m_stored.sideFileState;
    startSaving(
        [seen, where = m_savedTo](const NoteStore& store, const AnnotationSet& notes, Job& job,
                                  GaveWay gaveWay) { return store.save(notes, *where, seen, job, gaveWay); },
        true);
}

void SessionNotes::saveAs(const std::filesystem::path& path)
{
    startSaving([path](const NoteStore& store, const AnnotationSet& notes, Job& job,
                       GaveWay gaveWay) { return store.saveAs(notes, path, job, gaveWay); },
                false);
}

void SessionNotes::compact(const std::filesystem::path& path)
{
    startSaving([path](const NoteStore& store, const AnnotationSet&, Job& job,
                       GaveWay gaveWay) { return store.compact(path, job, gaveWay); },
                false);
}

void SessionNotes::startSaving(Saving work, bool staysHere)
{
    if (m_saving || m_loading || m_planning.isRunning())
        return;
    m_saving = true;
    m_stopSaving = std::stop_source();
    if (staysHere)
        m_session->pauseDiskCheck(true);
    emit savingChanged();
    struct Saved
    {
        Result<NoteStore> store;
        Result<StoredNotes> stored;
        std::uint64_t deadBytes = 0;
    };
    m_work.start(
        [store = m_store, notes = m_notes, work = std::move(work),
         stop = m_stopSaving.get_token()](Job& loading) {
            const GaveWay gaveWay = giveWay(Niceness::answers);
            Job saving(stop);
            Saved saved {work(store, notes, saving, gaveWay), StoredNotes {}};
            if (saved.store) {
                saved.stored = saved.store->load(loading, gaveWay);
                saved.deadBytes = saved.store->deadBytes(gaveWay);
            }
            return saved;
        },
        [this, staysHere, notes = m_notes](Saved result) {
            m_saving = false;
            if (staysHere)
                m_session->pauseDiskCheck(false);
            if (!result.store) {
                emit savingChanged();
                emit saveFailed(result.store.error());
                return;
            }
            const std::filesystem::path path = result.store->path();
            if (staysHere) {
                m_store = std::move(*result.store);
                m_session->setDiskDocument(m_store.document());
                m_deadBytes = result.deadBytes;
                if (result.stored)
                    letGo(std::exchange(m_stored, std::move(*result.stored)));
                setSaved(notes);
                if (!m_isModified) { // nothing was changed meanwhile
                    discardRecovery();
                    m_recovered = false;
                }
            }
            emit savingChanged();
            emit saved(path);
        });
}

// --- recovery

// Errors are nobody's to mend: the notes are still in the window.
void SessionNotes::writeRecovery(std::function<void(GaveWay)> then)
{
    m_recoveryTimer.stop();
    if (!m_recovery)
        return;
    if (!isModified()) {
        discardRecovery();
        if (then)
            writeBehind(std::move(then));
        return;
    }
    *m_isWriting = true;
    writeBehind([recovery = m_recovery, stored = m_stored.notes, now = m_notes, isWriting = m_isWriting,
                 then = std::move(then)](GaveWay gaveWay) {
        const bool isWritten = writeTo(*recovery, stored, now, gaveWay).has_value();
        *isWriting = false;
        if (isWritten && then)
            then(gaveWay);
    });
}

void SessionNotes::discardRecovery()
{
    m_recoveryTimer.stop();
    if (m_recovery)
        writeBehind([recovery = m_recovery](GaveWay gaveWay) { recovery->discard(systemSaveIo(), gaveWay); });
}

}
