// What stands below a frame or a stream in the tree: header fields, decoded values, entries of an index, the
// parts a payload lies in.
#include "core/base/text.h"
#include "core/formats/rtc/rtc_document.h"
#include "core/formats/rtc/rtc_text.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kShortText = 120; // bytes of a text beside a frame's name
constexpr std::size_t kLongText = 4096; // of the same in a field

}

std::string RtcDocument::axisText(std::uint16_t axis, std::int64_t ns, bool known) const
{
    const Axis::Kind kind = axis < m_axes.list().size() ? m_axes.list()[axis].kind : Axis::Kind::unknown;
    const std::string about = known ? "" : "about ";
    if (kind == Axis::Kind::unixTime)
        return about + absoluteText(ns);
    if (kind == Axis::Kind::position)
        return "no clock";
    return about + relativeText(ns) + " on " + escaped(m_axes.list()[axis].name);
}

std::string RtcDocument::shortValue(const Found& found) const
{
    const Part part = found.part();
    const auto payload = bytes().subspan(part.payload(), part.length);
    if (part.id == kIndex || part.id == kMinorIndex) {
        const auto body = readIndexBody(payload, part.id == kIndex);
        return body ? (part.id == kIndex ? "count " + std::to_string(body->count) + ", " : "")
                + counted(body->entries.size(), "entry", "entries")
                    : "damaged";
    }
    const Unit& unit = m_ruler.units[found.view->unit];
    if (part.id == kMeta || part.id == kMinorMeta)
        return counted(readMeta(payload, m_ruler.segmentOf(unit).style.bigEndian).streams.size(), "stream",
                       "streams");
    if (part.id == kPlatform)
        return m_ruler.segmentOf(unit).style.bigEndian ? "big endian" : "little endian";
    if (part.id < kFirstStream)
        return hex(payload.first(std::min<std::size_t>(payload.size(), 8)));
    const MinorView::Moment& moment = found.moment();
    if (moment.firstOffset != 0 && moment.firstOffset != part.offset)
        return "continues " + hexNumber(moment.firstOffset);
    std::string text = contentText(streamOf(found), payload, kShortText);
    return part.more ? text + " (continues)" : text;
}

std::vector<RtcDocument::Field> RtcDocument::streamFields(const Address& address) const
{
    const Stream& stream = *m_ruler.segments[address.number >> 32].streams.all()[address.number & 0xffffffff];
    std::vector<Field> out;
    out.push_back({"id", std::to_string(stream.id)});
    for (const auto& [name, value] : stream.attributes) {
        if (name != "id")
            out.push_back({escaped(name), escaped(shortened(value, kLongText))});
    }
    if (stream.where.length > 0)
        out.push_back({"described at",
                       hexNumber(stream.where.offset),
                       {},
                       Address {Place::frame, stream.where.offset}});
    return out;
}

std::vector<RtcDocument::Field> RtcDocument::frameFields(const Found& found) const
{
    std::vector<Field> out;
    if (!found || found.at().lost)
        return out;
    const Part part = found.part();
    const Unit& unit = m_ruler.units[found.view->unit];
    const Segment& segment = m_ruler.segmentOf(unit);
    const Stream* stream = streamOf(found);
    const auto payload = bytes().subspan(part.payload(), part.length);
    const ByteRange payloadRange {SourceId(0), part.payload(), part.length};

    std::size_t behindId = 0;
    readInt(bytes().subspan(part.offset, part.head), behindId);
    out.push_back({"stream",
                   std::to_string(part.id) + (part.more ? ", continued later" : ""),
                   {SourceId(0), part.offset, behindId}});
    if (part.head > behindId)
        out.push_back({"length",
                       std::to_string(part.length),
                       {SourceId(0), part.offset + behindId, part.head - behindId}});

    if (part.id == kIndex || part.id == kMinorIndex) {
        indexFields(found, part, out);
        return out;
    }
    if (part.id == kMeta || part.id == kMinorMeta) {
        for (const Stream& described : readMeta(payload, segment.style.bigEndian).streams)
            out.push_back({"stream " + std::to_string(described.id),
                           escaped(described.name) + ", " + escaped(described.format), payloadRange});
        return out;
    }
    if (part.id < kFirstStream) {
        out.push_back({"bytes", hex(payload.first(std::min<std::size_t>(payload.size(), 64))), payloadRange});
        return out;
    }
    const MinorView::Moment& moment = found.moment();
    if (moment.placed)
        out.push_back({"time", axisText(moment.axis, moment.ns, moment.known)});
    bool delivered = false;
    frameAt(bytes(), m_ruler, m_axes, part.offset, [&](const Frame& frame) {
        delivered = true;
        const bool single = frame.parts.size() == 1;
        const ByteRange where = single ? payloadRange : ByteRange {};
        std::size_t start = 0;
        if (stream && stream->value.annotation && frame.payload.size() >= 12) {
            start = 12;
            if (const auto ns = annotationNs(stream->value, frame.payload))
                out.push_back({"timespec", absoluteText(*ns),
                               single ? ByteRange {SourceId(0), part.payload(), 12} : ByteRange {}});
        }
        out.push_back(
            {"value", contentText(stream, frame.payload, kLongText),
             single ? ByteRange {where.source, where.offset + start, where.length - start} : where});
        if (single)
            return true;
        out.push_back({"payload",
                       counted(frame.length, "byte", "bytes") + " in "
                           + counted(frame.parts.size(), "frame", "frames")
                           + (frame.incomplete ? ", incomplete" : "")});
        for (std::size_t i = 0; i < frame.parts.size(); ++i) {
            const Part& other = frame.parts[i];
            Field field {"part " + std::to_string(i + 1),
                         counted(other.length, "byte", "bytes") + " at " + hexNumber(other.payload())};
            if (other.offset == part.offset)
                field.range = payloadRange;
            else
                field.link = Address {Place::frame, other.offset};
            out.push_back(std::move(field));
        }
        return true;
    });
    if (!delivered)
        out.push_back({"value", contentText(stream, payload, kLongText), payloadRange});
    return out;
}

// Count and entries of an Index or index frame; each entry leads to the frame it names.
void RtcDocument::indexFields(const Found& found, const Part& part, std::vector<Field>& out) const
{
    const auto payload = bytes().subspan(part.payload(), part.length);
    const Segment& segment = m_ruler.segmentOf(m_ruler.units[found.view->unit]);
    std::size_t at = 0;
    const auto field = [&](std::size_t from, std::string label, std::string value) {
        out.push_back({std::move(label), std::move(value), {SourceId(0), part.payload() + from, at - from}});
    };
    if (part.id == kIndex) {
        const auto count = readInt(payload, at);
        if (!count)
            return;
        field(0, "count", grouped(*count));
    }
    while (at < payload.size()) {
        const std::size_t from = at;
        const auto id = readInt(payload, at);
        const auto distance = id ? readInt(payload, at) : std::nullopt;
        if (!id || !distance || (*id & 1) == 0 || (*distance & 1) != 0) {
            at = payload.size();
            field(from, "damaged", counted(at - from, "byte", "bytes"));
            return;
        }
        const auto number = static_cast<std::uint32_t>(std::min<std::uint64_t>(*id >> 1, ~0u));
        const Stream* stream = segment.streams.find(number);
        std::string label = stream  ? escaped(stream->name)
            : number < kFirstStream ? std::string(specialName(number))
                                    : "stream " + std::to_string(number);
        const std::uint64_t back = *distance >> 1;
        if (back == 0 || back > part.offset) {
            field(from, std::move(label),
                  back == 0 ? "not seen" : "before the file, " + grouped(back) + " bytes back");
            continue;
        }
        field(from, std::move(label),
              "at " + hexNumber(part.offset - back) + ", " + grouped(back) + " bytes back");
        // The first Index of a run states the sizes of the ruler as distances: nothing stands there.
        if (const auto unit = m_ruler.unitAt(part.offset - back))
            out.back().link = Address {Place::frame, part.offset - back};
    }
}

}
