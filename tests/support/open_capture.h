// Opening a capture that nobody stops.
//
//     auto document = openCapture(path);
#pragma once

#include "core/formats/formats.h"

namespace traceglass {

inline Result<std::unique_ptr<Document>> openCapture(const std::filesystem::path& path)
{
    Job job;
    return openCapture(path, job);
}

}
