// Memory that was freed goes back to the system only when somebody asks for it: at the end of long work that
// needed much more than what is kept of it. Costs some milliseconds a hundred megabytes.
//
//     auto done = indexEverything();
//     returnFreedMemory();
#pragma once

namespace traceglass {

void returnFreedMemory();

}
