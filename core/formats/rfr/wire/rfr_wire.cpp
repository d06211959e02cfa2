#include "core/formats/rfr/wire/rfr_wire.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace traceglass::rfr {

namespace {

std::string floatText(std::uint64_t bits)
{
    const double value = __builtin_bit_cast(double, bits);
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    return shortestText(value);
}

// A count and so many items of at least `leastSize` bytes.
template <class Read>
auto readList(ByteReader& in, std::size_t leastSize, const Read& read)
{
    constexpr std::uint64_t kAtOnce =
        4'096; // items are larger than the bytes that a capture may claim for them
    std::vector<decltype(read(in))> items;
    std::uint64_t left = in.count(leastSize);
    items.reserve(static_cast<std::size_t>(std::min(left, kAtOnce)));
    for (; left > 0 && !in.failed(); --left)
        items.push_back(read(in));
    return items;
}

// What events and span objects share.
template <class Said>
void readSaid(ByteReader& in, Said& out)
{
    out.callsite = in.varint64();
    out.parent.kind = static_cast<Parent::Kind>(readTag(in, 2));
    if (out.parent.kind == Parent::Kind::explicitId)
        out.parent.iid = in.varint64();
    out.values = readList(in, least::kFieldValue, readFieldValue);
    out.dynamic = readList(in, least::kField, readField);
}

constexpr std::pair<std::string_view, FileKind> kKnownLabels[] = {
    {"rfr-cm/0.0.1", FileKind::meta},  {"rfr-cc/0.0.1", FileKind::callsites},
    {"rfr-c/0.0.2", FileKind::chunk},  {"rfr-c/0.0.3", FileKind::chunk},
    {"rfr-s/0.0.2", FileKind::stream}, {"rfr-s/0.0.4", FileKind::stream},
};
constexpr std::size_t kLabelLength = 24; // at most

}

std::optional<Label> readLabel(ByteReader& in)
{
    const std::size_t start = in.offset();
    const std::uint64_t length = in.varint64();
    if (in.failed() || length > kLabelLength || length > in.left())
        return {};
    in.seek(start);
    const std::string_view text = in.text();
    if (in.failed() || in.sawBadText())
        return {};
    std::optional<Label> label;
    for (const auto& [known, kind] : kKnownLabels) {
        if (text.starts_with(known.substr(0, known.find('/') + 1)))
            label = {kind, text, text == known || (label && label->known)};
    }
    return label;
}

std::string_view recordName(RecordKind kind)
{
    constexpr std::string_view names[] = {
        "SpanNew",     "SpanEnter", "SpanExit",  "SpanClose",      "Event",      "TaskNew",   "TaskPollStart",
        "TaskPollEnd", "TaskDrop",  "WakerWake", "WakerWakeByRef", "WakerClone", "WakerDrop", "End",
        "Callsite",    "Span",      "Task"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view typeName(const WireValue& value)
{
    constexpr std::string_view names[] = {"F64", "I64", "U64", "I128", "U128", "Bool", "Str"};
    return names[value.index()];
}

std::string valueText(const WireValue& value)
{
    struct Visitor
    {
        std::string operator()(F64 v) const { return floatText(v.bits); }
        std::string operator()(I64 v) const { return std::to_string(v.value); }
        std::string operator()(std::uint64_t v) const { return std::to_string(v); }
        std::string operator()(I128 v) const { return wideText(static_cast<WideInteger>(v.bits.wide())); }
        std::string operator()(U128 v) const { return wideDigits(v.wide()); }
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(std::string_view v) const { return std::string(v); }
    };
    return std::visit(Visitor {}, value);
}

std::string_view Callsite::textField(std::string_view name) const
{
    for (const NamedValue& field : constFields) {
        if (const auto* text = std::get_if<std::string_view>(&field.value); text && field.name == name)
            return *text;
    }
    return {};
}

std::optional<std::uint64_t> Callsite::line() const
{
    for (const NamedValue& field : constFields) {
        if (const auto* number = std::get_if<std::uint64_t>(&field.value); number && field.name == "line")
            return *number;
    }
    return {};
}

std::string_view callsiteKindName(std::uint32_t kind)
{
    constexpr std::string_view names[] = {"unknown", "event", "span"};
    return names[std::min(kind, 2u)];
}

std::string levelName(std::uint8_t level)
{
    constexpr const char* names[] = {"trace", "debug", "info", "warn", "error"};
    const bool hasName = level >= 10 && level <= 50 && level % 10 == 0;
    return hasName ? names[level / 10 - 1] : "level " + std::to_string(level);
}

std::string_view parentName(Parent::Kind kind)
{
    constexpr std::string_view names[] = {"current", "root", "explicit"};
    return names[static_cast<std::size_t>(kind)];
}

std::string TaskKind::text() const
{
    constexpr std::string_view names[] = {"task", "local", "blocking", "block_on", "other:"};
    return std::string(names[std::min(number, 4u)]) + toValidUtf8(other);
}

std::uint64_t AbsTime::totalMicros() const
{
    constexpr std::uint64_t kMicros = 1'000'000;
    if (seconds > (std::numeric_limits<std::uint64_t>::max() - micros) / kMicros)
        return std::numeric_limits<std::uint64_t>::max();
    return seconds * kMicros + micros;
}

std::uint32_t readTag(ByteReader& in, std::uint32_t greatest)
{
    const std::size_t start = in.offset();
    const std::uint32_t tag = in.varint32();
    if (tag <= greatest)
        return tag;
    in.fail(ReadError::badTag, start);
    return 0;
}

std::optional<std::uint64_t> readOptional(ByteReader& in)
{
    return in.boolean() ? std::optional(in.varint64()) : std::nullopt;
}

AbsTime readAbsTime(ByteReader& in)
{
    return {.seconds = in.varint64(), .micros = in.varint32()};
}

WireValue readFieldValue(ByteReader& in)
{
    switch (readTag(in, 6)) {
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
    default: return in.text();
    }
}

void skipFieldValue(ByteReader& in)
{
    switch (readTag(in, 6)) {
    case 0: in.u64(); break;
    case 3:
    case 4: in.varint128(); break;
    case 5: in.boolean(); break;
    case 6: in.bytes(static_cast<std::size_t>(in.count(1))); break;
    default: in.varint64();
    }
}

NamedValue readField(ByteReader& in)
{
    return {.name = in.text(), .value = readFieldValue(in)};
}

Callsite readCallsite(ByteReader& in)
{
    return {.id = in.varint64(),
            .level = in.u8(),
            .kind = readTag(in, 2),
            .constFields = readList(in, least::kField, readField),
            .fieldNames = readList(in, 1, [](ByteReader& from) { return from.text(); })};
}

SpanObject readSpanObject(ByteReader& in)
{
    SpanObject span;
    span.iid = in.varint64();
    readSaid(in, span);
    return span;
}

Event readEvent(ByteReader& in)
{
    Event event;
    readSaid(in, event);
    return event;
}

TaskKind readTaskKind(ByteReader& in)
{
    TaskKind kind {readTag(in, 4)};
    if (kind.number == 4)
        kind.other = in.text();
    return kind;
}

TaskObject readTaskObject(ByteReader& in)
{
    return {.iid = in.varint64(),
            .callsite = in.varint64(),
            .taskId = in.varint64(),
            .name = in.text(),
            .kind = readTaskKind(in),
            .context = readOptional(in)};
}

Waker readWaker(ByteReader& in)
{
    return {.task = in.varint64(), .context = readOptional(in)};
}

std::uint64_t readRecordId(ByteReader& in, RecordKind kind)
{
    switch (kind) {
    case RecordKind::end: return 0;
    case RecordKind::callsite: return readCallsite(in).id;
    case RecordKind::spanObject: return readSpanObject(in).iid;
    case RecordKind::taskObject: return readTaskObject(in).iid;
    case RecordKind::event: return readEvent(in).callsite;
    default: return isWaker(kind) ? readWaker(in).task : in.varint64();
    }
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

}
