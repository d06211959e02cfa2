// Work on notes that nobody stops, for tests about something else.
//
//     QVERIFY(canKeep(*document));
//     const SavePlan plan = planSave(*document);
#pragma once

#include "core/model/document.h"
#include "core/notes/merge.h"
#include "core/notes/recovery.h"
#include "core/notes/save.h"

namespace traceglass {

inline Result<void> canKeep(const Document& document)
{
    Job job;
    return document.notes()->canKeep(job);
}

inline SavePlan planSave(const Document& document)
{
    Job job;
    return planSave(document, job).value();
}

inline AnnotationSet asStored(const Document& document, AnnotationSet notes)
{
    return asStored(document, std::move(notes), Job()).value();
}

inline Result<AnnotationSet> importNotes(const Document& document, const std::filesystem::path& file)
{
    return importNotes(document, file, Job());
}

inline Result<std::string> fingerprint(const Document& document)
{
    return fingerprint(document, Job());
}

inline bool belongsTo(const Document& document, std::string_view fingerprint)
{
    return belongsTo(document, fingerprint, Job());
}

inline std::string annotationFileJson(const AnnotationFile& file)
{
    return annotationFileJson(file, Job()).value();
}

inline AnnotationFile unsavedNotes(const AnnotationSet& stored, const AnnotationSet& now)
{
    return unsavedNotes(stored, now, Job()).value();
}

inline NoteMerge mergeNotes(const Document& document, const AnnotationSet& now, const AnnotationFile& unsaved)
{
    return mergeNotes(document, now, unsaved, Job()).value();
}

inline std::vector<LeftNotes> leftNotes(SaveIo& io, const std::filesystem::path& folder,
                                        const Document& document)
{
    return leftNotes(io, folder, document, Job());
}

}
