// What a format is asked when somebody wants to know what a file is, or to open it. Probing reads, and may look into a
// folder.
//
//     if (format.probe(probe) == Match::sure)
//         return format.open(probe, job);
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/model/format.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>

namespace traceglass {

// Bounded, read once for all formats.
struct Probe
{
    std::filesystem::path path;
    bool directory = false;
    std::uint64_t size = 0;
    std::span<const std::byte> head; // the first 64 KiB of a file
    std::stop_token stop {};         // a probe that looks into a folder ends then, whatever it has found
};

enum class Match { no, maybe, sure };

}
