// The structure of an RTC file as data.
#include "core/base/json_writer.h"
#include "core/base/workers.h"
#include "core/formats/rtc/records/rtc_records.h"

#include <algorithm>
#include <array>

namespace traceglass::rtc {

namespace {

std::optional<std::string_view> unlessEmpty(std::string_view text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

void writeStream(JsonWriter& json, std::uint32_t segment, const Stream& stream)
{
    json.beginObject()
        .field("segment", segment)
        .field("id", stream.id)
        .field("name", unlessEmpty(stream.name));
    json.field("format", stream.format).field("length", stream.length).key("clock");
    stream.isClock ? json.value(true) : json.value(unlessEmpty(stream.clock));
    json.field("cont", stream.cont).field("delta", unlessEmpty(stream.delta));
    json.field("stream", unlessEmpty(stream.stream));
    json.key("gain").raw(unlessEmpty(stream.gain).value_or("null"));
    json.key("offset").raw(unlessEmpty(stream.offset).value_or("null")).endObject();
}

}

Result<void> RtcRecords::dump(bool, const std::function<void(std::string_view)>& out, Job& job) const
{
    // The sizes are those the first Index of the first run states; a literal writer states none (rtc.md 2).
    std::optional<std::uint64_t> unitSize, minorSize;
    if (!m_file.ruler().units.empty()) {
        const Segment& first = m_file.ruler().segments.front();
        const Unit& unit = m_file.ruler().units.front();
        const auto frame = readSpecial(m_file.bytes(), first, unit, unit.index(), kIndex);
        const auto body = frame ? readIndexBody(frame->payload, true) : std::nullopt;
        if (first.unitSize > 0 && (!body || body->distance(kIndex) > 0)) {
            unitSize = first.unitSize;
            minorSize = first.minorSize > 0 ? first.minorSize : first.unitSize;
        }
    }
    std::string text;
    JsonWriter json(text);
    json.beginObject().field("format", "rtc").field("size", m_file.size());
    json.field("unit_size", unitSize).field("subunit_size", minorSize);
    json.field("segments", m_file.ruler().segments.size()).key("streams").beginArray();
    for (std::uint32_t segment = 0; segment < m_file.ruler().segments.size(); ++segment) {
        for (const Stream* stream : m_file.ruler().segments[segment].streams.all()) {
            writeStream(json, segment, *stream);
            json.flush(out);
        }
    }
    json.endArray().key("units").beginArray();
    job.start(m_file.ruler().units.size());
    constexpr auto kCrcNames = std::to_array<std::string_view>({"absent", "ok", "bad"}); // by CrcState
    constexpr std::size_t kCheckedAtOnce = 256;
    for (std::size_t done = 0; done < m_file.ruler().units.size(); done += kCheckedAtOnce) {
        std::vector<CrcCheck> checks(std::min(kCheckedAtOnce, m_file.ruler().units.size() - done));
        forEachParallel(checks.size(), 0, job, [&](std::size_t i) {
            checks[i] = checkCrc(m_file.bytes(), m_file.ruler(), static_cast<std::uint32_t>(done + i), job);
            job.advance();
        });
        if (job.stopRequested())
            return fail(Code::Stopped);
        for (std::size_t i = 0; i < checks.size(); ++i) {
            const Unit& unit = m_file.ruler().units[done + i];
            m_file.reportCrc(checks[i], static_cast<std::uint32_t>(done + i));
            json.beginObject().field("offset", unit.marker).key("count");
            unit.count != Unit::kNoCount ? json.value(unit.count) : json.value(std::nullopt);
            json.field("crc", kCrcNames[static_cast<std::size_t>(checks[i].state)]);
            json.field("segment", unit.segment).endObject();
        }
        json.flush(out);
    }
    json.endArray().endObject();
    out(text);
    return m_file.checkWhole();
}

}
