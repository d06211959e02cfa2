// The notes of an RDF capture: one chunk of our own, JSON in zstd, of which the newest counts. Saving takes
// the place of the newest in the index, so that the numbers of all other chunks stay.
#pragma once

#include "core/base/made_once.h"
#include "core/formats/rdf/notes/rdf_append.h"
#include "core/formats/rdf/wire/rdf_file.h"
#include "core/model/notes_facet.h"

namespace traceglass::rdf {

class RdfNotes : public NotesFacet
{
public:
    explicit RdfNotes(const RdfFile& file)
        : m_file(file)
    {
    }

    // How many there are; nothing when the chunk does not say it. Decodes nothing.
    std::optional<std::uint64_t> count() const;
    ByteRange stableBytes() const; // Document::stableBytes

    Result<AnnotationSet> read(Job& job) const override;
    Result<void> canKeep(Job& job) const override;
    std::string whatSavingChanges() const override;
    Result<void> keep(const AnnotationSet& notes, SaveIo& io, Job& job) const override;
    std::uint64_t deadBytes() const override;
    Result<void> compact(const std::filesystem::path& path, SaveIo& io, Job& job) const override;

private:
    std::optional<std::uint64_t> newest() const; // the entry of the chunk that counts
    std::optional<std::uint64_t> newestBefore(std::uint64_t entry) const;
    // Fields of the chunk's header: how many notes there are, and where in the file our notes and indexes begin. The first
    // version wrote the count only.
    static constexpr std::uint64_t kCountField = 0, kStartField = 8, kNotesHeaderSize = 16;
    std::optional<std::uint64_t> headerField(const Entry& entry, std::uint64_t field) const;
    Result<AnnotationSet> notesIn(std::uint64_t entry, const Job& job) const; // the newest are read once
    Result<AnnotationSet> readNotes(std::uint64_t entry, const Job& job) const;
    using Damage = std::optional<std::string>; // what forbids to keep notes in what is there
    Result<Damage> findDamage(const Job& job) const;
    const FreeRoom& ownRoom() const;
    std::uint64_t ownStart() const;
    std::uint64_t othersEnd() const;                                                    // rdf_compact.cpp
    std::optional<AnnotationBytes> inChunk(std::optional<AnnotationBytes> bytes) const; // as stored
    std::optional<AnnotationBytes> inFile(std::optional<AnnotationBytes> bytes) const;

    const RdfFile& m_file;

    mutable std::once_flag m_searched;
    mutable std::optional<std::uint64_t> m_newest;
    MadeOnce<AnnotationSet> m_notes; // in the newest chunk
    MadeOnce<Damage> m_damage;
    mutable std::once_flag m_roomFound;
    mutable FreeRoom m_ownRoom;
};

}
