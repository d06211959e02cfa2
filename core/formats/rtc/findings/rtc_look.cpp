#include "core/formats/rtc/findings/rtc_look.h"

#include "core/base/sort.h"
#include "core/base/workers.h"
#include "core/findings/gathering.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/formats/rtc/timeline/rtc_tracks.h"
#include "core/logs/log_level.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace traceglass::rtc {

namespace {

bool isStream(TrackKind kind)
{
    return kind == TrackKind::counter || kind == TrackKind::marks || kind == TrackKind::log
        || kind == TrackKind::pictures || kind == TrackKind::density;
}

bool hasLevel(std::string_view text)
{
    return logs::logLevel(text) != logs::kNoLogLevel;
}

bool isMessage(std::string_view text)
{
    return hasLevel(text) || logs::isSentence(text);
}

// Also of numbers: that a device failed is said with addresses and codes.
bool isLine(std::string_view text)
{
    return hasLevel(text) || logs::hasWords(text);
}

}

std::int64_t spreadOfTimer(const StatHistogram& periods, std::int64_t medianNs)
{
    if (medianNs <= 0)
        return 0;
    stats::Counts counts;
    for (const auto& [step, times] : periods) {
        const std::int64_t ns = stats::middleOf(step);
        const std::int64_t medians = addSaturating(ns, medianNs / 2) / medianNs;
        counts.add(ns - std::max<std::int64_t>(medians - 1, 0) * medianNs, times);
    }
    return spreadOf(counts.take());
}

std::vector<std::size_t> RtcLook::runs() const
{
    std::vector<std::size_t> out;
    for (std::size_t number = 0; number < m_ruler.segments.size(); ++number)
        if (m_ruler.segments[number].streams.size() > 0)
            out.push_back(number);
    return out;
}

std::size_t RtcLook::numberOfRun(TrackId track) const
{
    constexpr unsigned kRunBits = 32; // trackKey()
    return static_cast<std::size_t>(m_timeline.track(track).key >> kRunBits);
}

const RunTimes& RtcLook::runOf(const StreamLook& stream) const
{
    return m_runs.at({stream.run, m_timeline.about(stream.track).axis});
}

const Segment* RtcLook::segmentOf(TrackId track) const
{
    const std::size_t number = numberOfRun(track);
    return number < m_ruler.segments.size() ? &m_ruler.segments[number] : nullptr;
}

RecordRef RtcLook::beginOfRun(TrackId track) const
{
    const Segment* const segment = segmentOf(track);
    return {SourceId(0), segment ? segment->begin : 0};
}

void RtcLook::lookAt(StreamLook& stream) const
{
    const RowId row = m_timeline.track(stream.track).firstRow;
    const auto first = m_timeline.sliceAfter(row, std::numeric_limits<std::int64_t>::min());
    const auto last = m_timeline.sliceBefore(row, std::numeric_limits<std::int64_t>::max());
    if (!first || !last)
        return;
    stream.life = passedOf(stream.track).passed(TimeRange {first->startNs, last->startNs});
    const std::int64_t partNs = stream.partNs();
    stats::Counts counts;
    std::array<StatHistogram, StreamLook::kParts> parts;
    StatHistogram all;
    std::size_t part = 0;
    const auto finishPart = [&] {
        const StatHistogram& periods = parts[part] = counts.take();
        stream.partFrames[part] = static_cast<std::int64_t>(stats::countOf(periods));
        stream.partMedianNs[part] = stats::quantile(periods, stats::kMedian).value_or(kNoInteger);
        all = stats::merged(all, periods);
    };
    stream.partMedianNs.fill(kNoInteger);
    stream.last = last->ref;
    eachFrame(stream.track, [&](const FrameSeen& frame) {
        stream.untimed += frame.isApproximate ? 1 : 0;
        ++stream.frames;
        if (frame.before) {
            const std::int64_t ns = frame.ns - *frame.before;
            const std::int64_t lived = frame.ns - stream.life.startNs;
            for (; part + 1 < StreamLook::kParts && lived >= static_cast<std::int64_t>(part + 1) * partNs;
                 ++part)
                finishPart();
            counts.add(ns);
            stream.longestNs = std::max(stream.longestNs, ns);
        }
    });
    finishPart();
    if (stream.stream && stream.stream->value.kind == ValueFormat::Kind::text)
        return; // sent when there is something to say: texts have no period
    stream.medianNs = stats::quantile(all, stats::kMedian).value_or(kNoInteger);
    stream.spreadNs = spreadOf(all);
    stream.timerSpreadNs = spreadOfTimer(all, stream.medianNs);
    for (part = 0; part < StreamLook::kParts && !stream.isSteady(); ++part)
        if (isSteady(stream.partFrames[part], stream.partMedianNs[part], spreadOf(parts[part]),
                     kFramesOfPart))
            ++stream.steadyParts;
}

// They have a track of their own, and a record is where they begin.
void RtcLook::findLost()
{
    for (std::size_t i = 0; i < m_timeline.trackCount(); ++i) {
        const Track& track = m_timeline.track(TrackId(static_cast<std::uint32_t>(i)));
        if (track.kind == TrackKind::ruler && static_cast<std::uint32_t>(track.key) == kLostTrack
            && track.firstRow != kNoRow)
            m_walk.each(track.firstRow, 0,
                        [&](const findings::SeenSlice& lost) { m_lost.push_back(lost.ref().offset()); });
    }
    std::ranges::sort(m_lost);
}

bool RtcLook::isLostBetween(RecordRef first, RecordRef last) const
{
    const auto lost = std::ranges::upper_bound(m_lost, std::min(first.offset(), last.offset()));
    return lost != m_lost.end() && *lost < std::max(first.offset(), last.offset());
}

bool RtcLook::isLostBehind(const StreamLook& stream) const
{
    const std::size_t next = numberOfRun(stream.track) + 1;
    const std::uint64_t end = next < m_ruler.segments.size() ? m_ruler.segments[next].begin
                                                             : std::numeric_limits<std::uint64_t>::max();
    return isLostBetween(stream.last, RecordRef(SourceId(0), end));
}

// What a clock was set by, but for a step as usual. Clocks that are made of each other were set together.
void RtcLook::findJumps()
{
    for (const ClockLook& clock : m_clocks) {
        for (const LongStep& step : clock.longSteps) {
            if (!step.wasSet)
                continue;
            const std::int64_t passedNs =
                std::clamp<std::int64_t>(clock.usualNs, 1, std::max<std::int64_t>(step.time.lengthNs(), 1));
            m_jumps.push_back({addSaturating(step.time.startNs, passedNs), step.time.endNs});
            m_passed[{numberOfRun(clock.track), m_timeline.about(clock.track).axis}].takeOut(m_jumps.back());
        }
    }
    for (auto& [key, passed] : m_passed)
        passed.finish();
    m_jumps = findings::joined(std::move(m_jumps));
}

const PassedTime& RtcLook::passedOf(TrackId track) const
{
    static const PassedTime kAll;
    const auto found = m_passed.find({numberOfRun(track), m_timeline.about(track).axis});
    return found != m_passed.end() ? found->second : kAll;
}

std::int64_t RtcLook::lifeOfClock(TrackId clock) const
{
    const RowId row = m_timeline.track(clock).firstRow;
    const auto first = m_timeline.sliceAfter(row, std::numeric_limits<std::int64_t>::min());
    const auto last = m_timeline.sliceBefore(row, std::numeric_limits<std::int64_t>::max());
    return first && last ? passedOf(clock).passed(TimeRange {first->startNs, last->endNs}).lengthNs() : 0;
}

std::int64_t RtcLook::recordedNs() const
{
    return subtractSaturating(m_timeline.range.lengthNs(), findings::lengthOf(m_jumps));
}

std::string RtcLook::whyNoneIsSteady(std::string otherwise) const
{
    const auto isSetBack = [](const StreamLook& stream) {
        return stream.isSetBack && !stream.isSteady() && stream.frames >= kFramesToKnow;
    };
    return std::ranges::any_of(m_streams, isSetBack) ? "a clock went back" : std::move(otherwise);
}

void RtcLook::read(const findings::Checks& checks, unsigned threads, Job& job)
{
    findLost();
    m_clocks = lookAtClocks(
        *this, {.times = checks.amount(kClockGap, "times"), .leastNs = checks.amount(kClockGap, "min")});
    findJumps();
    for (std::size_t i = 0; i < m_timeline.trackCount(); ++i) {
        const auto id = TrackId(static_cast<std::uint32_t>(i));
        const Track& track = m_timeline.track(id);
        if (!isStream(track.kind) || track.firstRow == kNoRow || !m_timeline.axis(id).isTime())
            continue;
        StreamLook stream;
        stream.track = id;
        if (const Segment* const segment = segmentOf(id))
            stream.stream = segment->streams.find(static_cast<std::uint32_t>(track.key));
        stream.name = m_timeline.name(id);
        if (track.parent != kNoTrack)
            stream.name = std::string(m_timeline.name(track.parent)) + '/' + stream.name;
        stream.run = groupOfRun(id);
        m_streams.push_back(std::move(stream));
    }
    job.start(m_streams.size());
    forEachParallel(m_streams.size(), threads, job, [&](std::size_t i) {
        lookAt(m_streams[i]);
        job.advance();
    });
    for (const StreamLook& stream : m_streams) {
        if (stream.frames == 0)
            continue;
        const auto [run, isNew] = m_runs.try_emplace({stream.run, m_timeline.about(stream.track).axis},
                                                     RunTimes {.frames = stream.life});
        run->second.frames = united(run->second.frames, stream.life);
        if (isLog(stream))
            eachLine(stream.track, isMessage, [&](const LogLineSeen& line) { m_lines.push_back(line); });
    }
    for (auto& [key, run] : m_runs)
        run.clockEndNs = run.frames.endNs;
    for (const ClockLook& clock : m_clocks)
        addClock(clock);
    for (StreamLook& stream : m_streams)
        stream.isSetBack = stream.frames > 0 && runOf(stream).isSetBack;
    const auto isBefore = [](const LogLineSeen& a, const LogLineSeen& b) {
        return std::tie(a.run, a.axis, a.ns) < std::tie(b.run, b.axis, b.ns);
    };
    (void)sortUnlessStopped(m_lines, isBefore, job); // who reads asks whether it was
}

TrackId RtcLook::groupOfRun(TrackId track) const
{
    const TrackId parent = m_timeline.track(track).parent;
    return parent == kNoTrack ? kNoTrack : m_timeline.track(parent).parent;
}

void RtcLook::addClock(const ClockLook& clock)
{
    constexpr int kToGoOn = 10; // a few values may be told when a recorder stops
    const auto run = m_runs.find({groupOfRun(clock.track), m_timeline.about(clock.track).axis});
    if (run == m_runs.end())
        return;
    RunTimes& times = run->second;
    times.isSetBack |= clock.wentBack;
    const PassedTime& passed = passedOf(clock.track);
    const RowId row = m_timeline.track(clock.track).firstRow;
    std::int64_t ns = passed.shown(times.frames.endNs);
    for (int i = 0; i < kToGoOn; ++i) {
        const auto next = m_timeline.sliceAfter(row, ns);
        if (!next)
            return;
        ns = next->startNs;
    }
    // Without its last step: that value may be one of those.
    if (const auto last = m_timeline.sliceBefore(row, std::numeric_limits<std::int64_t>::max()))
        times.clockEndNs = std::max(times.clockEndNs, passed.passed(last->startNs));
}

LogLineSeen RtcLook::placeOf(TrackId track) const
{
    return {.run = static_cast<std::uint32_t>(numberOfRun(track)),
            .axis = m_timeline.about(track).axis,
            .ns = 0,
            .text = {},
            .track = track,
            .ref = {}};
}

bool RtcLook::isLog(const StreamLook& stream) const
{
    const TrackKind kind = m_timeline.track(stream.track).kind;
    const bool isOfTexts = kind == TrackKind::marks && stream.stream
        && stream.stream->value.kind == ValueFormat::Kind::text && !stream.stream->value.annotation;
    return kind == TrackKind::log || isOfTexts;
}

// Where each text is a frame, those are lines of which `isSuch` says so: states, readings and replies are texts, too.
template <class Visit>
void RtcLook::eachLine(TrackId log, bool (*isSuch)(std::string_view), const Visit& visit) const
{
    LogLineSeen seen = placeOf(log);
    const bool isOfLines = m_timeline.track(log).kind == TrackKind::log;
    std::unordered_map<StringId, bool> texts;
    const auto isLine = [&](StringId id) {
        const auto [known, isNew] = texts.try_emplace(id);
        if (isNew)
            known->second = isSuch(m_timeline.text(id));
        return known->second;
    };
    m_walk.each(m_timeline.track(log).firstRow, 0, [&](const findings::SeenSlice& line) {
        if (!isOfLines && !isLine(line.name))
            return;
        seen.ns = line.time.startNs;
        seen.text = line.name;
        seen.ref = line.ref();
        visit(std::as_const(seen));
    });
}

LogEnds RtcLook::endsOfLog(const StreamLook& log, std::size_t most) const
{
    LogEnds out;
    std::uint64_t lines = 0;
    eachLine(log.track, isLine, [&](const LogLineSeen& line) {
        if (out.first.size() < most)
            out.first.push_back(line);
        if (out.last.size() < most)
            out.last.push_back(line);
        else if (most > 0)
            out.last[lines % most] = line;
        ++lines;
    });
    if (most > 0 && lines > most)
        std::rotate(out.last.begin(), out.last.begin() + std::ptrdiff_t(lines % most), out.last.end());
    return out;
}

std::span<const LogLineSeen> RtcLook::linesBeside(TrackId track) const
{
    const LogLineSeen place = placeOf(track);
    const auto keyOf = [](const LogLineSeen& line) { return std::pair(line.run, line.axis); };
    const auto first = std::ranges::lower_bound(m_lines, keyOf(place), {}, keyOf);
    const auto last = std::ranges::upper_bound(m_lines, keyOf(place), {}, keyOf);
    return {first, last};
}

StreamLook RtcLook::refined(const StreamLook& stream) const
{
    // Tells apart what lies in the step of a histogram that holds a median.
    struct Finer
    {
        std::int64_t& medianNs;
        std::uint32_t step = stats::stepOf(medianNs);
        std::uint64_t all = 0, below = 0;
        stats::Counts inside {}; // from where the step begins

        void add(std::int64_t ns)
        {
            ++all;
            if (stats::stepOf(ns) < step)
                ++below;
            else if (stats::stepOf(ns) == step)
                inside.add(ns - stats::rangeOf(step).startNs);
        }
        void finish()
        {
            const StatHistogram within = inside.take();
            const std::uint64_t rank = stats::kMedian.rank(std::max<std::uint64_t>(all, 1));
            if (rank >= below && rank - below < stats::countOf(within))
                medianNs = stats::rangeOf(step).startNs
                    + *stats::quantile(within, {rank - below + 1, stats::countOf(within)});
        }
    };
    StreamLook out = stream;
    Finer whole {out.medianNs};
    std::vector<Finer> parts;
    for (std::int64_t& medianNs : out.partMedianNs)
        parts.push_back({medianNs});
    eachFrame(stream.track, [&](const FrameSeen& frame) {
        if (!frame.before)
            return;
        whole.add(frame.ns - *frame.before);
        parts[stream.partAt(frame.ns)].add(frame.ns - *frame.before);
    });
    whole.finish();
    for (Finer& part : parts)
        part.finish();
    return out;
}

}
