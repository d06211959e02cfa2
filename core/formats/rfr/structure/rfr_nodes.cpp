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
                                 std::uint64_t count, std::vector<Node>& out, const Job& job) const
{
    if (!isField(parent) && partOf(parent) == Part::records && !m_recording.isStream())
        return readRecords(parent, first, count, out, job);
    std::vector<Node> lines = fields(parent, job); // all at once: each is found by reading those before it
    if (lines.empty())
        return Parts::readGroup(parent, group, first, count, out, job);
    for (std::uint64_t i = first; i < std::min<std::uint64_t>(first + count, lines.size()); ++i)
        out.push_back(std::move(lines[static_cast<std::size_t>(i)]));
    return {};
}

// From one look at the chunk: finding each anew asks the disk each time whether the file was cut.
Result<void> RfrParts::readRecords(const NodeId& list, std::uint64_t first, std::uint64_t count,
                                   std::vector<Node>& out, const Job& job) const
{
    const PiecePtr piece = m_reader.piece(chunkIn(list), job);
    if (!piece || sequenceIn(list) >= piece->decoded.sequences.size())
        return fail(Code::NodeUnknown);
    const Sequence& sequence = piece->decoded.sequences[sequenceIn(list)];
    if (first > sequence.size() || count > sequence.size() - first)
        return fail(Code::NodeUnknown);
    for (std::uint64_t i = first; i < first + count && !job.stopRequested(); ++i) {
        const PieceRecord record {piece, &sequence, static_cast<std::size_t>(i)};
        Node& node = out.emplace_back();
        node.id = idOf(Part::record, record.ref());
        node.expandable = true;
        describeRecord(node, record);
    }
    if (piece->file->isCut()) // what was read may be zeros
        return fail(Code::FileChanged, m_recording.chunks[chunkIn(list)].name);
    return {};
}

Result<Node> RfrParts::read(const NodeId& id, const Job& job) const
{
    if (isField(id)) {
        std::vector<Node> lines = fields(ownerOf(id), job);
        if (fieldOf(id) >= lines.size())
            return fail(Code::NodeUnknown);
        return std::move(lines[fieldOf(id)]);
    }
    if (!isInPiece(partOf(id)) && !exists(id, job))
        return fail(Code::NodeUnknown);
    Node out;
    out.id = id;
    out.expandable = true;
    const auto say = [&](NodeKind kind, std::string label, std::string value, const ByteRange& range) {
        out.kind = kind;
        out.label = std::move(label);
        out.value = std::move(value);
        out.range = range;
        return out;
    };
    switch (partOf(id)) {
    case Part::root:
        return say(NodeKind::capture, m_recording.path.filename().string(), m_recording.version,
                   m_recording.isStream() ? wholeFile(*m_recording.streamSource) : ByteRange {});
    case Part::meta: return say(NodeKind::file, "meta.rfr", {}, wholeFile(*m_recording.metaSource));
    case Part::callsites:
        return say(NodeKind::file, "callsites.rfr",
                   counted(m_recording.callsites.all().size(), "callsite", "callsites"),
                   wholeFile(*m_recording.callsitesSource));
    case Part::notes: {
        const auto count = m_notes.count();
        out.expandable = false;
        return say(NodeKind::file, m_recording.notesPath.filename().string(),
                   count ? counted(*count, "note", "notes") : std::string(),
                   wholeFile(*m_recording.notesSource));
    }
    case Part::callsite: {
        const auto& [callsite, range] = m_recording.callsites.all()[*this->callsite(id)];
        out.tint = Tint::head;
        const std::string name = escaped(callsite.textField("name"));
        return say(NodeKind::callsite, name.empty() ? hexNumber(callsite.id) : name,
                   levelName(callsite.level) + " " + std::string(callsiteKindName(callsite.kind)), range);
    }
    case Part::folder: {
        const Folder& folder = m_folders[static_cast<std::size_t>(id.place)];
        return say(NodeKind::folder, folder.name, counted(folder.chunks.size(), "chunk", "chunks"), {});
    }
    case Part::chunk: describeChunk(out, m_recording.chunks[static_cast<std::size_t>(id.place)]); return out;
    case Part::header: {
        const ChunkFile& chunk = m_recording.chunks[chunkIn(id)];
        out.tint = Tint::head;
        return say(NodeKind::header, "header", chunk.header.version, {chunk.source, 0, chunk.header.size});
    }
    case Part::object:
        if (const PieceObject found = object(id, job)) {
            describeObject(out, found);
            return out;
        }
        break;
    case Part::record:
        if (const PieceRecord found = record(id, job)) {
            describeRecord(out, found);
            return out;
        }
        break;
    case Part::records:
        if (m_recording.isStream())
            return say(NodeKind::records, "records", m_reader.streamRecords(job).map(grouped).value_or(""),
                       wholeFile(*m_recording.streamSource));
        [[fallthrough]];
    case Part::sequence:
    case Part::objects:
        if (const auto found = sequence(id, job)) {
            describeSequence(out, *found);
            return out;
        }
        break;
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
    node.kind = NodeKind::record;
    node.tint = RecordText::tint(record.kind());
    node.label = std::to_string(record.number()) + " " + std::string(recordName(record.kind()));
    node.value = RecordText(m_recording, m_timeline.tables()).subject(record);
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
    const auto tables = m_timeline.tables();
    if (const std::string* const worker = tables ? tables->worker(sequence.id) : nullptr)
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
