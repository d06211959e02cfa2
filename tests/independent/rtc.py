"""Captures of a device: all rules, and those about runs and when frames come."""
import collections
import itertools

import rtc_clocks
import rtc_gaps
import rtc_logs
import rtc_values
from common import LOW, MS, S, add, joined, quantile
from rtc_streams import Capture, comes_evenly, is_of_timer, spread

THRESHOLDS = {"rtc.gaps.times": 10, "rtc.silent.share": 50, "rtc.silent.start": 30 * S, "rtc.spikes.times": 20, "rtc.spikes.few": 5,
              "rtc.stuck.time": 10 * S, "rtc.stuck.noise": 500, "rtc.stuck.times": 8, "rtc.stuck.values": 3, "rtc.gaps.missing": 10, "rtc.jitter.by": 500, "rtc.jitter.late": 10,
              "rtc.bad-values.times": 3, "rtc.bad-values.least": 1, "rtc.bad-values.most": 200, "rtc.bad-values.values": 8, "rtc.bad-values.frames": 200, "rtc.saturated.frames": 16, "rtc.rate.change": 200,
              "rtc.rate.frames": 1000, "rtc.untimed.share": 10, "rtc.untimed.frames": 100, "rtc.log-flood.burst": 10,
              "rtc.log-flood.share": 500, "rtc.log-flood.rate": 10, "rtc.clock-gap.times": 10,
              "rtc.clock-gap.min": 100 * MS, "rtc.clock-drift.least": 20, "rtc.clock-drift.time": 60 * S,
              "rtc.not-back.time": 10 * S}
LOWER = {"rtc.bad-values.times": ("1", 1), "rtc.bad-values.values": ("2", 2), "rtc.bad-values.frames": ("20", 20), "rtc.jitter.by": ("1%", 10), "rtc.jitter.late": ("0.1%", 1),
         "rtc.stuck.values": ("1", 1), "rtc.gaps.times": ("2", 2), "rtc.gaps.missing": ("0.1%", 1), "rtc.stuck.times": ("1", 1), "rtc.silent.share": ("0.1%", 1), "rtc.silent.start": ("1s", S), "rtc.spikes.times": ("3", 3),
         "rtc.spikes.few": ("5%", 50), "rtc.stuck.time": ("1s", S), "rtc.stuck.noise": ("20%", 200),
         "rtc.saturated.frames": ("3", 3), "rtc.rate.change": ("1%", 10), "rtc.rate.frames": ("100", 100),
         "rtc.untimed.share": ("0.1%", 1), "rtc.untimed.frames": ("1", 1), "rtc.log-flood.burst": ("2", 2),
         "rtc.log-flood.share": ("1%", 10), "rtc.log-flood.rate": ("1", 1), "rtc.clock-gap.min": ("1ms", MS),
         "rtc.clock-drift.least": ("1", 1), "rtc.clock-drift.time": ("1s", S),
         "rtc.not-back.time": ("1ms", MS)}
RULES = {"rtc.restart", "rtc.log-level", "rtc.log-flood", "rtc.gaps", "rtc.rate", "rtc.silent", "rtc.untimed",
         "rtc.spikes", "rtc.saturated", "rtc.stuck", "rtc.bad-values", "rtc.jitter", "rtc.clock-gap", "rtc.clock-back", "rtc.clock-drift",
         "rtc.not-back"}
PARTS = 10


def read(ask):
    return Capture(ask)


def findings(capture, limits):
    out = {}
    capture.take_out(rtc_clocks.jumps(capture, limits))
    if len(capture.runs) > 1:
        add(out, "rtc.restart", "runs", len(capture.runs) - 1, len(capture.runs) - 1)
    rtc_logs.of_lines(capture, limits, out)
    rtc_clocks.of_steps(capture, limits, out)
    rtc_clocks.of_drift(capture, limits, out)
    of_untimed(capture, limits, out)
    clocks_alone = set()  # runs in which one goes on behind all frames, by axis
    for key, stream in capture.shown():
        name = capture.name(key)
        times = stream.times
        periods = [b - a for a, b in zip(times, times[1:])]
        usual = quantile(periods, 50, 100) or 0
        is_known = len(times) >= 100 and usual > 0
        is_steady = is_known and spread(periods) <= usual // 10
        is_sampled = is_steady or (len(times) >= 100 and steady_parts(times, periods) >= 8)
        rtc_values.of_stream(stream, name, is_sampled, limits, out)
        if not is_known or stream.is_text() or stream.untimed or capture.went_back(key[0], stream.axis):
            continue
        of_rate(name, times, periods, usual, is_sampled, limits, out)
        if comes_evenly(stream):
            silent = rtc_clocks.silences(capture, key[0], stream.axis, limits) if is_steady else None
            rtc_gaps.of_stream(name, times, periods, usual, is_of_timer(periods, usual), silent, limits, out)
            of_silence(capture, key, name, times, max(usual * 10, max(periods) + 1), clocks_alone, limits, out)
    of_dead_clocks(capture, limits, out)
    of_restarts(capture, limits, out)
    recorded = capture.length - sum(end - start for start, end in joined(sum(capture.jumps.values(), [])))
    minutes = {name: ns for (what, name), (ns, _, _) in out.items() if what == "a minute"}
    return {key: each for key, each in out.items() if key[0] in RULES and (
        key[0] != "rtc.saturated" or each[0] >= LOW * recorded or minutes.get(key[1], 0) >= 3 * S)}


def of_untimed(capture, limits, out):
    """Streams that name no clock are one finding, where there are several."""
    found = [(key, stream) for key, stream in capture.shown()
             if stream.untimed and stream.frames >= limits["rtc.untimed.frames"]
             and stream.untimed * 1000 >= stream.frames * limits["rtc.untimed.share"]]
    clockless = [stream for _, stream in found if not stream.about["clock"]]
    for key, stream in found:
        is_one_of_many = len(clockless) > 1 and stream in clockless
        name = "streams without a clock" if is_one_of_many else capture.name(key)
        add(out, "rtc.untimed", name, stream.untimed, stream.untimed)


def pieces(times, periods, length):
    """Periods by how many such lengths the stream had lived when they ended."""
    out = collections.defaultdict(list)
    for time, ns in zip(itertools.islice(times, 1, None), periods):
        out[(time - times[0]) // length].append(ns)
    return sorted(out.items())


def tenths(times, periods):
    return [of for _, of in pieces(times, periods, (times[-1] - times[0]) // PARTS + 1) if len(of) >= 10]


def steady_parts(times, periods):
    parts = tenths(times, periods)
    middles = [quantile(of, 50, 100) for of in parts]
    return sum(0 < middle and spread(of) <= middle // 10 for of, middle in zip(parts, middles))


def may_have_other_rate(times, periods, usual):
    """More or less frames than usual in a tenth: a while across two of them may be off in none."""
    part = (times[-1] - times[0]) // PARTS + 1
    return any(abs(len(of) * usual - part) >= part // 20 for of in tenths(times, periods))


def of_rate(name, times, periods, usual, is_sampled, limits, out):
    life = times[-1] - times[0]
    middles = [quantile(of, 50, 100) for of in tenths(times, periods)]
    if len(times) < limits["rtc.rate.frames"] or not is_sampled:
        return

    def is_off(middle):
        return abs(middle - usual) * 1000 >= usual * limits["rtc.rate.change"]
    off = [is_off(middle) for middle in middles if middle > 0]
    if not any(off) and not may_have_other_rate(times, periods, usual):
        return
    if sum(a != b for a, b in zip([False, *off], off)) > 4:  # it has several rates
        return
    count = min(max(len(times) // 50, 1), 100)
    length = life // count + 1
    whiles, sums, was_off, turns, pieces_off = {True: [], False: []}, {True: [], False: []}, False, 0, 0
    for piece, of in pieces(times, periods, length):
        middle = quantile(of, 50, 100)
        if len(of) < 10 or middle == 0:
            continue
        now = is_off(middle)
        if now != was_off or not whiles[now]:
            whiles[now].append([times[0] + piece * length, 0])
            sums[now].append([0, 0])
        whiles[now][-1][1] = min(times[0] + (piece + 1) * length, times[-1])
        sums[now][-1] = [sums[now][-1][0] + sum(of), sums[now][-1][1] + len(of)]
        turns += now != was_off
        pieces_off += now
        was_off = now
    if not any(off) and (len(whiles[True]) != 1 or pieces_off * 1000 < 90 * count):
        if len(whiles[True]) != 1 or pieces_off < 3 or pieces_off * 1000 < 30 * count:
            return
        mean = sums[True][0][0] // sums[True][0][1]
        if usual // 2 < mean < usual * 2:
            return
    if not whiles[True] or turns > 4:
        return
    # Most frames come at the fast rate, also where it is the one that holds for a while.
    is_mostly_off = whiles[False] and sum(end - start for start, end in whiles[True]) > life // 4 * 3
    told = whiles[not is_mostly_off]
    add(out, "rtc.rate", name, sum(end - start for start, end in told), len(told))


def of_silence(capture, key, name, times, least, clocks_alone, limits, out):
    of = key[0], capture.streams[key].axis
    start, end = capture.start[of], capture.end[of]
    silence = end - times[-1]
    if (silence >= 10 * S or silence * 1000 >= (end - start) * limits["rtc.silent.share"]) \
            and is_unexpected(times, start, end, least, limits):
        return add(out, "rtc.silent", name, silence, 1)
    clock_end = capture.clock_end(*of)
    alone = clock_end - end
    if alone >= 10 * S and alone * 1000 >= (clock_end - start) * limits["rtc.silent.share"] \
            and is_unexpected(times, start, clock_end, least, limits):
        add(out, "rtc.silent", "all streams", 0 if of in clocks_alone else alone, 1)
        clocks_alone.add(of)


def is_unexpected(times, start, end, least, limits):
    life, tenth = times[-1] - times[0], (end - start) // 10
    is_for_a_while = life < tenth and (life < limits["rtc.silent.start"] or times[0] >= start + tenth)
    return times[0] < end - tenth and not is_for_a_while and end - times[-1] >= least


def of_dead_clocks(capture, limits, out):
    """A clock and all of its streams end, and another clock of the run goes on: by the order of the file."""
    for run, axis in capture.start:
        if capture.went_back(run, axis):
            continue
        own = [stream for key, stream in capture.shown() if key[0] == run and stream.axis == axis and stream.times]
        start, end = capture.start[run, axis], capture.clock_end(run, axis)
        until = [stream for stream in own if comes_evenly(stream) and not stream.untimed
                 and end - stream.times[-1] < 10 * S
                 and (end - stream.times[-1]) * 1000 < (end - start) * limits["rtc.silent.share"]]
        if not until:
            continue
        steps = [[b - a for a, b in zip(stream.times, stream.times[1:])] for stream in until]
        pause = max(max(max(of), (quantile(of, 50, 100) or 0) * 10) for of in steps)
        clocks = [clock for clock in capture.clocks(run) if clock.axis == axis]
        last = max([stream.last for stream in own] + [clock.offsets[-1] for clock in clocks])
        longest = 0
        for clock in capture.clocks(run):
            if clock.axis == axis or capture.went_back(run, clock.axis):
                continue
            told = [capture.passed((run, clock.axis), ns) for ns in clock.times]
            behind = sum(offset > last for offset in clock.offsets)
            silence, life = told[-1] - told[-behind - 1] if behind < len(told) else 0, told[-1] - told[0]
            if behind >= 10 and len(told) - behind > 1 and silence > pause and life - silence >= life // 10 \
                    and (silence >= 10 * S or silence * 1000 >= life * limits["rtc.silent.share"]):
                longest = max(longest, silence)
        if longest and clocks:
            add(out, "rtc.silent", clocks[0].about["name"], longest, len(until))


def of_restarts(capture, limits, out):
    """Streams that lived to the end of their run, and are in none of the later ones."""
    names = collections.defaultdict(dict)
    lengths = collections.defaultdict(int)
    for key, stream in capture.shown():
        if stream.frames:
            names[key[0]].setdefault(capture.name(key), (key, stream))
    for (run, axis), start in capture.start.items():
        lengths[run] = max(lengths[run], capture.end[run, axis] - start)
    for run, streams in names.items():
        later = [other for other in names if other > run]
        behind = {name for other in later for name in names[other]}
        longest = max((lengths[other] for other in later), default=0)
        back = sum(name in behind for name in streams)
        if back < 2 or back * 2 < len(streams):
            continue
        missing = [name for name, (key, stream) in sorted(streams.items())
                   if name not in behind and is_missed(capture, key, stream, longest, limits)]
        if missing:
            add(out, "rtc.not-back", missing[0], longest, len(missing))


def is_missed(capture, key, stream, longest, limits):
    of, times = (key[0], stream.axis), stream.times
    if stream.untimed or capture.went_back(*of) or not comes_evenly(stream):
        return False
    periods = [b - a for a, b in zip(times, times[1:])]
    ten = (quantile(periods, 50, 100) or 0) * 10
    start, end = capture.start[of], capture.end[of]
    lived = times[-1] - times[0] >= (end - start) // 2 and end - times[-1] < max(ten, max(periods))
    return lived and longest >= max(limits["rtc.not-back.time"], ten, (times[0] - start) * 3)
