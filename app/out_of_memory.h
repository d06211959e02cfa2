// What a program says that the system gives no more memory or threads, where it would end with a signal and a core file.
#pragma once

namespace traceglass {

// Once, at the start. `program` stands in front of the sentence and lives as long as it does; `status` is how it ends.
void endPlainlyWithoutMemory(const char* program, int status);

}
