#!/usr/bin/env python3
"""Findings, made a second time: from what `tglass` prints of records and of the structure of a capture, with rules
written anew, and compared with those of `tglass findings --json`: which there are, what each costs, how many it counts.

    TGLASS=build/dev/app/tglass python3 -B findings.py [CAPTURE...]

Of the captures that are given; else of the demos, as they are and with something taken from them, of tests/corpus, and
of the larger collection TRACEGLASS_CORPUS where there is one. Every rule there is must be among those made anew.
Records do not tell everything: how many stacks are cut off is asked of `tglass stats`, faults of `tglass validate`, how
many times are estimates of `tglass find`. Nothing but Python's own library. Exit status: 0 equal, 1 not, with a
line for each difference.
"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import altered
import data
import gpu
import jvm
import rtc
import tokio

# What is found in the demos, to the last one: rule and subject, the most serious first.
DEMOS = {
    "web-service.rfr": ["high rfr.run-queue run queue", "high rfr.tasks-accumulate session.watch",
                        "medium rfr.long-poll metrics.flush", "low rfr.events warnings"],
    "jvm-service.cjfr": ["high jvm.alloc-burst report", "high jvm.lock-contention shop.cart.CartRegistry"],
    "motor-controller.rtc": ["high rtc.restart runs", "medium rtc.log-level errors", "low rtc.log-level warnings",
                             "low rtc.spikes cycles/isr/duration"],
    "boss-fight-frame.rdf": ["high gpu.frame-spike frames", "medium gpu.backlog submits",
                             "low gpu.no-overlap queues"],
    "boss-fight.rdf": ["high gpu.frame-spike frames"],
}
FORMATS = {".rfr": tokio, ".cjfr": jvm, ".rtc": rtc, ".rdf": gpu, ".rgd": gpu, ".rmv": gpu}
# Of a GPU, with chunks that go by another id.
RENAMED = {
    "calibrated-once.rdf": {("ClockCalibration", 1): "OtherCalibration"},
    "code-missing.rdf": {("CodeObject", 0): "OtherObject", ("CodeObject", 3): "OtherObject"},
    "trace-error.rdf": {("COLoadEvent", 0): "TraceError"},
}
# Of a GPU, cut in the index: these chunks are lost.
CUT = {"index-cut.rdf": [("ClockCalibration", 1), ("CodeObject", 0), ("CodeObject", 3)]}
# Of the small captures those that have something to find, and those of which only damage is told.
SMALL_ONES = pathlib.Path(__file__).parent.parent / "corpus"
SMALL = ["cjfr/valid/recording.cjfr", "rtc/valid/restarts.rtc", "rtc/valid/clocks.rtc", "rtc/valid/delta-clocks.rtc",
         "rtc/valid/sound.rtc", "rtc/valid/formats.rtc", "rfr/valid/names-and-foreign-files.rfr", "rfr/valid/spans.rfr",
         "rfr/valid/threads.rfr"]
DAMAGED = ["rfr/damaged/*.rfr", "rtc/damaged/*.rtc", "cjfr/malformed/*.cjfr"]
# Of a larger collection, where there is one: how much is found in healthy programs, and in one that blocks.
CORPUS = {
    "rfr/valid/real-service.rfr": 0, "rfr/valid/real-spawn.rfr": 0, "rfr/valid/real-ping-pong.rfr": 0,
    "rfr/valid/real-local-set.rfr": 0, "rfr/valid/real-blocking.rfr": 1, "rfr/valid/tasks-6-threads-v002.rfr": None,
    "rfr/valid/app-250ms.rfr": None,
    "cjfr/valid/profile.cjfr": None, "cjfr/valid/rich-default-lz4.cjfr": None,
    "cjfr/valid/lock-par-lossless-lz4.cjfr": None, "rtc/valid/types_11.rtc": None, "rtc/valid/spec_nonpow2.rtc": None,
    "rtc/valid/clocks_11.rtc": None,
    "rdf-payloads/valid/crash-in-flight.rgd": None, "rdf-payloads/valid/queues-one-calibration.rdf": None,
    "rdf-payloads/real/sample_crash_dump-1.1.rgd": None,
}

wrong = []


def tell(capture, text):
    wrong.append(text)
    print(f"{capture}: {text}")


def lines(tglass, command, path, *options):
    """What a command prints of a capture. Damage is no failure: what can be read is printed."""
    arguments = [tglass, command, str(path), *map(str, options)]
    run = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
                           errors="replace")
    yield from run.stdout
    if run.wait() not in (0, 1):
        raise SystemExit(f"{' '.join(arguments)}: status {run.returncode}")


def has_times(tglass, path):
    run = subprocess.run([tglass, "info", "--json", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return run.returncode in (0, 1) and json.loads(run.stdout)["clocks"] != []


def has_slices(tglass, path):
    return subprocess.run([tglass, "find", path, "--count"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode in (0, 1)


def told(tglass, path, thresholds):
    sets = [part for each in thresholds for part in ("--set", each)]
    found = [json.loads(line) for line in lines(tglass, "findings", path, "--json", *sets)]
    return [each for each in found if "finding" in each]


def amount(finding):
    return next(iter(finding["cost"].values()))


def compare(capture, found, expected, rules):
    """`expected`: by rule and subject cost, count, and by how much the cost may be off."""
    listed = collections.defaultdict(lambda: [0, 0])
    for each in found:
        if each["finding"] in rules:
            of = listed[each["finding"], each["subject"]["name"]]
            of[0] += amount(each)
            of[1] += each["count"]
    said = collections.defaultdict(lambda: [0, 0])  # with others
    for part in (part for each in found for part in each["absorbed"] if part.get("finding") in rules):
        of = said[part["finding"], part["subject"]["name"]]
        of[0] += amount(part)
        of[1] += part["count"]
    absorbed = [part["sentence"] for each in found for part in each["absorbed"]]
    for key, (cost, count, part) in expected.items():
        of = listed.get(key) or said.get(key)
        if not of:
            last = (key[1].split(".")[-1].split() or [""])[-1]  # a task may have no name
            word = last.removesuffix("s").lower()  # one collection, or several
            if not any(word in text.lower() or key[1] in text for text in absorbed):
                tell(capture, f"{key[0]} {key[1]} is not found: {cost}, {count} times")
            continue
        if abs(of[0] - cost) > part * abs(cost):
            tell(capture, f"{key[0]} {key[1]} costs {of[0]} instead of {cost}")
        if of[1] != count:
            tell(capture, f"{key[0]} {key[1]} is counted {of[1]} times instead of {count}")
    for key in listed.keys() - expected.keys():
        tell(capture, f"{key[0]} {key[1]} is found, and is none: {listed[key]}")


def check(tglass, path, rules=None):
    """With thresholds as usual and lowered, by all rules of its format or by these."""
    kinds = [kind for kind in (FORMATS[path.suffix], data) if rules is None or kind.RULES & rules]
    read = [kind.read(lambda command, *options: lines(tglass, command, path, *options)) for kind in kinds]
    rules = rules or set().union(*(kind.RULES for kind in kinds))
    lower = {key: each for kind in kinds for key, each in kind.LOWER.items()}
    for thresholds in ({}, lower):
        found = told(tglass, path, [f"{key}={text}" for key, (text, _) in thresholds.items()])
        if not thresholds and path.name in DEMOS:
            names = [f"{each['severity']} {each['finding']} {each['subject']['name']}" for each in found]
            if names != DEMOS[path.name]:
                tell(path.name, f"found {names}")
        expected = {}
        for kind, records in zip(kinds, read):
            values = {**kind.THRESHOLDS, **{key: value for key, (_, value) in thresholds.items()}}
            expected.update((key, each) for key, each in kind.findings(records, values).items() if key[0] in rules)
        compare(path.name, found, expected, rules)
        print(f"{path.name}: {len(expected)} findings of {len(rules)} rules recomputed"
              + (", thresholds lowered" if thresholds else ""))


def captures(tglass, folder):
    """All there are, and what is asked of each: the demos, what is made of them, and small ones."""
    subprocess.run([tglass, "demo", folder], check=True, stdout=subprocess.DEVNULL)
    yield from ((folder / name, None) for name in DEMOS)
    yield altered.without_chunk(folder), {"rfr.gap"} | data.RULES  # tasks whose begin is lost have no name in records
    nodes = list(lines(tglass, "tree", folder / "boss-fight.rdf", "--json", "--limit", 0, "--depth", 3))
    for name, chunks in RENAMED.items():
        yield altered.renamed(folder, nodes, name, chunks), gpu.RULES
    for name, chunks in CUT.items():
        yield altered.cut(folder, nodes, name, chunks), gpu.RULES
    yield altered.unmeasured(folder, lines(tglass, "records", folder / "boss-fight.rdf"), "never-ran.rdf", 5), None
    for name in SMALL:
        yield SMALL_ONES / name, None
    for pattern in DAMAGED:
        yield from ((path, data.RULES) for path in sorted(SMALL_ONES.glob(pattern)) if has_times(tglass, path))


def main():
    tglass, corpus = os.environ["TGLASS"], os.environ.get("TRACEGLASS_CORPUS")
    listed = subprocess.check_output([tglass, "findings", "--rules"], text=True)
    every = {line.split()[0] for line in listed.splitlines()}
    for rule in sorted(every - set().union(*(kind.RULES for kind in (*FORMATS.values(), data)))):
        tell("rules", f"{rule} is not made a second time")
    with tempfile.TemporaryDirectory() as folder:
        given = [(pathlib.Path(name), None) for name in sys.argv[1:]]
        for path, rules in given or captures(tglass, pathlib.Path(folder)):
            if given and not has_slices(tglass, path):
                print(f"{path.name}: nothing in it has a time, so it is not compared")
                continue
            check(tglass, path, rules)
    if corpus and not given:
        for name, most in CORPUS.items():
            path = pathlib.Path(corpus, name)
            found = told(tglass, path, [])
            if most is not None and len(found) != most:
                tell(path.name, f"{len(found)} findings instead of {most}")
            check(tglass, path)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
