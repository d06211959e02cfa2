// `tglass dump`: the structure of a CondensedData file as one JSON object.
#include "core/base/json_writer.h"
#include "core/formats/cjfr/records/cjfr_records.h"
#include "core/formats/cjfr/timeline/cjfr_expand.h"

#include <algorithm>
#include <map>

namespace traceglass::cjfr {

namespace {

void putCounts(JsonWriter& json, const auto& counts)
{
    json.beginObject();
    for (const auto& [name, count] : counts)
        json.foreignKey(name).value(count);
    json.endObject();
}

void putType(JsonWriter& json, const Type& type, const StreamIndex& index)
{
    const auto embedding = [](const Slot& slot) { return static_cast<int>(slot.embedding); };
    json.beginObject().field("id", type.id).field("kind", kindText(type.kind));
    if (type.kind == TypeKind::integer) { // the reference drops both, and the output is compared with it
        const bool plainAndEmpty = !index.isJfr() && type.description.empty();
        json.field("name", std::nullopt).key("description").raw(plainAndEmpty ? "\"\"" : "null");
    } else {
        json.field("name", type.name).field("description", type.description);
    }
    switch (type.kind) {
    case TypeKind::integer: {
        const bool isError = type.overflowFlag == (index.types.numbering() == Numbering::tool);
        json.field("width", type.width).field("signed", type.isSigned);
        json.field("overflow", isError ? "ERROR" : "SATURATE");
        break;
    }
    case TypeKind::varint: json.field("signed", type.isSigned).field("multiplier", type.multiplier); break;
    case TypeKind::boolean: break;
    case TypeKind::floating: json.field("format", formatText(type.format)); break;
    case TypeKind::string: json.field("encoding", type.encodingName); break;
    case TypeKind::array:
        json.field("element_type_id", type.slots.front().typeId);
        json.field("embedding", embedding(type.slots.front()));
        break;
    case TypeKind::structure:
        json.key("fields").beginArray();
        for (const Slot& slot : type.slots) {
            json.beginObject().field("name", slot.name).field("description", slot.description);
            json.field("type_id", slot.typeId).field("embedding", embedding(slot));
            json.field("reduction", slot.reduction).endObject();
        }
        json.endArray().field("reduction", type.structReduction);
        break;
    }
    json.endObject();
}

void putFooter(JsonWriter& json, const FooterPlace& place, std::optional<bool> checksumFits)
{
    if (!place.footer) {
        json.value(std::nullopt);
        return;
    }
    const Footer& footer = *place.footer;
    json.beginObject().field("version", footer.version).field("total_events", footer.totalEvents);
    json.field("start_us", footer.startUs).field("duration_us", footer.durationUs);
    json.field("crc32", footer.crc).field("crc_ok", checksumFits).key("event_counts");
    putCounts(json, footer.eventCounts);
    json.field("has_gc", footer.gc.has_value()).field("has_cpu", footer.cpu.has_value());
    json.field("has_alloc", footer.allocation.has_value()).key("views").beginArray();
    std::vector<std::string_view> names;
    for (const FooterView& view : footer.views)
        names.push_back(view.name);
    std::ranges::sort(names);
    for (const std::string_view name : names)
        json.value(name);
    json.endArray().field("labels", footer.labels.size()).field("jfr_ids", footer.classIds);
    json.field("footer_start", place.offset).endObject();
}

// Messages by name of their type, as stored and with combined events expanded.
struct MessageCounts
{
    std::map<std::string, std::uint64_t> stored;
    std::map<std::string, std::uint64_t> events;
};

Result<MessageCounts> countsOf(const CjfrFile& file, const StreamIndex& index, Job& job)
{
    MessageCounts out;
    bool anyCombined = false;
    for (const Type& type : index.types.defined()) {
        const std::uint64_t count = type.index < index.counts.size() ? index.counts[type.index] : 0;
        if (count == 0 || !index.isEvent(type))
            continue;
        out.stored[type.name] += count;
        if (index.isJfr() && Expander::canExpand(type))
            anyCombined = true;
        else
            out.events[type.name] += count;
    }
    if (!anyCombined)
        return out;
    const ValueReader values(index);
    Expander expander(values);
    const auto isWanted = [](const Type& type) { return Expander::canExpand(type) ? &kNoFields : nullptr; };
    const auto walked = file.eachMessage(index, job, isWanted, [&](const Message& message, const Kept&) {
        if (const std::uint64_t events = expander.count(message))
            out.events[Expander::expandedName(*message.type)] += events;
        return true;
    });
    if (!walked)
        return tl::unexpected(walked.error());
    return out;
}

}

Result<void> CjfrRecords::dump(bool, const std::function<void(std::string_view)>& out, Job& job) const
{
    auto indexed = m_file.indexNow(job);
    if (!indexed)
        return tl::unexpected(indexed.error());
    const StreamIndex& index = **indexed;
    const Header& header = m_file.header();
    auto counts = countsOf(m_file, index, job);
    if (!counts)
        return tl::unexpected(counts.error());
    const auto checksum = m_file.checksumFits(job);
    if (!checksum)
        return tl::unexpected(checksum.error());
    std::string text;
    JsonWriter json(text);
    json.beginObject().field("format", "cjfr");
    json.field("dialect", index.types.numbering() == Numbering::spec ? "spec" : "impl");
    json.field("header_layout", layoutName(header)).field("version", header.version);
    json.field("generator", header.generator).field("generator_version", header.generatorVersion);
    json.field("configuration", header.configuration).field("compression", header.codecName);
    json.field("compression_level", header.level ? std::optional(levelName(*header.level)) : std::nullopt);
    json.field("content", index.isJfr() ? "jfr" : "plain").field("file_size", m_file.mapped().size());
    json.field("universe_start_ns", index.universeStartNs);
    json.field("config_ts_ticks_per_s", index.ticksPerSecond);
    json.field("config_dur_ticks_per_s", index.durationTicksPerSecond);
    json.field("messages", index.events());
    putCounts(json.line().key("stored_counts"), counts->stored);
    putCounts(json.line().key("event_counts"), counts->events);
    json.line().field("first_start_ns", index.firstStartNs).field("last_end_ns", index.lastEndNs);
    putFooter(json.line().key("footer"), m_file.footer(), *checksum);
    json.line().key("types").beginArray();
    std::vector<const Type*> byId;
    for (const Type& type : index.types.defined())
        byId.push_back(&type);
    std::ranges::sort(byId, {}, &Type::id);
    for (const Type* const type : byId) {
        putType(json.line(), *type, index);
        json.flush(out);
    }
    json.endArray().endObject();
    out(text + '\n');
    return {};
}

}
