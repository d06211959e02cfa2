// Writes JVM recordings of a web shop: what `tglass demo` and the tests of every format open. Deterministic.
//
//     auto path = writeDemo(folder);                              // 200,000 events, some 30 seconds
//     writeRecording("large.cjfr", 5'000'000, Codec::zstd);        // the same over and over, for measuring
//
// Worth finding: a lock convoy on the cart registry while its owner writes to a slow disk, the report that
// allocates until the collector has to step in, and what requests spend their time with.
#pragma once

#include "core/codec/stream_decoder.h"
#include "core/formats/demo.h"

#include <filesystem>
#include <optional>

namespace traceglass::cjfr {

Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder); // FOLDER/jvm-service.cjfr

// As many events as asked for, of any codec; nothing: not compressed. Fewer events are a shorter recording in
// which everything happens all the same.
Result<void> writeRecording(const std::filesystem::path& path, std::uint64_t events,
                            std::optional<Codec> codec);

extern const Demo kDemo;

}
