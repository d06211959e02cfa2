// The fields of records, objects, callsites and headers as lines of the tree.
#include "core/base/text.h"
#include "core/formats/rfr/structure/rfr_tree.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

// Collects fields with the bytes each was read from.
class FieldList
{
public:
    explicit FieldList(ByteReader& in)
        : m_in(in)
        , m_last(in.offset())
    {
    }

    void add(std::string label, std::string value)
    {
        if (!m_in.failed())
            m_lines.push_back({std::move(label), std::move(value), m_last, m_in.offset()});
        m_last = m_in.offset();
    }
    std::vector<FieldLine> take() { return std::move(m_lines); }

private:
    ByteReader& m_in;
    std::size_t m_last;
    std::vector<FieldLine> m_lines;
};

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

std::vector<FieldLine> Tree::fields(const NodeId& owner) const
{
    const auto file = m_recording.sources.open(sourceOf(owner));
    if (!file)
        return {};
    ByteReader in((*file)->view());
    switch (partOf(owner)) {
    case Part::meta: {
        FieldList out(in);
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
        FieldList out(in);
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
        FieldList out(in);
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
        const auto object = objectAt(refIn(owner).source(), refIn(owner).offset());
        if (!object)
            return {};
        in.seek(object->offset());
        FieldList out(in);
        const bool task = in.varint32() == 1;
        out.add("variant", task ? "1 Task" : "0 Span");
        out.add("iid", idText(in.varint64()));
        const std::uint64_t site = in.varint64();
        out.add("callsite", m_document.callsites().nameOf(site));
        if (!task) {
            readParentFields(in, out);
            readValues(in, out, m_document.callsites().find(site));
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
        const auto place = record(owner);
        if (!place)
            return {};
        const bool stream = m_document.isStream();
        in.seek(place->range().offset);
        FieldList out(in);
        const std::uint64_t time = stream ? readAbsTime(in).totalMicros() : in.varint64();
        out.add("time", stream ? momentText(time) : offsetText(time));
        const std::uint32_t number = in.varint32();
        out.add("kind", std::to_string(number) + " " + std::string(recordName(place->kind())));
        const RecordKind kind = place->kind();
        if (kind == RecordKind::end)
            return out.take();
        if (kind == RecordKind::event || kind == RecordKind::spanObject) {
            if (kind == RecordKind::spanObject)
                out.add("iid", idText(in.varint64()));
            const std::uint64_t site = in.varint64();
            out.add("callsite", m_document.callsites().nameOf(site));
            readParentFields(in, out);
            readValues(in, out, m_document.callsites().find(site));
            readNamed(in, out, "dynamic fields");
        } else if (isWaker(kind)) {
            const std::uint64_t task = in.varint64();
            out.add("task", m_text.task(*place, task) + "  iid " + idText(task));
            const bool has = in.boolean();
            const std::uint64_t context = has ? in.varint64() : 0;
            out.add("called in",
                    has ? m_text.context(*place, context) + "  iid " + idText(context) : "none recorded");
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
