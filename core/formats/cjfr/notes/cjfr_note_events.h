// The notes of a CondensedData file: one event of type traceglass.Annotation each, which other tools show
// like any event (cjfr.md 7).
//
//     auto stored = readNotes(index, job);             // errors: file.stopped, notes.bad-json
//     auto notes = notesOf(*stored, job);
//     writeNotes(encoder, index, alreadyThere, notes, job); // what has to be added so that these are the notes
//
// Text, author and colour are fields of their own; everything else is JSON in the field `data`, exact times
// included, because times of events are as coarse as the clock's ticks. Of an id the latest event counts; one
// without a text says that the note is gone. Events of that type which we did not write are foreign.
#pragma once

#include "core/formats/cjfr/wire/cjfr_encoder.h"
#include "core/model/annotation.h"

namespace traceglass::cjfr {

struct NoteEvent
{
    std::uint64_t offset = 0;
    std::string typeName;
    Annotation note;
    bool isGone = false; // only the id means anything
};

struct StreamNotes
{
    std::vector<NoteEvent> own; // in the order of the stream
    AnnotationSet foreign;
    // From here on the stream holds nothing but our events and the definition of their type; its end when
    // something else stands last.
    std::uint64_t ownFrom = 0;
    std::vector<std::uint64_t> starts; // of what lies from there on: events, definitions
};

Result<StreamNotes> readNotes(const StreamIndex& index, Job& job);

// Own and foreign ones as they count at the end of the stream. Error: file.stopped.
Result<AnnotationSet> notesOf(const StreamNotes& stored, const Job& job);
// The own ones as they count at an offset.
Result<AnnotationSet> ownNotesBefore(const StreamNotes& stored, std::uint64_t offset, const Job& job);

// Adds events to a stream in which `old` are the own notes, so that it will be `notes`. Defines their type
// when the stream has none. `before` is what was indexed of the stream. Error: file.stopped.
Result<void> writeNotes(Encoder& stream, const StreamIndex& before, const AnnotationSet& old,
                        const AnnotationSet& notes, const Job& job);

}
