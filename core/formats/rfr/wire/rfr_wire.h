// The structures of RFR files as they are encoded (postcard; rfr.md 1 and 2), and reading them.
//
//     ByteReader in(bytes);
//     const TaskObject task = readTaskObject(in);
//     if (in.failed()) ...                             // one question at the end
//
// Texts borrow from the bytes read.
#pragma once

#include "core/base/diagnostic.h"
#include "core/io/byte_reader.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace traceglass::rfr {

// --- labels

enum class FileKind { meta, callsites, chunk, stream };

struct Label
{
    FileKind kind = FileKind::chunk;
    std::string_view text; // "rfr-c/0.0.3"
    bool known = false;    // a version we read
};

// Nothing when the bytes do not begin with a label of an RFR file.
std::optional<Label> readLabel(ByteReader& in);

// --- records

// Record kinds of chunks, in the order of their numbers there. Streams use other numbers, see rfr_stream.h.
enum class RecordKind : std::uint8_t {
    spanNew,
    spanEnter,
    spanExit,
    spanClose,
    event,
    taskNew,
    taskPollStart,
    taskPollEnd,
    taskDrop,
    wakerWake,
    wakerWakeByRef,
    wakerClone,
    wakerDrop,
    end,
    callsite,
    spanObject,
    taskObject, // streams only
};
constexpr std::uint32_t kChunkRecordKinds = 13;

std::string_view recordName(RecordKind kind); // "TaskPollStart"

constexpr bool isWaker(RecordKind kind)
{
    return kind >= RecordKind::wakerWake && kind <= RecordKind::wakerDrop;
}
constexpr bool isWake(RecordKind kind)
{
    return kind == RecordKind::wakerWake || kind == RecordKind::wakerWakeByRef;
}
constexpr bool isTask(RecordKind kind)
{
    return kind >= RecordKind::taskNew && kind <= RecordKind::taskDrop;
}
constexpr bool isObject(RecordKind kind)
{
    return kind >= RecordKind::spanObject;
}
constexpr bool isSpan(RecordKind kind)
{
    return kind <= RecordKind::spanClose;
}

// Least encoded sizes (rfr.md 1): a count above bytes left / least size is damage.
namespace least {
constexpr std::size_t kRecord = 3;
constexpr std::size_t kObject = 6;
constexpr std::size_t kFieldValue = 2;
constexpr std::size_t kField = 3;
}

// --- values and objects

struct F64
{
    std::uint64_t bits = 0;
};
struct I64
{
    std::int64_t value = 0;
};
struct I128
{
    U128 bits;
}; // two's complement

using WireValue = std::variant<F64, I64, std::uint64_t, I128, U128, bool, std::string_view>;

std::string_view typeName(const WireValue& value); // "F64", "I64", "U64", "I128", "U128", "Bool", "Str"
std::string valueText(const WireValue& value);     // "1.5", "-1", "true", the text itself

struct NamedValue
{
    std::string_view name;
    WireValue value;
};

struct Callsite
{
    std::uint64_t id = 0;
    std::uint8_t level = 0;
    std::uint32_t kind = 0; // 0 unknown, 1 event, 2 span
    std::vector<NamedValue> constFields;
    std::vector<std::string_view> fieldNames;

    std::string_view textField(std::string_view name) const; // of constFields; empty when absent
    std::optional<std::uint64_t> line() const;
};
std::string_view callsiteKindName(std::uint32_t kind); // "unknown", "event", "span"
std::string levelName(std::uint8_t level);             // "trace" … "error", or the number

struct Parent
{
    enum class Kind : std::uint8_t { current, root, explicitId };
    Kind kind = Kind::current;
    std::uint64_t iid = 0; // explicitId only
};
std::string_view parentName(Parent::Kind kind); // "current", "root", "explicit"

struct SpanObject
{
    std::uint64_t iid = 0;
    std::uint64_t callsite = 0;
    Parent parent;
    std::vector<WireValue> values;
    std::vector<NamedValue> dynamic;
};

struct Event
{
    std::uint64_t callsite = 0;
    Parent parent;
    std::vector<WireValue> values;
    std::vector<NamedValue> dynamic;
};

// Calls use(name, value) for each field of an event or a span; its callsite, if known, has the names of
// values.
template <class Said, class Use>
void eachField(const Callsite* site, const Said& said, const Use& use)
{
    for (std::size_t i = 0; i < said.values.size(); ++i) {
        if (site && i < site->fieldNames.size())
            use(site->fieldNames[i], said.values[i]);
        else
            use("#" + std::to_string(i), said.values[i]);
    }
    for (const NamedValue& field : said.dynamic)
        use(field.name, field.value);
}

struct TaskKind
{
    std::uint32_t number = 0; // 0 task, 1 local, 2 blocking, 3 block_on, 4 other
    std::string_view other {};

    std::string text() const; // "task", ..., "other:TEXT"
};

struct TaskObject
{
    std::uint64_t iid = 0;
    std::uint64_t callsite = 0;
    std::uint64_t taskId = 0;
    std::string_view name;
    TaskKind kind {};
    std::optional<std::uint64_t> context {}; // who spawned it
};

struct Waker
{
    std::uint64_t task = 0;               // whom it wakes
    std::optional<std::uint64_t> context; // in which task or span the call was made
};

struct AbsTime
{
    std::uint64_t seconds = 0;
    std::uint32_t micros = 0;

    std::uint64_t totalMicros() const; // saturates
};

std::uint32_t readTag(ByteReader& in, std::uint32_t greatest); // greater: badTag
std::optional<std::uint64_t> readOptional(ByteReader& in);
AbsTime readAbsTime(ByteReader& in);
WireValue readFieldValue(ByteReader& in);
void skipFieldValue(ByteReader& in);
NamedValue readField(ByteReader& in);
Callsite readCallsite(ByteReader& in);
SpanObject readSpanObject(ByteReader& in);
Event readEvent(ByteReader& in);
// The same of an event where few of its values count, behind its callsite: use(position, value) of those before `end` that
// wants(position) names.
template <class Wants, class Use>
void readValues(ByteReader& in, std::size_t end, const Wants& wants, const Use& use);
TaskKind readTaskKind(ByteReader& in);
TaskObject readTaskObject(ByteReader& in);
Waker readWaker(ByteReader& in);
// What follows time and kind of a record; returns what it is about (Sequence::ids).
std::uint64_t readRecordId(ByteReader& in, RecordKind kind);

template <class Wants, class Use>
void readValues(ByteReader& in, std::size_t end, const Wants& wants, const Use& use)
{
    if (readTag(in, 2) == static_cast<std::uint32_t>(Parent::Kind::explicitId))
        in.varint64();
    const std::uint64_t count = in.count(least::kFieldValue);
    for (std::size_t i = 0; i < count && i < end && !in.failed(); ++i) {
        if (wants(i))
            use(i, readFieldValue(in));
        else
            skipFieldValue(in);
    }
}

// The code of a read error in an RFR file.
Code codeOf(ReadError error);

// Microseconds since 1970 as nanoseconds; nothing when they do not fit (rfr.time-out-of-range).
inline std::optional<std::int64_t> nanoseconds(std::uint64_t micros) // of every record: inline
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max() / 1000;
    return micros <= kMost ? std::optional(static_cast<std::int64_t>(micros * 1000)) : std::nullopt;
}

}
