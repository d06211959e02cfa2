// What the nodes of an RTC file show.
#include "core/base/text.h"
#include "core/formats/rtc/records/rtc_text.h"
#include "core/formats/rtc/structure/rtc_parts.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kShortText = 120; // bytes of a text beside a frame's name

void tellStream(const Stream& stream, Node& node)
{
    node.kind = NodeKind::stream;
    node.tint = tintOf(&stream);
    node.label = stream.name.empty() ? "stream " + std::to_string(stream.id) : escaped(stream.name);
    node.value = (stream.isClock ? "clock, " : "") + escaped(stream.format);
    if (stream.length)
        node.value += ", " + counted(*stream.length, "byte", "bytes");
    if (!stream.described)
        node.value = "not described";
    else if (stream.pieced)
        node.value += stream.asWritten ? ", description garbled by its writer" : ", description damaged";
    if (!stream.described || stream.pieced)
        node.problem = stream.asWritten ? Severity::info : Severity::warning;
}

void tellLost(const MinorItem& item, Node& node)
{
    const Lost& lost = item.lost();
    node.kind = NodeKind::lost;
    node.label = "lost range";
    node.value = whyLost(lost);
    node.problem = Severity::error; // that of the log may be longer than the minor unit
    // Between the last moment before it and the first one behind it, as far as the minor unit tells.
    const auto isPlaced = [](const MinorView::Placing& moment) {
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
}

}

Node RtcParts::partNode(const Address& address) const
{
    const std::uint64_t number = address.number;
    Node node;
    node.id = idOf(address);
    node.expandable = true;
    switch (address.kind) {
    case PartKind::capture:
        node.kind = NodeKind::capture;
        node.label = m_file.path().filename().string();
        node.range = {SourceId(0), 0, m_file.size()};
        node.expandable = ruler().lost.size() + ruler().segments.size() > 0;
        break;
    case PartKind::gap:
        node.kind = NodeKind::gap;
        node.label = "before the first Marker";
        node.range = ruler().lost[number];
        node.expandable = false;
        break;
    case PartKind::segment: {
        const Segment& segment = ruler().segments[number];
        node.kind = NodeKind::segment;
        node.label = "segment " + std::to_string(number);
        node.value = counted(segment.unitCount, "Unit", "Units");
        node.range = {SourceId(0), segment.begin, segment.end - segment.begin};
        break;
    }
    case PartKind::streams:
        node.kind = NodeKind::folder;
        node.label = "streams";
        node.value = grouped(ruler().segments[number].streams.size());
        node.expandable = ruler().segments[number].streams.size() > 0;
        break;
    case PartKind::stream: tellStream(streamAt(address), node); break;
    case PartKind::unit: {
        const Unit& unit = ruler().units[number];
        node.kind = NodeKind::unit;
        node.label = "Unit " + std::to_string(number - ruler().segmentOf(unit).firstUnit);
        node.value = counted(m_file.minorCount(unit), "minor unit", "minor units");
        node.range = {SourceId(0), unit.marker, unit.end - unit.marker};
        break;
    }
    case PartKind::marker: {
        const Unit& unit = ruler().units[number];
        node.kind = NodeKind::header;
        node.tint = Tint::head;
        node.label = "Marker";
        node.value = unit.markerDamaged ? "damaged" : "";
        node.range = {SourceId(0), unit.marker,
                      std::min<std::uint64_t>(kMarkerBytes, unit.end - unit.marker)};
        node.expandable = false;
        break;
    }
    case PartKind::minor:
        node.kind = NodeKind::minor;
        node.label = "minor " + std::to_string(address.minor());
        node.range = m_file.minorRange(address.unit(), address.minor());
        break;
    default: break;
    }
    return node;
}

Node RtcParts::itemNode(const MinorItem& item) const
{
    Node node;
    node.id = idOfItem(item);
    node.range = item.range();
    item.isLost() ? tellLost(item, node) : tellFrame(item, node);
    return node;
}

void RtcParts::tellFrame(const MinorItem& item, Node& node) const
{
    const FramePart part = item.part();
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
        const MinorView::Placing& moment = item.moment();
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
}

std::string RtcParts::shortValue(const MinorItem& item) const
{
    const FramePart part = item.part();
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
    const MinorView::Placing& moment = item.moment();
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
