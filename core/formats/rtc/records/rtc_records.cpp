// The payloads of a document in order: `tglass records`, the records table, the records of a range of bytes.
#include "core/base/text.h"
#include "core/formats/rtc/wire/relaxed_json.h"
#include "core/formats/rtc/rtc_document.h"
#include "core/io/sha256.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

// Payloads held back while one that began earlier is not whole yet. Beyond it the earlier one comes late: one
// that never ends must not hold the whole capture in memory.
constexpr std::size_t kHeldBack = 1u << 18;

// Puts payloads, which come as they end, in order of where they begin.
class InOrder
{
public:
    explicit InOrder(const FrameSink& sink)
        : m_sink(sink)
    {
    }

    bool take(const Frame& frame)
    {
        m_sorted = m_sorted && (m_held.empty() || m_held.back().frame.offset < frame.offset);
        m_held.push_back({frame, {}, {}, {}});
        Held& held = m_held.back();
        if (frame.parts.size() == 1) {
            held.single = frame.parts.front();
        } else { // joined in memory that is used again
            held.parts.assign(frame.parts.begin(), frame.parts.end());
            held.payload.assign(frame.payload.begin(), frame.payload.end());
        }
        return m_held.size() <= kHeldBack || release(~std::uint64_t(0));
    }

    // Everything that begins before the offset.
    bool release(std::uint64_t before)
    {
        if (!m_sorted)
            std::ranges::sort(m_held, {}, [](const Held& held) { return held.frame.offset; });
        m_sorted = true;
        auto held = m_held.begin();
        bool more = true;
        for (; more && held != m_held.end() && held->frame.offset < before; ++held) {
            held->frame.parts = held->parts.empty() ? std::span(&held->single, 1) : std::span(held->parts);
            if (!held->parts.empty())
                held->frame.payload = held->payload;
            more = m_sink(held->frame);
        }
        m_held.erase(m_held.begin(), held);
        return more;
    }

private:
    struct Held
    {
        Frame frame;
        Part single;
        std::vector<Part> parts; // when there are several
        std::vector<std::byte> payload;
    };
    const FrameSink& m_sink;
    std::vector<Held> m_held;
    bool m_sorted = true;
};

// "timespec" as nanoseconds, JSON as it is, the rest as numbers or text.
void appendValue(std::string& out, const Frame& frame)
{
    if (frame.stream) {
        const ValueFormat& format = frame.stream->value;
        if (const auto start = contentStart(format, frame.payload)) {
            const auto content = frame.payload.subspan(*start);
            switch (format.kind) {
            case ValueFormat::Kind::text: return appendJsonString(out, asText(content));
            case ValueFormat::Kind::json: {
                RelaxedJson in(asText(content));
                RelaxedJson::Value value;
                if (in.readValue(value, 0) && in.peek() == '\0')
                    out += value.json;
                else
                    appendJsonString(out, asText(content));
                return;
            }
            case ValueFormat::Kind::timespec:
                if (const auto ns = clockNs(format, content))
                    return appendNumber(out, *ns);
                break;
            default:
                if (const auto text = numberText(format, content)) {
                    if (text->find_first_not_of("0123456789+-.eE") == std::string::npos)
                        out += *text;
                    else
                        appendJsonString(out, *text);
                    return;
                }
                break;
            }
        }
    }
    out += '"';
    appendHex(out, frame.payload);
    out += '"';
}

void appendJson(std::string& out, const Frame& frame, bool hashes)
{
    out += "{\"offset\":";
    appendNumber(out, frame.offset);
    out += ",\"segment\":";
    appendNumber(out, frame.segment);
    out += ",\"stream\":";
    appendNumber(out, frame.stream ? frame.stream->id : 0);
    out += ",\"name\":";
    appendJsonString(out, frame.stream ? std::string_view(frame.stream->name) : std::string_view());
    out += ",\"length\":";
    appendNumber(out, frame.length);
    out += ",\"ts_ns\":";
    if (frame.timeKnown)
        appendNumber(out, frame.ns);
    else
        out += "null";
    if (frame.incomplete)
        out += ",\"incomplete\":true";
    if (hashes) {
        Sha256 hash;
        hash.add(frame.payload);
        out += ",\"payload_sha256\":\"" + hash.finish() + '"';
    } else {
        out += ",\"value\":";
        appendValue(out, frame);
    }
    out += '}';
}

}

void RtcDocument::describeRecord(const Frame& frame, const RecordQuery& query, Record& record) const
{
    record.ref = RecordRef(SourceId(0), frame.offset);
    record.node = idOf({Place::frame, frame.offset});
    record.range = {SourceId(0), frame.offset,
                    frame.parts.empty() ? 0 : frame.parts.front().end() - frame.offset};
    record.timeNs = frame.timeKnown ? std::optional(frame.ns) : std::nullopt;
    record.axis = frame.timeKnown ? frame.axis : std::uint16_t(0);
    if (query.json) {
        record.json.clear();
        appendJson(record.json, frame, query.hashes);
        return;
    }
    record.tint = tintOf(frame.stream);
    record.kind = frame.stream ? escaped(frame.stream->format) : "raw";
    record.subject = frame.stream ? trackPath(frame.segment, *frame.stream) : std::string();
    constexpr std::size_t kShownBytes = 400;
    record.fields = contentText(frame.stream, frame.payload, kShownBytes);
    if (frame.incomplete)
        record.fields += " (incomplete)";
}

// Every frame in the file, special ones too, as the bytes view lists them.
Record RtcDocument::itemRecord(const Found& found) const
{
    const Node node = frameNode(found);
    Record record;
    record.ref = RecordRef(SourceId(0), node.range.offset);
    record.node = node.id;
    record.range = node.range;
    record.tint = node.tint;
    record.kind = node.label;
    record.fields = node.value;
    if (node.time && !node.timeApproximate) {
        record.timeNs = node.time->startNs;
        record.axis = node.axis;
    }
    return record;
}

Result<std::vector<Record>> RtcDocument::recordsIn(const ByteRange& range, std::size_t limit) const
{
    std::vector<Record> out;
    if (number(range.source) != 0) {
        if (const auto owner = nodeAt(range.source, range.offset)) {
            const auto address = addressOf(*owner);
            if (const Found found = address ? frameAtOffset(address->number) : Found {})
                out.push_back(itemRecord(found));
        }
        return out;
    }
    const std::uint64_t end = std::min(range.end(), m_file->size());
    std::uint64_t at = range.offset;
    while (at < end && out.size() < limit) {
        const auto unit = m_ruler.unitAt(at);
        if (!unit) { // before the first Unit
            if (m_ruler.units.empty() || m_ruler.units.front().marker <= at)
                break;
            at = m_ruler.units.front().marker;
            continue;
        }
        const Unit& in = m_ruler.units[*unit];
        if (at < in.index()) {
            const Node marker = makeNode({Place::marker, *unit});
            Record record;
            record.ref = RecordRef(SourceId(0), marker.range.offset);
            record.node = marker.id;
            record.range = marker.range;
            record.tint = marker.tint;
            record.kind = marker.label;
            out.push_back(std::move(record));
            at = in.index();
            continue;
        }
        if (at >= in.end) {
            if (*unit + 1 >= m_ruler.units.size())
                break;
            at = m_ruler.units[*unit + 1].marker;
            continue;
        }
        const MinorPtr view = minorView(*unit, minorAt(in, at));
        auto item = std::ranges::partition_point(
            view->items, [&](MinorView::Item one) { return view->rangeOf(one).end() <= at; });
        for (; item != view->items.end() && view->rangeOf(*item).offset < end && out.size() < limit; ++item)
            out.push_back(itemRecord({view, static_cast<std::size_t>(item - view->items.begin())}));
        at = view->range.end();
    }
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return out;
}

// --- passes over segments

Result<bool> RtcDocument::decode(const Pass& pass, const FrameSink& sink, Job& job) const
{
    const Segment& segment = m_ruler.segments[pass.segment];
    Decoder decoder(bytes(), m_ruler, m_axes);
    std::uint32_t unit = segment.firstUnit;
    std::uint64_t from = 0;
    if (pass.from) {
        decoder.setState(stateAt(bytes(), m_ruler, m_axes, *pass.from));
        unit = pass.from->unit;
        from = pass.from->offset;
    }
    InOrder ordered(sink);
    UnitFrames frames;
    const auto take = [&](const Frame& frame) { return isErased(frame) || ordered.take(frame); };
    for (; unit < segment.firstUnit + segment.unitCount; ++unit, from = 0) {
        if (pass.enough && pass.enough(decoder.state()))
            break;
        const std::uint64_t end = m_ruler.units[unit].end;
        std::uint64_t at = from != 0 ? from : m_ruler.units[unit].index();
        while (at < end) {
            if (job.stopRequested())
                return fail(Code::Stopped);
            const std::uint64_t to =
                end - at <= kDecodedAtOnce ? end : segment.boundaryAfter(m_ruler.units[unit], at);
            const std::uint64_t next = walkUnit(bytes(), m_ruler, unit, {at, to}, frames);
            for (const Lost& lost : frames.lost)
                reportLost(lost, unit);
            if (!decoder.feed(frames, take))
                return false;
            if (auto whole = checkWhole(); !whole) // nothing of what was read then is delivered
                return tl::unexpected(whole.error());
            if (!ordered.release(std::min(next, decoder.oldestOpen())))
                return false;
            if (next <= at)
                break;
            at = next;
        }
        job.advance();
    }
    return decoder.finish(take) && ordered.release(~std::uint64_t(0));
}

// Which axis the window of a query is on: that of the clock named, else each record's own when tracks are
// chosen, else the leading one.
Result<std::optional<std::uint16_t>> RtcDocument::axisOf(const RecordQuery& query) const
{
    if (query.clock.empty())
        return query.trackPattern.empty() ? std::optional<std::uint16_t>(0) : std::nullopt;
    for (std::uint16_t axis = 0; axis < m_axes.list().size(); ++axis) {
        if (m_axes.list()[axis].name == query.clock)
            return std::optional(axis);
    }
    for (std::uint32_t i = 0; i < m_ruler.segments.size(); ++i) {
        const Stream* stream = m_ruler.segments[i].streams.named(query.clock);
        if (stream && stream->isClock)
            return std::optional(m_axes.axisOf(i, *stream));
    }
    std::string known;
    for (const Axis& axis : m_axes.list())
        known += (known.empty() ? "" : ", ") + axis.name;
    return fail(Code::ClockUnknown, query.clock + "; there are: " + known);
}

std::optional<RtcDocument::Pass> RtcDocument::passOf(std::uint32_t number, const RecordQuery& query,
                                                     std::optional<std::uint16_t> axis) const
{
    Pass pass {number};
    const Segment& segment = m_ruler.segments[number];
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
        if (stream->isClock && m_axes.axisOf(number, *stream) == *axis)
            clocks.push_back(stream->id);
    }
    if (clocks.empty())
        return {}; // nothing of this run is on the axis
    pass.from = placeOf(bytes(), m_ruler, m_axes, number, *axis, query.window->startNs);
    pass.enough = [clocks, end = query.window->endNs](const DecoderState& state) {
        return std::ranges::all_of(clocks, [&](std::uint32_t id) {
            const auto clock = state.clocks.find(id);
            return clock != state.clocks.end() && clock->second.value && *clock->second.value >= end;
        });
    };
    return pass;
}

Result<std::uint64_t> RtcDocument::records(const RecordQuery& query, const RecordSink& sink, Job& job) const
{
    const auto axis = axisOf(query);
    if (!axis)
        return tl::unexpected(axis.error());
    std::unordered_map<const Stream*, bool> wanted;
    Record record; // its room is used again
    std::uint64_t delivered = 0;
    if (query.limit == 0)
        return delivered;
    const FrameSink take = [&](const Frame& frame) {
        if (query.window
            && (!frame.timeKnown || !query.window->contains(frame.ns) || (*axis && frame.axis != **axis)))
            return true;
        if (!query.trackPattern.empty() && frame.stream) {
            const auto [known, isNew] = wanted.try_emplace(frame.stream, false);
            if (isNew) { // the segment may be left out: a restart is seldom what one asks for
                const std::string path = trackPath(frame.segment, *frame.stream);
                known->second = matchesGlob(query.trackPattern, path)
                    || (m_ruler.segments.size() > 1
                        && matchesGlob(query.trackPattern,
                                       std::string_view(path).substr(path.find('/') + 1)));
            }
            if (!known->second)
                return true;
        }
        ++delivered;
        describeRecord(frame, query, record);
        return sink(record) && delivered < query.limit;
    };
    job.start(m_ruler.units.size());
    for (std::uint32_t segment = 0; segment < m_ruler.segments.size(); ++segment) {
        const auto pass = passOf(segment, query, *axis);
        if (!pass)
            continue;
        const auto more = decode(*pass, take, job);
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            break;
    }
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return delivered;
}

}
