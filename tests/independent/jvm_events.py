"""Events of a JVM as they are recorded, those of combined events too, and what all rules ask of them."""
import collections
import json
import re

from common import S, joined, overlap, worst_minute

# Of a thread, and on a track of the JVM all the same.
OF_MACHINE = re.compile(r"jdk\.(GarbageCollection|GCPhase(Pause|Concurrent).*|ExecuteVMOperation|Safepoint.*|Compilation"
                        r"|CompilerPhase|Class(Load|Define|Unload))$")
OF_JDK = ("java.", "javax.", "jdk.", "sun.")


class Events:
    def __init__(self, ask):
        self.of = collections.defaultdict(list)
        for line in ask("records", "--expanded"):
            event = json.loads(line)
            if event.get("start_ns") is not None:
                self.of[event["type"]].append(event)
        for of in self.of.values():
            of.sort(key=lambda event: event["start_ns"])
        told = json.loads("".join(ask("info", "--json")))  # nothing where opening does not tell
        times = [time(each) for of in self.of.values() for each in of]
        starts = [start for start, _ in times] + [told["start_ns"]] * (told["start_ns"] is not None)
        self.start = min(starts, default=0)  # one without events takes no time
        self.end = max([end for _, end in times] + [told["end_ns"] or self.start])
        # Of a stack records tell the frames, not whether more were cut off.
        self.cut_stacks = 0
        if self.of["jdk.ExecutionSample"]:
            for line in ask("stats", "--by", "method", "--json"):
                for remark in json.loads(line).get("summary", {}).get("remarks", []):
                    cut = re.match(r"([\d,]+) stacks? (is|are) truncated", remark)
                    self.cut_stacks += int(cut[1].replace(",", "")) if cut else 0
            depth = kept_frames(ask)  # longer ones were shortened on purpose
            self.cut_stacks -= sum(0 < depth < len(each["fields"]["stackTrace"] or ())
                                   for each in self.of["jdk.ExecutionSample"])

        self.pauses = joined(time(each) for each in self.of["jdk.GCPhasePause"] if not each.get("approximate"))
        self.lives = {}  # of threads, as far as they are recorded
        for kind, of in self.of.items():
            for each in of if not OF_MACHINE.match(kind) else ():
                who = thread(each, "thread" if kind in ("jdk.ThreadStart", "jdk.ThreadEnd") else
                             "sampledThread" if "sampledThread" in each["fields"] else "eventThread")
                if who:
                    start, end = self.lives.get(who, (self.end, self.start))
                    self.lives[who] = min(start, time(each)[0]), max(end, time(each)[1])

    def is_pause(self, event):
        """Half of it and more."""
        return overlap(*time(event), self.pauses) * 2 >= length(event)

    def thread_time(self, spans, threads=None):
        """What the cost of spans is a part of: the recording times the threads that lived at once on average, or that did
        it at once."""
        threads = threads or {thread(each) for each in spans}
        lived = sum(self.run if who is None else max(self.lives[who][1] - self.lives[who][0], 0)
                    if who in self.lives else 0 for who in threads)
        return max(lived, self.run * max(most_at_once(spans), 1))

    def bad_minute(self, spans):
        """Those in the minute with most, where three threads at once and more spent a twentieth of it so."""
        start, ns = worst_minute(map(time, spans))
        inside = [each for each in spans if start <= each["start_ns"] < start + 60 * S]
        threads = {thread(each) for each in inside}
        return inside if ns > 0 and ns * 20 >= 60 * S * len(threads) and most_at_once(inside) >= 3 else []

    @property
    def run(self):
        return self.end - self.start

    def second(self, event):
        return (event["start_ns"] - self.start) // S

    def warm(self, kind):
        """Without the first tenth of the recording."""
        return [each for each in self.of[kind] if each["start_ns"] >= self.start + self.run // 10]


def kept_frames(ask):
    """How many frames of a stack the recorder was told to keep; 0 or less: all."""
    for line in ask("tree", "--path", "/messages/0", "--json", "--depth", 2, "--limit", 0):
        node = json.loads(line)
        if node["label"] == "maxStackTraceDepth":
            return int(node["value"].replace(",", ""))
    return 0


def by_thread(spans):
    """Of each thread the times, joined."""
    times = collections.defaultdict(list)
    for each in spans:
        times[thread(each)].append(time(each))
    return [each for of in times.values() for each in joined(of)]


def most_at_once(spans):
    steps = sorted(step for start, end in by_thread(spans) if end > start for step in ((start, 1), (end, -1)))
    at_once = most = 0
    for _, step in steps:
        at_once += step
        most = max(most, at_once)
    return most


def length(event):
    return event["dur_ns"] if isinstance(event["dur_ns"], int) else 0


def time(event):
    return event["start_ns"], event["start_ns"] + length(event)


def thread(event, field="eventThread"):
    """What tells threads apart: those of the VM have no number of Java."""
    who = event["fields"].get(field)
    return who and (who["javaThreadId"], who["osThreadId"])


def dotted(name):
    return (name or "").replace("/", ".")


def methods(event):
    """The innermost first, without lines."""
    return [dotted(re.sub(r":-?\d+$", "", frame)) for frame in event["fields"].get("stackTrace") or []]


def site(event):
    """The first method that is not of the JDK."""
    stack = methods(event)
    return next((method for method in stack if not method.startswith(OF_JDK)), stack[0] if stack else "")
