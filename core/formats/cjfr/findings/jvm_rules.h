// The rules for recordings of a JVM, one function for those that look at the same.
#pragma once

#include "core/findings/checks.h"
#include "core/findings/gathering.h"
#include "core/formats/cjfr/findings/jvm_look.h"
#include "core/model/fields_facet.h"

namespace traceglass::cjfr {

// What others may be explained by.
constexpr std::string_view kContention = "jvm.lock-contention", kSlowIo = "jvm.slow-io",
                           kReadTimeout = "jvm.read-timeout", kHeapFull = "jvm.heap-full",
                           kBurst = "jvm.alloc-burst", kAllocationStall = "jvm.alloc-stall";

void checkTransfers(const JvmLook& look, findings::Checks& checks);
void checkTimeouts(const JvmLook& look, findings::Checks& checks);
void checkLocks(const JvmLook& look, findings::Checks& checks); // absorbs slow transfers: comes behind them
void checkPools(const JvmLook& look, findings::Checks& checks);
void checkDeadlocks(const JvmLook& look, findings::Checks& checks);
// Absorbed where waits, pauses or transfers of its threads explain it: comes behind all that are about these.
void checkOperations(const JvmLook& look, const FieldsFacet& fields, findings::Checks& checks);
void checkCollections(const JvmLook& look, findings::Checks& checks);
void checkHeap(const JvmLook& look, findings::Checks& checks);
void checkAllocation(const JvmLook& look, findings::Checks& checks); // absorbs collections: comes behind them
void checkStalls(const JvmLook& look,
                 findings::Checks& checks); // absorbed by those of the heap: comes behind them
void checkMethods(const JvmLook& look, findings::Checks& checks);
void checkThrown(const JvmLook& look, findings::Checks& checks);
void checkStops(const JvmLook& look, findings::Checks& checks);   // safepoints and what the VM does at them
void checkMachine(const JvmLook& look, findings::Checks& checks); // CPU, threads, loading of classes
void checkClasses(const JvmLook& look, findings::Checks& checks);
void checkDirectBuffers(const JvmLook& look, findings::Checks& checks);
void checkCodeCache(const JvmLook& look, findings::Checks& checks);
void checkThrottling(const JvmLook& look, findings::Checks& checks);
void checkRecording(const JvmLook& look, findings::Checks& checks);

// Of the whole heap, while the program stands still, or of a collector that could not keep up with it.
bool isFull(const JvmLook& look, const Collection& collection);
// As isFull, of a collector that has another way; serial and parallel ones have none.
bool isLastResort(const JvmLook& look, const Collection& collection);
// Something asked for it: a program, or who looks at one.
bool isRequested(const JvmLook& look, const Collection& collection);
// Is it about that file or host, by the subject of its reads or writes? Of both there may be one.
bool isAboutTransfers(const Finding& finding, std::string_view subject);
std::string heapAmountText(std::int64_t bytes); // "12.0 MB"
// Names of the JVM without their packages: "CartRegistry", "Journal.append".
std::string shortClass(std::string_view name);
std::string shortMethod(std::string_view name);
// "; most in `Audit.write`", "; 38 % in `Audit.write`": where more of the time was spent than elsewhere. Empty: no stacks
// were recorded.
std::string mostInText(const JvmLook& look, const std::vector<const SitedSpan*>& spans);

}
