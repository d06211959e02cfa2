// The fields of records, objects, callsites and headers as lines of the tree.
#include "core/base/text.h"
#include "core/formats/rfr/records/rfr_record_text.h"
#include "core/formats/rfr/structure/rfr_parts.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

// Collects fields with the bytes each was read from.
class FieldList
{
public:
    FieldList(ByteReader& in, SourceId source)
        : m_in(in)
        , m_source(source)
        , m_last(in.offset())
    {
    }

    void add(std::string label, std::string value)
    {
        if (!m_in.failed())
            m_lines.push_back(
                {std::move(label), std::move(value), {m_source, m_last, m_in.offset() - m_last}});
        m_last = m_in.offset();
    }
    std::vector<FieldLine> take() { return std::move(m_lines); }

private:
    ByteReader& m_in;
    SourceId m_source;
    std::size_t m_last;
    std::vector<FieldLine> m_lines;
};

constexpr bool hasFields(Part part)
{
    return part == Part::meta || part == Part::callsite || part == Part::header || part == Part::object
        || part == Part::record;
}

std::string oneLine(std::string_view text)
{
    return escaped(text);
}

std::string idText(std::uint64_t id)
{
    return hexNumber(id);
}

std::string momentText(std::uint64_t micros)
{
    const auto ns = nanoseconds(micros);
    return ns ? iso8601(*ns) : std::to_string(micros) + " µs";
}

std::string offsetText(std::uint64_t micros)
{
    return "+" + grouped(micros) + " µs";
}

void readValues(ByteReader& in, FieldList& out, const Callsite* site)
{
    const std::uint64_t count = in.count(least::kFieldValue);
    out.add("values", std::to_string(count));
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
        const FieldValue value = readFieldValue(in);
        std::string name = "#" + std::to_string(i);
        if (site && i < site->fieldNames.size())
            name = oneLine(site->fieldNames[i]);
        out.add(std::move(name), shortened(oneLine(valueText(value)), 400));
    }
}

void readNamed(ByteReader& in, FieldList& out, std::string_view what)
{
    const std::uint64_t count = in.count(least::kField);
    out.add(std::string(what), std::to_string(count));
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
        const Field field = readField(in);
        out.add(oneLine(field.name), shortened(oneLine(valueText(field.value)), 400));
    }
}

void readParentFields(ByteReader& in, FieldList& out)
{
    const std::uint32_t kind = in.varint32();
    out.add("parent", std::string(parentName(static_cast<Parent::Kind>(std::min(kind, 2u)))));
    if (kind == 2)
        out.add("parent iid", idText(in.varint64()));
}

}

std::vector<FieldLine> RfrParts::fields(const NodeId& owner) const
{
    if (isField(owner) || !hasFields(partOf(owner)) || !exists(owner))
        return {};
    const SourceId source = sourceOf(owner);
    const auto file = m_recording.sources.open(source);
    if (!file)
        return {};
    ByteReader in((*file)->view());
    switch (partOf(owner)) {
    case Part::meta: {
        FieldList out(in, source);
        const auto label = readLabel(in);
        out.add("label", label ? std::string(label->text) : std::string());
        out.add("created", momentText(readAbsTime(in).totalMicros()));
        const std::uint64_t count = in.count(1);
        out.add("formats", std::to_string(count));
        for (std::uint64_t i = 0; i < count && !in.failed(); ++i)
            out.add("format", oneLine(in.text()));
        return out.take();
    }
    case Part::callsite: {
        in.seek(refIn(owner).offset());
        FieldList out(in, source);
        out.add("id", idText(in.varint64()));
        out.add("level", levelName(in.u8()));
        out.add("kind", std::string(callsiteKindName(in.varint32())));
        readNamed(in, out, "const fields");
        const std::uint64_t count = in.count(1);
        out.add("field names", std::to_string(count));
        for (std::uint64_t i = 0; i < count && !in.failed(); ++i)
            out.add("#" + std::to_string(i), oneLine(in.text()));
        return out.take();
    }
    case Part::header: {
        FieldList out(in, source);
        const auto label = readLabel(in);
        out.add("label", label ? std::string(label->text) : std::string());
        const std::uint64_t base = in.varint64();
        out.add("base time", momentText(AbsTime {base, 0}.totalMicros()));
        for (const char* name : {"start", "end", "earliest", "latest"})
            out.add(name, offsetText(in.varint64()));
        out.add("sequences", grouped(in.varint64()));
        return out.take();
    }
    case Part::object: {
        in.seek(refIn(owner).offset());
        FieldList out(in, source);
        const bool task = in.varint32() == 1;
        out.add("variant", task ? "1 Task" : "0 Span");
        out.add("iid", idText(in.varint64()));
        const std::uint64_t site = in.varint64();
        out.add("callsite", m_recording.callsiteName(site));
        if (!task) {
            readParentFields(in, out);
            readValues(in, out, m_recording.callsite(site));
            readNamed(in, out, "dynamic fields");
            return out.take();
        }
        out.add("task id", std::to_string(in.varint64()));
        out.add("name", oneLine(in.text()));
        TaskKind kind {in.varint32(), {}};
        if (kind.number == 4)
            kind.other = in.text();
        out.add("kind", kind.text());
        out.add("spawned by", in.boolean() ? idText(in.varint64()) : "none recorded");
        return out.take();
    }
    case Part::record: {
        const PieceRecord found = record(owner);
        if (!found)
            return {};
        const RecordText text(m_recording, m_timeline.findings());
        const bool stream = m_recording.isStream();
        in.seek(found.offset());
        FieldList out(in, source);
        const std::uint64_t time = stream ? readAbsTime(in).totalMicros() : in.varint64();
        out.add("time", stream ? momentText(time) : offsetText(time));
        const std::uint32_t number = in.varint32();
        out.add("kind", std::to_string(number) + " " + std::string(recordName(found.kind())));
        const RecordKind kind = found.kind();
        if (kind == RecordKind::end)
            return out.take();
        if (kind == RecordKind::event || kind == RecordKind::spanObject) {
            if (kind == RecordKind::spanObject)
                out.add("iid", idText(in.varint64()));
            const std::uint64_t site = in.varint64();
            out.add("callsite", m_recording.callsiteName(site));
            readParentFields(in, out);
            readValues(in, out, m_recording.callsite(site));
            readNamed(in, out, "dynamic fields");
        } else if (isWaker(kind)) {
            const std::uint64_t task = in.varint64();
            out.add("task", text.task(found, task) + "  iid " + idText(task));
            const bool has = in.boolean();
            const std::uint64_t context = has ? in.varint64() : 0;
            out.add("called in",
                    has ? text.context(found, context) + "  iid " + idText(context) : "none recorded");
        } else if (kind == RecordKind::callsite) {
            const Callsite site = readCallsite(in);
            out.add("callsite", oneLine(site.textField("name")) + "  id " + idText(site.id));
        } else if (kind == RecordKind::taskObject) {
            const TaskObject task = readTaskObject(in);
            out.add("task",
                    oneLine(task.name) + " #" + std::to_string(task.taskId) + "  iid " + idText(task.iid));
        } else {
            const std::uint64_t iid = in.varint64();
            out.add(isTask(kind) ? "task" : "span", "iid " + idText(iid));
        }
        return out.take();
    }
    default: return {};
    }
}

}
