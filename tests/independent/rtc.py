"""Captures of a device: when the frames of streams come, lines of logs, values that stand out."""
import collections
import json
import struct

from common import MS, S, quantile

THRESHOLDS = {"rtc.gaps.times": 10, "rtc.silent.share": 50, "rtc.spikes.times": 20, "rtc.spikes.few": 5,
              "rtc.stuck.time": 10 * S, "rtc.saturated.frames": 16}
LOWER = {"rtc.gaps.times": ("2", 2), "rtc.silent.share": ("0.1%", 1), "rtc.spikes.times": ("3", 3),
         "rtc.spikes.few": ("5%", 50), "rtc.stuck.time": ("100ms", MS * 100), "rtc.saturated.frames": ("3", 3)}
RULES = {"rtc.restart", "rtc.log-level", "rtc.gaps", "rtc.silent", "rtc.spikes", "rtc.saturated"}
LEVELS = {"warn": "warnings", "warning": "warnings", "error": "errors", "err": "errors", "critical": "errors",
          "fatal": "errors"}


class Stream:
    def __init__(self, about):
        self.about = about
        self.times, self.values = [], []


def read(lines, dump):
    streams = {(each["segment"], each["id"]): Stream(each) for each in dump()["streams"]}
    for line in lines:
        record = json.loads(line)
        stream = streams.get((record.get("segment"), record.get("stream")))
        if stream is None or record.get("ts_ns") is None:
            continue
        stream.times.append(record["ts_ns"])
        stream.values.append(record["value"])
    return streams


def float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def is_number(about):
    return about["format"].startswith(("uint", "int", "float", "uleb", "leb"))


def kept(stream):
    """Values as they are kept: as the distance from the first one where that is large."""
    first = next(iter(stream.values), 0)
    origin = first if abs(first) > 1 << 14 else 0
    return [float32(value - origin) for value in stream.values], origin


def level(line):
    """What a line begins with, behind a time."""
    for token in line.split()[:4]:
        if any(c.isdigit() for c in token) or not any(c.isascii() and c.isalpha() for c in token):
            continue
        token = token.lstrip("".join(c for c in token if not (c.isascii() and c.isalpha())))
        word = token
        for at, c in enumerate(token):
            if not (c.isascii() and c.isalpha()):
                word = token[:at]
                break
        return LEVELS.get(word.lower()) if len(word) < len(token) or word.isupper() else None
    return None


def log_lines(stream):
    rest = ""
    for value in stream.values:
        rest += value
        *whole, rest = rest.split("\n")
        yield from whole
    if rest:
        yield rest


def ends(about):
    """The ends of an integer type, times its gain; 0 of unsigned ones is none."""
    kind = about["format"].removesuffix("le").removesuffix("be")
    if not kind.startswith(("uint", "int")) or about["clock"] is True:
        return []
    bits, gain = int(kind.removeprefix("u").removeprefix("int")), about["gain"] or 1
    return [((1 << bits) - 1) * gain] if kind[0] == "u" else [((1 << bits - 1) - 1) * gain, -(1 << bits - 1) * gain]


def findings(streams, limits):
    out = {}
    runs = {segment for segment, _ in streams}
    if len(runs) > 1:
        out["rtc.restart", "runs"] = len(runs) - 1, len(runs) - 1, 0
    levels = collections.Counter(level(line) for stream in streams.values() if stream.about["cont"]
                                 for line in log_lines(stream))
    for subject in ("errors", "warnings"):
        if levels[subject]:
            out["rtc.log-level", subject] = levels[subject], levels[subject], 0
    lives = collections.defaultdict(list)  # of a run and a clock
    shown = {}
    for key, stream in streams.items():
        if stream.about["clock"] is True or not stream.times:
            continue
        axis = stream.about["clock"] == "cycles"
        lives[key[0], axis] += [stream.times[0], stream.times[-1]]
        shown[key] = axis
    counts = collections.defaultdict(lambda: [0, 0])
    for key, axis in shown.items():
        stream, group = streams[key], "cycles/" if axis else ""
        name = group + stream.about["name"] if "/" in group + stream.about["name"] else \
            "streams/" + stream.about["name"]
        periods = [b - a for a, b in zip(stream.times, stream.times[1:])]
        usual = quantile(periods, 50, 100) or 0
        spread = (quantile(periods, 75, 100) or 0) - (quantile(periods, 25, 100) or 0)
        is_steady = len(stream.times) >= 100 and usual > 0 and spread <= usual // 10
        if is_number(stream.about):
            of_values(stream, name, is_steady, limits, counts)
        if not is_steady or stream.about["cont"]:
            continue
        gaps = [ns for ns in periods if ns >= usual * limits["rtc.gaps.times"]]
        if gaps:
            out["rtc.gaps", name] = sum(gaps), len(gaps), 0
        start, end = min(lives[key[0], axis]), max(lives[key[0], axis])
        silence = end - stream.times[-1]
        if (silence >= 10 * S or silence * 1000 >= (end - start) * limits["rtc.silent.share"]) \
                and stream.times[0] < end - (end - start) // 10 and silence >= 10 * usual:
            out["rtc.silent", name] = silence, 1, 0
    for (rule, name), (cost, count) in counts.items():
        out[rule, name] = cost, count, 0
    return out


def of_values(stream, name, is_steady, limits, counts):
    values, origin = kept(stream)
    if is_steady and len(values) >= 1000:
        ordered = sorted(values)
        low, middle, high = (origin + ordered[(len(ordered) * part + 999) // 1000 - 1] for part in (250, 500, 750))
        least = middle + limits["rtc.spikes.times"] * (high - low)
        far = sum(origin + value >= least for value in values)
        if high > low and far and far * 1000 <= len(values) * limits["rtc.spikes.few"]:
            counts["rtc.spikes", name][0] += far
            counts["rtc.spikes", name][1] += far
    limit = [float32(end - origin) for end in ends(stream.about)]
    at = 0
    while at < len(values):
        end = at + 1
        while end < len(values) and values[end] == values[at]:
            end += 1
        if end - at >= limits["rtc.saturated.frames"] and values[at] in limit:
            counts["rtc.saturated", name][0] += stream.times[end - 1] - stream.times[at]
            counts["rtc.saturated", name][1] += 1
        at = end
