"""Recordings of a JVM: what threads wait for, collections, allocation, what runs, from events as they are recorded."""
import collections
import json

from common import LOW, MS, S, joined, quantile

THRESHOLDS = {"jvm.lock-contention.share": 20, "jvm.lock-contention.min": 100 * MS, "jvm.gc-long.min": 200 * MS,
              "jvm.exceptions.rate": 1000, "jvm.heap-full.share": 850, "jvm.cpu-full.load": 950,
              "jvm.alloc-burst.times": 5, "jvm.slow-safepoint.min": 50 * MS, "jvm.slow-operation.times": 10,
              "jvm.vm-operation.min": 100 * MS, "jvm.class-loading.share": 100, "jvm.class-loading.single": S,
              "jvm.slow-io.file": 100 * MS, "jvm.slow-io.socket": S}
LOWER = {"jvm.lock-contention.min": ("1ms", MS), "jvm.gc-long.min": ("5ms", 5 * MS),
         "jvm.exceptions.rate": ("5", 5), "jvm.heap-full.share": ("5%", 50), "jvm.cpu-full.load": ("60%", 600),
         "jvm.slow-safepoint.min": ("10us", 10_000), "jvm.slow-operation.times": ("4", 4),
         "jvm.vm-operation.min": ("1us", 1_000), "jvm.class-loading.single": ("1ms", MS),
         "jvm.slow-io.file": ("20ms", 20 * MS), "jvm.slow-io.socket": ("50ms", 50 * MS)}
RULES = {"jvm.lock-contention", "jvm.gc-long", "jvm.gc-full", "jvm.gc-asked", "jvm.gc-humongous", "jvm.heap-full",
         "jvm.alloc-burst", "jvm.exceptions", "jvm.slow-safepoint", "jvm.vm-operation", "jvm.cpu-full",
         "jvm.class-loading", "jvm.slow-operation", "jvm.slow-io"}
REQUESTED = ("System.gc()", "Heap Inspection", "Heap Dump", "Diagnostic Command", "JvmtiEnv ForceGarbageCollection")
FULL = ("G1Full", "SerialOld", "ParallelOld", "PSMarkSweep", "ParallelFull")
OF_COLLECTOR = ("G1", "GC", "Collect", "XMark", "ZMark", "ZRelocate", "Shenandoah")
FIRST_CLIENT_PORT = 32_768
HISTOGRAM = 0.01  # what a median that is good to 0.4 % makes of a cost


def read(lines, _):
    by_type = collections.defaultdict(list)
    for line in lines:
        event = json.loads(line)
        if event.get("start_ns") is not None:
            by_type[event["type"]].append(event)
    return by_type


def length(event):
    return event["dur_ns"] if isinstance(event["dur_ns"], int) else 0


def dotted(name):
    return name.replace("/", ".")


def findings(events, limits):
    everything = [each for of in events.values() for each in of]
    start = min(each["start_ns"] for each in everything)
    end = max(each["start_ns"] + max(length(each), 1) for each in everything)
    run = end - start
    out = {}

    def add(rule, subject, values, unit=None):
        if values:
            out[rule, subject] = len(values) if unit == "count" else sum(values), len(values), 0

    locks = collections.defaultdict(list)
    for each in events["jdk.JavaMonitorEnter"]:
        if length(each) > 0:
            locks[dotted(each["fields"]["monitorClass"])].append(each)
    for name, waits in locks.items():
        total = sum(map(length, waits))
        threads = {each["fields"]["eventThread"]["javaThreadId"] for each in waits}
        if total >= limits["jvm.lock-contention.min"] and total * 1000 >= run * limits["jvm.lock-contention.share"] \
                and total >= LOW * run * len(threads):
            add("jvm.lock-contention", name, [length(each) for each in waits])
    out.update(of_collections(events, limits))
    bursts = of_allocation(events, limits, start, run)
    out.update(bursts)
    seconds = collections.Counter((each["start_ns"] - start) // S for each in events["jdk.JavaExceptionThrow"])
    many = sum(count for count in seconds.values() if count >= limits["jvm.exceptions.rate"])
    if many:
        out["jvm.exceptions", "exceptions"] = many, many, 0
    add("jvm.slow-safepoint", "safepoints", [length(each) for each in events["jdk.SafepointBegin"]
                                             if length(each) >= limits["jvm.slow-safepoint.min"]])
    operations = collections.defaultdict(list)
    for each in events["jdk.ExecuteVMOperation"]:
        name = each["fields"]["operation"]
        if each["fields"]["safepoint"] and not any(word in name for word in OF_COLLECTOR) \
                and length(each) >= limits["jvm.vm-operation.min"]:
            operations[name].append(length(each))
    for name, values in operations.items():
        add("jvm.vm-operation", name, values)
    loads = [each["fields"]["machineTotal"] for each in events["jdk.CPULoad"]]
    full = [load for load in loads if load * 1000 >= limits["jvm.cpu-full.load"]]
    if len(loads) >= 5 and len(full) * 1000 >= len(loads) * 300:
        add("jvm.cpu-full", "CPU", full, "count")
    classes = [length(each) for each in events["jdk.ClassLoad"]]
    if classes and (sum(classes) * 1000 >= run * limits["jvm.class-loading.share"]
                    or max(classes) >= limits["jvm.class-loading.single"]):
        add("jvm.class-loading", "classes", classes)
    out.update(of_operations(events, limits, run))
    out.update(of_transfers(events, limits, run))
    return out


def of_collections(events, limits):
    out = {}
    kinds = {
        "jvm.gc-long": lambda f: f["longestPause"] >= limits["jvm.gc-long.min"],
        "jvm.gc-full": lambda f: f["name"] in FULL and not f["cause"].startswith(REQUESTED),
        "jvm.gc-asked": lambda f: f["cause"].startswith(REQUESTED),
        "jvm.gc-humongous": lambda f: "Humongous" in f["cause"],
    }
    for rule, is_one in kinds.items():
        pauses = [each["fields"]["sumOfPauses"] for each in events["jdk.GarbageCollection"] if is_one(each["fields"])]
        if pauses:
            out[rule, "collections"] = sum(pauses), len(pauses), 0
    after = [each["fields"] for each in events["jdk.GCHeapSummary"] if each["fields"]["when"].startswith("After")]
    full = [f["heapUsed"] for f in after
            if f["heapUsed"] * 1000 >= f["heapSpace"]["reservedSize"] * limits["jvm.heap-full.share"]]
    if full:
        out["jvm.heap-full", "heap"] = max(full), len(full), 0
    return out


def of_allocation(events, limits, start, run):
    seconds = collections.defaultdict(lambda: collections.Counter())
    for each in events["jdk.ObjectAllocationSample"]:
        thread = each["fields"]["eventThread"]["javaName"]
        seconds[(each["start_ns"] - start) // S][thread] += each["fields"]["weight"]
    count = run // S + 1
    sums = sorted([sum(of.values()) for of in seconds.values()] + [0] * max(count - len(seconds), 0))
    usual = sums[(len(sums) + 1) // 2 - 1]
    burst = [of for of in seconds.values()
             if sum(of.values()) >= max(500_000_000, usual * limits["jvm.alloc-burst.times"])]
    if not burst or run < 10 * S:
        return {}
    threads = sum(burst, collections.Counter())
    return {("jvm.alloc-burst", threads.most_common(1)[0][0]): (sum(threads.values()), len(burst), 0)}


def of_operations(events, limits, run):
    out = {}
    for name, of in events.items():
        if name.startswith("jdk.") or not any(isinstance(each["dur_ns"], int) for each in of) or len(of) < 100:
            continue
        lengths = [length(each) for each in of]
        usual = quantile(lengths, 50, 100)
        slow = [ns for ns in lengths if ns >= max(10 * MS, usual * limits["jvm.slow-operation.times"])]
        threads = {each["fields"]["eventThread"]["javaThreadId"] for each in of}
        cost = sum(ns - usual for ns in slow)
        if slow and cost >= LOW * run * len(threads) and len(slow) * 1000 <= len(of) * 20:
            out["jvm.slow-operation", name] = cost, len(slow), 0
    return out


def of_transfers(events, limits, run):
    targets = collections.defaultdict(list)
    for kind in ("FileRead", "FileWrite", "FileForce", "SocketRead", "SocketWrite"):
        for each in events["jdk." + kind]:
            fields, is_socket = each["fields"], kind.startswith("Socket")
            name = fields["path"] if not is_socket else f"{fields['host'] or fields['address']}:{fields['port']}"
            if kind == "SocketRead" and (fields["port"] >= FIRST_CLIENT_PORT or fields["bytesRead"] <= 0):
                continue
            word = "reads" if kind.endswith("Read") else "writes"
            targets[f"{word} of {name}", is_socket].append(length(each))
    out = {}
    for (name, is_socket), lengths in targets.items():
        single = limits["jvm.slow-io.socket" if is_socket else "jvm.slow-io.file"]
        usual, p99 = quantile(lengths, 50, 100), quantile(lengths, 99, 100)
        stands = max(MS, 20 * usual)
        slow = [ns for ns in lengths if ns >= MS and (ns >= stands or ns >= single)]
        cost = sum(ns - usual if ns >= stands else ns for ns in slow)
        is_tail = len(lengths) >= 30 and p99 >= stands and cost * 1000 >= run * 10
        if slow and (is_tail or max(slow) >= single) and cost >= LOW * run:
            out["jvm.slow-io", name] = cost, len(slow), 0
    return out
