// Opening a capture as CondensedData, without asking other formats. To be included before Qt, whose keywords are names
// in there.
//
//     auto document = openCondensed(path);
#pragma once

#include "core/formats/cjfr/cjfr_document.h"

namespace traceglass {

inline Result<std::unique_ptr<Document>> openCondensed(const std::filesystem::path& path)
{
    Job job;
    return cjfr::CjfrDocument::open(path, job);
}

}
