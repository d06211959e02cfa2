#include "core/query/restriction.h"

#include "core/base/text.h"

namespace traceglass::query {

namespace {

using By = Restriction::By;

Expr test(Field field, Op op, Operand operand)
{
    return {Expr::Kind::test, {}, {field, op, {std::move(operand)}}};
}

Operand moment(std::int64_t ns, std::int64_t startNs)
{
    Operand out {.kind = Operand::Kind::number,
                 .written = {},
                 .value = subtractSaturating(ns, startNs),
                 .isRelative = true};
    if (out.value < 0)
        return {.kind = Operand::Kind::number, .written = std::to_string(ns) + "ns", .value = ns};
    std::string decimals = std::to_string(kSecondNs + out.value % kSecondNs);
    decimals.erase(decimals.find_last_not_of('0') + 1);
    decimals.front() = '.';
    out.written = '+' + std::to_string(out.value / kSecondNs) + (decimals.size() > 1 ? decimals : "") + 's';
    return out;
}

// As `overlaps` has it: an instant where the range begins is in it.
std::vector<Expr> inRange(TimeRange own, std::int64_t startNs)
{
    const Operand from = moment(own.startNs, startNs);
    return {
        test(Field::start, Op::less, moment(own.endNs, startNs)),
        {Expr::Kind::any, {test(Field::end, Op::greater, from), test(Field::start, Op::atLeast, from)}, {}}};
}

Expr ofRange(const Timeline& timeline, TimeRange range)
{
    if (timeline.axes().empty())
        return {Expr::Kind::all, inRange(range, timeline.range.startNs), {}};
    Expr out {Expr::Kind::any, {}, {}};
    for (const ClockAxis& axis : timeline.axes()) {
        Expr one {Expr::Kind::all,
                  inRange({axis.toOwn(range.startNs), axis.toOwn(range.endNs)}, axis.range.startNs),
                  {}};
        if (timeline.axes().size() == 1)
            return one;
        one.parts.insert(one.parts.begin(), test(Field::clock, Op::equal, {.written = axis.name}));
        out.parts.push_back(std::move(one));
    }
    return out;
}

Expr ofTrack(const Timeline& timeline, TrackId id)
{
    const std::string path = timeline.path(id);
    return test(Field::track, Op::equal,
                {.written = isOnlyOfPath(timeline, id) ? path
                                                       : path + " #" + std::to_string(timeline.track(id).number)});
}

Expr ofGroup(const Timeline& timeline, TrackId group)
{
    const std::string path = timeline.path(group);
    bool hasGroups = false;
    for (std::uint32_t i = 0; !hasGroups && i < timeline.trackCount(); ++i) {
        const Track& track = timeline.track(TrackId(i));
        hasGroups = track.kind == TrackKind::group && track.parent == group;
    }
    if (!hasGroups)
        return test(Field::group, Op::equal, {.written = path});
    std::string pattern = "^";
    for (const char c : path) {
        if (std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos)
            pattern += '\\';
        pattern += c;
    }
    return test(Field::group, Op::matches,
                {.kind = Operand::Kind::pattern, .written = pattern + "(/|$)", .withCase = true});
}

std::optional<TrackId> trackOf(const Timeline& timeline, const Restriction& restriction)
{
    return timeline.findTrack(restriction.kind, restriction.key);
}

bool isBelow(const Timeline& timeline, TrackId id, TrackId above)
{
    while (id != kNoTrack && id != above)
        id = timeline.track(id).parent;
    return id == above;
}

}

bool isOnlyOfPath(const Timeline& timeline, TrackId id)
{
    const std::string path = timeline.path(id);
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i)
        if (TrackId(i) != id && timeline.track(TrackId(i)).name == timeline.track(id).name
            && timeline.path(TrackId(i)) == path)
            return false;
    return true;
}

std::optional<Restriction> restrictedTo(By by, const Timeline& timeline, TrackId id)
{
    const Track& track = timeline.track(id);
    Restriction out {.by = by, .kind = track.kind, .key = track.key};
    if (by == By::group && track.parent != kNoTrack) {
        out.kind = timeline.track(track.parent).kind;
        out.key = timeline.track(track.parent).key;
    } else if (by == By::clock && timeline.axes().size() > 1) {
        out = {.by = by, .clock = timeline.axis(id).name};
    } else if (by == By::kind) {
        out.key = 0;
    } else if (by != By::track) {
        return {};
    }
    return out;
}

std::vector<std::uint8_t> allowedTracks(const Timeline& timeline, std::span<const Restriction> restrictions)
{
    std::vector<std::uint8_t> out(timeline.trackCount(), 1);
    for (const Restriction& each : restrictions) {
        const bool isOne = each.by == By::track || each.by == By::group;
        const TrackId one = isOne ? trackOf(timeline, each).value_or(kNoTrack) : kNoTrack;
        for (std::uint32_t i = 0; each.by != By::range && i < out.size(); ++i) {
            const TrackId id {i};
            const bool fits = isOne   ? one != kNoTrack && isBelow(timeline, id, one)
                : each.by == By::kind ? timeline.track(id).kind == each.kind
                                      : timeline.axis(id).name == each.clock;
            out[i] = out[i] != 0 && fits != each.isNot;
        }
    }
    return out;
}

std::string subjectOf(const Timeline& timeline, const Restriction& restriction)
{
    switch (restriction.by) {
    case By::range: return {};
    case By::kind: return std::string(infoOf(Field::kind).words[static_cast<std::size_t>(restriction.kind)]);
    case By::clock: return restriction.clock;
    case By::track:
    case By::group: break;
    }
    const auto track = trackOf(timeline, restriction);
    return track ? timeline.path(*track) : std::string();
}

Expr asQuery(const Timeline& timeline, const Restriction& restriction)
{
    const auto made = [&]() -> Expr {
        const auto track = trackOf(timeline, restriction);
        switch (restriction.by) {
        case By::range: return ofRange(timeline, restriction.range);
        case By::kind:
            return test(Field::kind, Op::equal,
                        {.kind = Operand::Kind::word,
                         .written = subjectOf(timeline, restriction),
                         .value = static_cast<std::int64_t>(restriction.kind)});
        case By::clock: return test(Field::clock, Op::equal, {.written = restriction.clock});
        case By::track:
            if (track && restriction.kind != TrackKind::group)
                return ofTrack(timeline, *track);
            [[fallthrough]];
        case By::group:
            if (track)
                return ofGroup(timeline, *track);
        }
        return {Expr::Kind::any, {}, {}}; // holds for nothing, as what is not there does
    };
    return restriction.isNot ? Expr {Expr::Kind::none, {made()}, {}} : made();
}

}
