// Memory that was freed goes back to the system only when somebody asks for it: after work that needed much
// more than what is kept of it.
//
//     auto done = indexEverything();
//     returnFreedMemory();
#pragma once

namespace traceglass {

void returnFreedMemory();

}
