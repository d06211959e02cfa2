// The lines of the tree.
#include "core/base/text.h"
#include "core/formats/rfr/records/rfr_record_text.h"
#include "core/formats/rfr/structure/rfr_parts.h"

#include <algorithm>

namespace traceglass::rfr {

ByteRange RfrParts::wholeFile(SourceId source) const
{
    const auto file = m_recording.sources.open(source);
    return {source, 0, file ? (*file)->size() : 0};
}

SourceId RfrParts::sourceOf(const NodeId& id) const
{
    switch (partOf(id)) {
    case Part::meta: return *m_recording.metaSource;
    case Part::callsite:
    case Part::object:
    case Part::record: return refIn(id).source();
    default: return m_recording.chunks[chunkIn(id)].source;
    }
}

Result<void> RfrParts::readGroup(const NodeId& parent, std::size_t group, std::uint64_t first,
                                 std::uint64_t count, std::vector<Node>& out) const
{
    std::vector<Node> lines = fields(parent); // all at once: each is found by reading those before it
    if (lines.empty())
        return Parts::readGroup(parent, group, first, count, out);
    for (std::uint64_t i = first; i < std::min<std::uint64_t>(first + count, lines.size()); ++i)
        out.push_back(std::move(lines[static_cast<std::size_t>(i)]));
    return {};
}

Result<Node> RfrParts::read(const NodeId& id) const
{
    if (isField(id)) {
        std::vector<Node> lines = fields(ownerOf(id));
        if (fieldOf(id) >= lines.size())
            return fail(Code::NodeUnknown);
        return std::move(lines[fieldOf(id)]);
    }
    if (!isInPiece(partOf(id)) && !exists(id))
        return fail(Code::NodeUnknown);
    Node out;
    out.id = id;
    out.expandable = true;
    switch (partOf(id)) {
    case Part::root:
        out.kind = NodeKind::capture;
        out.label = m_recording.path.filename().string();
        out.value = m_recording.version;
        if (m_recording.isStream())
            out.range = wholeFile(*m_recording.streamSource);
        return out;
    case Part::meta:
        out.kind = NodeKind::file;
        out.label = "meta.rfr";
        out.range = wholeFile(*m_recording.metaSource);
        return out;
    case Part::callsites:
        out.kind = NodeKind::file;
        out.label = "callsites.rfr";
        out.value = counted(m_recording.callsites.all().size(), "callsite", "callsites");
        out.range = wholeFile(*m_recording.callsitesSource);
        return out;
    case Part::notes:
        out.kind = NodeKind::file;
        out.label = m_recording.notesPath.filename().string();
        if (const auto count = m_notes.count())
            out.value = counted(*count, "note", "notes");
        out.range = wholeFile(*m_recording.notesSource);
        out.expandable = false;
        return out;
    case Part::callsite: {
        const auto& [callsite, range] = m_recording.callsites.all()[*this->callsite(id)];
        out.kind = NodeKind::callsite;
        out.tint = Tint::head;
        out.label = escaped(callsite.textField("name"));
        if (out.label.empty())
            out.label = hexNumber(callsite.id);
        out.value = levelName(callsite.level) + " " + std::string(callsiteKindName(callsite.kind));
        out.range = range;
        return out;
    }
    case Part::folder: {
        const Folder& folder = m_folders[static_cast<std::size_t>(id.place)];
        out.kind = NodeKind::folder;
        out.label = folder.name;
        out.value = counted(folder.chunks.size(), "chunk", "chunks");
        return out;
    }
    case Part::chunk: describeChunk(out, m_recording.chunks[static_cast<std::size_t>(id.place)]); return out;
    case Part::header: {
        const ChunkFile& chunk = m_recording.chunks[chunkIn(id)];
        out.kind = NodeKind::header;
        out.tint = Tint::head;
        out.label = "header";
        out.value = chunk.header.version;
        out.range = {chunk.source, 0, chunk.header.size};
        return out;
    }
    case Part::object: {
        const PieceObject found = object(id);
        if (!found)
            return fail(Code::NodeUnknown);
        describeObject(out, found);
        return out;
    }
    case Part::record: {
        const PieceRecord found = record(id);
        if (!found)
            return fail(Code::NodeUnknown);
        describeRecord(out, found);
        return out;
    }
    case Part::records:
        if (m_recording.isStream()) {
            out.kind = NodeKind::records;
            out.label = "records";
            out.value = m_reader.streamRecords({}).map(grouped).value_or("");
            out.range = wholeFile(*m_recording.streamSource);
            return out;
        }
        [[fallthrough]];
    case Part::sequence:
    case Part::objects: {
        const auto found = sequence(id);
        if (!found)
            return fail(Code::NodeUnknown);
        describeSequence(out, *found);
        return out;
    }
    }
    return fail(Code::NodeUnknown);
}

void RfrParts::describeChunk(Node& node, const ChunkFile& chunk) const
{
    node.kind = NodeKind::chunk;
    node.label = chunk.name.substr(chunk.name.rfind('/') + 1); // the whole name where there is no slash
    if (node.label.ends_with(".rfr"))
        node.label.resize(node.label.size() - 4);
    node.range = {chunk.source, 0, chunk.size};
    if (!chunk.readable) {
        node.value = "unreadable";
        node.problem = Severity::error;
        node.expandable = false;
        return;
    }
    node.time = chunk.interval();
    const ChunkFile& first = m_recording.chunks[m_recording.byTime.front()];
    const auto start = nanoseconds(first.header.absolute(first.header.startMicros));
    const auto own = nanoseconds(chunk.header.absolute(chunk.header.startMicros));
    if (start && own)
        node.value = relativeText(*own - *start);
}

void RfrParts::describeObject(Node& node, const PieceObject& object) const
{
    const ObjectEntry& entry = object.object();
    node.kind = NodeKind::object;
    node.tint = entry.task ? Tint::taskStart : Tint::span;
    node.label = std::to_string(object.index) + (entry.task ? " Task" : " Span");
    if (entry.task) {
        const TaskObject task = object.piece->object(*object.sequence, entry, readTaskObject);
        node.value =
            (task.name.empty() ? task.kind.text() : escaped(task.name)) + " #" + std::to_string(task.taskId);
    } else {
        const SpanObject span = object.piece->object(*object.sequence, entry, readSpanObject);
        node.value = m_recording.callsiteName(span.callsite);
    }
    node.range = object.range();
}

void RfrParts::describeRecord(Node& node, const PieceRecord& record) const
{
    std::string_view name = recordName(record.kind());
    if (name.starts_with("Task") && name.size() > 4 && name != "TaskNew")
        name.remove_prefix(4);
    node.kind = NodeKind::record;
    node.tint = RecordText::tint(record.kind());
    node.label = std::to_string(record.number()) + " " + std::string(name);
    node.value = RecordText(m_recording, m_timeline.findings()).subject(record);
    node.range = record.range();
    if (const auto time = nanoseconds(record.micros()))
        node.time = TimeRange {*time, *time};
}

void RfrParts::describeSequence(Node& node, const Sequence& sequence) const
{
    const ChunkFile& chunk = m_recording.chunks[chunkIn(node.id)];
    const auto part = [&](std::uint64_t from, std::uint64_t to) {
        return ByteRange {chunk.source, from, to - std::min(from, to)};
    };
    switch (partOf(node.id)) {
    case Part::objects:
        node.kind = NodeKind::objects;
        node.label = "objects";
        node.value = grouped(sequence.objects.size());
        node.range = part(sequence.objectsOffset, sequence.recordsOffset);
        return;
    case Part::records:
        node.kind = NodeKind::records;
        node.label = "records";
        node.value = grouped(sequence.size());
        node.range =
            part(sequence.size() > 0 ? sequence.recordOffset(0) : sequence.recordsOffset, sequence.end);
        return;
    default: break;
    }
    node.kind = NodeKind::sequence;
    node.label = "seq " + std::to_string(sequence.id);
    const auto findings = m_timeline.findings();
    if (const std::string* const worker = findings ? findings->worker(sequence.id) : nullptr)
        node.value = *worker;
    node.range = part(sequence.offset, sequence.end);
    if (sequence.size() == 0)
        return;
    const auto first = nanoseconds(chunk.header.absolute(sequence.micros.front()));
    const auto last = nanoseconds(chunk.header.absolute(sequence.micros.back()));
    if (first && last)
        node.time = TimeRange {*first, std::max(*first, *last)};
}

}
