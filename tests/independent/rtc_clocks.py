"""Clocks of a device: where they were silent or went back, and whether two of them run alike."""
import bisect
import fractions
import math

from common import add, quantile

NORMAL = 1.96  # 95 of 100
LEAST = 100  # values


def of_steps(capture, limits, out):
    for run in capture.runs:
        for clock in capture.clocks(run):
            steps = [b - a for a, b in zip(clock.times, clock.times[1:])]
            back = sum(ns < 0 for ns in steps)
            if back:
                add(out, "rtc.clock-back", clock.about["name"], back, back)
                continue
            usual = quantile([ns for ns in steps if ns >= 0], 95, 100) or 0
            others = [each for each in capture.clocks(run) if each.axis != clock.axis]
            gaps = [(at, ns) for at, ns in enumerate(steps) if ns >= max(usual * limits["rtc.clock-gap.times"], limits["rtc.clock-gap.min"])]
            real = [ns for at, ns in gaps if not any(was_set(clock, other, at, ns) for other in others)]
            gaps = real or [ns for _, ns in gaps]
            life = clock.times[-1] - clock.times[0]
            if gaps and (not real or sum(gaps) <= life // 2 or is_jump(steps, gaps, life)):
                add(out, "rtc.clock-gap", clock.about["name"], sum(gaps), len(gaps))


def is_jump(steps, gaps, life):
    """One among the steady steps of a timer, and nothing else that is long."""
    usual, longest = quantile(steps, 50, 100), max(gaps)
    spread = quantile(steps, 75, 100) - quantile(steps, 25, 100)
    return len(steps) >= 100 and 0 < usual and spread <= usual // 10 \
        and 10 <= steps.index(longest) < len(steps) - 10 and sum(gaps) - longest <= (life - longest) // 2


def was_set(clock, other, at, ns):
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
    """A line by least squares through what the other one told and what the first had told last."""
    offsets, times = forward(lead)
    pairs = []
    for offset, ns in zip(*forward(other)):
        at = bisect.bisect_left(offsets, offset)
        if at:
            pairs.append((times[at - 1], ns))
    if len(pairs) < LEAST or pairs[-1][0] - pairs[0][0] < limits["rtc.clock-drift.time"]:
        return
    slope, unsure = line(pairs)
    if (abs(slope) - unsure) * 10**6 < limits["rtc.clock-drift.least"]:
        return
    middle = pairs[0][0] + (pairs[-1][0] - pairs[0][0]) // 2
    for half in ([each for each in pairs if (each[0] < middle) == is_first] for is_first in (True, False)):
        if len(half) < 3:
            return
        of_half, unsure_half = line(half)
        if abs(of_half - slope) > max(abs(slope) / 2, unsure_half):  # it was set
            return
    cost = abs(slope) * (pairs[-1][0] - pairs[0][0])
    add(out, "rtc.clock-drift", other.about["name"], int(cost), len(pairs), 1e-6)


def line(pairs):
    """Its slope, and half of the interval in which that lies in 95 of 100 recordings."""
    (first, other_first), count = pairs[0], len(pairs)
    xs = [ns - first for ns, _ in pairs]
    ys = [told - other_first - x for (_, told), x in zip(pairs, xs)]
    xx, xy, yy = (count * sum(a * b for a, b in zip(one, two)) - sum(one) * sum(two)
                  for one, two in ((xs, xs), (xs, ys), (ys, ys)))
    if not xx:
        return 0, 0
    slope = fractions.Fraction(xy, xx)
    left = max(fractions.Fraction(yy, count) - slope * fractions.Fraction(xy, count), 0) / (count - 2)
    return slope, NORMAL * math.sqrt(left / fractions.Fraction(xx, count))
