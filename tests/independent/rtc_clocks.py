"""Clocks of a device: where they were silent or went back, and whether two of them run alike."""
import bisect
import collections
import fractions
import math

from common import S, add, quantile
from rtc_streams import comes_evenly

NORMAL = 1.96  # 95 of 100
LEAST = 50  # values
YEAR = 365 * 86_400 * 1_000_000_000


def of_steps(capture, limits, out):
    for run in capture.runs:
        for clock in capture.clocks(run):
            steps = [b - a for a, b in zip(clock.times, clock.times[1:])]
            back = sum(ns < 0 for ns in steps)
            if back:
                add(out, "rtc.clock-back", clock.about["name"], back, back)
                continue
            silent, was_set = long_steps(capture, run, clock, limits)
            usual = usual_pause([(clock.times[at], ns) for at, ns in silent])
            silent = [ns for at, ns in silent
                      if not is_usual(ns, usual) and not is_of_end(capture, run, clock, at, limits)
                      and not is_of_slow_stream(capture, run, clock, at)]
            life = clock.times[-1] - clock.times[0] - sum(end - start for start, end in jumps_of(clock, was_set))
            if silent and (sum(silent) <= life // 2 or is_jump(capture, run, clock, steps, silent, life)):
                add(out, "rtc.clock-gap", clock.about["name"], sum(silent), len(silent))
            elif was_set:
                add(out, "rtc.clock-gap", clock.about["name"], sum(ns for _, ns in was_set), len(was_set))


def is_of_end(capture, run, clock, at, limits):
    """Does a step begin behind all streams that come evenly, of a device that is switched off?"""
    key = run, clock.axis
    ends = [stream.times[-1] for of, stream in capture.shown()
            if of[0] == run and stream.axis == clock.axis and comes_evenly(stream)]
    if not ends or capture.passed(key, clock.times[at]) < max(ends):
        return False
    end = capture.clock_end(*key)
    rest = end - max(ends)
    return rest < 10 * S and rest * 1000 < (end - capture.start[key]) * limits["rtc.silent.share"]


def is_of_slow_stream(capture, run, clock, at):
    """Is it from one frame to the next of a timer, with nothing that comes twice as often meanwhile?"""
    told = clock.told[at], clock.told[at + 1]
    start, end = (capture.passed((run, clock.axis), ns) for ns in told)
    is_of_one = False
    for key, stream in capture.shown():
        times = stream.times
        is_beside = key[0] == run and stream.axis == clock.axis and comes_evenly(stream)
        if not is_beside or times[0] > start or times[-1] < end:
            continue
        steps = [b - a for a, b in zip(times, times[1:])]
        usual = quantile(steps, 50, 100)
        if usual < (end - start) // 2:
            return False
        is_of_one |= is_of_timer(steps) and not stream.untimed and abs(end - start - usual) <= usual // 4 \
            and all(bisect.bisect_left(stream.told, ns) < bisect.bisect_right(stream.told, ns) for ns in told)
    return is_of_one


def silences(capture, run, axis, limits):
    """When a clock of that axis told nothing, in passed time."""
    return [(capture.passed((run, axis), clock.times[at]), capture.passed((run, axis), clock.times[at] + ns))
            for clock in capture.clocks(run) if clock.axis == axis
            for steps in long_steps(capture, run, clock, limits) for at, ns in steps]


def long_steps(capture, run, clock, limits):
    """Where it was silent, and where it was set: the number of each step, and how long it is."""
    steps = [b - a for a, b in zip(clock.times, clock.times[1:])]
    if any(ns < 0 for ns in steps):
        return [], []
    usual = quantile([ns for ns in steps if ns < YEAR], 95, 100) or 0
    least = min(max(usual * limits["rtc.clock-gap.times"], limits["rtc.clock-gap.min"]), YEAR)
    others = [each for each in capture.clocks(run) if each.axis != clock.axis]
    silent, was_set, every = [], [], []
    has_pace, in_a_row = False, []  # before it has one, a device starts
    for at, ns in enumerate(steps):
        if ns < least:
            if not has_pace:
                in_a_row.append(ns)
                has_pace = len(in_a_row) >= 10 and sum(in_a_row) >= max(least, S // 2)
        elif ns >= YEAR or any(tells_less(clock, other, at, ns) for other in others):
            was_set.append((at, ns))
        else:
            every.append((clock.times[at], ns))
            if has_pace:
                silent.append((at, ns))
            in_a_row = []
    slower = slower_pace(every, sum(ns for ns in steps if ns < YEAR)) * limits["rtc.clock-gap.times"]
    return [each for each in silent if each[1] >= slower], was_set


def slower_pace(every, life):
    """Of long steps that are as long as each other, three at least with hardly anything between; 0: there is none."""
    rows = []
    for start, ns in every:
        mean = sum(of for _, of in rows[-1]) // len(rows[-1]) if rows else 0
        if rows and start - sum(rows[-1][-1]) <= ns // 4 and abs(ns - mean) <= mean // 4:
            rows[-1].append((start, ns))
        else:
            rows.append([(start, ns)])
    sums = [(sum(ns for _, ns in row), len(row)) for row in rows if len(row) >= 3]
    is_pace = sum(of for of, _ in sums) >= life // 10
    return max((of // count for of, count in sums), default=0) if is_pace else 0


def jumps_of(clock, was_set):
    """What it was set by, but for a step as usual."""
    steps = [b - a for a, b in zip(clock.times, clock.times[1:])]
    usual = quantile([ns for ns in steps if ns < YEAR], 50, 100) or 0
    return [(clock.times[at] + max(min(usual, ns), 1), clock.times[at + 1]) for at, ns in was_set]


def jumps(capture, limits):
    """By run and clock: what those that are made of each other were set by together."""
    out = collections.defaultdict(list)
    for run in capture.runs:
        for clock in capture.clocks(run):
            out[run, clock.axis] += jumps_of(clock, long_steps(capture, run, clock, limits)[1])
    for key, all_of in out.items():
        apart = []
        for start, end in sorted(all_of):
            if apart and start < apart[-1][1]:
                apart[-1] = start, min(end, apart[-1][1])
            else:
                apart.append((start, end))
        out[key] = apart
    return out


def usual_pause(pauses):
    """How long those are that are alike, come regularly and take a quarter of the time; else nothing."""
    lengths = [ns for _, ns in pauses]
    apart = [b[0] - a[0] for a, b in zip(pauses, pauses[1:])]
    if len(pauses) < 3:
        return None
    length, distance = quantile(lengths, 50, 100), quantile(apart, 50, 100)
    are_alike = all(0 < middle and quantile(of, 75, 100) - quantile(of, 25, 100) <= middle // 10
                    for middle, of in ((length, lengths), (distance, apart)))
    return length if are_alike and length >= distance // 4 else None


def is_usual(ns, usual):
    return usual is not None and abs(ns - usual) <= usual // 10


def is_of_timer(steps):
    usual = quantile(steps, 50, 100) or 0
    return len(steps) >= 100 and 0 < usual and quantile(steps, 75, 100) - quantile(steps, 25, 100) <= usual // 10


def is_jump(capture, run, clock, steps, gaps, life):
    """One among the steady steps of a timer, or across a stream of one, and nothing else that is long."""
    longest = max(gaps)
    at = steps.index(longest)
    start, end = (capture.passed((run, clock.axis), clock.times[each]) for each in (at, at + 1))

    def is_across(stream):
        times = stream.times
        return not stream.is_text() and not stream.untimed and len(times) >= 100 \
            and times[0] <= start and times[-1] >= end and is_of_timer([b - a for a, b in zip(times, times[1:])])
    streams = [stream for key, stream in capture.shown() if key[0] == run and stream.axis == clock.axis]
    return 10 <= at < len(steps) - 10 and sum(gaps) - longest <= (life - longest) // 2 \
        and (is_of_timer(steps) or any(map(is_across, streams)))


def tells_less(clock, other, at, ns):
    """Did less than half of it pass by another clock? The first step is from no slice."""
    first, last = (bisect.bisect_left(other.offsets, offset) for offset in clock.offsets[at:at + 2])
    return at > 0 and first > 1 and last < len(other.times) and other.times[last] - other.times[first - 1] < ns // 2


def of_drift(capture, limits, out):
    """Of each run, the clock with most values of those that are made of each other."""
    for run in sorted(capture.runs):
        leads = {}
        for clock in capture.clocks(run):
            if len(clock.times) > len(leads.get(clock.axis, clock).times) or clock.axis not in leads:
                leads[clock.axis] = clock
        lead = leads.pop(capture.leading(run), None)
        for other in leads.values() if lead else ():
            of_pair(lead, other, limits, out)


def forward(clock):
    """Until it goes back: then it was set."""
    count = next((at for at in range(1, len(clock.times)) if clock.times[at] < clock.times[at - 1]), len(clock.times))
    # The first value is none that is a step from another.
    return clock.offsets[1:count], clock.times[1:count]


def of_pair(lead, other, limits, out):
    """A line by least squares through what one told and what that with more values had told last."""
    told, of_other = forward(lead), forward(other)
    is_lead_dense = len(told[0]) >= len(of_other[0])
    (offsets, times), sparse = (told, of_other) if is_lead_dense else (of_other, told)
    pairs = []
    for offset, ns in zip(*sparse):
        at = bisect.bisect_left(offsets, offset)
        if at:
            pairs.append((times[at - 1], ns) if is_lead_dense else (ns, times[at - 1]))
    pieces = apart_where_set(pairs)
    passed = sum(each[-1][0] - each[0][0] for each in pieces if each)
    if len(pairs) < LEAST or passed < limits["rtc.clock-drift.time"]:
        return
    slope, unsure = line(pieces)
    if (abs(slope) - unsure) * 10**6 < limits["rtc.clock-drift.least"]:
        return
    middle = pairs[0][0] + (pairs[-1][0] - pairs[0][0]) // 2
    for is_first in (True, False):
        half = [[each for each in piece if (each[0] < middle) == is_first] for piece in pieces]
        if sum(map(len, half)) < 4:
            return
        of_half, unsure_half = line(half)
        if abs(of_half - slope) > max(abs(slope) / 2, unsure_half):  # it was set
            return
    cost = abs(slope) * passed
    add(out, "rtc.clock-drift", other.about["name"], int(cost), len(pairs), 1e-6)


def apart_where_set(pairs):
    """Before and behind the place where they come apart by four times as much as anywhere else, by 10 ms and by a
    hundredth of the time that the one tells which was not set: one was set there. All of them before where none was."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(pairs, pairs[1:])]
    far = sorted(range(len(steps)), key=lambda at: -abs(steps[at][1] - steps[at][0]))
    apart = [abs(steps[at][1] - steps[at][0]) for at in far[:2]] + [0, 0]
    if not apart[0] or apart[0] // 4 < apart[1] or apart[0] < max(10**7, min(steps[far[0]]) // 100):
        return [pairs, []]
    return [pairs[:far[0] + 1], pairs[far[0] + 1:]]


def line(pieces):
    """Its slope, the same in both pieces, and half of the interval in which that lies in 95 of 100 recordings."""
    xx = xy = yy = fractions.Fraction(0)
    pieces = [piece for piece in pieces if piece]
    for piece in pieces:
        (first, other_first), count = piece[0], len(piece)
        xs = [ns - first for ns, _ in piece]
        ys = [told - other_first - x for (_, told), x in zip(piece, xs)]
        xx, xy, yy = (so_far + sum(a * b for a, b in zip(one, two)) - fractions.Fraction(sum(one) * sum(two), count)
                      for so_far, one, two in ((xx, xs, xs), (xy, xs, ys), (yy, ys, ys)))
    if not xx:
        return 0, 0
    slope = xy / xx
    left = max(yy - slope * xy, 0) / (sum(map(len, pieces)) - 1 - len(pieces))
    return slope, NORMAL * math.sqrt(left / xx)
