// Rules about when the frames of streams come.
#include "core/base/text.h"
#include "core/findings/shared_rules.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace traceglass::rtc {

namespace {

constexpr std::string_view kRate = "rtc.rate", kUntimed = "rtc.untimed";

// When the periods of a stream are others than usual, and how often it went to and fro between them.
struct OtherRates
{
    struct While
    {
        TimeRange time;
        std::int64_t periods = 0;
        std::int64_t sumNs = 0;  // of these
        std::int64_t pieces = 0; // in which it was so
    };
    std::vector<While> whiles {};
    std::vector<While> usual {}; // between these
    int turns = 0;
    std::int64_t pieces = 0; // of its life

    // Of one while that takes nearly a tenth, without what is cut off on both sides. It may lie across two tenths.
    bool areOfATenth() const
    {
        constexpr std::int64_t kThousandths = 90;
        return whiles.size() == 1 && findings::isAtLeast(whiles.front().pieces, kThousandths, pieces);
    }
    // Of one that is shorter, and in which frames come half as often, or twice.
    bool areOfAnother(std::int64_t usualNs) const
    {
        constexpr std::int64_t kThousandths = 30, kLeast = 3, kTimes = 2;
        if (whiles.size() != 1 || whiles.front().pieces < kLeast
            || !findings::isAtLeast(whiles.front().pieces, kThousandths, pieces))
            return false;
        const std::int64_t ns = whiles.front().sumNs / whiles.front().periods;
        return ns >= stats::productSaturating(usualNs, kTimes) || ns <= usualNs / kTimes;
    }
};

// By medians of pieces of its life, a hundred of them where there are frames enough.
OtherRates otherRates(const RtcLook& look, const StreamLook& stream, std::int64_t change)
{
    constexpr std::int64_t kPieces = 100, kOfPiece = 50; // frames
    constexpr std::int64_t kToKnow = 10;                 // periods
    const std::int64_t pieces = std::clamp<std::int64_t>(stream.frames / kOfPiece, 1, kPieces);
    const std::int64_t pieceNs = stream.life.lengthNs() / pieces + 1;
    const auto beginOf = [&](std::int64_t piece) {
        return addSaturating(stream.life.startNs, stats::productSaturating(piece, pieceNs));
    };
    OtherRates out {.pieces = pieces};
    stats::Counts counts;
    std::int64_t piece = 0, periods = 0, sumNs = 0;
    bool wasOff = false;
    const auto finishPiece = [&] {
        const auto median = stats::quantile(counts.take(), stats::kMedian);
        const std::int64_t count = std::exchange(periods, 0), ns = std::exchange(sumNs, 0);
        if (count < kToKnow || median.value_or(0) == 0) // 0: their clock stood, and frames came all the same
            return;
        const bool isOff = findings::isAtLeast(std::abs(*median - stream.medianNs), change, stream.medianNs);
        out.turns += isOff != wasOff ? 1 : 0;
        std::vector<OtherRates::While>& into = isOff ? out.whiles : out.usual;
        if (into.empty() || isOff != wasOff)
            into.push_back({{beginOf(piece), beginOf(piece)}});
        wasOff = isOff;
        OtherRates::While& now = into.back();
        now.time.endNs = std::min(beginOf(piece + 1), stream.life.endNs);
        now.periods += count;
        now.sumNs = addSaturating(now.sumNs, ns);
        ++now.pieces;
    };
    look.eachFrame(stream.track, [&](const FrameSeen& frame) {
        if (!frame.before)
            return;
        if ((frame.ns - stream.life.startNs) / pieceNs != piece) {
            finishPiece();
            piece = (frame.ns - stream.life.startNs) / pieceNs;
        }
        counts.add(frame.ns - *frame.before);
        sumNs = addSaturating(sumNs, frame.ns - *frame.before);
        ++periods;
    });
    finishPiece();
    return out;
}

// More or less frames than as usual in some tenth of its life: what lies across two of them changes the median of none.
bool mayHaveOtherRate(const StreamLook& stream)
{
    constexpr std::int64_t kPart = 20;
    return std::ranges::any_of(stream.partFrames, [&](std::int64_t frames) {
        const std::int64_t dueNs = stats::productSaturating(frames, stream.medianNs);
        return frames >= kFramesOfPart
            && std::abs(subtractSaturating(dueNs, stream.partNs())) >= stream.partNs() / kPart;
    });
}

// Is it off in a tenth of its life at least, for two whiles at most? What changes to and fro has several rates.
void checkRate(const RtcLook& look, const StreamLook& stream, findings::Checks& checks)
{
    constexpr int kTurns = 4;
    const std::int64_t change = checks.amount(kRate, "change");
    if (stream.frames < checks.amount(kRate, "frames"))
        return;
    std::optional<std::size_t> farthest; // tenth
    int turns = 0;
    bool wasOff = false;
    const auto offNs = [&](std::size_t part) {
        return std::abs(subtractSaturating(stream.partMedianNs[part], stream.medianNs));
    };
    for (std::size_t part = 0; part < StreamLook::kParts; ++part) {
        const std::int64_t median = stream.partMedianNs[part];
        // 0: their clock stood, and frames came all the same.
        if (median == kNoInteger || median == 0 || stream.partFrames[part] < kFramesOfPart)
            continue;
        const bool isOff = findings::isAtLeast(offNs(part), change, stream.medianNs);
        turns += isOff != wasOff ? 1 : 0;
        wasOff = isOff;
        if (isOff && (!farthest || offNs(part) > offNs(*farthest)))
            farthest = part;
    }
    if ((!farthest && !mayHaveOtherRate(stream)) || turns > kTurns)
        return;
    const OtherRates others = otherRates(look, stream, change);
    const bool isBrief = !farthest && !others.areOfATenth();
    if (others.whiles.empty() || others.turns > kTurns || (isBrief && !others.areOfAnother(stream.medianNs)))
        return;
    // Most frames come at the rate that is fast, though it may be the one that holds for a while.
    std::int64_t otherNs = 0;
    for (const OtherRates::While& each : others.whiles)
        otherNs = addSaturating(otherNs, each.time.lengthNs());
    const bool isMostlyOther = !others.usual.empty() && otherNs > stream.life.lengthNs() / 4 * 3;
    const StreamLook told = look.refined(stream);
    // That of a tenth which is as usual: of all, it is at the edge of the usual ones where they are hardly half.
    const OtherRates::While& first = others.whiles.front();
    std::int64_t whileNs = farthest ? told.partMedianNs[*farthest] : first.sumNs / first.periods;
    std::int64_t usualNs = whileNs;
    for (const std::int64_t ns : told.partMedianNs)
        if (ns != kNoInteger && std::abs(ns - told.medianNs) < std::abs(usualNs - told.medianNs))
            usualNs = ns;
    if (isMostlyOther)
        std::swap(usualNs, whileNs);
    const bool mayBeMeant = isMostlyOther || isBrief;
    Finding finding = ofStream(kRate, mayBeMeant ? FindingSeverity::low : FindingSeverity::medium, stream);
    for (const OtherRates::While& each : isMostlyOther ? others.usual : others.whiles) {
        finding.cost.amount = addSaturating(finding.cost.amount, each.time.lengthNs());
        const TimeRange time = look.passedOf(stream.track).shown(each.time);
        findings::addOne(finding, time, [&] {
            return Evidence {.time = time,
                             .text = "a frame every " + shortDurationText(each.sumNs / each.periods)
                                 + " on average"};
        });
    }
    finding.share = findings::shareOfTime(finding.cost.amount, stream.life.lengthNs(), 1);
    const bool isUsual = finding.share <= 0.5;
    finding.sentence = findings::quoted(stream.name) + (isUsual ? " usually comes every " : " comes every ")
        + shortDurationText(usualNs) + ", for "
        + (isUsual ? "a while" : findings::percentText(finding.share) + " of the time") + " every "
        + shortDurationText(whileNs);
    if (mayBeMeant)
        finding.limits = "Whether it is sent at two rates on purpose is not recorded.";
    findings::settle(finding);
    addOrJoin(look, std::move(finding), checks);
}

bool isShort(const StreamLook& stream, const TimeRange& run)
{
    return stream.life.lengthNs() < run.lengthNs() / 10;
}

// Did it begin so late that it may be sent only while the device does something, as while it charges? No
// device starts for so long.
bool beganLate(const StreamLook& stream, const TimeRange& run, const findings::Checks& checks)
{
    const std::int64_t ns = subtractSaturating(stream.life.startNs, run.startNs);
    return ns >= run.lengthNs() / 10 || (ns >= checks.amount(kSilent, "start") && ns >= run.lengthNs() / 50);
}

// Does it end long before the run, of which it is expected to go on?
bool isSilent(const StreamLook& stream, const TimeRange& run, const findings::Checks& checks)
{
    const std::int64_t silentNs = subtractSaturating(run.endNs, stream.life.endNs);
    const bool isLong = silentNs >= checks.amount(kSilent, "min")
        || findings::isAtLeast(silentNs, checks.amount(kSilent, "share"), run.lengthNs());
    const std::int64_t tenthNs = run.lengthNs() / 10;
    const bool isLate = stream.life.startNs >= run.endNs - tenthNs;
    // A self test ends like a sensor that dies early. It takes seconds, and begins with the run.
    const bool isForAWhile = isShort(stream, run)
        && (stream.life.lengthNs() < checks.amount(kSilent, "start")
            || stream.life.startNs >= run.startNs + tenthNs);
    return isLong && !isLate && !isForAWhile && silentNs > stream.longestNs
        && silentNs >= stats::productSaturating(stream.medianNs, 10);
}

// False: it may be silent because the rest of it is lost.
bool checkSilence(const RtcLook& look, const StreamLook& stream, findings::Checks& checks)
{
    const TimeRange run = look.runOf(stream).frames;
    const TimeRange silence {stream.life.endNs, run.endNs};
    if (!isSilent(stream, run, checks))
        return true;
    if (look.isLostBehind(stream))
        return false;
    const bool wasShort = isShort(stream, run), wasLate = beganLate(stream, run, checks);
    Finding finding = ofStream(kSilent, FindingSeverity::low, stream);
    finding.cost.amount = silence.lengthNs();
    finding.share = findings::shareOfTime(silence.lengthNs(), run.lengthNs(), 1);
    if (!wasShort && !wasLate && finding.share >= findings::kMediumShare)
        finding.severity = FindingSeverity::medium;
    const TimeRange shown = look.passedOf(stream.track).shown(silence);
    findings::addOne(finding, shown, [&] {
        return Evidence {.time = shown, .place = {stream.track, 0, shown.startNs}};
    });
    finding.sentence = findings::quoted(stream.name) + " comes every "
        + shortDurationText(look.refined(stream).medianNs) + " and stopped "
        + shortDurationText(silence.lengthNs()) + " before its run ended";
    if (wasShort) {
        finding.sentence += ", after " + shortDurationText(stream.life.lengthNs());
        finding.limits = "Whether it is sent only while the device starts is not recorded.";
    } else if (wasLate) {
        finding.limits =
            "It began late; whether it is sent only while the device does something is not recorded.";
    }
    findings::settle(finding);
    addOrJoin(look, std::move(finding), checks);
    return true;
}

// All streams of a run stopped, and its clock went on: one finding, since that may have been meant. False as
// above.
bool checkClockAlone(const RtcLook& look, const RunTimes& run, findings::Checks& checks)
{
    const TimeRange silence {run.frames.endNs, run.clockEndNs};
    if (silence.lengthNs() < checks.amount(kSilent, "min")
        || !findings::isAtLeast(silence.lengthNs(), checks.amount(kSilent, "share"),
                                run.withClock().lengthNs()))
        return true;
    Finding finding {.rule = kSilent, .severity = FindingSeverity::low, .subject = {"all streams"}};
    for (const StreamLook& stream : look.streams()) {
        if (!stream.hasPeriods() || &look.runOf(stream) != &run || !isSilent(stream, run.withClock(), checks)
            || isSilent(stream, run.frames, checks))
            continue;
        if (look.isLostBehind(stream))
            return false;
        if (finding.count == 0)
            finding.subject.track = stream.track;
        const TimeRange shown =
            look.passedOf(stream.track).shown(TimeRange {stream.life.endNs, run.clockEndNs});
        findings::addOne(finding, shown, [&] {
            return Evidence {.time = shown, .place = {stream.track, 0, shown.startNs}};
        });
    }
    if (finding.count == 0)
        return true;
    finding.cost.amount = silence.lengthNs();
    finding.share = findings::shareOfTime(silence.lengthNs(), run.withClock().lengthNs(), 1);
    finding.sentence = "All streams stopped " + shortDurationText(silence.lengthNs())
        + " before their clock did, " + grouped(finding.count) + " that "
        + (finding.count == 1 ? "is" : "are") + " sent by a timer among them";
    finding.limits = "Whether they were stopped on purpose is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
    return true;
}

bool lacksTimes(const StreamLook& stream, const findings::Checks& checks)
{
    return stream.untimed > 0 && stream.frames >= checks.amount(kUntimed, "frames")
        && findings::isAtLeast(stream.untimed, checks.amount(kUntimed, "share"), stream.frames);
}

// Streams that name no clock have one cause.
void checkClockless(const RtcLook& look, findings::Checks& checks, std::vector<const StreamLook*>& told)
{
    for (const StreamLook& stream : look.streams())
        if (stream.stream && stream.stream->clock.empty() && lacksTimes(stream, checks))
            told.push_back(&stream);
    if (told.size() < 2)
        return told.clear();
    Finding finding = ofStream(kUntimed, FindingSeverity::low, *told.front());
    finding.subject.name = "streams without a clock";
    finding.cost.unit = StatUnit::count;
    std::int64_t frames = 0;
    for (const StreamLook* const stream : told) {
        frames = addSaturating(frames, stream->frames);
        finding.cost.amount = addSaturating(finding.cost.amount, stream->untimed);
        const TimeRange shown = look.passedOf(stream->track).shown(stream->life);
        finding.evidence.push_back(
            {.time = shown, .place = {stream->track, 0, shown.startNs}, .text = escaped(stream->name)});
    }
    finding.when = {look.timeline().range};
    finding.share = stats::shareOf(finding.cost.amount, frames);
    finding.explains = findings::kApproximate;
    finding.count = static_cast<std::uint64_t>(finding.cost.amount);
    finding.sentence =
        counted(told.size(), "stream", "streams") + " name no clock, so their frames have no certain time";
    checks.add(std::move(finding));
}

void checkUntimed(const RtcLook& look, const StreamLook& stream, findings::Checks& checks)
{
    if (!lacksTimes(stream, checks))
        return;
    Finding finding = ofStream(kUntimed, FindingSeverity::low, stream);
    finding.when = {look.passedOf(stream.track).shown(stream.life)};
    finding.cost = {StatUnit::count, stream.untimed};
    finding.share = stats::shareOf(stream.untimed, stream.frames);
    finding.explains = findings::kApproximate;
    finding.count = static_cast<std::uint64_t>(stream.untimed);
    finding.sentence = grouped(finding.count) + " of "
        + counted(static_cast<std::uint64_t>(stream.frames), "frame", "frames") + " of "
        + findings::quoted(stream.name) + " have no certain time";
    checks.add(std::move(finding));
}

// Rules that no stream could be asked about.
void leaveOutUnsteady(const RtcLook& look, findings::Checks& checks)
{
    std::int64_t rated = 0, timed = 0; // frames of the longest stream
    for (const StreamLook& stream : look.streams()) {
        rated = std::max(rated, stream.hasRates() ? stream.frames : 0);
        timed = std::max(timed, stream.hasPeriods() ? stream.frames : 0);
    }
    const auto why = [&](bool isAnySteady) {
        return isAnySteady ? "no steady stream has certain times"
                           : look.whyNoneIsSteady("no stream has a steady period");
    };
    // What is told when something happens has none.
    const auto unsteady =
        static_cast<std::uint64_t>(std::ranges::count_if(look.streams(), [&](const StreamLook& stream) {
            const TrackKind kind = look.timeline().track(stream.track).kind;
            return kind != TrackKind::log && kind != TrackKind::marks && stream.hasTimes()
                && stream.frames >= kFramesToKnow && !stream.comesEvenly();
        }));
    for (const std::string_view id : {kFrameGaps, kSilent}) {
        if (timed == 0)
            checks.leaveOut(id, why(std::ranges::any_of(look.streams(), &StreamLook::comesEvenly)));
        else if (unsteady > 0)
            checks.leaveOut(id, counted(unsteady, "stream has", "streams have") + " no steady period");
    }
    if (rated < checks.amount(kRate, "frames"))
        checks.leaveOut(kRate,
                        rated == 0 ? why(std::ranges::any_of(look.streams(), &StreamLook::isSteady))
                                   : "too few frames of a steady stream: "
                                + grouped(static_cast<std::uint64_t>(rated)));
}

// What is the same in several runs: the costliest says it for all.
Finding ofRuns(std::vector<Finding> same)
{
    const auto costliest =
        std::ranges::max_element(same, {}, [](const Finding& each) { return each.cost.amount; });
    std::iter_swap(same.begin(), costliest);
    Finding out = std::move(same.front());
    const auto wholeOf = [](const Finding& of) {
        return of.share > 0 ? static_cast<double>(of.cost.amount) / of.share : 0;
    };
    double whole = wholeOf(out);
    for (Finding& each : std::span(same).subspan(1)) {
        whole += wholeOf(each);
        out.severity = std::max(out.severity, each.severity);
        out.explains = each.explains == out.explains ? out.explains : std::string_view();
        out.cost.amount = addSaturating(out.cost.amount, each.cost.amount);
        out.count += each.count;
        out.unkept += each.unkept;
        std::ranges::move(each.when, std::back_inserter(out.when));
        std::ranges::move(each.evidence, std::back_inserter(out.evidence));
        for (AbsorbedFinding& with : each.absorbed) {
            const auto isTold = [&](const AbsorbedFinding& other) {
                return other.sentence.words == with.sentence.words;
            };
            if (std::ranges::none_of(out.absorbed, isTold))
                out.absorbed.push_back(std::move(with));
        }
    }
    out.share = whole > 0 ? static_cast<double>(out.cost.amount) / whole : 0;
    out.sentence += "; so in " + grouped(same.size()) + " runs";
    findings::settle(out);
    return out;
}

}

Finding ofStream(std::string_view id, FindingSeverity severity, const StreamLook& stream)
{
    return {.rule = id, .severity = severity, .subject = {stream.name, stream.track}};
}

void addOrJoin(const RtcLook& look, Finding finding, findings::Checks& checks, std::int64_t nearNs)
{
    const auto isIn = [&](const TimeRange& time, const std::vector<TimeRange>& others) {
        if (time.lengthNs() > 0)
            return findings::overlapNs(time, others) >= time.lengthNs() / 2;
        const TimeRange near {subtractSaturating(time.startNs, nearNs), addSaturating(time.endNs, nearNs)};
        const auto other = std::ranges::lower_bound(others, near.startNs, {}, &TimeRange::endNs);
        return other != others.end() && other->startNs <= near.endNs;
    };
    const auto liesIn = [&](const std::vector<TimeRange>& times, const std::vector<TimeRange>& others) {
        return std::ranges::all_of(times, [&](const TimeRange& time) { return isIn(time, others); });
    };
    const auto placeOf = [&](const Finding& of) {
        return std::pair(look.numberOfRun(of.subject.track), look.timeline().about(of.subject.track).axis);
    };
    const auto isBeside = [&, place = placeOf(finding)](const Finding& each) {
        return each.rule == finding.rule && placeOf(each) == place;
    };
    const bool areMoments = nearNs > 0; // a part of those of another stream is said with them
    const auto isOfIt = [&](const Finding& each) {
        return isBeside(each) && liesIn(finding.when, each.when)
            && (areMoments || liesIn(each.when, finding.when));
    };
    if (checks.giveTo(isOfIt, finding))
        return;
    if (areMoments)
        checks.absorb(finding,
                      [&](const Finding& each) { return isBeside(each) && liesIn(each.when, finding.when); });
    checks.add(std::move(finding));
}

void joinRuns(const RtcLook& look, findings::Checks& checks)
{
    std::vector<std::vector<Finding>> all;
    std::map<std::pair<std::string_view, std::string>, std::size_t> known;
    for (Finding& each : checks.takeFound()) {
        if (each.subject.track == kNoTrack) { // of all runs together
            checks.add(std::move(each));
            continue;
        }
        const auto [at, isNew] = known.try_emplace({each.rule, each.subject.name}, all.size());
        if (isNew)
            all.emplace_back();
        all[at->second].push_back(std::move(each));
    }
    for (std::vector<Finding>& same : all) {
        std::set<std::size_t> runs;
        for (const Finding& each : same)
            runs.insert(look.numberOfRun(each.subject.track));
        if (same.size() > 1 && runs.size() == same.size())
            checks.add(ofRuns(std::move(same)));
        else
            std::ranges::for_each(same, [&](Finding& each) { checks.add(std::move(each)); });
    }
}

void checkStreams(const RtcLook& look, findings::Checks& checks)
{
    leaveOutUnsteady(look, checks);
    std::vector<const StreamLook*> clockless;
    checkClockless(look, checks, clockless);
    bool isAllHeard = true;
    for (const StreamLook& stream : look.streams()) {
        if (look.walk().isStopped())
            return;
        if (!std::ranges::binary_search(clockless, &stream)) // they are in the order of streams
            checkUntimed(look, stream, checks);
        if (stream.hasRates())
            checkRate(look, stream, checks);
        if (!stream.hasPeriods())
            continue;
        checkGaps(look, stream, checks);
        isAllHeard &= checkSilence(look, stream, checks);
    }
    for (const auto& [key, run] : look.timesOfRuns())
        isAllHeard &= checkClockAlone(look, run, checks);
    isAllHeard &= checkDeadClocks(look, checks);
    if (!isAllHeard)
        checks.leaveOut(kSilent, "bytes are lost behind the last frame of a stream");
}

}
