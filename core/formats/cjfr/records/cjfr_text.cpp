#include "core/formats/cjfr/records/cjfr_text.h"

#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/structure/cjfr_node_ids.h"
#include "core/formats/cjfr/wire/cjfr_json.h"

#include <algorithm>
#include <array>

namespace traceglass::cjfr {

namespace {

constexpr int kDepthShown = 3;

}

std::string RecordText::shortName(std::string_view typeName)
{
    constexpr std::string_view kJdk = "jdk.";
    if (typeName.starts_with(kJdk))
        typeName.remove_prefix(kJdk.size());
    return escaped(shortened(typeName, kShownText));
}

std::string RecordText::numberText(const Value& value) const
{
    if (m_values.isReduced(value, reduction::kTimestamp)) {
        const auto moment = m_values.moment(value);
        return moment ? absoluteText(*moment) : "unset";
    }
    const std::int64_t number = m_values.number(value);
    if (m_values.isReduced(value, reduction::kTimespan)) {
        const SpanKind kind = spanKind(number);
        return kind == SpanKind::known ? durationText(number) : kind == SpanKind::unset ? "unset" : "forever";
    }
    if (m_values.isReduced(value, reduction::kAmount)) {
        const std::int64_t amount = amountOf(number);
        return amount >= 0 ? sizeText(static_cast<std::uint64_t>(amount)) : std::to_string(amount);
    }
    return std::to_string(number);
}

std::string RecordText::valueText(const Value& value, int depth) const
{
    if (value.isNull())
        return "null";
    switch (value.type->kind) {
    case TypeKind::integer:
    case TypeKind::varint: return numberText(value);
    case TypeKind::boolean: return m_values.boolean(value) ? "true" : "false";
    case TypeKind::floating: {
        std::string out;
        appendDouble(out, m_values.floating(value));
        std::erase(out, '"');
        return out;
    }
    case TypeKind::string: return escaped(shortened(m_values.text(value), m_textBytes));
    case TypeKind::array: return counted(m_values.childCount(value), "element", "elements");
    case TypeKind::structure: break;
    }
    return depth < kDepthShown ? structText(value, depth + 1) : RecordText::shortName(value.type->name);
}

std::string RecordText::structText(const Value& value, int depth) const
{
    const auto part = [&](const Value& of, std::string_view name) {
        const Value found = fieldOf(m_values, of, name);
        return found.isNull() ? std::string() : valueText(found, depth);
    };
    switch (m_values.index().isJfr() ? knownStruct(*value.type) : KnownStruct::none) {
    case KnownStruct::byName: {
        std::string name = part(value, "name");
        std::ranges::replace(name, '/', '.');
        return name;
    }
    case KnownStruct::thread: {
        std::string name = part(value, "javaName");
        return name.empty() ? part(value, "osName") : name;
    }
    case KnownStruct::classLoader: {
        std::string name = part(value, "name");
        return name.empty() ? part(value, "type") : name;
    }
    case KnownStruct::method: return part(value, "type") + '.' + part(value, "name");
    case KnownStruct::stackFrame: return escaped(frameText(m_values, value));
    case KnownStruct::stackTrace: {
        const Value frames = fieldOf(m_values, value, "frames");
        if (frames.isNull())
            return "no frames";
        std::string out;
        m_values.forEach(frames, [&](const Slot&, std::uint64_t, const Value& frame) {
            out = valueText(frame, depth);
            return false;
        });
        return out + " (" + counted(m_values.childCount(frames), "frame", "frames") + ')';
    }
    case KnownStruct::none: break;
    }
    std::string out;
    constexpr std::uint64_t kFieldsShown = 4;
    m_values.forEach(value, [&](const Slot& slot, std::uint64_t position, const Value& field) {
        if (position == kFieldsShown && m_textBytes < kWholeText) {
            out += ", …";
            return false;
        }
        out += (position ? ", " : "") + escaped(slot.name) + ' ' + valueText(field, depth);
        return true;
    });
    return shortened(out, m_textBytes);
}

std::optional<TimeRange> RecordText::timeOf(const Message& message) const
{
    const bool isJfr = m_values.index().isJfr();
    const TimeFields fields = timeFieldsOf(m_values.index().types, *message.type);
    if (fields.start < 0)
        return {};
    std::optional<std::int64_t> start;
    std::int64_t duration = 0;
    const int last = std::max(fields.start, fields.duration);
    m_values.forEach(m_values.top(message), [&](const Slot&, std::uint64_t position, const Value& value) {
        const auto at = static_cast<int>(position);
        if (at == fields.start && !value.isNull())
            start = isJfr ? m_values.moment(value) : m_values.number(value);
        if (at == fields.duration)
            duration = m_values.knownSpan(value);
        return at < last;
    });
    if (!start)
        return {};
    return TimeRange {*start, addSaturating(*start, duration)};
}

std::string RecordText::summaryOf(const Message& message) const
{
    using namespace std::string_view_literals;
    constexpr std::array kElsewhere = {"startTime"sv, "duration"sv, "eventThread"sv, "sampledThread"sv};
    const Value value = m_values.top(message);
    if (value.type->kind != TypeKind::structure)
        return valueText(value);
    std::string out;
    m_values.forEach(value, [&](const Slot& slot, std::uint64_t, const Value& field) {
        if (field.isNull()
            || (m_values.index().isJfr() && std::ranges::find(kElsewhere, slot.name) != kElsewhere.end()))
            return true;
        out += (out.empty() ? "" : ", ") + escaped(slot.name) + ' ' + valueText(field, 1);
        return out.size() < m_textBytes;
    });
    return shortened(out, m_textBytes);
}

std::optional<TimeRange> RecordText::place(Record& out, const Message& message, SourceId source) const
{
    out.ref = {source, message.offset};
    out.node = idOf(Part::message, message.number);
    out.range = {source, message.offset, message.length};
    const auto time = timeOf(message);
    out.timeNs = time ? std::optional(time->startNs) : std::nullopt;
    out.durationNs = time ? time->lengthNs() : 0;
    return time;
}

Record RecordText::record(const Message& message, SourceId source) const
{
    Record out = recordAlone(message, source);
    out.fields = summaryOf(message);
    return out;
}

Record RecordText::recordAlone(const Message& message, SourceId source) const
{
    Record out;
    const auto time = place(out, message, source);
    out.kind = shortName(message.type->name);
    if (out.kind.empty())
        out.kind = std::string(kindText(message.type->kind)) + ' ' + std::to_string(message.type->id);
    if (time && time->endNs > time->startNs)
        out.subject = durationText(time->lengthNs());
    const Value value = m_values.top(message);
    for (const std::string_view name : {"eventThread", "sampledThread"}) {
        const Value thread = fieldOf(m_values, value, name);
        if (!thread.isNull() && out.by.empty())
            out.by = valueText(thread);
    }
    out.tint = message.type->isSetting() ? Tint::head : out.subject.empty() ? Tint::event : Tint::span;
    return out;
}

}
