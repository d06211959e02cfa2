#include "core/formats/cjfr/demo/jvm_events.h"

#include "core/base/json_writer.h"

namespace traceglass::cjfr {

namespace {

using enum Holds;

constexpr JvmField kStart {"startTime", start, "Start Time"};
constexpr JvmField kDuration {"duration", duration, "Duration"};
constexpr JvmField kThread {"eventThread", eventThread, "Event Thread"};
constexpr JvmField kStack {"stackTrace", stack, "Stack Trace"};
constexpr JvmField kGcId {"gcId", counting, "GC Identifier"};
constexpr JvmField kName {"name", text, "Name"};
constexpr JvmField kWhen {"when", text, "When"};
constexpr JvmField kSafepointId {"safepointId", wideCounting, "Safepoint Identifier"};
constexpr JvmField kSampled {"sampledThread", sampledThread, "Thread"};

using Category = std::vector<std::string_view>;
using Fields = std::vector<JvmField>;

JvmSchema schema(std::string_view name, std::string_view label, std::string_view description,
                 const Category& category, Fields fields, const Fields& more = {})
{
    fields.insert(fields.end(), more.begin(), more.end());
    return {name, label, description, category, std::move(fields)};
}

// In the order of JvmEvent.
std::vector<JvmSchema> schemas()
{
    const Category program {"Java Application"}, profiling {"Java Virtual Machine", "Profiling"},
        collector {"Java Virtual Machine", "GC", "Collector"},
        phases {"Java Virtual Machine", "GC", "Phases"}, heap {"Java Virtual Machine", "GC", "Heap"},
        processor {"Operating System", "Processor"}, machine {"Java Virtual Machine"},
        statistics {"Java Application", "Statistics"},
        safepoints {"Java Virtual Machine", "Runtime", "Safepoint"};
    const Fields own {kStart, kDuration, kThread, kStack}, sample {kStart, kSampled, kStack},
        collection {kStart, kDuration, kGcId}, phase {kStart, kDuration, kThread, kGcId, kName},
        state {kStart, kGcId, kWhen}, periodic {kStart}, ofThread {kStart, kDuration, kThread},
        safepoint {kStart, kDuration, kThread, kSafepointId};
    return {
        schema("jdk.ThreadStart", "Java Thread Start", "", program, {kStart, kThread, kStack},
               {{"thread", thread, "New Java Thread"}, {"parentThread", thread, "Parent Java Thread"}}),
        schema("jdk.ThreadEnd", "Java Thread End", "", program, {kStart, kThread},
               {{"thread", thread, "Java Thread"}}),
        schema("jdk.ThreadSleep", "Java Thread Sleep", "", program, own,
               {{"time", milliseconds, "Sleep Time"}}),
        schema("jdk.ThreadPark", "Java Thread Park", "", program, own,
               {{"parkedClass", classOf, "Class Parked On"},
                {"timeout", nanoseconds, "Park Timeout"},
                {"until", moment, "Park Until"},
                {"address", address, "Address of Object Parked"}}),
        schema("jdk.JavaMonitorEnter", "Java Monitor Blocked", "", program, own,
               {{"monitorClass", classOf, "Monitor Class"},
                {"previousOwner", thread, "Previous Monitor Owner"},
                {"address", address, "Monitor Address"}}),
        schema("jdk.JavaMonitorWait", "Java Monitor Wait", "Waiting on a Java monitor", program, own,
               {{"monitorClass", classOf, "Monitor Class"},
                {"notifier", thread, "Notifier Thread"},
                {"timeout", milliseconds, "Timeout"},
                {"timedOut", truth, "Timed Out"},
                {"address", address, "Monitor Address"}}),
        schema("jdk.FileRead", "File Read", "Reading data from a file", program, own,
               {{"path", text, "Path"},
                {"bytesRead", bytes, "Bytes Read"},
                {"endOfFile", truth, "End of File"}}),
        schema("jdk.FileWrite", "File Write", "Writing data to a file", program, own,
               {{"path", text, "Path"}, {"bytesWritten", bytes, "Bytes Written"}}),
        schema("jdk.SocketRead", "Socket Read", "Reading data from a socket", program, own,
               {{"host", text, "Remote Host"},
                {"address", text, "Remote Address"},
                {"port", integer, "Remote Port"},
                {"timeout", milliseconds, "Timeout Value"},
                {"bytesRead", bytes, "Bytes Read"},
                {"endOfStream", truth, "End of Stream"}}),
        schema("jdk.SocketWrite", "Socket Write", "Writing data to a socket", program, own,
               {{"host", text, "Remote Host"},
                {"address", text, "Remote Address"},
                {"port", integer, "Remote Port"},
                {"bytesWritten", bytes, "Bytes Written"}}),
        schema("jdk.JavaExceptionThrow", "Java Exception",
               "An object derived from java.lang.Exception has been created", program, own,
               {{"message", text, "Message"}, {"thrownClass", classOf, "Class"}}),
        schema("jdk.ExecutionSample", "Method Profiling Sample", "Snapshot of a threads state", profiling,
               sample),
        schema("jdk.NativeMethodSample", "Method Profiling Sample Native",
               "Snapshot of a threads state when in native", profiling, sample),
        schema("jdk.ObjectAllocationSample", "Object Allocation Sample", "", program,
               {kStart, kThread, kStack},
               {{"objectClass", classOf, "Object Class"}, {"weight", bytes, "Sample Weight"}}),
        schema("jdk.GarbageCollection", "Garbage Collection", "Garbage collection performed by the JVM",
               collector, collection,
               {kName,
                {"cause", text, "Cause"},
                {"sumOfPauses", nanoseconds, "Sum of Pauses"},
                {"longestPause", nanoseconds, "Longest Pause"}}),
        schema("jdk.YoungGarbageCollection", "Young Garbage Collection",
               "Extra information specific to Young Garbage Collections", collector, collection,
               {{"tenuringThreshold", counting, "Tenuring Threshold"}}),
        schema("jdk.OldGarbageCollection", "Old Garbage Collection",
               "Extra information specific to Old Garbage Collections", collector, collection),
        schema("jdk.GCPhasePause", "GC Phase Pause", "", phases, phase),
        schema("jdk.GCPhasePauseLevel1", "GC Phase Pause Level 1", "", phases, phase),
        schema("jdk.GCPhasePauseLevel2", "GC Phase Pause Level 2", "", phases, phase),
        schema("jdk.GCPhaseParallel", "GC Phase Parallel", "GC phases for parallel workers", phases,
               {kStart, kDuration, kThread, kGcId},
               {{"gcWorkerId", counting, "GC Worker Identifier"}, kName}),
        schema("jdk.GCPhaseConcurrent", "GC Phase Concurrent", "", phases, phase),
        schema("jdk.GCHeapSummary", "Heap Summary", "", heap, state,
               {{"heapSpace", heapSpace, "Heap Space"}, {"heapUsed", bytes, "Heap Used"}}),
        schema("jdk.MetaspaceSummary", "Metaspace Summary", "", heap, state,
               {{"gcThreshold", bytes, "GC Threshold"},
                {"metaspace", metaspace, "Total"},
                {"dataSpace", metaspace, "Data"},
                {"classSpace", metaspace, "Class"}}),
        schema("jdk.CPULoad", "CPU Load", "Information about the recent CPU usage of the JVM process",
               processor, periodic,
               {{"jvmUser", share, "JVM User"},
                {"jvmSystem", share, "JVM System"},
                {"machineTotal", share, "Machine Total"}}),
        schema("jdk.ThreadCPULoad", "Thread CPU Load", "", processor, {kStart, kThread},
               {{"user", share, "User Mode CPU Load"}, {"system", share, "System Mode CPU Load"}}),
        schema("jdk.JavaThreadStatistics", "Java Thread Statistics", "", statistics, periodic,
               {{"activeCount", wide, "Active Threads"},
                {"daemonCount", wide, "Daemon Threads"},
                {"accumulatedCount", wide, "Accumulated Threads"},
                {"peakCount", wide, "Peak Threads"}}),
        schema("jdk.ClassLoadingStatistics", "Class Loading Statistics", "", statistics, periodic,
               {{"loadedClassCount", wide, "Loaded Class Count"},
                {"unloadedClassCount", wide, "Unloaded Class Count"}}),
        schema("jdk.ExecuteVMOperation", "VM Operation", "Execution of a VM Operation",
               {"Java Virtual Machine", "Runtime"}, ofThread,
               {{"operation", text, "Operation"},
                {"safepoint", truth, "At Safepoint"},
                {"blocking", truth, "Caller Blocked"},
                {"caller", thread, "Caller"},
                kSafepointId}),
        schema("jdk.SafepointBegin", "Safepoint Begin", "Safepointing begin", safepoints, safepoint,
               {{"totalThreadCount", integer, "Total Threads"},
                {"jniCriticalThreadCount", integer, "JNI Critical Threads"}}),
        schema("jdk.SafepointStateSynchronization", "Safepoint State Synchronization",
               "Synchronize run state of threads", safepoints, safepoint,
               {{"initialThreadCount", integer, "Initial Threads"},
                {"runningThreadCount", integer, "Running Threads"},
                {"iterations", integer, "Iterations"}}),
        schema("jdk.SafepointEnd", "Safepoint End", "Safepointing end", safepoints, safepoint),
        schema("jdk.Compilation", "Compilation", "Results of method compilation attempts",
               {"Java Virtual Machine", "Compiler"}, ofThread,
               {{"compileId", counting, "Compilation Identifier"},
                {"compiler", text, "Compiler"},
                {"method", method, "Method"},
                {"compileLevel", level, "Compilation Level"},
                {"succeded", truth, "Succeeded"},
                {"isOsr", truth, "On Stack Replacement"},
                {"codeSize", bytes, "Compiled Code Size"},
                {"inlinedBytes", bytes, "Inlined Code Size"}}),
        schema("jdk.ClassLoad", "Class Load", "", {"Java Virtual Machine", "Class Loading"}, own,
               {{"loadedClass", classOf, "Loaded Class"},
                {"definingClassLoader", loader, "Defining Class Loader"},
                {"initiatingClassLoader", loader, "Initiating Class Loader"}}),
        schema("jdk.JVMInformation", "JVM Information", "Description of JVM and the Java application",
               machine, periodic,
               {{"jvmName", text, "JVM Name"},
                {"jvmVersion", text, "JVM Version"},
                {"jvmArguments", text, "JVM Command Line Arguments"},
                {"jvmFlags", text, "JVM Settings File Arguments"},
                {"javaArguments", text, "Java Application Arguments"},
                {"jvmStartTime", moment, "JVM Start Time"},
                {"pid", wide, "Process Identifier"}}),
        schema("jdk.OSInformation", "OS Information",
               "Description of the OS the JVM runs on, for example, a uname-like output",
               {"Operating System"}, periodic, {{"osVersion", text, "OS Version"}}),
        schema("jdk.CPUInformation", "CPU Information",
               "Characteristics and descriptions of the processor(s) the JVM is running on", processor,
               periodic,
               {{"cpu", text, "Type"},
                {"description", text, "Description"},
                {"sockets", counting, "Sockets"},
                {"cores", counting, "Cores"},
                {"hwThreads", counting, "Hardware Threads"}}),
        schema("shop.Request", "Request", "", {"Shop"}, own,
               {{"path", text, "Path"}, {"status", integer, "Status"}, {"queries", integer, "Queries"}}),
        schema("shop.OrderPlaced", "Order placed", "", {"Shop", "Orders"}, own,
               {{"order", wide, "Order"}, {"items", integer, "Items"}, {"express", truth, "Express"}}),
    };
}

// How the recorder names the Java type of a field, and the content type where it has one.
struct JavaType
{
    std::string_view type;
    std::string_view content {};
    std::string_view unit {}; // of the content type
};

JavaType javaType(Holds holds)
{
    switch (holds) {
    case start: return {"long", "jdk.jfr.Timestamp", "TICKS"};
    case duration:
    case nanoseconds: return {"long", "jdk.jfr.Timespan", holds == duration ? "TICKS" : "NANOSECONDS"};
    case milliseconds: return {"long", "jdk.jfr.Timespan", "MILLISECONDS"};
    case moment: return {"long", "jdk.jfr.Timestamp", "MILLISECONDS_SINCE_EPOCH"};
    case eventThread:
    case sampledThread:
    case thread: return {"java.lang.Thread"};
    case stack: return {"jdk.types.StackTrace"};
    case classOf: return {"java.lang.Class"};
    case method: return {"jdk.types.Method"};
    case loader: return {"jdk.types.ClassLoader"};
    case text: return {"java.lang.String"};
    case integer: return {"int"};
    case wide: return {"long"};
    case counting: return {"int", "jdk.jfr.Unsigned"};
    case wideCounting: return {"long", "jdk.jfr.Unsigned"};
    case level: return {"short", "jdk.jfr.Unsigned"};
    case bytes: return {"long", "jdk.jfr.DataAmount", "BYTES"};
    case share: return {"float", "jdk.jfr.Percentage"};
    case truth: return {"boolean"};
    case address: return {"long", "jdk.jfr.MemoryAddress"};
    case heapSpace: return {"jdk.types.VirtualSpace"};
    case metaspace: break;
    }
    return {"jdk.types.MetaspaceSizes"};
}

std::optional<std::string_view> orNull(std::string_view text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

void annotate(JsonWriter& json, std::string_view name, std::string_view value)
{
    json.beginArray().value(name).beginArray();
    if (!value.empty())
        json.value(value);
    json.endArray().endArray();
}

}

const JvmSchema& schemaOf(JvmEvent event)
{
    static const std::vector<JvmSchema> all = schemas();
    return all[static_cast<std::size_t>(event)];
}

std::string descriptionOf(const JvmSchema& schema)
{
    std::string out;
    JsonWriter json(out);
    json.beginArray().value(schema.label).value(orNull(schema.description)).beginArray();
    json.beginArray().value("jdk.jfr.Category").beginArray().beginArray();
    for (const std::string_view part : schema.category)
        json.value(part);
    json.endArray().endArray().endArray();
    annotate(json, "jdk.jfr.Label", schema.label);
    if (!schema.description.empty())
        annotate(json, "jdk.jfr.Description", schema.description);
    json.endArray().endArray();
    return out;
}

std::string descriptionOf(const JvmField& field)
{
    const JavaType type = javaType(field.holds);
    std::string out;
    JsonWriter json(out);
    json.beginArray().value(type.type).value(orNull(type.content)).beginArray();
    annotate(json, "jdk.jfr.Label", field.label);
    if (!type.content.empty())
        annotate(json, type.content, type.unit);
    json.endArray().value(field.label).value(std::nullopt).value(false).endArray();
    return out;
}

}
