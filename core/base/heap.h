// What a piece of work freed goes back to the system: the C library keeps it otherwise, for work that may
// never come.
//
//     { TimelineMaker maker(...); maker.run(...); }
//     returnFreedMemory();
//
// Costs some milliseconds a hundred megabytes, so it is for the end of long work.
#pragma once

namespace traceglass {

void returnFreedMemory();

}
