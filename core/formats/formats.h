// Opening a capture of any format.
#pragma once

#include "core/formats/format_list.h"
#include "core/model/document.h"

#include <filesystem>
#include <memory>

namespace traceglass {

// By content: the first format whose probe is sure, else the first that says maybe. When none matches, a
// known suffix picks the format and its own rejection is reported, naming what the bytes seem to be;
// otherwise file.unknown-format.
//
// What comes through a pipe ("-" is standard input) is read to its end first and opens like a file. What is standard input
// is not written: Document::piped(). Stopped by the job within 100 ms: file.stopped.
Result<std::unique_ptr<Document>> openCapture(const std::filesystem::path& path, Job& job);

// Any file as bytes, without structure.
Result<std::unique_ptr<Document>> openBytes(const std::filesystem::path& path, Job& job);

}
