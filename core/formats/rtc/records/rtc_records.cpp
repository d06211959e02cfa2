#include "core/formats/rtc/records/rtc_records.h"

#include "core/base/json_writer.h"
#include "core/formats/rtc/notes/rtc_notes.h"
#include "core/formats/rtc/records/rtc_text.h"
#include "core/formats/rtc/structure/rtc_address.h"
#include "core/formats/rtc/timeline/rtc_tracks.h"
#include "core/formats/rtc/wire/relaxed_json.h"
#include "core/io/sha256.h"

#include <algorithm>
#include <utility>

namespace traceglass::rtc {

namespace {

// "timespec" as nanoseconds, JSON as it is, the rest as numbers or text. False: it is none of these.
bool appendContent(std::string& out, const Frame& frame)
{
    const auto start = frame.stream ? contentStart(frame.stream->value, frame.payload) : std::nullopt;
    if (!start)
        return false;
    JsonWriter json(out);
    const ValueFormat& format = frame.stream->value;
    const auto content = frame.payload.subspan(*start);
    switch (format.kind) {
    case ValueFormat::Kind::text: json.value(asText(content)); return true;
    case ValueFormat::Kind::json: {
        RelaxedJson in(asText(content));
        RelaxedJson::Value value;
        const bool isJson = in.readValue(value, 0) && in.peek() == '\0';
        isJson ? json.raw(value.json) : json.value(asText(content));
        return true;
    }
    case ValueFormat::Kind::timespec: {
        const auto ns = clockNs(format, content);
        if (ns)
            json.value(*ns);
        return ns.has_value();
    }
    default: {
        const auto text = numberText(format, content);
        if (!text)
            return false;
        const bool isNumber = text->find_first_not_of("0123456789+-.eE") == std::string::npos;
        isNumber ? json.raw(*text) : json.value(*text);
        return true;
    }
    }
}

void appendJson(std::string& out, const Frame& frame, bool hashes)
{
    static const struct
    {
        JsonKey offset {"offset"}, segment {"segment"}, stream {"stream"}, name {"name"}, length {"length"},
            time {"ts_ns"}, value {"value"};
    } keys;
    JsonWriter json(out);
    json.beginObject().field(keys.offset, frame.offset).field(keys.segment, frame.segment);
    json.field(keys.stream, frame.stream ? frame.stream->id : 0);
    json.field(keys.name, frame.stream ? std::string_view(frame.stream->name) : std::string_view());
    json.field(keys.length, frame.length)
        .field(keys.time, frame.timeKnown ? std::optional(frame.ns) : std::nullopt);
    if (frame.incomplete)
        json.field("incomplete", true);
    if (hashes) {
        Sha256 hash;
        hash.add(frame.payload);
        json.field("payload_sha256", hash.finish());
    } else if (json.key(keys.value); !appendContent(out, frame)) {
        out += '"';
        appendHex(out, frame.payload);
        out += '"';
    }
    json.endObject();
}

}

void RtcRecords::describe(const Frame& frame, const RecordQuery& query, StreamWords& known,
                          Record& record) const
{
    record.ref = RecordRef(SourceId(0), frame.offset);
    record.node = idOf({PartKind::frame, frame.offset});
    record.range = {SourceId(0), frame.offset,
                    frame.parts.empty() ? 0 : frame.parts.front().end() - frame.offset};
    record.timeNs = frame.timeKnown ? std::optional(frame.ns) : std::nullopt;
    record.axis = frame.timeKnown ? frame.axis : std::uint16_t(0);
    if (query.placesOnly)
        return;
    if (query.json) {
        record.json.clear();
        appendJson(record.json, frame, query.hashes);
        return;
    }
    record.tint = tintOf(frame.stream);
    const auto [words, isNew] = known.try_emplace(frame.stream);
    if (isNew && frame.stream)
        words->second = {escaped(frame.stream->format),
                         trackPath(m_file.ruler(), m_file.axes(), frame.segment, *frame.stream)};
    record.kind = words->second.kind;
    record.subject = words->second.subject;
    record.fields =
        contentText(frame.stream, frame.payload, 2 * query.textBytes); // it is all that a frame tells
    if (frame.incomplete)
        record.fields += " (incomplete)";
}

// Every frame in the file, special ones too, as the bytes view lists them.
Result<std::vector<Record>> RtcRecords::in(const ByteRange& range, std::size_t limit, const Job& job) const
{
    std::vector<Record> out;
    const auto add = [&](const Node& node) {
        Record record;
        record.ref = RecordRef(SourceId(0), node.range.offset);
        record.node = node.id;
        record.range = node.range;
        record.tint = node.tint;
        record.kind = node.label;
        if (node.kind != NodeKind::header)
            record.fields = node.value;
        if (node.time && !node.timeApproximate) {
            record.timeNs = node.time->startNs;
            record.axis = node.axis;
        }
        out.push_back(std::move(record));
    };
    if (number(range.source) != 0) { // a joined payload
        const auto owner = m_structure.nodeAt(range.source, range.offset, job);
        const auto node = owner ? m_structure.node(*owner, job) : fail(Code::NodeUnknown);
        if (node)
            add(*node);
        return out;
    }
    const Ruler& ruler = m_file.ruler();
    const std::uint64_t end = std::min(range.end(), m_file.size());
    std::uint64_t at = range.offset;
    if (!ruler.units.empty())
        at = std::max(at, ruler.units.front().marker);
    while (at < end && out.size() < limit) {
        const auto unit = ruler.unitAt(at);
        if (!unit)
            break;
        const Unit& inside = ruler.units[*unit];
        if (at < inside.index()) {
            const auto marker = m_structure.node(idOf({PartKind::marker, *unit}), job);
            if (!marker)
                return tl::unexpected(marker.error());
            add(*marker);
            at = std::min(inside.index(), inside.end);
            continue;
        }
        const MinorPtr view = m_file.minorView(*unit, m_file.minorAt(inside, at), job);
        if (!view)
            return fail(Code::Stopped);
        const auto first = std::ranges::partition_point(
            view->items, [&](MinorView::Item item) { return view->rangeOf(item).end() <= at; });
        const auto last = std::partition_point(
            first, view->items.end(), [&](MinorView::Item item) { return view->rangeOf(item).offset < end; });
        const auto items = m_structure.children(
            idOf({PartKind::minor, minorNumber(*unit, view->minor)}),
            static_cast<std::uint64_t>(first - view->items.begin()),
            std::min<std::uint64_t>(static_cast<std::uint64_t>(last - first), limit - out.size()), job);
        if (!items)
            return tl::unexpected(items.error());
        std::ranges::for_each(*items, add);
        at = view->range.end();
    }
    return out;
}

// --- by track and time

// Which axis the window of a query is on: that of the clock named, else each record's own when tracks are
// chosen, else the leading one.
Result<std::optional<std::uint16_t>> RtcRecords::axisOf(const RecordQuery& query) const
{
    if (query.clock.empty())
        return query.trackPattern.empty() ? std::optional<std::uint16_t>(0) : std::nullopt;
    for (std::uint16_t axis = 0; axis < m_file.axes().list().size(); ++axis) {
        if (m_file.axes().list()[axis].name == query.clock)
            return std::optional(axis);
    }
    for (std::uint32_t i = 0; i < m_file.ruler().segments.size(); ++i) {
        const Stream* stream = m_file.ruler().segments[i].streams.named(query.clock);
        if (stream && stream->isClock)
            return std::optional(m_file.axes().axisOf(i, *stream));
    }
    return fail(Code::ClockUnknown,
                query.clock + "; there are: " + listText(m_file.axes().list(), ", ", &Axis::name));
}

std::optional<Pass> RtcRecords::passOf(std::uint32_t number, const RecordQuery& query,
                                       std::optional<std::uint16_t> axis, const Job& job) const
{
    Pass pass {number};
    const Segment& segment = m_file.ruler().segments[number];
    const auto streams = segment.streams.all();
    // Annotations carry their time with them, wherever they stand: only reading everything finds them. Notes
    // of ours are no reason for that: who looks for them asks for the annotations.
    const bool anywhere = std::ranges::any_of(streams, [](const Stream* stream) {
        return stream->value.annotation && noteStreamOf(*stream) == NoteStream::none;
    });
    if (!query.window || !axis || anywhere)
        return pass;
    std::vector<std::uint32_t> clocks;
    for (const Stream* stream : streams) {
        if (stream->isClock && m_file.axes().axisOf(number, *stream) == *axis)
            clocks.push_back(stream->id);
    }
    if (clocks.empty())
        return {}; // nothing of this run is on the axis
    pass.from =
        spotOf(m_file.bytes(), m_file.ruler(), m_file.axes(), number, *axis, query.window->startNs, job);
    pass.enough = [clocks, end = query.window->endNs](const DecoderState& state) {
        return std::ranges::all_of(clocks, [&](std::uint32_t id) {
            const auto clock = state.clocks.find(id);
            return clock != state.clocks.end() && clock->second.value && *clock->second.value >= end;
        });
    };
    return pass;
}

Result<Spot> RtcRecords::spotOfFrame(const NodeId& id) const
{
    const std::optional<std::uint32_t> unit =
        id == idOf({PartKind::frame, id.place}) ? m_file.ruler().unitAt(id.place) : std::nullopt;
    if (!unit)
        return fail(Code::NodeUnknown);
    return provenBefore(m_file.bytes(), m_file.ruler(), *unit, id.place);
}

Result<std::uint64_t> RtcRecords::read(const RecordQuery& query, const RecordSink& sink, Job& job) const
{
    const auto axis = axisOf(query);
    if (!axis)
        return tl::unexpected(axis.error());
    std::uint32_t segment = 0;
    std::optional<Spot> begin;
    if (query.from) {
        const auto spot = spotOfFrame(*query.from);
        if (!spot)
            return tl::unexpected(spot.error());
        begin = *spot;
        segment = m_file.ruler().units[spot->unit].segment;
    }
    const std::uint64_t first = query.from ? query.from->place : 0; // what was open at the spot began before
    // The segment may be left out of the pattern: a restart is seldom what one asks for.
    const auto isWanted = [&](const Frame& frame) {
        const std::string path = trackPath(m_file.ruler(), m_file.axes(), frame.segment, *frame.stream);
        return matchesGlob(query.trackPattern, path)
            || (m_file.ruler().segments.size() > 1
                && matchesGlob(query.trackPattern, std::string_view(path).substr(path.find('/') + 1)));
    };
    std::unordered_map<const Stream*, bool> wanted;
    StreamWords words;
    Record record; // its room is used again
    std::uint64_t delivered = 0;
    if (query.limit == 0)
        return delivered;
    const FrameSink take = [&](const Frame& frame) {
        if (frame.offset < first)
            return true;
        if (query.window
            && (!frame.timeKnown || !query.window->contains(frame.ns) || (*axis && frame.axis != **axis)))
            return true;
        if (!query.trackPattern.empty() && frame.stream) {
            const auto [known, isNew] = wanted.try_emplace(frame.stream, false);
            if (isNew)
                known->second = isWanted(frame);
            if (!known->second)
                return true;
        }
        ++delivered;
        describe(frame, query, words, record);
        return sink(record) && delivered < query.limit;
    };
    job.start(m_file.ruler().units.size());
    for (; segment < m_file.ruler().segments.size(); ++segment) {
        auto pass = passOf(segment, query, *axis, job);
        if (!pass)
            continue;
        if (begin)
            pass->from = std::exchange(begin, std::nullopt);
        const auto more = runPass(m_file, *pass, take, job);
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            break;
    }
    if (auto whole = m_file.checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return delivered;
}

}
