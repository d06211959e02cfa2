// Who else uses a file that is to be changed: whether anybody has it open for writing, as a recorder has, and
// who holds its lock.
//
//     auto file = File::openOrdinary(path);
//     if (writersOf(*file) == Writers::some) ...
//
// On Linux a read lease is refused while a file is open for writing, in whatever process; it is given back at
// once. Leases are for the owner of a file, and say nothing where other machines may write it too.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/io/file.h"

namespace traceglass {

enum class Writers { none, some, unknown };

Writers writersOf(const File& file); // which this process has nowhere open for writing

// "tail, process 812"; empty when the system does not tell.
std::string lockHolder(const File& file);

}
