// Memory of a thread that nobody may make wait, such as the one of a window.
//
//     keepOwnMemory();          // before it makes what is large
//
// What the calling thread allocates from here on comes from 48 MB that are fetched for it behind, in another thread, and
// from what it freed before, which never goes back to the system. Memory that is only fetched when it is written to makes
// it wait: 0.2 ms for 2 MB, but 10 to 20 ms in a virtual machine that has to ask its host for them.
#pragma once

namespace traceglass {

void keepOwnMemory();

}
