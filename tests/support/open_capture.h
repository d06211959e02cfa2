// Opening a capture that nobody stops.
//
//     auto document = openCapture(path);
//     auto condensed = openCondensed(path);       // as CondensedData, without asking other formats
#pragma once

#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/formats.h"

namespace traceglass {

inline Result<std::unique_ptr<Document>> openCapture(const std::filesystem::path& path)
{
    Job job;
    return openCapture(path, job);
}

inline Result<std::unique_ptr<Document>> openCondensed(const std::filesystem::path& path)
{
    Job job;
    return cjfr::CjfrDocument::open(path, job);
}

}
