// Going on behind the last run of a file (rtc.md 12): everything that is there stays as it is.
//
//     const auto state = stateForAppend(file->view(), *ruler, job);
//     Writer writer(sink, optionsForAppend(file->view(), *ruler), *state);
//
// The first new byte goes to state->offset: the end of the file, or where a frame begins that the end cuts
// short. Such a piece of a frame must be cut off first. An old final Crc stays where it is. Errors:
// rtc.not-continuable, when the last Unit is damaged or its ruler is not known; file.stopped.
#pragma once

#include "core/base/job.h"
#include "core/formats/rtc/wire/rtc_ruler.h"
#include "core/formats/rtc/wire/rtc_writer.h"

namespace traceglass::rtc {

// Sizes, byte order and style of the last run, and its kind of CRC: none when it has no Crc frames.
WriterOptions optionsForAppend(std::span<const std::byte> file, const Ruler& ruler);

Result<WriterState> stateForAppend(std::span<const std::byte> file, const Ruler& ruler, const Job& job);

}
