// The structure of a recording as one JSON object, for `tglass dump`.
#include "core/base/text.h"
#include "core/formats/rfr/records/rfr_records.h"

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

std::string chunkJson(const ChunkFile& chunk, const ChunkLayouts::Sequences& sequences)
{
    const ChunkHeader& header = chunk.header;
    const auto absolute = [&](std::uint64_t micros) { return std::to_string(header.absolute(micros)); };
    std::string out =
        "{\"path\":" + jsonString(chunk.name) + ",\"base_time_s\":" + std::to_string(header.baseSeconds);
    out += ",\"start_us\":" + absolute(header.startMicros) + ",\"end_us\":" + absolute(header.endMicros);
    out += ",\"earliest_us\":" + absolute(header.earliestMicros)
        + ",\"latest_us\":" + absolute(header.latestMicros) + ",\"seqs\":[";
    bool first = true;
    for (std::size_t i = 0; sequences && i < sequences->size(); ++i) {
        const SequenceLayout& sequence = (*sequences)[i];
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

Result<void> RfrRecords::dump(bool, const std::function<void(std::string_view)>& out, Job& job) const
{
    auto found = m_timeline.findingsNow(job);
    if (!found)
        return tl::unexpected(found.error());
    const Findings& all = **found;
    std::optional<std::uint64_t> created;
    if (m_recording.meta)
        created = m_recording.meta->created.totalMicros();
    out(std::string("{\"format\":") + (m_recording.isStream() ? "\"rfr-s\"" : "\"rfr-c\"")
        + ",\"version\":" + jsonString(m_recording.version));
    out(",\"created_us\":" + numberOrNull(created)
        + ",\"start_us\":" + std::to_string(all.start.value_or(0)));
    out(",\"end_us\":" + std::to_string(all.end.value_or(0)) + ",\"records\":" + std::to_string(all.records));
    out(",\"events\":" + std::to_string(all.events) + ",\n\"callsites\":[");
    bool first = true;
    const auto writeCallsite = [&](const Callsite& callsite) {
        out(first ? "\n" : ",\n");
        first = false;
        out(callsiteJson(callsite));
    };
    for (const Callsites::Entry& entry : m_recording.callsites.all())
        writeCallsite(entry.callsite);
    for (const Callsite* const callsite : m_recording.marks.callsites())
        writeCallsite(*callsite);
    out("],\n\"chunks\":[");
    first = true;
    for (std::uint32_t i = 0; i < m_recording.chunks.size(); ++i) {
        if (!m_recording.chunks[i].readable)
            continue;
        out(first ? "\n" : ",\n");
        first = false;
        out(chunkJson(m_recording.chunks[i], m_recording.layouts.sequences(i)));
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

}
