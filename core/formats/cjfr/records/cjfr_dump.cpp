// `tglass dump`: the structure of a CondensedData file as one JSON object.
#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_records.h"
#include "core/formats/cjfr/timeline/cjfr_expand.h"

#include <algorithm>
#include <map>

namespace traceglass::cjfr {

namespace {

using Out = std::function<void(std::string_view)>;

std::string orNull(const std::optional<std::int64_t>& value)
{
    return value ? std::to_string(*value) : "null";
}

std::string countsJson(const auto& counts)
{
    std::string out = "{";
    for (const auto& [name, count] : counts) {
        out += out.size() > 1 ? "," : "";
        appendJsonString(out, name);
        out += ':' + std::to_string(count);
    }
    return out + '}';
}

std::string slotJson(const Slot& slot)
{
    return "{\"name\":" + jsonString(slot.name) + ",\"description\":" + jsonString(slot.description)
        + ",\"type_id\":" + std::to_string(slot.typeId)
        + ",\"embedding\":" + std::to_string(static_cast<int>(slot.embedding))
        + ",\"reduction\":" + std::to_string(slot.reduction) + '}';
}

std::string typeJson(const Type& type, const StreamIndex& index)
{
    std::string out = "{\"id\":" + std::to_string(type.id) + ",\"kind\":" + jsonString(kindText(type.kind));
    if (type.kind == Kind::integer) { // the reference drops both, and the output is compared with it
        const bool plainAndEmpty = !index.isJfr() && type.description.empty();
        out += std::string(",\"name\":null,\"description\":") + (plainAndEmpty ? "\"\"" : "null");
    } else {
        out += ",\"name\":" + jsonString(type.name) + ",\"description\":" + jsonString(type.description);
    }
    const auto truth = [](bool value) { return value ? "true" : "false"; };
    switch (type.kind) {
    case Kind::integer: {
        const bool isError = type.overflowFlag == (index.types.numbering() == Numbering::tool);
        out += ",\"width\":" + std::to_string(type.width) + ",\"signed\":" + truth(type.isSigned)
            + ",\"overflow\":" + (isError ? "\"ERROR\"" : "\"SATURATE\"");
        break;
    }
    case Kind::varint:
        out += std::string(",\"signed\":") + truth(type.isSigned)
            + ",\"multiplier\":" + std::to_string(type.multiplier);
        break;
    case Kind::boolean: break;
    case Kind::floating: out += ",\"format\":" + jsonString(formatText(type.format)); break;
    case Kind::string: out += ",\"encoding\":" + jsonString(type.encodingName); break;
    case Kind::array:
        out += ",\"element_type_id\":" + std::to_string(type.slots.front().typeId)
            + ",\"embedding\":" + std::to_string(static_cast<int>(type.slots.front().embedding));
        break;
    case Kind::structure:
        out += ",\"fields\":[";
        for (std::size_t i = 0; i < type.slots.size(); ++i)
            out += (i ? "," : "") + slotJson(type.slots[i]);
        out += "],\"reduction\":" + std::to_string(type.structReduction);
        break;
    }
    return out + '}';
}

std::string footerJson(const FooterPlace& place, std::optional<bool> checksumFits)
{
    if (!place.footer)
        return "null";
    const Footer& footer = *place.footer;
    const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
    std::vector<std::string> names;
    for (const FooterView& view : footer.views)
        names.push_back(view.name);
    std::ranges::sort(names);
    std::string views = "[";
    for (const std::string& view : names) {
        views += views.size() > 1 ? "," : "";
        appendJsonString(views, view);
    }
    return "{\"version\":" + std::to_string(footer.version) + ",\"total_events\":"
        + std::to_string(footer.totalEvents) + ",\"start_us\":" + std::to_string(footer.startUs)
        + ",\"duration_us\":" + std::to_string(footer.durationUs) + ",\"crc32\":" + orNull(footer.crc)
        + ",\"crc_ok\":" + (checksumFits ? truth(*checksumFits) : "null") + ",\"event_counts\":"
        + countsJson(footer.eventCounts) + ",\"has_gc\":" + truth(footer.gc.has_value()) + ",\"has_cpu\":"
        + truth(footer.cpu.has_value()) + ",\"has_alloc\":" + truth(footer.allocation.has_value())
        + ",\"views\":" + views + "],\"labels\":" + std::to_string(footer.labels.size()) + ",\"jfr_ids\":"
        + std::to_string(footer.classIds) + ",\"footer_start\":" + std::to_string(place.offset) + '}';
}

// Messages by name of their type, as stored and with combined events expanded.
struct Counts
{
    std::map<std::string, std::uint64_t> stored;
    std::map<std::string, std::uint64_t> events;
};

Result<Counts> countsOf(const CjfrFile& file, const StreamIndex& index, Job& job)
{
    Counts out;
    bool anyCombined = false;
    for (std::size_t i = 0; i < index.types.count(); ++i) {
        const Type& type = index.types.at(i);
        const std::uint64_t count = type.index < index.counts.size() ? index.counts[type.index] : 0;
        if (count == 0 || (index.isJfr() && (type.isConfiguration || type.isUniverse)))
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
    const auto walked = file.eachMessage(index, job, Expander::canExpand, [&](const Message& message) {
        if (const std::uint64_t events = expander.count(message))
            out.events[Expander::expandedName(*message.type)] += events;
        return true;
    });
    if (!walked)
        return tl::unexpected(walked.error());
    return out;
}

}

Result<void> CjfrRecords::dump(bool, const Out& out, Job& job) const
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
    out("{\"format\":\"cjfr\",\"dialect\":");
    out(index.types.numbering() == Numbering::spec ? "\"spec\"" : "\"impl\"");
    out(",\"header_layout\":" + jsonString(layoutName(header)));
    out(",\"version\":" + std::to_string(header.version) + ",\"generator\":" + jsonString(header.generator));
    out(",\"generator_version\":" + jsonString(header.generatorVersion) + ",\"configuration\":"
        + (header.configuration ? jsonString(*header.configuration) : std::string("null")));
    out(",\"compression\":" + jsonString(header.codecName) + ",\"compression_level\":"
        + (header.level ? jsonString(levelName(*header.level)) : std::string("null")));
    out(std::string(",\"content\":") + (index.isJfr() ? "\"jfr\"" : "\"plain\"")
        + ",\"file_size\":" + std::to_string(m_file.mapped().size()));
    out(",\"universe_start_ns\":" + orNull(index.universeStartNs)
        + ",\"config_ts_ticks_per_s\":" + orNull(index.ticksPerSecond)
        + ",\"config_dur_ticks_per_s\":" + orNull(index.durationTicksPerSecond));
    out(",\"messages\":" + std::to_string(index.isJfr() ? index.events() : index.messages));
    out(",\n\"stored_counts\":" + countsJson(counts->stored)
        + ",\n\"event_counts\":" + countsJson(counts->events));
    out(",\n\"first_start_ns\":" + orNull(index.firstStartNs)
        + ",\"last_end_ns\":" + orNull(index.lastEndNs));
    out(",\n\"footer\":" + footerJson(m_file.footer(), *checksum) + ",\n\"types\":[");
    std::vector<const Type*> byId;
    for (std::size_t i = 0; i < index.types.count(); ++i)
        byId.push_back(&index.types.at(i));
    std::ranges::sort(byId, {}, &Type::id);
    for (std::size_t i = 0; i < byId.size(); ++i)
        out((i ? ",\n" : "\n") + typeJson(*byId[i], index));
    out("]}\n");
    return {};
}

}
