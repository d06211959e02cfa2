#include "core/notes/save.h"

#include "core/base/stopping.h"
#include "core/formats/formats.h"
#include "core/io/save_io.h"

#include <algorithm>
#include <array>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>

namespace traceglass {

namespace fs = std::filesystem;

namespace {

bool isOneFile(const Document& document)
{
    std::error_code error;
    return !fs::is_directory(document.path(), error);
}

// Stored notes name the file of a capture by an empty source, opened ones by its name. False: stopped.
bool renameSource(const Document& document, AnnotationSet& notes, bool stored, const Job& job)
{
    if (!isOneFile(document))
        return true;
    const std::string name = document.sourceName(SourceId {});
    const std::string from = stored ? name : std::string();
    return notes.editWhere([&](const Annotation& note) { return note.bytes && note.bytes->source == from; },
                           [&](Annotation& note) { note.bytes->source = stored ? std::string() : name; },
                           job);
}

// A side file whose notes have arrived in the capture.
bool hasMoved(const AnnotationFile& file, const std::string& captureHash)
{
    return !file.movedInto.empty() && file.movedInto == captureHash;
}

Result<std::string> stateOf(AnnotationFile file, const Job& job)
{
    file.movedInto.clear(); // a save that failed may have left it
    return annotationFileJson(file, job);
}

Result<void> applySideFile(const AnnotationFile& file, const std::string& captureHash, AnnotationSet& notes,
                           const Job& job)
{
    const bool asWritten = file.writtenFor == captureHash;
    if (asWritten) {
        const std::unordered_set<std::string_view> deleted(file.deleted.begin(), file.deleted.end());
        notes.eraseIf([&](const Annotation& note) {
            return note.origin != AnnotationOrigin::foreign && deleted.contains(note.id);
        });
    }
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < notes.size(); ++i)
        known.emplace(notes[i].id, i);
    for (Annotation note : file.notes) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        note.origin = AnnotationOrigin::sideFile;
        const auto [place, isNew] = known.try_emplace(note.id, notes.size());
        if (isNew)
            notes.push_back(std::move(note));
        else if (const Annotation& other = notes[place->second];
                 other.origin != AnnotationOrigin::foreign && (asWritten || note.changedNs > other.changedNs))
            notes.set(place->second, std::move(note));
    }
    return {};
}

// For and_then of what gives notes.
auto hashedBy(const Job& job)
{
    return [&job](const AnnotationSet& notes) { return notesHash(notes, job); };
}

// Own and foreign ones.
Result<AnnotationSet> readFromCapture(const Document& document, Job& job)
{
    const NotesFacet* const notes = document.notes();
    return notes ? notes->read(job) : AnnotationSet {};
}

constexpr const char* kPiped = "it came through a pipe or standard input, only a copy of it can keep them";

Result<void> canKeep(const Document& document, Job& job)
{
    const NotesFacet* const notes = document.notes();
    return notes ? notes->canKeep(job)
                 : fail(Code::NotesNotKept, "files of this kind have no place for them");
}

// The capture's own notes as they are stored. None when they cannot be read.
Result<AnnotationSet> storedInCapture(const Document& document, Job& job)
{
    auto kept = readFromCapture(document, job);
    if (!kept && kept.error().code == Code::Stopped)
        return kept;
    return asStored(document, std::move(kept).value_or(AnnotationSet {}), job);
}

struct SideNow
{
    std::optional<AnnotationFile> file {};
    bool moved = false; // its notes have arrived in the capture
};

// The side file as it is now. Errors: it cannot be read or belongs to another capture, or it is not the one
// that was loaded.
Result<SideNow> sideFileNow(const Document& document, const StoredNotes* loaded, Job& job)
{
    auto file = readSideFile(document, job);
    if (!file)
        return tl::unexpected(file.error());
    SideNow now {std::move(*file)};
    if (now.file && !now.file->movedInto.empty()) {
        const auto hash = storedInCapture(document, job).and_then(hashedBy(job));
        if (!hash)
            return tl::unexpected(hash.error());
        now.moved = hasMoved(*now.file, *hash);
    }
    if (!loaded)
        return now;
    const bool counts = now.file && !now.moved;
    const auto state = counts ? stateOf(*now.file, job) : std::string();
    if (!state)
        return tl::unexpected(state.error());
    if (*state != loaded->sideFileState)
        return fail(Code::FileChanged, sideFilePath(document.path()).string());
    return now;
}

// The notes are where they belong, which an error of what follows must not hide.
tl::unexpected<Error> savedBut(const Error& error)
{
    return error.code == Code::Stopped ? tl::unexpected(error) : fail(Code::NotesSavedBut, message(error));
}

// Of the call that puts them there.
tl::unexpected<Error> notSaved(const Error& error)
{
    return error.code == Code::FileNotSynced ? savedBut(error) : tl::unexpected(error);
}

// Are these notes stored? Another program may have added some since: those are neither ours nor were they there `before`.
Result<void> checkStored(const Document& reopened, const AnnotationSet& own, const AnnotationSet& before,
                         SaveWay way, Job& job)
{
    const auto notes = way == SaveWay::capture
        ? readFromCapture(reopened, job)
        : loadNotes(reopened, job).map([](StoredNotes&& loaded) { return std::move(loaded.notes); });
    if (!notes)
        return savedBut(notes.error());
    auto found = asStored(reopened, *notes, job);
    if (!found)
        return tl::unexpected(found.error());
    if (found->size() > own.size()) {
        const auto ours = notesById(own), old = notesById(before);
        found->eraseIf(
            [&](const Annotation& note) { return !ours.contains(note.id) && !old.contains(note.id); });
    }
    if (!sameAnnotations(*found, own, job))
        return stoppedOr(job, Code::NotesNotEqual, reopened.path().string());
    return {};
}

// Opens what was saved and compares. The notes are where they belong: who stops now stops only the comparison.
Result<std::unique_ptr<Document>> checked(const fs::path& path, const AnnotationSet& own,
                                          const AnnotationSet& before, SaveWay way, Job& job)
{
    Job opening;
    auto reopened = openCapture(path, opening);
    if (!reopened)
        return savedBut(reopened.error());
    const auto stored = checkStored(**reopened, own, before, way, job);
    if (!stored && stored.error().code != Code::Stopped)
        return tl::unexpected(stored.error());
    return reopened;
}

// The lock of whoever reads a side file to replace or remove it. It is that of the folder: the capture's own
// may be kept by a program that knows nothing of notes, and those shall have a place all the same.
Result<File> lockBeside(const Document& document, SaveIo& io, const Job& job)
{
    const fs::path folder = sideFilePath(document.path()).parent_path();
    return io.waitForLock(folder.empty() ? fs::path(".") : folder, job);
}

// The capture as it is now. A recording that is still written is another one all the time: what counts for
// notes is that it begins as it did and holds the notes it held. Error: file.changed when it does not.
Result<std::unique_ptr<Document>> openedAnew(const Document& document, Job& job)
{
    const fs::path& path = document.path();
    auto now = openCapture(path, job);
    if (!now)
        return now;
    const auto mark = fingerprint(document, job);
    const auto before = storedInCapture(document, job), after = storedInCapture(**now, job);
    if (!before || !after)
        return tl::unexpected(before ? after.error() : before.error());
    if (!mark || !belongsTo(**now, *mark, job) || !sameAnnotations(*before, *after, job))
        return stoppedOr(job, Code::FileChanged, path.string());
    return now;
}

Result<std::unique_ptr<Document>> saveBeside(const Document& document, const AnnotationSet& own, SaveIo& io,
                                             Job& job, const StoredNotes* loaded)
{
    const fs::path& path = document.path();
    const auto locked = lockBeside(document, io, job);
    if (!locked)
        return tl::unexpected(locked.error());
    if (document.changedOnDisk()) {
        if (auto now = openedAnew(document, job); !now)
            return now;
    }
    const auto inCapture = storedInCapture(document, job);
    if (!inCapture)
        return tl::unexpected(inCapture.error());
    auto hash = notesHash(*inCapture, job);
    if (!hash)
        return tl::unexpected(hash.error());
    AnnotationFile file {.writtenFor = std::move(*hash)};
    if (const auto old = sideFileNow(document, loaded, job); !old)
        return tl::unexpected(old.error());

    const auto captured = notesById(*inCapture), wanted = notesById(own);
    for (const Annotation& note : own) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const auto copy = captured.find(note.id);
        if (copy == captured.end() || *copy->second != note)
            file.notes.push_back(note);
    }
    for (const Annotation& note : *inCapture) {
        if (!wanted.contains(note.id))
            file.deleted.push_back(note.id);
    }
    if (auto written = writeSideFile(io, document, std::move(file), job); !written)
        return notSaved(written.error());
    return checked(path, own, *inCapture, SaveWay::sideFile, job);
}

// What becomes of a side file whose notes are about to be saved into the capture: it says so, and goes when
// they are there. Nothing: there is none that counts.
Result<std::optional<AnnotationFile>> markSideFile(const Document& document, const AnnotationSet& own,
                                                   SaveIo& io, Job& job, const StoredNotes* loaded)
{
    const auto locked = lockBeside(document, io, job);
    if (!locked)
        return tl::unexpected(locked.error());
    auto side = sideFileNow(document, loaded, job);
    const bool hadNotes = loaded && loaded->hasSideFile;
    if (!side && (hadNotes || side.error().code == Code::FileChanged || side.error().code == Code::Stopped))
        return tl::unexpected(side.error());
    // One that could not be read or belongs to another capture stays as it is: it holds none of these notes.
    if (!side || !side->file)
        return std::nullopt;
    if (side->moved) {
        if (auto removed = removeSideFile(io, document); !removed)
            return tl::unexpected(removed.error());
        return std::nullopt;
    }
    auto hash = notesHash(own, job);
    if (!hash)
        return tl::unexpected(hash.error());
    side->file->movedInto = std::move(*hash);
    return writeSideFile(io, document, std::move(*side->file), job);
}

// Another program may have put its notes there since it was marked: those stay. Where removing fails, its
// mark says that it no longer counts.
void removeMarked(const Document& document, const AnnotationFile& marked, SaveIo& io, const Job& job)
{
    const auto locked = lockBeside(document, io, job);
    const auto now = readSideFile(document, job);
    if (locked && now && *now == marked)
        (void)removeSideFile(io, document);
}

// The lock of the side file is held while that is read and written, and not while the capture is, whose lock
// its format takes.
Result<std::unique_ptr<Document>> saveInside(const Document& document, const AnnotationSet& own, SaveIo& io,
                                             Job& job, const StoredNotes* loaded)
{
    const fs::path& path = document.path();
    if (document.changedOnDisk()) {
        if (isOneFile(document))
            return fail(Code::FileChanged, path.string());
        // A directory to which a recorder adds files: notes are one more, which is none of its.
        auto now = openedAnew(document, job);
        return now ? saveInside(**now, own, io, job, loaded) : std::move(now);
    }
    if (auto possible = canKeep(document, job); !possible)
        return tl::unexpected(possible.error());
    const auto before = storedInCapture(document, job);
    if (!before)
        return tl::unexpected(before.error());
    const auto marked = markSideFile(document, own, io, job, loaded);
    if (!marked)
        return tl::unexpected(marked.error());
    if (auto kept = document.notes()->keep(own, io, job); !kept)
        return notSaved(kept.error());
    auto reopened = checked(path, own, *before, SaveWay::capture, job);
    if (reopened && *marked)
        removeMarked(**reopened, **marked, io, job);
    return reopened;
}

// Is the capture one that another program still writes? Not asked while it is locked: then a save writes it.
Result<void> checkQuiet(const Document& document, SaveIo& io)
{
    auto file =
        isOneFile(document) ? File::openOrdinary(document.path()) : Result<File>(fail(Code::FileNotFound));
    return file && file->lock() == File::Lock::taken ? io.checkQuiet(*file, true) : Result<void>();
}

void planBeside(const Document& document, std::string reason, SavePlan& plan)
{
    plan.way = SaveWay::sideFile;
    plan.path = sideFilePath(document.path());
    plan.reason = std::move(reason);
    plan.sentence = "Writes " + plan.path.filename().string() + " beside the capture, which stays as it is.";
}

}

Result<AnnotationSet> asStored(const Document& document, AnnotationSet notes, const Job& job)
{
    notes.eraseIf([](const Annotation& note) { return note.origin == AnnotationOrigin::foreign; });
    const bool isDone =
        notes.editWhere([](const Annotation& note) { return note.origin != AnnotationOrigin::capture; },
                        [](Annotation& note) { note.origin = AnnotationOrigin::capture; }, job)
        && renameSource(document, notes, true, job);
    return isDone ? Result<AnnotationSet>(std::move(notes)) : fail(Code::Stopped);
}

Result<StoredNotes> loadNotes(const Document& document, Job& job)
{
    StoredNotes out;
    const auto complain = [&](const Error& error) {
        out.problems.push_back(diagnose(error.code, error.detail, error.range));
    };
    auto kept = readFromCapture(document, job);
    if (!kept && kept.error().code == Code::Stopped)
        return tl::unexpected(kept.error());
    out.hasCaptures = kept.has_value();
    if (kept)
        out.notes = std::move(*kept);
    else
        complain(kept.error());
    const auto side = readSideFile(document, job);
    if (!side && side.error().code == Code::Stopped)
        return tl::unexpected(side.error());
    if (!side)
        complain(side.error());
    if (side && *side) {
        const auto captureHash = asStored(document, out.notes, job).and_then(hashedBy(job));
        auto state = captureHash ? stateOf(**side, job) : captureHash;
        if (!state)
            return tl::unexpected(state.error());
        if (!hasMoved(**side, *captureHash)) {
            out.hasSideFile = true;
            out.sideFileState = std::move(*state);
            if (auto applied = applySideFile(**side, *captureHash, out.notes, job); !applied)
                return tl::unexpected(applied.error());
        }
    }
    if (!renameSource(document, out.notes, false, job) || !out.notes.sortBy(&Annotation::createdNs, job))
        return fail(Code::Stopped);
    return out;
}

Result<AnnotationSet> importNotes(const Document& document, const fs::path& path, const Job& job)
{
    auto file = readAnnotationFile(path, job);
    if (!file)
        return tl::unexpected(file.error());
    // Whoever asks for notes that say nothing of their capture, such as those of a recording, knows whose
    // they are.
    if (!file->fingerprint.empty() && !belongsTo(document, file->fingerprint, job))
        return stoppedOr(job, Code::NotesOtherCapture, path.string());
    if (!renameSource(document, file->notes, false, job))
        return fail(Code::Stopped);
    return std::move(file->notes);
}

Result<SavePlan> planSave(const Document& document, Job& job, SaveIo& io)
{
    const fs::path& path = document.path();
    SavePlan plan;
    if (document.piped()) {
        plan.way = SaveWay::sideFile;
        plan.reason = message(Error {Code::NotesNotKept, kPiped, {}});
        plan.sentence = plan.reason + '.';
        return plan;
    }
    if (const auto there = checkThere(document); !there) {
        plan.path = path;
        plan.impossible = there.error();
        return plan;
    }
    auto possible = checkQuiet(document, io).and_then([&] { return canKeep(document, job); });
    if (possible && ::access(path.c_str(), W_OK) != 0)
        possible = fail(Code::NotesNotKept, "it may only be read");
    if (!possible && possible.error().code == Code::Stopped)
        return tl::unexpected(possible.error());
    if (!possible) {
        planBeside(document, message(possible.error()), plan);
        return plan;
    }
    plan.path = path;
    const fs::path whole = path.has_filename() ? path : path.parent_path();
    plan.sentence =
        "Saving into " + whole.filename().string() + ' ' + document.notes()->whatSavingChanges() + '.';
    const auto beside = readSideFile(document, job);
    if (!beside && beside.error().code == Code::Stopped)
        return tl::unexpected(beside.error());
    if (beside && *beside)
        plan.sentence +=
            " The notes in " + sideFilePath(path).filename().string() + " move into the capture.";
    return plan;
}

Result<std::unique_ptr<Document>> saveNotes(const Document& document, const AnnotationSet& notes, SaveWay way,
                                            SaveIo& io, Job& job, const StoredNotes* loaded)
{
    if (document.piped())
        return fail(Code::NotesNotKept, kPiped);
    if (auto there = checkThere(document); !there)
        return tl::unexpected(there.error());
    const fs::path& path = document.path();
    // What could not be read for a moment would be taken for deleted.
    if (loaded && !loaded->hasCaptures && readFromCapture(document, job))
        return fail(Code::FileChanged, path.string());
    removeLeftBehind(io, path);
    removeLeftBehind(io, sideFilePath(path));
    const auto own = asStored(document, notes, job);
    if (!own)
        return tl::unexpected(own.error());
    return way == SaveWay::capture ? saveInside(document, *own, io, job, loaded)
                                   : saveBeside(document, *own, io, job, loaded);
}

Result<void> checkThere(const Document& document)
{
    return document.goneFromDisk() ? fail(Code::FileGone, document.path().string()) : Result<void>();
}

std::string besideText(const SavePlan& plan)
{
    return "kept in " + plan.path.string() + ": " + plan.reason;
}

Result<std::unique_ptr<Document>> saveNotes(const Document& document, const AnnotationSet& notes,
                                            SavePlan& plan, SaveIo& io, Job& job, const StoredNotes* loaded)
{
    auto saved = saveNotes(document, notes, plan.way, io, job, loaded);
    if (saved || plan.way == SaveWay::sideFile)
        return saved;
    constexpr std::array kBeside = {Code::FileGrowing,    Code::FileLocked,    Code::FileNotReplaced,
                                    Code::FileUnwritable, Code::NotesNotEqual, Code::NotesNotKept};
    Error reason = saved.error();
    if (reason.code == Code::FileChanged) { // once by another save, or all the time by a recorder?
        if (const auto quiet = checkQuiet(document, io); !quiet)
            reason = quiet.error();
    }
    if (std::ranges::find(kBeside, reason.code) == kBeside.end())
        return saved;
    planBeside(document, message(reason), plan);
    auto beside = saveNotes(document, notes, plan.way, io, job, loaded);
    // A disk that takes neither, or a capture that is not as it was: people asked for the capture.
    const bool isOfCapture = reason.code == Code::FileUnwritable || reason.code == Code::NotesNotEqual;
    return beside || !isOfCapture ? std::move(beside) : std::move(saved);
}

}
