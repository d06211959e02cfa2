// The notes of a capture where they are kept, for a view that may not read it: a value that a thread of its
// own takes along.
//
//     const NoteStore store(capture->document());
//     task.start([store](Job& job) { return store.load(job); }, ...);
//
// All but merge() and what is at hand read files, in the calling thread, which must not be that of the
// window.
#pragma once

#include "core/notes/merge.h"
#include "core/notes/recovery.h"
#include "core/notes/save.h"

#include <memory>

namespace traceglass {

class NoteStore
{
public:
    explicit NoteStore(std::shared_ptr<const Document> document)
        : m_document(std::move(document))
    {
    }

    // The capture as it was last seen: what others compare with the one on disk.
    const std::shared_ptr<const Document>& document() const { return m_document; }
    const std::filesystem::path& path() const;

    Result<StoredNotes> load(Job& job) const { return loadNotes(*m_document, job); }
    std::uint64_t deadBytes() const;
    std::vector<LeftNotes> left(const std::filesystem::path& recoveryFolder) const
    {
        return leftNotes(systemSaveIo(), recoveryFolder, *m_document);
    }
    std::shared_ptr<RecoveryFile> recovery(const std::filesystem::path& recoveryFolder) const
    {
        return std::make_shared<RecoveryFile>(recoveryFolder, *m_document);
    }
    NoteMerge merge(const AnnotationSet& now, const AnnotationFile& unsaved) const // only computes
    {
        return mergeNotes(*m_document, now, unsaved);
    }

    SavePlan plan() const { return planSave(*m_document); }
    Result<AnnotationSet> read(const std::filesystem::path& file) const
    {
        return importNotes(*m_document, file);
    }

    // Where the notes are kept then: of the capture as it was opened again, or of the copy.
    Result<NoteStore> save(const AnnotationSet& notes, SavePlan& plan, const StoredNotes& loaded,
                           Job& job) const;
    Result<NoteStore> saveAs(const AnnotationSet& notes, const std::filesystem::path& path, Job& job) const;
    Result<NoteStore> compact(const std::filesystem::path& path, Job& job) const; // without dead bytes

private:
    std::shared_ptr<const Document> m_document;
};

}
