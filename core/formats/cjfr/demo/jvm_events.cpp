#include "core/formats/cjfr/demo/jvm_events.h"

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

// Events an application commits itself.
JvmSchema own(std::string_view name, std::string_view label, Category category, std::vector<JvmField> fields)
{
    fields.insert(fields.begin(), {kStart, kDuration, kThread, kStack});
    return {name, label, "", std::move(category), std::move(fields)};
}

JvmSchema application(std::string_view name, std::string_view label, std::string_view description,
                      std::vector<JvmField> fields)
{
    fields.insert(fields.begin(), {kStart, kDuration, kThread, kStack});
    return {name, label, description, {"Java Application"}, std::move(fields)};
}

JvmSchema phase(std::string_view name, std::string_view label)
{
    return {name,
            label,
            "",
            {"Java Virtual Machine", "GC", "Phases"},
            {kStart, kDuration, kThread, kGcId, kName}};
}

JvmSchema collector(std::string_view name, std::string_view label, std::string_view description,
                    std::vector<JvmField> fields)
{
    fields.insert(fields.begin(), {kStart, kDuration, kGcId});
    return {name, label, description, {"Java Virtual Machine", "GC", "Collector"}, std::move(fields)};
}

JvmSchema heap(std::string_view name, std::string_view label, std::vector<JvmField> fields)
{
    fields.insert(fields.begin(), {kStart, kGcId, kWhen});
    return {name, label, "", {"Java Virtual Machine", "GC", "Heap"}, std::move(fields)};
}

JvmSchema safepoint(std::string_view name, std::string_view label, std::string_view description,
                    std::vector<JvmField> fields)
{
    fields.insert(fields.begin(), {kStart, kDuration, kThread, kSafepointId});
    return {name, label, description, {"Java Virtual Machine", "Runtime", "Safepoint"}, std::move(fields)};
}

// Values at a moment, of nobody in particular.
JvmSchema periodic(std::string_view name, std::string_view label, std::string_view description,
                   Category category, std::vector<JvmField> fields)
{
    fields.insert(fields.begin(), kStart);
    return {name, label, description, std::move(category), std::move(fields)};
}

std::vector<JvmSchema> threadSchemas()
{
    return {
        {"jdk.ThreadStart",
         "Java Thread Start",
         "",
         {"Java Application"},
         {kStart,
          kThread,
          kStack,
          {"thread", thread, "New Java Thread"},
          {"parentThread", thread, "Parent Java Thread"}}},
        {"jdk.ThreadEnd",
         "Java Thread End",
         "",
         {"Java Application"},
         {kStart, kThread, {"thread", thread, "Java Thread"}}},
        application("jdk.ThreadSleep", "Java Thread Sleep", "", {{"time", milliseconds, "Sleep Time"}}),
        application("jdk.ThreadPark", "Java Thread Park", "",
                    {{"parkedClass", classOf, "Class Parked On"},
                     {"timeout", nanoseconds, "Park Timeout"},
                     {"until", moment, "Park Until"},
                     {"address", address, "Address of Object Parked"}}),
        application("jdk.JavaMonitorEnter", "Java Monitor Blocked", "",
                    {{"monitorClass", classOf, "Monitor Class"},
                     {"previousOwner", thread, "Previous Monitor Owner"},
                     {"address", address, "Monitor Address"}}),
        application("jdk.JavaMonitorWait", "Java Monitor Wait", "Waiting on a Java monitor",
                    {{"monitorClass", classOf, "Monitor Class"},
                     {"notifier", thread, "Notifier Thread"},
                     {"timeout", milliseconds, "Timeout"},
                     {"timedOut", truth, "Timed Out"},
                     {"address", address, "Monitor Address"}}),
        application("jdk.FileRead", "File Read", "Reading data from a file",
                    {{"path", text, "Path"},
                     {"bytesRead", bytes, "Bytes Read"},
                     {"endOfFile", truth, "End of File"}}),
        application("jdk.FileWrite", "File Write", "Writing data to a file",
                    {{"path", text, "Path"}, {"bytesWritten", bytes, "Bytes Written"}}),
        application("jdk.SocketRead", "Socket Read", "Reading data from a socket",
                    {{"host", text, "Remote Host"},
                     {"address", text, "Remote Address"},
                     {"port", integer, "Remote Port"},
                     {"timeout", milliseconds, "Timeout Value"},
                     {"bytesRead", bytes, "Bytes Read"},
                     {"endOfStream", truth, "End of Stream"}}),
        application("jdk.SocketWrite", "Socket Write", "Writing data to a socket",
                    {{"host", text, "Remote Host"},
                     {"address", text, "Remote Address"},
                     {"port", integer, "Remote Port"},
                     {"bytesWritten", bytes, "Bytes Written"}}),
        application("jdk.JavaExceptionThrow", "Java Exception",
                    "An object derived from java.lang.Exception has been created",
                    {{"message", text, "Message"}, {"thrownClass", classOf, "Class"}}),
        {"jdk.ExecutionSample",
         "Method Profiling Sample",
         "Snapshot of a threads state",
         {"Java Virtual Machine", "Profiling"},
         {kStart, kSampled, kStack}},
        {"jdk.NativeMethodSample",
         "Method Profiling Sample Native",
         "Snapshot of a threads state when in native",
         {"Java Virtual Machine", "Profiling"},
         {kStart, kSampled, kStack}},
        {"jdk.ObjectAllocationSample",
         "Object Allocation Sample",
         "",
         {"Java Application"},
         {kStart,
          kThread,
          kStack,
          {"objectClass", classOf, "Object Class"},
          {"weight", bytes, "Sample Weight"}}},
    };
}

std::vector<JvmSchema> collectorSchemas()
{
    return {
        collector("jdk.GarbageCollection", "Garbage Collection", "Garbage collection performed by the JVM",
                  {kName,
                   {"cause", text, "Cause"},
                   {"sumOfPauses", nanoseconds, "Sum of Pauses"},
                   {"longestPause", nanoseconds, "Longest Pause"}}),
        collector("jdk.YoungGarbageCollection", "Young Garbage Collection",
                  "Extra information specific to Young Garbage Collections",
                  {{"tenuringThreshold", counting, "Tenuring Threshold"}}),
        collector("jdk.OldGarbageCollection", "Old Garbage Collection",
                  "Extra information specific to Old Garbage Collections", {}),
        phase("jdk.GCPhasePause", "GC Phase Pause"),
        phase("jdk.GCPhasePauseLevel1", "GC Phase Pause Level 1"),
        phase("jdk.GCPhasePauseLevel2", "GC Phase Pause Level 2"),
        {"jdk.GCPhaseParallel",
         "GC Phase Parallel",
         "GC phases for parallel workers",
         {"Java Virtual Machine", "GC", "Phases"},
         {kStart, kDuration, kThread, kGcId, {"gcWorkerId", counting, "GC Worker Identifier"}, kName}},
        phase("jdk.GCPhaseConcurrent", "GC Phase Concurrent"),
        heap("jdk.GCHeapSummary", "Heap Summary",
             {{"heapSpace", heapSpace, "Heap Space"}, {"heapUsed", bytes, "Heap Used"}}),
        heap("jdk.MetaspaceSummary", "Metaspace Summary",
             {{"gcThreshold", bytes, "GC Threshold"},
              {"metaspace", metaspace, "Total"},
              {"dataSpace", metaspace, "Data"},
              {"classSpace", metaspace, "Class"}}),
    };
}

std::vector<JvmSchema> machineSchemas()
{
    return {
        periodic("jdk.CPULoad", "CPU Load", "Information about the recent CPU usage of the JVM process",
                 {"Operating System", "Processor"},
                 {{"jvmUser", share, "JVM User"},
                  {"jvmSystem", share, "JVM System"},
                  {"machineTotal", share, "Machine Total"}}),
        periodic("jdk.ThreadCPULoad", "Thread CPU Load", "", {"Operating System", "Processor"},
                 {kThread, {"user", share, "User Mode CPU Load"}, {"system", share, "System Mode CPU Load"}}),
        periodic("jdk.JavaThreadStatistics", "Java Thread Statistics", "", {"Java Application", "Statistics"},
                 {{"activeCount", wide, "Active Threads"},
                  {"daemonCount", wide, "Daemon Threads"},
                  {"accumulatedCount", wide, "Accumulated Threads"},
                  {"peakCount", wide, "Peak Threads"}}),
        periodic("jdk.ClassLoadingStatistics", "Class Loading Statistics", "",
                 {"Java Application", "Statistics"},
                 {{"loadedClassCount", wide, "Loaded Class Count"},
                  {"unloadedClassCount", wide, "Unloaded Class Count"}}),
        {"jdk.ExecuteVMOperation",
         "VM Operation",
         "Execution of a VM Operation",
         {"Java Virtual Machine", "Runtime"},
         {kStart,
          kDuration,
          kThread,
          {"operation", text, "Operation"},
          {"safepoint", truth, "At Safepoint"},
          {"blocking", truth, "Caller Blocked"},
          {"caller", thread, "Caller"},
          kSafepointId}},
        safepoint("jdk.SafepointBegin", "Safepoint Begin", "Safepointing begin",
                  {{"totalThreadCount", integer, "Total Threads"},
                   {"jniCriticalThreadCount", integer, "JNI Critical Threads"}}),
        safepoint("jdk.SafepointStateSynchronization", "Safepoint State Synchronization",
                  "Synchronize run state of threads",
                  {{"initialThreadCount", integer, "Initial Threads"},
                   {"runningThreadCount", integer, "Running Threads"},
                   {"iterations", integer, "Iterations"}}),
        safepoint("jdk.SafepointEnd", "Safepoint End", "Safepointing end", {}),
        {"jdk.Compilation",
         "Compilation",
         "Results of method compilation attempts",
         {"Java Virtual Machine", "Compiler"},
         {kStart,
          kDuration,
          kThread,
          {"compileId", counting, "Compilation Identifier"},
          {"compiler", text, "Compiler"},
          {"method", method, "Method"},
          {"compileLevel", level, "Compilation Level"},
          {"succeded", truth, "Succeeded"},
          {"isOsr", truth, "On Stack Replacement"},
          {"codeSize", bytes, "Compiled Code Size"},
          {"inlinedBytes", bytes, "Inlined Code Size"}}},
        {"jdk.ClassLoad",
         "Class Load",
         "",
         {"Java Virtual Machine", "Class Loading"},
         {kStart,
          kDuration,
          kThread,
          kStack,
          {"loadedClass", classOf, "Loaded Class"},
          {"definingClassLoader", loader, "Defining Class Loader"},
          {"initiatingClassLoader", loader, "Initiating Class Loader"}}},
        periodic("jdk.JVMInformation", "JVM Information", "Description of JVM and the Java application",
                 {"Java Virtual Machine"},
                 {{"jvmName", text, "JVM Name"},
                  {"jvmVersion", text, "JVM Version"},
                  {"jvmArguments", text, "JVM Command Line Arguments"},
                  {"jvmFlags", text, "JVM Settings File Arguments"},
                  {"javaArguments", text, "Java Application Arguments"},
                  {"jvmStartTime", moment, "JVM Start Time"},
                  {"pid", wide, "Process Identifier"}}),
        periodic("jdk.OSInformation", "OS Information",
                 "Description of the OS the JVM runs on, for example, a uname-like output",
                 {"Operating System"}, {{"osVersion", text, "OS Version"}}),
        periodic("jdk.CPUInformation", "CPU Information",
                 "Characteristics and descriptions of the processor(s) the JVM is running on",
                 {"Operating System", "Processor"},
                 {{"cpu", text, "Type"},
                  {"description", text, "Description"},
                  {"sockets", counting, "Sockets"},
                  {"cores", counting, "Cores"},
                  {"hwThreads", counting, "Hardware Threads"}}),
        own("shop.Request", "Request", {"Shop"},
            {{"path", text, "Path"}, {"status", integer, "Status"}, {"queries", integer, "Queries"}}),
        own("shop.OrderPlaced", "Order placed", {"Shop", "Orders"},
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

// The texts of the tables above hold nothing that JSON would have to escape.
std::string quoted(std::string_view text)
{
    return text.empty() ? "null" : '"' + std::string(text) + '"';
}

std::string annotation(std::string_view name, std::string_view value)
{
    return "[" + quoted(name) + ",[" + (value.empty() ? "" : quoted(value)) + "]]";
}

}

const JvmSchema& schemaOf(JvmEvent event)
{
    static const std::vector<JvmSchema> all = [] {
        std::vector<JvmSchema> out = threadSchemas();
        for (const std::vector<JvmSchema>& more : {collectorSchemas(), machineSchemas()})
            out.insert(out.end(), more.begin(), more.end());
        return out;
    }();
    return all[static_cast<std::size_t>(event)];
}

std::string descriptionOf(const JvmSchema& schema)
{
    std::string category;
    for (const std::string_view part : schema.category)
        category += (category.empty() ? "" : ",") + quoted(part);
    std::string out = "[" + quoted(schema.label) + "," + quoted(schema.description)
        + R"(,[["jdk.jfr.Category",[[)" + category + "]]]," + annotation("jdk.jfr.Label", schema.label);
    if (!schema.description.empty())
        out += "," + annotation("jdk.jfr.Description", schema.description);
    return out + "]]";
}

std::string descriptionOf(const JvmField& field)
{
    const JavaType type = javaType(field.holds);
    std::string annotations = annotation("jdk.jfr.Label", field.label);
    if (!type.content.empty())
        annotations += "," + annotation(type.content, type.unit);
    return "[" + quoted(type.type) + "," + quoted(type.content) + ",[" + annotations + "],"
        + quoted(field.label) + ",null,false]";
}

}
