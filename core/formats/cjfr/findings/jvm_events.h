// The events that the rules of a JVM need, and what the names in them mean.
#pragma once

#include "core/formats/cjfr/statistics/cjfr_event_pass.h"

namespace traceglass::cjfr {

struct JvmKind
{
    enum : std::size_t {
        enter,
        park,
        monitorWait,
        fileRead,
        fileWrite,
        fileForce,
        socketRead,
        socketWrite,
        collection,
        phasePause,
        heapSummary,
        allocationStall,
        allocation,
        tlab,
        outside,
        execution,
        exception,
        error,
        safepoint,
        operation,
        cpuLoad,
        threadCount,
        pinnedThread,
        classLoad,
        failedCompilation,
        dataLoss,
        flag,
        jvm,
        threadDump,
        threadStart,
        classCount,
        codeCacheFull,
        metaspaceOom,
        throttling,
        sleep,
        directBuffers,
        firstCustom,
    };
};

// In the order of JvmKind.
std::vector<WantedEvents> wantedOfJvm();

// What threads park for when they want a lock; others park until there is something to do.
bool isContended(std::string_view parkedClass);
// Does a method hand out what is in a pool? That is what pools of all libraries call it.
bool doesHandOut(std::string_view method);
// An operation of the VM, by its name.
bool isOfCollector(std::string_view operation);
// Of the text of a thread dump: those that wait for each other, each once, in the order in which they are told.
std::vector<std::string> deadlockedThreads(std::string_view dump);

}
