// The rule about values that stand out.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_integers.h"
#include "core/formats/rtc/findings/rtc_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace traceglass::rtc {

namespace {

constexpr std::int64_t kTogetherNs = 1'000'000'000; // those of one event
constexpr std::size_t kValuesAtMost = 1'000'000; // of a stream that quartiles are found of: in 30 ms
constexpr std::size_t kSample = 8'192;           // that say whether looking closer can find anything

struct Quartiles
{
    double low = 0, median = 0, high = 0;

    double range() const { return high - low; }
};

// `shifts`: from the ranks of the quartiles.
Quartiles quartilesOf(std::vector<float>& values, double origin,
                      const std::array<std::ptrdiff_t, 3>& shifts = {})
{
    auto least = values.begin(); // all before it are no more than those from it on
    const auto at = [&](std::size_t perMille, std::ptrdiff_t shift) {
        const auto rank = values.begin()
            + static_cast<std::ptrdiff_t>((values.size() * perMille + 999) / 1'000 - 1) + shift;
        std::nth_element(rank < least ? values.begin() : least, rank, values.end());
        least = rank;
        return origin + static_cast<double>(*rank);
    };
    return {at(250, shifts[0]), at(500, shifts[1]), at(750, shifts[2])};
}

// That many of a row or twice as many, evenly, or all. Each is taken anywhere from its part of the row, or a stream with
// a period would show the same moment of it again and again.
std::vector<float> someValues(const RtcLook& look, const StreamLook& stream, std::size_t atMost)
{
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
    const Timeline& timeline = look.timeline();
    const RowId row = timeline.track(stream.track).firstRow;
    const std::size_t every = static_cast<std::size_t>(stream.frames) / atMost + 1;
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(stream.frames) / every + timeline.partCount(row));
    std::uint64_t random = kGolden;
    for (std::size_t i = 0; i < timeline.partCount(row) && !look.walk().isStopped(); ++i) {
        const SlicePart part = timeline.part(row, i);
        const auto names = timeline.pack(part.pack).names();
        for (std::size_t begin = part.begin; begin < part.end; begin += every) {
            random = random * kGolden + 1;
            const std::size_t at = begin + (every == 1 ? 0 : static_cast<std::size_t>(random >> 32) % every);
            const auto value = std::bit_cast<float>(names[std::min<std::size_t>(at, part.end - 1)]);
            if (std::isfinite(value))
                values.push_back(value);
        }
    }
    return values;
}

// Values from which on some stand out.
struct FarValues
{
    double below = 0, above = 0;

    bool isFar(double value) const { return value <= below || value >= above; }
};

// How far the numbers of a counter go until they begin anew: 8, 16 or 32 bits that hold all values of the stream; 0: none.
double roundOf(const ValueFormat& format, std::pair<double, double> range)
{
    if (!isInteger(format))
        return 0;
    const IntegerScale scale(format);
    const auto [least, greatest] = std::minmax({scale.integer(range.first), scale.integer(range.second)});
    for (int bits = 8; bits <= std::min(8 * format.bytes, 32); bits *= 2) {
        const double round = std::ldexp(1.0, bits), first = least < 0 ? -round / 2 : 0;
        if (bits == 8 * format.bytes || (least >= first && greatest < first + round))
            return round * std::abs(scale.told(1) - scale.told(0));
    }
    return 0;
}

// A counter that begins anew behind its last number: all steps go the same way, those over its end too, and beyond that
// end its values are not far from the others. It may be reset to 0 before, too.
bool beginsAnew(const RtcLook& look, const StreamLook& stream, std::pair<double, double> range,
                const FarValues& far)
{
    const double round = stream.stream ? roundOf(stream.stream->value, range) : 0;
    if (!(round > 0))
        return false;
    constexpr double kExact = 1 << 23; // of its numbers a float tells apart
    const double origin = look.timeline().about(stream.track).origin;
    const double zero = IntegerScale(stream.stream->value).told(0);
    bool isCounter = true, isUp = false, isDown = false;
    std::optional<double> before;
    eachStoredValue(look, stream.track, [&](float stored) {
        const double value = origin + static_cast<double>(stored);
        double step = value - before.value_or(value);
        if (std::abs(step) > round / 2) {
            step -= std::copysign(round, step);
            step = std::abs(step) <= round / kExact ? 0 : step;
        }
        const bool isReset = std::abs(value - zero) <= round / kExact;
        isUp |= step > 0 && !isReset;
        isDown |= step < 0 && !isReset;
        if (far.isFar(value))
            isCounter &= !far.isFar(value <= far.below ? value + round : value - round);
        before = value;
    });
    return isCounter && isUp != isDown;
}

// Surely no nearer than these, by a sample. Its quartiles lie so many ranks from those of all values in less than one of
// a million samples.
FarValues farOfSample(std::vector<float>& sample, double origin, double times)
{
    constexpr double kDeviations = 5;
    const auto ranks = [&](double share) {
        return static_cast<std::ptrdiff_t>(
            kDeviations * std::sqrt(static_cast<double>(sample.size()) * share * (1 - share)));
    };
    const auto quartiles = [&](std::ptrdiff_t median) {
        return quartilesOf(sample, origin, {ranks(0.25), median, -ranks(0.25)});
    };
    const Quartiles low = quartiles(-ranks(0.5)), high = quartiles(ranks(0.5));
    const double range = times * std::max(low.range(), 0.0);
    return {.below = high.median - range, .above = low.median + range};
}

// What was logged next to a moment.
std::string loggedAt(const RtcLook& look, std::span<const LogLineSeen> lines, std::int64_t ns)
{
    constexpr std::int64_t kNear = 5'000'000;
    const auto line = std::ranges::lower_bound(lines, subtractSaturating(ns, kNear), {}, &LogLineSeen::ns);
    if (line == lines.end() || line->ns > addSaturating(ns, kNear))
        return {};
    return "logged: " + std::string(look.timeline().text(line->text));
}

struct Spikes // of the streams of one name, in all runs
{
    Finding finding;
    std::optional<double> least, greatest; // of those that stand out below and above
    double low = 0, high = 0;              // quartiles
    std::string unit;
    std::int64_t values = 0;
};

// Those of a stream on one side of it: so far that `isFar`. The farthest from the median are the worst.
template <class IsFar>
Finding valuesThat(const IsFar& isFar, const RtcLook& look, const StreamLook& stream, double median)
{
    const TrackAbout& about = look.timeline().about(stream.track);
    Finding found;
    look.walk().each(look.timeline().track(stream.track).firstRow, 0, [&](const findings::SeenSlice& frame) {
        const double value = about.origin + static_cast<double>(std::bit_cast<float>(number(frame.name)));
        if (!isFar(value) || std::isinf(value))
            return;
        const TimeRange time {frame.time.startNs, frame.time.startNs};
        findings::addOne(
            found, time,
            [&] {
                return Evidence {.time = time,
                                 .place = {stream.track, 0, time.startNs},
                                 .ref = frame.ref(),
                                 .text = valueText(value, about.unit)};
            },
            std::abs(value - median));
    });
    return found;
}

void addSpikes(const RtcLook& look, const StreamLook& stream, findings::Checks& checks,
               std::map<std::string, Spikes>& all)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSpikes, key); };
    const Timeline& timeline = look.timeline();
    const TrackAbout& about = timeline.about(stream.track);
    const auto range = timeline.valueRange(timeline.track(stream.track).firstRow);
    const auto times = static_cast<double>(amount("times"));
    if (!range)
        return;
    const auto isAny = [&](const FarValues& far) {
        return far.isFar(range->first) || far.isFar(range->second);
    };
    if (static_cast<std::size_t>(stream.frames) > 2 * kSample) {
        std::vector<float> sample = someValues(look, stream, kSample);
        if (sample.size() >= kSample / 2 && !isAny(farOfSample(sample, about.origin, times)))
            return;
    }
    std::vector<float> values = someValues(look, stream, kValuesAtMost);
    if (static_cast<std::int64_t>(values.size()) < amount("values"))
        return;
    if (values.empty())
        return;
    const Quartiles quartiles = quartilesOf(values, about.origin);
    if (quartiles.range() <= 0)
        return;
    const double distance = times * quartiles.range();
    const FarValues far {.below = quartiles.median - distance, .above = quartiles.median + distance};
    if (!isAny(far) || beginsAnew(look, stream, *range, far))
        return;
    const auto lines = look.linesBeside(stream.track);
    const auto add = [&](Finding found) {
        if (found.count == 0
            || static_cast<std::int64_t>(found.count) * 1'000 > stream.frames * amount("few"))
            return false;
        for (Evidence& each : found.evidence) {
            if (const std::string logged = loggedAt(look, lines, each.time.startNs); !logged.empty())
                each.text += "; " + logged;
        }
        Finding& into = all[stream.name].finding;
        into.subject.track = into.count == 0 ? stream.track : into.subject.track;
        into.count += found.count;
        into.unkept += found.unkept;
        std::ranges::move(found.when, std::back_inserter(into.when));
        std::ranges::move(found.evidence, std::back_inserter(into.evidence));
        return true;
    };
    const bool isBelow = far.below >= range->first
        && add(valuesThat([&](double value) { return value <= far.below; }, look, stream, quartiles.median));
    const bool isAbove = far.above <= range->second
        && add(valuesThat([&](double value) { return value >= far.above; }, look, stream, quartiles.median));
    if (!isBelow && !isAbove)
        return;
    Spikes& into = all[stream.name];
    if (isBelow)
        into.least = std::min(range->first, into.least.value_or(range->first));
    if (isAbove)
        into.greatest = std::max(range->second, into.greatest.value_or(range->second));
    into.low = quartiles.low;
    into.high = quartiles.high;
    into.unit = about.unit;
    into.values += stream.frames;
}

}

void checkSpikes(const RtcFile& file, const RtcLook& look, findings::Checks& checks)
{
    std::map<std::string, Spikes> all;
    std::int64_t most = 0;
    for (const StreamLook& stream : look.streams()) {
        if (look.walk().isStopped())
            return;
        if (!stream.isSampled() || look.timeline().track(stream.track).kind != TrackKind::counter)
            continue;
        most = std::max(most, stream.frames);
        addSpikes(look, stream, checks, all);
    }
    if (most < checks.amount(kSpikes, "values"))
        checks.leaveOut(kSpikes,
                        most == 0 ? look.whyNoneIsSteady("too few values of a steady stream: 0")
                                  : "too few values of a steady stream: "
                                + grouped(static_cast<std::uint64_t>(most)));
    for (auto& [name, spikes] : all) {
        Finding& finding = spikes.finding;
        finding.rule = kSpikes;
        finding.subject.name = name;
        finding.cost = {StatUnit::count, static_cast<std::int64_t>(finding.count)};
        finding.sentence = counted(finding.count, "value", "values") + " of " + findings::quoted(name)
            + (finding.count == 1 ? " stands out" : " stand out")
            + (spikes.least ? ", down to " + valueText(*spikes.least, spikes.unit) : std::string())
            + (spikes.greatest ? ", up to " + valueText(*spikes.greatest, spikes.unit) : std::string())
            + "; half of " + grouped(static_cast<std::uint64_t>(spikes.values)) + " lie between "
            + valueText(spikes.low, spikes.unit, spikes.high - spikes.low) + " and "
            + valueText(spikes.high, spikes.unit, spikes.high - spikes.low);
        finding.limits = "They stand out; whether that is wrong is not recorded.";
        explainByDamage(file, finding);
        findings::settle(finding, kTogetherNs);
        const auto isBad = [&](const Finding& each) {
            return each.rule == kBadValues && each.subject.name == finding.subject.name
                && each.count >= finding.count && findings::liesIn(finding.when, each.when);
        };
        if (!checks.giveTo(isBad, finding))
            addOrJoin(look, std::move(finding), checks, kTogetherNs);
    }
}

}
