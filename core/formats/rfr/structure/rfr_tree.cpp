#include "core/formats/rfr/structure/rfr_tree.h"

#include "core/base/text.h"

#include <algorithm>

namespace traceglass::rfr {

const Sequence* Tree::sequence(const NodeId& id, PiecePtr& piece) const
{
    piece = m_document.piece(chunkIn(id));
    if (!piece || sequenceIn(id) >= piece->decoded.sequences.size())
        return nullptr;
    return &piece->decoded.sequences[sequenceIn(id)];
}

std::optional<Tree::ObjectAt> Tree::objectAt(SourceId source, std::uint64_t offset) const
{
    if (m_document.isStream())
        return {};
    const PiecePtr piece = m_document.pieceAt(source, offset);
    if (!piece)
        return {};
    for (const Sequence& sequence : piece->decoded.sequences) {
        if (offset < sequence.offset || offset >= sequence.recordsOffset || sequence.objects.empty())
            continue;
        const auto next = std::ranges::upper_bound(sequence.objects, offset - sequence.offsetBase, {},
                                                   &ObjectPlace::offset);
        if (next != sequence.objects.begin())
            return ObjectAt {piece, &sequence, static_cast<std::size_t>(next - sequence.objects.begin() - 1)};
    }
    return {};
}

SourceId Tree::sourceOf(const NodeId& id) const
{
    switch (partOf(id)) {
    case Part::meta: return m_recording.metaSource.value_or(SourceId {});
    case Part::callsites: return m_recording.callsitesSource.value_or(SourceId {});
    case Part::notes: return m_recording.notesSource.value_or(SourceId {});
    case Part::chunk: return m_recording.chunks[static_cast<std::size_t>(id.place)].source;
    case Part::header:
    case Part::sequence:
    case Part::objects:
    case Part::records:
        return m_document.isStream() ? *m_recording.streamSource : m_recording.chunks[chunkIn(id)].source;
    case Part::callsite:
    case Part::object:
    case Part::record: return refIn(id).source();
    default: return {};
    }
}

// --- nodes
// ---------------------------------------------------------------------------------------------------------

Result<Node> Tree::node(const NodeId& id) const
{
    Node out;
    out.id = id;
    if (isField(id)) {
        const NodeId owner = ownerOf(id);
        const auto lines = fields(owner);
        if (fieldOf(id) >= lines.size())
            return fail(Code::NodeUnknown);
        const FieldLine& line = lines[fieldOf(id)];
        out.kind = NodeKind::field;
        out.label = line.label;
        out.value = line.value;
        out.range = {sourceOf(owner), line.offset, line.end - line.offset};
        return out;
    }
    const auto whole = [&](SourceId source) {
        const auto file = m_recording.sources.open(source);
        return ByteRange {source, 0, file ? (*file)->size() : 0};
    };
    out.expandable = true;
    switch (partOf(id)) {
    case Part::root:
        out.kind = NodeKind::capture;
        out.label = m_recording.path.filename().string();
        out.value = m_recording.version;
        if (m_document.isStream())
            out.range = whole(*m_recording.streamSource);
        return out;
    case Part::meta:
        out.kind = NodeKind::file;
        out.label = "meta.rfr";
        out.range = whole(sourceOf(id));
        return out;
    case Part::callsites:
        out.kind = NodeKind::file;
        out.label = "callsites.rfr";
        out.value = counted(m_recording.callsites.list.size(), "callsite", "callsites");
        out.range = whole(sourceOf(id));
        return out;
    case Part::notes: {
        out.kind = NodeKind::file;
        out.label = m_recording.notesPath.filename().string();
        if (const auto count = m_document.noteCount())
            out.value = counted(*count, "note", "notes");
        out.range = whole(sourceOf(id));
        out.expandable = false;
        return out;
    }
    case Part::callsite: {
        const RecordRef ref = refIn(id);
        const auto found = std::ranges::find(m_recording.callsites.list, ref.offset(),
                                             [](const auto& place) { return place.range.offset; });
        if (found == m_recording.callsites.list.end() || found->range.source != ref.source())
            return fail(Code::NodeUnknown);
        out.kind = NodeKind::callsite;
        out.tint = Tint::head;
        out.label = escaped(found->callsite.textField("name"));
        if (out.label.empty())
            out.label = hexNumber(found->callsite.id);
        out.value =
            levelName(found->callsite.level) + " " + std::string(callsiteKindName(found->callsite.kind));
        out.range = found->range;
        return out;
    }
    case Part::folder:
        if (id.place >= m_document.m_folders.size())
            return fail(Code::NodeUnknown);
        out.kind = NodeKind::folder;
        out.label = m_document.m_folders[static_cast<std::size_t>(id.place)];
        out.value = counted(chunksIn(static_cast<std::size_t>(id.place)).size(), "chunk", "chunks");
        return out;
    case Part::chunk: {
        if (id.place >= m_recording.chunks.size())
            return fail(Code::NodeUnknown);
        const ChunkFile& chunk = m_recording.chunks[static_cast<std::size_t>(id.place)];
        const std::size_t slash = chunk.name.rfind('/');
        out.kind = NodeKind::chunk;
        out.label = chunk.name.substr(slash == std::string::npos ? 0 : slash + 1);
        if (out.label.ends_with(".rfr"))
            out.label.resize(out.label.size() - 4);
        out.range = {chunk.source, 0, chunk.size};
        if (!chunk.readable) {
            out.value = "unreadable";
            out.problem = Severity::error;
            out.expandable = false;
            return out;
        }
        out.time = chunk.interval();
        if (!m_recording.byTime.empty()) {
            const ChunkFile& first = m_recording.chunks[m_recording.byTime.front()];
            const auto start = nanoseconds(first.header.absolute(first.header.startMicros));
            const auto own = nanoseconds(chunk.header.absolute(chunk.header.startMicros));
            if (start && own)
                out.value = relativeText(*own - *start);
        }
        for (const Diagnostic& diagnostic : m_document.diagnostics()) {
            if (diagnostic.range && diagnostic.range->source == chunk.source)
                out.problem = std::max(out.problem.value_or(Severity::info), diagnostic.severity);
        }
        return out;
    }
    case Part::header: {
        out.kind = NodeKind::header;
        out.tint = Tint::head;
        out.label = "header";
        const ChunkHeader& header = m_recording.chunks[chunkIn(id)].header;
        out.value = header.version;
        out.range = {sourceOf(id), 0, header.size};
        return out;
    }
    case Part::sequence:
    case Part::objects:
    case Part::records: break;
    case Part::object: {
        const auto object = objectAt(refIn(id).source(), refIn(id).offset());
        if (!object)
            return fail(Code::NodeUnknown);
        const ObjectPlace& place = object->sequence->objects[object->index];
        ByteReader in(object->piece->bytes());
        in.seek(object->sequence->offsetBase + place.body);
        out.kind = NodeKind::object;
        out.tint = place.task ? Tint::taskStart : Tint::span;
        out.label = std::to_string(object->index) + (place.task ? " Task" : " Span");
        if (place.task) {
            const TaskObject task = readTaskObject(in);
            out.value = (task.name.empty() ? task.kind.text() : escaped(task.name)) + " #"
                + std::to_string(task.taskId);
        } else {
            out.value = m_document.callsites().nameOf(readSpanObject(in).callsite);
        }
        out.range = {object->piece->source, object->offset(), object->end() - object->offset()};
        return out;
    }
    case Part::record: {
        const auto place = record(id);
        if (!place)
            return fail(Code::NodeUnknown);
        std::string_view name = recordName(place->kind());
        if (name.starts_with("Task") && name.size() > 4 && name != "TaskNew")
            name.remove_prefix(4);
        out.kind = NodeKind::record;
        out.tint = RecordText::tint(place->kind());
        out.label = std::to_string(recordNumber(*place)) + " " + std::string(name);
        out.value = m_text.subject(*place);
        out.range = place->range();
        if (const auto time = nanoseconds(place->micros()))
            out.time = TimeRange {*time, *time};
        return out;
    }
    }
    if (m_document.isStream() && partOf(id) == Part::records) {
        out.kind = NodeKind::records;
        out.label = "records";
        out.value = grouped(m_document.streamRecords());
        out.range = whole(*m_recording.streamSource);
        return out;
    }
    if (chunkIn(id) >= m_recording.chunks.size())
        return fail(Code::NodeUnknown);
    PiecePtr piece;
    const Sequence* const found = sequence(id, piece);
    if (!found)
        return fail(Code::NodeUnknown);
    const std::uint64_t recordsStart = found->size() > 0 ? found->recordOffset(0) : found->recordsOffset;
    const auto part = [&](std::uint64_t from, std::uint64_t to) {
        return ByteRange {piece->source, from, to - std::min(from, to)};
    };
    switch (partOf(id)) {
    case Part::sequence: {
        out.kind = NodeKind::sequence;
        out.label = "seq " + std::to_string(found->id);
        const auto known = m_document.findings();
        if (known && known->workers.contains(found->id))
            out.value = known->workers.at(found->id);
        out.range = part(found->offset, found->end);
        if (found->size() > 0) {
            const auto first = nanoseconds(piece->absoluteMicros(*found, 0));
            const auto last = nanoseconds(piece->absoluteMicros(*found, found->size() - 1));
            if (first && last)
                out.time = TimeRange {*first, std::max(*first, *last)};
        }
        return out;
    }
    case Part::objects:
        out.kind = NodeKind::objects;
        out.label = "objects";
        out.value = grouped(found->objects.size());
        out.range = part(found->objectsOffset, found->recordsOffset);
        return out;
    default:
        out.kind = NodeKind::records;
        out.label = "records";
        out.value = grouped(found->size());
        out.range = part(recordsStart, found->end);
        return out;
    }
}

Result<std::uint64_t> Tree::childCount(const NodeId& id) const
{
    if (isField(id))
        return 0;
    switch (partOf(id)) {
    case Part::root: {
        if (m_document.isStream())
            return 1;
        return (m_recording.metaSource ? 1u : 0u) + (m_recording.callsitesSource ? 1u : 0u)
            + (m_recording.notesSource ? 1u : 0u)
            + m_document.m_folders.size() + chunksIn(m_document.m_folders.size()).size();
    }
    case Part::callsites: return m_recording.callsites.list.size();
    case Part::notes: return 0;
    case Part::folder: return chunksIn(static_cast<std::size_t>(id.place)).size();
    case Part::chunk: {
        if (id.place >= m_recording.chunks.size())
            return fail(Code::NodeUnknown);
        if (!m_recording.chunks[static_cast<std::size_t>(id.place)].readable)
            return 0;
        const PiecePtr piece = m_document.piece(static_cast<std::uint32_t>(id.place));
        if (!piece)
            return fail(Code::FileUnreadable, m_recording.chunks[static_cast<std::size_t>(id.place)].name);
        return 1 + piece->decoded.sequences.size();
    }
    case Part::sequence: return 2;
    case Part::objects:
    case Part::records: {
        if (m_document.isStream())
            return m_document.streamRecords();
        PiecePtr piece;
        const Sequence* const found = sequence(id, piece);
        if (!found)
            return fail(Code::NodeUnknown);
        return partOf(id) == Part::objects ? found->objects.size() : found->size();
    }
    default: return fields(id).size();
    }
}

std::optional<NodeId> Tree::childAt(const NodeId& id, std::uint64_t position) const
{
    switch (partOf(id)) {
    case Part::root: {
        if (m_document.isStream())
            return idOf(Part::records, 0);
        if (m_recording.metaSource && position-- == 0)
            return idOf(Part::meta, 0);
        if (m_recording.callsitesSource && position-- == 0)
            return idOf(Part::callsites, 0);
        if (m_recording.notesSource && position-- == 0)
            return idOf(Part::notes, 0);
        if (position < m_document.m_folders.size())
            return idOf(Part::folder, position);
        return idOf(Part::chunk,
                    chunksIn(m_document.m_folders
                                 .size())[static_cast<std::size_t>(position - m_document.m_folders.size())]);
    }
    case Part::callsites: {
        const ByteRange& range = m_recording.callsites.list[static_cast<std::size_t>(position)].range;
        return idOf(Part::callsite, RecordRef(range.source, range.offset).bits);
    }
    case Part::folder:
        return idOf(Part::chunk,
                    chunksIn(static_cast<std::size_t>(id.place))[static_cast<std::size_t>(position)]);
    case Part::chunk: {
        const auto chunk = static_cast<std::uint32_t>(id.place);
        return position == 0 ? idOf(Part::header, pack(chunk, 0))
                             : idOf(Part::sequence, pack(chunk, position - 1));
    }
    case Part::sequence: return idOf(position == 0 ? Part::objects : Part::records, id.place);
    case Part::objects:
    case Part::records: {
        const bool isStream = m_document.isStream();
        PiecePtr piece = isStream ? m_document.streamPiece(position) : nullptr;
        const Sequence* const found = !isStream ? sequence(id, piece)
            : piece                             ? &piece->decoded.sequences.front()
                                                : nullptr;
        const auto index =
            static_cast<std::size_t>(isStream ? position % StreamReader::kRecordsAPiece : position);
        const bool isRecord = partOf(id) == Part::records;
        if (!found || index >= (isRecord ? found->size() : found->objects.size()))
            return {};
        if (isRecord)
            return idOf(Part::record, piece->ref(*found, index).bits);
        return idOf(Part::object,
                    RecordRef(piece->source, found->offsetBase + found->objects[index].offset).bits);
    }
    default: return NodeId {id.place, id.part | static_cast<std::uint32_t>(position + 1)};
    }
}

Result<std::vector<Node>> Tree::children(const NodeId& id, std::uint64_t first, std::uint64_t count) const
{
    const auto total = childCount(id);
    if (!total)
        return tl::unexpected(total.error());
    std::vector<Node> out;
    for (std::uint64_t i = first; i < *total && i - first < count; ++i) {
        const auto at = childAt(id, i);
        if (!at)
            return fail(Code::FileChanged, m_recording.path.string());
        auto child = node(*at);
        if (!child)
            return tl::unexpected(child.error());
        out.push_back(std::move(*child));
    }
    return out;
}

}
