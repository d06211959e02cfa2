// Writes events of a JVM into a stream the way the condensing tool does without loss: every type up front,
// threads, classes, methods and stack traces in caches, times in nanoseconds.
//
//     JvmRecorder recorder(writer.stream(), startNs);
//     const auto main = recorder.addThread("main", 4711, 1);
//     const auto stack = recorder.addStack({recorder.frame("java/lang/Thread.sleep", 0, true)});
//     recorder.write({JvmEvent::threadSleep, startNs, 1'000'000'000, main, stack, {1'000'000'000}});
//
// An event brings the values of the fields behind time, thread and stack, in their order.
#pragma once

#include "core/formats/cjfr/demo/jvm_events.h"
#include "core/formats/cjfr/wire/cjfr_encoder.h"

#include <array>
#include <map>
#include <variant>

namespace traceglass::cjfr {

constexpr std::uint32_t kNobody = ~0u; // no thread, class, stack: null

// Texts are kept as they are given: they must live as long as the event waits to be written.
using JvmValue = std::variant<std::int64_t, double, std::string_view>;

struct JvmRecord
{
    JvmEvent event {};
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
    std::uint32_t thread = kNobody;
    std::uint32_t stack = kNobody;
    std::vector<JvmValue> values {};

    std::int64_t endNs() const { return startNs + durationNs; } // when the JVM commits it
};

class JvmRecorder
{
public:
    JvmRecorder(Encoder& stream, std::int64_t startNs); // writes types, Configuration and Universe

    // A javaId of 0: a thread of the JVM itself.
    std::uint32_t addThread(std::string name, std::int64_t osId, std::int64_t javaId);
    std::uint32_t classNamed(std::string_view name);  // with slashes
    std::uint32_t methodNamed(std::string_view name); // "java/lang/Thread.run"
    std::uint32_t frame(std::string_view method, int line, bool isNative = false);
    std::uint32_t addStack(std::vector<std::uint32_t> frames); // innermost first
    void write(const JvmRecord& record);

private:
    struct Thread
    {
        std::string name;
        std::int64_t osId = 0;
        std::int64_t javaId = 0;
    };
    struct Method
    {
        std::uint32_t owner = 0; // class
        std::string name;
    };
    struct DemoFrame
    {
        std::uint32_t method = 0;
        int line = 0;
        bool isNative = false;

        auto operator<=>(const DemoFrame&) const = default;
    };
    void defineValues();
    void defineObjects();
    void defineEvents();
    void writeSettings(std::int64_t startNs);
    std::uint64_t hold(std::initializer_list<Holds> held, std::uint64_t type, Embedding embedding,
                       std::uint64_t reduction = reduction::kNone); // the type
    FieldDefinition field(std::string_view name, Holds holds, std::string_view description = {}) const;

    bool begin(std::uint32_t number, std::uint32_t none = kNobody); // an object: its fields follow
    void thread(std::uint32_t number);
    void classOf(std::uint32_t number);
    void loader(std::uint32_t number);
    void package(const std::string& className);
    void method(std::uint32_t number);
    void trace(std::uint32_t number);
    void heapSpace(std::int64_t committed);
    void metaspace(std::int64_t used);
    void value(const JvmField& field, const JvmValue& value);

    Encoder& m_stream;
    std::array<FieldDefinition, kHolds> m_fields {}; // what is the same of all fields that hold it
    std::array<std::uint64_t, kJvmEvents> m_events {};
    std::vector<Thread> m_threads;
    std::vector<std::string> m_classes;
    std::map<std::string, std::uint32_t, std::less<>> m_classNumbers;
    std::vector<Method> m_methods;
    std::map<std::string, std::uint32_t, std::less<>> m_methodNumbers;
    std::vector<DemoFrame> m_frames;
    std::map<DemoFrame, std::uint32_t> m_frameNumbers;
    std::vector<std::vector<std::uint32_t>> m_stacks;
};

}
