"""What a device logs: levels of lines, and one text again and again."""
import collections
import re

from common import S, add

LEVELS = {"warn": "warnings", "warning": "warnings", "error": "errors", "err": "errors", "critical": "errors",
          "fatal": "errors"}
BEFORE, BEHIND = "(?<![0-9A-Za-z_])", "(?![0-9A-Za-z_])"
HEX = "[0-9A-Fa-f]"
CHANGES = re.compile(
    f"{BEFORE}(?:{HEX}{{8}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{12}}{BEHIND}|0[xX]{HEX}+"
    f"|(?=[A-Fa-f]*[0-9]){HEX}{{8,}}{BEHIND}|\"[^\"]*\"{BEHIND}|'[^']*'{BEHIND})|[0-9]+|(?P<blanks>[ \t]+)")


def level(line):
    """What a line begins with, behind a time."""
    for token in line.split()[:4]:
        if any(c.isdigit() for c in token) or not any(c.isascii() and c.isalpha() for c in token):
            continue
        token = token.lstrip("".join(c for c in token if not (c.isascii() and c.isalpha())))
        word = token
        for at, c in enumerate(token):
            if not (c.isascii() and c.isalpha()):
                word = token[:at]
                break
        return LEVELS.get(word.lower()) if len(word) < len(token) or word.isupper() else None
    return None


def template(line):
    return CHANGES.sub(lambda found: " " if found["blanks"] else "#", line)


def of_lines(capture, limits, out):
    lines = sorted((line for _, stream in capture.shown() if stream.about["cont"] for line in capture.lines(stream)),
                   key=lambda line: line[0])
    levels = collections.Counter(level(text) for _, text in lines)
    for subject in ("errors", "warnings"):
        if levels[subject]:
            add(out, "rtc.log-level", subject, levels[subject], levels[subject])
    by_text = collections.defaultdict(list)
    for time, text in lines:
        by_text[template(text)].append(time)
    burst = limits["rtc.log-flood.burst"]
    seconds = max((lines[-1][0] - lines[0][0]) // S, 1) if lines else 1
    floods = [len(times) for times in by_text.values()
              if any(last - first < S for first, last in zip(times, times[burst - 1:]))
              or (len(times) * 1000 >= len(lines) * limits["rtc.log-flood.share"]
                  and len(times) >= limits["rtc.log-flood.rate"] * seconds)]
    if floods:
        add(out, "rtc.log-flood", "log", max(floods), max(floods))
