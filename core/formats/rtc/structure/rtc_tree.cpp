// The nodes of RtcDocument's structure tree: what a NodeId says, and what a node shows.
#include "core/base/text.h"
#include "core/formats/rtc/rtc_document.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

std::string why(Lost::Why why, std::uint64_t detail)
{
    switch (why) {
    case Lost::Why::unknownStream: return "unknown stream " + std::to_string(detail);
    case Lost::Why::tooLong: return "impossible length";
    case Lost::Why::crossesBoundary: return "frame crosses the boundary";
    case Lost::Why::noIndexFrame: return "no index frame";
    case Lost::Why::markerInside: return "misplaced Marker";
    case Lost::Why::nulRun: return "zero bytes";
    case Lost::Why::cutShort: return "file ends inside a frame";
    case Lost::Why::moved: return {}; // has no bytes to show
    }
    return {};
}

}

NodeId RtcDocument::idOf(const Address& address)
{
    return {address.number, address.field << 8 | static_cast<std::uint32_t>(address.place)};
}

std::optional<RtcDocument::Address> RtcDocument::addressOf(const NodeId& id) const
{
    if ((id.part & 0xff) > static_cast<std::uint32_t>(Place::lost))
        return {};
    const Address out {static_cast<Place>(id.part & 0xff), id.place, id.part >> 8};
    const auto only = [&](bool good) { return good ? std::optional(out) : std::nullopt; };
    const auto segmentStream = [&] {
        const std::uint64_t segment = id.place >> 32;
        return segment < m_ruler.segments.size()
            && (id.place & 0xffffffff) < m_ruler.segments[segment].streams.size();
    };
    switch (out.place) {
    case Place::capture: return only(id == NodeId {});
    case Place::gap: return only(out.field == 0 && id.place < m_ruler.lost.size());
    case Place::segment:
    case Place::streams: return only(out.field == 0 && id.place < m_ruler.segments.size());
    case Place::stream: return only(out.field == 0 && segmentStream());
    case Place::streamField: return only(segmentStream() && out.field < streamFields(out).size());
    case Place::unit:
    case Place::marker: return only(out.field == 0 && id.place < m_ruler.units.size());
    case Place::minor:
        return only(out.field == 0 && (id.place >> kMinorBits) < m_ruler.units.size()
                    && (id.place & ((1u << kMinorBits) - 1))
                        < minorCount(m_ruler.units[id.place >> kMinorBits]));
    case Place::frame:
    case Place::frameField:
    case Place::lost: {
        const Found found = frameAtOffset(id.place);
        if (!found || found.view->rangeOf(found.at()).offset != id.place
            || found.at().lost != (out.place == Place::lost))
            return {};
        return only(out.place == Place::frameField ? out.field < frameFields(found).size() : out.field == 0);
    }
    }
    return {};
}

// --- nodes

Node RtcDocument::root() const
{
    return makeNode({});
}

Result<Node> RtcDocument::node(const NodeId& id) const
{
    const auto address = addressOf(id);
    if (!address)
        return fail(Code::NodeUnknown);
    Node made = makeNode(*address);
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return made;
}

Node RtcDocument::makeNode(const Address& address) const
{
    Node node;
    node.id = idOf(address);
    switch (address.place) {
    case Place::capture:
        node.kind = NodeKind::capture;
        node.label = m_path.filename().string();
        node.range = {SourceId(0), 0, m_file->size()};
        {
            const std::lock_guard lock(m_mutex);
            node.problem = m_worst;
        }
        break;
    case Place::gap:
        node.kind = NodeKind::gap;
        node.label = "before the first Marker";
        node.range = m_ruler.lost[address.number];
        node.problem = Severity::warning;
        break;
    case Place::segment: {
        const Segment& segment = m_ruler.segments[address.number];
        node.kind = NodeKind::segment;
        node.label = "segment " + std::to_string(address.number);
        node.value = counted(segment.unitCount, "Unit", "Units");
        node.range = {SourceId(0), segment.begin, segment.end - segment.begin};
        const std::lock_guard lock(m_mutex);
        for (const auto& [unit, problem] : m_problems) {
            if (m_ruler.units[unit].segment == address.number)
                node.problem = std::max(node.problem.value_or(problem), problem);
        }
        break;
    }
    case Place::streams:
        node.kind = NodeKind::folder;
        node.label = "streams";
        node.value = grouped(m_ruler.segments[address.number].streams.size());
        break;
    case Place::stream: return streamNode(address);
    case Place::streamField: return fieldNode(address, streamFields(address)[address.field]);
    case Place::unit: return unitNode(static_cast<std::uint32_t>(address.number));
    case Place::marker: {
        const Unit& unit = m_ruler.units[address.number];
        node.kind = NodeKind::header;
        node.tint = Tint::head;
        node.label = "Marker";
        if (unit.markerDamaged) {
            node.value = "damaged";
            node.problem = Severity::error;
        }
        node.range = {SourceId(0), unit.marker,
                      std::min<std::uint64_t>(kMarkerBytes, unit.end - unit.marker)};
        break;
    }
    case Place::minor:
        return minorNode(static_cast<std::uint32_t>(address.number >> kMinorBits),
                         static_cast<std::uint32_t>(address.number & ((1u << kMinorBits) - 1)));
    case Place::frame:
    case Place::lost:
        if (const Found found = frameAtOffset(address.number))
            return frameNode(found);
        break; // gone since the address was checked: the file is being changed
    case Place::frameField:
        if (const auto fields = frameFields(frameAtOffset(address.number)); address.field < fields.size())
            return fieldNode(address, fields[address.field]);
        break;
    }
    node.expandable = countBelow(address) > 0;
    return node;
}

Node RtcDocument::streamNode(const Address& address) const
{
    const Stream& stream = m_ruler.segments[address.number >> 32].streams.at(address.number & 0xffffffff);
    Node node;
    node.id = idOf(address);
    node.kind = NodeKind::stream;
    node.tint = tintOf(&stream);
    node.label = stream.name.empty() ? "stream " + std::to_string(stream.id) : escaped(stream.name);
    node.value = (stream.isClock ? "clock, " : "") + escaped(stream.format);
    if (stream.length)
        node.value += ", " + counted(*stream.length, "byte", "bytes");
    if (!stream.described)
        node.value = "not described";
    else if (stream.pieced)
        node.value += ", description damaged";
    if (!stream.described || stream.pieced)
        node.problem = Severity::warning;
    node.expandable = true;
    return node;
}

Node RtcDocument::unitNode(std::uint32_t number) const
{
    const Unit& unit = m_ruler.units[number];
    Node node;
    node.id = idOf({Place::unit, number});
    node.kind = NodeKind::unit;
    node.label = "Unit " + std::to_string(number - m_ruler.segmentOf(unit).firstUnit);
    node.value = counted(minorCount(unit), "minor unit", "minor units");
    node.range = {SourceId(0), unit.marker, unit.end - unit.marker};
    node.problem = problemOf(number);
    node.expandable = true;
    return node;
}

Node RtcDocument::minorNode(std::uint32_t unit, std::uint32_t minor) const
{
    Node node;
    node.id = idOf({Place::minor, std::uint64_t(unit) << kMinorBits | minor});
    node.kind = NodeKind::minor;
    node.label = "minor " + std::to_string(minor);
    node.range = minorRange(unit, minor);
    node.expandable = true;
    return node;
}

Node RtcDocument::frameNode(const Found& found) const
{
    Node node;
    node.range = found.view->rangeOf(found.at());
    if (found.at().lost) {
        const Lost& lost = found.view->frames.lost[found.at().index];
        node.id = idOf({Place::lost, node.range.offset});
        node.kind = NodeKind::lost;
        node.label = "lost range";
        node.value = why(lost.why, lost.detail);
        node.problem = Severity::error;
        // Between the last moment before it and the first one behind it, as far as the minor unit tells.
        const auto known = [&](const MinorView::Moment& moment) {
            return moment.placed && moment.firstOffset > 0;
        };
        const auto& moments = found.view->moments;
        const auto border =
            moments.begin() + static_cast<std::ptrdiff_t>(std::min(lost.before, moments.size()));
        const auto before = std::find_if(std::make_reverse_iterator(border), moments.rend(), known);
        const auto behind =
            std::find_if(border, moments.end(), [&](const auto& m) { return known(m) && m.known; });
        if (before != moments.rend()) {
            node.axis = before->axis;
            node.time = TimeRange {before->ns, before->ns};
            node.timeApproximate = true;
            if (behind != moments.end() && behind->axis == before->axis)
                node.time->endNs = std::max(before->ns, behind->ns);
        }
        return node;
    }
    const Part part = found.part();
    node.id = idOf({Place::frame, part.offset});
    if (part.id < kFirstStream) {
        node.kind = part.id == kMeta || part.id == kMinorMeta ? NodeKind::meta
            : part.id == kIndex || part.id == kMinorIndex     ? NodeKind::index
                                                              : NodeKind::frame;
        node.tint = Tint::head;
        node.label = specialName(part.id);
    } else {
        const Stream* stream = streamOf(found);
        node.kind = NodeKind::frame;
        node.tint = tintOf(stream);
        node.label =
            stream && !stream->name.empty() ? escaped(stream->name) : "stream " + std::to_string(part.id);
        const MinorView::Moment& moment = found.moment();
        if (moment.placed) {
            node.time = TimeRange {moment.ns, moment.ns};
            node.axis = moment.axis;
            node.timeApproximate = !moment.known;
        }
        if (moment.incomplete)
            node.problem = Severity::warning;
    }
    node.value = shortValue(found);
    node.expandable = true;
    return node;
}

Node RtcDocument::fieldNode(const Address& address, const Field& field) const
{
    Node node;
    node.id = idOf(address);
    node.kind = NodeKind::field;
    node.label = field.label;
    node.value = field.value;
    node.range = field.range;
    if (field.link)
        node.link = idOf(*field.link);
    return node;
}

// --- children

std::uint64_t RtcDocument::countBelow(const Address& address) const
{
    switch (address.place) {
    case Place::capture: return m_ruler.lost.size() + m_ruler.segments.size();
    case Place::segment: return std::uint64_t(m_ruler.segments[address.number].unitCount) + 1;
    case Place::streams: return m_ruler.segments[address.number].streams.size();
    case Place::stream: return streamFields(address).size();
    case Place::unit: return std::uint64_t(minorCount(m_ruler.units[address.number])) + 1;
    case Place::minor:
        return minorView(static_cast<std::uint32_t>(address.number >> kMinorBits),
                         static_cast<std::uint32_t>(address.number & ((1u << kMinorBits) - 1)))
            ->items.size();
    case Place::frame: return frameFields(frameAtOffset(address.number)).size();
    default: return 0;
    }
}

Result<std::uint64_t> RtcDocument::childCount(const NodeId& id) const
{
    const auto address = addressOf(id);
    if (!address)
        return fail(Code::NodeUnknown);
    const std::uint64_t count = countBelow(*address);
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return count;
}

Result<std::vector<Node>> RtcDocument::children(const NodeId& id, std::uint64_t first,
                                                std::uint64_t count) const
{
    const auto address = addressOf(id);
    if (!address)
        return fail(Code::NodeUnknown);
    const std::uint64_t all = countBelow(*address);
    const std::uint64_t end = first < all ? first + std::min(count, all - first) : first;
    std::vector<Node> out;
    const auto add = [&](Place place, std::uint64_t number, std::uint32_t field = 0) {
        out.push_back(makeNode({place, number, field}));
    };
    const auto number = address->number;
    if (address->place == Place::minor) {
        const MinorPtr view = minorView(static_cast<std::uint32_t>(number >> kMinorBits),
                                        static_cast<std::uint32_t>(number & ((1u << kMinorBits) - 1)));
        for (std::uint64_t i = first; i < end && i < view->items.size(); ++i)
            out.push_back(frameNode({view, static_cast<std::size_t>(i)}));
    } else if (address->place == Place::frame || address->place == Place::stream) {
        const bool frame = address->place == Place::frame;
        const std::vector<Field> fields = frame ? frameFields(frameAtOffset(number)) : streamFields(*address);
        for (std::uint64_t i = first; i < end && i < fields.size(); ++i)
            out.push_back(fieldNode(
                {frame ? Place::frameField : Place::streamField, number, static_cast<std::uint32_t>(i)},
                fields[i]));
    } else {
        for (std::uint64_t i = first; i < end; ++i) {
            switch (address->place) {
            case Place::capture:
                if (i < m_ruler.lost.size())
                    add(Place::gap, i);
                else
                    add(Place::segment, i - m_ruler.lost.size());
                break;
            case Place::segment:
                if (i == 0)
                    add(Place::streams, number);
                else
                    add(Place::unit, m_ruler.segments[number].firstUnit + i - 1);
                break;
            case Place::streams: add(Place::stream, number << 32 | i); break;
            case Place::unit:
                if (i == 0)
                    add(Place::marker, number);
                else
                    add(Place::minor, number << kMinorBits | (i - 1));
                break;
            default: break;
            }
        }
    }
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return out;
}

}
