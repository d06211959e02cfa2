// What the nodes of a CondensedData file say: one at a time, and a page of a long list.
#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_text.h"
#include "core/formats/cjfr/structure/cjfr_parts.h"

namespace traceglass::cjfr {

namespace {

std::string cacheName(const Cache& cache)
{
    return RecordText::shortName(cache.type->name.empty() ? kindText(cache.type->kind)
                                                          : std::string_view(cache.type->name));
}

// Without a count it was not read yet.
Node listNode(const NodeId& id, NodeKind kind, std::string_view label, std::optional<std::uint64_t> count)
{
    Node out;
    out.id = id;
    out.kind = kind;
    out.expandable = true;
    out.label = label;
    out.value = count ? grouped(*count) : "not read yet";
    return out;
}

}

std::vector<Line> CjfrParts::lines(const NodeId& owner) const
{
    switch (partOf(owner)) {
    case Part::header: return owner.place == 0 ? headerLines(m_file.header()) : std::vector<Line>();
    case Part::type: {
        const IndexPtr index = m_file.indexNow();
        if (!index || owner.place >= index->types.count())
            return {};
        return typeLines(index->types, index->types.at(static_cast<std::size_t>(owner.place)),
                         m_file.streamSource());
    }
    case Part::footer: {
        const auto& footer = m_file.footer().footer;
        return footer && owner.place == 0 ? footerLines(*footer) : std::vector<Line>();
    }
    default: return {};
    }
}

Node CjfrParts::lineNode(const NodeId& id, const Line& line) const
{
    Node out;
    out.id = id;
    out.kind = NodeKind::field;
    out.label = line.label;
    out.value = line.value;
    out.range = line.range;
    return out;
}

Node CjfrParts::messageNode(const StreamIndex& index, const Message& message) const
{
    const ValueReader values(index);
    const RecordText text(values);
    const Record record = text.record(message, m_file.streamSource());
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

Node CjfrParts::valueNode(const StreamIndex& index, const NodeId& id, const HeldValue& held) const
{
    const ValueReader values(index);
    const Value& value = held.value;
    Node out;
    out.id = id;
    out.kind = NodeKind::field;
    out.label = held.isElement ? '[' + std::to_string(held.position) + ']' : escaped(held.slot->name);
    out.value = RecordText(values).valueText(value);
    out.expandable = !value.isReference && values.childCount(value) > 0;
    out.range = {m_file.streamSource(), value.begin, value.end - value.begin};
    if (value.isReference && value.entry != kNoEntry) {
        out.value += "  (entry " + grouped(value.entry) + ')';
        out.link = idOf(Part::entry, std::uint64_t(value.cache) << kEntryBits | value.entry);
    }
    return out;
}

Result<Node> CjfrParts::typeNode(const StreamIndex& index, const NodeId& id) const
{
    if (id.place >= index.types.count())
        return fail(Code::NodeUnknown);
    const Type& type = index.types.at(static_cast<std::size_t>(id.place));
    Node out;
    out.id = id;
    out.kind = NodeKind::object;
    out.tint = Tint::head;
    out.expandable = true;
    out.label = std::to_string(type.id) + ' ' + escaped(shortened(type.name, 200));
    const std::uint64_t uses = type.index < index.counts.size() ? index.counts[type.index] : 0;
    out.value = std::string(kindText(type.kind));
    if (uses > 0)
        out.value += ", " + counted(uses, "message", "messages");
    out.range = {m_file.streamSource(), type.offset, type.length};
    return out;
}

Result<Node> CjfrParts::cacheNode(const StreamIndex& index, const NodeId& id) const
{
    if (id.place >= index.types.caches().size())
        return fail(Code::NodeUnknown);
    const Cache& cache = index.types.caches()[static_cast<std::size_t>(id.place)];
    Node out;
    out.id = id;
    out.kind = NodeKind::objects;
    out.expandable = !cache.entries.empty();
    out.label = cacheName(cache);
    const Type* const holder = cache.holderId ? index.types.find(cache.holderId) : nullptr;
    out.value = (holder ? "in " + RecordText::shortName(holder->name) + ", " : std::string())
        + counted(cache.entries.size(), "entry", "entries");
    return out;
}

Result<Node> CjfrParts::entryNode(const StreamIndex& index, const NodeId& id) const
{
    const auto cache = static_cast<std::uint32_t>(id.place >> kEntryBits);
    const std::uint64_t number = id.place & kEntryMask;
    const ValueReader values(index);
    const Value value = values.entry(cache, number);
    if (value.isNull())
        return fail(Code::NodeUnknown);
    Node out;
    out.id = id;
    out.kind = NodeKind::object;
    out.label = std::to_string(number);
    out.value = RecordText(values).valueText(value);
    out.range = {m_file.streamSource(), value.begin, value.end - value.begin};
    out.link = messageAt(index, value.begin); // and within it where the content stands
    for (auto inner = out.link; inner; inner = valueAt(index, *inner, value.begin))
        out.link = inner;
    return out;
}

Result<Node> CjfrParts::fileNode(const NodeId& id) const
{
    const Header& header = m_file.header();
    Node out;
    out.id = id;
    out.expandable = true;
    switch (partOf(id)) {
    case Part::root:
        out.kind = NodeKind::capture;
        out.label = m_file.path().filename().string();
        out.value = "version " + std::to_string(header.version) + ", " + header.codecName;
        out.range = {SourceId {}, 0, m_file.mapped().size()};
        return out;
    case Part::header:
        out.kind = NodeKind::header;
        out.tint = Tint::head;
        out.label = "header";
        out.value = escaped(header.generator + ' ' + header.generatorVersion);
        out.range = {SourceId {}, 0, header.streamStart};
        return out;
    case Part::stream:
        if (!m_file.isCompressed())
            return fail(Code::NodeUnknown);
        out.kind = NodeKind::data;
        out.label = "stream";
        out.value = header.codecName;
        out.range = m_file.storedStream();
        out.expandable = false;
        return out;
    default: break;
    }
    if (!hasFooter())
        return fail(Code::NodeUnknown);
    const FooterPlace& footer = m_file.footer();
    out.kind = NodeKind::index;
    out.label = "footer";
    out.value = footer.footer ? counted(footer.footer->totalEvents, "event", "events") : "unreadable";
    out.range = {SourceId {}, footer.offset, footer.length};
    return out;
}

Result<Node> CjfrParts::read(const NodeId& id) const
{
    if (isLine(id)) {
        const auto all = lines(ownerOf(id));
        if (*positionIn(id) >= all.size())
            return fail(Code::NodeUnknown);
        return lineNode(id, all[static_cast<std::size_t>(*positionIn(id))]);
    }
    const Part part = partOf(id);
    if (isTopPart(part) && id.place != 0)
        return fail(Code::NodeUnknown);
    if (part == Part::root || part == Part::header || part == Part::stream || part == Part::footer)
        return fileNode(id);
    const IndexPtr index = m_file.indexNow();
    if (part == Part::types)
        return listNode(id, NodeKind::folder, "types",
                        index ? std::optional(index->types.count()) : std::nullopt);
    if (part == Part::caches)
        return listNode(id, NodeKind::folder, "caches",
                        index ? std::optional(index->types.caches().size()) : std::nullopt);
    if (part == Part::messages) {
        Node out = listNode(id, NodeKind::records, "messages",
                            index ? std::optional(index->messages) : std::nullopt);
        if (index)
            out.range = {m_file.streamSource(), index->begin, index->end - index->begin};
        if (index && index->fault)
            out.problem = Severity::error; // it lies behind the last message
        return out;
    }
    if (!index)
        return fail(Code::NodeUnknown);
    if (part == Part::type)
        return typeNode(*index, id);
    if (part == Part::cache)
        return cacheNode(*index, id);
    if (part == Part::entry)
        return entryNode(*index, id);
    if (part == Part::message) {
        const auto found = message(*index, id.place);
        return found ? Result<Node>(messageNode(*index, *found)) : fail(Code::NodeUnknown);
    }
    const auto held = value(*index, id);
    return held ? Result<Node>(valueNode(*index, id, *held)) : fail(Code::NodeUnknown);
}

Result<void> CjfrParts::readGroup(const NodeId& parent, std::size_t group, std::uint64_t first,
                                  std::uint64_t count, std::vector<Node>& out) const
{
    const std::uint64_t end = first + count;
    const Part part = partOf(parent);
    if (part == Part::header || part == Part::type || part == Part::footer) {
        const auto all = lines(parent);
        for (std::uint64_t i = first; i < end && i < all.size(); ++i)
            out.push_back(lineNode(lineOf(parent, i), all[static_cast<std::size_t>(i)]));
        return {};
    }
    if (part != Part::messages && part != Part::message && part != Part::value)
        return Parts::readGroup(parent, group, first, count, out);
    const IndexPtr index = m_file.indexNow();
    if (!index) // the file was cut meanwhile
        return fail(Code::NodeUnknown);
    if (part == Part::messages) {
        MessageWalk walk(*index, first);
        for (std::uint64_t i = first; i < end && walk.next(); ++i)
            out.push_back(messageNode(*index, walk.message()));
        return {};
    }
    const bool isKnown = eachValue(*index, parent, [&](const NodeId& id, const HeldValue& held) {
        if (held.position >= first)
            out.push_back(valueNode(*index, id, held));
        return held.position + 1 < end;
    });
    return isKnown ? Result<void>() : fail(Code::NodeUnknown);
}

}
