// Changes to notes that were made against one state of what is stored, brought into another: after a crash,
// or when somebody else saved meanwhile.
//
//     auto mine = unsavedNotes(stored, notes, job);                // what differs, with what it was before
//     auto merge = mergeNotes(document, storedNow, *mine, job);    // changes to storedNow, and what both sides
//     changed
//
// Nothing is lost before somebody decided: where both sides changed a note both are kept. Error: file.stopped.
#pragma once

#include "core/model/annotation_json.h"

namespace traceglass {

class Document;

struct NoteChange // of one note; absent before: it is new, absent after: it goes
{
    std::optional<Annotation> before {};
    std::optional<Annotation> after {};
};

// A note that both sides changed. A side that deleted it has none.
struct NoteConflict
{
    std::optional<Annotation> mine {};
    std::optional<Annotation> theirs {};
    std::string copy {}; // id of the note that keeps mine beside theirs, when both are there
};

struct NoteMerge
{
    std::vector<NoteChange> changes {};
    std::vector<NoteConflict> conflicts {}; // already in `changes`, so that nothing is lost
};

// What makes `now` of `stored`: changed and new notes, ids of deleted ones, and what they were.
Result<AnnotationFile> unsavedNotes(const AnnotationSet& stored, const AnnotationSet& now, const Job& job);

// What to change in `now`, the notes as they are stored by now, so that it holds `unsaved` too. Notes of
// other tools stay. Notes are compared in the form they are stored in.
Result<NoteMerge> mergeNotes(const Document& document, const AnnotationSet& now,
                             const AnnotationFile& unsaved, const Job& job);

void applyChanges(const std::vector<NoteChange>& changes, AnnotationSet& notes); // of different notes

}
