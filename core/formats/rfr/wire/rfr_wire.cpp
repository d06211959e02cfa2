#include "core/formats/rfr/wire/rfr_wire.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace traceglass::rfr {

namespace {

std::string decimal(U128 value)
{
    if (value.high == 0)
        return std::to_string(value.low);
    std::string digits;
    while (value.high != 0 || value.low != 0) { // long division by ten, 32 bits at a time
        std::array<std::uint64_t, 4> parts = {value.high >> 32, value.high & 0xffffffff, value.low >> 32,
                                              value.low & 0xffffffff};
        std::uint64_t rest = 0;
        for (std::uint64_t& part : parts) {
            const std::uint64_t whole = rest << 32 | part;
            part = whole / 10;
            rest = whole % 10;
        }
        value = {parts[0] << 32 | parts[1], parts[2] << 32 | parts[3]};
        digits += static_cast<char>('0' + rest);
    }
    std::ranges::reverse(digits);
    return digits;
}

U128 negated(U128 value)
{
    const std::uint64_t low = ~value.low + 1;
    return {~value.high + (low == 0 ? 1 : 0), low};
}

std::string floatText(std::uint64_t bits)
{
    const double value = __builtin_bit_cast(double, bits);
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    std::array<char, 40> buffer {};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::optional<std::uint64_t> readOptional(ByteReader& in)
{
    if (!in.boolean())
        return {};
    return in.varint64();
}

Parent readParent(ByteReader& in)
{
    const std::size_t start = in.offset();
    const std::uint32_t kind = in.varint32();
    if (kind > 2)
        in.fail(ReadError::badTag, start);
    Parent parent;
    parent.kind = static_cast<Parent::Kind>(std::min(kind, 2u));
    if (parent.kind == Parent::Kind::explicitId)
        parent.iid = in.varint64();
    return parent;
}

std::vector<FieldValue> readFieldValues(ByteReader& in)
{
    std::vector<FieldValue> values(static_cast<std::size_t>(in.count(least::kFieldValue)));
    for (FieldValue& value : values) {
        value = readFieldValue(in);
        if (in.failed())
            return {};
    }
    return values;
}

std::vector<Field> readFields(ByteReader& in)
{
    std::vector<Field> fields(static_cast<std::size_t>(in.count(least::kField)));
    for (Field& field : fields) {
        field = readField(in);
        if (in.failed())
            return {};
    }
    return fields;
}

struct KnownLabel
{
    std::string_view text;
    FileKind kind;
};
constexpr auto kKnownLabels = std::to_array<KnownLabel>({
    {"rfr-cm/0.0.1", FileKind::meta},
    {"rfr-cc/0.0.1", FileKind::callsites},
    {"rfr-c/0.0.2", FileKind::chunk},
    {"rfr-c/0.0.3", FileKind::chunk},
    {"rfr-s/0.0.2", FileKind::stream},
    {"rfr-s/0.0.4", FileKind::stream},
});

}

std::optional<Label> readLabel(ByteReader& in)
{
    const std::size_t start = in.offset();
    const std::uint64_t length = in.varint64();
    if (in.failed() || length > kLabelLength || length > in.left())
        return {};
    in.seek(start);
    Label label;
    label.text = in.text();
    if (in.failed() || in.sawBadText())
        return {};
    for (const KnownLabel& known : kKnownLabels) {
        const std::string_view kind = known.text.substr(0, known.text.find('/') + 1);
        if (!label.text.starts_with(kind))
            continue;
        label.kind = known.kind;
        label.known = label.known || label.text == known.text;
    }
    const bool ours = std::ranges::any_of(kKnownLabels, [&](const KnownLabel& known) {
        return label.text.starts_with(known.text.substr(0, known.text.find('/') + 1));
    });
    return ours ? std::optional(label) : std::nullopt;
}

std::string_view recordName(RecordKind kind)
{
    constexpr auto names = std::to_array<std::string_view>(
        {"SpanNew", "SpanEnter", "SpanExit", "SpanClose", "Event", "TaskNew", "TaskPollStart", "TaskPollEnd",
         "TaskDrop", "WakerWake", "WakerWakeByRef", "WakerClone", "WakerDrop", "End", "Callsite", "Span",
         "Task"});
    return names[static_cast<std::size_t>(kind)];
}

std::string_view typeName(const FieldValue& value)
{
    constexpr auto names =
        std::to_array<std::string_view>({"F64", "I64", "U64", "I128", "U128", "Bool", "Str"});
    return names[value.index()];
}

std::string valueText(const FieldValue& value)
{
    struct Visitor
    {
        std::string operator()(F64 v) const { return floatText(v.bits); }
        std::string operator()(I64 v) const { return std::to_string(v.value); }
        std::string operator()(std::uint64_t v) const { return std::to_string(v); }
        std::string operator()(I128 v) const
        {
            return v.bits.high >> 63 ? "-" + decimal(negated(v.bits)) : decimal(v.bits);
        }
        std::string operator()(U128 v) const { return decimal(v); }
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(std::string_view v) const { return std::string(v); }
    };
    return std::visit(Visitor {}, value);
}

std::string_view Callsite::textField(std::string_view name) const
{
    for (const Field& field : constFields) {
        if (const auto* text = std::get_if<std::string_view>(&field.value); text && field.name == name)
            return *text;
    }
    return {};
}

std::optional<std::uint64_t> Callsite::line() const
{
    for (const Field& field : constFields) {
        if (const auto* number = std::get_if<std::uint64_t>(&field.value); number && field.name == "line")
            return *number;
    }
    return {};
}

std::string_view callsiteKindName(std::uint32_t kind)
{
    constexpr std::array<std::string_view, 3> names = {"unknown", "event", "span"};
    return names[std::min(kind, 2u)];
}

std::string levelName(std::uint8_t level)
{
    switch (level) {
    case 10: return "trace";
    case 20: return "debug";
    case 30: return "info";
    case 40: return "warn";
    case 50: return "error";
    default: return "level " + std::to_string(level);
    }
}

std::string_view parentName(Parent::Kind kind)
{
    constexpr std::array<std::string_view, 3> names = {"current", "root", "explicit"};
    return names[static_cast<std::size_t>(kind)];
}

std::string TaskKind::text() const
{
    constexpr std::array<std::string_view, 5> names = {"task", "local", "blocking", "block_on", "other:"};
    return std::string(names[std::min(number, 4u)]) + toValidUtf8(other);
}

std::uint64_t AbsTime::totalMicros() const
{
    constexpr std::uint64_t kMicros = 1'000'000;
    if (seconds > (std::numeric_limits<std::uint64_t>::max() - micros) / kMicros)
        return std::numeric_limits<std::uint64_t>::max();
    return seconds * kMicros + micros;
}

AbsTime readAbsTime(ByteReader& in)
{
    AbsTime time;
    time.seconds = in.varint64();
    time.micros = in.varint32();
    return time;
}

FieldValue readFieldValue(ByteReader& in)
{
    const std::size_t start = in.offset();
    switch (in.varint32()) {
    case 0: return F64 {in.u64()};
    case 1: return I64 {unzigzag(in.varint64())};
    case 2: return in.varint64();
    case 3: {
        U128 value = in.varint128();
        const bool negative = value.low & 1;
        value = {value.high >> 1, value.low >> 1 | value.high << 63};
        return I128 {negative ? U128 {~value.high, ~value.low} : value};
    }
    case 4: return in.varint128();
    case 5: return in.boolean();
    case 6: return in.text();
    default: in.fail(ReadError::badTag, start); return false;
    }
}

Field readField(ByteReader& in)
{
    Field field;
    field.name = in.text();
    field.value = readFieldValue(in);
    return field;
}

Callsite readCallsite(ByteReader& in)
{
    Callsite callsite;
    callsite.id = in.varint64();
    callsite.level = in.u8();
    const std::size_t kindOffset = in.offset();
    callsite.kind = in.varint32();
    if (callsite.kind > 2)
        in.fail(ReadError::badTag, kindOffset);
    callsite.constFields = readFields(in);
    callsite.fieldNames.resize(static_cast<std::size_t>(in.count(1)));
    for (std::string_view& name : callsite.fieldNames) {
        name = in.text();
        if (in.failed())
            break;
    }
    return callsite;
}

SpanObject readSpanObject(ByteReader& in)
{
    SpanObject span;
    span.iid = in.varint64();
    span.callsite = in.varint64();
    span.parent = readParent(in);
    span.values = readFieldValues(in);
    span.dynamic = readFields(in);
    return span;
}

Event readEvent(ByteReader& in)
{
    Event event;
    event.callsite = in.varint64();
    event.parent = readParent(in);
    event.values = readFieldValues(in);
    event.dynamic = readFields(in);
    return event;
}

TaskObject readTaskObject(ByteReader& in)
{
    TaskObject task;
    task.iid = in.varint64();
    task.callsite = in.varint64();
    task.taskId = in.varint64();
    task.name = in.text();
    const std::size_t kindOffset = in.offset();
    task.kind.number = in.varint32();
    if (task.kind.number > 4)
        in.fail(ReadError::badTag, kindOffset);
    if (task.kind.number == 4)
        task.kind.other = in.text();
    task.context = readOptional(in);
    return task;
}

Waker readWaker(ByteReader& in)
{
    Waker waker;
    waker.task = in.varint64();
    waker.context = readOptional(in);
    return waker;
}

Code codeOf(ReadError error)
{
    switch (error) {
    case ReadError::numberTooLong: return Code::RfrNumberTooLong;
    case ReadError::badTag: return Code::RfrBadTag;
    case ReadError::countTooLarge: return Code::RfrCountTooLarge;
    case ReadError::badText: return Code::RfrBadText;
    default: return Code::RfrUnexpectedEnd;
    }
}

std::optional<std::int64_t> nanoseconds(std::uint64_t micros)
{
    constexpr std::uint64_t kMost =
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / 1000;
    if (micros > kMost)
        return {};
    return static_cast<std::int64_t>(micros * 1000);
}

}
