// What stands below a frame or a stream in the tree: header fields, decoded values, entries of an index, the
// parts a payload lies in.
#include "core/base/text.h"
#include "core/formats/rtc/rtc_document.h"
#include "core/formats/rtc/records/rtc_text.h"

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
    if (moment.incomplete)
        text += " (incomplete)";
    else if (part.more)
        text += " (continues)";
    return text;
}

std::vector<RtcDocument::Field> RtcDocument::streamFields(const Address& address) const
{
    const Stream& stream = m_ruler.segments[address.number >> 32].streams.at(address.number & 0xffffffff);
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
    if (moment.firstOffset != 0 && moment.firstOffset != part.offset) {
        // The first frame shows the whole: if each did, they would take squares.
        out.push_back({"payload", counted(part.length, "byte", "bytes"), payloadRange});
        out.push_back(
            {"continues", hexNumber(moment.firstOffset), {}, Address {Place::frame, moment.firstOffset}});
        return out;
    }
    Frame frame;
    frame.stream = stream;
    frame.incomplete = frame.isTail = moment.incomplete;
    frame.payload = payload;
    frame.parts = {&part, 1};
    std::vector<std::byte> joined;
    if (const auto known = found.view->payloads.find(part.offset); known != found.view->payloads.end()) {
        const MinorView::Payload& whole = known->second;
        for (const Part& one : whole.parts) {
            const auto more = bytes().subspan(one.payload(), one.length);
            joined.insert(joined.end(), more.begin(), more.end());
        }
        frame.parts = whole.parts;
        frame.payload = joined;
        frame.isTail = whole.isTail;
    } else if (part.more) { // it ends behind the minor unit, if at all
        const auto put = [&](const Frame& whole) {
            payloadFields(whole, out);
            return true;
        };
        if (frameAt(bytes(), m_ruler, m_axes, part.offset, put))
            return out;
    }
    payloadFields(frame, out);
    return out;
}

// What a payload says, the frames it lies in when there are several, and whether one is missing.
void RtcDocument::payloadFields(const Frame& frame, std::vector<Field>& out) const
{
    const bool isSingle = frame.parts.size() == 1;
    const Part& first = frame.parts.front();
    const auto within = [&](std::size_t from, std::size_t length) {
        return isSingle ? ByteRange {SourceId(0), first.payload() + from, length} : ByteRange {};
    };
    std::size_t start = 0;
    if (frame.stream && frame.stream->value.annotation) {
        if (const auto ns = annotationNs(frame.stream->value, frame.payload)) {
            start = contentStart(frame.stream->value, frame.payload).value_or(0);
            out.push_back({"timespec", absoluteText(*ns), within(0, start)});
        }
    }
    out.push_back({"value", contentText(frame.stream, frame.payload, kLongText),
                   within(start, frame.payload.size() - start)});
    if (frame.incomplete)
        out.push_back({"incomplete", std::string(missingText(frame))});
    if (isSingle)
        return;
    out.push_back({"payload",
                   counted(frame.payload.size(), "byte", "bytes") + " in "
                       + counted(frame.parts.size(), "frame", "frames")});
    for (std::size_t i = 0; i < frame.parts.size(); ++i) {
        const Part& part = frame.parts[i];
        Field field {"part " + std::to_string(i + 1),
                     counted(part.length, "byte", "bytes") + " at " + hexNumber(part.payload())};
        if (i == 0)
            field.range = {SourceId(0), part.payload(), part.length};
        else
            field.link = Address {Place::frame, part.offset};
        out.push_back(std::move(field));
    }
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
