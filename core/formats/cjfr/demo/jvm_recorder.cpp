#include "core/formats/cjfr/demo/jvm_recorder.h"

namespace traceglass::cjfr {

namespace {

constexpr std::int64_t kTicksPerSecond = 1'000'000'000;
constexpr std::int64_t kPublic = 1;

// Class loaders: those of the JDK have no object.
constexpr std::uint32_t kApplication = 1; // the class loader of all that is not the JDK's
constexpr std::uint32_t kNoLoader = 0;

bool isOfJdk(std::string_view className)
{
    for (const std::string_view prefix : {"java/", "jdk/", "sun/", "com/sun/", "["}) {
        if (className.starts_with(prefix))
            return true;
    }
    return false;
}

}

JvmRecorder::JvmRecorder(Encoder& stream, std::int64_t startNs)
    : m_stream(stream)
{
    m_ids.timestamp = stream.define(varintType("timestamp", false));
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
    m_stream.number(startNs);
    m_stream.number(startNs);
    m_stream.number(0);
}

void JvmRecorder::defineValues()
{
    const auto kind = [&](Kind of, std::string_view name) {
        TypeDefinition type;
        type.kind = of;
        type.name = name;
        return type;
    };
    m_ids.text = m_stream.define(kind(Kind::string, "java.lang.String"));
    m_ids.wide = m_stream.define(varintType("long", true));
    m_ids.truth = m_stream.define(kind(Kind::boolean, "boolean"));
    m_ids.integer = m_stream.define(varintType("int", true));
    m_ids.timespan = m_stream.define(varintType("timespan", true));
    m_ids.milliseconds = m_stream.define(varintType("timespan", true, 1'000'000));
    m_ids.address = m_stream.define(varintType("jdk.jfr.MemoryAddress", false));
    m_ids.wideCounting = m_stream.define(varintType("jdk.jfr.Unsigned", false));
    m_ids.counting = m_stream.define(varintType("jdk.jfr.Unsigned", false));
    m_ids.bytes = m_stream.define(varintType("memory varint BYTES", true));
    m_ids.share = m_stream.define(kind(Kind::floating, "jdk.jfr.Percentage"));
    TypeDefinition level = kind(Kind::integer, "jdk.jfr.Unsigned");
    level.width = 2;
    level.isSigned = false;
    m_ids.level = m_stream.define(level);
}

void JvmRecorder::defineObjects()
{
    constexpr auto kCached = Embedding::cached, kByHolder = Embedding::cachedByHolder;
    constexpr auto kPlain = Embedding::plain;
    constexpr std::string_view kNothing = "[null,null,[]]"; // a label and a description, neither
    const auto object = [&](std::string_view name, std::initializer_list<FieldDefinition> fields,
                            std::uint64_t id) {
        TypeDefinition type = structType(name, fields, kNothing);
        type.id = id;
        m_stream.define(type);
    };
    // Classes and their loaders refer to each other, groups to groups.
    Ids& id = m_ids;
    for (std::uint64_t* const each :
         {&id.thread, &id.group, &id.trace, &id.frames, &id.frame, &id.method, &id.klass, &id.loader,
          &id.package, &id.module, &id.heapSpace, &id.metaspace})
        *each = m_stream.reserveId();
    const FieldDefinition name {"name", id.text, kByHolder};
    const FieldDefinition modifiers {"modifiers", id.integer};
    const FieldDefinition hidden {"hidden", id.truth};
    object("jdk.types.ThreadGroup", {{"parent", id.group, kCached}, name}, id.group);
    object("java.lang.Thread",
           {{"osName", id.text, kByHolder},
            {"osThreadId", id.wide},
            {"javaName", id.text, kByHolder},
            {"javaThreadId", id.wide},
            {"group", id.group, kCached}},
           id.thread);
    object("jdk.types.ClassLoader", {{"type", id.klass, kCached}, name}, id.loader);
    object("jdk.types.Module",
           {name,
            {"version", id.text, kByHolder},
            {"location", id.text, kByHolder},
            {"classLoader", id.loader, kCached}},
           id.module);
    object("jdk.types.Package", {name, {"module", id.module, kCached}, {"exported", id.truth}}, id.package);
    object("java.lang.Class",
           {{"classLoader", id.loader, kCached}, name, {"package", id.package, kCached}, modifiers, hidden},
           id.klass);
    object("jdk.types.Method",
           {{"type", id.klass, kCached}, name, {"descriptor", id.text, kByHolder}, modifiers, hidden},
           id.method);
    object("jdk.types.StackFrame",
           {{"method", id.method, kCached},
            {"lineNumber", id.integer},
            {"bytecodeIndex", id.integer},
            {"type", id.text, kByHolder}},
           id.frame);
    TypeDefinition frames = arrayType("jdk.types.StackFrame[]", id.frame, kCached);
    frames.id = id.frames;
    m_stream.define(frames);
    object("jdk.types.StackTrace", {{"truncated", builtin::kBoolean}, {"frames", id.frames}}, id.trace);
    const auto amount = [&](std::string_view field) {
        return FieldDefinition {field, id.bytes, kPlain, reduction::kAmount};
    };
    object("jdk.types.VirtualSpace",
           {{"start", id.address},
            {"committedEnd", id.address},
            amount("committedSize"),
            {"reservedEnd", id.address},
            amount("reservedSize")},
           id.heapSpace);
    object("jdk.types.MetaspaceSizes", {amount("committed"), amount("used"), amount("reserved")},
           id.metaspace);
}

FieldDefinition JvmRecorder::definitionOf(const JvmField& field, std::string_view description) const
{
    constexpr auto kPlain = Embedding::plain, kCached = Embedding::cached;
    using namespace reduction;
    const auto made = [&](std::uint64_t type, Embedding embedding, std::uint64_t by) {
        return FieldDefinition {field.name, type, embedding, by, description};
    };
    switch (field.holds) {
    case Holds::start:
    case Holds::moment: return made(m_ids.timestamp, kPlain, kTimestamp);
    case Holds::duration:
    case Holds::nanoseconds: return made(m_ids.timespan, kPlain, kTimespan);
    case Holds::milliseconds: return made(m_ids.milliseconds, kPlain, kTimespan);
    case Holds::eventThread:
    case Holds::sampledThread:
    case Holds::thread: return made(m_ids.thread, kCached, kNone);
    case Holds::stack: return made(m_ids.trace, kCached, kNone);
    case Holds::classOf: return made(m_ids.klass, kCached, kNone);
    case Holds::method: return made(m_ids.method, kCached, kNone);
    case Holds::loader: return made(m_ids.loader, kCached, kNone);
    case Holds::text: return made(m_ids.text, Embedding::cachedByHolder, kNone);
    case Holds::integer: return made(m_ids.integer, kPlain, kNone);
    case Holds::wide: return made(m_ids.wide, kPlain, kNone);
    case Holds::counting: return made(m_ids.counting, kPlain, kNone);
    case Holds::wideCounting: return made(m_ids.wideCounting, kPlain, kNone);
    case Holds::level: return made(m_ids.level, kPlain, kNone);
    case Holds::bytes: return made(m_ids.bytes, kPlain, kAmount);
    case Holds::share: return made(m_ids.share, kPlain, kNone);
    case Holds::truth: return made(m_ids.truth, kPlain, kNone);
    case Holds::address: return made(m_ids.address, kPlain, kNone);
    case Holds::heapSpace: return made(m_ids.heapSpace, Embedding::nullable, kNone);
    case Holds::metaspace: break;
    }
    return made(m_ids.metaspace, Embedding::nullable, kNone);
}

void JvmRecorder::defineEvents()
{
    for (std::size_t i = 0; i < kJvmEvents; ++i) {
        const JvmSchema& schema = schemaOf(static_cast<JvmEvent>(i));
        const std::string description = descriptionOf(schema);
        std::vector<std::string> texts;
        for (const JvmField& field : schema.fields)
            texts.push_back(descriptionOf(field));
        TypeDefinition type = structType(schema.name, {}, description);
        for (std::size_t field = 0; field < schema.fields.size(); ++field)
            type.fields.push_back(definitionOf(schema.fields[field], texts[field]));
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
    const auto found = m_classNumbers.find(name);
    if (found != m_classNumbers.end())
        return found->second;
    const auto number = static_cast<std::uint32_t>(m_classes.size());
    m_classes.emplace_back(name);
    m_classNumbers.emplace(name, number);
    return number;
}

std::uint32_t JvmRecorder::methodNamed(std::string_view name)
{
    const auto found = m_methodNumbers.find(name);
    if (found != m_methodNumbers.end())
        return found->second;
    const std::size_t dot = name.rfind('.');
    const auto number = static_cast<std::uint32_t>(m_methods.size());
    m_methods.push_back({classNamed(name.substr(0, dot)), std::string(name.substr(dot + 1))});
    m_methodNumbers.emplace(name, number);
    return number;
}

std::uint32_t JvmRecorder::frame(std::string_view method, int line, bool isNative)
{
    const Frame wanted {methodNamed(method), isNative ? 0 : line, isNative};
    const auto [at, added] = m_frameNumbers.emplace(wanted, static_cast<std::uint32_t>(m_frames.size()));
    if (added)
        m_frames.push_back(wanted);
    return at->second;
}

std::uint32_t JvmRecorder::addStack(std::vector<std::uint32_t> frames)
{
    m_stacks.push_back(std::move(frames));
    return static_cast<std::uint32_t>(m_stacks.size() - 1);
}

// --- messages

void JvmRecorder::thread(std::uint32_t number)
{
    if (number == kNobody)
        return m_stream.null();
    if (!m_stream.object(number))
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
    if (number == kNoLoader)
        return m_stream.null();
    if (!m_stream.object(number))
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
    if (number == kNobody)
        return m_stream.null();
    if (!m_stream.object(number))
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
    if (number == kNobody)
        return m_stream.null();
    if (!m_stream.object(number))
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
    if (number == kNobody)
        return m_stream.null();
    if (!m_stream.object(number))
        return;
    const std::vector<std::uint32_t>& frames = m_stacks[number];
    m_stream.boolean(false);
    m_stream.array(frames.size());
    for (const std::uint32_t each : frames) {
        if (!m_stream.object(each))
            continue;
        const Frame& frame = m_frames[each];
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
    m_stream.number(kBegin);
    m_stream.number(kBegin + committed);
    m_stream.number(committed);
    m_stream.number(kBegin + kReserved);
    m_stream.number(kReserved);
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
