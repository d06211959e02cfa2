#include "core/notes/note_store.h"

#include "core/formats/formats.h"

namespace traceglass {

namespace {

Result<NoteStore> storeOf(Result<std::unique_ptr<Document>> document)
{
    return std::move(document).map(
        [](std::unique_ptr<Document> opened) { return NoteStore(std::move(opened)); });
}

}

const std::filesystem::path& NoteStore::path() const
{
    return m_document->path();
}

std::uint64_t NoteStore::deadBytes() const
{
    return m_document->notes() ? m_document->notes()->deadBytes() : 0;
}

Result<NoteStore> NoteStore::save(const AnnotationSet& notes, SavePlan& plan, const StoredNotes& loaded,
                                  Job& job) const
{
    return storeOf(saveNotes(*m_document, notes, plan, systemSaveIo(), job, &loaded));
}

Result<NoteStore> NoteStore::saveAs(const AnnotationSet& notes, const std::filesystem::path& path,
                                    Job& job) const
{
    return storeOf(saveNotesAs(*m_document, notes, path, systemSaveIo(), job));
}

Result<NoteStore> NoteStore::compact(const std::filesystem::path& path, Job& job) const
{
    std::error_code error;
    if (std::filesystem::equivalent(m_document->path(), path, error))
        return fail(Code::FileUnwritable, path.string() + ": it is the capture itself");
    if (!m_document->notes())
        return fail(Code::NotesNotKept);
    if (auto done = m_document->notes()->compact(path, systemSaveIo(), job); !done)
        return tl::unexpected(done.error());
    return storeOf(openCapture(path, job));
}

}
