#include "core/formats/rdf/records/rdf_records.h"

#include "core/base/json_writer.h"
#include "core/base/text.h"
#include "core/formats/rdf/payloads/payload_summary.h"
#include "core/formats/rdf/records/chunk_json.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kEventRead = 4096;  // bytes of a chunk that is an event
constexpr std::size_t kMissedAtMost = 4096; // bytes of no item that are looked at one by one

bool touches(const ByteRange& a, const ByteRange& b)
{
    return a.source == b.source && a.offset < b.end() && b.offset < a.end();
}

Record recordOf(const Node& node, std::string kind, std::string subject = {})
{
    Record out;
    out.ref = RecordRef(node.range.source, node.range.offset);
    out.node = node.id;
    out.range = node.range;
    out.tint = node.tint;
    out.kind = std::move(kind);
    out.subject = std::move(subject);
    out.fields = node.value;
    return out;
}

}

// --- records that own bytes

Result<std::vector<Record>> RdfRecords::in(const ByteRange& range, std::size_t limit, const Job& job) const
{
    std::vector<Record> out;
    if (range.length == 0 || range.offset > ~range.length)
        return out;
    if (auto whole = m_file.checkWhole(); !whole)
        return tl::unexpected(whole.error());
    if (number(range.source) == 0) {
        appendCaptureRecords(m_file.outer(), range, limit, out, job);
        return out;
    }
    const auto chunk = m_file.decodedChunk(range.source);
    if (!chunk)
        return fail(Code::NodeUnknown, "source " + std::to_string(number(range.source)));
    appendDataRecords(*chunk, range, limit, out, job);
    return out;
}

void RdfRecords::appendCaptureRecords(const RdfCapture& in, const ByteRange& range, std::size_t limit,
                                      std::vector<Record>& out, const Job& job) const
{
    const std::uint64_t start = range.offset - std::min(range.offset, in.whole().offset);
    const RegionMap* const map = in.map(job);
    for (std::uint64_t n = map ? map->firstAt(in.index(), start) : 0;
         map && n < map->count() && out.size() < limit && !job.stopRequested(); ++n) {
        const Region region = map->region(in.index(), n);
        if (in.whole().offset + region.extent.offset >= range.end())
            break;
        if (region.kind != Region::Kind::overlap && touches(in.range(region.extent), range))
            appendRegionRecords(in, region, n, range, limit, out, job);
    }
}

void RdfRecords::appendRegionRecords(const RdfCapture& in, const Region& region, std::uint64_t position,
                                     const ByteRange& range, std::size_t limit, std::vector<Record>& out,
                                     const Job& job) const
{
    const auto node = [&](Part part, std::uint64_t entry) {
        return m_nodes.node({part, in.number(), entry, 0}, job);
    };
    switch (region.kind) {
    case Region::Kind::fileHeader: out.push_back(recordOf(node(Part::fileHeader, 0), "file header")); return;
    case Region::Kind::index: {
        const std::uint64_t start = in.range(region.extent).offset;
        std::uint64_t entry = (std::max(range.offset, start) - start) / kEntrySize;
        for (; entry < in.count() && out.size() < limit && start + entry * kEntrySize < range.end();
             ++entry) {
            out.push_back(recordOf(node(Part::entry, entry), "index entry", in.chunkName(entry, job)));
            out.back().fields = node(Part::chunk, entry).value;
        }
        return;
    }
    case Region::Kind::header:
    case Region::Kind::data:
    case Region::Kind::headerAndData: {
        const Entry entry = in.index().entry(region.entry);
        if (region.kind != Region::Kind::data && touches(in.range(in.index().headerExtent(entry)), range))
            out.push_back(recordOf(node(Part::chunkHeader, region.entry), "chunk header",
                                   in.chunkName(region.entry, job)));
        const ByteRange data = m_file.storedData({in.number(), region.entry});
        if (region.kind == Region::Kind::header || !touches(data, range) || out.size() >= limit)
            return;
        if (entry.canDecode())
            out.push_back(
                recordOf(node(Part::data, region.entry), "chunk data", in.chunkName(region.entry, job)));
        else
            appendDataRecords({in.number(), region.entry}, range, limit, out, job);
        return;
    }
    default:
        out.push_back(
            recordOf(node(Part::region, position), region.kind == Region::Kind::gap ? "gap" : "dead index"));
    }
}

// What the decoded bytes of a chunk hold: values of JSON, lines of text, parts of a capture, or the data as
// one.
void RdfRecords::appendDataRecords(ChunkKey chunk, const ByteRange& range, std::size_t limit,
                                   std::vector<Record>& out, const Job& job) const
{
    const auto data = m_file.payload(chunk, job);
    const ByteRange& whole = data->range;
    if (const auto items = m_nodes.contents().itemsOf(chunk, job)) {
        appendItems(chunk, *items, range, limit, out, job);
        return;
    }
    if (data->capture != 0) {
        appendCaptureRecords(m_file.capture(data->capture), range, limit, out, job);
        return;
    }
    const auto addWhole = [&]() -> Record& {
        out.push_back(recordOf(m_nodes.node({Part::data, chunk.capture, chunk.entry, 0}, job), "chunk data",
                               m_file.capture(chunk.capture).chunkName(chunk.entry, job)));
        return out.back();
    };
    const std::uint64_t start = range.offset - std::min(range.offset, whole.offset); // in the text
    const std::uint64_t end = range.end() - whole.offset;
    if (data->content == Content::json) {
        const JsonText json = data->json();
        const std::function<void(const JsonText::Value&)> visit = [&](const JsonText::Value& container) {
            json.visitMembersBehind(container, start, [&](std::uint64_t, const JsonText::Value& value) {
                const std::uint64_t first = value.begin();
                if (first >= end || out.size() >= limit)
                    return false;
                if (value.isContainer() && value.length > 2) {
                    visit(value);
                    return true;
                }
                Record record;
                record.range = {whole.source, whole.offset + first, value.end() - first};
                record.ref = RecordRef(whole.source, record.range.offset);
                record.node =
                    idOf({Part::json, chunk.capture, chunk.entry, static_cast<std::uint32_t>(value.offset)});
                record.tint = Tint::wake;
                record.kind = "JSON value";
                record.subject = escaped(shortened(json.keyOf(value), 80));
                record.fields = escaped(shortened(json.textOf(value), 200));
                out.push_back(std::move(record));
                return true;
            });
        };
        visit(json.root());
        return;
    }
    if (data->isText()) {
        const std::string_view text = data->text;
        std::uint64_t at = start < text.size() ? lineStart(text, start) : text.size();
        while (at < text.size() && at < end && out.size() < limit) {
            const Address line {Part::line, chunk.capture, chunk.entry, static_cast<std::uint32_t>(at)};
            const Node node = RdfNodes::lineNode(line, *data);
            out.push_back(recordOf(node, "line"));
            out.back().tint = Tint::taskStart;
            out.back().fields = node.label;
            at += node.range.length;
        }
        if (end > text.size() && whole.length > text.size() && out.size() < limit)
            addWhole().range = {whole.source, whole.offset + text.size(), whole.length - text.size()};
        return;
    }
    addWhole().range = whole;
}

// Also of a token that only ends in the chunk. Bytes of no item, such as padding, are those of the data.
void RdfRecords::appendItems(ChunkKey chunk, const PayloadItems& items, const ByteRange& range,
                             std::size_t limit, std::vector<Record>& out, const Job& job) const
{
    const ByteRange whole = m_file.payload(chunk, job)->range;
    std::uint64_t at = range.offset - std::min(range.offset, whole.offset);
    const std::uint64_t end = std::min(range.end() - whole.offset, whole.length);
    std::size_t missed = 0;
    while (at < end && out.size() < limit && missed < kMissedAtMost && !job.stopRequested()) {
        const auto place = items.at(at, job);
        if (!place) {
            if (missed++ == 0) {
                out.push_back(recordOf(m_nodes.node({Part::data, 0, chunk.entry}, job), "chunk data",
                                       m_file.outer().chunkName(chunk.entry, job)));
                out.back().range = whole;
            }
            ++at;
            continue;
        }
        const auto owner = m_nodes.contents().itemsOf({0, place->entry}, job);
        if (!owner)
            return;
        const Node node = m_nodes.itemNode(place->entry, *owner, place->number, job);
        const std::uint64_t length = owner->item(place->number, job).length;
        const std::uint64_t left = length - std::min(length, place->inside);
        out.push_back(recordOf(node, node.label, node.value));
        out.back().timeNs = node.time ? std::optional(node.time->startNs) : std::nullopt;
        if (place->entry != chunk.entry) // the part that lies here
            out.back().range = {whole.source, whole.offset + at, std::min(left, whole.length - at)};
        at += std::max<std::uint64_t>(left, 1);
    }
}

// --- chunks and their events

// One reading. `Result<bool>`: false when who asked has enough.
struct RdfRecords::Pass
{
    const RecordQuery& query;
    const RecordSink& sink;
    const Job& job;
    ChunkJson json;
    PayloadChunks chunks;
    Record record {}; // its room is used again
    std::uint64_t delivered = 0;

    bool isFull() const { return delivered >= query.limit; }
    bool isWanted(const std::optional<TimeRange>& time) const
    {
        // A moment is in the window at whose start it is.
        return !query.window
            || (time && time->startNs < query.window->endNs
                && std::max(time->endNs - 1, time->startNs) >= query.window->startNs);
    }
    bool deliver()
    {
        ++delivered;
        return sink(record) && !isFull();
    }
};

// Events are in the order of the chunks, and behind the line of theirs (see Format::recordsHelp).
Result<bool> RdfRecords::readEvents(std::uint64_t entry, std::uint64_t first, Pass& pass) const
{
    const ChunkContents& contents = m_nodes.contents();
    const ChunkKey chunk {0, entry};
    const RdfCapture& in = m_file.outer();
    Record& record = pass.record;
    // Type, subject and time are known; the fields are the caller's.
    const ChunkNumbers* const numbers = in.numbering(pass.job);
    if (!numbers)
        return fail(Code::Stopped);
    const auto begin = [&](const std::string& type, const ByteRange& range,
                           const std::optional<TimeRange>& time, const NodeId& node, Tint tint) {
        record.node = node;
        record.range = range;
        record.ref = RecordRef(range.source, range.offset);
        record.tint = tint;
        record.timeNs = time ? std::optional(time->startNs) : std::nullopt;
        record.durationNs = time ? time->lengthNs() : 0;
        record.json.clear();
        if (!pass.query.json)
            return;
        JsonWriter json(record.json);
        const std::string id(in.index().entry(entry).idText());
        json.beginObject().field("type", type);
        json.field("chunk", id + ':' + std::to_string(numbers->number(entry)));
        json.field("offset", range.offset).field("length", range.length);
        if (number(range.source) != 0)
            json.field("decoded", true);
        json.field("time_ns", record.timeNs);
    };
    const auto texts = [&](const std::string& type, std::string subject,
                           const std::vector<PayloadField>& fields) {
        record.kind = type;
        record.subject = std::move(subject);
        record.fields.clear();
        for (const PayloadField& field : fields) {
            record.fields += record.fields.empty() ? "" : ", ";
            record.fields += std::string(field.name) + ' ' + shortened(field.value, pass.query.textBytes);
        }
    };
    const PayloadKind kind = contents.kindOf(chunk);
    if (ChunkContents::isEvent(kind)) {
        const ChunkBytes data = pass.chunks.data(entry, kEventRead);
        const auto event = contents.eventOf(kind, data.bytes, true, pass.job);
        if (!event || first > 0 || !pass.isWanted(event->time))
            return true;
        const RecordLayout& layout = layoutOf(kind).data;
        begin(event->type, m_file.storedData(chunk), event->time, idOf({Part::data, 0, entry}), event->tint);
        if (pass.query.json) {
            JsonWriter json(record.json);
            layout.write(data.bytes, json);
            json.endObject();
        } else if (!pass.query.placesOnly) {
            texts(event->type, event->subject, layout.describe(data.bytes));
        }
        return pass.deliver();
    }
    if (!ChunkContents::mayHoldEvents(kind))
        return true;
    const auto items = contents.itemsOf(chunk, pass.job);
    if (!items || !items->hasEvents())
        return true;
    for (std::uint64_t n = first; n < items->count(); ++n) {
        if (isStoppedAt(n, pass.job))
            return fail(Code::Stopped);
        const PayloadItem item = items->item(n, pass.job);
        if (item.event.empty())
            continue; // bytes behind the events
        const auto ns = item.tick ? contents.nsOfCpu(*item.tick, pass.job) : std::nullopt;
        const auto time = ns ? std::optional(TimeRange {*ns, *ns}) : std::nullopt;
        if (!pass.isWanted(time))
            continue;
        begin(item.event, items->place(n, 0, item.length, pass.job), time,
              idOf({Part::item, 0, entry, static_cast<std::uint32_t>(n)}), item.tint);
        if (pass.query.json) {
            JsonWriter json(record.json);
            items->write(n, json, pass.job);
            json.endObject();
        } else if (!pass.query.placesOnly) {
            texts(item.event, item.value, items->fields(n, pass.job));
        }
        if (!pass.deliver())
            return false;
    }
    return true;
}

Result<bool> RdfRecords::readChunk(std::uint64_t n, Pass& pass) const
{
    const RdfCapture& in = m_file.outer();
    Record& record = pass.record;
    if (pass.query.json || pass.query.placesOnly) {
        const Entry entry = in.index().entry(n);
        record = {};
        if (pass.query.json) {
            if (auto written = pass.json.append(record.json, n, entry); !written)
                return tl::unexpected(written.error());
        }
        record.node = idOf({Part::chunk, 0, n});
        record.range = in.chunkRange(entry);
        record.ref = RecordRef(record.range.source, record.range.offset);
    } else {
        record = recordOf(m_nodes.node({Part::chunk, 0, n}, pass.job), "chunk", in.chunkName(n, pass.job));
    }
    return pass.deliver();
}

Result<std::uint64_t> RdfRecords::read(const RecordQuery& query, const RecordSink& sink, Job& job) const
{
    if (!query.trackPattern.empty() || (query.window && !m_facts.hasTimes()))
        return fail(Code::NoTimeAxis);
    const RdfCapture& in = m_file.outer();
    std::uint64_t first = 0;
    std::optional<std::uint64_t> firstEvent; // of the first chunk: its own line is left out
    if (query.from) {
        const auto address = m_nodes.addressOf(*query.from, job);
        if (!address || address->capture != 0
            || (address->part != Part::chunk && address->part != Part::data && address->part != Part::item))
            return fail(job.stopRequested() ? Code::Stopped : Code::NodeUnknown);
        first = address->entry;
        if (address->part != Part::chunk)
            firstEvent = address->sub;
    }
    if (auto known = m_facts.hasTimes() ? m_facts.ask(job).map([](const auto&) {}) : Result<void>(); !known)
        return tl::unexpected(known.error());
    job.start(in.count() - std::min(in.count(), first));
    Pass pass {query, sink, job, ChunkJson(m_file, query.hashes, job), m_facts.chunks()};
    bool goesOn = !pass.isFull();
    for (std::uint64_t n = first; n < in.count() && goesOn; ++n) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (!firstEvent && !query.window) { // chunks have no time
            auto chunk = readChunk(n, pass);
            if (!chunk)
                return tl::unexpected(chunk.error());
            goesOn = *chunk;
        }
        if (goesOn) {
            auto events = readEvents(n, firstEvent.value_or(0), pass);
            if (!events)
                return tl::unexpected(events.error());
            goesOn = *events;
        }
        firstEvent.reset();
        job.advance();
        if (n % 1024 == 0) {
            if (auto whole = m_file.checkWhole(); !whole)
                return tl::unexpected(whole.error());
        }
    }
    return m_file.checkWhole().map([&] { return pass.delivered; });
}

Result<void> RdfRecords::dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const
{
    const Index& index = m_file.outer().index();
    std::string text;
    JsonWriter json(text);
    json.beginObject().field("format", "rdf").field("version", index.header.version);
    json.key("chunks").beginArray();
    job.start(index.count());
    ChunkJson chunks(m_file, hashes, job);
    for (std::uint64_t n = 0; n < index.count(); ++n) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        json.line();
        if (auto written = chunks.append(text, n, index.entry(n)); !written)
            return written;
        json.flush(out);
        job.advance();
    }
    json.endArray().endObject();
    out(text + "\n");
    return m_file.checkWhole();
}

Result<void> RdfPayloads::dump(const std::function<void(std::string_view)>& out, Job& job) const
{
    return writePayloadSummary(m_file, out, job);
}

}
