// CondensedData of the JFR layer: times, amounts, events as a JVM has them, combined events.
#include "core/formats/cjfr/demo/jvm_recorder.h"
#include "tests/corpus/cjfr_run.h"
#include "tests/support/cjfr_bytes.h"

namespace traceglass::corpus {

namespace {

using namespace cjfr;

struct JfrIds
{
    std::uint64_t timestamp = 0, timespan = 0, amount = 0;
};

JfrIds jfr(Encoder& out, std::int64_t ticksPerSecond)
{
    JfrIds ids;
    ids.timestamp = out.define(varintType("timestamp", false));
    ids.timespan = out.define(varintType("timespan", true));
    ids.amount = out.define(varintType("memory varint BYTES", true));
    const auto configuration = out.define(structType("me.bechberger.jfr.Configuration",
                                                     {{"name", builtin::kText},
                                                      {"timeStampTicksPerSecond", builtin::kVarint},
                                                      {"durationTicksPerSecond", builtin::kVarint},
                                                      {"removeUnnecessaryAddresses", builtin::kBoolean}}));
    const auto universe = out.define(
        structType("me.bechberger.jfr.Universe",
                   {{"startTimeNanos", builtin::kVarint}, {"lastStartTimeNanos", builtin::kVarint}}));
    out.begin(configuration);
    out.text("corpus");
    out.number(ticksPerSecond);
    out.number(ticksPerSecond);
    out.boolean(true);
    out.begin(universe);
    out.number(kCjfrStart);
    out.number(kCjfrStart);
    return ids;
}

// Times that go back, spans without an end, values that were never set. 1,000 ticks round to milliseconds.
void times(Encoder& out, std::int64_t ticksPerSecond)
{
    const JfrIds ids = jfr(out, ticksPerSecond);
    const auto event =
        out.define(structType("my.Event",
                              {{"startTime", ids.timestamp, Embedding::plain, reduction::kTimestamp},
                               {"duration", ids.timespan, Embedding::plain, reduction::kTimespan},
                               {"due", ids.timestamp, Embedding::plain, reduction::kTimestamp},
                               {"waited", ids.timespan, Embedding::plain, reduction::kTimespan}}));
    const auto write = [&](std::int64_t start, std::int64_t duration, std::optional<std::int64_t> due,
                           std::int64_t waited) {
        out.begin(event);
        out.number(kCjfrStart + start);
        out.number(duration);
        due ? out.number(kCjfrStart + *due) : out.unset();
        out.number(waited);
    };
    write(0, 0, 1'000'000'000, 5);
    write(123'456'789, 1'000'001, {}, kGreatest); // for ever
    write(50'000'000, 2'000'000, 60'000'000, kLeast);
    write(-1'000'000'000, 1, 3'000'000'000, 0); // before the start
}

void amounts(Encoder& out)
{
    const JfrIds ids = jfr(out, 1'000'000'000);
    const auto event =
        out.define(structType("my.Allocation",
                              {{"startTime", ids.timestamp, Embedding::plain, reduction::kTimestamp},
                               {"size", ids.amount, Embedding::plain, reduction::kAmount}}));
    std::int64_t at = kCjfrStart;
    for (const std::int64_t size :
         {std::int64_t(0), std::int64_t(8), std::int64_t(7), std::int64_t(1), std::int64_t(4'096),
          std::int64_t(4'097), std::int64_t(-1), std::int64_t(-8), kGreatest, kLeast, kGreatest - 7}) {
        out.begin(event);
        out.number(at++);
        out.number(size);
    }
}

void recording(Encoder& out)
{
    JvmRecorder jvm(out, kCjfrStart);
    const auto main = jvm.addThread("main", 4'711, 1),
               compiler = jvm.addThread("C2 CompilerThread0", 4'720, 0);
    const auto stack = jvm.addStack({jvm.frame("java/lang/Thread.sleep", 0, true),
                                     jvm.frame("demo/Main.work", 42), jvm.frame("demo/Main.main", 10)});
    for (int i = 0; i < 3; ++i) {
        const std::int64_t at = kCjfrStart + i * 20'000'000;
        jvm.write({JvmEvent::threadSleep, at, 10'000'000, main, stack, {std::int64_t(10'000'000)}});
        jvm.write({JvmEvent::cpuLoad, at + 5, 0, kNobody, kNobody, {0.25 * i, 0.05, 0.5}});
    }
    (void)compiler;
}

// Sleeps and exceptions that were merged into one event each; the times of the single ones are gone.
Bytes combined()
{
    CjfrBytes file("NONE");
    file.jfr(1'000, kCjfrStart);
    constexpr std::string_view kMilliseconds =
        R"(["long","jdk.jfr.Timespan",[["jdk.jfr.Timespan",["MILLISECONDS"]]]])";
    file.structType(30, "jdk.ThreadSleep",
                    {{"startTime", 20, 0, 1},
                     {"duration", 21, 0, 2},
                     {"stackTrace", 4},
                     {"time", 21, 0, 2, kMilliseconds}});
    file.structType(31, "jdk.JavaExceptionThrow", {{"startTime", 20, 0, 1}, {"thrownClass", 4}});
    file.structType(32, "sleep", {{"duration", 21, 0, 2}});
    file.arrayType(33, 32);
    file.structType(34, "sleeps", {{"key", 21}, {"value", 33}});
    file.arrayType(35, 34);
    file.structType(36, "jdk.combined.ThreadSleepV2", {{"startTime", 20}, {"time", 35}, {"endTime", 20}});
    file.structType(37, "throws", {{"key", 4, 1}, {"value", 1}});
    file.arrayType(38, 37);
    file.structType(39, "jdk.combined.JavaExceptionThrow", {{"startTime", 20, 0, 1}, {"thrownClass", 38}});
    file.message(31).uv(2).str("demo/First");
    file.message(36).uv(7).uv(2);                    // 7 ticks later, two times asked for
    file.sv(10).uv(2).sv(10'000'011).sv(10'000'012); // 10 ms: two sleeps
    file.sv(20).uv(1).sv(20'000'021);                // 20 ms: one
    file.uv(500);                                    // ended 500 ticks later
    file.message(39).uv(1).uv(2);
    file.u8(1);
    file.str("demo/Often").sv(3);
    file.u8(0); // no class
    file.sv(1);
    return file.take();
}

// As before 2026: the time base is the last time, wherever it went.
Bytes olderTimes()
{
    CjfrBytes file("NONE");
    file.jfr(1'000, kCjfrStart, true);
    file.structType(30, "my.Event", {{"startTime", 20, 0, 1}});
    for (const std::int64_t ticks : {10, -4, 1, 0})
        file.message(30).uv(static_cast<std::uint64_t>(ticks));
    return file.take();
}

}

void makeCjfrRecordings(const Folder& folder)
{
    const auto put = [&](std::string_view name, const Bytes& bytes) { folder.write(name, bytes); };
    put("times-ns.cjfr", plain([](Encoder& out) { times(out, 1'000'000'000); }));
    put("times-ms.cjfr", plain([](Encoder& out) { times(out, 1'000); }));
    put("times-older.cjfr", olderTimes());
    put("amounts.cjfr", plain(amounts));
    put("combined-events.cjfr", combined());
    put("recording.cjfr", written(recording, {.codec = Codec::lz4, .configuration = "lossless"}));
}

}
