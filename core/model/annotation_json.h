// Notes as JSON: one form for the command line, side files and every format that keeps JSON of ours.
//
//     std::string line = annotationJson(note);               // one object, no line break
//     Result<Annotation> read = parseAnnotation(line);
//
//     Result<std::string> json = annotationFileJson(file, job);
//     Result<AnnotationFile> again = parseAnnotationFile(*json, job);
//
// Keys are those of `tglass annotations --json`, which its --help lists; absent and null mean the same. Times
// are integers. Unknown keys are skipped, so that newer versions can add some. Reading takes memory for the notes
// it finds and for nothing else. Errors: notes.bad-json; of what takes a job: file.stopped.
#pragma once

#include "core/base/job.h"
#include "core/model/annotation.h"

#include <initializer_list>

namespace traceglass {

// With the origin it is for a terminal, too, and so in ASCII: a note can neither drive nor deceive it.
std::string annotationJson(const Annotation& note, bool withOrigin = false);
// Without these members, which are kept elsewhere, and without those that are null.
std::string annotationJsonWithout(const Annotation& note, std::initializer_list<std::string_view> members);
Result<std::string> annotationsJson(const AnnotationSet& set, const Job& job,
                                    bool withOrigin = false); // an array, a line each

Result<Annotation> parseAnnotation(std::string_view json);

// What a file of notes holds beside them.
struct AnnotationFile
{
    AnnotationSet notes {};
    std::vector<std::string> deleted {}; // ids of notes of the capture that shall be gone
    AnnotationSet before {}; // what changed and deleted notes were when they were changed: core/notes/merge.h
    // The capture they belong to, recognised by content: core/notes/side_file.h. Empty: not stated.
    std::string fingerprint {};
    // notesHash() of the capture's own notes when the file was written: as long as they are those, everything
    // in the file counts, whatever the times of change say.
    std::string writtenFor {};
    // notesHash() of the notes that were about to be saved into the capture: once the capture has those, the
    // file no longer counts. What makes moving notes into a capture one step, wherever it is interrupted.
    std::string movedInto {};

    bool operator==(const AnnotationFile&) const = default;
};

Result<std::string> notesHash(AnnotationSet set, const Job& job); // whatever their order and origin

constexpr std::string_view kAnnotationMark = "annotations";
constexpr int kAnnotationVersion = 1;

// {"traceglass": "annotations", "version": 1, "fingerprint": ..., "written_for": ..., "moved_into": ...,
// "deleted": [...], "before": [...], "notes": [...]}
Result<std::string> annotationFileJson(const AnnotationFile& file, const Job& job);
// At most limits::kNotesJson and kNotes.
Result<AnnotationFile> parseAnnotationFile(std::string_view json, const Job& job);

}
