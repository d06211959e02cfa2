"""The heap of a JVM: collections, what is left after them, what is allocated."""
import collections

from common import MS, S, add, median, reach
from jvm_events import length, site

REQUESTED = ("System.gc()", "Heap Inspection", "Heap Dump", "Diagnostic Command", "JvmtiEnv ForceGarbageCollection")
FULL = ("G1Full", "SerialOld", "ParallelOld", "PSMarkSweep", "ParallelFull")
GOAL_MOST = 3_600_000  # ms; collectors without a goal have one of centuries
NOBODY = {"javaName": "no thread recorded"}
NO_SECOND = -1  # a condensed recording did not keep when
SAMPLES = {"jdk.ObjectAllocationInNewTLAB": "tlabSize", "jdk.ObjectAllocationOutsideTLAB": "allocationSize"}


def long_pause(events, limits, is_usual):
    goals = [each["fields"]["value"] for each in events.of["jdk.UnsignedLongFlag"]
             if each["fields"]["name"] == "MaxGCPauseMillis" and 0 < each["fields"]["value"] <= GOAL_MOST]
    return goals[-1] * MS if goals and is_usual else limits["jvm.gc-long.min"]


def of_collections(events, limits, longest, out):
    fallbacks = collections.defaultdict(set)  # of Shenandoah, by collection
    for each in events.of["jdk.GCPhasePause"]:
        name = each["fields"].get("name") or ""
        if name.startswith(("Pause Full", "Pause Degenerated GC")):
            fallbacks[each["fields"].get("gcId")].add("full" if name.startswith("Pause Full") else "degenerated")

    def fallback(fields):
        return fallbacks[fields["gcId"]] if fields["name"].startswith("Shenandoah") else set()

    def is_last_resort(fields):
        return fields["name"] == "G1Full" or "full" in fallback(fields)

    kinds = {
        "jvm.gc-long": lambda f: f["longestPause"] >= longest,
        "jvm.gc-full": lambda f: (f["name"] in FULL or fallback(f)) and not f["cause"].startswith(REQUESTED),
        "jvm.gc-asked": lambda f: f["cause"].startswith(REQUESTED),
        "jvm.gc-humongous": lambda f: "Humongous" in f["cause"],
    }
    of = events.of["jdk.GarbageCollection"]
    for rule, is_one in kinds.items():
        pauses = [each["fields"]["sumOfPauses"] for each in of if is_one(each["fields"])]
        is_usual_way = rule == "jvm.gc-full" and not any(is_last_resort(each["fields"]) for each in of
                                                         if is_one(each["fields"]))
        if pauses and not (is_usual_way and sum(pauses) * 1000 < events.run * limits["jvm.gc-full.share"]):
            add(out, rule, "collections", sum(pauses), len(pauses))
    window = min(60 * S, events.run)
    if events.run < limits["jvm.gc-share.recording"] or not of:
        return
    share = limits["jvm.gc-share.share"]
    windows = []
    for first in range(len(of)):
        among = inside(of, first, window)
        pauses = sum(of[at]["fields"]["sumOfPauses"] for at in among)
        if pauses and min(pauses, window) * 1000 >= window * share:
            windows.append((min(pauses, window), first, among[-1]))
    windows = [span for _, *span in sorted(windows, key=lambda each: -each[0])]
    starts = [(each["start_ns"], each["start_ns"], each["fields"]["sumOfPauses"]) for each in of]
    times = [(starts[first][0], starts[last][0]) for first, last in reach(starts, windows, share)]
    pauses = [each["fields"]["sumOfPauses"] for each in of if any(a <= each["start_ns"] <= b for a, b in times)]
    if pauses:
        add(out, "jvm.gc-share", "collections", sum(pauses), len(pauses))


def inside(of, first, window):
    """Which collections are within a window that begins with one; it counts, however long it is."""
    until = of[first]["start_ns"] + window
    return [at for at in range(first, len(of)) if at == first or of[at]["start_ns"] + length(of[at]) <= until]


def of_heap(events, limits, out):
    def after(summaries):
        return [each for each in summaries if each["fields"]["when"].startswith("After")]

    full = [each["fields"]["heapUsed"] for each in after(events.of["jdk.GCHeapSummary"])
            if each["fields"]["heapUsed"] * 1000
            >= each["fields"]["heapSpace"]["reservedSize"] * limits["jvm.heap-full.share"]]
    if full:
        add(out, "jvm.heap-full", "heap", max(full), len(full))
    warm = after(events.warm("jdk.GCHeapSummary"))
    used = [each["fields"]["heapUsed"] for each in warm]
    if len(used) < limits["jvm.heap-grows.values"] \
            or warm[-1]["start_ns"] - warm[0]["start_ns"] < limits["jvm.heap-grows.time"]:
        return
    half = len(used) // 2
    before, behind = sum(used[:half]) / half, sum(used[half:]) / (len(used) - half)
    trend = used
    if len(used) > 9:
        trend = [median(used[len(used) * n // 9:len(used) * (n + 1) // 9]) for n in range(9)]
        trend[-1] = min(trend[-1], used[-1])
    grown = trend[-1] - trend[0]
    steps = [b - a for a, b in zip(trend, trend[1:])]
    large = [at for at, step in enumerate(steps, 1) if step * 10 >= grown]
    up, way = sum(step for step in steps if step > 0), sum(map(abs, steps))
    if behind * 1000 > before * limits["jvm.heap-grows.growth"] and grown > 0 \
            and len(large) >= limits["jvm.heap-grows.steps"] and large[-1] * 3 >= len(trend) * 2 \
            and up * 1000 >= way * limits["jvm.heap-grows.up"]:
        add(out, "jvm.heap-grows", "heap", grown, len(used))


def warm_up(events):
    starts = [each["fields"]["jvmStartTime"] for each in events.of["jdk.JVMInformation"] if each["fields"]["jvmStartTime"]]
    return max(starts[-1] + 30 * S - events.start, 0) if starts else min(events.run // 10, 30 * S)


def without_warm_up(events, burst, longest):
    """Seconds of bursts; of those that end while the program warms up the ones that hurt."""
    hard = {events.second(each) for each in events.of["jdk.GarbageCollection"]
            if each["fields"]["longestPause"] >= longest
            or each["fields"]["name"] == "G1Full" and not each["fields"]["cause"].startswith(REQUESTED)}
    out, warm = set(), warm_up(events)
    for second in burst:
        first = last = second
        while first - 1 in burst:
            first -= 1
        while last + 1 in burst:
            last += 1
        if last * S >= warm or hard & set(range(first, last + 1)):
            out.add(second)
    return out


def phases(seconds, least):
    """Seconds in a row with half of what counts, where they have it on average."""
    out, row = set(), []
    for second in sorted(seconds) + [max(seconds) + 2]:
        high = second in seconds and seconds[second] >= least - least // 2
        if row and (not high or second != row[-1] + 1):
            if sum(seconds[each] for each in row) >= least * len(row):
                out.update(row)
            row = []
        if high:
            row.append(second)
    return out


def of_allocation(events, limits, longest, out):
    kinds = {"jdk.ObjectAllocationSample": "weight"} if events.of["jdk.ObjectAllocationSample"] else SAMPLES
    threads, sites = (collections.defaultdict(collections.Counter) for _ in range(2))  # of each second
    samples = 0
    for kind, field in kinds.items():
        for each in events.of[kind]:
            second, size = events.second(each), each["fields"][field]
            second = NO_SECOND if each.get("approximate") else second
            threads[second][(each["fields"]["eventThread"] or NOBODY)["javaName"]] += size
            sites[second][site(each)] += size
            samples += 1
    seconds = {second: sum(of.values()) for second, of in threads.items()}
    count = events.run // S + 1
    if not seconds:
        return
    zeros = max(count - len(seconds), 0)  # a recording may claim to last for centuries
    at = (zeros + len(seconds) + 1) // 2 - 1
    usual = 0 if at < zeros else sorted(seconds.values())[at - zeros]
    least = max(500_000_000, usual * limits["jvm.alloc-burst.times"])
    is_checked = events.run >= 10 * S and NO_SECOND not in seconds
    burst = phases(seconds, least) if is_checked else set()
    burst = without_warm_up(events, burst, longest)
    if burst:
        of = sum((threads[second] for second in burst), collections.Counter())
        known = collections.Counter({name: size for name, size in of.items() if name != NOBODY["javaName"]})
        add(out, "jvm.alloc-burst", (known or of).most_common(1)[0][0], sum(of.values()), len(burst))
    others = sum((of for second, of in sites.items() if second not in burst), collections.Counter())
    if samples >= limits["jvm.alloc-site.samples"] and others:
        known = collections.Counter({name: size for name, size in others.items() if name})
        name, size = known.most_common(1)[0] if known else ("", 0)
        if name and size * 1000 >= sum(others.values()) * limits["jvm.alloc-site.share"]:
            add(out, "jvm.alloc-site", name, size, 1)
