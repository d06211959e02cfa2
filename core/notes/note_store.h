// The notes of a capture where they are kept, for a view that may not read it: a value that a thread of its
// own takes along.
//
//     const NoteStore store(capture->document());
//     task.start([store](Job& job) { return store.load(job); }, ...);
//
// All but merge() and what is at hand read files, in the calling thread, which must not be that of the
// window.
#pragma once

#include "core/model/document_handle.h"
#include "core/notes/merge.h"
#include "core/notes/recovery.h"
#include "core/notes/save.h"

#include <memory>

namespace traceglass {

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

    Result<StoredNotes> load(Job& job) const;
    std::uint64_t deadBytes() const;
    std::vector<LeftNotes> left(const std::filesystem::path& recoveryFolder) const;
    std::shared_ptr<RecoveryFile> recovery(const std::filesystem::path& recoveryFolder) const;
    NoteMerge merge(const AnnotationSet& now, const AnnotationFile& unsaved) const; // only computes

    SavePlan plan() const;
    Result<AnnotationSet> read(const std::filesystem::path& file) const;

    // Where the notes are kept then: of the capture as it was opened again, or of the copy.
    Result<NoteStore> save(const AnnotationSet& notes, SavePlan& plan, const StoredNotes& loaded,
                           Job& job) const;
    Result<NoteStore> saveAs(const AnnotationSet& notes, const std::filesystem::path& path, Job& job) const;
    Result<NoteStore> compact(const std::filesystem::path& path, Job& job) const; // without dead bytes

private:
    DocumentHandle m_document;
};

}
