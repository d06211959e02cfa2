// The notes in a CondensedData file, and saving them: a new file beside the old one, in which the recording
// stays as it is and our events stand last, checked before it takes the old one's place (cjfr.md 7).
#pragma once

#include "core/base/made_once.h"
#include "core/formats/cjfr/notes/cjfr_note_events.h"
#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/notes_facet.h"

namespace traceglass::cjfr {

class CjfrNotes : public NotesFacet
{
public:
    explicit CjfrNotes(const CjfrFile& file)
        : m_file(file)
    {
    }

    Result<AnnotationSet> read(Job& job) const override;
    Result<void> canKeep(Job& job) const override;
    std::string whatSavingChanges() const override;
    Result<void> keep(const AnnotationSet& notes, SaveIo& io, Job& job) const override;

    // Nothing as long as they were not read, unless the footer says that there is none.
    std::optional<std::uint64_t> count() const;

private:
    static tl::unexpected<Error> notKept(std::string why);
    Result<const StreamNotes*> storedNotes(Job& job) const;
    Result<void> canKeep(const IndexPtr& index, Job& job) const; // null: it could not be read
    bool hasSameMarks() const;
    Result<void> checkSaved(const std::filesystem::path& path, const StreamIndex& kept,
                            const AnnotationSet& foreign, const AnnotationSet& own, Job& job) const;

    const CjfrFile& m_file;
    MadeOnce<StreamNotes> m_stored;
};

}
