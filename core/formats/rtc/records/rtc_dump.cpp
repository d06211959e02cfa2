// The structure of an RTC file as data.
#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/formats/rtc/records/rtc_records.h"

#include <algorithm>
#include <array>

namespace traceglass::rtc {

namespace {

std::string textOrNull(const std::string& text)
{
    return text.empty() ? "null" : jsonString(text);
}

std::string streamJson(std::uint32_t segment, const Stream& stream)
{
    const std::string clock = stream.isClock ? "true" : textOrNull(stream.clock);
    return "{\"segment\":" + std::to_string(segment) + ",\"id\":" + std::to_string(stream.id)
        + ",\"name\":" + textOrNull(stream.name) + ",\"format\":" + jsonString(stream.format)
        + ",\"length\":" + (stream.length ? std::to_string(*stream.length) : "null") + ",\"clock\":" + clock
        + ",\"cont\":" + (stream.cont ? "true" : "false") + ",\"delta\":" + textOrNull(stream.delta)
        + ",\"stream\":" + textOrNull(stream.stream)
        + ",\"gain\":" + (stream.gain.empty() ? "null" : stream.gain)
        + ",\"offset\":" + (stream.offset.empty() ? "null" : stream.offset) + "}";
}

std::string_view crcName(CrcState state)
{
    constexpr auto names = std::to_array<std::string_view>({"absent", "ok", "bad"});
    return names[static_cast<std::size_t>(state)];
}

}

Result<void> RtcRecords::dump(bool, const std::function<void(std::string_view)>& out, Job& job) const
{
    // The sizes are those the first Index of the first run states; a literal writer states none (rtc.md 2).
    std::string sizes = "\"unit_size\":null,\"subunit_size\":null";
    if (!m_file.ruler().units.empty()) {
        const Segment& first = m_file.ruler().segments.front();
        const Unit& unit = m_file.ruler().units.front();
        const auto frame = readSpecial(m_file.bytes(), first, unit, unit.index(), kIndex);
        const auto body = frame ? readIndexBody(frame->payload, true) : std::nullopt;
        if (first.unitSize > 0 && (!body || body->distance(kIndex) > 0))
            sizes = "\"unit_size\":" + std::to_string(first.unitSize) + ",\"subunit_size\":"
                + std::to_string(first.minorSize > 0 ? first.minorSize : first.unitSize);
    }
    out("{\"format\":\"rtc\",\"size\":" + std::to_string(m_file.size()) + "," + sizes
        + ",\"segments\":" + std::to_string(m_file.ruler().segments.size()) + ",\"streams\":[");
    bool first = true;
    for (std::uint32_t segment = 0; segment < m_file.ruler().segments.size(); ++segment) {
        for (const Stream* stream : m_file.ruler().segments[segment].streams.all()) {
            out((first ? "" : ",") + streamJson(segment, *stream));
            first = false;
        }
    }
    out("],\"units\":[");
    job.start(m_file.ruler().units.size());
    constexpr std::size_t kCheckedAtOnce = 256;
    for (std::size_t done = 0; done < m_file.ruler().units.size(); done += kCheckedAtOnce) {
        std::vector<CrcCheck> checks(std::min(kCheckedAtOnce, m_file.ruler().units.size() - done));
        forEachParallel(checks.size(), 0, job, [&](std::size_t i) {
            checks[i] = checkCrc(m_file.bytes(), m_file.ruler(), static_cast<std::uint32_t>(done + i));
            job.advance();
        });
        if (job.stopRequested())
            return fail(Code::Stopped);
        for (std::size_t i = 0; i < checks.size(); ++i) {
            const Unit& unit = m_file.ruler().units[done + i];
            const bool counted = unit.count != Unit::kNoCount;
            m_file.faults().reportCrc(checks[i], static_cast<std::uint32_t>(done + i));
            out((done + i ? "," : "") + std::string("{\"offset\":") + std::to_string(unit.marker)
                + ",\"count\":" + (counted ? std::to_string(unit.count) : "null") + ",\"crc\":\""
                + std::string(crcName(checks[i].state)) + "\",\"segment\":" + std::to_string(unit.segment)
                + "}");
        }
    }
    out("]}");
    return m_file.checkWhole();
}

}
