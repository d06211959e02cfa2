"""Captures of a GPU: frames and queues by the ticks of its submits. The demos have a tick of 10 ns."""
import collections
import json

from common import MS, joined, median, overlap

THRESHOLDS = {"gpu.frame-spike.times": 2, "gpu.frame-spike.more": 4 * MS, "gpu.no-overlap.beside": 20,
              "gpu.idle.share": 100}
LOWER = {"gpu.frame-spike.times": ("1", 1), "gpu.frame-spike.more": ("1ms", MS)}
RULES = {"gpu.frame-spike", "gpu.no-overlap", "gpu.idle"}  # idle but for waits for the screen, which the demos lack
TICK = 10  # ns
ROUNDING = 1e-5  # of a cost: times of both clocks are laid beside each other


def read(lines, _):
    return [record for record in map(json.loads, lines)
            if record.get("type") in ("submit", "present") and "gpu_begin" in record]


def findings(records, limits):
    out = {}
    submits = [r for r in records if r["type"] == "submit" and r["gpu_begin"] > 0]
    frames, queues = collections.defaultdict(list), collections.defaultdict(list)
    for each in submits:
        time = each["gpu_begin"] * TICK, each["gpu_end"] * TICK
        frames[each["frame"]].append(time + (each["queue"],))
        queues[each["queue"]].append(time)
    times = [(min(a for a, _, _ in of), max(b for _, b, _ in of)) for _, of in sorted(frames.items())]
    lengths = [b - a for a, b in times]
    if len(lengths) >= 4:
        usual = median(lengths)
        spikes = [ns - usual for ns in lengths[1:-1]
                  if ns >= usual * limits["gpu.frame-spike.times"] and ns - usual >= limits["gpu.frame-spike.more"]]
        if spikes:
            out["gpu.frame-spike", "frames"] = sum(spikes), len(spikes), ROUNDING
    busy = {queue: joined(of) for queue, of in queues.items()}
    if not busy:
        return out
    everything = joined([tuple(each) for of in busy.values() for each in of])
    span = everything[-1][1] - everything[0][0]
    gaps = [b[0] - a[1] for a, b in zip(everything, everything[1:])]
    gaps = [ns for ns in gaps if ns >= MS // 10]
    if len(times) >= 4 and gaps and sum(gaps) * 1000 >= span * limits["gpu.idle.share"]:
        out["gpu.idle", "GPU"] = sum(gaps), len(gaps), ROUNDING
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
        out["gpu.no-overlap", "queues"] = sum(alone), len(alone), ROUNDING
    return out
