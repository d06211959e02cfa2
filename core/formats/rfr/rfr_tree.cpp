// The structure tree of a recording: meta, callsites, folders, chunks, sequences, objects and records with their fields.
#include "core/base/text.h"
#include "core/formats/rfr/rfr_document.h"
#include "core/formats/rfr/rfr_record_text.h"

#include <algorithm>
#include <charconv>

namespace traceglass::rfr {

namespace {

enum class Part : std::uint32_t {
    root, meta, callsites, callsite, folder, chunk, header, sequence, objects, object, records, record,
};

constexpr unsigned kFieldBits = 26;
constexpr std::uint32_t kFieldMask = (1u << kFieldBits) - 1;

NodeId idOf(Part part, std::uint64_t place)
{
    return {place, static_cast<std::uint32_t>(part) << kFieldBits};
}

Part partOf(const NodeId& id) { return static_cast<Part>(id.part >> kFieldBits); }
bool isField(const NodeId& id) { return (id.part & kFieldMask) != 0; }
std::size_t fieldOf(const NodeId& id) { return (id.part & kFieldMask) - 1; }
NodeId ownerOf(const NodeId& id) { return {id.place, id.part & ~kFieldMask}; }

std::uint64_t pack(std::uint32_t chunk, std::uint64_t sequence) { return std::uint64_t(chunk) << 32 | sequence; }
std::uint32_t chunkIn(const NodeId& id) { return static_cast<std::uint32_t>(id.place >> 32); }
std::uint32_t sequenceIn(const NodeId& id) { return static_cast<std::uint32_t>(id.place); }

RecordRef refIn(const NodeId& id)
{
    RecordRef ref;
    ref.bits = id.place;
    return ref;
}

struct FieldLine
{
    std::string label;
    std::string value;
    std::uint64_t offset = 0; // in the file
    std::uint64_t end = 0;
};

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

class Tree
{
public:
    explicit Tree(const RfrDocument& document)
        : m_document(document)
        , m_recording(*document.m_recording)
        , m_text(document)
    {
    }

    Result<Node> node(const NodeId& id) const;
    Result<std::uint64_t> childCount(const NodeId& id) const;
    Result<std::vector<Node>> children(const NodeId& id, std::uint64_t first, std::uint64_t count) const;
    NodeId childAt(const NodeId& id, std::uint64_t position) const;
    std::optional<std::uint64_t> positionOf(const NodeId& parent, const NodeId& child) const;
    std::optional<NodeId> parentOf(const NodeId& id) const;
    std::optional<NodeId> nodeAt(SourceId source, std::uint64_t offset) const;

    std::optional<RecordPlace> record(const NodeId& id) const
    {
        const RecordRef ref = refIn(id);
        const RecordPlace place = recordAt(m_document.pieceAt(ref.source(), ref.offset()), ref.offset());
        if (!place || place.range().offset != ref.offset())
            return {};
        return place;
    }
    std::uint64_t recordNumber(const RecordPlace& place) const
    {
        return m_document.isStream() ? m_document.firstRecordOf(*place.piece) + place.record : place.record;
    }
    std::uint32_t chunkNumber(const RecordRef& ref) const { return m_document.chunkOf(ref.source()).value_or(0); }

    struct ObjectAt
    {
        PiecePtr piece;
        const Sequence* sequence = nullptr;
        std::size_t index = 0;

        std::uint64_t offset() const { return sequence->offsetBase + sequence->objects[index].offset; }
        std::uint64_t end() const
        {
            return index + 1 < sequence->objects.size() ? sequence->offsetBase + sequence->objects[index + 1].offset : sequence->recordsOffset;
        }
    };
    std::optional<ObjectAt> object(const NodeId& id) const { return objectAt(refIn(id).source(), refIn(id).offset()); }

private:
    std::vector<FieldLine> fields(const NodeId& owner) const;
    std::optional<ObjectAt> objectAt(SourceId source, std::uint64_t offset) const;
    const Sequence* sequence(const NodeId& id, PiecePtr& piece) const;
    const std::vector<std::uint32_t>& chunksIn(std::size_t folder) const { return m_document.m_folderChunks[folder]; }
    SourceId sourceOf(const NodeId& id) const;

    const RfrDocument& m_document;
    const Recording& m_recording;
    RecordText m_text;
};

// --- lookups -------------------------------------------------------------------------------------------------------

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
        const auto next = std::ranges::upper_bound(sequence.objects, offset - sequence.offsetBase, {}, &ObjectPlace::offset);
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
    case Part::chunk: return m_recording.chunks[static_cast<std::size_t>(id.place)].source;
    case Part::header:
    case Part::sequence:
    case Part::objects:
    case Part::records: return m_document.isStream() ? *m_recording.streamSource : m_recording.chunks[chunkIn(id)].source;
    case Part::callsite:
    case Part::object:
    case Part::record: return refIn(id).source();
    default: return {};
    }
}

// --- fields --------------------------------------------------------------------------------------------------------

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
            out.add("called in", has ? m_text.context(*place, context) + "  iid " + idText(context) : "none recorded");
        } else if (kind == RecordKind::callsite) {
            const Callsite site = readCallsite(in);
            out.add("callsite", oneLine(site.textField("name")) + "  id " + idText(site.id));
        } else if (kind == RecordKind::taskObject) {
            const TaskObject task = readTaskObject(in);
            out.add("task", oneLine(task.name) + " #" + std::to_string(task.taskId) + "  iid " + idText(task.iid));
        } else {
            const std::uint64_t iid = in.varint64();
            out.add(isTask(kind) ? "task" : "span", "iid " + idText(iid));
        }
        return out.take();
    }
    default: return {};
    }
}

// --- nodes ---------------------------------------------------------------------------------------------------------

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
    case Part::callsite: {
        const RecordRef ref = refIn(id);
        const auto found = std::ranges::find(m_recording.callsites.list, ref.offset(), [](const auto& place) { return place.range.offset; });
        if (found == m_recording.callsites.list.end() || found->range.source != ref.source())
            return fail(Code::NodeUnknown);
        out.kind = NodeKind::callsite;
        out.tint = Tint::head;
        out.label = oneLine(found->callsite.textField("name"));
        if (out.label.empty())
            out.label = idText(found->callsite.id);
        out.value = levelName(found->callsite.level) + " " + std::string(callsiteKindName(found->callsite.kind));
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
            out.value = (task.name.empty() ? task.kind.text() : oneLine(task.name)) + " #" + std::to_string(task.taskId);
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
    const auto part = [&](std::uint64_t from, std::uint64_t to) { return ByteRange {piece->source, from, to - std::min(from, to)}; };
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
        return (m_recording.metaSource ? 1u : 0u) + (m_recording.callsitesSource ? 1u : 0u) + m_document.m_folders.size() + chunksIn(m_document.m_folders.size()).size();
    }
    case Part::callsites: return m_recording.callsites.list.size();
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

NodeId Tree::childAt(const NodeId& id, std::uint64_t position) const
{
    switch (partOf(id)) {
    case Part::root: {
        if (m_document.isStream())
            return idOf(Part::records, 0);
        if (m_recording.metaSource && position-- == 0)
            return idOf(Part::meta, 0);
        if (m_recording.callsitesSource && position-- == 0)
            return idOf(Part::callsites, 0);
        if (position < m_document.m_folders.size())
            return idOf(Part::folder, position);
        return idOf(Part::chunk, chunksIn(m_document.m_folders.size())[static_cast<std::size_t>(position - m_document.m_folders.size())]);
    }
    case Part::callsites: {
        const ByteRange& range = m_recording.callsites.list[static_cast<std::size_t>(position)].range;
        return idOf(Part::callsite, RecordRef(range.source, range.offset).bits);
    }
    case Part::folder: return idOf(Part::chunk, chunksIn(static_cast<std::size_t>(id.place))[static_cast<std::size_t>(position)]);
    case Part::chunk: {
        const auto chunk = static_cast<std::uint32_t>(id.place);
        return position == 0 ? idOf(Part::header, pack(chunk, 0)) : idOf(Part::sequence, pack(chunk, position - 1));
    }
    case Part::sequence: return idOf(position == 0 ? Part::objects : Part::records, id.place);
    case Part::objects:
    case Part::records: {
        PiecePtr piece;
        if (m_document.isStream()) {
            piece = m_document.streamPiece(position);
            const Sequence& only = piece->decoded.sequences.front();
            return idOf(Part::record, piece->ref(only, static_cast<std::size_t>(position % StreamReader::kRecordsAPiece)).bits);
        }
        const Sequence* const found = sequence(id, piece);
        const auto index = static_cast<std::size_t>(position);
        if (partOf(id) == Part::records)
            return idOf(Part::record, piece->ref(*found, index).bits);
        return idOf(Part::object, RecordRef(piece->source, found->offsetBase + found->objects[index].offset).bits);
    }
    default: return {id.place, id.part | static_cast<std::uint32_t>(position + 1)};
    }
}

Result<std::vector<Node>> Tree::children(const NodeId& id, std::uint64_t first, std::uint64_t count) const
{
    const auto total = childCount(id);
    if (!total)
        return tl::unexpected(total.error());
    std::vector<Node> out;
    for (std::uint64_t i = first; i < *total && i - first < count; ++i) {
        auto child = node(childAt(id, i));
        if (!child)
            return tl::unexpected(child.error());
        out.push_back(std::move(*child));
    }
    return out;
}

std::optional<NodeId> Tree::parentOf(const NodeId& id) const
{
    if (isField(id))
        return ownerOf(id);
    switch (partOf(id)) {
    case Part::root: return {};
    case Part::meta:
    case Part::callsites:
    case Part::folder: return idOf(Part::root, 0);
    case Part::callsite: return idOf(Part::callsites, 0);
    case Part::chunk: {
        const std::uint32_t folder = m_document.m_folderOf[static_cast<std::size_t>(id.place)];
        return folder == ~0u ? idOf(Part::root, 0) : idOf(Part::folder, folder);
    }
    case Part::header:
    case Part::sequence: return idOf(Part::chunk, chunkIn(id));
    case Part::objects:
    case Part::records: return m_document.isStream() ? idOf(Part::root, 0) : idOf(Part::sequence, id.place);
    case Part::object:
        if (const auto found = object(id))
            return idOf(Part::objects, pack(found->piece->chunk, static_cast<std::uint64_t>(found->sequence - found->piece->decoded.sequences.data())));
        return {};
    case Part::record:
        if (m_document.isStream())
            return idOf(Part::records, 0);
        if (const auto found = record(id))
            return idOf(Part::records, pack(found->piece->chunk, static_cast<std::uint64_t>(found->sequence - found->piece->decoded.sequences.data())));
        return {};
    }
    return {};
}

std::optional<std::uint64_t> Tree::positionOf(const NodeId& parent, const NodeId& child) const
{
    if (isField(child))
        return fieldOf(child);
    if (partOf(child) == Part::record) {
        const auto found = record(child);
        return found ? std::optional(recordNumber(*found)) : std::nullopt;
    }
    if (partOf(child) == Part::object) {
        const auto found = object(child);
        return found ? std::optional<std::uint64_t>(found->index) : std::nullopt;
    }
    const auto count = childCount(parent);
    for (std::uint64_t i = 0; count && i < *count; ++i) {
        if (childAt(parent, i) == child)
            return i;
    }
    return {};
}

std::optional<NodeId> Tree::nodeAt(SourceId source, std::uint64_t offset) const
{
    if (source == m_recording.metaSource)
        return idOf(Part::meta, 0);
    if (source == m_recording.callsitesSource) {
        for (const auto& place : m_recording.callsites.list) {
            if (place.range.contains(source, offset))
                return idOf(Part::callsite, RecordRef(source, place.range.offset).bits);
        }
        return idOf(Part::callsites, 0);
    }
    const PiecePtr piece = m_document.pieceAt(source, offset);
    if (const RecordPlace place = recordAt(piece, offset))
        return idOf(Part::record, piece->ref(*place.sequence, place.record).bits);
    if (m_document.isStream())
        return source == *m_recording.streamSource ? std::optional(idOf(Part::records, 0)) : std::nullopt;
    const auto chunk = m_document.chunkOf(source);
    if (!chunk)
        return {};
    if (!piece)
        return idOf(Part::chunk, *chunk);
    if (offset < piece->decoded.header.size)
        return idOf(Part::header, pack(*chunk, 0));
    if (const auto found = objectAt(source, offset); found && offset < found->end())
        return idOf(Part::object, RecordRef(source, found->offset()).bits);
    for (std::size_t i = 0; i < piece->decoded.sequences.size(); ++i) {
        if (offset >= piece->decoded.sequences[i].offset && offset < piece->decoded.sequences[i].end)
            return idOf(Part::sequence, pack(*chunk, i));
    }
    return idOf(Part::chunk, *chunk);
}

// --- the document's side -------------------------------------------------------------------------------------------

Node RfrDocument::root() const
{
    return *Tree(*this).node(idOf(Part::root, 0));
}

Result<Node> RfrDocument::node(const NodeId& id) const
{
    return Tree(*this).node(id);
}

Result<std::uint64_t> RfrDocument::childCount(const NodeId& id) const
{
    return Tree(*this).childCount(id);
}

Result<std::vector<Node>> RfrDocument::children(const NodeId& id, std::uint64_t first, std::uint64_t count) const
{
    return Tree(*this).children(id, first, count);
}

std::vector<Document::Step> RfrDocument::wayTo(const NodeId& id) const
{
    const Tree tree(*this);
    std::vector<Step> way;
    NodeId at = id;
    while (const auto parent = tree.parentOf(at)) {
        const auto position = tree.positionOf(*parent, at);
        if (!position)
            return {};
        way.push_back({at, *position});
        at = *parent;
    }
    std::ranges::reverse(way);
    return way;
}

std::optional<NodeId> RfrDocument::nodeAt(SourceId source, std::uint64_t offset) const
{
    return Tree(*this).nodeAt(source, offset);
}

std::optional<NodeId> RfrDocument::nodeOf(RecordRef ref) const
{
    return ref.valid() ? nodeAt(ref.source(), ref.offset()) : std::nullopt;
}

std::string RfrDocument::pathOf(const NodeId& id) const
{
    const Tree tree(*this);
    const auto number = [](std::uint64_t value) { return std::to_string(value); };
    if (isField(id))
        return pathOf(ownerOf(id)) + "/fields/" + number(fieldOf(id));
    switch (partOf(id)) {
    case Part::root: return "/";
    case Part::meta: return "/meta";
    case Part::callsites: return "/callsites";
    case Part::callsite: return "/callsites/" + number(tree.positionOf(idOf(Part::callsites, 0), id).value_or(0));
    case Part::folder: return "/folders/" + number(id.place);
    case Part::chunk: return "/chunks/" + number(id.place);
    case Part::header: return "/chunks/" + number(chunkIn(id)) + "/header";
    case Part::sequence: return "/chunks/" + number(chunkIn(id)) + "/sequences/" + number(sequenceIn(id));
    case Part::objects: return pathOf(idOf(Part::sequence, id.place)) + "/objects";
    case Part::records: return isStream() ? "/records" : pathOf(idOf(Part::sequence, id.place)) + "/records";
    case Part::object:
    case Part::record: {
        const auto parent = tree.parentOf(id);
        const auto position = parent ? tree.positionOf(*parent, id) : std::nullopt;
        return position ? pathOf(*parent) + "/" + number(*position) : std::string();
    }
    }
    return {};
}

std::optional<NodeId> RfrDocument::find(std::string_view path) const
{
    const Tree tree(*this);
    std::vector<std::string_view> words;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        if (slash != 0)
            words.push_back(path.substr(0, slash));
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    }
    NodeId at = idOf(Part::root, 0);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        // "word/N": the N-th child of a list that may have no node of its own.
        const auto index = [&]() -> std::optional<std::uint64_t> {
            if (i + 1 >= words.size())
                return {};
            std::uint64_t value = 0;
            const std::string_view text = words[i + 1];
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
        }();
        const Part part = partOf(at);
        std::optional<NodeId> next;
        bool usesIndex = false;
        const auto nth = [&](const NodeId& list) -> std::optional<NodeId> {
            const auto count = tree.childCount(list);
            usesIndex = true;
            return count && index && *index < *count ? std::optional(tree.childAt(list, *index)) : std::nullopt;
        };
        if (part == Part::root && word == "meta" && m_recording->metaSource)
            next = idOf(Part::meta, 0);
        else if (part == Part::root && word == "callsites" && m_recording->callsitesSource)
            next = index ? nth(idOf(Part::callsites, 0)) : idOf(Part::callsites, 0);
        else if (part == Part::root && word == "folders" && index && *index < m_folders.size()) {
            next = idOf(Part::folder, *index);
            usesIndex = true;
        } else if (part == Part::root && word == "chunks" && index && *index < m_recording->chunks.size()) {
            next = idOf(Part::chunk, *index);
            usesIndex = true;
        } else if (part == Part::root && word == "records" && isStream())
            next = index ? nth(idOf(Part::records, 0)) : idOf(Part::records, 0);
        else if (part == Part::chunk && word == "header" && m_recording->chunks[static_cast<std::size_t>(at.place)].readable)
            next = idOf(Part::header, pack(static_cast<std::uint32_t>(at.place), 0));
        else if (part == Part::chunk && word == "sequences" && index) {
            const auto count = tree.childCount(at);
            usesIndex = true;
            if (count && *index + 1 < *count)
                next = tree.childAt(at, *index + 1);
        } else if (part == Part::sequence && (word == "objects" || word == "records")) {
            const NodeId list = idOf(word == "objects" ? Part::objects : Part::records, at.place);
            next = index ? nth(list) : list;
        } else if (word == "fields" && !isField(at)) {
            next = nth(at);
            if (next && !isField(*next))
                next.reset();
        }
        if (!next)
            return {};
        at = *next;
        i += usesIndex ? 1 : 0;
    }
    return at;
}

}
