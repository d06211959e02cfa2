#!/usr/bin/env python3
"""Findings, made a second time: from what `tglass records` prints, with rules written anew, and compared with those
of `tglass findings --json`: which there are, what each costs, how many it counts.

    TGLASS=build/dev/app/tglass python3 -B findings.py

Of the demos, and of the larger collection TRACEGLASS_CORPUS where there is one. Nothing but Python's own library. Exit
status: 0 equal, 1 not, with a line for each difference.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

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
FORMATS = {".rfr": tokio, ".cjfr": jvm, ".rtc": rtc, ".rdf": gpu}
# Of a larger collection, where there is one: healthy programs, and one that blocks.
CORPUS = {"real-service": 0, "real-spawn": 0, "real-ping-pong": 0, "real-local-set": 0, "real-blocking": 1}

wrong = []


def tell(capture, text):
    wrong.append(text)
    print(f"{capture}: {text}")


def lines(tglass, *arguments):
    """JSON Lines of a command, without those that only say how it ended."""
    run = subprocess.Popen([tglass, *map(str, arguments)], stdout=subprocess.PIPE, encoding="utf-8",
                           errors="replace")
    for line in run.stdout:
        yield line
    if run.wait() not in (0, 1):
        raise SystemExit(f"{tglass} {' '.join(map(str, arguments))}: status {run.returncode}")


def told(tglass, path, thresholds):
    sets = [part for each in thresholds for part in ("--set", each)]
    found = [json.loads(line) for line in lines(tglass, "findings", "--json", *sets, path)]
    return [each for each in found if "finding" in each]


def amount(finding):
    return next(iter(finding["cost"].values()))


def compare(capture, found, expected, rules):
    """`expected`: by rule and subject cost, count, and by how much the cost may be off."""
    listed = {(each["finding"], each["subject"]["name"]): each for each in found if each["finding"] in rules}
    absorbed = [text for each in found for text in each.get("absorbed", [])]
    for key, (cost, count, part) in expected.items():
        if key not in listed:
            if not any(key[1].split(".")[-1] in text or key[1] in text for text in absorbed):
                tell(capture, f"{key[0]} {key[1]} is not found: {cost}, {count} times")
            continue
        finding = listed[key]
        if abs(amount(finding) - cost) > part * abs(cost):
            tell(capture, f"{key[0]} {key[1]} costs {amount(finding)} instead of {cost}")
        if finding["count"] != count:
            tell(capture, f"{key[0]} {key[1]} is counted {finding['count']} times instead of {count}")
    for key in listed.keys() - expected.keys():
        tell(capture, f"{key[0]} {key[1]} is found, and is none: {listed[key]['sentence']}")


def check(tglass, path):
    kind = FORMATS[path.suffix]
    records = kind.read(lines(tglass, "records", path),
                        lambda: json.loads("".join(lines(tglass, "dump", path))))
    for thresholds in ({}, kind.LOWER):
        found = told(tglass, path, [f"{key}={text}" for key, (text, _) in thresholds.items()])
        if not thresholds and path.name in DEMOS:
            names = [f"{each['severity']} {each['finding']} {each['subject']['name']}" for each in found]
            if names != DEMOS[path.name]:
                tell(path.name, f"found {names}")
        values = {**kind.THRESHOLDS, **{key: value for key, (_, value) in thresholds.items()}}
        expected = kind.findings(records, values)
        compare(path.name, found, expected, kind.RULES)
        print(f"{path.name}: {len(expected)} findings of {len(kind.RULES)} rules recomputed"
              + (", thresholds lowered" if thresholds else ""))


def main():
    tglass, corpus = os.environ["TGLASS"], os.environ.get("TRACEGLASS_CORPUS")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([tglass, "demo", folder], check=True, stdout=subprocess.DEVNULL)
        for name in DEMOS:
            check(tglass, pathlib.Path(folder, name))
    if corpus:
        for name, most in CORPUS.items():
            path = pathlib.Path(corpus, "rfr", "valid", name + ".rfr")
            found = told(tglass, path, [])
            if len(found) != most:
                tell(path.name, f"{len(found)} findings instead of {most}")
            check(tglass, path)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
