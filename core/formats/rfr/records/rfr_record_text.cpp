#include "core/formats/rfr/records/rfr_record_text.h"

#include "core/base/json_writer.h"
#include "core/formats/rfr/structure/rfr_node_id.h"

namespace traceglass::rfr {

namespace {

std::string named(std::string_view name, std::uint64_t id)
{
    return std::string(name) + " #" + std::to_string(id);
}

// "slow query, rows 12"
template <class Said>
std::string joinedFields(const Recording& recording, const Said& said, std::size_t textBytes)
{
    std::string out;
    eachField(recording.callsite(said.callsite), said, [&](std::string_view name, const WireValue& value) {
        if (!out.empty())
            out += ", ";
        if (name != "message")
            out += toValidUtf8(name) + " ";
        out += shortened(escaped(valueText(value)), textBytes);
    });
    return out;
}

}

RecordText::RecordText(const Recording& recording, std::shared_ptr<const Tables> tables)
    : m_recording(recording)
    , m_tables(tables ? std::move(tables) : std::make_shared<const Tables>())
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

std::string RecordText::task(const PieceRecord& record, std::uint64_t iid) const
{
    if (const TaskInfo* const info = m_tables->taskAt(iid, record.micros()); info && info->facts)
        return named(m_tables->strings->text(info->facts->shownName()), info->facts->taskId);
    if (const auto object = record.taskObject(iid))
        return named(object->name.empty() ? object->kind.text() : toValidUtf8(object->name), object->taskId);
    return "task " + hexNumber(iid);
}

std::string RecordText::span(const PieceRecord& record, std::uint64_t iid) const
{
    if (const SpanInfo* const info = m_tables->span(iid); info && info->facts)
        return std::string(m_tables->strings->text(info->name));
    if (const auto object = record.spanObject(iid))
        return m_recording.callsiteName(object->callsite);
    return "span " + hexNumber(iid);
}

std::string RecordText::context(const PieceRecord& record, std::uint64_t iid) const
{
    const bool isSpanId = (!m_tables->taskByIid.contains(iid) && m_tables->span(iid))
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
        who = record.payload(readWaker).context;
        if (who == record.id())
            return "itself";
    } else if (kind == RecordKind::taskNew) {
        const auto object = record.taskObject(record.id());
        who = object ? object->context : std::nullopt;
    }
    return who ? context(record, *who) : std::string();
}

std::string RecordText::fields(const PieceRecord& record, std::size_t textBytes) const
{
    switch (record.kind()) {
    case RecordKind::event: {
        const Event event = record.payload(readEvent);
        const Callsite* const site = m_recording.callsite(event.callsite);
        const std::string text = joinedFields(m_recording, event, textBytes);
        return site ? levelName(site->level) + (text.empty() ? "" : " ") + text : text;
    }
    case RecordKind::spanNew: {
        const auto object = record.spanObject(record.id());
        return object ? joinedFields(m_recording, *object, textBytes) : std::string();
    }
    case RecordKind::taskNew: {
        const auto object = record.taskObject(record.id());
        return object ? object->kind.text() : std::string();
    }
    default: return {};
    }
}

Record RecordText::line(const PieceRecord& record, std::size_t textBytes) const
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
    out.fields = fields(record, textBytes);
    return out;
}

void RecordText::appendJson(std::string& out, const PieceRecord& record, std::uint64_t index,
                            std::string_view chunk) const
{
    const RecordKind kind = record.kind();
    const bool isStream = record.piece->isStream;
    static const struct
    {
        JsonKey index {"index"}, offset {"offset"}, chunk {"chunk"}, sequence {"seq_id"}, time {"ts_us"},
            type {"type"}, iid {"iid"}, task {"task_iid"}, context {"context"};
    } keys;
    JsonWriter json(out);
    json.beginObject();
    if (isStream)
        json.field(keys.index, index).field(keys.offset, record.offset());
    else
        json.field(keys.chunk, chunk).field(keys.sequence, record.sequence->id);
    json.field(keys.time, record.micros()).key(keys.type).word(recordName(kind));
    const auto addField = [&](std::string_view name, const WireValue& value) {
        json.beginObject().field("name", name).field("type", typeName(value));
        if (const auto* text = std::get_if<std::string_view>(&value))
            json.field("value", *text);
        else
            json.field("value", valueText(value));
        if (const F64* number = std::get_if<F64>(&value)) {
            std::string bits;
            appendHexDigits(bits, number->bits, 16);
            json.field("bits", bits);
        }
        json.endObject();
    };
    const auto addSaid = [&](const auto& said) {
        json.field("callsite_id", said.callsite).key("parent");
        if (said.parent.kind == Parent::Kind::explicitId)
            json.value(said.parent.iid);
        else
            json.value(parentName(said.parent.kind));
        json.key("fields").beginArray();
        eachField(m_recording.callsite(said.callsite), said, addField);
        json.endArray();
    };
    const auto addTask = [&](const TaskObject& task) {
        json.field("callsite_id", task.callsite).field("task_id", task.taskId).field("name", task.name);
        json.field("kind", task.kind.text()).field("context", task.context);
    };
    if (kind == RecordKind::event) {
        addSaid(record.payload(readEvent));
    } else if (kind == RecordKind::callsite) {
        const Callsite site = record.payload(readCallsite);
        json.field("callsite_id", site.id).field("level", site.level);
        json.field("kind", callsiteKindName(site.kind)).field("name", site.textField("name"));
        json.key("field_names").beginArray();
        for (const std::string_view name : site.fieldNames)
            json.value(name);
        json.endArray();
    } else if (isWaker(kind)) {
        const Waker waker = record.payload(readWaker);
        json.field(keys.task, waker.task).field(keys.context, waker.context);
    } else if (kind != RecordKind::end) {
        json.field(keys.iid, record.id());
        if (kind == RecordKind::spanObject) {
            addSaid(record.payload(readSpanObject));
        } else if (kind == RecordKind::taskObject) {
            addTask(record.payload(readTaskObject));
        } else if (kind == RecordKind::spanNew && !isStream) {
            if (const auto object = record.spanObject(record.id()))
                addSaid(*object);
        } else if (kind == RecordKind::taskNew && !isStream) {
            if (const auto object = record.taskObject(record.id()))
                addTask(*object);
        }
    }
    json.endObject();
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
        out.emplace_back("events/events");
    }
    if (const std::string* const worker = m_tables->worker(record.sequence->id))
        out.push_back("workers/" + *worker);
    return out;
}

}
