// What the nodes of a CondensedData file say: one at a time, and a page of a long list.
#include "core/formats/cjfr/records/cjfr_text.h"
#include "core/formats/cjfr/structure/cjfr_parts.h"

namespace traceglass::cjfr {

namespace {

std::string_view embeddingText(Embedding embedding)
{
    constexpr std::array<std::string_view, 4> names = {"inline", "inline or null", "cached",
                                                       "cached by holder"};
    return names[static_cast<std::size_t>(embedding)];
}

std::string reductionText(std::uint64_t reduction)
{
    constexpr std::array<std::string_view, 4> names = {"", "timestamp", "timespan", "amount"};
    return reduction < names.size() ? std::string(names[static_cast<std::size_t>(reduction)])
                                    : "reduction " + std::to_string(reduction);
}

std::vector<Node> typeLines(const TypeTable& types, const Type& type, SourceId source)
{
    std::vector<Node> out;
    const auto add = [&](std::string label, std::string value, const ByteRange& range = {}) {
        out.push_back({.id = {}, .label = std::move(label), .value = std::move(value), .range = range});
    };
    add("id", std::to_string(type.id));
    if (!type.description.empty())
        add("description", escaped(shortened(type.description, 400)));
    switch (type.kind) {
    case TypeKind::integer:
        add("width", std::to_string(type.width) + (type.width == 1 ? " byte" : " bytes"));
        add("signed", type.isSigned ? "yes" : "no");
        break;
    case TypeKind::varint:
        add("signed", type.isSigned ? "yes" : "no");
        add("multiplier", std::to_string(type.multiplier));
        break;
    case TypeKind::boolean: break;
    case TypeKind::floating: add("format", std::string(formatText(type.format))); break;
    case TypeKind::string: add("encoding", escaped(type.encodingName)); break;
    case TypeKind::array:
    case TypeKind::structure:
        for (const Slot& slot : type.slots) {
            const Type* const held = types.find(slot.typeId);
            std::string value = held ? escaped(held->name.empty() ? kindText(held->kind) : held->name)
                                     : "type " + std::to_string(slot.typeId) + ", not defined";
            value += ", " + std::string(embeddingText(slot.embedding));
            if (slot.reduction != reduction::kNone)
                value += ", " + reductionText(slot.reduction);
            add(type.kind == TypeKind::array ? "elements" : escaped(slot.name), std::move(value),
                {source, slot.offset, slot.length});
        }
        break;
    }
    return out;
}

}

std::vector<Node> CjfrParts::lines(const NodeId& owner, const Job& job) const
{
    std::vector<Node> out;
    const auto& footer = m_file.footer().footer;
    const Part part = partOf(owner);
    if (part == Part::header && owner.place == 0) {
        for (const HeaderField& field : m_file.header().fields)
            out.push_back({.id = {},
                           .label = field.label,
                           .value = field.value,
                           .range = {SourceId {}, field.offset, field.length}});
    } else if (part == Part::footer && owner.place == 0 && footer) {
        out = footerLines(*footer);
    } else if (part == Part::type) {
        const IndexPtr index = m_file.indexAtHand(job);
        if (index && owner.place < index->types.count())
            out = typeLines(index->types, index->types.at(static_cast<std::size_t>(owner.place)),
                            m_file.streamSource());
    }
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i].id = lineOf(owner, i);
    return out;
}

Node CjfrParts::messageNode(const StreamIndex& index, const Message& message) const
{
    const ValueReader values(index);
    const RecordText text(values);
    const Record record = text.recordAlone(message, m_file.streamSource());
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
        out.value = shortened(text.summaryOf(message), 80);
    out.range = record.range;
    if (record.timeNs)
        out.time = TimeRange {*record.timeNs, addSaturating(*record.timeNs, record.durationNs)};
    out.timeApproximate = out.time && message.type->isCombined;
    return out;
}

Node CjfrParts::valueNode(const StreamIndex& index, const HeldValue& held) const
{
    const ValueReader values(index);
    const Value& value = held.value;
    Node out;
    out.id = held.id;
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

// What is known without the stream.
void CjfrParts::readFile(Node& out) const
{
    const Header& header = m_file.header();
    const FooterPlace& footer = m_file.footer();
    const auto say = [&](NodeKind kind, std::string label, std::string value, const ByteRange& range) {
        out.kind = kind;
        out.label = std::move(label);
        out.value = std::move(value);
        out.range = range;
    };
    const Part part = partOf(out.id);
    switch (part) {
    case Part::root:
        return say(NodeKind::capture, m_file.path().filename().string(),
                   "version " + std::to_string(header.version) + ", " + header.codecName,
                   {SourceId {}, 0, m_file.mapped().size()});
    case Part::header:
        out.tint = Tint::head;
        return say(NodeKind::header, "header", escaped(header.generator + ' ' + header.generatorVersion),
                   {SourceId {}, 0, header.streamStart});
    case Part::stream:
        out.expandable = false;
        return say(NodeKind::data, "stream", header.codecName, m_file.storedStream());
    case Part::footer:
        return say(NodeKind::index, "footer",
                   footer.footer ? counted(footer.footer->totalEvents, "event", "events") : "unreadable",
                   {SourceId {}, footer.offset, footer.length});
    default: // a list
        say(part == Part::messages ? NodeKind::records : NodeKind::folder,
            std::string(std::ranges::find(kTopParts, part, &TopPart::part)->word), "not read yet", out.range);
    }
}

// False: there is no such node.
bool CjfrParts::readStream(const StreamIndex& index, Node& out, const Job& job) const
{
    const SourceId source = m_file.streamSource();
    const auto place = static_cast<std::size_t>(out.id.place);
    switch (partOf(out.id)) {
    case Part::types: out.value = grouped(index.types.count()); break;
    case Part::caches: out.value = grouped(index.types.caches().size()); break;
    case Part::messages:
        out.value = grouped(index.messages);
        out.range = {source, index.begin, index.end - index.begin};
        if (index.fault)
            out.problem = Severity::error; // it lies behind the last message
        break;
    case Part::type: {
        const Type& type = index.types.at(place);
        const std::uint64_t uses = index.countOf(type);
        out.kind = NodeKind::object;
        out.tint = Tint::head;
        out.label = std::to_string(type.id) + ' ' + escaped(shortened(type.name, 200));
        out.value = std::string(kindText(type.kind));
        if (uses > 0)
            out.value += ", " + counted(uses, "message", "messages");
        out.range = {source, type.offset, type.length};
        break;
    }
    case Part::cache: {
        const Cache& cache = index.types.caches()[place];
        const Type* const holder = cache.holderId ? index.types.find(cache.holderId) : nullptr;
        out.kind = NodeKind::objects;
        out.expandable = !cache.entries.empty();
        out.label = RecordText::shortName(cache.type->name.empty() ? kindText(cache.type->kind)
                                                                   : std::string_view(cache.type->name));
        out.value = (holder ? "in " + RecordText::shortName(holder->name) + ", " : std::string())
            + counted(cache.entries.size(), "entry", "entries");
        break;
    }
    case Part::entry: {
        const ValueReader values(index);
        const std::uint64_t number = out.id.place & kEntryMask;
        const Value value = values.entry(static_cast<std::uint32_t>(out.id.place >> kEntryBits), number);
        out.kind = NodeKind::object;
        out.expandable = false;
        out.label = std::to_string(number);
        out.value = RecordText(values).valueText(value);
        out.range = {source, value.begin, value.end - value.begin};
        out.link = messageAt(index, value.begin, job); // and within it where the content stands
        for (auto inner = out.link; inner; inner = valueAt(index, *inner, value.begin, job))
            out.link = inner;
        break;
    }
    case Part::message: {
        const auto found = message(index, out.id.place, job);
        if (found)
            out = messageNode(index, *found);
        return found.has_value();
    }
    default: {
        const auto held = value(index, out.id, job);
        if (held)
            out = valueNode(index, *held);
        return held.has_value();
    }
    }
    return true;
}

Result<Node> CjfrParts::read(const NodeId& id, const Job& job) const
{
    const Part part = partOf(id);
    if (isLine(id)) {
        const auto all = lines(ownerOf(id), job);
        const auto position = static_cast<std::size_t>(*positionIn(id));
        return position < all.size() ? Result<Node>(all[position]) : fail(Code::NodeUnknown);
    }
    if (!(id == root() || placeOf(id, job)))
        return fail(Code::NodeUnknown);
    Node out;
    out.id = id;
    out.expandable = true;
    if (isTopPart(part))
        readFile(out);
    if (part == Part::root || part == Part::header || part == Part::stream || part == Part::footer)
        return out;
    const IndexPtr index = m_file.indexAtHand(job);
    if (index ? !readStream(*index, out, job) : !isTopPart(part))
        return fail(Code::NodeUnknown);
    return out;
}

Result<void> CjfrParts::readGroup(const NodeId& parent, std::size_t group, std::uint64_t first,
                                  std::uint64_t count, std::vector<Node>& out, const Job& job) const
{
    const std::uint64_t end = first + count;
    const Part part = partOf(parent);
    if (part == Part::header || part == Part::type || part == Part::footer) {
        const auto all = lines(parent, job);
        for (std::uint64_t i = first; i < end && i < all.size(); ++i)
            out.push_back(all[static_cast<std::size_t>(i)]);
        return {};
    }
    if (part != Part::messages && part != Part::message && part != Part::value)
        return Parts::readGroup(parent, group, first, count, out, job);
    const IndexPtr index = m_file.indexAtHand(job);
    if (!index) // the file was cut meanwhile
        return fail(Code::NodeUnknown);
    if (part == Part::messages) {
        MessageWalk walk(*index, first);
        for (std::uint64_t i = first; i < end && walk.next(job); ++i)
            out.push_back(messageNode(*index, walk.message()));
        return {};
    }
    const auto add = [&](const HeldValue& held) {
        if (held.position >= first)
            out.push_back(valueNode(*index, held));
        return held.position + 1 < end;
    };
    const bool isKnown = eachValue(*index, parent, add, job);
    return isKnown ? Result<void>() : fail(Code::NodeUnknown);
}

}
