// The rule about values that are none: what is no number, and one value far from all others that comes again and again,
// by which a sensor says that it has nothing to tell: -127 and 85 of a thermometer, -9999, 0x7FFF.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_integers.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kMostBad = 4; // of a stream

constexpr std::int64_t kAll = 1'000; // thousandths

// So many that they are no accident, and so few that the others are what it tells: thousandths at most.
bool areSome(std::int64_t count, const StreamLook& stream, const findings::Checks& checks, std::int64_t most)
{
    constexpr std::int64_t kFewest = 3;
    return count >= kFewest && findings::isAtLeast(count, checks.amount(kBadValues, "least"), stream.frames)
        && count * WideInteger(kAll) <= stream.frames * WideInteger(most);
}

bool isAmong(const std::vector<float>& values, float value)
{
    return std::ranges::find(values, value) != values.end();
}

// The least and the greatest two of the values that are not taken for bad, and how often there are the outer ones.
struct OuterValues
{
    static constexpr float kInfinity = std::numeric_limits<float>::infinity();

    float least = kInfinity, next = kInfinity, previous = -kInfinity, greatest = -kInfinity;
    std::int64_t leastCount = 0, greatestCount = 0;

    void add(float value)
    {
        if (value > next && value < previous)
            return; // as nearly all are
        if (value < least) {
            next = std::exchange(least, value);
            leastCount = 0;
        } else if (value > least && value < next) {
            next = value;
        }
        leastCount += value == least ? 1 : 0;
        if (value > greatest) {
            previous = std::exchange(greatest, value);
            greatestCount = 0;
        } else if (value < greatest && value > previous) {
            previous = value;
        }
        greatestCount += value == greatest ? 1 : 0;
    }
};

struct NotNumbers
{
    std::int64_t count = 0, inARow = 0, whiles = 0; // behind the first number; latest; in a row each
    bool isAnyNan = false, isAnyInfinite = false;

    void add(float value)
    {
        whiles += inARow == 0 ? 1 : 0;
        ++count;
        ++inARow;
        (std::isnan(value) ? isAnyNan : isAnyInfinite) = true;
    }
    void addNumber() { inARow = 0; }
    // A sensor that died, most of the time that it has none.
    bool isToTheEnd() const { return inARow > count / 2; }
    // What has no meaning for a while, as a course while nothing moves.
    bool isForAWhile() const { return whiles == 1 && inARow == 0; }
};

// What most streams are judged by: they have no such values.
struct FirstLook
{
    NotNumbers none;
    OuterValues ends;
};

FirstLook firstLookAt(const RtcLook& look, TrackId stream)
{
    FirstLook out;
    bool hasBegun = false;
    eachStoredValue(look, stream, [&](float value) {
        if (std::isfinite(value)) {
            hasBegun = true;
            out.none.addNumber();
            out.ends.add(value);
        } else if (hasBegun) {
            out.none.add(value);
        }
    });
    return out;
}

OuterValues outerValuesOf(const RtcLook& look, TrackId stream, const std::vector<float>& bad)
{
    OuterValues out;
    eachStoredValue(look, stream, [&](float value) {
        if (std::isfinite(value) && !isAmong(bad, value))
            out.add(value);
    });
    return out;
}

bool isCode(double value, double code) // as the timeline stores it
{
    constexpr double kExact = 1e-6;
    return std::abs(value - code) <= kExact * std::abs(code);
}

// Nothing else is told by these, however long: a sensor that is not connected.
bool meansNone(double value)
{
    constexpr std::array kCodes = {-127.0, -999.0,  -9'999.0, -99'999.0, -999'999.0, -999.9, -9'999.9,
                                   999.0,  9'999.0, 99'999.0, 999'999.0, 999.9,      9'999.9};
    return std::ranges::any_of(kCodes, [&](double code) { return isCode(value, code); });
}

// What a thermometer tells before it has measured, and a read that failed: they need to be less far from all others.
bool mayMeanNone(double value, const StreamLook& stream)
{
    const bool isSigned = stream.stream && stream.stream->value.kind == ValueFormat::Kind::signedInt;
    return isCode(value, 85) || (isSigned && value == -1);
}

// Those that lie so many times the range of all others beyond them, the farthest first.
std::vector<float> farValues(const RtcLook& look, const StreamLook& stream, OuterValues ends,
                             const findings::Checks& checks)
{
    const double origin = look.timeline().about(stream.track).origin;
    const auto timesOf = [&](float value) {
        return mayMeanNone(origin + static_cast<double>(value), stream)
            ? 1.0f
            : static_cast<float>(checks.amount(kBadValues, "times"));
    };
    const auto areSomeOf = [&](float value, std::int64_t count) {
        const bool isNone = meansNone(origin + static_cast<double>(value));
        return areSome(count, stream, checks, isNone ? kAll : checks.amount(kBadValues, "most"));
    };
    std::vector<float> out;
    for (; out.size() < kMostBad; ends = outerValuesOf(look, stream.track, out)) {
        if (!(ends.next < ends.previous))
            break;
        const bool isLow = areSomeOf(ends.least, ends.leastCount),
                   isHigh = areSomeOf(ends.greatest, ends.greatestCount);
        const auto isFar = [&](float value, float distance, float range) {
            return distance >= timesOf(value) * range;
        };
        const float below = ends.next - ends.least, above = ends.greatest - ends.previous;
        const float inner = ends.previous - ends.next;
        if (isLow && isFar(ends.least, below, ends.greatest - ends.next)) {
            out.push_back(ends.least);
        } else if (isHigh && isFar(ends.greatest, above, ends.previous - ends.least)) {
            out.push_back(ends.greatest);
        } else if (isLow && isHigh && isFar(ends.least, below, inner) && isFar(ends.greatest, above, inner)) {
            out.push_back(ends.least);
            out.push_back(ends.greatest);
        } else {
            break;
        }
    }
    return out;
}

// Does it stand for a frame or few at a time, here and there? What rests at a value, is switched or set stays there.
bool isHereAndThere(const RtcLook& look, TrackId stream, float bad)
{
    constexpr std::int64_t kInARow = 3, kLeastPlaces = 3;
    std::int64_t count = 0, places = 0;
    bool wasBad = false;
    eachStoredValue(look, stream, [&](float value) {
        const bool isBad = value == bad;
        count += isBad ? 1 : 0;
        places += isBad && !wasBad ? 1 : 0;
        wasBad = isBad;
    });
    return places >= kLeastPlaces && count <= kInARow * places;
}

// A reading, not a state: it has so many values.
bool hasValues(const RtcLook& look, TrackId stream, const std::vector<float>& bad, std::int64_t atLeast)
{
    std::vector<float> others;
    eachStoredValue(look, stream, [&](float value) {
        if (std::ssize(others) < atLeast && std::isfinite(value) && !isAmong(bad, value)
            && !isAmong(others, value))
            others.push_back(value);
    });
    return std::ssize(others) >= atLeast;
}

void checkBadValuesOf(const RtcLook& look, const StreamLook& stream, findings::Checks& checks)
{
    const Timeline& timeline = look.timeline();
    const TrackAbout& about = timeline.about(stream.track);
    const auto valueOf = [&](float value) { return about.origin + static_cast<double>(value); };
    const auto [none, ends] = firstLookAt(look, stream.track);
    const std::int64_t most = checks.amount(kBadValues, "most");
    const bool tellsNone =
        areSome(none.count, stream, checks, none.isToTheEnd() ? std::max(most, kAll / 2) : most);
    std::vector<float> bad = farValues(look, stream, ends, checks);
    const std::vector<float> all = bad;
    std::erase_if(bad, [&](float value) {
        return !meansNone(valueOf(value)) && !isHereAndThere(look, stream.track, value);
    });
    if (!bad.empty() && !hasValues(look, stream.track, all, checks.amount(kBadValues, "values")))
        bad.clear();
    if (bad.empty() && !tellsNone)
        return;
    Finding finding = ofStream(kBadValues, FindingSeverity::low, stream);
    finding.cost.unit = StatUnit::count;
    std::map<float, std::uint64_t> counts;
    bool hasBegun = false;
    look.walk().each(timeline.track(stream.track).firstRow, 0, [&](const findings::SeenSlice& frame) {
        const auto value = std::bit_cast<float>(number(frame.name));
        const bool isNumber = std::isfinite(value);
        hasBegun = hasBegun || isNumber;
        if (isNumber ? !isAmong(bad, value) : !tellsNone || !hasBegun)
            return;
        if (isNumber)
            ++counts[value];
        const TimeRange time {frame.time.startNs, frame.time.startNs};
        findings::addOne(finding, time, [&] {
            return Evidence {.time = time,
                             .place = {stream.track, 0, time.startNs},
                             .ref = frame.ref(),
                             .text = isNumber ? valueText(valueOf(value), about.unit) : "no number"};
        });
    });
    const auto times = [](std::uint64_t count) { return " (" + counted(count, "time", "times") + ')'; };
    std::string told;
    for (const auto& [value, count] : counts)
        told += (told.empty() ? "" : " and ") + valueText(valueOf(value), about.unit) + times(count);
    if (tellsNone)
        told += (told.empty() ? "" : " and ")
            + std::string(!none.isAnyInfinite ? "NaN"
                              : none.isAnyNan ? "NaN or infinite"
                                              : "infinite")
            + times(static_cast<std::uint64_t>(none.count));
    const OuterValues others = outerValuesOf(look, stream.track, all);
    finding.cost.amount = static_cast<std::int64_t>(finding.count);
    finding.share = stats::shareOf(finding.cost.amount, stream.frames);
    const std::int64_t certain = finding.cost.amount - (tellsNone && none.isForAWhile() ? none.count : 0);
    if (stats::shareOf(certain, stream.frames) >= findings::kMediumShare)
        finding.severity = FindingSeverity::medium;
    const double apart = valueOf(others.greatest) - valueOf(others.least);
    finding.sentence = findings::quoted(stream.name) + " is " + told + ", else "
        + valueText(valueOf(others.least), about.unit, apart) + " to "
        + valueText(valueOf(others.greatest), about.unit, apart);
    finding.limits = "Whether it is measured, or says that nothing was, is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

// Numbers that are no state: of 8 bits they often are.
bool mayHaveBadValues(const RtcLook& look, const StreamLook& stream)
{
    if (!stream.stream || !stream.isSampled()
        || look.timeline().track(stream.track).kind != TrackKind::counter)
        return false;
    const ValueFormat& format = stream.stream->value;
    return format.kind == ValueFormat::Kind::floating || (isInteger(format) && format.bytes >= 2);
}

}

void checkBadValues(const RtcLook& look, findings::Checks& checks)
{
    std::int64_t most = 0;
    for (const StreamLook& stream : look.streams()) {
        if (look.walk().isStopped())
            return;
        if (!mayHaveBadValues(look, stream))
            continue;
        most = std::max(most, stream.frames);
        if (stream.frames >= checks.amount(kBadValues, "frames"))
            checkBadValuesOf(look, stream, checks);
    }
    if (most < checks.amount(kBadValues, "frames"))
        checks.leaveOut(
            kBadValues,
            most == 0
                ? look.whyNoneIsSteady("no steady stream is of floats or of integers of 16 bits and more")
                : "too few values of such a stream: " + grouped(static_cast<std::uint64_t>(most)));
}

}
