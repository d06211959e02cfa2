"""Captures of a GPU: frames and queues by the ticks of its submits; how its clocks were compared; missing code."""
import collections
import json
import re

import crash
from common import MS, S, add, joined, median, overlap, rank

THRESHOLDS = {"gpu.frame-spike.times": 2, "gpu.frame-spike.more": 4 * MS, "gpu.frame-spike.few": 100, "gpu.no-overlap.beside": 20,
              "gpu.idle.share": 100, "gpu.backlog.times": 3, "gpu.backlog.frames": 8, "gpu.clock-low.share": 700}
LOWER = {"gpu.frame-spike.times": ("1", 1), "gpu.frame-spike.few": ("100%", 1000), "gpu.frame-spike.more": ("1ms", MS), "gpu.backlog.times": ("1", 1),
         "gpu.backlog.frames": ("2", 2), "gpu.clock-low.share": ("90%", 900), "gpu.idle.share": ("1%", 10)}
RULES = {"gpu.frame-spike", "gpu.no-overlap", "gpu.idle", "gpu.backlog", "gpu.calibration", "gpu.clock-low",
         "gpu.code-missing", "gpu.trace-error", "gpu.crash"}
ROUNDING = 1e-5  # of a cost: times of both clocks are laid beside each other


class Capture:
    def __init__(self, ask):
        told = json.loads("".join(ask("validate", "--json")))
        self.is_cut = any(each["code"] == "rdf.index-truncated" for each in told["diagnostics"])
        records = [json.loads(line) for line in ask("records")]
        self.events = [record for record in records if "type" in record]
        self.chunks = [record["id"] for record in records if "type" not in record]
        self.fields = {name: [self.read(ask, number) for number, each in enumerate(self.chunks) if each == name]
                       for name in ("AsicInfo", "ClockCalibration", "CodeObject", "COCorrelation")}
        self.submits, self.presents = ([event for event in self.events if event["type"] == kind and event["gpu_begin"]]
                                       for kind in ("submit", "present"))

    @staticmethod
    def read(ask, number):
        """Fields of a chunk, by what they are below."""
        by_parent = collections.defaultdict(dict)
        for line in ask("tree", "--json", "--limit", 0, "--depth", 4, "--path", f"/chunks/{number}"):
            node = json.loads(line)
            if node["kind"] == "field":
                by_parent[node["path"].rpartition("/")[0]][node["label"]] = node["value"]
        return by_parent

    def rows(self, name):
        return [row for chunk in self.fields[name] for parent, row in chunk.items() if not parent.endswith("/entry")]

    def cpu_tick(self):
        """In ns, as calls are told that have no time of the GPU; nothing where there are none."""
        calls = [(event["cpu"], event["time_ns"]) for event in self.events if event.get("gpu_begin") == 0]
        (cpu, ns), (last_cpu, last_ns) = min(calls, default=(0, 0)), max(calls, default=(0, 0))
        return (last_ns - ns) / (last_cpu - cpu) if last_cpu > cpu else None

    def clocks(self):
        """Of each GPU the ticks of the CPU and of the GPU that were read together."""
        out = collections.defaultdict(list)
        for row in self.rows("ClockCalibration"):
            out[pci(row)].append((number(row["CPU"]), number(row["GPU"])))
        return {gpu: sorted(pairs) for gpu, pairs in out.items()}


def number(text):
    return int(text, 16) if text.startswith("0x") else int(re.match(r"[\d,]+", text)[0].replace(",", ""))


def pci(row):
    """Bus, device and function as events tell them, which are decimal numbers: 0:13.0 is 0xd00."""
    bus, device, function = (int(part) for part in re.split("[:.]", row["pci"]))
    return bus << 16 | device << 8 | function


def read(ask):
    return Capture(ask)


def findings(capture, limits):
    out = {}
    working = {each["pci"] for each in capture.submits}
    if working:
        of_submits(capture, limits, out)
        rough = [gpu for gpu in working if len(capture.clocks().get(gpu, [])) < 2]
        if rough and not capture.is_cut:
            add(out, "gpu.calibration", "clocks", len(rough), len(rough))
    for row in capture.rows("AsicInfo"):
        core, highest = (number(row[label]) for label in ("core clock", "highest core clock"))
        if pci(row) in working and core and highest and core * 1000 <= highest * limits["gpu.clock-low.share"]:
            add(out, "gpu.clock-low", row["name"] or "GPU", 1, 1)
    hashes = {(row["hash, low"], row["hash, high"]) for row in capture.rows("CodeObject") if "hash, low" in row}
    named = {(row["code object hash, low"], row["code object hash, high"]) for row in capture.rows("COCorrelation")
             if "code object hash, low" in row}
    if hashes and named - hashes and not capture.is_cut:
        add(out, "gpu.code-missing", "code objects", len(named - hashes), len(named - hashes))
    errors = capture.chunks.count("TraceError")
    if errors:
        add(out, "gpu.trace-error", "trace", errors, errors)
    for subject, count in crash.stopped(capture.events).items():
        add(out, "gpu.crash", subject, count, count)
    return out


def of_submits(capture, limits, out):
    tick = S / number(capture.rows("AsicInfo")[0]["timestamp clock"])  # ns
    frames, queues = collections.defaultdict(list), collections.defaultdict(list)
    for each in capture.submits:
        time = each["gpu_begin"] * tick, each["gpu_end"] * tick
        frames[each["frame"]].append(time + (each["queue"],))
        queues[each["queue"]].append(time)
    times = [(min(a for a, _, _ in of), max(b for _, b, _ in of)) for _, of in sorted(frames.items())]
    lengths = [b - a for a, b in times]
    if len(lengths) >= 4:
        usual = median(lengths)
        spikes = [ns - usual for ns in lengths[1:-1]
                  if ns >= usual * limits["gpu.frame-spike.times"] and ns - usual >= limits["gpu.frame-spike.more"]]
        if len(spikes) == 1 or 0 < len(spikes) * 1000 <= len(lengths) * limits["gpu.frame-spike.few"]:
            add(out, "gpu.frame-spike", "frames", sum(spikes), len(spikes), ROUNDING)
    of_backlog(capture, limits, median(lengths), tick, out)
    if capture.is_cut:  # a submit that is lost looks like time without work
        return
    busy = {queue: joined(of) for queue, of in queues.items()}
    everything = joined([tuple(each) for of in busy.values() for each in of])
    span = everything[-1][1] - everything[0][0]
    least = MS // 10
    shown = sorted(each["gpu_begin"] * tick for each in capture.presents)
    begins = sorted(begin for begin, _ in times)
    shown = shown if is_steady(shown) else of_a_screen(shown)
    begins = of_a_screen(begins)
    gaps = [b[0] - a[1] for a, b in zip(everything, everything[1:])
            if not any(a[1] - least <= time <= b[0] + least for time in shown)
            and not any(b[0] - least <= time <= b[0] + least for time in begins)]
    gaps = [ns for ns in gaps if ns >= least]
    if len(times) >= 4 and gaps and sum(gaps) * 1000 >= span * limits["gpu.idle.share"]:
        add(out, "gpu.idle", "GPU", sum(gaps), len(gaps), ROUNDING)
    sums = {queue: sum(b - a for a, b in of) for queue, of in busy.items()}
    first = max(sums, key=sums.get)
    alone = []
    for queue, of in busy.items():
        shares = any({first, queue} <= {q for _, _, q in frame} for frame in frames.values())
        beside = sum(overlap(a, b, busy[first]) for a, b in of)
        if queue != first and shares and sums[queue] * 1000 >= span * 50 \
                and beside * 1000 <= sums[queue] * limits["gpu.no-overlap.beside"]:
            alone.append(sums[queue] - beside)
    if alone:
        add(out, "gpu.no-overlap", "queues", sum(alone), len(alone), ROUNDING)


def is_steady(times):
    """Half of the steps from one to the next are within a tenth of the median."""
    steps = [b - a for a, b in zip(times, times[1:])]
    return len(steps) >= 4 and rank(steps, 750) - rank(steps, 250) <= rank(steps, 500) / 10


def of_a_screen(times):
    """Those that come one to three refreshes behind the one before, where three quarters of them do."""
    steps = [b - a for a, b in zip(times, times[1:])]
    for rate in (50, 60, 72, 75, 90, 120, 144, 165, 240):
        refresh = S / rate
        beside = [step - min(max(round(step / refresh), 1), 3) * refresh for step in steps]
        fit = [time for time, ns in zip(times[1:], beside) if abs(ns) <= refresh / 20]
        if len(steps) >= 4 and len(fit) * 4 >= len(steps) * 3 and abs(median(beside)) <= refresh / 50:
            return fit
    return []


def of_backlog(capture, limits, usual, tick, out):
    """From the call to the begin of a submit, by frame, while it does not fall by half a frame: the longest way up."""
    waits = collections.defaultdict(list)
    for each in capture.submits:
        pairs = capture.clocks().get(each["pci"])
        if not pairs or not each["cpu"]:
            continue
        if len(pairs) < 2:
            cpu_tick = capture.cpu_tick()
            if not cpu_tick:
                continue
            pairs.append((pairs[0][0] + S / cpu_tick, pairs[0][1] + S / tick))
        (cpu, gpu), (last_cpu, last_gpu) = pairs[0], pairs[-1]
        begin = cpu + (each["gpu_begin"] - gpu) * (last_cpu - cpu) / (last_gpu - gpu)
        if begin >= each["cpu"]:
            waits[each["frame"]].append((begin - each["cpu"]) * tick * (last_gpu - gpu) / (last_cpu - cpu))
    medians = [median(of) for _, of in sorted(waits.items())]
    least = limits["gpu.backlog.frames"]
    grown = []
    begin = 0
    while begin < len(medians):
        first = last = begin
        end = begin + 1
        while end < len(medians) and medians[end] >= medians[last] - usual / 2:
            if medians[end] >= medians[last]:
                last = end
            elif medians[end] < medians[first] and last == first:
                first = last = end
            end += 1
        way = medians[last] - medians[first]
        if last - first + 1 >= least and (medians[last] - medians[(first + last) // 2]) * 4 >= way:
            grown.append((way, last - first + 1))
        begin = end
    if grown:
        cost = max(ns for ns, _ in grown)
        if cost >= usual * limits["gpu.backlog.times"]:
            add(out, "gpu.backlog", "submits", cost, max(count for ns, count in grown if ns == cost), ROUNDING)
