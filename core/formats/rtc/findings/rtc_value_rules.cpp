// Rules about values that stay the same: at the end of their type, or not changing any more.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_integers.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace traceglass::rtc {

namespace {

constexpr std::string_view kSaturated = "rtc.saturated", kStuck = "rtc.stuck";
constexpr int kFramesBefore = 64; // what a sensor did before it got stuck
constexpr std::int64_t kValuesOfAReading = 8; // in these; a state has fewer

// Frames in a row that have the same value.
struct EqualRun
{
    std::uint32_t bits = 0; // as the timeline stores it
    std::int64_t frames = 0;
    TimeRange time; // from the first frame to the last
    std::int64_t passedNs = 0;
    RecordRef ref;
    std::uint64_t changesBefore =
        0; // a bit each of the frames before: had it another value than the one before?
};

// Visits those of so many frames. Gives how many frames each has, of all.
template <class Visit>
StatHistogram eachEqualRun(const RtcLook& look, TrackId stream, std::int64_t atLeast, const Visit& visit)
{
    const Timeline& timeline = look.timeline();
    const RowId row = timeline.track(stream).firstRow;
    const PassedTime& passed = look.passedOf(stream);
    const std::int64_t shift = timeline.shift(row);
    const SlicePack *begunIn = nullptr, *seenIn = nullptr;
    std::size_t begunAt = 0, seenAt = 0;
    EqualRun run;
    std::uint64_t changes = 0; // of the latest frames, a bit each
    stats::Counts lengths;
    const auto finish = [&] {
        if (run.frames > 0)
            lengths.add(run.frames);
        if (run.frames < atLeast || look.isLostBetween(begunIn->ref(begunAt), seenIn->ref(seenAt)))
            return;
        run.time = {addSaturating(begunIn->start(begunAt), shift),
                    addSaturating(seenIn->start(seenAt), shift)};
        run.passedNs = passed.passed(run.time).lengthNs();
        run.ref = begunIn->ref(begunAt);
        visit(static_cast<const EqualRun&>(run));
    };
    for (std::size_t i = 0; i < timeline.partCount(row) && !look.walk().isStopped(); ++i) {
        const SlicePart part = timeline.part(row, i);
        const SlicePack& pack = timeline.pack(part.pack);
        const auto names = pack.names();
        for (std::size_t at = part.begin; at < part.end; ++at) {
            const bool isSame = run.frames > 0 && names[at] == run.bits;
            if (!isSame) {
                finish();
                run.bits = names[at]; // its time and place are found once it is told
                run.frames = 0;
                run.changesBefore = changes;
                begunIn = &pack;
                begunAt = at;
            }
            ++run.frames;
            changes = changes << 1 | (isSame ? 0u : 1u);
            seenIn = &pack;
            seenAt = at;
        }
    }
    finish();
    return lengths.take();
}

// The frames before a run, the latest first. Asked of the few runs that are long enough.
std::vector<float> valuesBefore(const Timeline& timeline, RowId row, const EqualRun& run)
{
    std::vector<float> out;
    auto frame = timeline.sliceBefore(row, run.time.startNs);
    for (; frame && out.size() < kFramesBefore; frame = timeline.sliceBefore(row, frame->startNs))
        out.push_back(std::bit_cast<float>(number(frame->name)));
    return out;
}

bool areOpposite(float a, float b)
{
    return (a < 0 && b > 0) || (a > 0 && b < 0);
}

// Do frames turn more often than once beyond the value that they come to, and back?
bool trembles(const std::vector<float>& before, float value)
{
    constexpr int kTurns = 2;
    float direction = value - before.front();
    int turns = 0;
    for (std::size_t i = 1; i < before.size(); ++i) {
        const float step = before[i - 1] - before[i];
        turns += areOpposite(step, direction) ? 1 : 0;
        direction = step != 0 ? step : direction;
    }
    return turns > kTurns;
}

// A counter that counts nothing, what is set to a value, or put on a scale: it comes to where it stands without trembling,
// and goes back, or on in small steps. What is set may be kept to the end.
bool isResting(const Timeline& timeline, RowId row, const EqualRun& run)
{
    constexpr float kSteps = 8; // of those before or behind
    const std::vector<float> before = valuesBefore(timeline, row, run);
    const auto value = std::bit_cast<float>(run.bits);
    if (before.empty() || trembles(before, value))
        return false;
    const float came = value - before.front();
    const auto after = timeline.sliceAfter(row, run.time.endNs);
    if (!after)
        return true;
    const auto valueOf = [](const auto& slice) { return std::bit_cast<float>(number(slice.name)); };
    const auto next = timeline.sliceAfter(row, after->startNs);
    const float went = valueOf(*after) - value, goesOn = next ? valueOf(*next) - valueOf(*after) : 0;
    return areOpposite(came, went) || std::abs(went) <= kSteps * std::max(std::abs(came), std::abs(goesOn));
}

// What trembles between two values is in the middle of one of them for long.
bool isCoarse(const std::vector<float>& before, std::int64_t atLeast)
{
    return std::ssize(std::set<float>(before.begin(), before.end())) < atLeast;
}

// An end of what a stream ever has may be a limit. Not where it trembles between some values all the time, of which the
// end is one: then it is as odd to stay there as at any other.
bool isLimit(const Timeline& timeline, RowId row, const EqualRun& run, double origin,
             std::pair<double, double> ends)
{
    constexpr int kTimes = 4;    // it was there before
    constexpr double kWider = 2; // than what it trembles between
    const auto value = std::bit_cast<float>(run.bits);
    const double told = origin + static_cast<double>(value);
    if (told != ends.first && told != ends.second)
        return false;
    const std::vector<float> before = valuesBefore(timeline, row, run);
    if (std::ranges::count(before, value) < kTimes)
        return true;
    const auto all = std::ranges::minmax(before);
    const auto isBetween = [&](float each) { return each > all.min && each < all.max; };
    return std::ranges::none_of(before, isBetween) // a switch
        || ends.second - ends.first > kWider * static_cast<double>(all.max - all.min);
}

// A reading that is fine enough to tremble.
bool isFine(const ValueFormat& format)
{
    return format.kind == ValueFormat::Kind::floating || (isInteger(format) && format.bytes >= 2);
}

// Asks the file whether a value really stays the same: the timeline stores it as a float, as which 4,294,967,290 and
// 4,294,967,295 are one.
class ExactValues
{
public:
    ExactValues(const RtcFile& file, const RtcLook& look, const StreamLook& stream)
        : m_file(file)
        , m_look(look)
        , m_row(look.timeline().track(stream.track).firstRow)
        , m_format(stream.stream->value)
        , m_mayDiffer(m_format.bytes > 2) // else a float tells all of its numbers apart
    {
    }

    // Some frames of the run are read: are they this one, or all as the first? Of very many runs only the first ones are
    // looked at: where none of them stays the same, none does, and else all do.
    bool isEqual(const EqualRun& run, std::optional<std::vector<std::byte>> wanted = {})
    {
        constexpr int kRuns = 50;
        if (!m_mayDiffer)
            return true;
        if (m_looked == kRuns || m_look.walk().isStopped())
            return m_equal > 0;
        ++m_looked;
        const bool isSo = areEqual(run, wanted ? *wanted : contentOf(run.ref));
        m_equal += isSo ? 1 : 0;
        return isSo;
    }
    // Of an integer, as the file says it; empty where it cannot be read.
    std::string text(const EqualRun& run) const
    {
        return numberText(m_format, contentOf(run.ref)).value_or(std::string());
    }

private:
    std::vector<std::byte> contentOf(const RecordRef& frame) const
    {
        std::vector<std::byte> out;
        const auto take = [&](const Frame& read) {
            if (const auto start = contentStart(m_format, read.payload)) {
                const auto content = read.payload.subspan(*start);
                out.assign(content.begin(), content.end());
            }
            return false;
        };
        m_file.payloadAt(frame.offset(), take, m_look.walk().job());
        return out;
    }
    bool areEqual(const EqualRun& run, const std::vector<std::byte>& wanted) const
    {
        constexpr std::int64_t kFrames = 16;
        for (std::int64_t i = 0; i <= kFrames; ++i) {
            const std::int64_t ns = i == kFrames
                ? run.time.endNs
                : addSaturating(run.time.startNs, run.time.lengthNs() / kFrames * i);
            const auto frame = m_look.timeline().sliceBefore(m_row, addSaturating(ns, 1));
            // Of several frames of one moment the last one may be behind the run.
            if (frame && number(frame->name) == run.bits && contentOf(frame->ref) != wanted)
                return false;
        }
        return true;
    }

    const RtcFile& m_file;
    const RtcLook& m_look;
    RowId m_row;
    const ValueFormat& m_format;
    bool m_mayDiffer;
    int m_looked = 0, m_equal = 0;
};

struct StillValue // values of the streams of one name, in all runs
{
    Finding finding;
    EqualRun longest;
    std::string value;   // of the longest
    bool isFine = false; // of one stream at least
    bool isNear = false; // of one, to others that it has
    bool isLater = false; // than from the first frame on
    bool isMeasured = false; // it trembles on the way to one
    int looked = 0;          // at runs for that
    int ofBits = 0;          // of a type that has more
};
using StillValues = std::map<std::string, StillValue>;

void addRun(StillValues& all, const StreamLook& stream, const EqualRun& run, const std::string& value)
{
    StillValue& into = all[stream.name];
    if (into.finding.count == 0)
        into.finding.subject = {stream.name, stream.track};
    into.isFine |= isFine(stream.stream->value);
    if (run.frames > into.longest.frames) {
        into.longest = run;
        into.value = value;
    }
    into.finding.cost.amount = addSaturating(into.finding.cost.amount, run.passedNs);
    findings::addOne(into.finding, run.time, [&] {
        return Evidence {
            .time = run.time, .place = {stream.track, 0, run.time.startNs}, .ref = run.ref, .text = value};
    });
}

// All values but one, and how often there is that one.
struct OtherValues
{
    float least = std::numeric_limits<float>::infinity(), greatest = -least;
    std::int64_t times = 0;

    OtherValues(const RtcLook& look, TrackId stream, std::uint32_t bits)
    {
        eachStoredValue(look, stream, [&](float value) {
            if (std::bit_cast<std::uint32_t>(value) == bits)
                ++times;
            else if (std::isfinite(value))
                add(value);
        });
    }
    bool areFarFrom(float value, float ranges) const
    {
        const float far = ranges * (greatest - least);
        return value - greatest >= far || least - value >= far;
    }

private:
    void add(float value)
    {
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }
};

// All ones of an unsigned type, and all else in its lower half: buses and sensors say so that there is no value.
bool saysNone(const RtcLook& look, const StreamLook& stream, const TypeEnd& end)
{
    if (stream.stream->value.kind != ValueFormat::Kind::unsignedInt && end.ofBits == 0)
        return false;
    const OtherValues others(look, stream.track, end.bits);
    return std::bit_cast<float>(end.bits) > end.middle ? others.greatest <= end.middle
                                                       : others.least >= end.middle; // of a negative gain
}

// At 0 many rest: what is switched off, does not move, is a difference. Not what is there once, and so far from it all
// other times that it cannot be off, as a pressure of the air.
bool isNeverElseNear(const RtcLook& look, const StreamLook& stream, const EqualRun& run)
{
    constexpr float kRanges = 100;
    const OtherValues others(look, stream.track, run.bits);
    return others.times == run.frames && others.areFarFrom(std::bit_cast<float>(run.bits), kRanges);
}

bool mayBeStuck(const StreamLook& stream)
{
    return stream.stream && stream.isSampled() && isFine(stream.stream->value);
}

void lookForStanding(const RtcFile& file, const RtcLook& look, const StreamLook& stream,
                     const findings::Checks& checks, StillValues& ofType, StillValues& guessed,
                     StillValues& stuck)
{
    const Timeline& timeline = look.timeline();
    const RowId row = timeline.track(stream.track).firstRow;
    const TrackAbout& about = timeline.about(stream.track);
    const auto range = timeline.valueRange(row);
    if (!stream.stream || !range)
        return;
    const bool isConstant = range->first == range->second; // somebody put it there
    const std::vector<TypeEnd> ends = endsOf(stream.stream->value, about.origin, *range);
    const bool mayStick = mayBeStuck(stream);
    if (ends.empty() && !mayStick)
        return;
    const std::int64_t frames = checks.amount(kSaturated, "frames"), least = checks.amount(kStuck, "time"),
                       noise = checks.amount(kStuck, "noise");
    constexpr std::int64_t kFramesOfATime = 2; // a single one has no length
    ExactValues exactEnds(file, look, stream), exact(file, look, stream);
    const auto textOf = [&](const EqualRun& run) {
        const std::string text = isInteger(stream.stream->value) ? exact.text(run) : std::string();
        return text.empty() ? valueText(about.origin + static_cast<double>(std::bit_cast<float>(run.bits)),
                                        about.unit, range->second - range->first)
                            : withUnit(text, about.unit);
    };
    const std::int64_t beginNs = look.passedOf(stream.track).shown(stream.life.startNs);
    std::vector<EqualRun> still;
    const TypeEnd* reached = nullptr;
    const auto saturated = [&](const TypeEnd& end) -> StillValues& {
        return end.ofBits > 0 ? guessed : ofType;
    };
    StatHistogram others = eachEqualRun(
        look, stream.track, mayStick ? std::min(frames, kFramesOfATime) : frames, [&](const EqualRun& run) {
            if (const auto end = std::ranges::find(ends, run.bits, &TypeEnd::bits); end != ends.end()) {
                if (run.frames >= frames && !isConstant && exactEnds.isEqual(run, end->content)) {
                    addRun(saturated(*end), stream, run, textOf(run));
                    StillValue& of = saturated(*end)[stream.name];
                    of.isLater |= run.time.startNs > beginNs;
                    of.ofBits = end->ofBits;
                    constexpr int kRuns = 50;
                    if (!of.isMeasured && of.looked++ < kRuns) {
                        const std::vector<float> before = valuesBefore(timeline, row, run);
                        of.isMeasured = !before.empty() && trembles(before, std::bit_cast<float>(run.bits))
                            && (end->ofBits == 0 || !isCoarse(before, kValuesOfAReading));
                    }
                    reached = &*end;
                }
                return;
            }
            if (mayStick && run.passedNs >= least && std::isfinite(std::bit_cast<float>(run.bits))
                && findings::isAtLeast(std::popcount(run.changesBefore), noise, kFramesBefore))
                still.push_back(run);
        });
    if (reached && !saysNone(look, stream, *reached))
        saturated(*reached)[stream.name].isNear = true;
    // What is slow and coarse rests in the middle of each of its steps: it is not stuck where it often does so.
    if (!others.empty() && --others.back().second == 0)
        others.pop_back();
    const std::int64_t usual = stats::quantile(others, stats::kP99).value_or(0);
    const auto mayStayThere = [&](const EqualRun& run) {
        const bool isZero = about.origin + static_cast<double>(std::bit_cast<float>(run.bits)) == 0;
        return isZero ? !isNeverElseNear(look, stream, run)
                      : isLimit(timeline, row, run, about.origin, *range);
    };
    for (const EqualRun& run : still)
        if (run.frames >= stats::productSaturating(checks.amount(kStuck, "times"), usual)
            && !isCoarse(valuesBefore(timeline, row, run), checks.amount(kStuck, "values"))
            && !mayStayThere(run) && !isResting(timeline, row, run)
            && exact.isEqual(run)) // last: it reads the file
            addRun(stuck, stream, run, textOf(run));
}

}

std::string withUnit(const std::string& number, const std::string& unit)
{
    return unit.empty() ? number : number + ' ' + unit;
}

std::string valueText(double value, const std::string& unit, double apart)
{
    constexpr double kExact = 1 << 24; // as the timeline stores it
    constexpr double kUsual = 4, kMost = 9, kMostBeforePoint = 7;
    const bool isWhole = std::abs(value) < kExact && std::trunc(value) == value;
    double digits = kUsual;
    if (!isWhole && std::isfinite(value)) {
        const double beforePoint = std::floor(std::log10(std::abs(value))) + 1;
        digits = beforePoint <= kMostBeforePoint ? std::max(digits, beforePoint) : digits;
        if (apart > 0 && std::isfinite(apart))
            digits = std::clamp(std::ceil(beforePoint - std::log10(apart / 100)), digits, kMost);
    }
    char text[64];
    if (isWhole)
        std::snprintf(text, sizeof text, "%.0f", value);
    else
        std::snprintf(text, sizeof text, "%.*g", static_cast<int>(digits), value);
    return withUnit(text, unit);
}

void checkStanding(const RtcFile& file, const RtcLook& look, findings::Checks& checks)
{
    StillValues ofType, guessed, stuck; // those in an end of their type are surely so
    for (const StreamLook& stream : look.streams()) {
        if (look.walk().isStopped())
            return;
        if (look.timeline().track(stream.track).kind == TrackKind::counter)
            lookForStanding(file, look, stream, checks, ofType, guessed, stuck);
    }
    if (std::ranges::none_of(look.streams(), mayBeStuck))
        checks.leaveOut(
            kStuck, look.whyNoneIsSteady("no steady stream is of floats or of integers of 16 bits and more"));
    const auto shareOf = [&](const StillValue& of) {
        return findings::shareOfTime(of.finding.cost.amount, look.recordedNs(), 1);
    };
    std::vector<TrackId> bytes; // streams of 8 bits that are told: duties, levels and masks say so together
    const auto isOfBytes = [&](const Finding& each) {
        return std::ranges::count(bytes, each.subject.track) > 0;
    };
    const auto add = [&](std::string_view id, FindingSeverity severity, StillValue& of, TimedText sentence,
                         std::string limits) {
        Finding& finding = of.finding;
        finding.rule = id;
        finding.severity = severity;
        finding.share = shareOf(of);
        finding.sentence = std::move(sentence)
            + (finding.count == 1 ? std::string() : "; " + grouped(finding.count) + " times in all");
        finding.limits = std::move(limits);
        findings::settle(finding);
        checks.absorb(finding, [&](const Finding& each) { // the end of a type may stand out, too
            return id == kSaturated && each.rule == kSpikes && each.subject.name == finding.subject.name
                && findings::liesIn(each.when, finding.when);
        });
        const bool isOfByte = id == kSaturated && !of.isFine;
        const auto isBeside = [&, run = look.numberOfRun(finding.subject.track)](const Finding& each) {
            return each.rule == id && isOfBytes(each) && look.numberOfRun(each.subject.track) == run;
        };
        if (isOfByte && checks.giveTo(isBeside, finding))
            return;
        if (isOfByte)
            bytes.push_back(finding.subject.track);
        addOrJoin(look, std::move(finding), checks);
    };
    const auto addSaturated = [&](const std::string& name, StillValue& of) {
        const bool isBeyond = of.isNear && of.isLater && of.isMeasured;
        const bool isGuess = of.ofBits > 0; // a percentage, a duty and a code end somewhere, too
        const bool isReading = of.isFine && isBeyond && !isGuess;
        const auto noticed = findings::weightOf(
            shareOf(of), isReading ? findings::joined(of.finding.when) : std::vector<TimeRange>());
        if (!noticed || (isGuess && !isBeyond))
            return; // what is set or switched is there for a moment
        const bool isMuch = shareOf(of) >= findings::kLowShare;
        add(kSaturated, isReading && isMuch ? FindingSeverity::medium : FindingSeverity::low, of,
            findings::quoted(name) + " is at " + of.value + ", the end of what "
                + (isGuess ? std::to_string(of.ofBits) + " bits" : "its type") + " can tell, for "
                + counted(static_cast<std::uint64_t>(of.longest.frames), "frame", "frames") + " in a row"
                + findings::inMinute(look.timeline(), noticed->minute),
            isGuess           ? "That it is measured with so many bits is not recorded."
                : isBeyond    ? "What was measured may lie beyond."
                : !of.isNear  ? "All other values are far from it: it may say that nothing was measured."
                : !of.isLater ? "It is so from the start on: it may have been set so."
                              : "It comes there without trembling: it may have been set so.");
    };
    for (auto* const all : {&ofType, &guessed})
        for (auto& [name, of] : *all)
            addSaturated(name, of);
    for (auto& [name, of] : stuck)
        add(kStuck, FindingSeverity::low, of,
            findings::quoted(name) + " changed all the time and then stayed at " + of.value + " for "
                + shortDurationText(of.longest.passedNs),
            "What is measured may have stood still.");
}

}
