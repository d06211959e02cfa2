#include "core/notes/note_store.h"

#include "core/formats/formats.h"

namespace traceglass {

namespace {

Result<NoteStore> storeOf(Result<std::unique_ptr<Document>> document)
{
    return std::move(document).map([](std::unique_ptr<Document> opened) {
        return NoteStore(DocumentHandle(std::move(opened)));
    });
}

}

const std::filesystem::path& NoteStore::path() const
{
    return documentOf(m_document).path();
}

Result<StoredNotes> NoteStore::load(Job& job, GaveWay) const
{
    return loadNotes(documentOf(m_document), job);
}

std::uint64_t NoteStore::deadBytes(GaveWay) const
{
    const NotesFacet* const notes = documentOf(m_document).notes();
    return notes ? notes->deadBytes() : 0;
}

std::vector<LeftNotes> NoteStore::left(const std::filesystem::path& recoveryFolder, const Job& job,
                                       GaveWay) const
{
    return leftNotes(systemSaveIo(), recoveryFolder, documentOf(m_document), job);
}

std::shared_ptr<RecoveryFile> NoteStore::recovery(const std::filesystem::path& recoveryFolder, const Job& job,
                                                  GaveWay) const
{
    return std::make_shared<RecoveryFile>(recoveryFolder, documentOf(m_document), job);
}

Result<NoteMerge> NoteStore::merge(const AnnotationSet& now, const AnnotationFile& unsaved, const Job& job,
                                   GaveWay) const
{
    return mergeNotes(documentOf(m_document), now, unsaved, job);
}

Result<SavePlan> NoteStore::plan(Job& job, GaveWay) const
{
    return planSave(documentOf(m_document), job);
}

Result<AnnotationSet> NoteStore::read(const std::filesystem::path& file, const Job& job, GaveWay) const
{
    return importNotes(documentOf(m_document), file, job);
}

Result<NoteStore> NoteStore::save(const AnnotationSet& notes, SavePlan& plan, const StoredNotes& loaded,
                                  Job& job, GaveWay) const
{
    return storeOf(saveNotes(documentOf(m_document), notes, plan, systemSaveIo(), job, &loaded));
}

Result<NoteStore> NoteStore::saveAs(const AnnotationSet& notes, const std::filesystem::path& path, Job& job,
                                    GaveWay) const
{
    return storeOf(saveNotesAs(documentOf(m_document), notes, path, systemSaveIo(), job));
}

Result<NoteStore> NoteStore::compact(const std::filesystem::path& path, Job& job, GaveWay) const
{
    const Document& document = documentOf(m_document);
    std::error_code error;
    if (std::filesystem::equivalent(document.path(), path, error))
        return fail(Code::FileUnwritable, path.string() + ": it is the capture itself");
    if (!document.notes())
        return fail(Code::NotesNotKept);
    if (auto done = document.notes()->compact(path, systemSaveIo(), job); !done)
        return tl::unexpected(done.error());
    return storeOf(openCapture(path, job));
}

}
