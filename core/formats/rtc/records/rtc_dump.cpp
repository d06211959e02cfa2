// The structure of an RTC file as data, and every check the format allows.
#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/formats/rtc/rtc_document.h"
#include "core/formats/rtc/records/rtc_text.h"

#include <algorithm>
#include <atomic>

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

Result<void> RtcDocument::dump(bool, const std::function<void(std::string_view)>& out, Job& job) const
{
    // The sizes are those the first Index of the first run states; a literal writer states none (rtc.md 2).
    std::string sizes = "\"unit_size\":null,\"subunit_size\":null";
    if (!m_ruler.units.empty()) {
        const Segment& first = m_ruler.segments.front();
        const Unit& unit = m_ruler.units.front();
        const auto frame = readSpecial(bytes(), first, unit, unit.index(), kIndex);
        const auto body = frame ? readIndexBody(frame->payload, true) : std::nullopt;
        if (first.unitSize > 0 && (!body || body->distance(kIndex) > 0))
            sizes = "\"unit_size\":" + std::to_string(first.unitSize) + ",\"subunit_size\":"
                + std::to_string(first.minorSize > 0 ? first.minorSize : first.unitSize);
    }
    out("{\"format\":\"rtc\",\"size\":" + std::to_string(m_file->size()) + "," + sizes
        + ",\"segments\":" + std::to_string(m_ruler.segments.size()) + ",\"streams\":[");
    bool first = true;
    for (std::uint32_t segment = 0; segment < m_ruler.segments.size(); ++segment) {
        for (const Stream* stream : m_ruler.segments[segment].streams.all()) {
            out((first ? "" : ",") + streamJson(segment, *stream));
            first = false;
        }
    }
    out("],\"units\":[");
    job.start(m_ruler.units.size());
    constexpr std::size_t kBatch = 256;
    for (std::size_t done = 0; done < m_ruler.units.size(); done += kBatch) {
        std::vector<CrcCheck> checks(std::min(kBatch, m_ruler.units.size() - done));
        forEachParallel(checks.size(), 0, job, [&](std::size_t i) {
            checks[i] = checkCrc(bytes(), m_ruler, static_cast<std::uint32_t>(done + i));
            job.advance();
        });
        if (job.stopRequested())
            return fail(Code::Stopped);
        for (std::size_t i = 0; i < checks.size(); ++i) {
            const Unit& unit = m_ruler.units[done + i];
            const bool counted = unit.count != Unit::kNoCount;
            reportCrc(checks[i], static_cast<std::uint32_t>(done + i));
            out((done + i ? "," : "") + std::string("{\"offset\":") + std::to_string(unit.marker)
                + ",\"count\":" + (counted ? std::to_string(unit.count) : "null") + ",\"crc\":\""
                + std::string(crcName(checks[i].state)) + "\",\"segment\":" + std::to_string(unit.segment)
                + "}");
        }
    }
    out("]}");
    return checkWhole();
}

Result<void> RtcDocument::validate(Job& job) const
{
    job.start(m_ruler.units.size() * 2);
    forEachParallel(m_ruler.units.size(), 0, job, [&](std::size_t i) {
        reportCrc(checkCrc(bytes(), m_ruler, static_cast<std::uint32_t>(i)), static_cast<std::uint32_t>(i));
        job.advance();
    });
    for (std::uint32_t segment = 0; segment < m_ruler.segments.size(); ++segment) {
        std::unordered_map<const Stream*, std::int64_t> last;
        const auto more = decode(
            {segment},
            [&](const Frame& frame) {
                reportFrame(frame);
                if (frame.stream && frame.stream->isClock && frame.timeKnown) {
                    const auto [known, isNew] = last.try_emplace(frame.stream, frame.ns);
                    if (!isNew && frame.ns < known->second)
                        reportBackwards(frame, known->second - frame.ns);
                    known->second = frame.ns;
                }
                return true;
            },
            job);
        if (!more)
            return tl::unexpected(more.error());
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    return checkWhole();
}

void RtcDocument::reportFrame(const Frame& frame) const
{
    const ByteRange where {SourceId(0), frame.offset,
                           frame.parts.empty() ? 1 : frame.parts.front().end() - frame.offset};
    const auto unit = m_ruler.unitAt(frame.offset);
    const std::string name = frame.stream ? frame.stream->name : std::string();
    if (frame.incomplete)
        report(diagnose(Code::RtcIncompletePayload,
                        name + ", " + std::string(missingText(frame)) + ", "
                            + counted(frame.length, "byte", "bytes") + " are there",
                        where, unit));
    if (frame.stream && !frame.stream->described) {
        const std::lock_guard lock(m_mutex);
        if (m_undescribed.insert(frame.stream).second)
            report(diagnose(Code::RtcStreamUndescribed, "stream " + std::to_string(frame.stream->id), where,
                            unit));
    }
}

// FF is never part of a text, so a run of it is an erased block when the checksum says that something is
// wrong.
bool RtcDocument::isErased(const Frame& frame) const
{
    constexpr std::size_t kRun = 16;
    if (!frame.stream || frame.payload.size() < kRun
        || (frame.stream->value.kind != ValueFormat::Kind::text
            && frame.stream->value.kind != ValueFormat::Kind::json))
        return false;
    const auto run = std::search_n(frame.payload.begin(), frame.payload.end(), kRun, std::byte(0xff));
    if (run == frame.payload.end())
        return false;
    for (const Part& part : frame.parts) {
        const auto unit = m_ruler.unitAt(part.offset);
        if (!unit || checkCrc(bytes(), m_ruler, *unit).state != CrcState::bad)
            continue;
        const Part& last = frame.parts.back();
        report(diagnose(Code::RtcErased, frame.stream->name + ", " + counted(frame.length, "byte", "bytes"),
                        ByteRange {SourceId(0), last.offset, last.end() - last.offset}, unit));
        return true;
    }
    return false;
}

void RtcDocument::reportBackwards(const Frame& frame, std::int64_t byNs) const
{
    report(diagnose(Code::RtcClockBackwards, frame.stream->name + " by " + durationText(byNs),
                    ByteRange {SourceId(0), frame.offset, frame.parts.front().end() - frame.offset},
                    m_ruler.unitAt(frame.offset)));
}

}
