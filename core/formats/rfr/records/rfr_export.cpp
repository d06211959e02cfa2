// The structure of a recording and its records as data: `tglass dump`, `tglass records` and the records
// table.
#include "core/base/text.h"
#include "core/formats/rfr/rfr_document.h"
#include "core/formats/rfr/records/rfr_record_text.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

std::string numberOrNull(const std::optional<std::uint64_t>& value)
{
    return value ? std::to_string(*value) : "null";
}

// Fields a callsite may lack.
std::string textOrNull(const Callsite& site, std::string_view name)
{
    const bool has =
        std::ranges::any_of(site.constFields, [&](const Field& field) { return field.name == name; });
    return has ? jsonString(site.textField(name)) : "null";
}

std::string lineOrNull(const Callsite& site)
{
    for (const Field& field : site.constFields) {
        if (field.name == "line"
            && (std::holds_alternative<std::uint64_t>(field.value)
                || std::holds_alternative<I64>(field.value)))
            return valueText(field.value);
    }
    return "null";
}

std::string callsiteJson(const Callsite& site)
{
    std::string out = "{\"id\":" + std::to_string(site.id) + ",\"level\":" + std::to_string(site.level);
    out += ",\"kind\":" + jsonString(callsiteKindName(site.kind)) + ",\"name\":" + textOrNull(site, "name");
    out += ",\"target\":" + textOrNull(site, "target") + ",\"file\":" + textOrNull(site, "file");
    out += ",\"line\":" + lineOrNull(site) + ",\"field_names\":[";
    for (std::size_t i = 0; i < site.fieldNames.size(); ++i)
        out += (i ? "," : "") + jsonString(site.fieldNames[i]);
    return out + "]}";
}

std::string chunkJson(const ChunkFile& chunk, const ChunkCounts& counts)
{
    const ChunkHeader& header = chunk.header;
    const auto absolute = [&](std::uint64_t micros) { return std::to_string(header.absolute(micros)); };
    std::string out =
        "{\"path\":" + jsonString(chunk.name) + ",\"base_time_s\":" + std::to_string(header.baseSeconds);
    out += ",\"start_us\":" + absolute(header.startMicros) + ",\"end_us\":" + absolute(header.endMicros);
    out += ",\"earliest_us\":" + absolute(header.earliestMicros)
        + ",\"latest_us\":" + absolute(header.latestMicros) + ",\"seqs\":[";
    bool first = true;
    for (const auto& sequence : counts.sequences) {
        out += first ? "{" : ",{";
        first = false;
        out += "\"seq_id\":" + std::to_string(sequence.id)
            + ",\"earliest_us\":" + absolute(sequence.earliestMicros);
        out += ",\"latest_us\":" + absolute(sequence.latestMicros)
            + ",\"objects\":" + std::to_string(sequence.objects);
        out += ",\"records\":" + std::to_string(sequence.records) + "}";
    }
    return out + "]}";
}

std::string taskJson(const TaskInfo& task, const StringTable& strings)
{
    std::string out = "{\"iid\":" + std::to_string(task.iid);
    if (task.facts) {
        out += ",\"task_id\":" + std::to_string(task.facts->taskId)
            + ",\"name\":" + jsonString(strings.text(task.facts->name));
        out += ",\"kind\":" + jsonString(strings.text(task.facts->kind))
            + ",\"callsite_id\":" + std::to_string(task.facts->callsite);
        out += ",\"context\":" + numberOrNull(task.facts->context);
    } else {
        out += ",\"task_id\":null,\"name\":null,\"kind\":null,\"callsite_id\":null,\"context\":null";
    }
    out += ",\"spawn_ts_us\":" + numberOrNull(task.spawn) + ",\"drop_ts_us\":" + numberOrNull(task.drop);
    out += ",\"polls\":" + std::to_string(task.polls) + ",\"busy_us\":" + std::to_string(task.busy);
    out += ",\"longest_poll_us\":" + std::to_string(task.longestPoll)
        + ",\"wakes\":" + std::to_string(task.wakes);
    out += ",\"self_wakes\":" + std::to_string(task.selfWakes)
        + ",\"scheduled_us\":" + std::to_string(task.scheduled);
    return out + "}";
}

std::string spanJson(const SpanInfo& span, const StringTable& strings)
{
    std::string out = "{\"iid\":" + std::to_string(span.iid);
    out += ",\"name\":" + (span.facts ? jsonString(strings.text(span.name)) : "null");
    out += ",\"callsite_id\":" + (span.facts ? std::to_string(span.facts->callsite) : "null");
    out += ",\"parent\":" + numberOrNull(span.parent);
    out += ",\"parent_kind\":" + (span.facts ? jsonString(parentName(span.facts->parent.kind)) : "null");
    out += ",\"new_us\":" + numberOrNull(span.opened) + ",\"close_us\":" + numberOrNull(span.close);
    out += ",\"enters\":" + std::to_string(span.enters) + ",\"active_us\":" + std::to_string(span.active);
    return out + "}";
}

// A list of JSON objects, one a line, in the order of `order`.
template <class Items, class Less, class Text>
void writeSorted(const std::function<void(std::string_view)>& out, std::string_view key, const Items& items,
                 Less less, Text text)
{
    std::vector<std::uint32_t> order(items.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return less(items[a], items[b]); });
    out(",\n\"" + std::string(key) + "\":[");
    bool first = true;
    for (const std::uint32_t index : order) {
        out(first ? "\n" : ",\n");
        first = false;
        out(text(items[index]));
    }
    out("]");
}

}

Result<void> RfrDocument::dump(bool, const std::function<void(std::string_view)>& out, Job& job) const
{
    auto found = findingsNow(job);
    if (!found)
        return tl::unexpected(found.error());
    const Findings& all = **found;
    std::optional<std::uint64_t> created;
    if (m_recording->meta)
        created = m_recording->meta->created.totalMicros();
    out(std::string("{\"format\":") + (isStream() ? "\"rfr-s\"" : "\"rfr-c\"")
        + ",\"version\":" + jsonString(m_recording->version));
    out(",\"created_us\":" + numberOrNull(created)
        + ",\"start_us\":" + std::to_string(all.start.value_or(0)));
    out(",\"end_us\":" + std::to_string(all.end.value_or(0)) + ",\"records\":" + std::to_string(all.records));
    out(",\"events\":" + std::to_string(all.events) + ",\n\"callsites\":[");
    bool first = true;
    for (const auto& place : callsites().list) {
        out(first ? "\n" : ",\n");
        first = false;
        out(callsiteJson(place.callsite));
    }
    out("],\n\"chunks\":[");
    first = true;
    if (!isStream()) {
        std::vector<const ChunkCounts*> byPath(m_recording->chunks.size());
        for (const ChunkCounts& counts : all.chunks)
            byPath[counts.chunk] = &counts;
        for (std::size_t i = 0; i < byPath.size(); ++i) {
            if (!byPath[i])
                continue;
            out(first ? "\n" : ",\n");
            first = false;
            out(chunkJson(m_recording->chunks[i], *byPath[i]));
        }
    }
    out("]");
    writeSorted(
        out, "tasks", all.tasks,
        [](const TaskInfo& a, const TaskInfo& b) {
            return std::pair(a.iid, a.instance) < std::pair(b.iid, b.instance);
        },
        [&](const TaskInfo& task) { return taskJson(task, *all.strings); });
    writeSorted(
        out, "spans", all.spans, [](const SpanInfo& a, const SpanInfo& b) { return a.iid < b.iid; },
        [&](const SpanInfo& span) { return spanJson(span, *all.strings); });
    out("}\n");
    return {};
}

Result<std::uint64_t> RfrDocument::records(const RecordQuery& query, const RecordSink& sink, Job& job) const
{
    if (!query.trackPattern.empty()) {
        Job unseen(job.token());
        if (auto found = findingsNow(unseen); !found) // names of tasks and threads
            return tl::unexpected(found.error());
    }
    const RecordText text(*this);
    std::uint64_t delivered = 0;
    std::uint64_t index = 0;
    bool more = query.limit > 0;
    const auto wanted = [&](const RecordPlace& place) {
        if (query.window) {
            const auto time = nanoseconds(place.micros());
            if (!time || !query.window->contains(*time))
                return false;
        }
        if (query.trackPattern.empty())
            return true;
        return std::ranges::any_of(text.tracks(place), [&](const std::string& track) {
            return matchesGlob(query.trackPattern, track);
        });
    };
    Record record;      // its room is used again
    bool isCut = false; // a file that records were taken from
    const auto deliver = [&](const PiecePtr& piece) {
        const std::string chunk = isStream() ? std::string() : sourceName(piece->source);
        for (const Sequence& sequence : piece->decoded.sequences) {
            for (std::size_t i = 0; i < sequence.size() && more; ++i, ++index) {
                if ((i & 4095) == 4095 && job.stopRequested())
                    return;
                const RecordPlace place {piece, &sequence, i};
                if (!wanted(place))
                    continue;
                if (query.json) {
                    record.range = place.range();
                    record.json.clear();
                    text.appendJson(record.json, place, index, chunk);
                } else {
                    record = text.record(place);
                }
                more = sink(record) && ++delivered < query.limit;
            }
        }
        isCut = isCut || (!piece->decoded.sequences.empty() && piece->file->isCut());
    };
    if (isStream()) {
        marks(); // callsites are records here, and names need them first
        std::vector<std::uint32_t> none;
        PieceReader pieces(*m_recording, none, 1, job);
        job.start(m_recording->bytes);
        while (PiecePtr next = more ? pieces.next() : nullptr) {
            for (const Diagnostic& diagnostic : next->decoded.diagnostics)
                report(diagnostic);
            deliver(next);
            job.advance(next->decoded.sequences.front().end - next->decoded.sequences.front().offset);
        }
        isCut = isCut || pieces.sawCut();
    } else {
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < m_recording->chunks.size(); ++i) {
            const ChunkFile& chunk = m_recording->chunks[i];
            if (chunk.readable && (!query.window || chunk.interval().overlaps(*query.window)))
                order.push_back(i);
        }
        job.start(order.size());
        PieceReader pieces(*m_recording, order, 0, job);
        while (PiecePtr next = more ? pieces.next() : nullptr) {
            for (const Diagnostic& diagnostic : next->decoded.diagnostics)
                report(diagnostic);
            deliver(next);
            job.advance();
        }
    }
    if (isCut) {
        report(diagnose(Code::FileChanged));
        return fail(Code::FileChanged, m_recording->path.string());
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    return delivered;
}

Result<std::vector<Record>> RfrDocument::recordsIn(const ByteRange& range, std::size_t limit) const
{
    std::vector<Record> out;
    const RecordText text(*this);
    const auto addPart = [&](std::string kind, std::uint64_t offset, std::uint64_t end, std::string subject,
                             NodeId node) {
        if (offset >= range.end() || end <= range.offset || out.size() >= limit)
            return;
        Record part;
        part.range = {range.source, offset, end - offset};
        part.ref = {range.source, offset};
        part.node = node;
        part.tint = Tint::head;
        part.kind = std::move(kind);
        part.subject = std::move(subject);
        out.push_back(std::move(part));
    };
    std::uint64_t at = range.offset;
    if (range.source == m_recording->metaSource) {
        if (const auto file = m_recording->sources.open(range.source))
            addPart("recording", 0, (*file)->size(), m_recording->version,
                    nodeAt(range.source, 0).value_or(NodeId {}));
        return out;
    }
    if (range.source == m_recording->callsitesSource) {
        for (const auto& place : m_recording->callsites.list)
            addPart("Callsite", place.range.offset, place.range.end(),
                    m_recording->callsites.nameOf(place.callsite.id),
                    nodeAt(range.source, place.range.offset).value_or(NodeId {}));
        return out;
    }
    if (range.source == m_recording->notesSource) {
        if (const auto file = m_recording->sources.open(range.source))
            addPart("notes", 0, (*file)->size(), {}, nodeAt(range.source, 0).value_or(NodeId {}));
        return out;
    }
    while (at < range.end() && out.size() < limit) {
        const PiecePtr found = pieceAt(range.source, at);
        if (!found)
            break;
        const Sequence* const last =
            found->decoded.sequences.empty() ? nullptr : &found->decoded.sequences.back();
        if (!isStream())
            addPart("chunk header", 0, found->decoded.header.size, found->decoded.header.version,
                    nodeAt(range.source, 0).value_or(NodeId {}));
        for (const Sequence& sequence : found->decoded.sequences) {
            if (sequence.offset >= range.end())
                break;
            if (sequence.end <= range.offset)
                continue;
            const std::uint64_t firstObject = sequence.objects.empty()
                ? sequence.recordsOffset
                : sequence.offsetBase + sequence.objects.front().offset;
            if (!isStream())
                addPart("sequence header", sequence.offset, firstObject, "seq " + std::to_string(sequence.id),
                        nodeAt(range.source, sequence.offset).value_or(NodeId {}));
            for (std::size_t i = 0; !isStream() && i < sequence.objects.size(); ++i) {
                const std::uint64_t begin = sequence.offsetBase + sequence.objects[i].offset;
                const std::uint64_t end = i + 1 < sequence.objects.size()
                    ? sequence.offsetBase + sequence.objects[i + 1].offset
                    : sequence.recordsOffset;
                if (begin >= range.end() || end <= range.offset)
                    continue;
                const RecordPlace place {found, &sequence, 0};
                const std::uint64_t iid = sequence.objects[i].iid;
                std::string subject = "object " + hexNumber(iid);
                if (sequence.size() > 0)
                    subject = sequence.objects[i].task ? text.task(place, iid) : text.span(place, iid);
                addPart(sequence.objects[i].task ? "Task object" : "Span object", begin, end,
                        std::move(subject), nodeAt(range.source, begin).value_or(NodeId {}));
            }
            if (sequence.size() == 0)
                continue;
            const auto from = std::max(range.offset, sequence.recordOffset(0)) - sequence.offsetBase;
            auto next = std::upper_bound(sequence.offsets.begin(), sequence.offsets.end(),
                                         static_cast<std::uint32_t>(from));
            auto record = static_cast<std::size_t>(next - sequence.offsets.begin()) - 1;
            for (; record < sequence.size() && sequence.recordOffset(record) < range.end()
                 && out.size() < limit;
                 ++record)
                out.push_back(text.record({found, &sequence, record}));
        }
        if (!isStream() || !last || last->end <= at)
            break;
        at = last->end;
    }
    return out;
}

}
