#include "core/formats/rfr/records/rfr_record_text.h"

#include "core/base/text.h"
#include "core/formats/rfr/structure/rfr_node_id.h"

namespace traceglass::rfr {

namespace {

void appendKey(std::string& out, std::string_view key)
{
    out += ",\"";
    out += key;
    out += "\":";
}

void appendNumber(std::string& out, std::string_view key, std::uint64_t value)
{
    appendKey(out, key);
    traceglass::appendNumber(out, value);
}

void appendText(std::string& out, std::string_view key, std::string_view value)
{
    appendKey(out, key);
    appendJsonString(out, value);
}

void appendOptional(std::string& out, std::string_view key, const std::optional<std::uint64_t>& value)
{
    if (value) {
        appendNumber(out, key, *value);
    } else {
        appendKey(out, key);
        out += "null";
    }
}

void appendParent(std::string& out, const Parent& parent)
{
    if (parent.kind == Parent::Kind::explicitId)
        appendNumber(out, "parent", parent.iid);
    else
        appendText(out, "parent", parentName(parent.kind));
}

std::string named(std::string_view name, std::uint64_t id)
{
    return std::string(name) + " #" + std::to_string(id);
}

}

std::string joined(const std::vector<NamedValue>& values)
{
    std::string out;
    for (const NamedValue& item : values) {
        if (!out.empty())
            out += ", ";
        if (item.name == "message")
            out += shortened(escaped(valueText(item.value)), 200);
        else
            out += item.name + " " + shortened(escaped(valueText(item.value)), 200);
    }
    return out;
}

RecordText::RecordText(const Recording& recording, std::shared_ptr<const Findings> findings)
    : m_recording(recording)
    , m_findings(std::move(findings))
{
}

Tint RecordText::tint(RecordKind kind)
{
    switch (kind) {
    case RecordKind::taskNew:
    case RecordKind::taskPollStart: return Tint::taskStart;
    case RecordKind::taskPollEnd:
    case RecordKind::taskDrop: return Tint::taskEnd;
    case RecordKind::event: return Tint::event;
    case RecordKind::end:
    case RecordKind::callsite:
    case RecordKind::spanObject:
    case RecordKind::taskObject: return Tint::head;
    default: return isSpan(kind) ? Tint::span : Tint::wake;
    }
}

std::optional<TaskObject> RecordText::taskObject(const PieceRecord& record, std::uint64_t iid) const
{
    const ObjectEntry* const object = record.sequence->object(iid, true);
    if (!object)
        return {};
    ByteReader in(record.piece->bytes());
    in.seek(record.sequence->offsetBase + object->body);
    return readTaskObject(in);
}

std::optional<SpanObject> RecordText::spanObject(const PieceRecord& record, std::uint64_t iid) const
{
    const ObjectEntry* const object = record.sequence->object(iid, false);
    if (!object)
        return {};
    ByteReader in(record.piece->bytes());
    in.seek(record.sequence->offsetBase + object->body);
    return readSpanObject(in);
}

Event RecordText::event(const PieceRecord& record) const
{
    ByteReader in(record.piece->bytes());
    in.seek(record.payload());
    return readEvent(in);
}

Waker RecordText::waker(const PieceRecord& record) const
{
    ByteReader in(record.piece->bytes());
    in.seek(record.payload());
    return readWaker(in);
}

std::string RecordText::task(const PieceRecord& record, std::uint64_t iid) const
{
    if (const TaskInfo* const info = m_findings ? m_findings->taskAt(iid, record.micros()) : nullptr;
        info && info->facts) {
        const StringId name = info->facts->name != StringId {} ? info->facts->name : info->facts->kind;
        return named(m_findings->strings->text(name), info->facts->taskId);
    }
    if (const auto object = taskObject(record, iid))
        return named(object->name.empty() ? object->kind.text() : toValidUtf8(object->name), object->taskId);
    return "task " + hexNumber(iid);
}

std::string RecordText::span(const PieceRecord& record, std::uint64_t iid) const
{
    if (m_findings) {
        if (const auto found = m_findings->spanByIid.find(iid);
            found != m_findings->spanByIid.end() && m_findings->spans[found->second].facts)
            return std::string(m_findings->strings->text(m_findings->spans[found->second].name));
    }
    if (const auto object = spanObject(record, iid))
        return m_recording.callsiteName(object->callsite);
    return "span " + hexNumber(iid);
}

std::string RecordText::context(const PieceRecord& record, std::uint64_t iid) const
{
    const bool isSpanId =
        (m_findings && !m_findings->taskByIid.contains(iid) && m_findings->spanByIid.contains(iid))
        || (record.sequence->object(iid, false) && !record.sequence->object(iid, true));
    return isSpanId ? span(record, iid) : task(record, iid);
}

std::string RecordText::subject(const PieceRecord& record) const
{
    const RecordKind kind = record.kind();
    if (isTask(kind) || isWaker(kind) || kind == RecordKind::taskObject)
        return task(record, record.id());
    if (isSpan(kind) || kind == RecordKind::spanObject)
        return span(record, record.id());
    return kind == RecordKind::end ? std::string() : m_recording.callsiteName(record.id());
}

std::string RecordText::by(const PieceRecord& record) const
{
    const RecordKind kind = record.kind();
    std::optional<std::uint64_t> who;
    if (isWaker(kind)) {
        who = waker(record).context;
        if (who == record.id())
            return "itself";
    } else if (kind == RecordKind::taskNew) {
        const auto object = taskObject(record, record.id());
        who = object ? object->context : std::nullopt;
    }
    return who ? context(record, *who) : std::string();
}

std::vector<NamedValue> RecordText::values(std::uint64_t id, const std::vector<FieldValue>& values,
                                           const std::vector<Field>& dynamic) const
{
    const Callsite* const site = m_recording.callsite(id);
    std::vector<NamedValue> out;
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::string name = "#" + std::to_string(i);
        if (site && i < site->fieldNames.size())
            name = toValidUtf8(site->fieldNames[i]);
        out.push_back({std::move(name), values[i]});
    }
    for (const Field& field : dynamic)
        out.push_back({toValidUtf8(field.name), field.value});
    return out;
}

std::string RecordText::fields(const PieceRecord& record) const
{
    switch (record.kind()) {
    case RecordKind::event: {
        const Event read = event(record);
        const Callsite* const site = m_recording.callsite(read.callsite);
        const std::string text = joined(values(read.callsite, read.values, read.dynamic));
        return site ? levelName(site->level) + (text.empty() ? "" : " ") + text : text;
    }
    case RecordKind::spanNew: {
        const auto object = spanObject(record, record.id());
        return object ? joined(values(object->callsite, object->values, object->dynamic)) : std::string();
    }
    case RecordKind::taskNew: {
        const auto object = taskObject(record, record.id());
        return object ? object->kind.text() : std::string();
    }
    default: return {};
    }
}

Record RecordText::line(const PieceRecord& record) const
{
    Record out;
    out.range = record.range();
    out.ref = record.ref();
    out.node = idOf(Part::record, out.ref);
    out.tint = tint(record.kind());
    out.timeNs = nanoseconds(record.micros());
    out.kind = recordName(record.kind());
    out.subject = subject(record);
    out.by = by(record);
    out.fields = fields(record);
    return out;
}

void RecordText::appendFields(std::string& out, std::uint64_t callsite, const std::vector<FieldValue>& values,
                              const std::vector<Field>& dynamic) const
{
    const Callsite* const site = m_recording.callsite(callsite);
    bool first = true;
    const auto field = [&](std::string_view name, const FieldValue& value) {
        out += first ? "{\"name\":" : ",{\"name\":";
        first = false;
        appendJsonString(out, name);
        appendText(out, "type", typeName(value));
        if (const auto* text = std::get_if<std::string_view>(&value))
            appendText(out, "value", *text);
        else
            appendText(out, "value", valueText(value));
        if (const F64* number = std::get_if<F64>(&value)) {
            std::string bits(16, '0');
            for (std::size_t i = 0; i < 16; ++i)
                bits[15 - i] = "0123456789abcdef"[number->bits >> (4 * i) & 15];
            appendText(out, "bits", bits);
        }
        out += '}';
    };
    out += ",\"fields\":[";
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (site && i < site->fieldNames.size())
            field(site->fieldNames[i], values[i]);
        else
            field("#" + std::to_string(i), values[i]);
    }
    for (const Field& one : dynamic)
        field(one.name, one.value);
    out += ']';
}

void RecordText::appendJson(std::string& out, const PieceRecord& record, std::uint64_t index,
                            std::string_view chunk) const
{
    const bool stream = record.piece->decoded.header.size == 0;
    if (stream) {
        out += "{\"index\":";
        traceglass::appendNumber(out, index);
        appendNumber(out, "offset", record.range().offset);
    } else {
        out += "{\"chunk\":";
        appendJsonString(out, chunk);
        appendNumber(out, "seq_id", record.sequence->id);
    }
    const RecordKind kind = record.kind();
    appendNumber(out, "ts_us", record.micros());
    appendText(out, "type", recordName(kind));
    const auto appendSpan = [&](const SpanObject& span) {
        appendNumber(out, "callsite_id", span.callsite);
        appendParent(out, span.parent);
        appendFields(out, span.callsite, span.values, span.dynamic);
    };
    const auto appendTask = [&](const TaskObject& task) {
        appendNumber(out, "callsite_id", task.callsite);
        appendNumber(out, "task_id", task.taskId);
        appendText(out, "name", task.name);
        appendText(out, "kind", task.kind.text());
        appendOptional(out, "context", task.context);
    };
    if (kind == RecordKind::event) {
        const Event read = event(record);
        appendNumber(out, "callsite_id", read.callsite);
        appendParent(out, read.parent);
        appendFields(out, read.callsite, read.values, read.dynamic);
    } else if (kind == RecordKind::callsite) {
        ByteReader in(record.piece->bytes());
        in.seek(record.payload());
        const Callsite site = readCallsite(in);
        appendNumber(out, "callsite_id", site.id);
        appendNumber(out, "level", site.level);
        appendText(out, "kind", callsiteKindName(site.kind));
        appendText(out, "name", site.textField("name"));
        out += ",\"field_names\":[";
        for (std::size_t i = 0; i < site.fieldNames.size(); ++i) {
            out += i ? "," : "";
            appendJsonString(out, site.fieldNames[i]);
        }
        out += ']';
    } else if (isWaker(kind)) {
        const Waker read = waker(record);
        appendNumber(out, "task_iid", read.task);
        appendOptional(out, "context", read.context);
    } else if (kind != RecordKind::end) {
        appendNumber(out, "iid", record.id());
        const bool isObject = kind == RecordKind::spanObject || kind == RecordKind::taskObject;
        ByteReader in(record.piece->bytes());
        in.seek(isObject ? record.payload() : 0);
        if (kind == RecordKind::spanObject) {
            appendSpan(readSpanObject(in));
        } else if (kind == RecordKind::taskObject) {
            appendTask(readTaskObject(in));
        } else if (kind == RecordKind::spanNew && !stream) {
            if (const auto object = spanObject(record, record.id()))
                appendSpan(*object);
        } else if (kind == RecordKind::taskNew && !stream) {
            if (const auto object = taskObject(record, record.id()))
                appendTask(*object);
        }
    }
    out += '}';
}

std::vector<std::string> RecordText::tracks(const PieceRecord& record) const
{
    std::vector<std::string> out;
    const RecordKind kind = record.kind();
    if (isTask(kind) || isWaker(kind)) {
        std::string name = task(record, record.id());
        out.push_back("tasks/" + name);
        out.push_back("tasks/" + name.substr(0, name.rfind(" #")));
    } else if (isSpan(kind)) {
        out.push_back("spans/" + span(record, record.id()));
    } else if (kind == RecordKind::event) {
        out.push_back("events/events");
    }
    if (m_findings) {
        if (const auto worker = m_findings->workers.find(record.sequence->id);
            worker != m_findings->workers.end())
            out.push_back("workers/" + worker->second);
    }
    return out;
}

}
