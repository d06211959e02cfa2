// The notes of an RTC file: reading its annotations, and saving ours behind everything that is there
// (rtc.md 12 step 8).
#pragma once

#include "core/base/made_once.h"
#include "core/formats/rtc/notes/rtc_notes.h"
#include "core/formats/rtc/rtc_file.h"
#include "core/model/notes_facet.h"

namespace traceglass {
class File;
}

namespace traceglass::rtc {

class RtcNotes : public NotesFacet
{
public:
    explicit RtcNotes(const RtcFile& file) // which must live as long
        : m_file(file)
        , m_ruler(file.ruler())
    {
    }

    Result<AnnotationSet> read(Job& job) const override;
    Result<void> canKeep(Job& job) const override;
    std::string whatSavingChanges() const override;
    Result<void> keep(const AnnotationSet& notes, SaveIo& io, Job& job) const override;

    std::optional<std::uint64_t> count(const Job& job) const; // nothing: not known without reading
    Result<ByteRange> stableBytes(const Job& job) const;

private:
    struct Stored // of the file as it was opened
    {
        AnnotationSet notes;                     // ours, then foreign ones
        std::optional<std::uint64_t> unfinished; // where a save begins that did not come to its end
        bool endDamaged = false;
    };

    Result<const Stored*> stored(const Job& job) const;
    Result<Stored> readStored(const Job& job) const;
    Result<const Stored*> storedToKeep(const Job& job) const;
    Annotation foreignNote(const FoundPayload& found, std::size_t start) const;

    // --- rtc_unfinished.cpp
    std::optional<std::uint64_t> firstSave() const;
    std::optional<std::uint64_t> unfinishedSave(const NoteLog& ours, const Job& job) const;
    std::optional<std::uint64_t> unfinishedStart() const;

    Result<WriterState> continuation(const Job& job) const;
    NoteMoment noteMoment(const Annotation& note, std::int64_t start) const;
    bool isStill(const File& file) const;
    Result<void> keepIn(File& file, const AnnotationSet& wanted, SaveIo& io, Job& job) const;
    Result<void> checkSaved(const AnnotationSet& wanted, Job& job) const;

    const RtcFile& m_file;
    const Ruler& m_ruler;
    MadeOnce<Stored> m_stored;
};

}
