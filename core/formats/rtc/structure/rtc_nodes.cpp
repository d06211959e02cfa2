// What the nodes of an RTC file show.
#include "core/base/text.h"
#include "core/formats/rtc/records/rtc_text.h"
#include "core/formats/rtc/structure/rtc_parts.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kShortText = 120; // bytes of a text beside a frame's name

}

Node RtcParts::gapNode(const Address& address) const
{
    return {.id = idOf(address),
            .kind = NodeKind::gap,
            .label = "before the first Marker",
            .value = {},
            .range = ruler().lost[address.number]};
}

Node RtcParts::segmentNode(const Address& address) const
{
    const Segment& segment = ruler().segments[address.number];
    return {.id = idOf(address),
            .kind = NodeKind::segment,
            .expandable = true,
            .label = "segment " + std::to_string(address.number),
            .value = counted(segment.unitCount, "Unit", "Units"),
            .range = {SourceId(0), segment.begin, segment.end - segment.begin}};
}

Node RtcParts::streamsNode(const Address& address) const
{
    const std::size_t count = ruler().segments[address.number].streams.size();
    return {.id = idOf(address),
            .kind = NodeKind::folder,
            .expandable = count > 0,
            .label = "streams",
            .value = grouped(count),
            .range = {}};
}

Node RtcParts::streamNode(const Address& address) const
{
    const Stream& stream = streamAt(address);
    Node node {.id = idOf(address),
               .kind = NodeKind::stream,
               .tint = tintOf(&stream),
               .expandable = true,
               .label = stream.name.empty() ? "stream " + std::to_string(stream.id) : escaped(stream.name),
               .value = (stream.isClock ? "clock, " : "") + escaped(stream.format),
               .range = {}};
    if (stream.length)
        node.value += ", " + counted(*stream.length, "byte", "bytes");
    if (!stream.described)
        node.value = "not described";
    else if (stream.pieced)
        node.value += ", description damaged";
    if (!stream.described || stream.pieced)
        node.problem = Severity::warning;
    return node;
}

Node RtcParts::unitNode(const Address& address) const
{
    const Unit& unit = ruler().units[address.number];
    return {.id = idOf(address),
            .kind = NodeKind::unit,
            .expandable = true,
            .label = "Unit " + std::to_string(address.number - ruler().segmentOf(unit).firstUnit),
            .value = counted(m_file.minorCount(unit), "minor unit", "minor units"),
            .range = {SourceId(0), unit.marker, unit.end - unit.marker}};
}

Node RtcParts::markerNode(const Address& address) const
{
    const Unit& unit = ruler().units[address.number];
    const std::uint64_t length = std::min<std::uint64_t>(kMarkerBytes, unit.end - unit.marker);
    return {.id = idOf(address),
            .kind = NodeKind::header,
            .tint = Tint::head,
            .label = "Marker",
            .value = unit.markerDamaged ? "damaged" : "",
            .range = {SourceId(0), unit.marker, length}};
}

Node RtcParts::minorNode(const Address& address) const
{
    return {.id = idOf(address),
            .kind = NodeKind::minor,
            .expandable = true,
            .label = "minor " + std::to_string(address.minor()),
            .value = {},
            .range = m_file.minorRange(address.unit(), address.minor())};
}

Node RtcParts::lostNode(const MinorItem& item) const
{
    const Lost& lost = item.lost();
    Node node;
    node.id = idOfItem(item);
    node.kind = NodeKind::lost;
    node.label = "lost range";
    node.value = whyLost(lost);
    node.range = item.range();
    node.problem = Severity::error; // that of the log may be longer than the minor unit
    // Between the last moment before it and the first one behind it, as far as the minor unit tells.
    const auto isPlaced = [](const MinorView::Moment& moment) {
        return moment.placed && moment.firstOffset > 0;
    };
    const auto& moments = item.view->moments;
    const auto border = moments.begin() + static_cast<std::ptrdiff_t>(std::min(lost.before, moments.size()));
    const auto before = std::find_if(std::make_reverse_iterator(border), moments.rend(), isPlaced);
    const auto behind = std::find_if(border, moments.end(),
                                     [&](const auto& moment) { return isPlaced(moment) && moment.known; });
    if (before != moments.rend()) {
        node.axis = before->axis;
        node.time = TimeRange {before->ns, before->ns};
        node.timeApproximate = true;
        if (behind != moments.end() && behind->axis == before->axis)
            node.time->endNs = std::max(before->ns, behind->ns);
    }
    return node;
}

Node RtcParts::frameNode(const MinorItem& item) const
{
    const Part part = item.part();
    Node node;
    node.id = idOfItem(item);
    node.range = item.range();
    if (part.id < kFirstStream) {
        node.kind = part.id == kMeta || part.id == kMinorMeta ? NodeKind::meta
            : part.id == kIndex || part.id == kMinorIndex     ? NodeKind::index
                                                              : NodeKind::frame;
        node.tint = Tint::head;
        node.label = specialName(part.id);
    } else {
        const Stream* stream = m_file.streamOf(item);
        node.kind = NodeKind::frame;
        node.tint = tintOf(stream);
        node.label =
            stream && !stream->name.empty() ? escaped(stream->name) : "stream " + std::to_string(part.id);
        const MinorView::Moment& moment = item.moment();
        if (moment.placed) {
            node.time = TimeRange {moment.ns, moment.ns};
            node.axis = moment.axis;
            node.timeApproximate = !moment.known;
        }
        if (moment.incomplete)
            node.problem = Severity::warning;
    }
    node.value = shortValue(item);
    node.expandable = true;
    return node;
}

Node RtcParts::fieldNode(const Address& address, const Field& field) const
{
    return {.id = idOf(address),
            .kind = NodeKind::field,
            .label = field.label,
            .value = field.value,
            .range = field.range,
            .link = field.link ? std::optional(idOf(*field.link)) : std::nullopt};
}

std::string RtcParts::shortValue(const MinorItem& item) const
{
    const Part part = item.part();
    const auto payload = m_file.bytes().subspan(part.payload(), part.length);
    if (part.id == kIndex || part.id == kMinorIndex) {
        const auto body = readIndexBody(payload, part.id == kIndex);
        return body ? (part.id == kIndex ? "count " + std::to_string(body->count) + ", " : "")
                + counted(body->entries.size(), "entry", "entries")
                    : "damaged";
    }
    const Unit& unit = ruler().units[item.view->unit];
    if (part.id == kMeta || part.id == kMinorMeta)
        return counted(readMeta(payload, ruler().segmentOf(unit).style.bigEndian).streams.size(), "stream",
                       "streams");
    if (part.id == kPlatform)
        return ruler().segmentOf(unit).style.bigEndian ? "big endian" : "little endian";
    if (part.id < kFirstStream)
        return hex(payload.first(std::min<std::size_t>(payload.size(), 8)));
    const MinorView::Moment& moment = item.moment();
    if (moment.firstOffset != 0 && moment.firstOffset != part.offset)
        return "continues " + hexNumber(moment.firstOffset);
    std::string text = contentText(m_file.streamOf(item), payload, kShortText);
    if (moment.incomplete)
        text += " (incomplete)";
    else if (part.more)
        text += " (continues)";
    return text;
}

}
