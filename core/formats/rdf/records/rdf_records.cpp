#include "core/formats/rdf/records/rdf_records.h"

#include "core/base/json_writer.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/formats/rdf/payloads/payload_summary.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kHashed = 256 * 1024;

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

// Writes chunks of the file as JSON, one after the other.
class ChunkJson
{
public:
    ChunkJson(const RdfFile& file, bool hashes, const Job& job)
        : m_file(file)
        , m_numbers(file.outer().numbering())
        , m_hashes(hashes)
        , m_job(job)
    {
    }

    Result<void> append(std::string& out, std::uint64_t n, const Entry& entry)
    {
        std::int64_t size = entry.claimedSize();
        std::string headerSum, dataSum;
        if (m_hashes) {
            const Index& index = m_file.outer().index();
            Sha256 header, data;
            if (!add(header, index.headerExtent(entry)))
                return fail(Code::Stopped);
            if (entry.canDecode()) {
                const auto outcome = m_file.decodeAway(n, limits::kDecodedAtMost, m_stream, m_job, &data);
                if (!outcome)
                    return fail(Code::Stopped);
                m_file.addOutcome({0, n}, *outcome);
                size = static_cast<std::int64_t>(outcome->decoded);
            } else {
                const Extent stored = index.dataExtent(entry);
                if (!add(data, stored))
                    return fail(Code::Stopped);
                size = static_cast<std::int64_t>(stored.length);
            }
            headerSum = header.finish();
            dataSum = data.finish();
        }
        JsonWriter json(out);
        json.beginObject().field("id", entry.idText()).field("index", m_numbers.number(n));
        json.field("chunk_version", entry.version).field("compression", entry.compressionName());
        json.field("header_offset", entry.headerOffset).field("header_size", entry.headerSize);
        json.field("data_offset", entry.dataOffset).field("data_size", entry.dataSize);
        json.field("uncompressed_size", size);
        if (m_hashes)
            json.field("header_sha256", headerSum).field("data_sha256", dataSum);
        json.endObject();
        return {};
    }

private:
    // False when stopped.
    bool add(Sha256& hash, const Extent& extent) const
    {
        const auto bytes = m_file.mapped().view().subspan(static_cast<std::size_t>(extent.offset),
                                                          static_cast<std::size_t>(extent.length));
        for (std::size_t at = 0; at < bytes.size(); at += kHashed) {
            if (m_job.stopRequested())
                return false;
            hash.add(bytes.subspan(at, std::min(kHashed, bytes.size() - at)));
        }
        return true;
    }

    const RdfFile& m_file;
    const Numbering& m_numbers;
    bool m_hashes;
    const Job& m_job;
    ZstdStream m_stream;
};

}

// --- records that own bytes

Result<std::vector<Record>> RdfRecords::in(const ByteRange& range, std::size_t limit) const
{
    std::vector<Record> out;
    if (range.length == 0 || range.offset > ~range.length)
        return out;
    if (auto whole = m_file.checkWhole(); !whole)
        return tl::unexpected(whole.error());
    if (number(range.source) == 0) {
        appendCaptureRecords(m_file.outer(), range, limit, out);
        return out;
    }
    const auto chunk = m_file.decodedChunk(range.source);
    if (!chunk)
        return fail(Code::NodeUnknown, "source " + std::to_string(number(range.source)));
    appendDataRecords(*chunk, range, limit, out);
    return out;
}

void RdfRecords::appendCaptureRecords(const Capture& in, const ByteRange& range, std::size_t limit,
                                      std::vector<Record>& out) const
{
    const std::uint64_t start = range.offset - std::min(range.offset, in.whole().offset);
    for (std::uint64_t n = in.map().firstAt(in.index(), start); n < in.map().count() && out.size() < limit;
         ++n) {
        const Region region = in.map().region(in.index(), n);
        if (in.whole().offset + region.extent.offset >= range.end())
            break;
        if (region.kind != Region::Kind::overlap && touches(in.range(region.extent), range))
            appendRegionRecords(in, region, n, range, limit, out);
    }
}

void RdfRecords::appendRegionRecords(const Capture& in, const Region& region, std::uint64_t position,
                                     const ByteRange& range, std::size_t limit,
                                     std::vector<Record>& out) const
{
    const auto node = [&](Part part, std::uint64_t entry) {
        return m_nodes.node({part, in.number(), entry, 0});
    };
    switch (region.kind) {
    case Region::Kind::fileHeader: out.push_back(recordOf(node(Part::fileHeader, 0), "file header")); return;
    case Region::Kind::index: {
        const std::uint64_t start = in.range(region.extent).offset;
        std::uint64_t entry = (std::max(range.offset, start) - start) / kEntrySize;
        for (; entry < in.count() && out.size() < limit && start + entry * kEntrySize < range.end();
             ++entry) {
            out.push_back(recordOf(node(Part::entry, entry), "index entry", in.chunkName(entry)));
            out.back().fields = node(Part::chunk, entry).value;
        }
        return;
    }
    case Region::Kind::header:
    case Region::Kind::data:
    case Region::Kind::headerAndData: {
        const Entry entry = in.index().entry(region.entry);
        if (region.kind != Region::Kind::data && touches(in.range(in.index().headerExtent(entry)), range))
            out.push_back(
                recordOf(node(Part::chunkHeader, region.entry), "chunk header", in.chunkName(region.entry)));
        const ByteRange data = m_file.storedData({in.number(), region.entry});
        if (region.kind == Region::Kind::header || !touches(data, range) || out.size() >= limit)
            return;
        if (entry.canDecode())
            out.push_back(recordOf(node(Part::data, region.entry), "chunk data", in.chunkName(region.entry)));
        else
            appendDataRecords({in.number(), region.entry}, range, limit, out);
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
                                   std::vector<Record>& out) const
{
    const auto data = m_file.payload(chunk);
    const ByteRange& whole = data->range;
    if (data->capture != 0) {
        appendCaptureRecords(m_file.capture(data->capture), range, limit, out);
        return;
    }
    const auto addWhole = [&]() -> Record& {
        out.push_back(recordOf(m_nodes.node({Part::data, chunk.capture, chunk.entry, 0}), "chunk data",
                               m_file.capture(chunk.capture).chunkName(chunk.entry)));
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

// --- chunks as data

Result<std::uint64_t> RdfRecords::read(const RecordQuery& query, const RecordSink& sink, Job& job) const
{
    if (query.window || !query.trackPattern.empty())
        return fail(Code::NoTimeAxis);
    const Capture& in = m_file.outer();
    std::uint64_t first = 0;
    if (query.from) {
        const auto address = m_nodes.addressOf(*query.from);
        if (!address || address->part != Part::chunk || address->capture != 0)
            return fail(Code::NodeUnknown);
        first = address->entry;
    }
    const std::uint64_t count = std::min(in.count() - std::min(in.count(), first), query.limit);
    job.start(count);
    ChunkJson json(m_file, query.hashes, job);
    Record record; // its room is used again
    for (std::uint64_t n = first; n < first + count; ++n) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (query.json || query.placesOnly) {
            const Entry entry = in.index().entry(n);
            record.json.clear();
            if (query.json) {
                if (auto written = json.append(record.json, n, entry); !written)
                    return tl::unexpected(written.error());
            }
            record.node = idOf({Part::chunk, 0, n, 0});
            record.range = in.chunkRange(entry);
            record.ref = RecordRef(record.range.source, record.range.offset);
        } else {
            record = recordOf(m_nodes.node({Part::chunk, 0, n, 0}), "chunk", in.chunkName(n));
        }
        job.advance();
        if (n % 1024 == 0) {
            if (auto whole = m_file.checkWhole(); !whole)
                return tl::unexpected(whole.error());
        }
        if (!sink(record))
            return n - first + 1;
    }
    return m_file.checkWhole().map([&] { return count; });
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

Result<void> RdfRecords::dumpPayloads(const std::function<void(std::string_view)>& out, Job& job) const
{
    return writePayloadSummary(m_file, out, job);
}

}
