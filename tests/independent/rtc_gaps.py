"""Frames of a device that are missing, or late."""
import rtc_clocks
from common import add, quantile


def is_near(ns, period):
    return abs(ns - period) <= period // 4


def periods_in(ns, period):
    return (ns + period // 2) // period


def pieces(times, usual):
    """What does not come as usual: whiles of frames, each with the period that the stream had then."""
    at, period, off = 0, usual, []
    while at < len(times) - 1:
        ns = times[at + 1] - times[at]
        if is_near(ns, usual) or is_near(ns, period):
            if off:
                yield off, period
            off, period = [], usual if is_near(ns, usual) else period
            at += 1
            continue
        alike = [ns]  # those from here on that are as long as each other
        while at + len(alike) < len(times) - 1:
            ns = times[at + len(alike) + 1] - times[at + len(alike)]
            mean = sum(alike) // len(alike)
            if is_near(ns, usual) or is_near(ns, period) or not is_near(ns, mean):
                break
            alike.append(ns)
            if len(alike) >= 3 and sum(alike) >= 30 * period and sum(alike) // len(alike) > period:
                if off and max(ns for _, ns in off) > sum(alike) // len(alike):  # else it slowed down step by step
                    yield off, period
                off, period = [], sum(alike) // len(alike)  # another rate
                at += len(alike)
                alike = []
                break
        off += [(times[at + i], ns) for i, ns in enumerate(alike)]
        at += len(alike)
    if off:
        yield off, period


def is_schedule(begins, period):
    """Are they as far apart as each other, by ten periods at most?"""
    apart = [b - a for a, b in zip(begins, begins[1:])]
    usually = quantile(apart, 50, 100) or 0
    return periods_in(usually, period) <= 10 \
        and (quantile(apart, 75, 100) or 0) - (quantile(apart, 25, 100) or 0) <= usually // 10


def of_stream(name, times, periods, usual, is_of_timer, silent, limits, out):
    median, near = usual, [ns for ns in periods if is_near(ns, usual)]
    usual = sum(near) // len(near) if near else usual
    life = times[-1] - times[0]
    gaps, shorts = [], []
    for off, period in pieces(times, usual):
        length, longest = sum(ns for _, ns in off), max(ns for _, ns in off)
        before = [ns for _, ns in off[:[ns for _, ns in off].index(longest)]]
        if before.count(0) >= (periods_in(longest, period) + 1) // 2:
            continue  # its clock stood, and it came
        due = periods_in(length, period)
        missing = max(due - len(off), 0)
        lack = length - len(off) * period if missing else longest - period
        gap = off[0][0], off[0][0] + length, missing, lack, abs(length - due * period) <= period // 7
        if longest >= period * limits["rtc.gaps.times"]:
            gaps.append(gap)
        elif missing:
            shorts.append(gap)
    lasts = max(life // 10, median * 100)
    if silent is not None:
        of_late(name, times, usual, silent, limits, out)
    is_once = len(gaps) == 1 and gaps[0][0] - times[0] >= lasts and times[-1] - gaps[0][1] >= lasts
    usual_pause = rtc_clocks.usual_pause([(gap[0], gap[1] - gap[0]) for gap in gaps])
    is_mostly_silent = sum(lack for *_, lack, _ in gaps + shorts) > life // 2
    if is_mostly_silent and not is_once:
        outages = [gap for gap in gaps if usual_pause and (gap[1] - gap[0]) // 2 > usual_pause]
        gaps = outages if len(outages) == 1 else []  # else it is sent in bursts
    else:
        gaps = [gap for gap in gaps if not rtc_clocks.is_usual(gap[1] - gap[0], usual_pause)]
    whole = [gap for gap in shorts if gap[4]]
    missing = sum(gap[2] for gap in whole)
    are_frames = is_of_timer and len(whole) * 4 >= len(shorts) * 3 and not is_schedule([gap[0] for gap in whole], usual)
    if are_frames and len(whole) >= 10 and missing * 1000 >= (len(times) + missing) * limits["rtc.gaps.missing"]:
        gaps += whole
        whole = []
    if gaps:
        also = whole if are_frames and not is_mostly_silent else []  # not when something happened
        add(out, "rtc.gaps", name, sum(lack for *_, lack, _ in gaps + also), len(gaps))


def of_late(name, times, period, silent, limits, out):
    """Frames that are late by the last one that came when it was due, where the next ones come so again."""
    found, begins, late, first, came = [], [], [], times[0], 0
    for ns in times[1:]:
        came += 1
        due = first + came * period
        if abs(ns - due) <= period // 7:
            if late and not any(start < ns and first < end for start, end in silent):
                begins.append(first)
                found += late
        elif came < 20 and ns - due < period * (limits["rtc.gaps.times"] - 1):
            if (ns - due) * 1000 >= period * limits["rtc.jitter.by"]:
                late.append(ns - due)
            continue
        first, came, late = ns, 0, []
    if len(found) >= 10 and len(found) * 1000 >= len(times) * limits["rtc.jitter.late"] \
            and not is_schedule(begins, period):
        add(out, "rtc.jitter", name, sum(found), len(found))
