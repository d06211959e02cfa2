"""What threads of a JVM wait for: locks, files, sockets; operations of the program that were slow."""
import collections

import jvm_heap
from common import LOW, MEDIUM, MB, MS, S, add, joined, outliers_from, overlap, percent, quantile, step
from jvm_events import OF_JDK, dotted, length, methods, site, thread, time

FIRST_CLIENT_PORT = 32_768
TRANSFERS = ("FileRead", "FileWrite", "FileForce", "SocketRead", "SocketWrite")
LOCKS = "java.util.concurrent."
OF_LOCKS = {LOCKS + name for name in (
    "locks.ReentrantLock$NonfairSync", "locks.ReentrantLock$FairSync", "locks.ReentrantReadWriteLock$NonfairSync",
    "locks.ReentrantReadWriteLock$FairSync", "locks.StampedLock", "Semaphore$NonfairSync", "Semaphore$FairSync",
    "ThreadPoolExecutor$Worker")}
HAND_OUT = ("borrow", "lease", "checkout", "acquire", "getConnection")


def hands_out(name):
    return name.startswith(HAND_OUT) and not name.startswith("acquirePermission")


def is_by_loop(event):
    """A pool is asked by the run of the thread itself, below nothing else of the program."""
    own = [method for method in methods(event) if not method.startswith(OF_JDK)]
    first = next((at for at, method in enumerate(own) if hands_out(method.split(".")[-1])), len(own))
    return [method.split(".")[-1] for method in own[first + 1:]] == ["run"]


def of_locks(events, limits, out):
    def lock_of(each):
        return dotted(each["fields"]["monitorClass"])

    def park_of(each):
        name = dotted(each["fields"].get("parkedClass"))  # a wait for a monitor has none
        return name if name in OF_LOCKS else None

    def pool_of(each):
        """The first method outside of the JDK that hands something out."""
        return None if park_of(each) else next((method for method in methods(each) if not method.startswith(OF_JDK)
                                                and hands_out(method.split(".")[-1])), None)

    kinds = (("jvm.lock-contention", ["jdk.JavaMonitorEnter"], lock_of),
             ("jvm.park-contention", ["jdk.ThreadPark"], park_of),
             ("jvm.pool-wait", ["jdk.ThreadPark", "jdk.JavaMonitorWait"], pool_of))
    for rule, of, name_of in kinds:
        locks = collections.defaultdict(list)
        for each in (each for kind in of for each in events.of[kind]):
            name = name_of(each)
            is_counted = each.get("approximate") or not events.is_pause(each)
            if length(each) > 0 and is_counted and name is not None:
                locks[name].append(each)
        for name, waits in locks.items():
            total = sum(map(length, waits))
            threads = {thread(each) for each in waits}
            is_known_when = None not in threads and not any(each.get("approximate") for each in waits)
            most = events.thread_time(waits) if is_known_when else events.run * len(threads)
            is_told = total * 1000 >= events.run * limits[rule + ".share"] and total >= LOW * most
            if total < limits[rule + ".min"]:
                continue
            is_much = is_told and total >= MEDIUM * most
            minute = [] if is_much or not is_known_when else events.bad_minute(waits)
            if minute:
                waits = minute
                total = sum(map(length, waits))
                may_idle = "Semaphore" in name if rule == "jvm.park-contention" else \
                    rule == "jvm.pool-wait" and all(map(is_by_loop, waits))
                if may_idle and all(sum(length(each) for each in waits if thread(each) == who) >= 30 * S
                                    for who in map(thread, waits)):
                    continue
            if is_told or minute:
                add(out, rule, name, total, len(waits))
                if rule == "jvm.lock-contention" and not any(each.get("approximate") for each in waits):
                    held_over_io(events, waits, total, limits, out)


def held_over_io(events, waits, total, limits, out):
    """It is no finding of its own: words of the one about the lock."""
    holds = collections.defaultdict(list)  # by thread: when it had which monitor while somebody waited for it
    for each in waits:
        owner, address, (start, end) = thread(each, "previousOwner"), each["fields"].get("address"), time(each)
        if owner:
            got = [time(own)[1] for own in waits if thread(own) == owner and time(own)[1] < end
                   and own["fields"].get("address") == address]
            holds[owner].append((address, max([start] + got), end))
    targets, busy = collections.defaultdict(list), collections.defaultdict(list)
    for kind in (*TRANSFERS, "ThreadSleep"):
        for each in events.of["jdk." + kind]:
            if length(each) < limits["jvm.lock-held-over-io.min"] or events.is_pause(each):
                continue
            start, end = time(each)
            while_held = [(address, max(start, a), min(end, b)) for address, a, b in holds[thread(each)]
                          if a < end and start < b]
            for address, a, b in while_held:
                busy[address].append((a, b))
            if while_held:
                name = slept(each) if kind == "ThreadSleep" else target(kind, each["fields"])
                targets[kind.endswith("Read"), name].append(time(each))
    inside = sum(overlap(*time(each), joined(busy[each["fields"].get("address")])) for each in waits)
    if targets and inside * 1000 >= total * limits["jvm.lock-held-over-io.share"]:
        (_, name), most = max(targets.items(), key=lambda each: sum(b - a for a, b in each[1]))
        add(out, "jvm.lock-held-over-io", f"{percent(inside / total)} of the waiting", inside, len(waits))
        add(out, "jvm.lock-held-over-io", f"{name}: {len(most)} time", inside, len(most))


def slept(event):
    where = ".".join(site(event).split(".")[-2:])
    return "slept" + (where and f" in `{where}`")


def target(kind, fields):
    return fields["path"] if kind.startswith("File") else f"{fields['host'] or fields['address']}:{fields['port']}"


def of_operations(events, limits, out):
    for name, of in events.of.items():
        if name.startswith("jdk.") or not any(isinstance(each["dur_ns"], int) for each in of) or len(of) < 100:
            continue
        lengths = [length(each) for each in of]
        usual = quantile(lengths, 50, 100)
        least = outliers_from(lengths, max(10 * MS, usual * limits["jvm.slow-operation.times"]))
        slow = [each for each in of if least is not None and length(each) >= least]
        if least is None or len(slow) * 1000 > len(of) * 20:
            slow = slow_since(events, of, max(10 * MS, usual * limits["jvm.slow-operation.times"]))
        cost = sum(length(each) - usual for each in slow)
        if slow and (cost >= LOW * events.thread_time(slow, {thread(each) for each in of}) or events.bad_minute(slow)):
            add(out, "jvm.slow-operation", name, cost, len(slow))


def slow_since(events, of, least):
    """Those from the second on from which four of five are slow, where hardly any before is."""
    of_seconds = collections.defaultdict(list)
    for each in of:
        of_seconds[events.second(each)].append(each)
    fast, slow = sum(length(each) < least for each in of), 0
    best = None
    for second, begun in sorted(of_seconds.items()):  # fast ones behind, slow ones before
        best = min(best or (slow + fast, second), (slow + fast, second))
        fast -= sum(length(each) < least for each in begun)
        slow += sum(length(each) >= least for each in begun)
    before = [each for each in of if events.second(each) < best[1]]
    behind = [each for each in of if events.second(each) >= best[1]]
    late = [each for each in behind if length(each) >= least]
    early = sum(length(each) >= least for each in before)
    return late if min(len(before), len(behind)) >= 100 and len(late) * 10 >= len(behind) * 8 \
        and early * 1000 <= len(before) * 20 else []


def of_transfers(events, limits, out):
    targets = collections.defaultdict(list)
    listened = listened_to(events)
    for kind in TRANSFERS:
        for each in events.of["jdk." + kind]:
            fields, is_socket = each["fields"], kind.startswith("Socket")
            if kind == "SocketRead" and target(kind, fields) in listened:
                continue
            if is_socket and fields["port"] >= FIRST_CLIENT_PORT or kind == "SocketRead" and fields["bytesRead"] <= 0:
                continue
            word = "reads" if kind.endswith("Read") else "writes"
            targets[f"{word} of {target(kind, fields)}", is_socket].append(each)
    of_start, ways, tails, low, usuals = [], collections.defaultdict(list), {}, set(), set()
    for (name, is_socket), transfers in targets.items():
        single = limits["jvm.slow-io.socket" if is_socket else "jvm.slow-io.file"]
        lengths = [length(each) for each in transfers]
        stands = max(MS, 20 * quantile(lengths, 50, 100))
        waits, of_kind = [], set()
        if is_socket and name.startswith("reads"):
            long = [each for each in transfers if length(each) >= stands and not events.is_pause(each)]
            news = waits_for_news(events, transfers, stands)
            calls, of_kind = kinds_of_reads(events, transfers, stands)
            waits = [each for each in long if thread(each) in news or stack(each) in calls]
        if waits:
            left_out = {id(each) for each in waits}
            transfers = [each for each in transfers if id(each) not in left_out]
            lengths = [length(each) for each in transfers]
        usual, p99 = quantile(lengths, 50, 100), quantile(lengths, 99, 100)
        stands = max(MS, 20 * usual)
        apart = outliers_from(lengths, stands) if len(lengths) >= 30 else stands
        is_then = apart is None and usual >= MS and not waits and are_of_one_time(events, transfers, stands // 4)
        apart = stands // 4 if is_then else apart
        is_fast = usual < (single if is_socket else 20 * MS)
        least = single if apart is None else apart if len(lengths) >= 30 and is_fast else min(single, apart)
        long = [each for each in transfers if length(each) >= max(MS, min(single, apart or single))
                and moved(each) * S < length(each) * 50 * MB and not events.is_pause(each)]
        slow = [each for each in long if length(each) >= least]
        threads = {thread(each) for each in long}  # those of its tail, too
        cost = sum(length(each) - usual if length(each) >= stands or is_then else length(each) for each in slow)
        most = max(map(length, slow), default=0)
        is_usual = is_socket and name.startswith("reads") and most < stands and len(lengths) >= 3
        if is_usual and are_there_to_wait(events, transfers):
            continue
        is_usual = is_usual or bool(slow) and all(stack(each) in of_kind for each in slow)
        is_tail = len(lengths) >= 30 and apart is not None and p99 >= stands and cost * 1000 >= events.run * 10
        if apart is None or is_usual:
            usuals.add(name)  # of which nothing stands out
        if slow and (is_tail or most >= single):
            is_start = name.startswith("reads") and not is_socket \
                and all(each["start_ns"] < events.start + jvm_heap.warm_up(events) for each in slow)
            if is_start:
                of_start.append((name, cost, slow, threads))
            else:
                way = ways[name.split()[0], is_socket, site(max(slow, key=length))]
                way.append((name, cost, slow, threads))
                tails[name] = apart is None
                if is_socket and (apart is None or is_usual):
                    low.add(name)
    add_slow(events, out, usuals, of_start, "reads of files when the program began", 2)
    hosts = collections.defaultdict(list)
    for (word, is_socket, where), parts in ways.items():
        if len(parts) >= (2 if all(tails[name] for name, *_ in parts) else 5):
            all_of = f"{word} of {'hosts' if is_socket else 'files'}" + (where and " in " + where)
            add_slow(events, out, usuals, parts, all_of, 1)
            continue
        for part in parts:  # low ones of a host are one
            hosts[part[0].split(" of ", 1)[1] if part[0] in low else part[0]].append(part)
    for host, parts in hosts.items():
        add_slow(events, out, usuals, parts, "reads and writes of " + host, 2)


def of_timeouts(events, limits, out):
    """Reads that got nothing for as long as they were told to wait, of hosts that answer others."""
    hosts = collections.defaultdict(lambda: ([], []))  # timed out, answered
    for each in events.of["jdk.SocketRead"]:
        fields = each["fields"]
        if fields["port"] >= FIRST_CLIENT_PORT:
            continue
        timed_out, answered = hosts[target("SocketRead", fields)]
        if fields["bytesRead"] > 0:
            answered.append(each)
        elif is_timed_out(each) and fields["timeout"] >= limits["jvm.read-timeout.min"]:
            timed_out.append(each)
    for name, (timed_out, answered) in hosts.items():
        if not timed_out:
            continue
        of_threads = collections.defaultdict(list)
        for each in timed_out:
            of_threads[thread(each)].append(time(each))
        times = sum(len(joined(of, MS)) for of in of_threads.values())
        least = min(each["fields"]["timeout"] for each in timed_out) // 10
        late = sum(step(length(each)) >= step(least) for each in answered)
        cost = sum(map(length, timed_out))
        if times >= limits["jvm.read-timeout.times"] and late * 4 <= times \
                and len(timed_out) * 1000 <= (len(timed_out) + len(answered)) * limits["jvm.read-timeout.few"] \
                and cost >= LOW * events.thread_time(timed_out):
            add(out, "jvm.read-timeout", "reads of " + name, cost, len(timed_out))


def of_stalls(events, limits, out):
    stalls = events.of["jdk.ZAllocationStall"]
    cost, most = sum(map(length, stalls)), events.thread_time(stalls)
    is_told = cost * 1000 >= events.run * limits["jvm.alloc-stall.share"] and cost >= LOW * most
    minute = [] if is_told and cost >= MEDIUM * most else events.bad_minute(stalls)
    stalls = minute or (stalls if is_told else [])
    if stalls:
        add(out, "jvm.alloc-stall", "allocation stalls", sum(map(length, stalls)), len(stalls))


def add_slow(events, out, usuals, parts, name_of_many, many):
    """Each file or host for itself, or many as one."""
    if len(parts) >= many:
        usuals = {name_of_many} if all(name in usuals for name, *_ in parts) else set()
        parts = [(name_of_many, sum(cost for _, cost, _, _ in parts),
                  [each for _, _, slow, _ in parts for each in slow], set().union(*(of for *_, of in parts)))]
    for name, cost, slow, threads in parts:
        if cost >= LOW * events.thread_time(slow, threads) or (name not in usuals and events.bad_minute(slow)):
            add(out, "jvm.slow-io", name, cost, len(slow))


def listened_to(events):
    """Hosts from which threads read again at once where they got nothing until their time was up."""
    hosts = collections.defaultdict(lambda: (collections.defaultdict(list), []))
    for each in events.of["jdk.SocketRead"]:
        begins, timed_out = hosts[target("SocketRead", each["fields"])]
        if length(each) >= MS and not events.is_pause(each):
            begins[thread(each)].append(time(each)[0])
        if is_timed_out(each):
            timed_out.append(each)
    out = set()
    for name, (begins, timed_out) in hosts.items():
        again = sum(any(0 <= start - time(each)[1] <= MS for start in begins[thread(each)]) for each in timed_out)
        if again >= 3 and again * 2 >= len(timed_out):
            out.add(name)
    return out


def is_timed_out(event):
    """A read that got nothing for as long as it was told to wait."""
    fields = event["fields"]
    return fields["port"] < FIRST_CLIENT_PORT and fields["bytesRead"] == 0 and not fields["endOfStream"] \
        and 0 < fields["timeout"] and length(event) >= fields["timeout"] - fields["timeout"] // 100


def waits_for_news(events, reads, stands):
    """Threads most of whose reads take so long, over half of the recording, from a host that answers others at once."""
    of_threads = collections.defaultdict(list)
    for each in reads:
        if length(each) < MS or not events.is_pause(each):
            of_threads[thread(each)].append(each)
    out = set()
    for who, of in of_threads.items():
        long = [time(each) for each in of if length(each) >= stands]
        if len(long) >= 3 and len(long) * 2 > len(of) \
                and (max(end for _, end in long) - min(start for start, _ in long)) >= events.run // 2:
            out.add(who)
    return out


def kinds_of_reads(events, reads, stands):
    """Stacks of which nearly all reads take so long, over half of the recording: those whose threads do nothing else,
    and the others."""
    of_stacks = collections.defaultdict(list)
    for each in reads:
        if stack(each) and (length(each) < MS or not events.is_pause(each)):
            of_stacks[stack(each)].append(each)
    waiting, slow = set(), set()
    for calls, of in of_stacks.items():
        long = [each for each in of if length(each) >= stands]
        if len(long) < 30 or len(long) * 10 < len(of) * 9 \
                or max(time(each)[1] for each in long) - min(time(each)[0] for each in long) < events.run // 2:
            continue
        (waiting if are_there_to_wait(events, long) else slow).add(calls)
    return waiting, slow


def stack(event):
    return tuple(methods(event))


def are_of_one_time(events, transfers, stands):
    """Those that take so long lie in a time that has so few of all that it is no chance."""
    known = [each for each in transfers if length(each) >= MS and not events.is_pause(each)]
    moments = [each["start_ns"] for each in known if length(each) >= stands]
    if len(moments) < 3 or len({thread(each) for each in known if length(each) >= stands}) < 2:
        return False
    inside = sum(min(moments) <= each["start_ns"] <= max(moments) for each in known)
    return inside * 3 <= len(known) and len(moments) * (inside / len(known)) ** (len(moments) - 1) <= 1e-6


def moved(event):
    """Bytes."""
    return max(event["fields"].get("bytesRead") or event["fields"].get("bytesWritten") or 0, 0)


def are_there_to_wait(events, transfers):
    """All threads do so for most of the time."""
    waits = collections.Counter()
    for each in transfers:
        if length(each) >= MS and not events.is_pause(each):
            waits[thread(each)] += length(each)
    return all(ns >= events.run // 2 for ns in waits.values())
