"""Recordings of tokio: states of tasks from their records, and the rules about them. Times are µs until they are
compared."""
import collections
import itertools
import json

import rtc_logs
import tokio_threads
from common import LOW, MS, S, joined, median, outliers_from, quantile, worst_minute

THRESHOLDS = {
    "rfr.long-poll.min": 10 * MS, "rfr.never-yielded.min": S, "rfr.poll-outlier.min": MS,
    "rfr.poll-outlier.median": 50_000, "rfr.tasks-accumulate.left": 10, "rfr.no-waker.idle": S,
    "rfr.self-wakes.share": 500, "rfr.self-wakes.median": 10_000, "rfr.spin.rate": 10_000, "rfr.late-start.p95": 10 * MS,
    "rfr.waits-for-worker.alone": 10 * MS, "rfr.spin.called": 500, "rfr.tiny-tasks.work": 100_000, "rfr.slow-span.times": 10, "rfr.slow-span.few": 20, "rfr.slow-span.phase": 300, "rfr.tiny-tasks.tasks": 1000,
    "rfr.wake-storm.per-poll": 4, "rfr.run-queue.per-worker": 2, "rfr.uneven-workers.min": 100 * MS,
    "rfr.uneven-workers.busy": 700, "rfr.uneven-workers.idle": 300,
    "rfr.timer-storm.share": 10, "rfr.timer-storm.polls": 1000, "rfr.timer-storm.step": 5 * MS, "rfr.timer-storm.least": 500_000,
    "rfr.blocking-pool.wait": 10 * MS, "rfr.blocking-pool.times": 10, "rfr.blocking-pool.jobs": 20,
}
# As they are written and as they are compared.
LOWER = {
    "rfr.long-poll.min": ("1ms", MS), "rfr.poll-outlier.min": ("100us", MS // 10),
    "rfr.tasks-accumulate.left": ("2", 2), "rfr.self-wakes.share": ("5%", 50),
    "rfr.self-wakes.median": ("1s", S), "rfr.spin.rate": ("10", 10),
    "rfr.late-start.p95": ("10us", 10_000), "rfr.waits-for-worker.p95": ("10us", 10_000),
    "rfr.waits-for-worker.alone": ("10us", 10_000), "rfr.tiny-tasks.work": ("1s", S), "rfr.spin.called": ("100%", 1000),
    "rfr.slow-span.times": ("3", 3), "rfr.slow-span.few": ("20%", 200), "rfr.wake-storm.per-poll": ("1", 1),
    "rfr.run-queue.per-worker": ("5", 5), "rfr.tiny-tasks.tasks": ("20", 20),
    "rfr.uneven-workers.min": ("10ms", 10 * MS), "rfr.uneven-workers.busy": ("5%", 50),
    "rfr.uneven-workers.idle": ("80%", 800),
    "rfr.timer-storm.share": ("0.1%", 1), "rfr.timer-storm.polls": ("20", 20), "rfr.timer-storm.step": ("10s", 10 * S), "rfr.timer-storm.least": ("1us", 1000),
    "rfr.blocking-pool.wait": ("1us", 1000), "rfr.blocking-pool.times": ("1", 1), "rfr.blocking-pool.jobs": ("1", 1),
}
RULES = {"rfr.long-poll", "rfr.never-yielded", "rfr.poll-outlier", "rfr.run-queue", "rfr.waits-for-worker",
         "rfr.late-start", "rfr.tiny-tasks", "rfr.tasks-accumulate", "rfr.no-waker", "rfr.never-polled",
         "rfr.self-wakes", "rfr.spin", "rfr.wake-storm", "rfr.slow-span", "rfr.events", "rfr.uneven-workers", "rfr.gap", "rfr.timer-storm",
         "rfr.blocking-pool"}


def read(ask):
    dump = json.loads("".join(ask("dump")))
    return [json.loads(line) for line in ask("records")], dump


class Task:
    def __init__(self, record, facts):
        self.name = facts.get("name") or facts.get("kind") or ""
        self.kind = facts.get("kind")
        self.has_name, self.by = bool(facts.get("name")), facts.get("context")
        self.id = facts.get("task_id")
        self.is_of_runtime = self.kind == "blocking" and not facts.get("name")
        self.runs_others = False
        self.state, self.since, self.woken = None, 0, False
        self.seen = self.dropped = False
        self.spawn = None
        self.slices = []  # state, start, end, is it closed
        self.polls = self.wakes = self.own = self.calls = self.wakers = 0
        self.lacks = self.cloned_last = False
        self.begin = self.end = record["ts_us"]

    def enter(self, state, now, is_closed=True):
        if self.state in ("polling", "scheduled", "created"):
            self.slices.append((self.state, self.since, now, is_closed))
        self.state, self.since, self.woken = state, now, False


def in_order(records):
    """By time; what is as late by what the task can do, of each thread in its order."""
    by_time = collections.defaultdict(list)
    for record in records:
        by_time[record["ts_us"]].append(record)
    for _, group in sorted(by_time.items()):
        queues = collections.OrderedDict()
        for record in group:
            queues.setdefault((record.get("chunk", ""), record.get("seq_id", 0)), collections.deque()).append(record)
        yield [queues[key] for key in sorted(queues)]


class Run:
    def __init__(self, records, tasks):
        """`tasks`: what is known of each, also where it was spawned before the recording began."""
        self.facts = {each["iid"]: each for each in tasks}
        self.tasks, self.by_iid, self.clones = [], {}, 0
        self.threads = set()
        self.polled = {}  # by thread
        self.start = min((r["ts_us"] for r in records), default=0)
        self.end = max((r["ts_us"] for r in records), default=0)
        for queues in in_order(records):
            while queues:
                ranked = [(self.rank(queue[0]), at) for at, queue in enumerate(queues)]
                best = min(ranked)
                queue = queues[0 if best[0] == 9 else best[1]]
                self.take(queue.popleft())
                queues = [each for each in queues if each]
        for task in self.tasks:
            task.is_idle = task.state == "idle"
            task.idle_since = task.since
            if not task.dropped:
                task.enter(None, self.end, False)
                task.end = self.end

    def rank(self, record):
        kind, task = record["type"], self.by_iid.get(record.get("iid"))
        is_polling = bool(task) and not task.dropped and task.state == "polling"
        if kind.startswith("Waker"):
            return 1
        if kind == "TaskNew":
            return 0 if not task or task.dropped or not task.seen else 9
        if kind == "TaskPollEnd":
            return 2 if is_polling else 9
        if kind == "TaskPollStart":
            return 9 if is_polling else 3
        if kind == "TaskDrop":
            return 9 if is_polling else 4
        return 9

    def task_for(self, record, iid):
        task = self.by_iid.get(iid)
        if not task or (task.dropped and record["type"] == "TaskNew"):
            task = self.by_iid[iid] = Task(record, record if "name" in record else self.facts.get(iid, record))
            self.tasks.append(task)
        return task

    def take(self, record):
        kind, now = record["type"], record["ts_us"]
        if kind.startswith("Waker"):
            return self.take_waker(record, kind, now)
        if not kind.startswith("Task"):
            return None
        task = self.task_for(record, record["iid"])
        task.end = now
        if kind == "TaskNew":
            if not task.seen and not task.dropped:
                task.seen, task.spawn = True, now
                if task.state is None:
                    task.enter("created", now)
        elif kind == "TaskPollStart":
            task.polls += 1
            task.cloned_last = False
            if "seq_id" in record:  # a stream tells none
                self.threads.add(record["seq_id"])
                around = self.by_iid.get(self.polled.get(record["seq_id"]))
                self.polled[record["seq_id"]] = record["iid"]
                if around:
                    around.runs_others = True
            if not task.dropped and task.state != "polling":
                task.enter("polling", now)
            task.seen = True
        elif kind == "TaskPollEnd":
            if self.polled.get(record.get("seq_id")) == record["iid"]:
                del self.polled[record["seq_id"]]
            if not task.seen and not task.dropped:
                was_woken = task.state == "scheduled"
                task.slices.append(("polling", self.start, now, False))
                task.state = None
                task.enter("scheduled" if was_woken else "idle", now)
                task.seen = True
                task.begin = self.start
            elif task.state == "polling" and not task.dropped:
                task.enter("scheduled" if task.woken else "idle", now)
        elif not task.dropped:
            task.enter(None, now)
            task.dropped = True
        return None

    def take_waker(self, record, kind, now):
        iid = record["task_iid"]
        if kind == "WakerClone":
            self.clones += 1
        is_wake = kind.startswith("WakerWake")
        task = self.task_for(record, iid) if is_wake else self.by_iid.get(iid)
        if not task:
            return
        if kind == "WakerClone":
            task.wakers += 1
            task.cloned_last = True
        elif task.wakers == 0:
            task.lacks |= kind != "WakerWakeByRef" or task.state != "polling"
        elif kind != "WakerWakeByRef":
            task.wakers -= 1
        if not is_wake:
            return
        task.wakes += 1
        task.own += record["context"] == iid
        by = self.by_iid.get(record["context"])
        task.calls += by is not None and record["context"] != iid and not by.is_of_runtime
        if task.dropped or task.state == "scheduled":
            return
        if task.state == "polling":
            task.woken = True
        else:
            task.end = now
            task.enter("scheduled", now)


def levels(run, tasks, step_ns=10 * MS):
    """ns that tasks were ready in each step of the recording."""
    length = (run.end - run.start) * 1000
    loads = [0] * (length // step_ns + 1)
    for task in tasks:
        for state, start, end, _ in task.slices:
            if state == "polling":
                continue
            a, b = (start - run.start) * 1000, (end - run.start) * 1000
            while a < b:
                step = a // step_ns
                until = min(b, (step + 1) * step_ns)
                loads[step] += until - a
                a = until
    return loads


def episodes(loads, length, least, step_ns=10 * MS):
    """Where so many were ready, joined over 100 ms: begin, end, and ns that tasks waited in there. A burst is none."""
    steps = []
    for step, load in enumerate(loads):
        start, end = step * step_ns, min((step + 1) * step_ns, length)
        if end <= start or load < (end - start) * least:
            continue
        if not steps or start - steps[-1][2] > 100 * MS:
            steps.append([step, step, end, step, 0])
        first, last, _, since, longest = steps[-1]
        since = since if step <= last + 1 else step
        steps[-1] = [first, step, end, since, max(longest, end - since * step_ns)]
    return [(first * step_ns, end, sum(loads[first:last + 1])) for first, last, end, _, longest in steps
            if longest >= 20 * MS + step_ns]


def findings(read_before, limits):
    records, dump = read_before
    sites = {each["id"]: each for each in dump["callsites"]}
    run = Run(records, dump.get("tasks", []))
    run.spans = {each["iid"]: sites.get(each.get("callsite_id"), {}).get("name", "") for each in records
                 if each["type"] == "SpanNew"}
    duration = (run.end - run.start) * 1000
    blocking = [t for t in run.tasks if t.kind == "blocking"
                and sum(e - s for state, s, e, _ in t.slices if state == "polling") > (run.end - run.start) // 2]
    workers = len(blocking) or len(run.threads)
    names = collections.defaultdict(list)
    for task in run.tasks:
        if task.kind not in ("blocking", "block_on"):
            names[task.name].append(task)
    names = joined_names(names)
    judged = [task for tasks in names.values() for task in tasks]
    out = {}

    def share(ns, others_ns=0):
        """Of the recording times the workers, or of what took longer."""
        return ns / max(duration * max(workers, 1), others_ns) if duration else 0

    full = episodes(levels(run, judged), duration, max(workers, 1) * limits["rfr.run-queue.per-worker"])
    cost = sum(each[2] for each in full)
    long = sum(end - begin for begin, end, _ in full)
    in_a_minute = worst_minute((begin, end) for begin, end, _ in full)[1]
    if workers and duration >= 100 * MS and full and (long >= LOW * duration or in_a_minute >= 3 * S):
        out["rfr.run-queue", "run queue"] = cost, len(full), 0
    out.update(tokio_threads.uneven(run, records, levels(run, judged), limits))
    out.update(tokio_threads.gaps(dump.get("chunks", [])))
    for name, tasks in names.items():
        out.update(of_name(run, name, tasks, limits, duration, share, workers))
    out.update(of_spans(records, sites, limits, share, duration, workers))
    jobs = jobs_of(run)
    out.update(of_blocking(run, jobs, limits, lambda ns, lived: ns / max(duration, lived, 1)))
    for name, count in stuck(run, jobs, limits, duration).items():
        out["rfr.tasks-accumulate", name] = count, count, 0
    subjects = {40: "warnings", 50: "errors"}
    events = collections.Counter(subjects.get(sites.get(each["callsite_id"], {}).get("level")) for each in records
                                 if each["type"] == "Event")
    for subject, count in events.items():
        if subject:
            out["rfr.events", subject] = count, count, 0
    return out


def joined_names(names):
    """Those that differ in numbers only are one from five on."""
    alike = collections.defaultdict(list)
    for name in names:
        alike[rtc_logs.template(name)].append(name)
    out = {}
    for template, of in alike.items():
        if len(of) >= 5:
            out[template] = [task for name in of for task in names[name]]
        else:
            out.update((name, names[name]) for name in of)
    return out


def of_name(run, name, tasks, limits, duration, share, workers):
    out = {}
    polls, waits, starts, busy, waited, late = [], [], [], 0, 0, 0
    each_poll, steps = [], []  # task, ns; from the begin of a poll to that of the next one of its task
    for task in tasks:
        of_task = [s for s in task.slices if s[0] == "polling"]
        if task.dropped and task.polls >= 2 and of_task:
            dropping = of_task[-1]
        else:
            dropping = None
        begins = [start * 1000 for _, start, _, _ in of_task if dropping is None or start != dropping[1]]
        steps += [b - a for a, b in zip(begins, begins[1:])]
        for slice_ in task.slices:
            state, start, end, is_closed = slice_
            ns = (end - start) * 1000
            if state == "polling":
                if slice_ is dropping:
                    continue
                busy += ns
                each_poll.append((task, ns))
                polls += [ns] if is_closed else []
            elif state == "scheduled":
                waited += ns
                waits += [ns] if is_closed else []
            else:
                late += ns
                starts += [ns] if is_closed else []

    def is_only(task):
        return task.polls == 1 or (task.dropped and task.polls == 2)

    def add(rule, values):
        if values:
            out[rule, name] = sum(values), len(values), 0

    add("rfr.never-yielded", [ns for task, ns in each_poll if ns >= limits["rfr.never-yielded.min"] and is_only(task)])
    long = [ns for task, ns in each_poll if ns >= limits["rfr.long-poll.min"]
            and not (is_only(task) and ns >= limits["rfr.never-yielded.min"])]
    add("rfr.long-poll", long if share(sum(long)) >= LOW or max(long, default=0) >= 100 * MS else [])
    usual = quantile(polls, 50, 100) or 0
    if len(polls) >= 30 and usual >= limits["rfr.poll-outlier.median"]:
        least = max(limits["rfr.poll-outlier.min"], 20 * usual)
        far = [ns for _, ns in each_poll if least <= ns < limits["rfr.long-poll.min"]]
        add("rfr.poll-outlier", far if share(sum(far)) >= LOW else [])
    life = sum(t.end - t.begin for t in tasks) * 1000
    waiting = sum(b - a for a, b in joined((start, end) for task in tasks for state, start, end, _ in task.slices
                                           if state == "scheduled")) * 1000
    any_start = sum(b - a for a, b in joined((start, end) for task in tasks for state, start, end, _ in task.slices
                                             if state == "created")) * 1000

    is_any_late = any_start >= LOW * duration

    if workers and share(waited, life) >= LOW and waited > busy \
            and ((quantile(waits, 95, 100) or 0) >= limits["rfr.waits-for-worker.alone"]
                 or ((quantile(waits, 95, 100) or 0) >= MS and waited >= 10 * busy and share(waited, life) >= 0.02
                     and waited < waiting * workers * limits["rfr.run-queue.per-worker"])):
        out["rfr.waits-for-worker", name] = waited, len(waits), 0
    if workers and share(late, life) >= LOW and is_any_late and len(starts) >= 20 \
            and quantile(starts, 95, 100) >= limits["rfr.late-start.p95"]:
        out["rfr.late-start", name] = late, len(starts), 0
    out.update(lives(run, name, tasks, limits, duration))
    if not is_any_late:
        out.pop(("rfr.tiny-tasks", name), None)
    leak = "rfr.tasks-accumulate"
    of_groups = {key: each for group, of in by_spawner(run, name, tasks)
                 for key, each in lives(run, group, of, limits, duration).items() if key[0] == leak}
    if of_groups:
        out.pop((leak, name), None)
        out.update(of_groups)
    wakes, own, count = (sum(getattr(t, each) for t in tasks) for each in ("wakes", "own", "polls"))
    calls = sum(t.calls for t in tasks)
    longest = max(limits["rfr.self-wakes.median"], 50_000 if share(busy) >= 0.05 else 0)
    if wakes >= 100 and own * 1000 > wakes * limits["rfr.self-wakes.share"] and usual < longest and share(busy) >= LOW:
        out["rfr.self-wakes", name] = busy, own, 0
    life = max(life, 1)
    if count >= 1000 and count * S >= life * limits["rfr.spin.rate"] and usual < 10_000 \
            and calls * 1000 < count * limits["rfr.spin.called"]:
        out["rfr.spin", name] = busy, count, 0
    if ("rfr.spin", name) not in out and share(busy) * 1000 >= limits["rfr.timer-storm.share"] \
            and len(polls) >= limits["rfr.timer-storm.polls"] and usual < 10_000 \
            and calls * 1000 < count * limits["rfr.spin.called"] and are_even(steps, limits["rfr.timer-storm.least"], limits["rfr.timer-storm.step"]):
        out["rfr.timer-storm", name] = busy, len(polls), 0
    if wakes >= 1000 and 0 < count * limits["rfr.wake-storm.per-poll"] <= wakes:
        out["rfr.wake-storm", name] = wakes, wakes, 0
    return out


def are_even(steps, least, longest):
    """Three of four lie within a tenth of the median."""
    usual = quantile(steps, 50, 100) or 0
    near = sum(abs(quantile([each], 50, 100) - usual) <= usual // 10 for each in steps)
    return least <= usual <= longest and near * 4 >= len(steps) * 3


def jobs_of(run):
    """Without the threads of the runtime: those that run others, and those made before any other task could be."""
    first = min((t.id for t in run.tasks if t.id is not None and not t.is_of_runtime), default=0)
    return [t for t in run.tasks if t.kind == "blocking"
            and not (t.is_of_runtime and (t.runs_others or t.id < first))]


def of_blocking(run, tasks, limits, share_of):
    out = {}
    waits = collections.defaultdict(list)
    took, lived = collections.defaultdict(list), collections.Counter()
    for task in tasks:
        if task.spawn is None or (task.dropped and task.polls == 0):
            continue
        created = sum(end - start for state, start, end, _ in task.slices if state == "created")
        waited = run.end - task.spawn if task.polls == 0 else created
        waits[task.name].append((task.spawn * 1000, (task.spawn + waited) * 1000))
        took[task.name] += [sum(end - start for state, start, end, _ in task.slices if state == "polling") * 1000] \
            if task.polls else []
        lived[task.name] += (task.end - task.begin) * 1000
    for name, of in waits.items():
        usual = median(took[name]) if took[name] else 0
        least = max(limits["rfr.blocking-pool.wait"], usual * limits["rfr.blocking-pool.times"])

        def late_of(jobs):
            late = [(start, end) for start, end in jobs if end - start >= least]
            return late if len(late) * 1000 >= len(jobs) * 50 else []

        late, jobs = late_of(of), limits["rfr.blocking-pool.jobs"]
        if share_of(sum(end - start for start, end in late), lived[name]) < LOW:  # seconds of hours
            begin, ns = worst_minute((start, end) for start, end in of if end - start >= least)
            of_minute = [(start, end) for start, end in of if begin <= start < begin + 60 * S]
            late = late_of(of_minute) if len(of_minute) >= jobs and (run.end - run.start) * 1000 > 60 * S else []
            late = late if ns >= 3 * S * at_once(late) else []
        if late and len(of) >= jobs:
            out["rfr.blocking-pool", name] = sum(end - start for start, end in late), len(late), 0
    return out


def at_once(times):
    steps = sorted(step for start, end in times if end > start for step in ((start, 1), (end, -1)))
    return max(itertools.accumulate(step for _, step in steps), default=0)


def stuck(run, tasks, limits, duration):
    """Jobs that run far longer than any that ended, begun behind some of these, not all at once."""
    out = {}
    least = limits["rfr.tasks-accumulate.left"]
    names = collections.defaultdict(list)
    for task in tasks:
        if task.spawn is not None and task.polls:
            names[task.name].append((next(s for s in task.slices if s[0] == "polling"), task))
    for name, of in names.items():
        left = [poll[1] for poll, task in of if task.polls == 1 and not task.dropped and not poll[3]]
        ended = [poll for poll, task in of if not (task.polls == 1 and not task.dropped and not poll[3])]
        longest = max((end - start for _, start, end, _ in ended), default=0)
        enough = sorted(end for _, _, end, _ in ended)[least - 1] if len(ended) >= least else run.end
        left = [start for start in left if start >= enough and (run.end - start) * 1000 >= max(S, longest * 10_000)]
        at_once = max((sum(0 <= (other - each) * 1000 <= duration // 10 for other in left) for each in left), default=0)
        if duration >= S and len(left) >= least and at_once * 1000 < len(left) * 800:
            out[name] = len(left)
    return out


def by_spawner(run, name, tasks):
    """Of tasks without a name, by that of the task or span that spawned them; the task without a name of which most are
    left is for itself."""
    spawners = [run.by_iid.get(t.by) for t in tasks]
    names = [by.name if by else run.spans.get(t.by, "") for t, by in zip(tasks, spawners)]
    left = collections.Counter(id(by) for t, by in zip(tasks, spawners) if by and not by.has_name and not t.dropped)
    loop = max(left, key=left.get, default=None)
    groups = collections.defaultdict(list)
    for task, by, spawner in zip(tasks, spawners, names):
        groups[rtc_logs.template(spawner), bool(by) and id(by) == loop].append(task)
    if len(groups) < 2 or any(t.has_name for t in tasks):
        return []
    return [(f"{name} of {'one ' * alone}{spawner}" if spawner else name, of) for (spawner, alone), of in groups.items()]


def lives(run, name, tasks, limits, duration):
    out = {}
    spawned = [t for t in tasks if t.spawn is not None]
    older = [t for t in tasks if t.spawn is None and t.dropped]
    left = [t for t in spawned if not t.dropped]
    kept, are_hanging = left, False

    def is_quiet(task):
        """For a second, and for five times as long as it usually is to the next poll."""
        silent = run.end - task.idle_since
        return task.is_idle and silent * 1000 >= S \
            and (task.polls < 2 or silent * (task.polls - 1) >= 5 * (task.idle_since - task.spawn))

    def is_idle(task):
        return is_quiet(task) or (task.is_idle and task.polls <= 1)

    ended = [t for t in spawned if t.dropped] + older
    is_minority = len(ended) * 1000 > len(spawned) * 100
    if is_minority:
        longest = max(t.end - (run.start if t.spawn is None else t.begin) for t in ended)
        last = max((t.spawn for t in ended if t.spawn is not None), default=0)
        hanging = [t for t in left if t.spawn > last and run.end - t.spawn >= 10 * longest]
        are_hanging = min(len(ended), sum(map(is_quiet, hanging))) >= limits["rfr.tasks-accumulate.left"] \
            and sum(not is_idle(t) and (run.end - t.spawn) * 500 >= S for t in hanging) * 10 <= len(hanging)
        kept = hanging if are_hanging else [t for t in left if is_quiet(t) and run.end - t.spawn >= 10 * longest]
    if duration >= S and kept and len(kept) >= limits["rfr.tasks-accumulate.left"]:
        spread = max(t.spawn for t in kept) - min(t.spawn for t in kept)
        idle = sum(map(is_idle, kept))
        tenth = duration // 10
        at_once = max(sum(0 <= (other.spawn - each.spawn) * 1000 <= tenth for other in kept) for each in kept)
        is_pool = 2 * idle <= len(kept) and at_once * 1000 >= len(kept) * 800
        are_spread = spread * 1000 * 1000 >= duration * 500
        first = min(t.spawn for t in kept)
        before = sum(t.spawn is None or t.spawn < first for t in ended)
        hang_from_then = is_minority and before >= limits["rfr.tasks-accumulate.left"] \
            and at_once * 1000 < len(kept) * 800
        if are_hanging or ((are_spread or hang_from_then) and not is_pool):
            out["rfr.tasks-accumulate", name] = len(kept), len(kept), 0
    are_all = not any(t.lacks for t in run.tasks)  # of the wakers that are used
    idle = [t for t in spawned if t.is_idle and t.wakers == 0 and (are_all or t.cloned_last)
            and (run.end - t.idle_since) * 1000 >= limits["rfr.no-waker.idle"]]
    if run.clones and idle and not any(t.lacks for t in tasks):
        out["rfr.no-waker", name] = len(idle), len(idle), 0
    never = [(run.end - t.spawn) * 1000 for t in left if t.polls == 0]
    never = [ns for ns in never if ns >= S]
    if never:
        out["rfr.never-polled", name] = sum(never), len(never), 0
    done = [t for t in spawned if t.polls > 0]
    if len(tasks) >= limits["rfr.tiny-tasks.tasks"] and len(done) >= limits["rfr.tiny-tasks.tasks"]:
        times = {state: sorted(sum(e - s for what, s, e, _ in t.slices if what == state) * 1000 for t in done)
                 for state in ("polling", "created")}
        middle = (len(done) + 1) // 2 - 1
        if times["polling"][middle] < times["created"][middle] \
                and times["polling"][middle] <= limits["rfr.tiny-tasks.work"]:
            out["rfr.tiny-tasks", name] = sum(times["created"]), len(done), 0
    return out


def is_slow_phase(slow, begins, duration):
    """Nine of ten within a third of the recording, in which four of five were slow, behind the first one."""
    wanted = (len(slow) * 9 + 9) // 10
    slow = sorted(slow)
    if len(slow) < 10:
        return False
    length, first = min((slow[i + wanted - 1] - slow[i], slow[i]) for i in range(len(slow) - wanted + 1))
    within = sum(first <= each <= first + length for each in begins)
    return first != min(begins) and length * 1000 <= duration // 3 and wanted * 10 >= within * 8


def of_spans(records, sites, limits, share, duration, workers):
    opened, lengths, steps, begins = {}, *(collections.defaultdict(list) for _ in range(3))
    for record in sorted((r for r in records if r["type"] in ("SpanNew", "SpanClose")), key=lambda r: r["ts_us"]):
        if record["type"] == "SpanNew":
            opened.setdefault(record["iid"], (record.get("callsite_id"), record["ts_us"]))
        elif record["iid"] in opened:
            site, start = opened.pop(record["iid"])
            lengths[site].append((record["ts_us"] - start) * 1000)
            begins[site].append(start)
            steps[site] += [(start, 1), (record["ts_us"], -1)] if record["ts_us"] > start else []
    out = {}
    for site, values in lengths.items():
        if len(values) < 100:
            continue
        usual = sorted(values)[(len(values) + 1) // 2 - 1]
        least = outliers_from(values, max(10 * MS, usual * limits["rfr.slow-span.times"]))
        slow = [ns for ns in values if least is not None and ns >= least]
        cost = sum(ns - usual for ns in slow)
        at_once = max(itertools.accumulate(step for _, step in sorted(steps[site])), default=0)
        is_phase = len(slow) * 1000 <= len(values) * limits["rfr.slow-span.phase"] and is_slow_phase(
            [b for b, ns in zip(begins[site], values) if ns >= least], begins[site], duration) if slow else False
        is_few = len(slow) * 1000 <= len(values) * limits["rfr.slow-span.few"]
        times = [(b * 1000, b * 1000 + ns) for b, ns in zip(begins[site], values) if least is not None and ns >= least]
        is_bad = len(slow) > 1 and worst_minute(times)[1] >= 3 * S * max(workers, at_once, 1)
        if slow and (share(cost, duration * at_once) >= LOW or is_bad) and (is_few or is_phase):
            out["rfr.slow-span", sites.get(site, {}).get("name", "")] = cost, len(slow), 0
    return out
