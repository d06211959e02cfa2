// Where the nodes of a CondensedData file are: their children, parents and positions, and the owner of a
// byte.
#include "core/formats/cjfr/structure/cjfr_parts.h"

#include <algorithm>
#include <utility>

namespace traceglass::cjfr {

namespace {

std::vector<PartGroup> numbered(std::string_view word, std::uint64_t count, bool ownsBytes = true)
{
    return {{.word = word, .numbered = true, .count = count, .ordered = true, .ownsBytes = ownsBytes}};
}

}

// --- messages and values

std::optional<Message> CjfrParts::lastMessage() const
{
    const std::lock_guard lock(m_mutex);
    return m_lastMessage;
}

// The next one of a walk.
std::optional<Message> CjfrParts::met(MessageWalk walk, const Job& job) const
{
    if (!walk.next(job))
        return {};
    const std::lock_guard lock(m_mutex);
    return m_lastMessage = walk.message();
}

std::optional<Message> CjfrParts::message(const StreamIndex& index, std::uint64_t number,
                                          const Job& job) const
{
    if (number >= index.messages)
        return {};
    constexpr std::uint64_t kBlock = StreamIndex::kMessagesACheckpoint;
    const auto near = lastMessage();
    const bool isNear = near && near->number <= number && near->number / kBlock == number / kBlock;
    return met(isNear ? MessageWalk::from(index, *near, number) : MessageWalk(index, number), job);
}

// The message that holds an offset, or the next one where it lies in a definition.
std::optional<Message> CjfrParts::messageHolding(const StreamIndex& index, std::uint64_t offset,
                                                 const Job& job) const
{
    const auto last = lastMessage();
    const bool isLast = last && last->offset <= offset && offset - last->offset < last->length;
    return isLast ? last : met(MessageWalk::at(index, offset), job);
}

std::optional<NodeId> CjfrParts::messageAt(const StreamIndex& index, std::uint64_t offset,
                                           const Job& job) const
{
    if (offset < index.begin || offset >= index.end)
        return {};
    const auto found = messageHolding(index, offset, job);
    return found && found->offset <= offset ? std::optional(idOf(Part::message, found->number))
                                            : std::nullopt;
}

// Goes down from the message that holds the value's first byte, unless it was met lately.
std::optional<CjfrParts::HeldValue> CjfrParts::value(const StreamIndex& index, const NodeId& id,
                                                     const Job& job) const
{
    const auto position = positionIn(id);
    if (!position)
        return {};
    {
        const std::lock_guard lock(m_mutex);
        // Values that take no bytes share a place with the next one.
        if (const auto known = m_values.find(id.place); known && known->position == *position)
            return known;
    }
    const std::uint64_t offset = id.place >> kDepthBits, depth = id.place & kDepthMask;
    const auto message = messageHolding(index, offset, job);
    if (!message)
        return {};
    std::optional<HeldValue> found;
    NodeId at = idOf(Part::message, message->number);
    for (std::uint64_t level = 1; level <= depth; ++level) {
        const auto isMeant = [&](const HeldValue& held) {
            return level == depth ? held.id == id : offset < held.value.end;
        };
        found = firstValue(index, at, isMeant, job);
        if (!found)
            return {};
        at = found->id;
    }
    return found;
}

// The value whose parts are the children of a message or value. A reference has none: what it refers to
// belongs to another.
std::optional<Value> CjfrParts::holding(const StreamIndex& index, const NodeId& holder, const Job& job) const
{
    if (partOf(holder) == Part::message) {
        const auto found = message(index, holder.place, job);
        return found ? std::optional(ValueReader(index).top(*found)) : std::nullopt;
    }
    const auto held = value(index, holder, job);
    return held ? std::optional(held->value.isReference ? Value {} : held->value) : std::nullopt;
}

// Until `use` returns false, or the job is stopped. False: there is no such message or value.
bool CjfrParts::eachValue(const StreamIndex& index, const NodeId& holder, const ValueUse& use,
                          const Job& job) const
{
    const auto around = holding(index, holder, job);
    if (!around)
        return false;
    const std::uint64_t depth = partOf(holder) == Part::message ? 1 : (holder.place & kDepthMask) + 1;
    const bool isElement = !around->isNull() && around->type->kind == TypeKind::array;
    ValueReader(index).forEach(*around, [&](const Slot& slot, std::uint64_t i, const Value& child) {
        const bool isStopped = (i & 4095) == 4095 && job.stopRequested();
        return !isStopped && use({valueId(child, depth, i), child, &slot, holder, i, isElement});
    });
    return true;
}

// It is asked for again soon.
std::optional<CjfrParts::HeldValue> CjfrParts::firstValue(const StreamIndex& index, const NodeId& holder,
                                                          const ValueUse& is, const Job& job) const
{
    std::optional<HeldValue> out;
    const auto look = [&](const HeldValue& held) {
        if (is(held))
            out = held;
        return !out;
    };
    (void)eachValue(index, holder, look, job);
    const std::lock_guard lock(m_mutex);
    if (out)
        m_values.put(out->id.place, *out);
    return out;
}

// The child of a message or value that holds a byte.
std::optional<NodeId> CjfrParts::valueAt(const StreamIndex& index, const NodeId& holder, std::uint64_t offset,
                                         const Job& job) const
{
    const auto found = firstValue(
        index, holder, [&](const HeldValue& held) { return offset < held.value.end; }, job);
    return found && found->value.begin <= offset ? std::optional(found->id) : std::nullopt;
}

// --- children and parents

bool CjfrParts::isThere(Part top) const
{
    return top == Part::stream ? m_file.isCompressed() : top != Part::footer || m_file.footer().length > 0;
}

Result<std::vector<PartGroup>> CjfrParts::groups(const NodeId& parent, const Job& job) const
{
    const Part part = partOf(parent);
    std::vector<PartGroup> out;
    if (isLine(parent))
        return out;
    if (!(parent == root() || placeOf(parent, job)))
        return fail(Code::NodeUnknown);
    switch (part) {
    case Part::root:
        for (const TopPart& top : kTopParts)
            out.push_back({.word = top.word, .count = isThere(top.part) ? 1u : 0u});
        return out;
    case Part::header:
    case Part::type: return numbered("fields", lines(parent, job).size());
    case Part::footer: return numbered("fields", lines(parent, job).size(), false);
    case Part::stream:
    case Part::entry: return out;
    default: break;
    }
    const IndexPtr index = m_file.indexAtHand(job);
    switch (part) {
    case Part::types: return numbered("", index ? index->types.count() : 0);
    case Part::caches: return numbered("", index ? index->types.caches().size() : 0);
    case Part::messages: return numbered("", index ? index->messages : 0, false); // holderOf() finds them
    default: break;
    }
    if (!index) // the file was cut meanwhile
        return fail(Code::NodeUnknown);
    if (part == Part::cache) { // the bytes of entries are those of messages
        const Cache& cache = index->types.caches()[static_cast<std::size_t>(parent.place)];
        return numbered("entries", cache.entries.size(), false);
    }
    const auto held = holding(*index, parent, job);
    return held ? Result<std::vector<PartGroup>>(numbered("fields", ValueReader(*index).childCount(*held)))
                : fail(Code::NodeUnknown);
}

std::optional<NodeId> CjfrParts::child(const NodeId& parent, std::size_t group, std::uint64_t index,
                                       const Job& job) const
{
    switch (partOf(parent)) {
    case Part::root:
        return group < kTopParts.size() ? std::optional(idOf(kTopParts[group].part)) : std::nullopt;
    case Part::types: return idOf(Part::type, index);
    case Part::caches: return idOf(Part::cache, index);
    case Part::cache: return idOf(Part::entry, parent.place << kEntryBits | index);
    case Part::messages: return idOf(Part::message, index);
    case Part::message:
    case Part::value: {
        const IndexPtr stream = m_file.indexAtHand(job);
        if (!stream)
            return {};
        const auto isMeant = [&](const HeldValue& held) { return held.position == index; };
        const auto found = firstValue(*stream, parent, isMeant, job);
        return found ? std::optional(found->id) : std::nullopt;
    }
    case Part::stream:
    case Part::entry: return {};
    default: return lineOf(parent, index);
    }
}

std::optional<PartPlace> CjfrParts::placeOf(const NodeId& id, const Job& job) const
{
    const Part part = partOf(id);
    if (isLine(id)) {
        const NodeId owner = ownerOf(id);
        const std::uint64_t position = *positionIn(id);
        return position < lines(owner, job).size() ? std::optional(PartPlace {owner, 0, position})
                                                   : std::nullopt;
    }
    if (isTopPart(part)) {
        const auto top = std::ranges::find(kTopParts, part, &TopPart::part);
        if (top == kTopParts.end() || id.place != 0 || !isThere(part))
            return {};
        return PartPlace {root(), static_cast<std::size_t>(top - kTopParts.begin()), 0};
    }
    const IndexPtr index = m_file.indexAtHand(job);
    if (!index)
        return {};
    const auto in = [](const NodeId& list, std::uint64_t number, std::uint64_t count) {
        return number < count ? std::optional(PartPlace {list, 0, number}) : std::nullopt;
    };
    const auto& caches = index->types.caches();
    switch (part) {
    case Part::type: return in(idOf(Part::types), id.place, index->types.count());
    case Part::cache: return in(idOf(Part::caches), id.place, caches.size());
    case Part::message: return in(idOf(Part::messages), id.place, index->messages);
    case Part::entry: {
        const auto cache = static_cast<std::size_t>(id.place >> kEntryBits);
        const std::size_t entries = cache < caches.size() ? caches[cache].entries.size() : 0;
        return in(idOf(Part::cache, cache), id.place & kEntryMask, entries);
    }
    case Part::value: {
        const auto held = value(*index, id, job);
        return held ? std::optional(PartPlace {held->holder, 0, held->position}) : std::nullopt;
    }
    default: return {};
    }
}

// --- bytes

std::optional<NodeId> CjfrParts::holderOf(SourceId source, std::uint64_t offset, const Job& job) const
{
    if (number(source) == 0) {
        if (offset >= m_file.mapped().size())
            return {};
        if (offset < m_file.header().streamStart)
            return idOf(Part::header);
        if (offset >= m_file.footer().offset)
            return idOf(Part::footer);
        if (m_file.isCompressed())
            return idOf(Part::stream);
    }
    const IndexPtr index = source == m_file.streamSource() ? m_file.indexAtHand(job) : nullptr;
    if (!index)
        return {};
    if (offset < index->begin || offset >= index->end)
        return idOf(offset < index->bytes.size() ? Part::root : Part::messages);
    if (const auto message = messageAt(*index, offset, job))
        return message;
    const auto types = index->types.defined(); // in order of definition
    const auto type = std::ranges::partition_point(
        types, [&](const Type& each) { return each.offset + each.length <= offset; });
    if (type == types.end() || type->offset > offset)
        return idOf(Part::messages);
    return idOf(Part::type, static_cast<std::uint64_t>(type - types.begin()));
}

std::optional<NodeId> CjfrParts::childAt(const NodeId& parent, std::size_t group, SourceId source,
                                         std::uint64_t offset, const Job& job) const
{
    if (partOf(parent) != Part::message && partOf(parent) != Part::value)
        return Parts::childAt(parent, group, source, offset, job);
    const IndexPtr index = source == m_file.streamSource() ? m_file.indexAtHand(job) : nullptr;
    return index ? valueAt(*index, parent, offset, job) : std::nullopt;
}

// The stored stream decodes to all of the other source; every other node lies where it is.
Result<ByteRange> CjfrParts::decoded(const NodeId& id, const Job& job) const
{
    if (m_file.isCompressed() && id == idOf(Part::stream)) {
        if (const IndexPtr index = m_file.indexAtHand(job)) // decodes it
            return ByteRange {m_file.streamSource(), 0, index->bytes.size()};
    }
    return Parts::decoded(id, job);
}

void CjfrParts::eachMember(const DecodedSource::Outcome& decoding,
                           const std::function<bool(const ByteRange& stored, const ByteRange& decoded)>& use) const
{
    const ByteRange in = m_file.storedStream();
    std::uint64_t storedEnd = std::min(decoding.inputOffset, in.length);
    if (decoding.fault != DecodedSource::Fault::none && storedEnd > 0 && storedEnd == in.length)
        --storedEnd; // the end is missing, and the last byte stands for it
    MemberBegin begin;
    for (std::size_t i = 0; begin.stored < storedEnd; ++i) {
        MemberBegin end {storedEnd, decoding.decoded};
        if (i + 1 < decoding.members.size()) // what was decoded may have been cut back since
            end = {std::min(decoding.members[i + 1].stored, storedEnd),
                   std::min(decoding.members[i + 1].decoded, decoding.decoded)};
        if (!use({SourceId {}, in.offset + begin.stored, end.stored - begin.stored},
                 {m_file.streamSource(), begin.decoded, end.decoded - begin.decoded}))
            return;
        begin = end;
    }
}

// The members that the bytes come from; all there is while none is known.
std::optional<ByteRange> CjfrParts::stored(const ByteRange& decoded) const
{
    const auto decoding = m_file.decoding();
    if (!decoding || decoded.source != m_file.streamSource())
        return {};
    if (!decoding->ended)
        return m_file.storedStream();
    std::optional<ByteRange> out;
    eachMember(*decoding, [&](const ByteRange& from, const ByteRange& to) {
        if (to.end() > decoded.offset && to.offset < std::max(decoded.end(), decoded.offset + 1))
            out = out ? ByteRange {from.source, out->offset, from.end() - out->offset} : from;
        return to.offset < decoded.end();
    });
    return out;
}

// --- the map of damage

void CjfrParts::storedBlocks(const BlockSink& sink) const
{
    const ByteRange stored = m_file.storedStream();
    const auto put = [&](std::uint64_t from, std::uint64_t to, Block::State state) {
        const ByteRange range {SourceId {}, stored.offset + from, to - from};
        return from == to || sink({range, idOf(Part::stream), state});
    };
    const auto index = m_file.knownIndex();
    const auto decoding = m_file.decoding();
    if (!index || !decoding) {
        (void)put(0, stored.length, Block::State::unread);
        return;
    }
    std::uint64_t read = 0;
    bool goesOn = true;
    eachMember(*decoding, [&](const ByteRange& member, const ByteRange&) {
        const std::uint64_t from = std::exchange(read, member.end() - stored.offset);
        return goesOn = put(from, read, Block::State::good);
    });
    if (goesOn && (decoding->fault != DecodedSource::Fault::none || index->fault))
        (void)put(read, stored.length, Block::State::lost);
}

void CjfrParts::streamBlocks(const BlockSink& sink) const
{
    const auto put = [&](std::uint64_t from, std::uint64_t to, const NodeId& id, Block::State state) {
        return from >= to || sink({{m_file.streamSource(), from, to - from}, id, state});
    };
    const auto index = m_file.knownIndex();
    if (!index) {
        const ByteRange stored = m_file.storedStream();
        const bool isStored = !m_file.isCompressed();
        const auto source = m_file.source(m_file.streamSource());
        (void)put(isStored ? stored.offset : 0,
                  isStored     ? stored.end()
                      : source ? (*source)->size()
                               : 0,
                  idOf(Part::messages), Block::State::unread);
        return;
    }
    // Definitions in front belong to the first messages.
    const auto& checkpoints = index->checkpoints;
    std::uint64_t at = index->begin;
    for (std::size_t i = 0; i < std::max<std::size_t>(checkpoints.size(), 1); ++i) {
        const std::uint64_t end = i + 1 < checkpoints.size() ? checkpoints[i + 1].offset : index->end;
        const NodeId id = checkpoints.empty() ? idOf(Part::types)
                                              : idOf(Part::message, i * StreamIndex::kMessagesACheckpoint);
        if (!put(at, end, id, Block::State::good))
            return;
        at = end;
    }
    if (index->fault)
        (void)put(at, index->bytes.size(), idOf(Part::messages), Block::State::lost);
}

void CjfrParts::blocks(SourceId source, const BlockSink& sink, const Job&) const
{
    if (number(source) != 0) {
        if (source == m_file.streamSource())
            streamBlocks(sink);
        return;
    }
    bool more = sink({{SourceId {}, 0, m_file.header().streamStart}, idOf(Part::header), Block::State::good});
    const auto next = [&](const Block& block) { return more = sink(block); };
    if (more && m_file.isCompressed())
        storedBlocks(next);
    else if (more)
        streamBlocks(next);
    if (more && isThere(Part::footer))
        (void)sink(
            {{SourceId {}, m_file.footer().offset, m_file.footer().length},
             idOf(Part::footer),
             m_file.knownIndex() ? Block::State::good : Block::State::unread}); // it sums up the stream
}

}
