// Loading and saving the notes of a capture, wherever they live.
//
//     auto stored = loadNotes(document, job);
//     auto plan = planSave(document, job);                    // what saving will do, in one sentence
//     auto reopened = saveNotes(document, notes, plan->way, systemSaveIo(), job, &*stored);
//
// Saving never changes a byte of the capture that is not the format's own end marker, and says "saved" only
// after the result was opened again and its notes compared. Interrupted or stopped anywhere, there are the old or the
// new notes. Whatever takes a job may fail with file.stopped.
#pragma once

#include "core/base/job.h"
#include "core/notes/side_file.h"

namespace traceglass {

enum class SaveWay : std::uint8_t { capture, sideFile };

struct SavePlan
{
    SaveWay way = SaveWay::capture;
    std::filesystem::path path {}; // what will be written; nothing of a capture that came through a pipe
    // "Saving into boss-fight.rdf appends the notes ...; every byte ... stays as it is."
    std::string sentence {};
    std::string reason {}; // why not into the capture: the error's sentence and detail
    std::optional<Error> impossible {}; // file.gone: there is nothing to save into or beside
};

struct StoredNotes
{
    // Of the capture and its side file. Of the same id: the side file's, unless the capture's notes were
    // changed since it was written; then the later change.
    AnnotationSet notes {};
    bool hasSideFile = false;            // some of them live there
    bool hasCaptures = true;             // false: the capture's own could not be read, and are not among them
    std::vector<Diagnostic> problems {}; // what could not be read: notes.*
    std::string sideFileState {};        // tells whether somebody else changed it; empty: there is none
};

// No other error.
Result<StoredNotes> loadNotes(const Document& document, Job& job);

// Notes from a file like a side file, wherever it lies and whatever its name. Errors: file.*, notes.bad-json,
// notes.other-capture.
Result<AnnotationSet> importNotes(const Document& document, const std::filesystem::path& file,
                                  const Job& job);

// The notes that are ours to keep in the form they are stored in, which is the one that is compared.
Result<AnnotationSet> asStored(const Document& document, AnnotationSet notes, const Job& job);

// What saving would do now; asks the file system, writes nothing. No other error.
Result<SavePlan> planSave(const Document& document, Job& job, SaveIo& io = systemSaveIo());

// Error: file.gone.
Result<void> checkThere(const Document& document);

// "kept in run.rtc.traceglass.json: Another program may still be writing the capture: ...": of notes that did
// not go into the capture, for people.
std::string besideText(const SavePlan& plan);

// Saves the whole set. Notes of other tools are left alone. Into the capture: notes of a side file move in,
// and the side file goes once they are safe. Returns the capture as it was opened again: ask that one the
// next time. `loaded`, when given, is what loadNotes() answered last: a side file that is another one by now
// is not overwritten. Errors: file.changed (somebody else changed the capture or its side file: reload
// first), file.gone, file.locked, file.unwritable, notes.*, the format's; notes.saved-but: the notes are safe all the same.
Result<std::unique_ptr<Document>> saveNotes(const Document& document, const AnnotationSet& notes, SaveWay way,
                                            SaveIo& io, Job& job, const StoredNotes* loaded = nullptr);

// The same as planned; but what stands against the capture only when it is to be written, such as a program
// that writes it or keeps its lock, leads beside it. `plan` says then where the notes are, and why.
Result<std::unique_ptr<Document>> saveNotes(const Document& document, const AnnotationSet& notes,
                                            SavePlan& plan, SaveIo& io, Job& job,
                                            const StoredNotes* loaded = nullptr);

// A full copy of the capture (a directory with its files) at a path where nothing is, with the notes saved
// into it, or beside it where the format or its state does not allow that. Stopped or failed, nothing is
// left. Of a file that is gone from its folder, what is open is copied; file.gone: that cannot be had any more.
Result<std::unique_ptr<Document>> saveNotesAs(const Document& document, const AnnotationSet& notes,
                                              const std::filesystem::path& path, SaveIo& io, Job& job);

}
