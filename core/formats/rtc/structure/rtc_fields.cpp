// What stands below a frame or a stream in the tree: header fields, decoded values, entries of an index, the
// parts a payload lies in.
#include "core/base/text.h"
#include "core/formats/rtc/records/rtc_text.h"
#include "core/formats/rtc/structure/rtc_parts.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kLongText = 4096; // bytes of a text in a field

Node& addField(std::vector<Node>& out, std::string label, std::string value, ByteRange range = {})
{
    Node& field = out.emplace_back();
    field.label = std::move(label);
    field.value = std::move(value);
    field.range = range;
    return field;
}

Encoding encodingOf(const ValueFormat& format)
{
    using Kind = Encoding::Kind;
    switch (format.kind) {
    case ValueFormat::Kind::unsignedInt: return {Kind::unsignedInt, format.bigEndian};
    case ValueFormat::Kind::signedInt: return {Kind::signedInt, format.bigEndian};
    case ValueFormat::Kind::floating: return {Kind::floating, format.bigEndian};
    case ValueFormat::Kind::uleb128: return {Kind::leb128};
    case ValueFormat::Kind::leb128: return {Kind::signedLeb128};
    default: return {};
    }
}

std::vector<Node> streamFields(const Stream& stream)
{
    std::vector<Node> out;
    addField(out, "id", std::to_string(stream.id));
    for (const auto& [name, value] : stream.attributes) {
        if (name != "id")
            addField(out, escaped(name), escaped(shortened(value, kLongText)));
    }
    if (stream.where.length > 0)
        addField(out, "described at", hexNumber(stream.where.offset)).link =
            idOf({PartKind::frame, stream.where.offset});
    return out;
}

// What a payload says, the frames it lies in when there are several, and whether one is missing.
void addPayload(const Frame& frame, std::vector<Node>& out)
{
    const bool isSingle = frame.parts.size() == 1;
    const FramePart& first = frame.parts.front();
    const auto within = [&](std::size_t from, std::size_t length) {
        return isSingle ? ByteRange {SourceId(0), first.payload() + from, length} : ByteRange {};
    };
    std::size_t start = 0;
    if (frame.stream && frame.stream->value.annotation) {
        if (const auto ns = annotationNs(frame.stream->value, frame.payload)) {
            start = contentStart(frame.stream->value, frame.payload).value_or(0);
            addField(out, "timespec", absoluteText(*ns), within(0, start));
        }
    }
    Node& value = addField(out, "value", contentText(frame.stream, frame.payload, kLongText),
                           within(start, frame.payload.size() - start));
    if (frame.stream && !frame.incomplete && numberOf(frame.stream->value, frame.payload.subspan(start)))
        value.encoding = encodingOf(frame.stream->value);
    if (frame.incomplete)
        addField(out, "incomplete", std::string(missingText(frame)));
    if (isSingle)
        return;
    addField(out, "payload",
             counted(frame.payload.size(), "byte", "bytes") + " in "
                 + counted(frame.parts.size(), "frame", "frames"));
    for (std::size_t i = 0; i < frame.parts.size(); ++i) {
        const FramePart& part = frame.parts[i];
        Node& field = addField(out, "part " + std::to_string(i + 1),
                               counted(part.length, "byte", "bytes") + " at " + hexNumber(part.payload()));
        if (i == 0)
            field.range = {SourceId(0), part.payload(), part.length};
        else
            field.link = idOf({PartKind::frame, part.offset});
    }
}

}

std::string RtcParts::momentText(const MinorView::Placing& moment) const
{
    const auto& axes = m_file.axes().list();
    const Axis::Kind kind = moment.axis < axes.size() ? axes[moment.axis].kind : Axis::Kind::unknown;
    const std::string about = moment.known ? "" : "about ";
    if (kind == Axis::Kind::unixTime)
        return about + absoluteText(moment.ns);
    if (kind == Axis::Kind::position)
        return "no clock";
    return about + relativeText(moment.ns) + " on " + escaped(axes[moment.axis].name);
}

// Kept: a page of fields is asked for one by one by whoever looks for paths or bytes.
RtcParts::Fields RtcParts::fieldsOf(const Address& parent, const Job& job) const
{
    const bool isFrame = parent.kind == PartKind::frame;
    const std::uint64_t key = parent.number << 1 | (isFrame ? 1 : 0);
    {
        const std::lock_guard lock(m_mutex);
        if (auto known = m_fields.find(key))
            return *known;
    }
    std::vector<Node> fields =
        isFrame ? frameFields(m_file.itemAt(parent.number, job), job) : streamFields(streamAt(parent));
    for (std::uint32_t i = 0; i < fields.size(); ++i)
        fields[i].id = idOf({isFrame ? PartKind::frameField : PartKind::streamField, parent.number, i});
    const auto kept = std::make_shared<const std::vector<Node>>(std::move(fields));
    const std::lock_guard lock(m_mutex);
    if (kept->size() <= kFieldsKept && !job.stopRequested())
        m_fields.put(key, kept, kept->size());
    return kept;
}

std::vector<Node> RtcParts::frameFields(const MinorItem& item, const Job& job) const
{
    std::vector<Node> out;
    if (!item.isFrame())
        return out;
    const FramePart part = item.part();
    const Unit& unit = ruler().units[item.view->unit];
    const Segment& segment = ruler().segmentOf(unit);
    const Stream* stream = m_file.streamOf(item);
    const auto payload = m_file.bytes().subspan(part.payload(), part.length);
    const ByteRange payloadRange {SourceId(0), part.payload(), part.length};

    std::size_t behindId = 0;
    readInt(m_file.bytes().subspan(part.offset, part.head), behindId);
    addField(out, "stream", std::to_string(part.id) + (part.more ? ", continued later" : ""),
             {SourceId(0), part.offset, behindId})
        .encoding = {Encoding::Kind::leb128};
    if (part.head > behindId)
        addField(out, "length", std::to_string(part.length),
                 {SourceId(0), part.offset + behindId, part.head - behindId})
            .encoding = {Encoding::Kind::leb128};

    if (part.id == kIndex || part.id == kMinorIndex) {
        indexFields(item, out);
        return out;
    }
    if (part.id == kMeta || part.id == kMinorMeta) {
        for (const Stream& described : readMeta(payload, segment.style.bigEndian, job).streams)
            addField(out, "stream " + std::to_string(described.id),
                     escaped(described.name) + ", " + escaped(described.format), payloadRange);
        return out;
    }
    if (part.id < kFirstStream) {
        addField(out, "bytes", hex(payload.first(std::min<std::size_t>(payload.size(), 64))), payloadRange);
        return out;
    }
    const MinorView::Placing& moment = item.moment();
    if (moment.placed)
        addField(out, "time", momentText(moment));
    if (moment.firstOffset != 0 && moment.firstOffset != part.offset) {
        // The first frame shows the whole: if each did, they would take squares.
        addField(out, "payload", counted(part.length, "byte", "bytes"), payloadRange);
        addField(out, "continues", hexNumber(moment.firstOffset)).link =
            idOf({PartKind::frame, moment.firstOffset});
        return out;
    }
    Frame frame;
    frame.stream = stream;
    frame.incomplete = frame.isTail = moment.incomplete;
    frame.payload = payload;
    frame.parts = {&part, 1};
    std::vector<std::byte> joined;
    if (const auto known = item.view->payloads.find(part.offset); known != item.view->payloads.end()) {
        const MinorView::Payload& whole = known->second;
        for (const FramePart& one : whole.parts) {
            const auto more = m_file.bytes().subspan(one.payload(), one.length);
            joined.insert(joined.end(), more.begin(), more.end());
        }
        frame.parts = whole.parts;
        frame.payload = joined;
        frame.isTail = whole.isTail;
    } else if (part.more) { // it ends behind the minor unit, if at all
        const auto put = [&](const Frame& whole) {
            addPayload(whole, out);
            return true;
        };
        if (m_file.payloadAt(part.offset, put, job))
            return out;
    }
    addPayload(frame, out);
    return out;
}

// Count and entries of an Index or index frame; each entry leads to the frame it names.
void RtcParts::indexFields(const MinorItem& item, std::vector<Node>& out) const
{
    const FramePart part = item.part();
    const auto payload = m_file.bytes().subspan(part.payload(), part.length);
    const StreamTable& streams = ruler().segmentOf(ruler().units[item.view->unit]).streams;
    std::size_t from = 0;
    const auto add = [&](std::size_t end, std::string label, std::string value) {
        addField(out, std::move(label), std::move(value), {SourceId(0), part.payload() + from, end - from});
        from = end;
    };
    if (part.id == kIndex) {
        std::size_t end = 0;
        const auto count = readInt(payload, end);
        if (!count)
            return;
        add(end, "count", grouped(*count));
        out.back().encoding = {Encoding::Kind::leb128};
    }
    eachIndexEntry(payload, from, [&](const IndexEntry& entry, std::size_t end) {
        const Stream* stream = streams.find(entry.id);
        std::string label = stream    ? escaped(stream->name)
            : entry.id < kFirstStream ? std::string(specialName(entry.id))
                                      : "stream " + std::to_string(entry.id);
        if (entry.distance == 0 || entry.distance > part.offset) {
            add(end, std::move(label),
                entry.distance == 0 ? "not seen"
                                    : "before the file, " + grouped(entry.distance) + " bytes back");
            return true;
        }
        const std::uint64_t named = part.offset - entry.distance;
        add(end, std::move(label), "at " + hexNumber(named) + ", " + grouped(entry.distance) + " bytes back");
        // The first Index of a run states the sizes of the ruler as distances: nothing stands there.
        if (ruler().unitAt(named))
            out.back().link = idOf({PartKind::frame, named});
        return true;
    });
    if (from < payload.size())
        add(payload.size(), "damaged", counted(payload.size() - from, "byte", "bytes"));
}

}
