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
    FieldList(std::span<const std::byte> bytes, ByteReader& in, SourceId source, const NodeId& owner)
        : m_bytes(bytes)
        , m_in(in)
        , m_source(source)
        , m_owner(owner)
        , m_last(in.offset())
    {
    }

    void add(std::string label, std::string value)
    {
        const std::size_t length = m_in.failed() ? 0 : m_in.offset() - m_last;
        // All numbers are LEB128, and a text has a length before it.
        ByteReader number(m_bytes.subspan(m_last, length));
        number.varint64();
        const bool isNumber = !number.failed() && number.left() == 0 && !value.empty();
        if (!m_in.failed())
            m_lines.push_back({.id = fieldIdOf(m_owner, m_lines.size()),
                               .label = std::move(label),
                               .value = std::move(value),
                               .range = {m_source, m_last, length},
                               .encoding = {isNumber ? Encoding::Kind::leb128 : Encoding::Kind::unknown}});
        m_last = m_in.offset();
    }
    std::vector<Node> take() { return std::move(m_lines); }

private:
    std::span<const std::byte> m_bytes;
    ByteReader& m_in;
    SourceId m_source;
    NodeId m_owner;
    std::size_t m_last;
    std::vector<Node> m_lines;
};

constexpr bool hasFields(Part part)
{
    return part == Part::meta || part == Part::callsite || part == Part::header || part == Part::object
        || part == Part::record;
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

// A list: its length, then `readOne(i)` for each of its members.
template <class ReadOne>
void readEach(ByteReader& in, FieldList& out, std::string_view what, std::size_t leastSize,
              const ReadOne& readOne)
{
    const std::uint64_t count = in.count(leastSize);
    out.add(std::string(what), std::to_string(count));
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i)
        readOne(i);
}

void readValues(ByteReader& in, FieldList& out, const Callsite* site)
{
    readEach(in, out, "values", least::kFieldValue, [&](std::uint64_t i) {
        const WireValue value = readFieldValue(in);
        const bool isNamed = site && i < site->fieldNames.size();
        out.add(isNamed ? escaped(site->fieldNames[i]) : "#" + std::to_string(i),
                shortened(escaped(valueText(value)), 400));
    });
}

void readNamed(ByteReader& in, FieldList& out, std::string_view what)
{
    readEach(in, out, what, least::kField, [&](std::uint64_t) {
        const NamedValue field = readField(in);
        out.add(escaped(field.name), shortened(escaped(valueText(field.value)), 400));
    });
}

void readParentFields(ByteReader& in, FieldList& out)
{
    const std::uint32_t kind = in.varint32();
    out.add("parent", std::string(parentName(static_cast<Parent::Kind>(std::min(kind, 2u)))));
    if (kind == 2)
        out.add("parent iid", hexNumber(in.varint64()));
}

}

std::vector<Node> RfrParts::fields(const NodeId& owner, const Job& job) const
{
    if (isField(owner) || !hasFields(partOf(owner)))
        return {};
    const PieceRecord found = partOf(owner) == Part::record ? record(owner, job) : PieceRecord {};
    if (partOf(owner) == Part::record ? !found : !exists(owner, job))
        return {};
    const SourceId source = sourceOf(owner);
    const auto file = m_recording.sources.open(source);
    if (!file)
        return {};
    ByteReader in((*file)->view());
    if (partOf(owner) != Part::meta && partOf(owner) != Part::header)
        in.seek(refIn(owner).offset());
    FieldList out((*file)->view(), in, source, owner);
    const auto readSaidFields = [&](std::uint64_t site) { // of an event or a span, from its callsite on
        out.add("callsite", m_recording.callsiteName(site));
        readParentFields(in, out);
        readValues(in, out, m_recording.callsite(site));
        readNamed(in, out, "dynamic fields");
    };
    const auto addLabel = [&] {
        const auto label = readLabel(in);
        out.add("label", label ? std::string(label->text) : std::string());
    };
    switch (partOf(owner)) {
    case Part::meta:
        addLabel();
        out.add("created", momentText(readAbsTime(in).totalMicros()));
        readEach(in, out, "formats", 1, [&](std::uint64_t) { out.add("format", escaped(in.text())); });
        break;
    case Part::callsite:
        out.add("id", hexNumber(in.varint64()));
        out.add("level", levelName(in.u8()));
        out.add("kind", std::string(callsiteKindName(in.varint32())));
        readNamed(in, out, "const fields");
        readEach(in, out, "field names", 1,
                 [&](std::uint64_t i) { out.add("#" + std::to_string(i), escaped(in.text())); });
        break;
    case Part::header:
        addLabel();
        out.add("base time", momentText(AbsTime {in.varint64(), 0}.totalMicros()));
        for (const char* name : {"start", "end", "earliest", "latest"})
            out.add(name, offsetText(in.varint64()));
        out.add("sequences", grouped(in.varint64()));
        break;
    case Part::object: {
        const bool task = in.varint32() == 1;
        out.add("variant", task ? "1 Task" : "0 Span");
        out.add("iid", hexNumber(in.varint64()));
        const std::uint64_t site = in.varint64();
        if (!task) {
            readSaidFields(site);
            break;
        }
        out.add("callsite", m_recording.callsiteName(site));
        out.add("task id", std::to_string(in.varint64()));
        out.add("name", escaped(in.text()));
        out.add("kind", readTaskKind(in).text());
        const auto context = readOptional(in);
        out.add("spawned by", context ? hexNumber(*context) : "none recorded");
        break;
    }
    case Part::record: {
        const RecordText text(m_recording, m_timeline.tables());
        const bool stream = m_recording.isStream();
        const std::uint64_t time = stream ? readAbsTime(in).totalMicros() : in.varint64();
        out.add("time", stream ? momentText(time) : offsetText(time));
        const std::uint32_t number = in.varint32();
        out.add("kind", std::to_string(number) + " " + std::string(recordName(found.kind())));
        const RecordKind kind = found.kind();
        if (kind == RecordKind::event || kind == RecordKind::spanObject) {
            if (kind == RecordKind::spanObject)
                out.add("iid", hexNumber(in.varint64()));
            readSaidFields(in.varint64());
        } else if (isWaker(kind)) {
            const std::uint64_t task = in.varint64();
            out.add("task", text.task(found, task) + "  iid " + hexNumber(task));
            const auto context = readOptional(in);
            out.add("called in",
                    context ? text.context(found, *context) + "  iid " + hexNumber(*context)
                            : "none recorded");
        } else if (kind == RecordKind::callsite) {
            const Callsite site = readCallsite(in);
            out.add("callsite", escaped(site.textField("name")) + "  id " + hexNumber(site.id));
        } else if (kind == RecordKind::taskObject) {
            const TaskObject task = readTaskObject(in);
            out.add("task",
                    escaped(task.name) + " #" + std::to_string(task.taskId) + "  iid " + hexNumber(task.iid));
        } else if (kind != RecordKind::end) {
            out.add(isTask(kind) ? "task" : "span", "iid " + hexNumber(in.varint64()));
        }
        break;
    }
    default: break;
    }
    return out.take();
}

}
