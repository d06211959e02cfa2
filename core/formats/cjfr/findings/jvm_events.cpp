#include "core/formats/cjfr/findings/jvm_events.h"

#include <algorithm>
#include <array>

namespace traceglass::cjfr {

std::vector<WantedEvents> wantedOfJvm()
{
    return {
        {"jdk.JavaMonitorEnter", {"monitorClass", "address", "previousOwner"}},
        {"jdk.ThreadPark", {"parkedClass", "address", "stackTrace"}},
        {"jdk.JavaMonitorWait", {"stackTrace", "address"}},
        {"jdk.FileRead", {"path", "stackTrace", "bytesRead"}},
        {"jdk.FileWrite", {"path", "stackTrace", "bytesWritten"}},
        {"jdk.FileForce", {"path", "stackTrace"}},
        {"jdk.SocketRead", {"host", "stackTrace", "address", "port", "bytesRead", "timeout", "endOfStream"}},
        {"jdk.SocketWrite", {"host", "stackTrace", "address", "port", "bytesWritten"}},
        {"jdk.GarbageCollection", {"gcId", "name", "cause", "sumOfPauses", "longestPause"}},
        {"jdk.GCPhasePause", {"gcId", "name"}},
        {"jdk.GCHeapSummary", {"when", "heapUsed", "heapSpace"}},
        {"jdk.ZAllocationStall", {}},
        {"jdk.ObjectAllocationSample", {"weight", "stackTrace"}},
        {"jdk.ObjectAllocationInNewTLAB", {"tlabSize", "stackTrace"}},
        {"jdk.ObjectAllocationOutsideTLAB", {"allocationSize", "stackTrace"}},
        {"jdk.ExecutionSample", {"stackTrace"}},
        {"jdk.JavaExceptionThrow", {"thrownClass", "stackTrace"}},
        {"jdk.JavaErrorThrow", {"thrownClass", "stackTrace"}},
        {"jdk.SafepointBegin", {}},
        {"jdk.ExecuteVMOperation", {"operation", "safepoint", "caller"}},
        {"jdk.CPULoad", {"jvmUser", "jvmSystem", "machineTotal"}},
        {"jdk.JavaThreadStatistics", {"activeCount"}},
        {"jdk.VirtualThreadPinned", {"stackTrace"}},
        {"jdk.ClassLoad", {"loadedClass"}},
        {"jdk.CompilationFailure", {}},
        {"jdk.DataLoss", {"amount"}},
        {"jdk.UnsignedLongFlag", {"name", "value"}},
        {"jdk.JVMInformation", {"jvmStartTime"}},
        {"jdk.ThreadDump", {"result"}},
        {"jdk.ThreadStart", {"stackTrace"}},
        {"jdk.ClassLoadingStatistics", {"loadedClassCount", "unloadedClassCount"}},
        {"jdk.CodeCacheFull", {"codeBlobType"}},
        {"jdk.MetaspaceOOM", {"stackTrace"}},
        {"jdk.ContainerCPUThrottling", {"cpuElapsedSlices", "cpuThrottledSlices", "cpuThrottledTime"}},
        {"jdk.ThreadSleep", {"stackTrace"}},
        {"jdk.DirectBufferStatistics", {"memoryUsed", "maxCapacity"}},
    };
}

bool isContended(std::string_view parkedClass)
{
    constexpr std::array<std::string_view, 8> kLocks = {
        "java.util.concurrent.locks.ReentrantLock$NonfairSync",
        "java.util.concurrent.locks.ReentrantLock$FairSync",
        "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync",
        "java.util.concurrent.locks.ReentrantReadWriteLock$FairSync",
        "java.util.concurrent.locks.StampedLock",
        "java.util.concurrent.Semaphore$NonfairSync",
        "java.util.concurrent.Semaphore$FairSync",
        "java.util.concurrent.ThreadPoolExecutor$Worker",
    };
    return std::ranges::find(kLocks, parkedClass) != kLocks.end();
}

bool doesHandOut(std::string_view method)
{
    constexpr std::array<std::string_view, 5> kVerbs = {"borrow", "lease", "checkout", "acquire",
                                                        "getConnection"};
    const std::string_view name = method.substr(method.rfind('.') + 1);
    // Of a limit for how often something is done nothing is taken.
    return !name.starts_with("acquirePermission")
        && std::ranges::any_of(kVerbs, [&](std::string_view verb) { return name.starts_with(verb); });
}

std::vector<std::string> deadlockedThreads(std::string_view dump)
{
    std::vector<std::string> out;
    bool isInside = false;
    while (!dump.empty()) {
        const std::size_t end = std::min(dump.find('\n'), dump.size());
        std::string_view line = dump.substr(0, end);
        dump.remove_prefix(std::min(end + 1, dump.size()));
        line = line.substr(0, line.find_last_not_of('\r') + 1);
        if (line.starts_with("Found ") && line.ends_with("Java-level deadlock:"))
            isInside = true;
        else if (isInside && line.size() > 3 && line.starts_with('"') && line.ends_with("\":")) {
            std::string name(line.substr(1, line.size() - 3));
            if (std::ranges::find(out, name) == out.end())
                out.push_back(std::move(name));
        } else if (!line.empty() && line.find_first_of(" \t=") != 0) {
            isInside = false; // newer JDKs put an empty line behind each entry
        }
    }
    return out;
}

bool isOfCollector(std::string_view operation)
{
    constexpr std::array<std::string_view, 7> kWords = {"G1",    "GC",        "Collect",   "XMark",
                                                        "ZMark", "ZRelocate", "Shenandoah"};
    return std::ranges::any_of(kWords,
                               [&](std::string_view word) { return operation.find(word) != operation.npos; });
}

}
