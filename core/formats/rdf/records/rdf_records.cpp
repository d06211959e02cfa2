// Records, dump and validation of RdfDocument: everything that goes over all chunks.
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/formats/rdf/rdf_document.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kHashed = 256 * 1024;
constexpr std::uint64_t kBatch = 64; // chunks a worker takes at a time

// Checking decodes and throws away; a claim of terabytes is believed after so much.
constexpr std::uint64_t kCheckedAtMost = std::uint64_t(4) << 30;

bool touches(const ByteRange& a, const ByteRange& b)
{
    return a.source == b.source && a.offset < b.end() && b.offset < a.end();
}

std::string_view compressionText(const Entry& entry)
{
    return entry.compression == 0 ? "none" : entry.isCompressed() ? "zstd" : "unknown";
}

// The bytes of a range in pieces; false when stopped.
bool readThrough(std::span<const std::byte> bytes, const Job& job, Sha256& hash)
{
    for (std::size_t at = 0; at < bytes.size(); at += kHashed) {
        if (job.stopRequested())
            return false;
        hash.add(bytes.subspan(at, std::min(kHashed, bytes.size() - at)));
    }
    return true;
}

}

// --- records that own bytes

Result<std::vector<Record>> RdfDocument::recordsIn(const ByteRange& range, std::size_t limit) const
{
    std::vector<Record> out;
    if (range.length == 0 || range.offset > ~range.length)
        return out;
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    if (number(range.source) == 0) {
        appendCaptureRecords(capture(0), range, limit, out);
        return out;
    }
    ChunkKey chunk;
    {
        const std::lock_guard lock(m_mutex);
        if (number(range.source) > m_decodedKeys.size())
            return fail(Code::NodeUnknown, "source " + std::to_string(number(range.source)));
        chunk = m_decodedKeys[number(range.source) - 1];
    }
    appendDataRecords(chunk, range, limit, out);
    return out;
}

Record RdfDocument::recordOf(const Address& address, std::string kind, std::string subject) const
{
    const Node node = makeNode(address);
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

void RdfDocument::appendCaptureRecords(const Capture& in, const ByteRange& range, std::size_t limit,
                                       std::vector<Record>& out) const
{
    const std::uint64_t start = range.offset - std::min(range.offset, in.place().offset);
    for (std::uint64_t n = in.map().firstAt(in.index(), start); n < in.map().count() && out.size() < limit;
         ++n) {
        const Part part = in.map().part(in.index(), n);
        if (in.place().offset + part.extent.offset >= range.end())
            break;
        if (part.kind != Part::Kind::overlap && touches(in.range(part.extent), range))
            appendPartRecords(in, n, range, limit, out);
    }
}

void RdfDocument::appendPartRecords(const Capture& in, std::uint64_t position, const ByteRange& range,
                                    std::size_t limit, std::vector<Record>& out) const
{
    const Part part = in.map().part(in.index(), position);
    const auto address = [&](Place place, std::uint64_t entry) {
        return Address {place, in.number(), entry, 0};
    };
    switch (part.kind) {
    case Part::Kind::fileHeader:
        out.push_back(recordOf(address(Place::fileHeader, 0), "file header", {}));
        return;
    case Part::Kind::index: {
        const std::uint64_t start = in.range(part.extent).offset;
        std::uint64_t entry = (std::max(range.offset, start) - start) / kEntrySize;
        for (; entry < in.count() && out.size() < limit && start + entry * kEntrySize < range.end();
             ++entry) {
            const auto chunk = chunkNode(address(Place::chunk, entry));
            out.push_back(recordOf(address(Place::entry, entry), "index entry", in.chunkName(entry)));
            out.back().fields = chunk.value;
        }
        return;
    }
    case Part::Kind::header:
    case Part::Kind::data:
    case Part::Kind::headerAndData: {
        const Entry entry = in.index().entry(part.entry);
        if (part.kind != Part::Kind::data && touches(in.range(in.index().headerExtent(entry)), range))
            out.push_back(
                recordOf(address(Place::chunkHeader, part.entry), "chunk header", in.chunkName(part.entry)));
        const ByteRange data = storedData({in.number(), part.entry});
        if (part.kind == Part::Kind::header || !touches(data, range) || out.size() >= limit)
            return;
        if (canDecode(entry))
            out.push_back(recordOf(address(Place::data, part.entry), "chunk data", in.chunkName(part.entry)));
        else
            appendDataRecords({in.number(), part.entry}, range, limit, out);
        return;
    }
    default:
        out.push_back(recordOf(address(Place::part, position),
                               part.kind == Part::Kind::gap ? "gap" : "dead index", {}));
    }
}

// What the decoded bytes of a chunk hold: values of JSON, lines of text, parts of a capture, or the data as
// one.
void RdfDocument::appendDataRecords(ChunkKey chunk, const ByteRange& range, std::size_t limit,
                                    std::vector<Record>& out) const
{
    const auto data = payload(chunk);
    const ByteRange& whole = data->range;
    if (data->capture != 0) {
        appendCaptureRecords(capture(data->capture), range, limit, out);
        return;
    }
    const auto add = [&](Place place, std::uint64_t sub, std::string kind) -> Record& {
        const Address address {place, chunk.capture, chunk.entry, static_cast<std::uint32_t>(sub)};
        out.push_back(recordOf(address, std::move(kind), capture(chunk.capture).chunkName(chunk.entry)));
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
                    idOf({Place::json, chunk.capture, chunk.entry, static_cast<std::uint32_t>(value.offset)});
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
        std::size_t at =
            start == 0 || start > text.size() ? 0 : text.rfind('\n', start - 1) + 1; // npos + 1 == 0
        if (start >= text.size())
            at = text.size();
        while (at < text.size() && at < end && out.size() < limit) {
            const Address line {Place::line, chunk.capture, chunk.entry, static_cast<std::uint32_t>(at)};
            const Node node = lineNode(line, *data);
            Record record;
            record.range = node.range;
            record.ref = RecordRef(node.range.source, node.range.offset);
            record.node = node.id;
            record.tint = Tint::taskStart;
            record.kind = "line";
            record.fields = node.label;
            at += node.range.length;
            out.push_back(std::move(record));
        }
        if (end > text.size() && whole.length > text.size() && out.size() < limit) {
            Record& rest = add(Place::data, 0, "chunk data");
            rest.range = {whole.source, whole.offset + text.size(), whole.length - text.size()};
        }
        return;
    }
    add(Place::data, 0, "chunk data").range = whole;
}

// --- chunks as data

Record RdfDocument::chunkRecord(std::uint64_t entry) const
{
    const Capture& in = capture(0);
    Record out = recordOf({Place::chunk, 0, entry, 0}, "chunk", in.chunkName(entry));
    return out;
}

// Decodes a compressed chunk of the file and keeps nothing. Nothing when stopped.
std::optional<DecodedSource::Outcome> RdfDocument::decodeAway(std::uint64_t entry, std::uint64_t atMost,
                                                              ZstdStream& stream, const Job& job,
                                                              Sha256* hash) const
{
    const ByteRange stored = storedData({0, entry});
    const auto claimed = static_cast<std::uint64_t>(capture(0).index().entry(entry).uncompressedSize);
    stream.start(*m_file, stored.offset, stored.length, DecodedSource::wanted(claimed, atMost));
    std::vector<std::byte> piece(
        static_cast<std::size_t>(std::clamp<std::uint64_t>(claimed + 1, 4096, kHashed)));
    while (stream.state() == ZstdStream::State::more) {
        if (job.stopRequested())
            return {};
        const std::size_t got = stream.read(piece);
        if (hash)
            hash->add(std::span(piece).first(got));
    }
    return DecodedSource::judge(stream, claimed);
}

Result<void> RdfDocument::appendChunkJson(std::string& out, std::uint64_t entryNumber, bool hashes,
                                          ZstdStream& stream, Job& job) const
{
    const Capture& in = capture(0);
    const Entry entry = in.index().entry(entryNumber);
    std::int64_t size = entry.claimedSize();
    std::string sums;
    if (hashes) {
        const std::span<const std::byte> file = m_file->view();
        const auto bytesOf = [&](const Extent& extent) {
            return file.subspan(static_cast<std::size_t>(extent.offset),
                                static_cast<std::size_t>(extent.length));
        };
        Sha256 header, data;
        if (!readThrough(bytesOf(in.index().headerExtent(entry)), job, header))
            return fail(Code::Stopped);
        if (canDecode(entry)) {
            const auto outcome = decodeAway(entryNumber, limits::kDecodedAtMost, stream, job, &data);
            if (!outcome)
                return fail(Code::Stopped);
            noteOutcome({0, entryNumber}, *outcome);
            size = static_cast<std::int64_t>(outcome->decoded);
        } else {
            const Extent stored = in.index().dataExtent(entry);
            if (!readThrough(bytesOf(stored), job, data))
                return fail(Code::Stopped);
            size = static_cast<std::int64_t>(stored.length);
        }
        sums = ",\"header_sha256\":\"" + header.finish() + "\",\"data_sha256\":\"" + data.finish() + "\"";
    }
    out += "{\"id\":";
    appendJsonString(out, entry.idText());
    const auto add = [&](std::string_view key, auto value) {
        out += ",\"";
        out += key;
        out += "\":";
        appendNumber(out, value);
    };
    add("index", in.numbering().number(entryNumber));
    add("chunk_version", entry.version);
    out += ",\"compression\":";
    appendJsonString(out, compressionText(entry));
    add("header_offset", entry.headerOffset);
    add("header_size", entry.headerSize);
    add("data_offset", entry.dataOffset);
    add("data_size", entry.dataSize);
    add("uncompressed_size", size);
    out += sums;
    out += '}';
    return {};
}

Result<std::uint64_t> RdfDocument::records(const RecordQuery& query, const RecordSink& sink, Job& job) const
{
    if (query.window || !query.trackPattern.empty())
        return fail(Code::NoTimeAxis);
    const Capture& in = capture(0);
    const std::uint64_t count = std::min(in.count(), query.limit);
    job.start(count);
    ZstdStream stream;
    Record record; // its room is used again
    for (std::uint64_t n = 0; n < count; ++n) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (query.json) {
            record.json.clear();
            if (auto written = appendChunkJson(record.json, n, query.hashes, stream, job); !written)
                return tl::unexpected(written.error());
            record.node = idOf({Place::chunk, 0, n, 0});
            record.range = in.chunkRange(in.index().entry(n));
            record.ref = RecordRef(record.range.source, record.range.offset);
        } else {
            record = chunkRecord(n);
        }
        job.advance();
        if (n % 1024 == 0) {
            if (auto whole = checkWhole(); !whole)
                return tl::unexpected(whole.error());
        }
        if (!sink(record))
            return n + 1;
    }
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return count;
}

Result<void> RdfDocument::dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const
{
    const Capture& in = capture(0);
    out("{\"format\":\"rdf\",\"version\":" + std::to_string(in.index().header.version) + ",\"chunks\":[");
    job.start(in.count());
    ZstdStream stream;
    std::string json;
    for (std::uint64_t n = 0; n < in.count(); ++n) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        json = n == 0 ? "\n" : ",\n";
        if (auto written = appendChunkJson(json, n, hashes, stream, job); !written)
            return written;
        out(json);
        job.advance();
    }
    out("]}\n");
    return checkWhole();
}

// --- health

void RdfDocument::reportMap() const
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_mapReported)
            return;
        m_mapReported = true;
    }
    const Capture& in = capture(0);
    std::size_t reported = 0, left = 0;
    const auto add = [&](Diagnostic diagnostic) {
        if (reported++ < kProblemsAtMost)
            note(std::move(diagnostic));
        else
            ++left;
    };
    for (const std::uint64_t entry : in.map().overlapping())
        add(diagnose(Code::RdfRangeOverlap, in.chunkName(entry), chunkNode({Place::chunk, 0, entry, 0}).range,
                     entry));
    for (const Part& part : in.map().extras()) {
        if (part.kind == Part::Kind::overlap)
            continue;
        add(diagnose(Code::RdfUnreferencedBytes,
                     sizeText(part.extent.length)
                         + (part.kind == Part::Kind::deadIndex ? ", an old index" : ""),
                     in.range(part.extent)));
    }
    if (left > 0) {
        Diagnostic more = diagnose(Code::TooManyProblems, grouped(left) + " more gaps and overlaps");
        more.severity = Severity::info; // so are they
        note(std::move(more));
    }
}

Result<void> RdfDocument::index(const IndexRequest& request, Job& job) const
{
    reportMap();
    return Document::index(request, job);
}

Result<void> RdfDocument::validate(Job& job) const
{
    const Capture& in = capture(0);
    job.start(in.count());
    reportMap();
    std::mutex mutex;
    std::vector<std::pair<std::uint64_t, DecodedSource::Outcome>> faults;
    const std::uint64_t batches = (in.count() + kBatch - 1) / kBatch;
    forEachParallel(static_cast<std::size_t>(batches), 0, job, [&](std::size_t batch) {
        ZstdStream stream;
        const std::uint64_t end = std::min(in.count(), (batch + 1) * kBatch);
        for (std::uint64_t n = batch * kBatch; n < end; ++n) {
            if (canDecode(in.index().entry(n))) {
                const auto outcome = decodeAway(n, kCheckedAtMost, stream, job, nullptr);
                if (!outcome)
                    return;
                if (outcome->fault != DecodedSource::Fault::none) {
                    const std::lock_guard lock(mutex);
                    faults.emplace_back(n, *outcome);
                }
            }
            job.advance();
        }
    });
    std::ranges::sort(faults, {}, [](const auto& fault) { return fault.first; });
    if (faults.size() > kProblemsAtMost) {
        note(diagnose(Code::TooManyProblems,
                      grouped(faults.size() - kProblemsAtMost) + " more damaged chunks"));
        faults.resize(kProblemsAtMost);
    }
    if (auto whole = checkWhole(); !whole)
        return whole;
    for (const auto& [entry, outcome] : faults)
        noteOutcome({0, entry}, outcome);
    if (job.stopRequested())
        return fail(Code::Stopped);
    return {};
}

}
