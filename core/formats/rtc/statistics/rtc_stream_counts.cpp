#include "core/formats/rtc/statistics/rtc_stream_counts.h"

#include "core/base/workers.h"
#include "core/formats/rtc/timeline/rtc_tracks.h"
#include "core/query/hit_refs.h"
#include "core/stats/columns.h"
#include "core/stats/fitting.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::uint32_t kIdsByNumber = 1u << 16; // found by number instead of by hash

}

// --- gaps

bool Gaps::sort(const Job& job)
{
    return stats::sortUnlessStopped(m_short, job) && stats::sortUnlessStopped(m_long, job);
}

std::int64_t Gaps::rank(std::uint64_t perMille) const
{
    constexpr std::uint64_t kAll = 1000;
    return count() == 0 ? kNoInteger : at((count() * perMille + kAll - 1) / kAll - 1);
}

std::int64_t Gaps::countFrom(std::int64_t ns) const
{
    const auto from = [&](const auto& sorted) { return sorted.end() - std::ranges::lower_bound(sorted, ns); };
    return from(m_short) + from(m_long);
}

std::int64_t Gaps::missing(std::int64_t periodNs) const
{
    std::int64_t out = 0;
    for (std::size_t i = count(); i-- > 0;) {
        const std::int64_t whole = at(i) / periodNs, rest = at(i) % periodNs;
        const std::int64_t periods = whole + (rest >= periodNs - rest ? 1 : 0); // rounded
        if (periods < 2)
            break; // all others are as short
        out = addSaturating(out, periods - 1);
    }
    return out;
}

// --- streams

StreamCounts::StreamCounts(const RtcFile& file, const StatRequest& request)
    : m_file(file)
    , m_request(request)
{
    const Timeline& timeline = request.timeline;
    const auto chosen = stats::tracksAsked(request);
    std::unordered_map<std::uint64_t, TrackId> trackOf; // by key
    for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
        const auto id = TrackId(static_cast<std::uint32_t>(i));
        if (timeline.track(id).kind != TrackKind::group && chosen[i])
            trackOf.emplace(timeline.track(id).key, id);
    }
    const std::vector<Segment>& segments = file.ruler().segments;
    for (std::uint32_t segment = 0; segment < segments.size(); ++segment) {
        for (const Stream* const stream : segments[segment].streams.all()) {
            const auto track = trackOf.find(trackKey(segment, stream->id));
            if (track == trackOf.end())
                continue;
            StreamCount& count = m_streams.emplace_back();
            count.stream = stream;
            count.track = track->second;
            count.axis = &timeline.axis(track->second);
            count.isPart = request.only && !stats::areAllFitting(*request.only, count.track);
            count.hasTimes = count.axis->kind != ClockAxis::Kind::position;
            if (request.range)
                count.range = {count.axis->toOwn(request.range->startNs),
                               count.axis->toOwn(request.range->endNs)};
            m_byStream.emplace(stream, &count);
        }
    }
    std::ranges::stable_sort(m_streams, {}, [](const StreamCount& one) { return number(one.track); });
    for (StreamCount& count : m_streams)
        m_byStream[count.stream] = &count;
}

// What `take` does of a frame that is whole and has a certain time.
inline bool StreamCounts::takeTimed(std::uint32_t id, std::uint64_t offset, std::size_t bytes, std::int64_t ns)
{
    if (id >= m_byId.size() || m_isBad)
        return false;
    StreamCount* const into = m_byId[id];
    if (into && !into->hasTimes)
        return false;
    if (!into || (m_request.range && !into->range.contains(ns)) || !fits(*into, offset))
        return true;
    ++into->frames;
    into->bytes += static_cast<std::int64_t>(bytes);
    into->takeTime(ns);
    return true;
}

bool StreamCounts::fits(const StreamCount& stream, std::uint64_t offset) const
{
    return !stream.isPart || m_fitting.contains(RecordRef(SourceId(0), offset));
}

bool StreamCounts::isBad(const Frame& frame) const
{
    return std::ranges::any_of(frame.parts, [&](const FramePart& part) {
        const auto unit = m_file.ruler().unitAt(part.offset);
        return unit && *unit < m_isBadUnit.size() && m_isBadUnit[*unit];
    });
}

void StreamCounts::take(const Frame& frame)
{
    const auto found = m_byStream.find(frame.stream);
    const bool isBad = found != m_byStream.end() && this->isBad(frame);
    if (found == m_byStream.end() || (isBad && m_file.isErased(frame)))
        return;
    StreamCount& into = *found->second;
    if ((m_request.range && !(frame.placed && into.range.contains(frame.ns))) || !fits(into, frame.offset))
        return;
    ++into.frames;
    into.bytes += static_cast<std::int64_t>(frame.length);
    into.badCrc += isBad ? 1 : 0;
    into.incomplete += frame.incomplete ? 1 : 0;
    if (frame.timeKnown)
        into.takeTime(frame.ns);
    else
        ++into.untimed;
}

Result<void> StreamCounts::read(Job& job)
{
    struct Sink
    {
        StreamCounts& counts;
        bool timed(std::uint32_t id, std::uint64_t offset, std::span<const std::byte> payload, std::int64_t ns) const
        {
            return counts.takeTimed(id, offset, payload.size(), ns);
        }
        bool operator()(const Frame& frame) const
        {
            counts.take(frame);
            return true;
        }
    } const sink {*this};
    if (m_request.only) {
        auto refs = query::refsOf(*m_request.only, job);
        if (!refs)
            return tl::unexpected(refs.error());
        m_fitting = std::move(*refs);
    }
    const Ruler& ruler = m_file.ruler();
    Decoder decoder(m_file.bytes(), ruler, m_file.axes());
    job.start(ruler.units.size());
    UnitBatch batch;
    std::uint32_t segment = ~0u;
    for (std::uint32_t next = takeBatch(ruler, 0, batch); !batch.empty();
         next = takeBatch(ruler, next, batch)) {
        forEachParallel(batch.size(), m_request.threads, job,
                        [&](std::size_t i) { walkAhead(m_file.bytes(), ruler, batch[i], job); });
        for (WalkedUnit& walked : batch) {
            if (job.stopRequested())
                return fail(Code::Stopped);
            if (segment != ruler.units[walked.unit].segment) {
                segment = ruler.units[walked.unit].segment;
                m_byId.clear();
                for (const Stream* const stream : ruler.segments[segment].streams.all()) {
                    if (stream->id >= kIdsByNumber)
                        continue;
                    const auto found = m_byStream.find(stream);
                    if (m_byId.size() <= stream->id)
                        m_byId.resize(stream->id + 1);
                    m_byId[stream->id] = found == m_byStream.end() ? nullptr : found->second;
                }
            }
            m_isBad = walked.crc.state == CrcState::bad;
            m_isBadUnit.push_back(m_isBad);
            const auto feed = [&](const UnitFrames& frames) { decoder.feed(frames, sink); };
            if (!eachPiece(m_file.bytes(), ruler, walked, job, feed))
                return fail(Code::Stopped);
            job.advance();
        }
    }
    decoder.finish(sink);
    return m_file.checkWhole();
}

}
