// Notes beside a capture, where they cannot or shall not be kept in it: `<path without trailing
// slash>.traceglass.json`, one JSON object (core/model/annotation_json.h).
//
//     auto file = readSideFile(document, job);          // nothing in it: there is none
//     file->notes.push_back(note);
//     writeSideFile(io, document, *file, job);
//
// The capture it belongs to is recognised by content: the fingerprint is "sha256:LENGTH:HEX" over the first
// LENGTH of the bytes that saving never changes (Document::stableBytes), at most 1 MiB, so that it stays true
// when notes are saved into the capture or it is renamed.
//
// Of what takes a job, an error may be file.stopped.
#pragma once

#include "core/base/job.h"
#include "core/io/system_save_io.h"
#include "core/model/annotation_json.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace traceglass {

class Document;

std::filesystem::path sideFilePath(const std::filesystem::path& capture);

Result<std::string> fingerprint(const Document& document, const Job& job);
// An empty one: to none. No as well when it was stopped (stopping.h).
bool belongsTo(const Document& document, std::string_view fingerprint, const Job& job);

#ifndef TRACEGLASS_VIEW // which asks a NoteStore
// Errors: file.*, notes.bad-json.
Result<AnnotationFile> readAnnotationFile(const std::filesystem::path& path, const Job& job);
#endif

// Nothing: there is none. Also: notes.other-capture.
Result<std::optional<AnnotationFile>> readSideFile(const Document& document, const Job& job);

// Replaces it whole (replaceFile) and states the fingerprint; removes it when nothing is to be kept. Returns what is there
// then.
Result<AnnotationFile> writeSideFile(SaveIo& io, const Document& document, AnnotationFile file,
                                     const Job& job);
Result<void> removeSideFile(SaveIo& io, const Document& document); // no error when there is none

}
