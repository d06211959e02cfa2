// Notes kept in the capture itself; most callers want core/notes/save.h.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/annotation.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace traceglass {

class SaveIo;

class NotesFacet
{
public:
    virtual ~NotesFacet() = default;

    // Own and foreign ones, as they were when the capture was opened.
    virtual Result<AnnotationSet> read(Job& job) const = 0;
    // Can notes be saved into the capture? Errors say why not: notes.not-kept with a reason. Reads the notes, once for
    // this and read().
    virtual Result<void> canKeep(Job& job) const = 0;
    // What that will change, for people: "appends to the file; every byte that is there stays as it is". To be asked
    // once it is known that they can.
    virtual std::string whatSavingChanges() const = 0;
    // Makes these the capture's own notes; foreign ones are left alone. Reads the file as it is on disk now. Any
    // failure, and a stop, leaves the old or the new notes and all records. Errors: file.*, notes.*, the format's.
    virtual Result<void> keep(const AnnotationSet& notes, SaveIo& io, Job& job) const = 0;

    // Bytes that mean nothing any more, such as older notes, where the format can be written without them; and a
    // copy without them, with the notes that are in the capture. Replaces what is at the path, which may be that of
    // the capture: this document goes on reading the old one. Errors: file.*, the format's.
    virtual std::uint64_t deadBytes() const { return 0; }
    virtual Result<void> compact(const std::filesystem::path& path, SaveIo& io, Job& job) const;
};

}
