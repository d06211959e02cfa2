#include "core/formats/rfr/structure/rfr_parts.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace traceglass::rfr {

namespace {

enum RootGroup : std::size_t { kMeta, kCallsites, kNotes, kFolders, kChunks };

constexpr std::uint32_t kNoFolder = ~0u;
constexpr std::uint64_t kHoweverMany = std::numeric_limits<std::uint64_t>::max();

std::string_view folderOf(std::string_view name)
{
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

// "/callsites/0": children whose number stands behind the name of their parent. holderOf() finds them by
// itself, and a byte of the list that none of them owns, such as its count, is one of what the list is in.
PartGroup listOf(std::uint64_t count)
{
    return {.word = {}, .numbered = true, .count = count, .ordered = true, .ownsBytes = false};
}

std::uint64_t positionIn(const std::vector<std::uint32_t>& sorted, std::uint64_t wanted)
{
    return static_cast<std::uint64_t>(std::ranges::lower_bound(sorted, wanted) - sorted.begin());
}

}

RfrParts::RfrParts(const RecordingReader& reader, const RfrTimeline& timeline, const RfrNotes& notes)
    : m_reader(reader)
    , m_recording(reader.recording())
    , m_timeline(timeline)
    , m_notes(notes)
{
    std::unordered_map<std::string_view, std::uint32_t> folders;
    for (std::uint32_t i = 0; i < m_recording.chunks.size(); ++i) {
        const std::string_view name = folderOf(m_recording.chunks[i].name);
        if (name.empty()) {
            m_atTop.push_back(i);
            m_folderOf.push_back(kNoFolder);
            continue;
        }
        const auto [known, isNew] = folders.try_emplace(name, static_cast<std::uint32_t>(m_folders.size()));
        if (isNew)
            m_folders.push_back({std::string(name), {}});
        m_folders[known->second].chunks.push_back(i);
        m_folderOf.push_back(known->second);
    }
}

// --- what ids stand for

std::optional<std::size_t> RfrParts::callsiteAt(SourceId source, std::uint64_t offset) const
{
    const auto& all = m_recording.callsites.all();
    const auto next =
        std::ranges::upper_bound(all, offset, {}, [](const auto& entry) { return entry.range.offset; });
    if (next == all.begin() || !std::prev(next)->range.contains(source, offset))
        return {};
    return static_cast<std::size_t>(next - all.begin() - 1);
}

std::optional<std::size_t> RfrParts::callsite(const NodeId& id) const
{
    const auto found = callsiteAt(refIn(id).source(), refIn(id).offset());
    return found && m_recording.callsites.all()[*found].ref() == refIn(id) ? found : std::nullopt;
}

const ChunkFile* RfrParts::readableChunk(const NodeId& id) const
{
    const auto& chunks = m_recording.chunks;
    return chunkIn(id) < chunks.size() && chunks[chunkIn(id)].readable ? &chunks[chunkIn(id)] : nullptr;
}

std::shared_ptr<const Sequence> RfrParts::sequence(const NodeId& id, const Job& job) const
{
    const PiecePtr piece = m_reader.piece(chunkIn(id), job);
    if (!piece || sequenceIn(id) >= piece->decoded.sequences.size())
        return nullptr;
    return {piece, &piece->decoded.sequences[sequenceIn(id)]};
}

PieceObject RfrParts::object(const NodeId& id, const Job& job) const
{
    const RecordRef ref = refIn(id);
    const PieceObject found = objectAt(m_reader.pieceAt(ref.source(), ref.offset(), job), ref.offset());
    return found && found.offset() == ref.offset() ? found : PieceObject {};
}

PieceRecord RfrParts::record(const NodeId& id, const Job& job) const
{
    const RecordRef ref = refIn(id);
    const PieceRecord found = recordAt(m_reader.pieceAt(ref.source(), ref.offset(), job), ref.offset());
    return found && found.offset() == ref.offset() ? found : PieceRecord {};
}

bool RfrParts::exists(const NodeId& id, const Job& job) const
{
    if (isField(id))
        return fieldOf(id) < fields(ownerOf(id), job).size();
    switch (partOf(id)) {
    case Part::root: return id.place == 0;
    case Part::meta: return id.place == 0 && m_recording.metaSource;
    case Part::callsites: return id.place == 0 && m_recording.callsitesSource;
    case Part::notes: return id.place == 0 && m_recording.notesSource;
    case Part::callsite: return callsite(id).has_value();
    case Part::folder: return id.place < m_folders.size();
    case Part::chunk: return id.place < m_recording.chunks.size();
    case Part::header: return sequenceIn(id) == 0 && readableChunk(id);
    case Part::records:
        if (m_recording.isStream())
            return id.place == 0;
        [[fallthrough]];
    case Part::sequence:
    case Part::objects: return sequence(id, job) != nullptr;
    case Part::object: return bool(object(id, job));
    case Part::record: return bool(record(id, job));
    }
    return false;
}

// --- the tree

std::vector<PartGroup> RfrParts::rootGroups(std::uint64_t chunks) const
{
    if (m_recording.isStream())
        return {{.word = "records"}};
    return {{.word = "meta", .count = m_recording.metaSource ? 1u : 0u},
            {.word = "callsites", .count = m_recording.callsitesSource ? 1u : 0u},
            {.word = "notes", .count = m_recording.notesSource ? 1u : 0u},
            {.word = "folders", .numbered = true, .count = m_folders.size()},
            {.word = "chunks", .numbered = true, .count = chunks}};
}

Result<std::vector<PartGroup>> RfrParts::groups(const NodeId& parent, const Job& job) const
{
    using Groups = std::vector<PartGroup>;
    // Of a record its fields tell that it exists.
    const bool isRecord = !isField(parent) && partOf(parent) == Part::record;
    if (!isRecord && !exists(parent, job))
        return fail(Code::NodeUnknown);
    if (isField(parent))
        return Groups {};
    switch (partOf(parent)) {
    case Part::root: return rootGroups(m_atTop.size());
    case Part::callsites: return Groups {listOf(m_recording.callsites.all().size())};
    case Part::notes: return Groups {};
    case Part::folder:
        return Groups {listOf(m_folders[static_cast<std::size_t>(parent.place)].chunks.size())};
    case Part::chunk: {
        const ChunkFile& chunk = m_recording.chunks[static_cast<std::size_t>(parent.place)];
        if (!chunk.readable)
            return Groups {};
        const PiecePtr piece = m_reader.piece(static_cast<std::uint32_t>(parent.place), job);
        if (!piece)
            return fail(Code::FileUnreadable, chunk.name);
        return Groups {{.word = "header"},
                       {.word = "sequences",
                        .numbered = true,
                        .count = piece->decoded.sequences.size(),
                        .ordered = true}};
    }
    case Part::sequence:
        return Groups {{.word = "objects", .ownsBytes = false}, {.word = "records", .ownsBytes = false}};
    case Part::objects:
    case Part::records: {
        if (m_recording.isStream())
            return m_reader.streamRecords(job).map([](std::uint64_t all) { return Groups {listOf(all)}; });
        const auto found = sequence(parent, job);
        if (!found)
            return fail(Code::NodeUnknown);
        return Groups {listOf(partOf(parent) == Part::objects ? found->objects.size() : found->size())};
    }
    default: {
        const std::uint64_t count = std::min<std::uint64_t>(fields(parent, job).size(), kFieldMask);
        if (isRecord && count == 0 && !exists(parent, job))
            return fail(Code::NodeUnknown);
        return Groups {{.word = "fields", .numbered = true, .count = count, .ownsBytes = false}};
    }
    }
}

std::optional<NodeId> RfrParts::child(const NodeId& parent, std::size_t group, std::uint64_t index,
                                      const Job& job) const
{
    const auto at = static_cast<std::size_t>(index);
    const auto chunkAt = [&](const std::vector<std::uint32_t>& chunks) {
        return at < chunks.size() ? std::optional(idOf(Part::chunk, chunks[at])) : std::nullopt;
    };
    switch (partOf(parent)) {
    case Part::root:
        if (m_recording.isStream())
            return idOf(Part::records);
        switch (group) {
        case kMeta: return idOf(Part::meta);
        case kCallsites: return idOf(Part::callsites);
        case kNotes: return idOf(Part::notes);
        case kFolders: return idOf(Part::folder, index);
        default: return chunkAt(m_atTop);
        }
    case Part::callsites: {
        const auto& all = m_recording.callsites.all();
        return at < all.size() ? std::optional(idOf(Part::callsite, all[at].ref())) : std::nullopt;
    }
    case Part::folder:
        return parent.place < m_folders.size() ? chunkAt(m_folders[parent.place].chunks) : std::nullopt;
    case Part::chunk: {
        const auto chunk = static_cast<std::uint32_t>(parent.place);
        return group == 0 ? idOf(Part::header, chunk, 0) : idOf(Part::sequence, chunk, index);
    }
    case Part::sequence: return idOf(group == 0 ? Part::objects : Part::records, parent.place);
    case Part::objects: {
        const auto found = sequence(parent, job);
        if (!found || at >= found->objects.size())
            return {};
        return idOf(Part::object, RecordRef(sourceOf(parent), found->objectOffset(at)));
    }
    case Part::records: {
        if (!m_recording.isStream()) {
            const auto found = sequence(parent, job);
            if (!found || at >= found->size())
                return {};
            return idOf(Part::record, RecordRef(sourceOf(parent), found->recordOffset(at)));
        }
        const PiecePtr piece = m_reader.streamPiece(index, job);
        if (!piece || index - piece->firstRecord >= piece->decoded.records)
            return {};
        return idOf(Part::record,
                    piece->ref(piece->decoded.sequences.front(),
                               static_cast<std::size_t>(index - piece->firstRecord)));
    }
    default: return fieldIdOf(parent, index);
    }
}

std::optional<PartPlace> RfrParts::placeOf(const NodeId& id, const Job& job) const
{
    if ((isField(id) || !isInPiece(partOf(id))) && !exists(id, job))
        return {};
    if (isField(id))
        return PartPlace {ownerOf(id), 0, fieldOf(id)};
    const auto inRoot = [](std::size_t group, std::uint64_t index) {
        return PartPlace {idOf(Part::root), group, index};
    };
    const auto listIn = [&](Part list, const Piece& piece, const Sequence* in) {
        return m_recording.isStream()
            ? idOf(list)
            : idOf(list, piece.chunk, static_cast<std::uint64_t>(in - piece.decoded.sequences.data()));
    };
    switch (partOf(id)) {
    case Part::root: return {};
    case Part::meta: return inRoot(kMeta, 0);
    case Part::callsites: return inRoot(kCallsites, 0);
    case Part::notes: return inRoot(kNotes, 0);
    case Part::folder: return inRoot(kFolders, id.place);
    case Part::chunk: {
        const std::uint32_t folder = m_folderOf[static_cast<std::size_t>(id.place)];
        if (folder == kNoFolder)
            return inRoot(kChunks, positionIn(m_atTop, id.place));
        return PartPlace {idOf(Part::folder, folder), 0, positionIn(m_folders[folder].chunks, id.place)};
    }
    case Part::callsite: return PartPlace {idOf(Part::callsites), 0, *callsite(id)};
    case Part::header: return PartPlace {idOf(Part::chunk, chunkIn(id)), 0, 0};
    case Part::sequence: return PartPlace {idOf(Part::chunk, chunkIn(id)), 1, sequenceIn(id)};
    case Part::objects: return PartPlace {idOf(Part::sequence, id.place), 0, 0};
    case Part::records:
        return m_recording.isStream() ? inRoot(0, 0) : PartPlace {idOf(Part::sequence, id.place), 1, 0};
    case Part::object: {
        const PieceObject found = object(id, job);
        if (!found)
            return {};
        return PartPlace {listIn(Part::objects, *found.piece, found.sequence), 0, found.index};
    }
    case Part::record: {
        const PieceRecord found = record(id, job);
        if (!found)
            return {};
        return PartPlace {listIn(Part::records, *found.piece, found.sequence), 0, found.number()};
    }
    }
    return {};
}

std::optional<NodeId> RfrParts::holderOf(SourceId source, std::uint64_t offset, const Job& job) const
{
    if (source == m_recording.metaSource)
        return idOf(Part::meta);
    if (source == m_recording.notesSource)
        return idOf(Part::notes);
    if (source == m_recording.callsitesSource) {
        const auto found = callsiteAt(source, offset);
        return found ? idOf(Part::callsite, m_recording.callsites.all()[*found].ref())
                     : idOf(Part::callsites);
    }
    const PiecePtr piece = m_reader.pieceAt(source, offset, job);
    if (const PieceRecord found = recordAt(piece, offset))
        return idOf(Part::record, found.ref());
    if (m_recording.isStream())
        return source == *m_recording.streamSource ? std::optional(idOf(Part::records)) : std::nullopt;
    const auto chunk = m_recording.chunkOf(source);
    if (!chunk)
        return {};
    if (!piece)
        return idOf(Part::chunk, *chunk);
    if (offset < piece->decoded.header.size)
        return idOf(Part::header, *chunk, 0);
    if (const PieceObject found = objectAt(piece, offset))
        return idOf(Part::object, found.ref());
    return idOf(Part::chunk, *chunk); // a sequence is found from there
}

// --- paths

Result<std::vector<PartGroup>> RfrParts::pathGroups(const NodeId& parent, const Job& job) const
{
    if (parent == idOf(Part::root))
        return rootGroups(m_recording.chunks.size());
    if (!isField(parent) && partOf(parent) == Part::folder)
        return std::vector<PartGroup> {};
    if (m_recording.isStream() && parent == idOf(Part::records))
        return std::vector {listOf(kHoweverMany)}; // counting them would read the whole stream
    return groups(parent, job);
}

std::optional<NodeId> RfrParts::pathChild(const NodeId& parent, std::size_t group, std::uint64_t index,
                                          const Job& job) const
{
    if (parent == idOf(Part::root) && group == kChunks)
        return idOf(Part::chunk, index);
    return child(parent, group, index, job);
}

std::optional<PartPlace> RfrParts::pathPlaceOf(const NodeId& id, const Job& job) const
{
    if (!isField(id) && partOf(id) == Part::chunk && id.place < m_recording.chunks.size())
        return PartPlace {idOf(Part::root), kChunks, id.place};
    return placeOf(id, job);
}

// --- the map of damage

void RfrParts::blocks(SourceId source, const BlockSink& sink, const Job& job) const
{
    if (source == m_recording.streamSource)
        streamBlocks(sink);
    else if (const auto chunk = m_recording.chunkOf(source))
        chunkBlocks(*chunk, sink);
    else if (const auto file = holderOf(source, 0, job))
        sink({wholeFile(source), *file, Block::State::good});
}

void RfrParts::chunkBlocks(std::uint32_t chunk, const BlockSink& sink) const
{
    const ChunkFile& file = m_recording.chunks[chunk];
    const NodeId node = idOf(Part::chunk, chunk);
    const auto sequences = m_recording.layouts.sequences(chunk);
    if (!file.readable || !sequences) {
        sink({{file.source, 0, file.size}, node, file.readable ? Block::State::unread : Block::State::lost});
        return;
    }
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < sequences->size(); ++i) {
        const std::uint64_t end = std::max((*sequences)[i].end, at);
        if (!sink({{file.source, at, end - at}, idOf(Part::sequence, chunk, i), Block::State::good}))
            return;
        at = end;
    }
    if (sequences->empty()) {
        at = file.header.size;
        if (!sink({{file.source, 0, at}, node, Block::State::good}))
            return;
    }
    if (at < file.size) // behind the first fault nothing can be found
        sink({{file.source, at, file.size - at}, node, Block::State::lost});
}

void RfrParts::streamBlocks(const BlockSink& sink) const
{
    const auto marks = m_recording.marks.all(); // may grow meanwhile, so they come first
    const auto reach = m_recording.marks.reach();
    const SourceId source = *m_recording.streamSource;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const std::uint64_t end = i + 1 < marks.size() ? marks[i + 1].offset : reach.next.offset;
        const NodeId first = idOf(Part::record, RecordRef(source, marks[i].offset));
        if (!sink({{source, at, end - at}, first, Block::State::good}))
            return;
        at = end;
    }
    if (at < m_recording.bytes)
        sink({{source, at, m_recording.bytes - at},
              idOf(Part::records),
              reach.complete ? Block::State::lost : Block::State::unread});
}

}
