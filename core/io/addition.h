// Bytes added behind the end of a file by a save: they are all there and hold what they should, or the file
// is what it was.
//
//     addToFile(io, *file, {.end = size,
//                           .write = [&] { return io.writeAt(*file, size, bytes).and_then(sync); },
//                           .check = [&] { return opensWith(notes); }});
//
// The file must be locked (SaveIo::openToChange). What somebody who knows no locks wrote behind the addition
// is never cut off with it.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/io/save_io.h"

namespace traceglass {

struct Addition
{
    std::uint64_t end = 0;               // the size of the file before
    std::function<Result<void>()> write; // and sync
    std::function<Result<void>()> check; // reads the file as it is now
    // Makes what was there before count again, where `write` had to change a byte of it: the addition may be
    // cut off only when this has reached the disk.
    std::function<Result<void>()> restore {};
};

// Error: that of `write` or `check`; its detail says so when the addition could not be removed again.
Result<void> addToFile(SaveIo& io, File& file, const Addition& addition);

}
