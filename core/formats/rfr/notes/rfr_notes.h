// The notes of a recording: one more file in its directory, replaced whole. Recordings themselves are never
// changed, and nothing can be added to a streamed file (rfr.md 9).
#pragma once

#include "core/base/made_once.h"
#include "core/formats/rfr/wire/rfr_reader.h"
#include "core/model/notes_facet.h"

#include <mutex>
#include <optional>

namespace traceglass::rfr {

class RfrNotes : public NotesFacet
{
public:
    explicit RfrNotes(const RecordingReader& reader)
        : m_recording(reader.recording())
        , m_log(reader.log())
    {
    }

    std::optional<std::uint64_t> count() const; // as far as it costs little; of when it was first asked

    Result<AnnotationSet> read(Job& job) const override;
    Result<void> canKeep(Job& job) const override;
    std::string whatSavingChanges() const override;
    Result<void> keep(const AnnotationSet& notes, SaveIo& io, Job& job) const override;

private:
    Result<const AnnotationSet*> stored(const Job& job) const; // there is a file of notes

    const Recording& m_recording;
    DiagnosticLog& m_log;
    MadeOnce<AnnotationSet> m_stored;
    mutable std::once_flag m_counted;
    mutable std::optional<std::uint64_t> m_count;
};

}
