// The structure of a recording as one JSON object, for `tglass dump`.
#include "core/base/json_writer.h"
#include "core/formats/rfr/records/rfr_records.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace traceglass::rfr {

namespace {

void writeCallsite(JsonWriter& json, const Callsite& site)
{
    const auto constField = [&](std::string_view name) {
        const auto found = std::ranges::find(site.constFields, name, &NamedValue::name);
        return found == site.constFields.end() ? std::nullopt : std::optional(site.textField(name));
    };
    const auto line = std::ranges::find_if(site.constFields, [](const NamedValue& field) {
        return field.name == "line"
            && (std::holds_alternative<std::uint64_t>(field.value)
                || std::holds_alternative<I64>(field.value));
    });
    json.line().beginObject().field("id", site.id).field("level", site.level);
    json.field("kind", callsiteKindName(site.kind)).field("name", constField("name"));
    json.field("target", constField("target")).field("file", constField("file"));
    json.key("line").raw(line == site.constFields.end() ? "null" : valueText(line->value));
    json.key("field_names").beginArray();
    for (const std::string_view name : site.fieldNames)
        json.value(name);
    json.endArray().endObject();
}

void writeChunk(JsonWriter& json, const ChunkFile& chunk, const ChunkLayouts::Sequences& sequences)
{
    const ChunkHeader& header = chunk.header;
    json.line().beginObject().field("path", chunk.name).field("base_time_s", header.baseSeconds);
    json.field("start_us", header.absolute(header.startMicros));
    json.field("end_us", header.absolute(header.endMicros));
    json.field("earliest_us", header.absolute(header.earliestMicros));
    json.field("latest_us", header.absolute(header.latestMicros)).key("seqs").beginArray();
    for (std::size_t i = 0; sequences && i < sequences->size(); ++i) {
        const SequenceLayout& sequence = (*sequences)[i];
        json.beginObject().field("seq_id", sequence.id);
        json.field("earliest_us", header.absolute(sequence.earliestMicros));
        json.field("latest_us", header.absolute(sequence.latestMicros));
        json.field("objects", sequence.objects).field("records", sequence.records).endObject();
    }
    json.endArray().endObject();
}

void writeTask(JsonWriter& json, const TaskInfo& task, const StringTable& strings)
{
    json.line().beginObject().field("iid", task.iid);
    if (task.facts) {
        json.field("task_id", task.facts->taskId).field("name", strings.text(task.facts->name));
        json.field("kind", strings.text(task.facts->kind)).field("callsite_id", task.facts->callsite);
        json.field("context", task.facts->context);
    } else {
        for (const char* name : {"task_id", "name", "kind", "callsite_id", "context"})
            json.field(name, std::nullopt);
    }
    json.field("spawn_ts_us", task.spawn).field("drop_ts_us", task.drop).field("polls", task.polls);
    json.field("busy_us", task.busy).field("longest_poll_us", task.longestPoll).field("wakes", task.wakes);
    json.field("self_wakes", task.selfWakes).field("scheduled_us", task.scheduled).endObject();
}

void writeSpan(JsonWriter& json, const SpanInfo& span, const StringTable& strings)
{
    const auto ifKnown = [&](const auto& value) { return span.facts ? std::optional(value) : std::nullopt; };
    const SpanFacts facts = span.facts.value_or(SpanFacts {});
    json.line().beginObject().field("iid", span.iid).field("name", ifKnown(strings.text(span.name)));
    json.field("callsite_id", ifKnown(facts.callsite)).field("parent", span.parent);
    json.field("parent_kind", ifKnown(parentName(facts.parent.kind))).field("new_us", span.opened);
    json.field("close_us", span.close).field("enters", span.enters).field("active_us", span.active);
    json.endObject();
}

}

Result<void> RfrRecords::dump(bool, const std::function<void(std::string_view)>& out, Job& job) const
{
    auto found = m_timeline.tablesNow(job);
    if (!found)
        return tl::unexpected(found.error());
    const Tables& all = **found;
    std::optional<std::uint64_t> created;
    if (m_recording.meta)
        created = m_recording.meta->created.totalMicros();
    std::string text;
    JsonWriter json(text);
    json.beginObject().field("format", m_recording.isStream() ? "rfr-s" : "rfr-c");
    json.field("version", m_recording.version).field("created_us", created);
    json.field("start_us", all.start.value_or(0)).field("end_us", all.end.value_or(0));
    json.field("records", all.records).field("events", all.events);
    const auto flush = [&] {
        if (text.size() >= std::size_t(64) << 10)
            json.flush(out);
    };
    // A list of JSON objects, one a line.
    const auto writeSorted = [&](std::string_view key, const auto& items, const auto& sortedBy, auto write) {
        std::vector<std::uint32_t> order(items.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::invoke(sortedBy, items[i]); });
        json.line().key(key).beginArray();
        for (const std::uint32_t i : order) {
            write(json, items[i], *all.strings);
            flush();
        }
        json.endArray();
    };
    json.line().key("callsites").beginArray();
    for (const Callsites::Entry& entry : m_recording.callsites.all()) {
        writeCallsite(json, entry.callsite);
        flush();
    }
    for (const Callsite* const callsite : m_recording.marks.callsites()) {
        writeCallsite(json, *callsite);
        flush();
    }
    json.endArray().line().key("chunks").beginArray();
    for (std::uint32_t i = 0; i < m_recording.chunks.size(); ++i) {
        if (m_recording.chunks[i].readable)
            writeChunk(json, m_recording.chunks[i], m_recording.layouts.sequences(i));
        flush();
    }
    json.endArray();
    writeSorted(
        "tasks", all.tasks, [](const TaskInfo& task) { return std::pair(task.iid, task.instance); },
        writeTask);
    writeSorted("spans", all.spans, &SpanInfo::iid, writeSpan);
    json.endObject();
    text += '\n';
    out(text);
    return {};
}

}
