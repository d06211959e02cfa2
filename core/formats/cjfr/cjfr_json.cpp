#include "core/formats/cjfr/cjfr_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace traceglass::cjfr {

namespace {

constexpr std::size_t kDepthPrinted = 60;

}

Known knownStruct(const Type& type)
{
    struct Entry
    {
        std::string_view name;
        Known known;
    };
    constexpr std::array<Entry, 7> kKnown = {{
        {"java.lang.Class", Known::byName},
        {"jdk.types.ThreadGroup", Known::byName},
        {"java.lang.Thread", Known::thread},
        {"jdk.types.ClassLoader", Known::classLoader},
        {"jdk.types.Method", Known::method},
        {"jdk.types.StackFrame", Known::stackFrame},
        {"jdk.types.StackTrace", Known::stackTrace},
    }};
    const auto found = std::ranges::find(kKnown, std::string_view(type.name), &Entry::name);
    return found == kKnown.end() ? Known::none : found->known;
}

void appendDouble(std::string& out, double value)
{
    if (std::isnan(value)) {
        out += "\"NaN\"";
    } else if (std::isinf(value)) {
        out += value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
    } else {
        std::array<char, 32> buffer {};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
        const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
        out += text;
        if (text.find_first_of(".e") == std::string_view::npos)
            out += ".0";
    }
}

void appendSpan(std::string& out, std::int64_t ns)
{
    switch (spanKind(ns)) {
    case SpanKind::known: out += std::to_string(ns); break;
    case SpanKind::unset: out += "\"unset\""; break;
    case SpanKind::forever: out += "\"forever\""; break;
    }
}

void appendMoment(std::string& out, std::optional<std::int64_t> ns)
{
    out += ns ? std::to_string(*ns) : "\"unset\"";
}

std::string frameText(const ValueReader& values, const Value& frame)
{
    std::string out;
    const auto textOf = [&](const std::optional<Value>& value) {
        return value && !value->isNull() && value->type->kind == Kind::string ? values.text(*value)
                                                                              : std::string("?");
    };
    const auto method = values.field(frame, "method");
    if (method && !method->isNull()) {
        const auto holder = values.field(*method, "type");
        out = textOf(holder ? values.field(*holder, "name") : std::nullopt) + '.'
            + textOf(values.field(*method, "name"));
    } else {
        out = "?";
    }
    const auto line = values.field(frame, "lineNumber");
    if (line && !line->isNull() && line->type->isNumber())
        out += ':' + std::to_string(values.number(*line));
    return out;
}

void JsonWriter::appendNumber(std::string& out, const Value& value)
{
    if (m_values.isReduced(value, reduction::kTimestamp))
        appendMoment(out, m_values.moment(value));
    else if (m_values.isReduced(value, reduction::kTimespan))
        appendSpan(out, m_values.number(value));
    else if (m_values.isReduced(value, reduction::kAmount))
        out += std::to_string(amountOf(m_values.number(value)));
    else
        out += std::to_string(m_values.number(value));
}

void JsonWriter::appendText(std::string& out, const Value& value)
{
    appendJsonString(out, m_values.text(value));
}

void JsonWriter::append(std::string& out, const Value& value)
{
    if (value.isNull()) {
        out += "null";
        return;
    }
    if (m_depth > kDepthPrinted || m_left == 0) {
        out += "\"<deep>\"";
        return;
    }
    --m_left;
    if (!value.isEntry() || !value.type->isComposite()) {
        appendContent(out, value);
        return;
    }
    if (std::ranges::find(m_path, value.content) != m_path.end()) {
        out += "\"<cycle>\"";
        return;
    }
    m_path.push_back(value.content);
    appendContent(out, value);
    m_path.pop_back();
}

void JsonWriter::appendContent(std::string& out, const Value& value)
{
    switch (value.type->kind) {
    case Kind::integer:
    case Kind::varint: appendNumber(out, value); return;
    case Kind::boolean: out += m_values.boolean(value) ? "true" : "false"; return;
    case Kind::floating: appendDouble(out, m_values.floating(value)); return;
    case Kind::string: appendText(out, value); return;
    case Kind::array:
        ++m_depth;
        out += '[';
        m_values.forEach(value, [&](const Slot&, std::uint64_t position, const Value& element) {
            out += position ? "," : "";
            append(out, element);
            return m_left > 0;
        });
        out += ']';
        --m_depth;
        return;
    case Kind::structure: break;
    }
    ++m_depth;
    appendStruct(out, value);
    --m_depth;
}

void JsonWriter::appendStruct(std::string& out, const Value& value)
{
    using namespace std::string_view_literals;
    constexpr std::array kThread = {"osName"sv, "osThreadId"sv, "javaName"sv, "javaThreadId"sv};
    constexpr std::array kLoader = {"type"sv, "name"sv};
    constexpr std::array kMethod = {"type"sv, "name"sv, "descriptor"sv};
    switch (m_values.index().isJfr() ? knownStruct(*value.type) : Known::none) {
    case Known::none: break;
    case Known::byName: append(out, m_values.field(value, "name").value_or(Value {})); return;
    case Known::thread: appendChosen(out, value, kThread); return;
    case Known::classLoader: appendChosen(out, value, kLoader); return;
    case Known::method: appendChosen(out, value, kMethod); return;
    case Known::stackFrame: appendJsonString(out, frameText(m_values, value)); return;
    case Known::stackTrace: appendFrames(out, value); return;
    }
    out += '{';
    m_values.forEach(value, [&](const Slot& slot, std::uint64_t position, const Value& field) {
        out += position ? "," : "";
        appendJsonString(out, slot.name);
        out += ':';
        append(out, field);
        return true;
    });
    out += '}';
}

// The fields of these names that are there, in this order.
void JsonWriter::appendChosen(std::string& out, const Value& value, std::span<const std::string_view> names)
{
    out += '{';
    bool first = true;
    for (const std::string_view name : names) {
        const auto field = m_values.field(value, name);
        if (!field)
            continue;
        out += first ? "" : ",";
        first = false;
        appendJsonString(out, name);
        out += ':';
        append(out, *field);
    }
    out += '}';
}

void JsonWriter::appendFrames(std::string& out, const Value& trace)
{
    out += '[';
    bool first = true;
    if (const auto frames = m_values.field(trace, "frames"); frames && !frames->isNull()) {
        m_values.forEach(*frames, [&](const Slot&, std::uint64_t, const Value& frame) {
            out += first ? "" : ",";
            first = false;
            append(out, frame);
            return m_left > 0;
        });
    }
    const auto truncated = m_values.field(trace, "truncated");
    if (truncated && !truncated->isNull() && truncated->type->kind == Kind::boolean
        && m_values.boolean(*truncated))
        out += first ? "\"<truncated>\"" : ",\"<truncated>\"";
    out += ']';
}

std::string JsonWriter::message(const Message& message)
{
    m_left = limits::kCjfrRecordValues;
    const Value value = m_values.top(message);
    std::string out = "{\"type\":" + jsonString(value.type->name);
    if (!m_values.index().isJfr() || value.type->kind != Kind::structure) {
        out += ",\"type_id\":" + std::to_string(value.type->id) + ",\"value\":";
        append(out, value);
        return out + '}';
    }
    std::string start = "null", duration = "null", fields;
    ++m_depth;
    m_values.forEach(value, [&](const Slot& slot, std::uint64_t, const Value& field) {
        if (slot.name == "startTime" && m_values.isReduced(field, reduction::kTimestamp)) {
            start.clear();
            append(start, field);
        } else if (slot.name == "duration" && m_values.isReduced(field, reduction::kTimespan)) {
            duration.clear();
            append(duration, field);
        } else {
            fields += fields.empty() ? "" : ",";
            appendJsonString(fields, slot.name);
            fields += ':';
            append(fields, field);
        }
        return true;
    });
    --m_depth;
    return out + ",\"start_ns\":" + start + ",\"dur_ns\":" + duration + ",\"fields\":{" + fields + "}}";
}

}
