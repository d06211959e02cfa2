"""Streams of a device: their frames by the clock they are timed by, and the lines of logs."""
import json

from common import quantile


class Stream:
    def __init__(self, about):
        self.about = about
        self.is_clock = about["clock"] is True
        self.axis = None  # the clock that all its times come from in the end
        self.told, self.values, self.offsets = [], [], []
        self.times = self.told  # without what its clock was set by
        self.frames = self.untimed = 0  # untimed: no time is known

    def is_text(self):  # told when there is something to say
        return self.about["format"].removeprefix("annotate/") in ("utf-8", "utf8")

    def take(self, record):
        if self.is_clock:
            self.offsets.append(record["offset"])
        elif record["ts_ns"] is None:
            self.untimed += 1
        self.frames += 1
        self.last = record["offset"]
        if record["ts_ns"] is not None:
            self.told.append(record["ts_ns"])
            self.values.append(record["value"])


def spread(periods):
    return (quantile(periods, 75, 100) or 0) - (quantile(periods, 25, 100) or 0)


def is_of_timer(periods, usual):
    """Without the periods in which no frame came."""
    middles = (quantile([ns], 1, 1) for ns in periods)
    single = [ns - max((ns + usual // 2) // usual - 1, 0) * usual for ns in middles]
    return spread(single) <= usual // 10


def comes_evenly(stream):
    periods = [b - a for a, b in zip(stream.times, stream.times[1:])]
    usual = quantile(periods, 50, 100) or 0
    return not stream.is_text() and len(stream.times) >= 100 and usual > 0 \
        and (is_of_timer(periods, usual) or spread(periods) <= usual // 2)


def is_of_epoch(about):
    return about["format"].startswith("timespec")


class Capture:
    def __init__(self, ask):
        self.streams = {(each["segment"], each["id"]): Stream(each)
                        for each in json.loads("".join(ask("dump")))["streams"]}
        for (run, _), stream in self.streams.items():
            stream.axis = self.root(run, stream.about)
        for line in ask("records"):
            record = json.loads(line)
            stream = self.streams.get((record["segment"], record["stream"]))
            if stream is not None:
                stream.take(record)
        self.runs = {run for run, _ in self.streams}
        about = json.loads("".join(ask("info", "--json")))
        self.length = (about["end_ns"] or 0) - (about["start_ns"] or 0)
        self.take_out({})

    def take_out(self, jumps):
        """By run and clock: times that never passed."""
        self.jumps = jumps
        self.start, self.end = {}, {}  # of the frames of a run on an axis
        for (run, _), stream in self.shown():
            key = run, stream.axis
            stream.times = [self.passed(key, ns) for ns in stream.told] if jumps.get(key) else stream.told
            if stream.times:
                self.start[key] = min(self.start.get(key, stream.times[0]), stream.times[0])
                self.end[key] = max(self.end.get(key, stream.times[-1]), stream.times[-1])

    def passed(self, key, ns):
        return ns - sum(min(ns, end) - start for start, end in self.jumps.get(key, []) if ns > start)

    def root(self, run, about):
        clocks = {stream.about["name"]: stream.about for (of, _), stream in self.streams.items()
                  if of == run and stream.is_clock}
        while about["clock"] is not True or about["delta"] is not None:
            about = clocks.get(about["delta"] or about["clock"])
            if about is None:
                return self.leading(run)
        return self.leading(run) if is_of_epoch(about) else about["name"]

    def leading(self, run):
        """What has no clock is drawn where the first one stands that tells the time since the Epoch, else the first. All that
        tell it are one."""
        own = [stream.about for (of, _), stream in self.streams.items()
               if of == run and stream.is_clock and stream.about["delta"] is None]
        return next((about["name"] for about in [*filter(is_of_epoch, own), *own]), None)

    def shown(self):
        """Those of runs in which some clock told the time."""
        timed = {run for run in self.runs if self.clocks(run)}
        return [(key, stream) for key, stream in self.streams.items() if not stream.is_clock and key[0] in timed]

    def clocks(self, run):
        return [stream for (of, _), stream in self.streams.items() if of == run and stream.is_clock and stream.times]

    def went_back(self, run, axis):
        return any(b < a for clock in self.clocks(run) if clock.axis == axis
                   for a, b in zip(clock.times, clock.times[1:]))

    def clock_end(self, run, axis):
        """Until when a clock went on behind the frames, for ten values and one that a recorder may write when it stops."""
        end = self.end[run, axis]
        passed = ([self.passed((run, axis), ns) for ns in clock.times[:-1]]
                  for clock in self.clocks(run) if clock.axis == axis)
        return max([end, *(times[-1] for times in passed if sum(ns > end for ns in times) >= 10)])

    def name(self, key):
        stream = self.streams[key]
        name, group = stream.about["name"], "" if stream.axis == self.leading(key[0]) else stream.axis + "/"
        return group + name if "/" in group + name else "streams/" + name

    def lines(self, stream):
        """When each line of a log began, and what it says; without empty ones."""
        rest, since = "", None
        for time, value in zip(stream.told, stream.values):
            since = since if rest else time
            rest += value
            *whole, rest = rest.split("\n")
            for line in whole:
                if line:
                    yield since, line
                since = time
        if rest:
            yield since, rest
