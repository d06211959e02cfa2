#include "core/formats/cjfr/demo/jvm_recorder.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

constexpr std::int64_t kTicksPerSecond = 1'000'000'000;
constexpr std::int64_t kPublic = 1;

// Class loaders: those of the JDK have no object.
constexpr std::uint32_t kApplication = 1; // the class loader of all that is not the JDK's
constexpr std::uint32_t kNoLoader = 0;

bool isOfJdk(std::string_view className)
{
    constexpr std::string_view kPrefixes[] = {"java/", "jdk/", "sun/", "com/sun/", "["};
    return std::ranges::any_of(kPrefixes, [&](auto prefix) { return className.starts_with(prefix); });
}

}

JvmRecorder::JvmRecorder(Encoder& stream, std::int64_t startNs)
    : m_stream(stream)
{
    hold({Holds::start, Holds::moment}, stream.define(varintType("timestamp", false)), Embedding::plain,
         reduction::kTimestamp);
    writeSettings(startNs);
    defineValues();
    defineObjects();
    defineEvents();
}

// --- types

void JvmRecorder::writeSettings(std::int64_t startNs)
{
    using namespace builtin;
    // Of the flags of the recorder those that tell how to read the file, and the one newer files have.
    const std::uint64_t configuration =
        m_stream.define(structType("me.bechberger.jfr.Configuration",
                                   {{"name", kText},
                                    {"timeStampTicksPerSecond", kVarint},
                                    {"durationTicksPerSecond", kVarint},
                                    {"memoryAsBFloat16", kBoolean},
                                    {"ignoreUnnecessaryEvents", kBoolean},
                                    {"maxStackTraceDepth", kVarint},
                                    {"combineEventsWithoutDataLoss", kBoolean},
                                    {"removeUnnecessaryAddresses", kBoolean}}));
    m_stream.begin(configuration);
    m_stream.text("lossless");
    m_stream.number(kTicksPerSecond);
    m_stream.number(kTicksPerSecond);
    m_stream.boolean(false);
    m_stream.boolean(true);
    m_stream.number(-1); // any depth
    m_stream.boolean(false);
    m_stream.boolean(false);
    const std::uint64_t universe = m_stream.define(structType(
        "me.bechberger.jfr.Universe",
        {{"startTimeNanos", kVarint}, {"lastStartTimeNanos", kVarint}, {"gmtOffsetMillis", kVarint}}));
    m_stream.begin(universe);
    for (const std::int64_t number : {startNs, startNs, std::int64_t(0)})
        m_stream.number(number);
}

void JvmRecorder::defineValues()
{
    using namespace reduction;
    const auto define = [&](const TypeDefinition& type, std::initializer_list<Holds> held,
                            std::uint64_t reduction = kNone, Embedding embedding = Embedding::plain) {
        hold(held, m_stream.define(type), embedding, reduction);
    };
    const auto kind = [&](TypeKind of, std::string_view name) {
        TypeDefinition type;
        type.kind = of;
        type.name = name;
        return type;
    };
    define(kind(TypeKind::string, "java.lang.String"), {Holds::text}, kNone, Embedding::cachedByHolder);
    define(varintType("long", true), {Holds::wide});
    define(kind(TypeKind::boolean, "boolean"), {Holds::truth});
    define(varintType("int", true), {Holds::integer});
    define(varintType("timespan", true), {Holds::duration, Holds::nanoseconds}, kTimespan);
    define(varintType("timespan", true, 1'000'000), {Holds::milliseconds}, kTimespan);
    define(varintType("jdk.jfr.MemoryAddress", false), {Holds::address});
    define(varintType("jdk.jfr.Unsigned", false), {Holds::wideCounting});
    define(varintType("jdk.jfr.Unsigned", false), {Holds::counting});
    define(varintType("memory varint BYTES", true), {Holds::bytes}, kAmount);
    define(kind(TypeKind::floating, "jdk.jfr.Percentage"), {Holds::share});
    TypeDefinition level = kind(TypeKind::integer, "jdk.jfr.Unsigned");
    level.width = 2;
    level.isSigned = false;
    define(level, {Holds::level});
}

void JvmRecorder::defineObjects()
{
    constexpr auto kCached = Embedding::cached, kNullable = Embedding::nullable;
    // Classes and their loaders refer to each other, groups to groups.
    const auto reserve = [&](std::initializer_list<Holds> held, Embedding embedding) {
        return hold(held, m_stream.reserveId(), embedding);
    };
    const auto threadId = reserve({Holds::eventThread, Holds::sampledThread, Holds::thread}, kCached);
    const auto groupId = m_stream.reserveId();
    const auto traceId = reserve({Holds::stack}, kCached);
    const auto framesId = m_stream.reserveId(), frameId = m_stream.reserveId();
    const auto methodId = reserve({Holds::method}, kCached), classId = reserve({Holds::classOf}, kCached);
    const auto loaderId = reserve({Holds::loader}, kCached);
    const auto packageId = m_stream.reserveId(), moduleId = m_stream.reserveId();
    const auto heapId = reserve({Holds::heapSpace}, kNullable);
    const auto metaspaceId = reserve({Holds::metaspace}, kNullable);
    const auto object = [&](std::uint64_t id, std::string_view name,
                            std::initializer_list<FieldDefinition> fields) {
        TypeDefinition type = structType(name, fields, "[null,null,[]]"); // neither label nor description
        type.id = id;
        m_stream.define(type);
    };
    const FieldDefinition name = field("name", Holds::text), modifiers = field("modifiers", Holds::integer),
                          hidden = field("hidden", Holds::truth);
    object(groupId, "jdk.types.ThreadGroup", {{"parent", groupId, kCached}, name});
    object(threadId, "java.lang.Thread",
           {field("osName", Holds::text),
            field("osThreadId", Holds::wide),
            field("javaName", Holds::text),
            field("javaThreadId", Holds::wide),
            {"group", groupId, kCached}});
    object(loaderId, "jdk.types.ClassLoader", {field("type", Holds::classOf), name});
    object(moduleId, "jdk.types.Module",
           {name, field("version", Holds::text), field("location", Holds::text),
            field("classLoader", Holds::loader)});
    object(packageId, "jdk.types.Package",
           {name, {"module", moduleId, kCached}, field("exported", Holds::truth)});
    object(classId, "java.lang.Class",
           {field("classLoader", Holds::loader), name, {"package", packageId, kCached}, modifiers, hidden});
    object(methodId, "jdk.types.Method",
           {field("type", Holds::classOf), name, field("descriptor", Holds::text), modifiers, hidden});
    object(frameId, "jdk.types.StackFrame",
           {field("method", Holds::method), field("lineNumber", Holds::integer),
            field("bytecodeIndex", Holds::integer), field("type", Holds::text)});
    TypeDefinition frames = arrayType("jdk.types.StackFrame[]", frameId, kCached);
    frames.id = framesId;
    m_stream.define(frames);
    object(traceId, "jdk.types.StackTrace", {{"truncated", builtin::kBoolean}, {"frames", framesId}});
    object(heapId, "jdk.types.VirtualSpace",
           {field("start", Holds::address), field("committedEnd", Holds::address),
            field("committedSize", Holds::bytes), field("reservedEnd", Holds::address),
            field("reservedSize", Holds::bytes)});
    object(metaspaceId, "jdk.types.MetaspaceSizes",
           {field("committed", Holds::bytes), field("used", Holds::bytes), field("reserved", Holds::bytes)});
}

std::uint64_t JvmRecorder::hold(std::initializer_list<Holds> held, std::uint64_t type, Embedding embedding,
                                std::uint64_t reduction)
{
    for (const Holds holds : held)
        m_fields[static_cast<std::size_t>(holds)] = {{}, type, embedding, reduction};
    return type;
}

FieldDefinition JvmRecorder::field(std::string_view name, Holds holds, std::string_view description) const
{
    FieldDefinition out = m_fields[static_cast<std::size_t>(holds)];
    out.name = name;
    out.description = description;
    return out;
}

void JvmRecorder::defineEvents()
{
    for (std::size_t i = 0; i < kJvmEvents; ++i) {
        const JvmSchema& schema = schemaOf(static_cast<JvmEvent>(i));
        const std::string description = descriptionOf(schema);
        std::vector<std::string> texts;
        for (const JvmField& each : schema.fields)
            texts.push_back(descriptionOf(each));
        TypeDefinition type = structType(schema.name, {}, description);
        for (std::size_t at = 0; at < schema.fields.size(); ++at)
            type.fields.push_back(field(schema.fields[at].name, schema.fields[at].holds, texts[at]));
        m_events[i] = m_stream.define(type);
    }
}

// --- objects

std::uint32_t JvmRecorder::addThread(std::string name, std::int64_t osId, std::int64_t javaId)
{
    m_threads.push_back({std::move(name), osId, javaId});
    return static_cast<std::uint32_t>(m_threads.size() - 1);
}

std::uint32_t JvmRecorder::classNamed(std::string_view name)
{
    const auto [at, isNew] = m_classNumbers.emplace(name, static_cast<std::uint32_t>(m_classes.size()));
    if (isNew)
        m_classes.emplace_back(name);
    return at->second;
}

std::uint32_t JvmRecorder::methodNamed(std::string_view name)
{
    const auto [at, isNew] = m_methodNumbers.emplace(name, static_cast<std::uint32_t>(m_methods.size()));
    const std::size_t dot = name.rfind('.');
    if (isNew)
        m_methods.push_back({classNamed(name.substr(0, dot)), std::string(name.substr(dot + 1))});
    return at->second;
}

std::uint32_t JvmRecorder::frame(std::string_view method, int line, bool isNative)
{
    const DemoFrame wanted {methodNamed(method), isNative ? 0 : line, isNative};
    const auto [at, isNew] = m_frameNumbers.emplace(wanted, static_cast<std::uint32_t>(m_frames.size()));
    if (isNew)
        m_frames.push_back(wanted);
    return at->second;
}

std::uint32_t JvmRecorder::addStack(std::vector<std::uint32_t> frames)
{
    m_stacks.push_back(std::move(frames));
    return static_cast<std::uint32_t>(m_stacks.size() - 1);
}

// --- messages

bool JvmRecorder::begin(std::uint32_t number, std::uint32_t none)
{
    if (number != none)
        return m_stream.object(number);
    m_stream.null();
    return false;
}

void JvmRecorder::thread(std::uint32_t number)
{
    if (!begin(number))
        return;
    const Thread& thread = m_threads[number];
    m_stream.text(thread.name);
    m_stream.number(thread.osId);
    if (thread.javaId == 0)
        m_stream.null();
    else
        m_stream.text(thread.name);
    m_stream.number(thread.javaId);
    constexpr std::uint64_t kSystem = 0, kMain = 1;
    if (thread.javaId == 0)
        return m_stream.null();
    if (!m_stream.object(kMain))
        return;
    if (m_stream.object(kSystem)) {
        m_stream.null();
        m_stream.text("system");
    }
    m_stream.text("main");
}

void JvmRecorder::loader(std::uint32_t number)
{
    if (!begin(number, kNoLoader))
        return;
    // Its class has a loader in turn: none, for it is the JDK's.
    classOf(classNamed("jdk/internal/loader/ClassLoaders$AppClassLoader"));
    m_stream.text("app");
}

void JvmRecorder::package(const std::string& className)
{
    const std::size_t slash = className.rfind('/');
    if (slash == std::string::npos || className.starts_with('['))
        return m_stream.null();
    const std::string name = className.substr(0, slash);
    // Packages are named after a class that is in them: names of classes are numbers already.
    if (!m_stream.object(classNamed(name)))
        return;
    m_stream.text(name);
    constexpr std::uint64_t kBase = 0;
    if (!isOfJdk(className)) {
        m_stream.null();
    } else if (m_stream.object(kBase)) {
        m_stream.text("java.base");
        m_stream.text("21.0.4");
        m_stream.text("jrt:/java.base");
        m_stream.null();
    }
    m_stream.boolean(true);
}

void JvmRecorder::classOf(std::uint32_t number)
{
    if (!begin(number))
        return;
    const std::string name = m_classes[number];
    loader(isOfJdk(name) ? kNoLoader : kApplication);
    m_stream.text(name);
    package(name);
    m_stream.number(kPublic);
    m_stream.boolean(name.find("Lambda") != std::string::npos);
}

void JvmRecorder::method(std::uint32_t number)
{
    if (!begin(number))
        return;
    const Method& method = m_methods[number];
    classOf(method.owner);
    m_stream.text(method.name);
    m_stream.text("()V");
    m_stream.number(kPublic);
    m_stream.boolean(false);
}

void JvmRecorder::trace(std::uint32_t number)
{
    if (!begin(number))
        return;
    const std::vector<std::uint32_t>& frames = m_stacks[number];
    m_stream.boolean(false);
    m_stream.array(frames.size());
    for (const std::uint32_t each : frames) {
        if (!m_stream.object(each))
            continue;
        const DemoFrame& frame = m_frames[each];
        method(frame.method);
        m_stream.number(frame.isNative ? -1 : frame.line);
        m_stream.number(frame.isNative ? 0 : 3 * (frame.line % 40));
        m_stream.text(frame.isNative ? "Native" : frame.line % 5 == 0 ? "Inlined" : "JIT compiled");
    }
}

void JvmRecorder::heapSpace(std::int64_t committed)
{
    constexpr std::int64_t kBegin = 0x7'0000'0000, kReserved = std::int64_t(4) << 30;
    m_stream.object();
    for (const std::int64_t number : {kBegin, kBegin + committed, committed, kBegin + kReserved, kReserved})
        m_stream.number(number);
}

void JvmRecorder::metaspace(std::int64_t used)
{
    constexpr std::int64_t kStep = 64 << 10, kReserved = std::int64_t(1) << 30;
    m_stream.object();
    m_stream.number((used / kStep + 2) * kStep);
    m_stream.number(used);
    m_stream.number(kReserved);
}

void JvmRecorder::value(const JvmField& field, const JvmValue& value)
{
    if (const auto* const text = std::get_if<std::string_view>(&value))
        return text->empty() ? m_stream.null() : m_stream.text(*text);
    if (const auto* const share = std::get_if<double>(&value))
        return m_stream.floating(*share);
    const std::int64_t number = std::get<std::int64_t>(value);
    const auto index = static_cast<std::uint32_t>(number);
    switch (field.holds) {
    case Holds::thread: return thread(index);
    case Holds::classOf: return classOf(index);
    case Holds::method: return method(index);
    case Holds::loader: return loader(index);
    case Holds::truth: return m_stream.boolean(number != 0);
    case Holds::heapSpace: return heapSpace(number);
    case Holds::metaspace: return metaspace(number);
    case Holds::moment: return number == 0 ? m_stream.unset() : m_stream.number(number);
    default: return m_stream.number(number);
    }
}

void JvmRecorder::write(const JvmRecord& record)
{
    m_stream.begin(m_events[static_cast<std::size_t>(record.event)]);
    auto next = record.values.begin();
    for (const JvmField& field : schemaOf(record.event).fields) {
        switch (field.holds) {
        case Holds::start: m_stream.number(record.startNs); break;
        case Holds::duration: m_stream.number(record.durationNs); break;
        case Holds::eventThread:
        case Holds::sampledThread: thread(record.thread); break;
        case Holds::stack: trace(record.stack); break;
        default:
            if (next == record.values.end())
                return; // the encoder finds a message that is not complete
            value(field, *next++);
        }
    }
}

}
