#include "core/formats/cjfr/notes/cjfr_notes.h"

#include "core/base/stopping.h"
#include "core/formats/cjfr/notes/cjfr_append.h"
#include "core/io/save_io.h"

#include <algorithm>

namespace traceglass::cjfr {

Result<const StreamNotes*> CjfrNotes::storedNotes(Job& job) const
{
    const auto index = m_file.indexNow(job);
    if (!index)
        return tl::unexpected(index.error());
    bool isNew = false;
    auto stored = m_stored.read(job, [&]() -> Result<StreamNotes> {
        auto notes = readNotes(**index, job);
        if (!notes && notes.error().code != Code::Stopped)
            m_file.log().add(diagnose(notes.error().code, notes.error().detail));
        if (auto whole = m_file.checkRead(); notes && !whole) // else what was read may be zeros
            return tl::unexpected(whole.error());
        isNew = notes.has_value();
        return notes;
    });
    if (isNew)
        m_file.tellMoreKnown();
    return stored;
}

// The footer counts events, and a note that was changed or taken back may have left several: it only tells
// that there is none.
std::optional<std::uint64_t> CjfrNotes::count() const
{
    if (const StreamNotes* const stored = m_stored.known())
        return notesOf(*stored, Job()).value_or(AnnotationSet {}).size();
    const bool hasNone = m_file.footer().footer && m_file.otherCapture() == 0
        && std::ranges::none_of(m_file.footer().footer->eventCounts,
                                [](const auto& type) { return type.first.starts_with(kNoteType); });
    return hasNone ? std::optional<std::uint64_t>(0) : std::nullopt;
}

Result<AnnotationSet> CjfrNotes::read(Job& job) const
{
    const auto notes = storedNotes(job);
    if (!notes)
        return tl::unexpected(notes.error());
    // Here rather than when it is asked whether notes can be saved: that must not take long.
    if (auto checked = m_file.checkChecksum(job); !checked)
        return tl::unexpected(checked.error());
    return notesOf(**notes, job);
}

tl::unexpected<Error> CjfrNotes::notKept(std::string why)
{
    return fail(Code::NotesNotKept, std::move(why));
}

Result<void> CjfrNotes::canKeep(Job& job) const
{
    const auto possible = canKeep(m_file.indexAtHand(job), job);
    return possible ? possible : stoppedOr(job, possible.error().code, possible.error().detail);
}

Result<void> CjfrNotes::canKeep(const IndexPtr& index, Job& job) const
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(m_file.path(), error))
        return notKept("it is no ordinary file");
    if (auto possible = canReplace(m_file.path()); !possible)
        return possible;
    if (!index)
        return notKept("it has not been read to its end");
    const auto decoding = m_file.decoding();
    const bool isWhole =
        !decoding || (decoding->fault == DecodedSource::Fault::none && m_file.storedStream().length > 0);
    if (m_file.header().isCut || index->fault || !isWhole)
        return notKept("the recording is damaged or its end is missing");
    if (index->sawFooterMark || m_file.storedEnd(*index) != m_file.footer().offset)
        return notKept("there are bytes behind the end of the recording");
    using State = FooterPlace::State;
    if (m_file.footer().state == State::unreadable || m_file.footer().state == State::newer)
        return notKept("its footer cannot be read");
    if (const auto fits = m_file.checksumFits(job); !fits || *fits == false)
        return notKept("it is not as it was written: the checksum of the footer does not match");
    if (const auto notes = storedNotes(job); !notes)
        return notKept("the notes in it cannot be read");
    return {};
}

std::string CjfrNotes::whatSavingChanges() const
{
    const std::string footer =
        m_file.footer().footer ? ", in front of its footer, which is written anew" : "";
    if (takesMembers(m_file.header().codec))
        return "writes the file anew with the notes behind the recording" + footer
            + "; every byte of the recording stays as it is";
    return "compresses the file anew with the notes at the end of the recording" + footer
        + "; every decoded byte of the recording stays as it is";
}

}
