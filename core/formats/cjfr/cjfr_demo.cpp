#include "core/formats/cjfr/cjfr_demo.h"

#include "core/formats/cjfr/cjfr_types.h"
#include "core/io/byte_writer.h"
#include "core/io/file.h"

#include <array>

namespace traceglass::cjfr {

namespace {

constexpr std::int64_t kStartNs = 1'780'000'123'250'000'000;
constexpr std::int64_t kMicrosecond = 1'000;
constexpr std::int64_t kMillisecond = 1'000'000;

// Ids of the types, in the numbering of the tool.
enum Id : std::uint64_t {
    kVarint = 1,
    kBoolean = 2,
    kFloat = 3,
    kText = 4,
    kTimestamp = 16,
    kTimespan,
    kConfiguration,
    kUniverse,
    kThread,
    kClass,
    kMethod,
    kFrame,
    kFrames,
    kTrace,
    kSleep,
    kMonitorEnter,
    kSample,
    kCollection,
    kLoad,
};

struct FieldSpec
{
    std::string_view name;
    std::uint64_t type;
    Embedding embedding = Embedding::plain;
    std::uint64_t reduction = reduction::kNone;
};

class Recording
{
public:
    Recording();
    std::vector<std::byte> take() { return m_out.take(); }

private:
    void types();
    void structure(std::uint64_t id, std::string_view name, std::string_view description,
                   std::initializer_list<FieldSpec> fields);
    void event(std::uint64_t type, std::int64_t startNs);
    void span(std::int64_t ns) { m_out.varint(zigzag(ns)); }
    void thread(std::size_t number);
    void trace(std::size_t number);
    void className(std::size_t number);
    bool known(std::vector<std::size_t>& written, std::size_t number);
    void round(std::int64_t at, unsigned number);

    ByteWriter m_out;
    std::int64_t m_base = kStartNs;
    std::vector<std::size_t> m_threads, m_classes, m_traces; // what each cache holds, in order
};

constexpr std::array<std::string_view, 5> kThreads = {"main", "http-1", "http-2", "indexer", "VM Thread"};
constexpr std::array<std::string_view, 3> kClasses = {"shop/Cart", "shop/Index", "shop/Server"};
constexpr std::array<std::string_view, 3> kMethods = {"add", "rebuild", "serve"};

void Recording::structure(std::uint64_t id, std::string_view name, std::string_view description,
                          std::initializer_list<FieldSpec> fields)
{
    m_out.varint(6);
    m_out.varint(id);
    m_out.text(name);
    m_out.text(description);
    m_out.varint(fields.size());
    for (const FieldSpec& field : fields) {
        m_out.text(field.name);
        m_out.text("");
        m_out.varint(field.type);
        m_out.u8(static_cast<std::uint8_t>(field.embedding));
        m_out.varint(field.reduction);
    }
    m_out.varint(0);
}

void Recording::types()
{
    constexpr FieldSpec kStart {"startTime", kTimestamp, Embedding::plain, reduction::kTimestamp};
    constexpr FieldSpec kDuration {"duration", kTimespan, Embedding::plain, reduction::kTimespan};
    constexpr FieldSpec kBy {"eventThread", kThread, Embedding::cached};
    constexpr FieldSpec kStack {"stackTrace", kTrace, Embedding::cached};
    for (const auto& [id, name, isSigned] :
         {std::tuple {kTimestamp, "timestamp", 0}, std::tuple {kTimespan, "timespan", 1}}) {
        m_out.varint(1);
        m_out.varint(id);
        m_out.text(name);
        m_out.text("");
        m_out.u8(static_cast<std::uint8_t>(isSigned));
        m_out.varint(1);
    }
    structure(kConfiguration, "me.bechberger.jfr.Configuration", "",
              {{"name", kText},
               {"timeStampTicksPerSecond", kVarint},
               {"durationTicksPerSecond", kVarint},
               {"removeUnnecessaryAddresses", kBoolean}});
    structure(kUniverse, "me.bechberger.jfr.Universe", "",
              {{"startTimeNanos", kVarint}, {"lastStartTimeNanos", kVarint}, {"gmtOffsetMillis", kVarint}});
    structure(kThread, "java.lang.Thread", "",
              {{"osName", kText}, {"osThreadId", kVarint}, {"javaName", kText}, {"javaThreadId", kVarint}});
    structure(kClass, "java.lang.Class", "", {{"name", kText}});
    structure(kMethod, "jdk.types.Method", "",
              {{"type", kClass, Embedding::cached}, {"name", kText}, {"descriptor", kText}});
    structure(kFrame, "jdk.types.StackFrame", "",
              {{"method", kMethod, Embedding::cached}, {"lineNumber", kVarint}});
    m_out.varint(5);
    m_out.varint(kFrames);
    m_out.text("jdk.types.StackFrame[]");
    m_out.text("");
    m_out.varint(kFrame);
    m_out.u8(static_cast<std::uint8_t>(Embedding::plain));
    structure(kTrace, "jdk.types.StackTrace", "", {{"truncated", kBoolean}, {"frames", kFrames}});
    structure(kSleep, "jdk.ThreadSleep", R"(["Java Thread Sleep",null,[]])",
              {kStart, kDuration, kBy, kStack});
    structure(kMonitorEnter, "jdk.JavaMonitorEnter", R"(["Java Monitor Blocked",null,[]])",
              {kStart,
               kDuration,
               kBy,
               kStack,
               {"monitorClass", kClass, Embedding::cached},
               {"previousOwner", kThread, Embedding::cached}});
    structure(kSample, "jdk.ExecutionSample", R"(["Method Profiling Sample",null,[]])",
              {kStart, {"sampledThread", kThread, Embedding::cached}, kStack});
    structure(kCollection, "jdk.GarbageCollection", R"(["Garbage Collection",null,[]])",
              {kStart,
               kDuration,
               {"gcId", kVarint},
               {"name", kText},
               {"cause", kText},
               {"sumOfPauses", kTimespan, Embedding::plain, reduction::kTimespan}});
    structure(kLoad, "jdk.CPULoad", R"(["CPU Load",null,[]])",
              {kStart, {"jvmUser", kFloat}, {"jvmSystem", kFloat}, {"machineTotal", kFloat}});
}

// Writes the number of an entry that was written before and returns true, or announces a new one.
bool Recording::known(std::vector<std::size_t>& written, std::size_t number)
{
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i] == number) {
            m_out.varint(i + 2);
            return true;
        }
    }
    m_out.varint(1);
    written.push_back(number);
    return false;
}

void Recording::thread(std::size_t number)
{
    if (known(m_threads, number))
        return;
    const auto id = static_cast<std::int64_t>(number);
    m_out.text(kThreads[number]);
    span(4100 + id);
    m_out.text(kThreads[number]);
    span(number + 1 == kThreads.size() ? 0 : id + 1);
}

void Recording::className(std::size_t number)
{
    if (!known(m_classes, number))
        m_out.text(kClasses[number]);
}

void Recording::trace(std::size_t number)
{
    if (known(m_traces, number))
        return;
    m_out.u8(0);
    m_out.varint(number + 1); // frames: innermost first
    for (std::size_t i = number + 1; i-- > 0;) {
        m_out.varint(1); // traces share no frames here, so every method is written anew
        className(i);
        m_out.text(kMethods[i]);
        m_out.text("()V");
        span(static_cast<std::int64_t>(20 + 7 * i));
    }
}

void Recording::event(std::uint64_t type, std::int64_t startNs)
{
    const std::int64_t ticks = (startNs - m_base) / kMicrosecond;
    m_out.varint(type);
    m_out.varint(static_cast<std::uint64_t>(ticks));
    m_base = std::max(m_base, m_base + ticks * kMicrosecond);
}

// A tenth of a second: requests that wait for the index, samples, now and then a collection.
void Recording::round(std::int64_t at, unsigned number)
{
    for (unsigned i = 0; i < 10; ++i) {
        event(kSample, at + i * 10 * kMillisecond);
        thread(1 + i % 3);
        trace(i % 3);
    }
    event(kSleep, at + 12 * kMillisecond);
    span(40 * kMillisecond + number * kMicrosecond);
    thread(0);
    trace(2);
    for (unsigned waiter = 1; waiter <= 2; ++waiter) {
        event(kMonitorEnter, at + (50 + waiter) * kMillisecond);
        span((20 + 5 * waiter) * kMillisecond);
        thread(waiter);
        trace(2);
        className(1);
        thread(3);
    }
    if (number % 10 == 9) {
        event(kCollection, at + 90 * kMillisecond);
        span(6 * kMillisecond);
        span(number / 10);
        m_out.text("G1New");
        m_out.text("G1 Evacuation Pause");
        span(6 * kMillisecond);
    }
    event(kLoad, at + 99 * kMillisecond);
    const float load = 0.25f + 0.01f * static_cast<float>(number % 30);
    m_out.f32(load);
    m_out.f32(load / 8);
    m_out.f32(load + 0.1f);
}

Recording::Recording()
{
    m_out.text("CondensedData");
    m_out.varint(2);
    m_out.text("traceglass demo");
    m_out.text("1");
    m_out.text("default");
    m_out.text("NONE");
    m_out.varint(0);
    types();
    m_out.varint(kConfiguration);
    m_out.text("default");
    span(1'000'000);
    span(1'000'000);
    m_out.u8(1);
    m_out.varint(kUniverse);
    span(kStartNs);
    span(kStartNs);
    span(0);
    constexpr unsigned kRounds = 200;
    for (unsigned i = 0; i < kRounds; ++i)
        round(kStartNs + i * 100 * kMillisecond, i);
}

}

Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder)
{
    const std::filesystem::path path = folder / "demo.cjfr";
    if (auto written = writeFile(path, Recording().take()); !written)
        return tl::unexpected(written.error());
    return path;
}

}
