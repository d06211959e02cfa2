// Unsaved notes on the disk, for the case that the program ends without saving them. Every window has a file
// of its own and holds a lock on it while it lives: one that nobody holds is what a crash left.
//
//     RecoveryFile recovery(folder, document, job);        // nothing on the disk yet
//     recovery.write(io, *unsavedNotes(stored, notes), job, gaveWay); // replaces it whole
//     recovery.discard(io, gaveWay);                       // saved, or no longer wanted
//
//     for (LeftNotes& left : leftNotes(io, folder, document, job)) { merge left.unsaved; left.file.discard(io, gaveWay); }
//
// A file is found again by the path of the capture and recognised by its content, as a side file is. The
// folder is the user's own: nobody else may look into it.
#pragma once

#include "core/base/behind.h"
#include "core/notes/side_file.h"

#include <memory>

namespace traceglass {

class File;

class RecoveryFile
{
public:
    // Stopped, it is of no use.
    RecoveryFile(std::filesystem::path folder, const Document& document, const Job& job);
    RecoveryFile(RecoveryFile&& other) noexcept;
    ~RecoveryFile();

    // The lock ends with the object, what was written stays. Errors: file.unwritable, file.stopped.
    Result<void> write(SaveIo& io, AnnotationFile unsaved, const Job& job, GaveWay);
    void discard(SaveIo& io, GaveWay); // no error where there is none, or where it cannot be removed

private:
    friend std::vector<struct LeftNotes> leftNotes(SaveIo& io, const std::filesystem::path& folder,
                                                   const Document& document, const Job& job);

    std::filesystem::path m_folder;
    std::string m_begin; // of the names of all that belong to this capture
    std::string m_fingerprint;
    std::filesystem::path m_claim; // whose lock says that we live; empty: nothing was written yet
    std::unique_ptr<File> m_lock;
};

struct LeftNotes
{
    AnnotationFile unsaved;
    RecoveryFile file; // nobody else's by now
};

// What sessions with this capture left that ended without a word. Files that cannot be read, or that belong
// to another capture that lay at this path, are left where they are, and so are those it was stopped before.
std::vector<LeftNotes> leftNotes(SaveIo& io, const std::filesystem::path& folder, const Document& document,
                                 const Job& job);

}
