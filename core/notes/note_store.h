// The notes of a capture where they are kept, for a view that may not read it: a value that a thread of its
// own takes along.
//
//     const NoteStore store(capture->document());
//     task.start([store](Job& job) { return store.load(job, giveWay(Niceness::answers)); }, ...);
//
// What takes a GaveWay reads files, in the calling thread, which has given way: the window's never does.
#pragma once

#include "core/base/behind.h"
#include "core/model/document_handle.h"
#include "core/notes/merge.h"
#include "core/notes/recovery.h"
#include "core/notes/save.h"

#include <memory>

namespace traceglass {

// Errors are those of the functions in core/notes that do the work: file.*, notes.*, those of the format.
class NoteStore
{
public:
    explicit NoteStore(DocumentHandle document)
        : m_document(std::move(document))
    {
    }

    // The capture as it was last seen: what others compare with the one on disk.
    const DocumentHandle& document() const { return m_document; }
    const std::filesystem::path& path() const;

    Result<StoredNotes> load(Job& job, GaveWay) const;
    std::uint64_t deadBytes(GaveWay) const;
    std::vector<LeftNotes> left(const std::filesystem::path& recoveryFolder, const Job& job, GaveWay) const;
    std::shared_ptr<RecoveryFile> recovery(const std::filesystem::path& recoveryFolder, const Job& job,
                                           GaveWay) const;
    Result<NoteMerge> merge(const AnnotationSet& now, const AnnotationFile& unsaved, const Job& job,
                            GaveWay) const;

    Result<SavePlan> plan(Job& job, GaveWay) const;
    Result<AnnotationSet> read(const std::filesystem::path& file, const Job& job, GaveWay) const;

    // Where the notes are kept then: of the capture as it was opened again, or of the copy.
    Result<NoteStore> save(const AnnotationSet& notes, SavePlan& plan, const StoredNotes& loaded, Job& job,
                           GaveWay) const;
    Result<NoteStore> saveAs(const AnnotationSet& notes, const std::filesystem::path& path, Job& job,
                             GaveWay) const;
    Result<NoteStore> compact(const std::filesystem::path& path, Job& job,
                              GaveWay) const; // without dead bytes

private:
    DocumentHandle m_document;
};

}
