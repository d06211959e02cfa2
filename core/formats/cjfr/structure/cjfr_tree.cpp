#include "core/formats/cjfr/structure/cjfr_tree.h"

#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_text.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

const std::string kNotRead = "not read yet";

std::string cacheName(const Cache& cache)
{
    return RecordText::shortName(cache.type->name.empty() ? kindText(cache.type->kind)
                                                          : std::string_view(cache.type->name));
}

}

const StreamIndex* Tree::index() const
{
    if (!m_index)
        m_index = m_document.indexNow();
    return m_index.get();
}

std::vector<Part> Tree::topParts() const
{
    std::vector<Part> out = {Part::header};
    if (m_document.isCompressed())
        out.push_back(Part::stream);
    out.insert(out.end(), {Part::types, Part::caches, Part::messages});
    if (m_document.footer().length > 0)
        out.push_back(Part::footer);
    return out;
}

std::optional<Message> Tree::message(std::uint64_t number) const
{
    if (!index() || number >= index()->messages)
        return {};
    constexpr std::uint64_t kBlock = StreamIndex::kMessagesACheckpoint;
    const auto near = m_document.lastMessage();
    const bool isNear = near && near->number <= number && near->number / kBlock == number / kBlock;
    MessageWalk walk = isNear ? MessageWalk::from(*index(), *near, number) : MessageWalk(*index(), number);
    if (!walk.next())
        return {};
    m_document.noteMessage(walk.message());
    return walk.message();
}

// The message that holds an offset, or the next one where it lies in a definition.
std::optional<Message> Tree::messageHolding(std::uint64_t offset) const
{
    const auto near = m_document.lastMessage();
    if (near && near->offset <= offset && offset - near->offset < near->length)
        return near;
    MessageWalk walk = MessageWalk::at(*index(), offset);
    if (!walk.next())
        return {};
    m_document.noteMessage(walk.message());
    return walk.message();
}

// Goes down from the message that holds the value's first byte.
std::optional<ValuePath> Tree::valuePath(const NodeId& id) const
{
    const std::uint64_t offset = id.place >> kDepthBits;
    const std::uint64_t depth = id.place & ((1u << kDepthBits) - 1);
    const auto position = positionIn(id);
    if (!index() || !position || depth == 0)
        return {};
    const auto message = messageHolding(offset);
    if (!message)
        return {};
    ValuePath out;
    out.message = *message;
    const ValueReader values(*index());
    Value at = values.top(out.message);
    for (std::uint64_t level = 1; level <= depth; ++level) {
        std::optional<Value> next;
        values.forEach(at, [&](const Slot& slot, std::uint64_t i, const Value& child) {
            const bool here = level == depth ? i == *position && child.begin == offset
                                             : child.begin <= offset && offset < child.end;
            if (here) {
                next = child;
                out.positions.push_back(i);
                out.slots.push_back(&slot);
            }
            return !next;
        });
        if (!next || (level < depth && next->isReference))
            return {};
        out.values.push_back(*next);
        at = *next;
    }
    return out;
}

// Goes down from a message by positions.
std::optional<NodeId> Tree::valueAt(std::uint64_t messageNumber,
                                    std::span<const std::uint64_t> positions) const
{
    const auto found = message(messageNumber);
    if (!found)
        return {};
    const ValueReader values(*index());
    Value at = values.top(*found);
    NodeId out = idOf(Part::message, messageNumber);
    for (std::size_t level = 0; level < positions.size(); ++level) {
        std::optional<Value> next;
        if (!at.isReference) {
            values.forEach(at, [&](const Slot&, std::uint64_t i, const Value& child) {
                if (i == positions[level])
                    next = child;
                return !next;
            });
        }
        if (!next)
            return {};
        at = *next;
        out = valueId(at, level + 1, positions[level]);
    }
    return out;
}

// --- nodes

Node Tree::lineNode(const NodeId& id, const Line& line) const
{
    Node out;
    out.id = id;
    out.kind = NodeKind::field;
    out.label = line.label;
    out.value = line.value;
    out.range = line.range;
    return out;
}

Node Tree::messageNode(const Message& message) const
{
    const ValueReader values(*index());
    const RecordText text(values);
    const Record record = text.record(message, m_document.streamSource());
    Node out;
    out.id = idOf(Part::message, message.number);
    out.kind = NodeKind::record;
    out.tint = record.tint;
    out.expandable = values.childCount(values.top(message)) > 0;
    out.label = std::to_string(message.number) + ' ' + record.kind;
    out.value = record.by;
    if (!record.subject.empty())
        out.value += (out.value.empty() ? "" : ", ") + record.subject;
    if (out.value.empty())
        out.value = shortened(record.fields, 80);
    out.range = record.range;
    out.time = text.timeOf(message);
    out.timeApproximate = out.time && message.type->isCombined;
    return out;
}

Node Tree::valueNode(const NodeId& id, const Slot& slot, std::uint64_t position, bool ofArray,
                     const Value& value) const
{
    const ValueReader values(*index());
    Node out;
    out.id = id;
    out.kind = NodeKind::field;
    out.label = ofArray ? '[' + std::to_string(position) + ']' : escaped(slot.name);
    out.value = RecordText(values).valueText(value);
    out.expandable = !value.isReference && values.childCount(value) > 0;
    out.range = {m_document.streamSource(), value.begin, value.end - value.begin};
    if (value.isReference && value.entry != kNoEntry) {
        out.value += "  (entry " + grouped(value.entry) + ')';
        out.link = idOf(Part::entry, std::uint64_t(value.cache) << kEntryBits | value.entry);
    }
    return out;
}

Result<Node> Tree::typeNode(const NodeId& id) const
{
    if (!index() || id.place >= index()->types.count())
        return fail(Code::NodeUnknown);
    const Type& type = index()->types.at(static_cast<std::size_t>(id.place));
    Node out;
    out.id = id;
    out.kind = NodeKind::object;
    out.tint = Tint::head;
    out.expandable = true;
    out.label = std::to_string(type.id) + ' ' + escaped(shortened(type.name, 200));
    const std::uint64_t uses = type.index < index()->counts.size() ? index()->counts[type.index] : 0;
    out.value = std::string(kindText(type.kind));
    if (uses > 0)
        out.value += ", " + counted(uses, "message", "messages");
    out.range = {m_document.streamSource(), type.offset, type.length};
    return out;
}

Result<Node> Tree::cacheNode(const NodeId& id) const
{
    if (!index() || id.place >= index()->types.caches().size())
        return fail(Code::NodeUnknown);
    const Cache& cache = index()->types.caches()[static_cast<std::size_t>(id.place)];
    Node out;
    out.id = id;
    out.kind = NodeKind::objects;
    out.expandable = !cache.entries.empty();
    out.label = cacheName(cache);
    const Type* const holder = cache.holderId ? index()->types.find(cache.holderId) : nullptr;
    out.value = (holder ? "in " + RecordText::shortName(holder->name) + ", " : std::string())
        + counted(cache.entries.size(), "entry", "entries");
    return out;
}

Result<Node> Tree::entryNode(const NodeId& id) const
{
    const auto cache = static_cast<std::uint32_t>(id.place >> kEntryBits);
    const std::uint64_t number = id.place & ((std::uint64_t(1) << kEntryBits) - 1);
    if (!index())
        return fail(Code::NodeUnknown);
    const ValueReader values(*index());
    const Value value = values.entry(cache, number);
    if (value.isNull())
        return fail(Code::NodeUnknown);
    Node out;
    out.id = id;
    out.kind = NodeKind::object;
    out.label = std::to_string(number);
    out.value = RecordText(values).valueText(value);
    out.range = {m_document.streamSource(), value.begin, value.end - value.begin};
    out.link = nodeAt(m_document.streamSource(), value.begin);
    return out;
}

Result<Node> Tree::node(const NodeId& id) const
{
    if (isLine(id)) {
        const auto all = lines(ownerOf(id));
        if (*positionIn(id) >= all.size())
            return fail(Code::NodeUnknown);
        return lineNode(id, all[static_cast<std::size_t>(*positionIn(id))]);
    }
    const Header& header = m_document.header();
    Node out;
    out.id = id;
    out.expandable = true;
    switch (partOf(id)) {
    case Part::root:
        out.kind = NodeKind::capture;
        out.label = m_document.path().filename().string();
        out.value = "version " + std::to_string(header.version) + ", " + header.codecName;
        out.range = {SourceId {}, 0, m_document.file().size()};
        return out;
    case Part::header:
        out.kind = NodeKind::header;
        out.tint = Tint::head;
        out.label = "header";
        out.value = escaped(header.generator + ' ' + header.generatorVersion);
        out.range = {SourceId {}, 0, header.streamStart};
        return out;
    case Part::stream:
        if (!m_document.isCompressed())
            return fail(Code::NodeUnknown);
        out.kind = NodeKind::data;
        out.label = "stream";
        out.value = header.codecName;
        out.range = m_document.storedStream();
        out.expandable = false;
        return out;
    case Part::types:
        out.kind = NodeKind::folder;
        out.label = "types";
        out.value = index() ? grouped(index()->types.count()) : kNotRead;
        return out;
    case Part::type: return typeNode(id);
    case Part::caches:
        out.kind = NodeKind::folder;
        out.label = "caches";
        out.value = index() ? grouped(index()->types.caches().size()) : kNotRead;
        return out;
    case Part::cache: return cacheNode(id);
    case Part::entry: return entryNode(id);
    case Part::messages:
        out.kind = NodeKind::records;
        out.label = "messages";
        out.value = index() ? grouped(index()->messages) : kNotRead;
        if (index())
            out.range = {m_document.streamSource(), index()->begin, index()->end - index()->begin};
        if (index() && index()->fault)
            out.problem = Severity::error;
        return out;
    case Part::message:
        if (const auto found = message(id.place))
            return messageNode(*found);
        return fail(Code::NodeUnknown);
    case Part::value: {
        const auto path = valuePath(id);
        if (!path)
            return fail(Code::NodeUnknown);
        const bool ofArray = path->values.size() > 1
            ? path->values[path->values.size() - 2].type->kind == Kind::array
            : path->message.type->kind == Kind::array;
        return valueNode(id, *path->slots.back(), path->positions.back(), ofArray, path->values.back());
    }
    case Part::footer:
        if (m_document.footer().length == 0)
            return fail(Code::NodeUnknown);
        out.kind = NodeKind::index;
        out.label = "footer";
        out.value = m_document.footer().footer
            ? counted(m_document.footer().footer->totalEvents, "event", "events")
            : "unreadable";
        out.range = {SourceId {}, m_document.footer().offset, m_document.footer().length};
        return out;
    }
    return fail(Code::NodeUnknown);
}

// --- children

Result<std::uint64_t> Tree::childCount(const NodeId& id) const
{
    if (isLine(id))
        return 0;
    switch (partOf(id)) {
    case Part::root: return topParts().size();
    case Part::types: return index() ? index()->types.count() : 0;
    case Part::caches: return index() ? index()->types.caches().size() : 0;
    case Part::cache: {
        if (!index() || id.place >= index()->types.caches().size())
            return fail(Code::NodeUnknown);
        return index()->types.caches()[static_cast<std::size_t>(id.place)].entries.size();
    }
    case Part::messages: return index() ? index()->messages : 0;
    case Part::message: {
        const auto found = message(id.place);
        if (!found)
            return fail(Code::NodeUnknown);
        const ValueReader values(*index());
        return values.childCount(values.top(*found));
    }
    case Part::value: {
        const auto path = valuePath(id);
        if (!path)
            return fail(Code::NodeUnknown);
        return path->values.back().isReference ? 0 : ValueReader(*index()).childCount(path->values.back());
    }
    case Part::stream:
    case Part::entry: return 0;
    default: return lines(id).size();
    }
}

// Not of values: valueAt().
std::optional<NodeId> Tree::childAt(const NodeId& id, std::uint64_t position) const
{
    switch (partOf(id)) {
    case Part::root: {
        const auto parts = topParts();
        return position < parts.size() ? std::optional(idOf(parts[static_cast<std::size_t>(position)], 0))
                                       : std::nullopt;
    }
    case Part::types: return idOf(Part::type, position);
    case Part::caches: return idOf(Part::cache, position);
    case Part::cache: return idOf(Part::entry, id.place << kEntryBits | position);
    case Part::messages: return idOf(Part::message, position);
    case Part::message:
    case Part::value:
    case Part::stream:
    case Part::entry: return {};
    default: return lineOf(id, position);
    }
}

Result<std::vector<Node>> Tree::children(const NodeId& id, std::uint64_t first, std::uint64_t count) const
{
    const auto total = childCount(id);
    if (!total)
        return tl::unexpected(total.error());
    const std::uint64_t end = first + std::min(count, *total - std::min(first, *total));
    std::vector<Node> out;
    if (isLine(id) || first >= end)
        return out;
    switch (partOf(id)) {
    case Part::messages: {
        MessageWalk walk(*index(), first);
        for (std::uint64_t i = first; i < end && walk.next(); ++i)
            out.push_back(messageNode(walk.message()));
        return out;
    }
    case Part::message:
    case Part::value: {
        const ValueReader values(*index());
        Value parent;
        std::uint64_t depth = 1;
        if (partOf(id) == Part::message) {
            const auto at = message(id.place);
            if (!at) // the file was cut meanwhile
                return fail(Code::NodeUnknown);
            parent = values.top(*at);
        } else {
            const auto path = valuePath(id);
            if (!path)
                return fail(Code::NodeUnknown);
            parent = path->values.back();
            depth = path->values.size() + 1;
        }
        const bool ofArray = parent.type->kind == Kind::array;
        values.forEach(parent, [&](const Slot& slot, std::uint64_t i, const Value& child) {
            if (i >= first)
                out.push_back(valueNode(valueId(child, depth, i), slot, i, ofArray, child));
            return i + 1 < end;
        });
        return out;
    }
    case Part::header:
    case Part::type:
    case Part::footer: {
        const auto all = lines(id);
        for (std::uint64_t i = first; i < end && i < all.size(); ++i)
            out.push_back(lineNode(lineOf(id, i), all[static_cast<std::size_t>(i)]));
        return out;
    }
    default: break;
    }
    for (std::uint64_t i = first; i < end; ++i) {
        auto child = node(*childAt(id, i));
        if (!child)
            return tl::unexpected(child.error());
        out.push_back(std::move(*child));
    }
    return out;
}

}
