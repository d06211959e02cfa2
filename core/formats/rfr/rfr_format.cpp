#include "core/formats/rfr/rfr_document.h"


namespace traceglass::rfr {

namespace {

Result<std::unique_ptr<Document>> open(const Probe& probe)
{
    auto recording = openRecording(probe);
    if (!recording)
        return tl::unexpected(recording.error());
    return std::make_unique<RfrDocument>(std::move(*recording));
}

constexpr std::string_view kSuffixes[] = {".rfr"};

}

const Format kFormat {
    .id = "rfr",
    .name = "Rust Flight Recorder",
    .label = "Async Rust",
    .suffixes = kSuffixes,
    .probe = probeRecording,
    .open = open,
};

}
