"""What is wrong with the bytes of a capture, from what `tglass validate` lists, and which times are estimates."""
import json

from common import add

THRESHOLDS = {"data.approximate.share": 200}
LOWER = {"data.approximate.share": ("0.1%", 1)}
RULES = {"data.damaged", "data.cut", "data.approximate"}
NOT_RECORDED = {"rdf.queue-submit-no-gpu-time", "rdf.queue-no-clock-mapping"}  # nothing is wrong with the bytes
# A capture that says no more than this may just be one that is still written.
NO_END = {"rtc.partial-tail", "rtc.truncated", "cjfr.stream-cut", "cjfr.message-cut"}


class Bytes:
    def __init__(self, ask):
        told = json.loads("".join(ask("validate", "--json")))
        counts = {each["code"]: each["all"] for each in told.get("counts", [])}
        self.faults = {True: 0, False: 0}  # by: does it only lack its end?
        for code in {each["code"] for each in told["diagnostics"] if each["severity"] != "info"} - NOT_RECORDED:
            listed = sum(each["code"] == code and each["severity"] != "info" for each in told["diagnostics"])
            self.faults[code in NO_END] += counts.get(code, listed)
        self.slices, self.estimated = (int("".join(ask("find", "--count", *query)))
                                       for query in ([], ["flags = approximate"]))


def read(ask):
    return Bytes(ask)


def findings(of, limits):
    out = {}
    for rule, lacks_end in (("data.damaged", False), ("data.cut", True)):
        if of.faults[lacks_end]:
            add(out, rule, "capture", of.faults[lacks_end], of.faults[lacks_end])
    if of.estimated and of.estimated * 1000 >= of.slices * limits["data.approximate.share"]:
        add(out, "data.approximate", "times", of.estimated, of.estimated)
    return out
