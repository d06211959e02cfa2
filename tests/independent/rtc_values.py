"""Values of a device: those that stand out, that are at the end of their type, that do not change any more."""
import functools
import itertools
import math
import struct

from common import add, quantile, rank, worst_minute

BEFORE = 64  # frames that tell whether a reading trembles


def float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def kind(about):
    return about["format"].removesuffix("le").removesuffix("be")


@functools.lru_cache(maxsize=None)
def kept(stream):
    """Values as they are kept: as the distance from the first one where that is large."""
    values = [float(value) for value in stream.values]  # what is no number is told as text
    first = next(filter(math.isfinite, values), 0)
    origin = first if abs(first) > 1 << 14 else 0
    return [float32(value - origin) for value in values], origin


def ends(about):
    """The ends of an integer type, times its gain; 0 of unsigned ones is none."""
    if not kind(about).startswith(("uint", "int")):
        return []
    bits, gain = int(kind(about).removeprefix("u").removeprefix("int")), about["gain"] or 1
    return [((1 << bits) - 1) * gain] if kind(about)[0] == "u" else \
        [((1 << bits - 1) - 1) * gain, -(1 << bits - 1) * gain]


def converter_ends(about, values):
    """Of 10, 12 or 14 bits in a type of more, where all values lie within these and reach the last of them."""
    if not kind(about).startswith(("uint", "int")):
        return []
    bits, gain = int(kind(about).removeprefix("u").removeprefix("int")), about["gain"] or 1
    integers = [round(value / gain) for value in values]
    is_signed = kind(about)[0] == "i" and min(integers, default=0) < 0 < max(integers, default=0)
    for fewer in (10, 12, 14):
        first, last = (-(1 << fewer - 1), (1 << fewer - 1) - 1) if is_signed else (0, (1 << fewer) - 1)
        if fewer < bits and integers and first <= min(integers) and max(integers) <= last:
            return [end * gain for end in (first, last) if end != 0 and end in (min(integers), max(integers))]
    return []


def is_fine(about):
    return kind(about).startswith(("float", "uint", "int")) and not kind(about).endswith("int8")


def of_stream(stream, name, is_steady, limits, out):
    if not stream.about["format"].startswith(("uint", "int", "float", "uleb", "leb")):
        return
    values, origin = kept(stream)
    if is_steady and is_fine(stream.about) and len(values) >= limits["rtc.bad-values.frames"]:
        of_bad(name, values, origin, {**limits, "signed": kind(stream.about).startswith("int")}, out)
    if is_steady and len(values) >= 1000:
        ordered = sorted(filter(math.isfinite, values))
        low, middle, high = (origin + rank(ordered, part) for part in (250, 500, 750))
        least = limits["rtc.spikes.times"] * (high - low)
        sides = (sum(origin + value >= middle + least for value in ordered),
                 sum(origin + value <= middle - least for value in ordered))
        is_counter = any(sides) and high > low and begins_anew(stream, values, origin, middle - least, middle + least)
        for far in sides if high > low and not is_counter else ():
            if far and far * 1000 <= len(values) * limits["rtc.spikes.few"]:
                add(out, "rtc.spikes", name, far, far)
    of_standing(stream, name, values, origin, is_steady and is_fine(stream.about), limits, out)


def begins_anew(stream, values, origin, below, above):
    """A counter of 8, 16 or 32 bits: all steps go the same way, over its end too, but for those to 0, and beyond it nothing
    is far."""
    if not kind(stream.about).startswith(("uint", "int")):
        return False
    bits, gain = int(kind(stream.about).removeprefix("u").removeprefix("int")), stream.about["gain"] or 1
    integers = [round(value / gain) for value in stream.values]
    first = min(integers) < 0
    of = next((each for each in (8, 16, 32) if each <= bits and (
        each == bits or (min(integers) >= -first * (1 << each - 1) and max(integers) < (1 << each - first)))), None)
    if of is None:
        return False
    half = 1 << of - 1
    steps = [(b - a + half) % (2 * half) - half for a, b in zip(integers, integers[1:]) if b]
    if not any(steps) or min(steps) < 0 < max(steps):
        return False

    def is_far(value):
        return value <= below or value >= above
    turn = 2 * half * gain
    return not any(is_far(value + origin) and is_far(value + origin + (turn if value + origin <= below else -turn))
                   for value in values)


def is_of(told, codes):
    return any(abs(told - code) <= abs(code) / 10**6 for code in codes)


def far(ordered, origin, limits):
    """Those beyond all others by so many times the range of these; what a thermometer tells at first,
    and a read that failed, by that range."""
    bad = set()

    def times(value):
        may_be_none = is_of(value + origin, {85}) or (limits["signed"] and value + origin == -1)
        return 1 if may_be_none else limits["rtc.bad-values.times"]

    def is_some(value):
        count = ordered.count(value)
        return count >= 3 and count * 1000 >= limits["rtc.bad-values.least"] * limits["frames"] \
            and (is_of(value + origin, NONE) or count * 1000 <= limits["rtc.bad-values.most"] * limits["frames"])

    while len(bad) < 4:
        others = sorted(set(ordered) - bad)
        if len(others) < 4:
            break
        low, high = others[0], others[-1]
        inner = others[1:-1]
        if is_some(low) and others[1] - low >= times(low) * (high - others[1]):
            bad.add(low)
        elif is_some(high) and high - others[-2] >= times(high) * (others[-2] - low):
            bad.add(high)
        elif is_some(low) and is_some(high) and all(apart >= times(of) * (inner[-1] - inner[0])
                                                    for of, apart in ((low, inner[0] - low), (high, high - inner[-1]))):
            bad |= {low, high}
        else:
            break
    return bad


NONE = {-127, -999, -9999, -99999, -999999, -999.9, -9999.9, 999, 9999, 99999, 999999, 999.9, 9999.9}


def of_bad(name, values, origin, limits, out):
    ordered = [value for value in values if math.isfinite(value)]
    bad = far(ordered, origin, {**limits, "frames": len(values)})
    if len(set(ordered) - bad) < limits["rtc.bad-values.values"]:
        bad = set()
    begun = next((at for at, value in enumerate(values) if math.isfinite(value)), len(values))
    count = sum(not math.isfinite(value) for value in values[begun:])
    at_end = next((at for at, value in enumerate(reversed(values)) if math.isfinite(value)), 0)
    most = max(limits["rtc.bad-values.most"], 500) if at_end > count // 2 else limits["rtc.bad-values.most"]
    if count < 3 or count * 1000 < limits["rtc.bad-values.least"] * len(values) or count * 1000 > most * len(values):
        count = 0
    for each in bad:
        places = sum(value == each and (at == 0 or values[at - 1] != each) for at, value in enumerate(values))
        if is_of(each + origin, NONE) or (places >= 3 and ordered.count(each) <= 3 * places):
            count += ordered.count(each)
    if count:
        add(out, "rtc.bad-values", name, count, count)


def steps_to(values, at):
    return [b - a for a, b in zip(values[max(at - BEFORE, 0):at], values[max(at - BEFORE, 0) + 1:at + 1]) if a != b]


def trembles(steps):
    return sum((a > 0) != (b > 0) for a, b in zip(steps, steps[1:])) > 2


def is_resting(values, at, end):
    """Does it come to where it stands without trembling, and go back from there, or on in small steps?"""
    steps = steps_to(values, at)
    if at == 0 or trembles(steps):
        return False
    if end == len(values):
        return True
    went = values[end] - values[at]
    goes_on = abs(values[end + 1] - values[end]) if end + 1 < len(values) else 0
    return (went > 0) != (steps[-1] > 0) or abs(went) <= 8 * max(abs(steps[-1]), goes_on)


def is_never_near(values, at, end):
    """Is it there once, and all else a hundred ranges away?"""
    others = list(filter(math.isfinite, values[:at] + values[end:]))
    least, greatest = min(others, default=0), max(others, default=0)
    return values[at] not in others and others != [] \
        and max(least - values[at], values[at] - greatest) >= 100 * (greatest - least)


def is_towards(values, end, origin):
    """Does any other value lie in the half towards that end?"""
    middle = (end - origin) / 2
    return any((value > middle) == (end > middle) and value not in (middle, end) for value in values)


def equal_runs(values):
    at = 0
    while at < len(values):
        end = at + 1
        while end < len(values) and values[end] == values[at]:
            end += 1
        yield at, end
        at = end


def of_standing(stream, name, values, origin, may_be_stuck, limits, out):
    limit = [float32(end - origin) for end in ends(stream.about)]
    guessed = [float32(end - origin) for end in converter_ends(stream.about, stream.values)]
    changes = (at == 0 or value != values[at - 1] for at, value in enumerate(values))
    changed = list(itertools.accumulate(changes, initial=0)) if may_be_stuck else []  # before each
    usual = {min(values, default=0) + origin, max(values, default=0) + origin}
    runs = list(equal_runs(values))
    usually = quantile(sorted(end - at for at, end in runs)[:-1], 99, 100) or 0
    long = [(at, end) for at, end in runs if end - at >= limits["rtc.saturated.frames"]]

    def is_measured(ends, kinds):
        """One at least is come to with turns, of so many values, and others lie towards that end."""
        return any(values[at] in ends and at > 0 and trembles(steps_to(values, at))
                   and len(set(values[max(at - BEFORE, 0):at])) >= kinds for at, _ in long) \
            and any(is_towards(values, end, origin) for end in ends)
    is_clipped = is_measured(guessed, 8)
    if is_fine(stream.about) and is_measured(limit, 1):
        times = [(stream.times[at], stream.times[end - 1]) for at, end in long if values[at] in limit]
        add(out, "a minute", name, worst_minute(times)[1], 1)
    for at, end in runs:
        time = stream.times[end - 1] - stream.times[at]
        if values[at] in limit:
            if len(set(values)) > 1 and end - at >= limits["rtc.saturated.frames"]:
                add(out, "rtc.saturated", name, time, 1)
        elif values[at] in guessed:
            if is_clipped and end - at >= limits["rtc.saturated.frames"]:
                add(out, "rtc.saturated", name, time, 1)
        elif may_be_stuck and time >= limits["rtc.stuck.time"] \
                and (is_never_near(values, at, end) if values[at] + origin == 0 else values[at] + origin not in usual) \
                and (changed[at] - changed[max(at - BEFORE, 0)]) * 1000 >= BEFORE * limits["rtc.stuck.noise"] \
                and len(set(values[max(at - BEFORE, 0):at])) >= limits["rtc.stuck.values"] \
                and end - at >= usually * limits["rtc.stuck.times"] and not is_resting(values, at, end):
            add(out, "rtc.stuck", name, time, 1)
