#include "core/formats/rfr/notes/rfr_notes.h"

#include "core/base/limits.h"
#include "core/base/stopping.h"
#include "core/base/text.h"
#include "core/io/save_io.h"
#include "core/model/annotation_json.h"

namespace traceglass::rfr {

namespace {

// Reading so many notes only to count them costs a few milliseconds.
constexpr std::uint64_t kCountedAtMost = 256 * 1024;

Result<AnnotationSet> parseNotes(const Recording& recording, const Job& job)
{
    const auto file = recording.sources.open(*recording.notesSource);
    if (!file)
        return tl::unexpected(file.error());
    auto notes = parseAnnotationFile(asText((*file)->view()), job);
    if ((*file)->isCut())
        return fail(Code::FileChanged, recording.notesPath.string());
    if (!notes) {
        notes.error().range = ByteRange {*recording.notesSource, 0, (*file)->size()};
        return tl::unexpected(notes.error());
    }
    return std::move(notes->notes);
}
}

Result<const AnnotationSet*> RfrNotes::stored(const Job& job) const
{
    return m_stored.read(job, [&] { return parseNotes(m_recording, job); });
}

std::optional<std::uint64_t> RfrNotes::count() const
{
    std::call_once(m_counted, [this] {
        if (!m_recording.notesSource)
            m_count = 0;
        else if (m_recording.notesIdentity->size <= kCountedAtMost) {
            if (const auto notes = stored(Job()))
                m_count = (*notes)->size();
        }
    });
    return m_count;
}

Result<AnnotationSet> RfrNotes::read(Job& job) const
{
    if (!m_recording.notesSource)
        return AnnotationSet {};
    const auto notes = stored(job);
    if (notes)
        return **notes;
    const Error& error = notes.error();
    if (error.code != Code::Stopped)
        m_log.add(diagnose(error.code, error.detail, error.range));
    return tl::unexpected(error);
}

Result<void> RfrNotes::canKeep(Job& job) const
{
    if (m_recording.isStream())
        return fail(Code::NotesNotKept, "nothing can be added to a streamed recording");
    if (m_recording.notesPath.empty())
        return fail(Code::NotesNotKept,
                    "it is a single chunk; notes are kept in the directory of a recording");
    if (m_recording.notesSource) {
        // What cannot be read must not be replaced: a newer version may have written it.
        if (const auto notes = stored(job); !notes)
            return stoppedOr(job, Code::NotesNotKept,
                             m_recording.notesPath.filename().string() + ": " + notes.error().detail);
    }
    return {};
}

std::string RfrNotes::whatSavingChanges() const
{
    return std::string(m_recording.notesSource ? "replaces" : "adds") + " the file "
        + m_recording.notesPath.filename().string() + "; every other file stays as it is";
}

Result<void> RfrNotes::keep(const AnnotationSet& notes, SaveIo& io, Job& job) const
{
    if (auto possible = canKeep(job); !possible)
        return possible;
    const auto json = annotationFileJson({notes}, job);
    if (!json)
        return tl::unexpected(json.error());
    if (json->size() > limits::kNotesJson)
        return fail(Code::NotesNotKept, "they are larger than " + sizeText(limits::kNotesJson));
    const auto locked = io.waitForLock(m_recording.path, job);
    if (!locked)
        return tl::unexpected(locked.error());
    if (m_recording.changedOnDisk())
        return fail(Code::FileChanged, m_recording.path.string());
    if (!notes.empty()) {
        const auto write = [&](const FileWriter& out) { return writeAll(out, asBytes(*json), job); };
        const auto check = [&](const std::filesystem::path&) { return unlessStopped(job); };
        const auto access =
            accessBeside(m_recording.sources.path(m_recording.stableBytes().source), m_recording.notesPath);
        if (!access)
            return tl::unexpected(access.error());
        return replaceFile(io, m_recording.notesPath, write, check, {.access = *access});
    }
    if (!m_recording.notesSource)
        return {};
    if (auto removed = io.remove(m_recording.notesPath); !removed)
        return removed;
    return io.syncFolder(m_recording.path);
}

}
