#include "core/formats/rtc/structure/rtc_parts.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kFieldListsKept = 64; // a click asks for those of one frame several times

// The children of a Unit, of a segment and of the capture are in two groups.
enum : std::size_t { kGaps, kSegments };
enum : std::size_t { kStreams, kUnits };
enum : std::size_t { kMarkerGroup, kMinors };

}

RtcParts::RtcParts(const RtcFile& file)
    : m_file(file)
    , m_fields(kFieldListsKept, kFieldsKept)
{
}

std::optional<Address> RtcParts::addressOf(const NodeId& id, const Job& job) const
{
    if ((id.part & 0xff) > static_cast<std::uint32_t>(PartKind::lost))
        return {};
    const Address out {static_cast<PartKind>(id.part & 0xff), id.place, id.part >> 8};
    const auto only = [&](bool good) { return good ? std::optional(out) : std::nullopt; };
    const auto isStream = [&] {
        return out.segment() < ruler().segments.size()
            && out.stream() < ruler().segments[out.segment()].streams.size();
    };
    const auto hasField = [&](PartKind parent) {
        return out.field < fieldsOf({parent, out.number}, job)->size();
    };
    switch (out.kind) {
    case PartKind::capture: return only(id == NodeId {});
    case PartKind::gap: return only(out.field == 0 && out.number < ruler().lost.size());
    case PartKind::segment:
    case PartKind::streams: return only(out.field == 0 && out.number < ruler().segments.size());
    case PartKind::stream: return only(out.field == 0 && isStream());
    case PartKind::streamField: return only(isStream() && hasField(PartKind::stream));
    case PartKind::unit:
    case PartKind::marker: return only(out.field == 0 && out.number < ruler().units.size());
    case PartKind::minor:
        return only(out.field == 0 && out.number >> kMinorBits < ruler().units.size()
                    && out.minor() < m_file.minorCount(ruler().units[out.unit()]));
    case PartKind::frame:
    case PartKind::frameField:
    case PartKind::lost: {
        const MinorItem item = m_file.itemAt(out.number, job);
        if (!item || item.range().offset != out.number || item.isLost() != (out.kind == PartKind::lost))
            return {};
        return only(out.kind == PartKind::frameField ? hasField(PartKind::frame) : out.field == 0);
    }
    }
    return {};
}

NodeId RtcParts::idOfItem(const MinorItem& item)
{
    return idOf({item.isLost() ? PartKind::lost : PartKind::frame, item.range().offset});
}

// --- down and up

Result<std::vector<PartGroup>> RtcParts::groups(const NodeId& parent, const Job& job) const
{
    const auto address = addressOf(parent, job);
    if (!address)
        return fail(Code::NodeUnknown);
    using Groups = std::vector<PartGroup>;
    const std::uint64_t number = address->number;
    switch (address->kind) {
    case PartKind::capture:
        return Groups {{"gaps", true, ruler().lost.size(), true},
                       {"segments", true, ruler().segments.size(), true}};
    case PartKind::segment:
        return Groups {{.word = "streams", .ownsBytes = false},
                       {"units", true, ruler().segments[number].unitCount, true}};
    case PartKind::streams: return Groups {{"", true, ruler().segments[number].streams.size(), false, false}};
    case PartKind::stream: return Groups {{"", true, fieldsOf(*address, job)->size(), false, false}};
    case PartKind::unit:
        return Groups {{.word = "marker"}, {"minor", true, m_file.minorCount(ruler().units[number]), true}};
    case PartKind::minor: {
        const MinorPtr view = m_file.minorView(address->unit(), address->minor(), job);
        return Groups {{"frames", true, view ? view->items.size() : 0, true}};
    }
    case PartKind::frame: return Groups {{"", true, fieldsOf(*address, job)->size()}};
    default: return Groups {}; // they have none
    }
}

std::optional<NodeId> RtcParts::child(const NodeId& parent, std::size_t group, std::uint64_t index,
                                      const Job& job) const
{
    const auto address = addressOf(parent, job);
    if (!address)
        return {};
    const std::uint64_t number = address->number;
    const auto field = static_cast<std::uint32_t>(index);
    switch (address->kind) {
    case PartKind::capture: return idOf({group == kGaps ? PartKind::gap : PartKind::segment, index});
    case PartKind::segment:
        return group == kStreams ? idOf({PartKind::streams, number})
                                 : idOf({PartKind::unit, ruler().segments[number].firstUnit + index});
    case PartKind::streams: return idOf({PartKind::stream, number << 32 | index});
    case PartKind::stream: return idOf({PartKind::streamField, number, field});
    case PartKind::unit:
        return group == kMarkerGroup ? idOf({PartKind::marker, number})
                                     : idOf({PartKind::minor, minorNumber(number, index)});
    case PartKind::minor: {
        const MinorPtr view = m_file.minorView(address->unit(), address->minor(), job);
        if (view && index < view->items.size())
            return idOfItem({view, static_cast<std::size_t>(index)});
        return {};
    }
    case PartKind::frame: return idOf({PartKind::frameField, number, field});
    default: return {}; // they have none
    }
}

std::optional<PartPlace> RtcParts::placeOf(const NodeId& id, const Job& job) const
{
    const auto address = addressOf(id, job);
    if (!address)
        return {};
    const std::uint64_t number = address->number;
    switch (address->kind) {
    case PartKind::capture: break;
    case PartKind::gap: return PartPlace {root(), kGaps, number};
    case PartKind::segment: return PartPlace {root(), kSegments, number};
    case PartKind::streams: return PartPlace {idOf({PartKind::segment, number}), kStreams, 0};
    case PartKind::stream:
        return PartPlace {idOf({PartKind::streams, address->segment()}), 0, address->stream()};
    case PartKind::streamField: return PartPlace {idOf({PartKind::stream, number}), 0, address->field};
    case PartKind::unit: {
        const std::uint32_t segment = ruler().units[number].segment;
        return PartPlace {idOf({PartKind::segment, segment}), kUnits,
                          number - ruler().segments[segment].firstUnit};
    }
    case PartKind::marker: return PartPlace {idOf({PartKind::unit, number}), kMarkerGroup, 0};
    case PartKind::minor:
        return PartPlace {idOf({PartKind::unit, address->unit()}), kMinors, address->minor()};
    case PartKind::frameField: return PartPlace {idOf({PartKind::frame, number}), 0, address->field};
    case PartKind::frame:
    case PartKind::lost: {
        const MinorItem item = m_file.itemAt(number, job);
        if (!item)
            break; // gone since the address was checked: the file is being changed
        return PartPlace {idOf({PartKind::minor, minorNumber(item.view->unit, item.view->minor)}), 0,
                          item.number};
    }
    }
    return {};
}

// Whoever reads asks, so what was read as zeros and kept is gone before anybody gets it.
Result<void> RtcParts::checkWhole() const
{
    auto whole = m_file.checkWhole();
    if (!whole) {
        const std::lock_guard lock(m_mutex);
        m_fields.clear();
    }
    return whole;
}

Result<Node> RtcParts::read(const NodeId& id, const Job& job) const
{
    const auto address = addressOf(id, job);
    if (!address)
        return fail(Code::NodeUnknown);
    Result<Node> node = fail(Code::NodeUnknown);
    switch (address->kind) {
    case PartKind::capture: return partNode(*address);
    case PartKind::frame:
    case PartKind::lost:
        if (const MinorItem item = m_file.itemAt(address->number, job))
            node = itemNode(item);
        break;
    case PartKind::streamField:
    case PartKind::frameField: {
        const bool isFrame = address->kind == PartKind::frameField;
        const Fields fields = fieldsOf({isFrame ? PartKind::frame : PartKind::stream, address->number}, job);
        if (address->field < fields->size())
            node = (*fields)[address->field];
        break;
    }
    default: node = partNode(*address);
    }
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return node;
}

Result<void> RtcParts::readGroup(const NodeId& parent, std::size_t group, std::uint64_t first,
                                 std::uint64_t count, std::vector<Node>& out, const Job& job) const
{
    const auto address = addressOf(parent, job);
    if (!address)
        return fail(Code::NodeUnknown);
    if (address->kind == PartKind::minor) {
        const MinorPtr view = m_file.minorView(address->unit(), address->minor(), job);
        for (std::uint64_t i = first; view && i < first + count && i < view->items.size(); ++i)
            out.push_back(itemNode({view, static_cast<std::size_t>(i)}));
    } else if (address->kind == PartKind::frame || address->kind == PartKind::stream) {
        const Fields fields = fieldsOf(*address, job);
        for (std::uint64_t i = first; i < first + count && i < fields->size(); ++i)
            out.push_back((*fields)[i]);
    } else {
        return Parts::readGroup(parent, group, first, count, out, job);
    }
    return {};
}

// --- bytes

std::optional<NodeId> RtcParts::holderOf(SourceId source, std::uint64_t offset, const Job& job) const
{
    if (number(source) != 0) { // a joined payload: the part that holds the byte
        const auto first = m_file.joinedAt(source);
        std::optional<NodeId> found;
        if (!first)
            return found;
        m_file.payloadAt(
            *first,
            [&](const Frame& frame) {
                std::uint64_t before = 0;
                for (const FramePart& part : frame.parts) {
                    if (offset >= before && offset - before < part.length)
                        found = idOf({PartKind::frame, part.offset});
                    before += part.length;
                }
                return true;
            },
            job);
        return found;
    }
    if (offset >= m_file.size())
        return {};
    for (std::size_t i = 0; i < ruler().lost.size(); ++i) {
        if (ruler().lost[i].contains(source, offset))
            return idOf({PartKind::gap, i});
    }
    const auto number = ruler().unitAt(offset);
    if (!number)
        return {};
    const Unit& unit = ruler().units[*number];
    if (offset < unit.index())
        return idOf({PartKind::marker, *number});
    return idOf({PartKind::minor, minorNumber(*number, m_file.minorAt(unit, offset))});
}

std::optional<NodeId> RtcParts::childAt(const NodeId& parent, std::size_t group, SourceId source,
                                        std::uint64_t offset, const Job& job) const
{
    const auto address = addressOf(parent, job);
    if (!address)
        return {};
    if (address->kind == PartKind::minor) {
        const MinorPtr view = m_file.minorView(address->unit(), address->minor(), job);
        const auto item = view && number(source) == 0 ? view->itemAt(offset) : std::nullopt;
        return item ? std::optional(idOfItem({view, *item})) : std::nullopt;
    }
    if (address->kind != PartKind::frame)
        return Parts::childAt(parent, group, source, offset, job);
    const Fields fields = fieldsOf(*address, job);
    const auto holder = std::ranges::find_if(
        *fields, [&](const Node& field) { return field.range.contains(source, offset); });
    return holder == fields->end() ? std::nullopt : std::optional(holder->id);
}

Result<ByteRange> RtcParts::decoded(const NodeId& id, const Job& job) const
{
    const auto address = addressOf(id, job);
    const MinorItem item =
        address && address->kind == PartKind::frame ? m_file.itemAt(address->number, job) : MinorItem {};
    if (!item.isFrame())
        return Parts::decoded(id, job);
    std::uint64_t first = 0, length = 0;
    m_file.payloadAt(
        address->number,
        [&](const Frame& frame) {
            first = frame.offset;
            length = frame.length;
            return true;
        },
        job);
    const FramePart part = item.part();
    if (length == 0 || length == part.length)
        return ByteRange {SourceId(0), part.payload(), part.length};
    return ByteRange {m_file.joinedSource(first), 0, length};
}

std::optional<NodeId> RtcParts::nodeOf(RecordRef ref, const Job& job) const
{
    const auto holder = holderOf(ref.source(), ref.offset(), job);
    const auto address = holder ? addressOf(*holder, job) : std::nullopt;
    if (!address || address->kind != PartKind::minor)
        return holder;
    const auto item = childAt(*holder, 0, ref.source(), ref.offset(), job);
    return item ? item : holder;
}

// Units follow each other without a gap; before the first one and behind the last one bytes may be lost.
void RtcParts::blocks(SourceId source, const BlockSink& sink, const Job&) const
{
    if (number(source) != 0)
        return;
    auto lostBefore = [&, next = std::size_t(0)](std::uint64_t offset) mutable {
        for (; next < ruler().lost.size() && ruler().lost[next].offset < offset; ++next) {
            if (!sink({ruler().lost[next], idOf({PartKind::gap, next}), Block::State::lost}))
                return false;
        }
        return true;
    };
    for (std::size_t i = 0; i < ruler().units.size(); ++i) {
        const Unit& unit = ruler().units[i];
        const Block block {{source, unit.marker, unit.end - unit.marker},
                           idOf({PartKind::unit, i}),
                           m_file.lookedAt().has(i) ? Block::State::good : Block::State::unread};
        if (!lostBefore(unit.marker) || !sink(block))
            return;
    }
    lostBefore(m_file.size());
}

}
