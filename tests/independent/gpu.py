"""Captures of a GPU: frames and queues by the ticks of its submits; how its clocks were compared; missing code."""
import collections
import json
import re

import crash
from common import MB, MS, S, add, grows_in_parts, joined, median, overlap

THRESHOLDS = {"gpu.frame-spike.times": 2, "gpu.frame-spike.more": 4 * MS, "gpu.frame-spike.few": 100, "gpu.frame-spike.phase": 8, "gpu.frame-spike.slow": 300, "gpu.memory-grows.min": 16 * MB, "gpu.memory-grows.share": 50, "gpu.memory-grows.recording": 5 * S,
              "gpu.memory-over.beyond": 50, "gpu.memory-over.time": S, "gpu.evictions.times": 100, "gpu.evictions.within": 10 * S, "gpu.evictions.full": 900,
              "gpu.never-ran.few": 100, "gpu.never-ran.still": S,
              "gpu.no-overlap.beside": 20,
              "gpu.idle.share": 100, "gpu.idle.long": 100 * MS, "gpu.idle.few": 10, "gpu.backlog.times": 3, "gpu.backlog.frames": 8, "gpu.clock-low.share": 700}
LOWER = {"gpu.frame-spike.times": ("1", 1), "gpu.frame-spike.few": ("100%", 1000), "gpu.frame-spike.more": ("1ms", MS), "gpu.frame-spike.phase": ("2", 2),
         "gpu.memory-grows.min": ("1MB", MB), "gpu.memory-grows.share": ("0.1%", 1), "gpu.memory-grows.recording": ("1ms", MS), "gpu.memory-over.beyond": ("1%", 10), "gpu.memory-over.time": ("1us", 1000),
         "gpu.evictions.times": ("1", 1), "gpu.evictions.full": ("1%", 10), "gpu.never-ran.few": ("50%", 500), "gpu.never-ran.still": ("1us", 1000), "gpu.backlog.times": ("1", 1),
         "gpu.backlog.frames": ("2", 2), "gpu.clock-low.share": ("90%", 900), "gpu.idle.share": ("1%", 10), "gpu.idle.long": ("5ms", 5 * MS)}
RULES = {"gpu.frame-spike", "gpu.never-ran", "gpu.memory-grows", "gpu.memory-over", "gpu.evictions", "gpu.no-overlap", "gpu.idle", "gpu.backlog", "gpu.calibration", "gpu.clock-low",
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
                       for name in ("AsicInfo", "ClockCalibration", "CodeObject", "COCorrelation", "GpuMemSegment")}
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
    of_memory(capture, limits, out)
    of_room(capture, limits, out)
    errors = capture.chunks.count("TraceError")
    if errors:
        add(out, "gpu.trace-error", "trace", errors, errors)
    for subject, count in crash.stopped(capture.events).items():
        add(out, "gpu.crash", subject, count, count)
    return out


def of_submits(capture, limits, out):
    tick = S / number(capture.rows("AsicInfo")[0]["timestamp clock"])  # ns
    frames, queues = framed(capture.submits, tick), collections.defaultdict(list)
    for each in capture.submits:
        queues[each["queue"]].append((each["gpu_begin"] * tick, each["gpu_end"] * tick))
    times = [(min(a for a, _, _, _ in of), max(b for _, b, _, _ in of)) for of in frames]
    # Of each what it took behind the end of the one that ended before.
    lengths = [end - max(begin, before) for (begin, end), before in zip(times, [0] + [end for _, end in times])]
    of_frames(times, lengths, limits, out)
    of_backlog(capture, frames, limits, median(lengths), tick, out)
    if capture.is_cut:  # a submit that is lost looks like time without work
        return
    busy = {queue: joined(of) for queue, of in queues.items()}
    everything = joined([tuple(each) for of in busy.values() for each in of])
    span = everything[-1][1] - everything[0][0]
    of_idle(capture, frames, everything, span, limits, tick, out)
    of_never_ran(capture, limits, tick, out)
    sums = {queue: sum(b - a for a, b in of) for queue, of in busy.items()}
    first = max(sums, key=sums.get)
    alone = []
    for queue, of in busy.items():
        shared = [each for frame in frames if {first, queue} <= {q for _, _, q, _ in frame} for each in frame]
        lesser = min(sum(b - a for a, b in joined([(a, b) for a, b, q, _ in shared if q == of_queue]))
                     for of_queue in (queue, first))
        beside = sum(overlap(a, b, busy[first]) for a, b in of)
        if queue != first and lesser * 1000 >= span * 50 and lesser > 0 \
                and beside * 1000 <= lesser * limits["gpu.no-overlap.beside"]:
            alone.append(lesser - beside)
    if alone:
        add(out, "gpu.no-overlap", "queues", sum(alone), len(alone), ROUNDING)


def in_rows(numbers):
    """Those that follow each other, with at most one between two."""
    rows = []
    for i in numbers:
        if rows and i - rows[-1][-1] <= 2:
            rows[-1].append(i)
        else:
            rows.append([i])
    return rows


def of_frames(times, lengths, limits, out):
    """Slow frames: many in a row against as many beside them that are in no such row, others against those around them."""
    if len(lengths) < 4:
        return
    usual, beside = median(lengths), min(max(len(lengths) // 10, 8), 100)
    steps = [b - a for (a, _), (b, _) in zip(times, times[1:])]

    def is_slow(i, *those):
        return all(lengths[i] >= of * limits["gpu.frame-spike.times"] and lengths[i] - of >= limits["gpu.frame-spike.more"]
                   for of in those)

    def is_single(i, pace):
        before, behind = lengths[max(i - beside, 0):i + 1], lengths[i:i + beside + 1]
        return is_slow(i, pace, median(before if len(before) >= 9 else lengths[:9]),
                       median(behind if len(behind) >= 9 else lengths[-9:]))

    rows = in_rows([i for i in range(1, len(lengths) - 1) if is_slow(i, usual)])
    # What lasts to the end and is a twentieth at least is one, and measured against what was before.
    first = next((at for at, row in enumerate(rows) if len(row) >= limits["gpu.frame-spike.phase"]), len(rows))
    last = sum(rows[first:], [])
    rest = len(lengths) - 1 - last[0] if last else 0
    is_to_end = last != [] and last[-1] + 3 >= len(lengths) and rest * 20 >= len(lengths) and len(last) * 4 >= rest * 3
    rows = [*rows[:first], last] if is_to_end else rows
    long_ones = [row for row in rows if len(row) >= limits["gpu.frame-spike.phase"]]
    others = sorted(set(range(len(lengths))) - {i for row in long_ones for i in row})
    slow = []
    for row in long_ones:
        if not slow or row[0] > slow[-1]:
            sides = [i for i in others if i < row[0]][-beside:], [i for i in others if i > row[-1]][:beside]
            sides = sides[:1] if is_to_end else sides
            if min(map(len, sides)) >= 8:
                often = max(median([steps[i] for i in side if i < len(steps)]) for side in sides)
                those = max(median([lengths[i] for i in side]) for side in sides)
                phase = [i for i in row if is_slow(i, those)]
                if median([steps[i] for i in row]) * 10 > often * 11 and len(phase) >= limits["gpu.frame-spike.phase"]:
                    slow += whole_phase(phase, lengths, those, is_slow, slow[-1] if slow else 0)
    if is_to_end:
        level = median([lengths[i] for i in rows[-1]])
        slow = [i for i in slow if not is_single(i, level)]
    single = []
    for row in rows:
        pace = median([lengths[i] for i in row]) if row in long_ones else usual
        for i in sorted(set(row) - set(slow)):
            if is_single(i, pace):
                single.append(i)
    for subject, of, most in ("frames", single, limits["gpu.frame-spike.few"]), ("slow phase", slow, limits["gpu.frame-spike.slow"]):
        count = sum(is_slow(i, usual) for i in of)
        if of and (count * 1000 <= len(lengths) * most or subject == "frames" and count == 1):
            add(out, "gpu.frame-spike", subject, sum(lengths[i] - usual for i in of), len(of), ROUNDING)


def whole_phase(slow, lengths, usual, is_slow, last):
    """From slow frames on both ways, behind the last phase: those nearer to them than to the usual one, with at most one
    between two."""
    between = usual + (median([lengths[i] for i in slow]) - usual) / 2
    of = [i for i in range(last + 1, len(lengths) - 1) if lengths[i] >= between or is_slow(i, usual)]
    before, behind = [i for i in of if i < slow[0]], [i for i in of if i > slow[-1]]
    out = [i for i in of if slow[0] <= i <= slow[-1]]
    while before and out[0] - before[-1] <= 2:
        out.insert(0, before.pop())
    for i in behind:
        if i - out[-1] <= 2:
            out.append(i)
    return out


def few(count, of, limit):
    return count <= 1 or count * 1000 <= of * limit


def of_never_ran(capture, limits, tick, out):
    """Submits without a time: before others of their queue that ran, or so long before the capture ends."""
    submits = [event for event in capture.events if event["type"] == "submit"]
    timed = [at for at, event in enumerate(submits) if event["gpu_begin"] and event["gpu_end"]]
    frames_behind = {event["frame"] for event in submits[timed[-1] + 1:]}
    cpu_tick = capture.cpu_tick() or 1
    ends = [event["cpu"] * cpu_tick for event in capture.events if event.get("cpu")]
    ends += [pairs[-1][0] * cpu_tick for pairs in capture.clocks().values()]
    never = 0
    for queue in {event["queue"] for event in submits}:
        of = [event for event in submits if event["queue"] == queue]
        ran = [at for at, event in enumerate(of) if event["gpu_begin"] and event["gpu_end"]]
        if not ran:
            continue
        left = [event for event in of[:ran[-1]] if not (event["gpu_begin"] and event["gpu_end"])]
        if few(len(left), len(of), limits["gpu.never-ran.few"]) \
                and few(len({each["frame"] for each in left}), len({each["frame"] for each in of}), limits["gpu.never-ran.few"]):
            never += len(left)
        else:  # what is like them is not measured
            continue
        behind = of[ran[-1] + 1:]
        waits = [wait_of(capture, of[at], tick) for at in ran]
        longest = max((wait + (of[at]["gpu_end"] - of[at]["gpu_begin"]) * tick for at, wait in zip(ran, waits)
                       if wait is not None), default=0)
        still = max(ends) - behind[0]["cpu"] * cpu_tick if behind else 0
        if len(frames_behind) <= 8 and still >= max(limits["gpu.never-ran.still"], 2 * longest):
            never += len(behind)
    if never:
        add(out, "gpu.never-ran", "submits", never, never)


HEAPS = ["local", "invisible", "host", "none"]


def of_memory(capture, limits, out):
    """What is allocated of each heap and not freed: its least in eight parts behind the first quarter of the trace, from
    one of the first four on."""
    tokens = [event for event in capture.events if event["chunk"].startswith("RmtData")]
    if not tokens:
        return
    begin, end = tokens[0]["time_ns"], max(event["time_ns"] for event in tokens)
    live, changes = {}, collections.defaultdict(list)
    first = begin + (end - begin) // 4
    for event in tokens:
        if event["type"] == "virtual_allocate":
            heap = HEAPS[event["heap"]] if event["heaps"] else "none"
            live[event["address"]] = heap, (event["pages_less_1"] + 1) * 4096, event["time_ns"]
            changes[heap].append((event["time_ns"], live[event["address"]][1]))
        elif event["type"] == "virtual_free" and event["address"] in live:
            heap, size, _ = live.pop(event["address"])
            changes[heap].append((event["time_ns"], -size))
    part = (end - first) // 8 + 1
    for heap, of in changes.items():
        least = []
        for start in (first + part * at for at in range(8)):
            level = sum(size for time, size in of if time <= start)
            lows, second_half = [(level, start)], [level]
            for time, size in (each for each in of if start < each[0] < start + part):
                level += size
                lows.append((level, time))
                second_half = second_half + [level] if time > start + part // 2 else [level]
            least.append(min(lows))
        levels, change = [level for level, _ in least], max(second_half) - min(second_half)
        for at in range(4):
            growth, steps = levels[-1] - levels[at], (7 - at) * (2 if at else 4)
            if growth > 0 and grows_in_parts(levels[at:], growth, steps) \
                    and change * 2 * steps >= growth and all(abs(level - levels[at]) * 8 <= growth for level in levels[:at]):
                break
        else:
            continue
        since, until = least[at][1], least[-1][1]
        if in_levels(of, since, part, levels[at], growth / steps):
            continue
        if end - begin >= limits["gpu.memory-grows.recording"] and growth >= limits["gpu.memory-grows.min"] \
                and growth * 1000 >= levels[at] * limits["gpu.memory-grows.share"]:
            made = sum(since < time <= until for of_heap, _, time in live.values() if of_heap == heap)
            add(out, "gpu.memory-grows", heap, growth, made)


def in_levels(of, since, part, reached, step):
    """Of what stays to the end: are half of the time rests of two thirds of a part between times when it grew by a step,
    which are no even stairs?"""
    kept, level = [], sum(size for _, size in of)
    for time, size in sorted(of, reverse=True):
        kept.append((time, min([level] + [low for _, low in kept[-1:]])))
        level -= size
    rises = []
    for time, level in reversed(kept):
        if time >= since and level - reached >= step:
            rises.append((time, level))
            reached = level
    least = part // 3 * 2
    rests = [(b, b - a) for (a, _), (b, _) in zip(rises, rises[1:]) if b - a >= least]
    ends = [(end, [low for time, low in reversed(kept) if time <= end - least // 2][-1]) for end, _ in rests]
    are_even = len(ends) >= 6
    for end, low in ends if are_even else ():  # as on a line, within a quarter of a stair
        due = ends[0][1] + (ends[-1][1] - ends[0][1]) * (end - ends[0][0]) / (ends[-1][0] - ends[0][0])
        are_even &= abs(low - due) * 4 * (len(ends) - 1) <= ends[-1][1] - ends[0][1]
    return len(rests) >= 2 and sum(rest for _, rest in rests) >= (rises[-1][0] - since) // 2 and not are_even


def of_room(capture, limits, out):
    """What is asked for of the GPU's own heaps against their sizes, and what is evicted meanwhile and comes back."""
    heaps = [row for chunk in capture.fields["GpuMemSegment"][:1] for row in chunk.values() if row.get("heap") in HEAPS[:2]]
    room = sum(int(row["size"].split(" · ")[-1].split()[0].replace(",", "")) for row in heaps)
    tokens = [event for event in capture.events if event["chunk"].startswith("RmtData")]
    if not tokens or not room:
        return
    sparse, bound = set(), set()  # images, and where they are bound
    made = collections.defaultdict(list)  # when there was how much more at an address
    live, freed = {}, set()
    for at, event in enumerate(tokens):
        if event["type"] == "resource_create" and event.get("create_flags", 0) >> 6 & 1:
            sparse.add(event["resource"])
        elif event["type"] == "resource_bind" and event["resource"] in sparse:
            bound |= {number for address, (number, size) in live.items() if address <= event["address"] < address + size}
        elif event["type"] == "virtual_allocate" and event["heaps"] and event["heap"] < 2:
            size = (event["pages_less_1"] + 1) * 4096
            live[event["address"]] = at, size
            made[at].append((event["time_ns"], size))
        elif event["type"] == "virtual_free" and event["address"] in live:
            number, size = live.pop(event["address"])
            freed.add(number)
            made[number].append((event["time_ns"], -size))
    level, levels = 0, []
    for time, size in sorted(each for number, of in made.items() if number not in bound for each in of):
        level += size
        levels = levels[:-1] if levels and levels[-1][0] == time else levels
        levels.append((time, level))
    ends = [time for time, _ in levels[1:]] + [max(event["time_ns"] for event in tokens)]
    over = [(time, end) for (time, level), end in zip(levels, ends)
            if level > room and (level - room) * 1000 >= room * limits["gpu.memory-over.beyond"]]
    if over and sum(end - time for time, end in over) >= limits["gpu.memory-over.time"] \
            and most_mapped(tokens) >= room:
        add(out, "gpu.memory-over", "GPU memory", max(level for _, level in levels) - room, len(joined(over)))
    of_evictions(tokens, levels, room, bound, limits, out)


def most_mapped(tokens):
    """Whatever there is, where no page tables were traced."""
    mapped, most = {}, None
    for event in tokens:
        if event["type"] == "page_table_update":
            size, unit = event["page_size"].split()
            mapped.pop(event["virtual_address"], None)
            if not event["unmap"]:
                mapped[event["virtual_address"]] = event["count"] * int(size) * {"KiB": 1 << 10, "MiB": 1 << 20}[unit]
                most = max(most or 0, sum(mapped.values()))
    return float("inf") if most is None else most


def of_evictions(tokens, levels, room, bound, limits, out):
    live, references, evicted, back, late = {}, collections.Counter(), {}, [], 0
    for at, event in enumerate(tokens):
        if event["type"] == "virtual_allocate":
            live[event["address"]] = at, (event["pages_less_1"] + 1) * 4096, event["heaps"] and event["heap"] < 2
        elif event["type"] == "virtual_free":
            number = live.pop(event["address"], (None,))[0]
            evicted.pop(number, None)
        elif event["type"] == "resource_reference" and event["address"] in live:
            number, size, is_own = live[event["address"]]
            if event["evict"]:
                references[number] = max(references[number] - 1, 0)
                if references[number] == 0:
                    evicted[number] = event["time_ns"]
                continue
            references[number] += 1
            since = evicted.pop(number, None)
            if since is None:
                continue
            level = ([0] + [level for time, level in levels if time <= since])[-1]
            if is_own and number not in bound and event["time_ns"] - since <= limits["gpu.evictions.within"] \
                    and level * 1000 >= room * limits["gpu.evictions.full"]:
                back.append(size)
            else:
                late += 1
    if back and len(back) >= max(limits["gpu.evictions.times"], late + len(evicted)):
        add(out, "gpu.evictions", "GPU memory", sum(back), len(back))


def framed(submits, tick):
    """Submits by frame: begin, end, queue, and themselves. A number that comes again behind eight others is another
    frame."""
    out, by_number = [], {}
    for each in submits:
        number = each["frame"]
        frame, begun = by_number.get(number, (None, 0))
        if frame is None or len(out) - begun > 8:
            frame = []
            out.append(frame)
        by_number[number] = frame, len(out)
        frame.append((each["gpu_begin"] * tick, each["gpu_end"] * tick, each["queue"], each))
    return sorted(out, key=lambda frame: max(end for _, end, _, _ in frame))


def of_idle(capture, frames, busy, span, limits, tick, out):
    """Gaps that no pace explains: of presents, or of the begins of frames on a queue."""
    least, long = MS // 10, limits["gpu.idle.long"]
    begins = collections.defaultdict(list)
    for frame in frames:
        for queue in {queue for _, _, queue, _ in frame}:
            begins[queue].append(min(begin for begin, _, of, _ in frame if of == queue))
    presents = sorted(each["gpu_begin"] * tick for each in capture.presents)
    paced = [(of, period_of(of), of is presents) for of in (presents, *map(sorted, begins.values()))]
    waits, silences, long_ones = [], [], 0
    for (_, start), (end, _) in zip(busy, busy[1:]):
        ns = end - start
        if ns < least:
            continue
        fits = set().union(*(kept(of, period, at, (start + end) / 2) for of, period, since in paced
                             for at in range(len(of)) if (start - least if since else end) <= of[at] <= end + least))
        long_ones += ns >= long
        if ns >= long and ("skips" in fits or "breaks" in fits and "keeps" not in fits):
            silences.append(ns)
        elif ns >= long or "keeps" not in fits:
            waits.append(ns)
    are_few = long_ones == 1 or 0 < long_ones * 1000 <= len(frames) * limits["gpu.idle.few"]
    if are_few:
        waits += silences
    if sum(waits) * 1000 < span * limits["gpu.idle.share"]:
        waits = [ns for ns in waits if ns >= long] if are_few else []
    if len(frames) >= 4 and waits:
        add(out, "gpu.idle", "GPU", sum(waits), len(waits), ROUNDING)


def kept(times, period, at, middle):
    """Does the step that holds the middle, before or behind this time, keep the pace of 32 steps up to it or from it on, or
    lie on the grid of 64? Nothing where they have none."""
    step = at - 1 if times[at] > middle else at
    if not 0 <= step < len(times) - 1 or not times[step] <= middle < times[step + 1]:
        return set()
    steps = [b - a for a, b in zip(times, times[1:])]
    fits = {"keeps" if beside(steps[step], pace) <= pace / 20 else "breaks"
            for pace in map(pace_of, (steps[max(step - 31, 0):max(step + 1, 8)], steps[min(step, max(len(steps) - 8, 0)):step + 32])) if pace}
    if period:
        first, last = max(step - 63, 0), min(step + 64, len(steps))
        for of in times[first:max(step + 1, min(first + 64, len(steps))) + 1], times[min(step, max(last - 64, 0)):last + 1]:
            grid, part = grid_of(of, period)
            if grid:
                whole = round(steps[step] / grid)
                is_on = abs(steps[step] - whole * grid) <= grid / part
                fits |= {"keeps" if is_on else "breaks"} | ({"skips"} if is_on and whole > 1 else set())
    return fits


def period_of(times):
    """What steps that are not much longer are once, twice or three times; each tenth is no longer than it, or half of
    them where all tremble."""
    steps = sorted(b - a for a, b in zip(times, times[1:]))
    if len(steps) < 16:
        return None
    return period_near(steps, steps[len(steps) // 10], 8, 16) or period_near(steps, median(steps), 4, 48)


def period_near(steps, period, part, least):
    for _ in range(3):
        if period < 2 * MS:
            return None
        of = [step for step in steps if step <= 3.5 * period]
        near = [step for step in of if beside(step, period) <= period / part]
        if len(near) < least or 4 * len(near) < 3 * len(of):
            return None
        period = sum(near) / sum(paces(step, period) for step in near)
    return period


def grid_of(times, about):
    """The period of the line through times by whole periods, and within which part of it a step may be off. Half lie near
    to it, and as near as steps are to whole periods."""
    steps = [b - a for a, b in zip(times, times[1:])]
    if len(steps) < 16:
        return None, 8
    xs = [0]
    for step in steps:
        xs.append(xs[-1] + round(step / about))
    if xs[-1] == 0 or xs[-1] > 10**6:
        return None, 8
    ys, count = [time - times[0] for time in times], len(times)
    mean_x, mean_y = sum(xs) / count, sum(ys) / count
    period = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys)) / sum((x - mean_x) ** 2 for x in xs)
    if period < 2 * MS:
        return None, 8
    off = [y - period * x for x, y in zip(xs, ys)]
    middle = median(off)
    spread = median([abs(each - middle) for each in off])
    from_whole = median([abs(step - round(step / period) * period) for step in steps])
    part = 8 if spread <= period / 25 else 4
    is_grid = spread <= (period / 8 if len(steps) >= 48 else period / 25) and spread <= from_whole
    return period if is_grid else None, part


def paces(step, pace):
    return min(max(round(step / pace), 1), 3)


def beside(step, pace):
    return abs(step - paces(step, pace) * pace)


def pace_of(steps):
    """What three quarters of the steps are one to three times, and half of them nearly so."""
    if len(steps) < 4:
        return None
    for count in (1, 2, 3):
        about = median(steps) / count
        near = [step for step in steps if beside(step, about) <= about / 20]
        if len(near) * 4 < len(steps) * 3:
            continue
        pace = sum(near) / sum(paces(step, about) for step in near)
        if median([beside(step, pace) for step in steps]) <= pace / 50:
            return pace
    return None


def of_backlog(capture, frames, limits, usual, tick, out):
    """From the call to the begin of a queue's submits, by frame, while it does not fall by half a frame: the longest way
    up that the median of its second half goes, too, for a quarter. It begins where they are half a frame longer."""
    waits = collections.defaultdict(list)  # by queue, of each frame
    for frame in frames:
        of_frame = collections.defaultdict(list)
        for begin, _, queue, each in frame:
            wait = wait_of(capture, each, tick)
            if wait is not None:
                of_frame[queue].append((begin, wait))
        for queue, of in of_frame.items():
            waits[queue].append((min(begin for begin, _ in of), median([wait for _, wait in of])))
    least = limits["gpu.backlog.frames"]
    grown = []
    for of in waits.values():
        medians, begin = [wait for _, wait in sorted(of, key=lambda each: each[0])], 0
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
            first = max([i for i in range(first, last) if medians[i] - medians[first] < usual / 2], default=first)
            middle = first + (last - first + 1) // 2
            if last - first + 1 >= max(least, 2) \
                    and (median(medians[middle:last + 1]) - median(medians[first:middle])) * 4 >= way:
                grown.append((way, last - first + 1))
            begin = end
    if grown:
        cost, count = max(grown)
        if cost >= usual * limits["gpu.backlog.times"]:
            add(out, "gpu.backlog", "submits", cost, count, ROUNDING)


def wait_of(capture, each, tick):
    """In ns; nothing where the times of both clocks are not known."""
    pairs = capture.clocks().get(each["pci"])
    if not pairs or not each["cpu"]:
        return None
    if len(pairs) < 2:
        cpu_tick = capture.cpu_tick()
        if not cpu_tick:
            return None
        pairs.append((pairs[0][0] + S / cpu_tick, pairs[0][1] + S / tick))
    (cpu, gpu), (last_cpu, last_gpu) = pairs[0], pairs[-1]
    begin = cpu + (each["gpu_begin"] - gpu) * (last_cpu - cpu) / (last_gpu - gpu)
    return (begin - each["cpu"]) * tick * (last_gpu - gpu) / (last_cpu - cpu) if begin >= each["cpu"] else None
