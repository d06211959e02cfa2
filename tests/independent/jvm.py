"""Recordings of a JVM: all rules, and those about what ran, what was thrown, how the VM stopped, the machine."""
import bisect
import collections
import itertools
import math
import re
import statistics

import jvm_heap
import jvm_waits
from common import MS, S, add, grows_in_parts, reach, worst_minute
from jvm_events import Events, by_thread, dotted, length, methods, time

THRESHOLDS = {"jvm.lock-contention.share": 20, "jvm.lock-contention.min": 100 * MS, "jvm.gc-long.min": 200 * MS,
              "jvm.exceptions.rate": 1000, "jvm.heap-full.share": 850, "jvm.cpu-full.load": 950,
              "jvm.alloc-burst.times": 5, "jvm.slow-safepoint.min": 50 * MS, "jvm.slow-safepoint.share": 20,
              "jvm.slow-safepoint.minute": 50, "jvm.slow-operation.times": 10,
              "jvm.vm-operation.min": 100 * MS, "jvm.class-loading.share": 100, "jvm.class-loading.single": S,
              "jvm.slow-io.file": 100 * MS, "jvm.slow-io.socket": S, "jvm.park-contention.share": 20,
              "jvm.park-contention.min": 100 * MS, "jvm.pool-wait.share": 20, "jvm.pool-wait.min": 100 * MS,
              "jvm.lock-held-over-io.share": 500,
              "jvm.lock-held-over-io.min": 10 * MS, "jvm.gc-share.share": 50, "jvm.gc-share.recording": 10 * S,
              "jvm.heap-grows.values": 6, "jvm.heap-grows.time": 30 * S, "jvm.heap-grows.growth": 1250,
              "jvm.heap-grows.up": 700, "jvm.heap-grows.steps": 3, "jvm.gc-full.share": 10, "jvm.alloc-site.share": 300, "jvm.alloc-site.samples": 1000,
              "jvm.hot-method.share": 250, "jvm.hot-method.surely": 200, "jvm.hot-method.samples": 100,
              "jvm.other-cpu.load": 400, "jvm.other-cpu.samples": 5, "jvm.threads-grow.growth": 1500,
              "jvm.threads-grow.more": 20, "jvm.pinned.share": 10, "jvm.incomplete.stacks": 10,
              "jvm.incomplete.compilations": 10, "jvm.alloc-stall.share": 10, "jvm.read-timeout.min": 100 * MS,
              "jvm.read-timeout.times": 3, "jvm.read-timeout.few": 250, "jvm.threads-grow.pool": 800,
              "jvm.classes-grow.growth": 1100, "jvm.classes-grow.more": 1000, "jvm.classes-grow.recording": 60 * S,
              "jvm.cpu-throttled.share": 100, "jvm.cpu-throttled.medium": 250, "jvm.cpu-throttled.slices": 50}
LOWER = {"jvm.lock-contention.min": ("1ms", MS), "jvm.gc-long.min": ("5ms", 5 * MS),
         "jvm.exceptions.rate": ("5", 5), "jvm.heap-full.share": ("5%", 50), "jvm.cpu-full.load": ("60%", 600),
         "jvm.slow-safepoint.min": ("10us", 10_000), "jvm.slow-operation.times": ("4", 4),
         "jvm.vm-operation.min": ("1us", 1_000), "jvm.class-loading.single": ("1ms", MS),
         "jvm.slow-io.file": ("20ms", 20 * MS), "jvm.slow-io.socket": ("50ms", 50 * MS),
         "jvm.park-contention.share": ("0.1%", 1), "jvm.park-contention.min": ("1us", 1_000),
         "jvm.pool-wait.share": ("0.1%", 1), "jvm.pool-wait.min": ("1us", 1_000),
         "jvm.gc-share.share": ("0.1%", 1), "jvm.gc-share.recording": ("1ms", MS),
         "jvm.heap-grows.values": ("2", 2), "jvm.heap-grows.time": ("1ms", MS),
         "jvm.heap-grows.growth": ("101%", 1010), "jvm.heap-grows.up": ("10%", 100),
         "jvm.heap-grows.steps": ("1", 1), "jvm.gc-full.share": ("0.1%", 1),
         "jvm.alloc-site.share": ("1%", 10), "jvm.alloc-site.samples": ("10", 10),
         "jvm.hot-method.share": ("1%", 10), "jvm.hot-method.surely": ("0.1%", 1),
         "jvm.hot-method.samples": ("10", 10), "jvm.other-cpu.load": ("1%", 10), "jvm.other-cpu.samples": ("1", 1),
         "jvm.threads-grow.growth": ("50%", 500), "jvm.threads-grow.more": ("1", 1), "jvm.classes-grow.growth": ("100%", 1000), "jvm.classes-grow.more": ("1", 1),
         "jvm.classes-grow.recording": ("1s", S), "jvm.pinned.share": ("0.1%", 1),
         "jvm.incomplete.stacks": ("0.1%", 1), "jvm.incomplete.compilations": ("1", 1),
         "jvm.alloc-stall.share": ("0.1%", 1), "jvm.read-timeout.min": ("1ms", MS), "jvm.read-timeout.times": ("1", 1),
         "jvm.read-timeout.few": ("100%", 1000), "jvm.cpu-throttled.share": ("0.1%", 1),
         "jvm.cpu-throttled.slices": ("1", 1)}
RULES = {"jvm.lock-contention", "jvm.lock-held-over-io", "jvm.park-contention", "jvm.gc-share", "jvm.gc-long",
         "jvm.gc-full", "jvm.gc-asked", "jvm.gc-humongous", "jvm.heap-grows", "jvm.heap-full", "jvm.alloc-burst",
         "jvm.alloc-site", "jvm.hot-method", "jvm.exceptions", "jvm.errors", "jvm.slow-io", "jvm.slow-operation",
         "jvm.slow-safepoint", "jvm.vm-operation", "jvm.cpu-full", "jvm.other-cpu", "jvm.threads-grow", "jvm.classes-grow", "jvm.pinned",
         "jvm.class-loading", "jvm.incomplete", "jvm.pool-wait", "jvm.deadlock", "jvm.alloc-stall", "jvm.read-timeout",
         "jvm.code-cache-full", "jvm.cpu-throttled"}
MISSING = ("NoClassDefFoundError", "UnsatisfiedLinkError", "NoSuchFieldError", "ClassNotFoundException",
           "NoSuchMethodException", "NoSuchFieldException")
OF_COLLECTOR = ("G1", "GC", "Collect", "XMark", "ZMark", "ZRelocate", "Shenandoah")


def read(ask):
    return Events(ask)


def findings(events, limits):
    out = {}
    jvm_waits.of_locks(events, limits, out)
    jvm_waits.of_operations(events, limits, out)
    jvm_waits.of_transfers(events, limits, out)
    jvm_waits.of_timeouts(events, limits, out)
    jvm_waits.of_stalls(events, limits, out)
    longest = jvm_heap.long_pause(events, limits, limits["jvm.gc-long.min"] == THRESHOLDS["jvm.gc-long.min"])
    jvm_heap.of_collections(events, limits, longest, out)
    jvm_heap.of_heap(events, limits, out)
    jvm_heap.of_allocation(events, limits, longest, out)
    of_methods(events, limits, out)
    of_thrown(events, limits, out)
    of_dumps(events, out)
    of_stops(events, limits, out)
    of_machine(events, limits, out)
    of_classes(events, limits, out)
    of_limits(events, limits, out)
    of_recording(events, limits, out)
    return out


def add_spans(out, rule, subject, lengths):
    if lengths:
        add(out, rule, subject, sum(lengths), len(lengths))


def of_methods(events, limits, out):
    """What ran in windows of 30 s that end with each second, where it is surely so much; of less the whole recording."""
    seconds = collections.defaultdict(collections.Counter)
    for each in events.of["jdk.ExecutionSample"]:
        if each["fields"]["stackTrace"] is not None:
            seconds[events.second(each)][(methods(each) or [""])[0]] += 1
    windows = collections.defaultdict(list)
    first = min(29, events.run // S)
    tries = max(events.run // S + 1 - first, 1) * 1000 / limits["jvm.hot-method.surely"]
    sigmas = -statistics.NormalDist().inv_cdf(0.05 / tries)  # one of so many is higher in 5 of 100
    for last in sorted({max(second, first) for second in seconds}):
        inside = sum((seconds[second] for second in range(last - 29, last + 1) if second in seconds),
                     collections.Counter())
        every = sum(inside.values())
        if every < limits["jvm.hot-method.samples"]:
            continue
        for name, count in inside.items():
            share = count / every
            surely = share - sigmas * math.sqrt(share * (1 - share) / every)
            if count * 1000 >= every * limits["jvm.hot-method.share"] \
                    and surely * 1000 > limits["jvm.hot-method.surely"]:
                windows[name].append((share, last))
    order = sorted(seconds)
    before = dict(zip(order, itertools.accumulate((sum(seconds[each].values()) for each in order), initial=0)))
    for name, seen in windows.items():
        ends = [last for _, last in sorted(seen, key=lambda each: -each[0])]
        ran = [second for second in order if seconds[second][name]]
        steps = [(before[each], before[each] + sum(seconds[each].values()), seconds[each][name]) for each in ran]
        within = [(bisect.bisect_left(ran, end - 29), bisect.bisect_right(ran, end) - 1) for end in ends]
        count = sum(steps[at][2] for first, last in reach(steps, within, limits["jvm.hot-method.share"])
                    for at in range(first, last + 1))
        add(out, "jvm.hot-method", name, count, count)


def of_thrown(events, limits, out):
    def is_probe(name, event):
        return name.endswith(MISSING) and event["start_ns"] < events.start + events.run // 10

    thrown = events.of["jdk.JavaExceptionThrow"]
    seconds = collections.Counter(events.second(each) for each in thrown
                                  if not is_probe(dotted(each["fields"].get("thrownClass")), each))
    if any(each.get("approximate") for each in thrown):
        seconds.clear()
    many = sum(count for count in seconds.values() if count >= limits["jvm.exceptions.rate"])
    if many:
        add(out, "jvm.exceptions", "exceptions", many, many)
    for each in events.of["jdk.JavaErrorThrow"]:
        name = dotted(each["fields"]["thrownClass"])
        if is_probe(name, each):
            continue
        is_search = any(method.startswith("java.lang.invoke.") for method in methods(each))
        if not is_search and not (each["fields"]["stackTrace"] is None and name.endswith("NoSuchMethodError")):
            add(out, "jvm.errors", name, 1, 1)
    full = len(events.of["jdk.MetaspaceOOM"])
    if full:
        add(out, "jvm.errors", "metaspace", full, full)


def of_dumps(events, out):
    threads = set()
    for each in events.of["jdk.ThreadDump"]:
        for told in re.findall(r"^Found [^\n]*Java-level deadlock:\n(.*?)(?:^[^\s\"=]|\Z)", each["fields"]["result"] or "",
                               re.M | re.S):
            threads.update(re.findall(r'^"(.+)":$', told, re.M))
    if threads:
        add(out, "jvm.deadlock", "threads", len(threads), len(threads))


def stops(events, of, least, limits):
    """Lengths of long ones; of all where shorter ones are much of the recording, or those in the worst minute of that."""
    short = [each for each in of if length(each) < least]
    start, ns = worst_minute(map(time, short))
    are_much = sum(map(length, short)) * 1000 >= max(events.run, 60 * S) * limits["jvm.slow-safepoint.share"]
    is_bad = not are_much and ns * 1000 >= 60 * S * limits["jvm.slow-safepoint.minute"]
    return [length(each) for each in of
            if are_much or length(each) >= least or is_bad and start <= each["start_ns"] < start + 60 * S]


def of_stops(events, limits, out):
    add_spans(out, "jvm.slow-safepoint", "safepoints",
              stops(events, events.of["jdk.SafepointBegin"], limits["jvm.slow-safepoint.min"], limits))
    operations = collections.defaultdict(list)
    for each in events.of["jdk.ExecuteVMOperation"]:
        name = each["fields"]["operation"]
        if each["fields"]["safepoint"] and not any(word in name for word in OF_COLLECTOR):
            operations[name].append(each)
    for name, of in operations.items():
        add_spans(out, "jvm.vm-operation", name, stops(events, of, limits["jvm.vm-operation.min"], limits))


def of_machine(events, limits, out):
    loads = [each["fields"] for each in events.of["jdk.CPULoad"]]
    kinds = (("jvm.cpu-full", lambda load: load["machineTotal"], 5),
             ("jvm.other-cpu", lambda load: load["machineTotal"] - (load["jvmUser"] + load["jvmSystem"]),
              limits["jvm.other-cpu.samples"]))
    for rule, load_of, least in kinds:
        high = sum(load_of(load) * 1000 >= limits[rule + ".load"] for load in loads)
        if len(loads) >= least and high * 1000 >= len(loads) * 300:
            add(out, rule, "CPU", high, high)
    counts = [each["fields"]["activeCount"] for each in events.warm("jdk.JavaThreadStatistics")]
    if len(events.of["jdk.JavaThreadStatistics"]) >= 3 and counts:
        grown = counts[-1] - counts[0]
        def grown_in(part):
            before = [each["fields"]["activeCount"] for each in events.warm("jdk.JavaThreadStatistics")
                      if each["start_ns"] <= events.start + events.run - events.run // part]
            return counts[-1] - (before or counts)[-1 if before else 0]
        values = [(each["start_ns"], each["fields"]["activeCount"])
                  for each in events.warm("jdk.JavaThreadStatistics")]
        at_once = max([count for at, count in values[first:] if at <= start + events.run // 10][-1] - counted
                      for first, (start, counted) in enumerate(values))
        is_pool = len(values) >= 10 and at_once * 1000 >= grown * limits["jvm.threads-grow.pool"]
        if grown >= limits["jvm.threads-grow.more"] \
                and counts[-1] * 1000 >= counts[0] * limits["jvm.threads-grow.growth"] and grown_in(2) >= grown // 4 \
                and grown_in(8) >= grown // 16 \
                and not is_pool:
            add(out, "jvm.threads-grow", "threads", grown, grown)
    pinned = [length(each) for each in events.of["jdk.VirtualThreadPinned"]]
    in_a_minute = worst_minute(map(time, events.of["jdk.VirtualThreadPinned"]))[1]
    if sum(pinned) * 1000 >= events.run * limits["jvm.pinned.share"] or in_a_minute >= 3 * S:
        add_spans(out, "jvm.pinned", "virtual threads", pinned)
    classes = events.of["jdk.ClassLoad"]
    cost = sum(end - start for start, end in by_thread(classes))
    if classes and (cost * 1000 >= events.run * limits["jvm.class-loading.share"]
                    or max(map(length, classes)) >= limits["jvm.class-loading.single"]):
        add(out, "jvm.class-loading", "classes", cost, len(classes))


def parts(events, of):
    """Of levels from then on the least in each of eight parts behind the first quarter; how long one is; does it grow
    in all of them, by a quarter of the mean at least?"""
    first = events.start + events.run // 4
    part = (events.start + events.run - first) // 8 + 1
    least, late = [], []
    for begin in (first + part * at for at in range(8)):
        level = ([0] + [count for at, count in of if at <= begin])[-1]
        inside = [(at, count) for at, count in of if begin < at < begin + part]
        least.append(min([level] + [count for _, count in inside]))
        late = [([level] + [count for at, count in inside if at <= begin + part // 2])[-1]] \
            + [count for at, count in inside if at > begin + part // 2]
    growth = least[-1] - least[0]
    return least, part, growth > 0 and grows_in_parts(least, growth, 28) and (max(late) - min(late)) * 56 >= growth


def of_classes(events, limits, out):
    of = [(each["start_ns"], each["fields"]["loadedClassCount"] - each["fields"]["unloadedClassCount"])
          for each in events.of["jdk.ClassLoadingStatistics"]]
    least, part, is_steady = parts(events, of)
    first, growth = events.start + events.run // 4, least[-1] - least[0]
    steps = [b - a for a, b in zip(least, least[1:])]
    rises, reached = [], least[0]  # by a quarter of the mean of a part
    for at, count in of:
        if at >= first and (count - reached) * 28 >= growth:
            rises.append(at)
            reached = count
    rests = [b - a for a, b in zip(rises, rises[1:])] + [part // 2]
    is_growing = sum(step * 28 >= growth for step in steps) >= 4 and not any(-step * 28 >= growth for step in steps) \
        and (least[-1] - least[4]) * 3 >= growth and rises and events.start + events.run - rises[-1] <= max(rests)
    if of and events.run >= limits["jvm.classes-grow.recording"] and growth >= max(limits["jvm.classes-grow.more"], 1) \
            and least[-1] * 1000 >= least[0] * limits["jvm.classes-grow.growth"] \
            and (is_steady or is_growing):
        add(out, "jvm.classes-grow", "classes", growth, growth)


def of_limits(events, limits, out):
    direct = [each["fields"] for each in events.of["jdk.DirectBufferStatistics"]]
    least, _, is_steady = parts(events, [(each["start_ns"], each["fields"]["memoryUsed"])
                                         for each in events.of["jdk.DirectBufferStatistics"]])
    most = max((each["maxCapacity"] for each in direct), default=0)
    if most > 0 and is_steady and events.run >= limits["jvm.heap-grows.time"] and least[-1] * 2 >= most \
            and least[-1] * 1000 >= least[0] * limits["jvm.heap-grows.growth"]:
        add(out, "jvm.heap-grows", "direct buffers", least[-1] - least[0], len(direct))
    full = len(events.of["jdk.CodeCacheFull"])
    if full:
        add(out, "jvm.code-cache-full", "code cache", full, full)
    throttled = events.of["jdk.ContainerCPUThrottling"]

    def between(first, last, share):
        elapsed, slices, ns = (max(last["fields"][name] - first["fields"][name], 0)
                               for name in ("cpuElapsedSlices", "cpuThrottledSlices", "cpuThrottledTime"))
        is_much = elapsed >= limits["jvm.cpu-throttled.slices"] and slices * 1000 >= max(elapsed * share, 1)
        return (ns, slices) if is_much else None
    if len(throttled) >= 2:
        whole = between(throttled[0], throttled[-1], limits["jvm.cpu-throttled.share"])
        minutes = []
        for at, last in enumerate(throttled[1:], 1):
            first = next(each for each in throttled if last["start_ns"] - each["start_ns"] <= 60 * S)
            minutes.append(between(first, last, limits["jvm.cpu-throttled.medium"]))
        found = whole or max((each for each in minutes if each and each[0] > 0), key=lambda each: each[0], default=None)
        if found:
            add(out, "jvm.cpu-throttled", "CPU", *found)


def of_recording(events, limits, out):
    for each in events.of["jdk.DataLoss"]:
        if each["fields"]["amount"] > 0:
            add(out, "jvm.incomplete", "lost data", each["fields"]["amount"], 1)
    stacks = sum(each["fields"]["stackTrace"] is not None for each in events.of["jdk.ExecutionSample"])
    if events.cut_stacks and events.cut_stacks * 1000 >= stacks * limits["jvm.incomplete.stacks"]:
        add(out, "jvm.incomplete", "stacks", events.cut_stacks, events.cut_stacks)
    failed = len(events.of["jdk.CompilationFailure"])
    if failed >= limits["jvm.incomplete.compilations"]:
        add(out, "jvm.incomplete", "compilations", failed, failed)
