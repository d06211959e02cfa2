// The parts of RdfParts that go from bytes to nodes: which part holds a byte, and what the bytes of the file are.
#include "core/formats/rdf/structure/rdf_parts.h"

namespace traceglass::rdf {

// The decoded bytes of a chunk are those of its data, also when it has none.
Result<ByteRange> RdfParts::decoded(const NodeId& id, const Job& job) const
{
    const auto address = m_nodes.addressOf(id, job);
    if (!address)
        return fail(Code::NodeUnknown);
    if (address->part != Part::chunk && address->part != Part::data)
        return m_nodes.node(*address, job).range;
    const ByteRange stored = m_file.storedData(address->chunk());
    return stored.length > 0 ? m_file.decodedData(address->chunk(), job) : stored;
}

std::optional<NodeId> RdfParts::holderOf(SourceId source, std::uint64_t offset, const Job& job) const
{
    const auto found = innermostAt(source, offset, job);
    return found ? std::optional(idOf(*found)) : std::nullopt;
}

std::optional<NodeId> RdfParts::nodeOf(RecordRef ref, const Job& job) const
{
    auto found = innermostAt(ref.source(), ref.offset(), job);
    if (!found || (found->part != Part::item && found->part != Part::itemField))
        return {};
    const auto items = m_nodes.contents().itemsOf(found->chunk(), job);
    if (!items)
        return {};
    // The items are events themselves, or the fields of the one that the data are.
    const Entry entry = m_file.capture(found->capture).index().entry(found->entry);
    if (items->hasFields() || payloadKind(entry.idText()) == PayloadKind::spmCounter)
        return idOf(within(*found, Part::item, found->sub));
    const bool isFirst = items->place(found->sub, 0, 1, job).offset == ref.offset() && found->sub == 0;
    return isFirst ? std::optional(idOf(within(*found, Part::data))) : std::nullopt;
}

std::optional<Address> RdfParts::innermostAt(SourceId source, std::uint64_t offset, const Job& job) const
{
    if (number(source) == 0)
        return innermostIn(m_file.outer(), offset, job);
    const auto chunk = m_file.decodedChunk(source);
    return chunk && offset < m_file.payload(*chunk, job)->range.length
        ? std::optional(innermostIn(*chunk, offset, job))
        : std::nullopt;
}

// `offset` is counted from the start of the capture.
std::optional<Address> RdfParts::innermostIn(const RdfCapture& in, std::uint64_t offset, const Job& job) const
{
    const RegionMap* const map = in.map(job);
    const auto position = map ? map->ownerAt(in.index(), offset) : std::nullopt;
    if (!position)
        return {};
    const auto fieldOf = [&](const Address& owner, Part part, std::uint64_t inside) {
        const auto field = m_nodes.fieldAt(owner, inside);
        return field ? within(owner, part, *field) : owner;
    };
    const Region region = map->region(in.index(), *position);
    switch (region.kind) {
    case Region::Kind::fileHeader:
        return fieldOf({Part::fileHeader, in.number(), 0, 0}, Part::headerField, offset);
    case Region::Kind::index: {
        const std::uint64_t inside = offset - region.extent.offset;
        return fieldOf({Part::entry, in.number(), inside / kEntrySize, 0}, Part::entryField,
                       inside % kEntrySize);
    }
    case Region::Kind::header:
    case Region::Kind::data:
    case Region::Kind::headerAndData: {
        const Entry entry = in.index().entry(region.entry);
        const Extent header = in.index().headerExtent(entry);
        if (region.kind != Region::Kind::data && offset >= header.offset && offset < header.end())
            return fieldOf({Part::chunkHeader, in.number(), region.entry}, Part::payloadField,
                           offset - header.offset);
        if (entry.canDecode())
            return Address {Part::data, in.number(), region.entry, 0};
        return innermostIn(ChunkKey {in.number(), region.entry}, offset - in.index().dataExtent(entry).offset,
                           job);
    }
    default: return Address {Part::region, in.number(), *position, 0};
    }
}

// `offset` is counted from the start of the decoded data.
Address RdfParts::innermostIn(ChunkKey chunk, std::uint64_t offset, const Job& job) const
{
    const Address whole {Part::data, chunk.capture, chunk.entry};
    if (const auto items = m_nodes.contents().itemsOf(chunk, job)) {
        const auto place = items->at(offset, job);
        if (!place)
            return whole;
        const auto number = static_cast<std::uint32_t>(place->number);
        const auto owner =
            m_nodes.contents().itemsOf({0, place->entry}, job); // it may have begun in another chunk
        const auto fields = owner ? owner->fields(number, job) : std::vector<PayloadField> {};
        for (std::uint32_t n = 0; n < fields.size(); ++n) {
            if (place->inside >= fields[n].offset && place->inside - fields[n].offset < fields[n].length)
                return {Part::itemField, 0, place->entry, number, n};
        }
        return {Part::item, 0, place->entry, number};
    }
    const auto data = m_file.payload(chunk, job);
    if (data->capture != 0)
        return innermostIn(m_file.capture(data->capture), offset, job).value_or(whole);
    if (data->isPicture())
        return within(whole, Part::picture);
    if (data->content == Content::json) {
        const auto way = data->json().wayTo(offset);
        return way.empty() ? whole : within(whole, Part::json, way.back().value.offset);
    }
    if (data->isText() && offset < data->text.size())
        return within(whole, Part::line, lineStart(data->text, offset));
    return whole;
}

// Of decoded data the whole.
void RdfParts::blocks(SourceId source, const BlockSink& sink, const Job& job) const
{
    if (number(source) == 0)
        regionBlocks(sink, job);
    const auto chunk = m_file.decodedChunk(source);
    const auto decoded = chunk ? m_file.source(source) : fail(Code::NodeUnknown);
    const bool isKnown = chunk && (chunk->capture != 0 || m_file.lookedAt().has(chunk->entry));
    if (decoded && (*decoded)->size() > 0)
        sink({{source, 0, (*decoded)->size()},
              idOf({Part::data, chunk->capture, chunk->entry, 0}),
              isKnown ? Block::State::good : Block::State::unread});
}

// Of the file all that its map knows. Bytes that several share are those of the one that began last, so
// that an entry that claims too much does not hide others.
void RdfParts::regionBlocks(const BlockSink& sink, const Job& job) const
{
    std::vector<Block> begun; // and not ended
    std::uint64_t at = 0;
    bool goesOn = true;
    const auto deliverUpTo = [&](std::uint64_t end) {
        while (goesOn && !begun.empty() && at < end) {
            Block block = begun.back();
            if (block.range.end() <= end)
                begun.pop_back();
            const std::uint64_t stop = std::min(block.range.end(), end);
            if (stop <= at)
                continue;
            block.range = {SourceId {}, at, stop - at};
            at = stop;
            goesOn = sink(block);
        }
    };
    const RdfCapture& in = m_file.outer();
    const RegionMap* const map = in.map(job);
    for (std::uint64_t n = 0; map && n < map->count() && goesOn; ++n) {
        const Region region = map->region(in.index(), n);
        if (region.kind == Region::Kind::overlap)
            continue;
        deliverUpTo(region.extent.offset);
        at = region.extent.offset;
        Block block {in.range(region.extent), idOf({Part::index, 0, 0, 0})};
        if (region.kind == Region::Kind::fileHeader)
            block.node = idOf({Part::fileHeader, 0, 0, 0});
        else if (!region.isOwner())
            block.node = idOf({Part::region, 0, n, 0}); // a gap, or an index that counts no more
        if (region.isChunk()) {
            block.node = idOf({Part::chunk, 0, region.entry, 0});
            if (!in.index().isWhole(in.index().entry(region.entry)))
                block.state = Block::State::lost; // the file ends before it does
            else if (!isLookedAt(m_file, region.entry))
                block.state = Block::State::unread;
        }
        begun.push_back(block);
    }
    deliverUpTo(~std::uint64_t(0));
}

}
