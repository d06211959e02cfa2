"""What threads of a JVM wait for: locks, files, sockets; operations of the program that were slow."""
import collections

import jvm_heap
from common import LOW, MB, MS, S, add, joined, overlap, percent, quantile
from jvm_events import dotted, length, thread, time

FIRST_CLIENT_PORT = 32_768
TRANSFERS = ("FileRead", "FileWrite", "FileForce", "SocketRead", "SocketWrite")
LOCKS = "java.util.concurrent."
OF_LOCKS = {LOCKS + name for name in (
    "locks.ReentrantLock$NonfairSync", "locks.ReentrantLock$FairSync", "locks.ReentrantReadWriteLock$NonfairSync",
    "locks.ReentrantReadWriteLock$FairSync", "locks.StampedLock", "Semaphore$NonfairSync", "Semaphore$FairSync",
    "ThreadPoolExecutor$Worker")}


def of_locks(events, limits, out):
    kinds = (("jvm.lock-contention", "jdk.JavaMonitorEnter", "monitorClass"),
             ("jvm.park-contention", "jdk.ThreadPark", "parkedClass"))
    for rule, kind, field in kinds:
        locks = collections.defaultdict(list)
        for each in events.of[kind]:
            name = dotted(each["fields"][field])
            if length(each) > 0 and (kind != "jdk.ThreadPark" or name in OF_LOCKS):
                locks[name].append(each)
        for name, waits in locks.items():
            total = sum(map(length, waits))
            threads = {thread(each) for each in waits}
            if total >= limits[rule + ".min"] and total * 1000 >= events.run * limits[rule + ".share"] \
                    and total >= LOW * events.run * len(threads):
                add(out, rule, name, total, len(waits))
                if rule == "jvm.lock-contention":
                    held_over_io(events, waits, total, limits, out)


def held_over_io(events, waits, total, limits, out):
    """It is no finding of its own: words of the one about the lock."""
    owners = {thread(each, "previousOwner") for each in waits} - {None}
    when = joined(map(time, waits))
    targets = collections.defaultdict(list)
    for kind in TRANSFERS:
        for each in events.of["jdk." + kind]:
            if length(each) >= limits["jvm.lock-held-over-io.min"] and thread(each) in owners \
                    and overlap(*time(each), when):
                targets[kind.endswith("Read"), target(kind, each["fields"])].append(time(each))
    busy = joined(each for of in targets.values() for each in of)
    inside = sum(overlap(*time(each), busy) for each in waits)
    if targets and inside * 1000 >= total * limits["jvm.lock-held-over-io.share"]:
        (_, name), most = max(targets.items(), key=lambda each: sum(b - a for a, b in each[1]))
        add(out, "jvm.lock-held-over-io", f"{percent(inside / total)} of the waiting", inside, len(waits))
        add(out, "jvm.lock-held-over-io", f"{name}: {len(most)} time", inside, len(most))


def target(kind, fields):
    return fields["path"] if kind.startswith("File") else f"{fields['host'] or fields['address']}:{fields['port']}"


def of_operations(events, limits, out):
    for name, of in events.of.items():
        if name.startswith("jdk.") or not any(isinstance(each["dur_ns"], int) for each in of) or len(of) < 100:
            continue
        lengths = [length(each) for each in of]
        usual = quantile(lengths, 50, 100)
        slow = [ns for ns in lengths if ns >= max(10 * MS, usual * limits["jvm.slow-operation.times"])]
        threads = {thread(each) for each in of}
        cost = sum(ns - usual for ns in slow)
        if slow and cost >= LOW * events.run * len(threads) and len(slow) * 1000 <= len(of) * 20:
            add(out, "jvm.slow-operation", name, cost, len(slow))


def of_transfers(events, limits, out):
    targets = collections.defaultdict(list)
    for kind in TRANSFERS:
        for each in events.of["jdk." + kind]:
            fields, is_socket = each["fields"], kind.startswith("Socket")
            if kind == "SocketRead" and (fields["port"] >= FIRST_CLIENT_PORT or fields["bytesRead"] <= 0):
                continue
            word = "reads" if kind.endswith("Read") else "writes"
            targets[f"{word} of {target(kind, fields)}", is_socket].append(each)
    of_start = []
    for (name, is_socket), transfers in targets.items():
        single = limits["jvm.slow-io.socket" if is_socket else "jvm.slow-io.file"]
        lengths = [length(each) for each in transfers]
        usual, p99 = quantile(lengths, 50, 100), quantile(lengths, 99, 100)
        stands = max(MS, 20 * usual)
        slow = [each for each in transfers if length(each) >= MS and (length(each) >= stands or length(each) >= single)
                and moved(each) * S < length(each) * 50 * MB]
        cost = sum(length(each) - usual if length(each) >= stands else length(each) for each in slow)
        threads = {thread(each) for each in slow}
        most = max(map(length, slow), default=0)
        is_usual = is_socket and name.startswith("reads") and most < stands and len(lengths) >= 3
        if is_usual and are_there_to_wait(events, transfers):
            continue
        is_tail = len(lengths) >= 30 and p99 >= stands and cost * 1000 >= events.run * 10
        if slow and (is_tail or most >= single) and cost >= LOW * events.run * len(threads):
            is_start = name.startswith("reads") and not is_socket \
                and all(each["start_ns"] < events.start + jvm_heap.warm_up(events) for each in slow)
            if is_start:
                of_start.append((name, cost, len(slow)))
            else:
                add(out, "jvm.slow-io", name, cost, len(slow))
    for name, cost, count in of_start:
        add(out, "jvm.slow-io", name if len(of_start) == 1 else "reads of files when the program began", cost, count)


def moved(event):
    """Bytes."""
    return max(event["fields"].get("bytesRead") or event["fields"].get("bytesWritten") or 0, 0)


def are_there_to_wait(events, transfers):
    """All threads do so for most of the time."""
    waits = collections.Counter()
    for each in transfers:
        if length(each) >= MS:
            waits[thread(each)] += length(each)
    return all(ns >= events.run // 2 for ns in waits.values())
