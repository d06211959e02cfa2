"""Recordings of tokio: what their threads polled, and times that no chunk answers for."""
import collections

from common import MS

READY_STEP = 10 * MS


def polls(run, records):
    """Of each worker, in µs; those without an end reach to that of the recording, those without a begin are not drawn on
    a worker. A worker is a thread that polls tasks before it blocks on one: that is the thread that started the runtime.
    Polls around others are what a worker itself is made of."""
    out, opened, kinds = collections.defaultdict(list), collections.defaultdict(list), {}
    for record in records:
        thread, iid, now = record.get("seq_id"), record.get("iid"), record["ts_us"]
        if record["type"] == "TaskPollStart":
            kind = run.by_iid[iid].kind
            if kind in ("task", "block_on", "local"):
                kinds.setdefault(thread, kind)
            for around in opened[thread][-1:]:
                around["is_around"] = True
            opened[thread].append({"iid": iid, "since": now, "is_around": False})
        elif record["type"] in ("TaskPollEnd", "TaskDrop"):
            poll = next((each for each in reversed(opened[thread]) if each["iid"] == iid), None)
            opened[thread] = [each for each in opened[thread] if each is not poll]
            if poll and not poll["is_around"]:
                out[thread].append((poll["since"], now))
    for thread, left in opened.items():
        out[thread] += [(each["since"], run.end) for each in left if not each["is_around"]]
    return {thread: out[thread] for thread, kind in kinds.items() if kind == "task"}


def uneven(run, records, ready, limits):
    """Steps in which one thread was busy, another one idle and a task ready. `ready`: ns by READY_STEP."""
    step = limits["rfr.uneven-workers.min"]
    of_step = step // READY_STEP
    steps = (run.end - run.start) * 1000 // step  # whole ones
    busy = {}
    for thread, of in polls(run, records).items():
        loads = busy[thread] = collections.Counter()
        for start, end in of:
            at, until = (start - run.start) * 1000, (end - run.start) * 1000
            while at < until:
                border = min(until, (at // step + 1) * step)
                loads[at // step] += border - at
                at = border
    if len(busy) < 2:
        return {}
    cost = []
    for at in range(steps):
        loads = [of[at] for of in busy.values()]
        of = ready[at * of_step:(at + 1) * of_step]
        if sum(of) >= step and 2 * sum(2 * each >= READY_STEP for each in of) >= len(of) \
                and max(loads) * 1000 >= step * limits["rfr.uneven-workers.busy"] \
                and min(loads) * 1000 <= step * limits["rfr.uneven-workers.idle"]:
            cost.append(step - min(loads))
    return {("rfr.uneven-workers", "workers"): (sum(cost), len(cost), 0)} if cost else {}


def gaps(chunks):
    """At least as long as the chunk behind them."""
    cost, reached = [], None
    for chunk in sorted(chunks, key=lambda each: each["start_us"]):
        missing = chunk["start_us"] - reached if reached is not None else 0
        if missing >= chunk["end_us"] - chunk["start_us"] > 0:
            cost.append(missing * 1000)
        reached = max(reached or 0, chunk["end_us"])
    return {("rfr.gap", "chunks"): (sum(cost), len(cost), 0)} if cost else {}
