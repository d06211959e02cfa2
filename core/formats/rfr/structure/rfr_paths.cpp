// Where nodes are: their parents and positions, the node that owns a byte, and the paths that name them.
#include "core/base/text.h"
#include "core/formats/rfr/structure/rfr_tree.h"
#include "core/model/node_path.h"

namespace traceglass::rfr {

std::optional<NodeId> Tree::parentOf(const NodeId& id) const
{
    if (isField(id))
        return ownerOf(id);
    switch (partOf(id)) {
    case Part::root: return {};
    case Part::meta:
    case Part::callsites:
    case Part::notes:
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
            return idOf(
                Part::objects,
                pack(found->piece->chunk,
                     static_cast<std::uint64_t>(found->sequence - found->piece->decoded.sequences.data())));
        return {};
    case Part::record:
        if (m_document.isStream())
            return idOf(Part::records, 0);
        if (const auto found = record(id))
            return idOf(
                Part::records,
                pack(found->piece->chunk,
                     static_cast<std::uint64_t>(found->sequence - found->piece->decoded.sequences.data())));
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
    if (source == m_recording.notesSource)
        return idOf(Part::notes, 0);
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

// --- the document's side
// -------------------------------------------------------------------------------------------

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

Result<std::vector<Node>> RfrDocument::children(const NodeId& id, std::uint64_t first,
                                                std::uint64_t count) const
{
    return Tree(*this).children(id, first, count);
}

std::vector<Document::Step> RfrDocument::wayTo(const NodeId& id) const
{
    return wayFromParents(Tree(*this), id);
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
    case Part::notes: return "/notes";
    case Part::callsite:
        return "/callsites/" + number(tree.positionOf(idOf(Part::callsites, 0), id).value_or(0));
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
    const auto words = pathWords(path);
    if (!words)
        return {};
    NodeId at = idOf(Part::root, 0);
    for (std::size_t i = 0; i < words->size(); ++i) {
        const std::string_view word = (*words)[i];
        // "word/N": the N-th child of a list that may have no node of its own.
        std::optional<std::uint64_t> index;
        if (i + 1 < words->size())
            index = pathNumber((*words)[i + 1]);
        const Part part = partOf(at);
        std::optional<NodeId> next;
        bool usesIndex = false;
        const auto nth = [&](const NodeId& list) -> std::optional<NodeId> {
            const auto count = tree.childCount(list);
            usesIndex = true;
            return count && index && *index < *count ? tree.childAt(list, *index) : std::nullopt;
        };
        if (part == Part::root && word == "meta" && m_recording->metaSource)
            next = idOf(Part::meta, 0);
        else if (part == Part::root && word == "notes" && m_recording->notesSource)
            next = idOf(Part::notes, 0);
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
        else if (part == Part::chunk && word == "header"
                 && m_recording->chunks[static_cast<std::size_t>(at.place)].readable)
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
