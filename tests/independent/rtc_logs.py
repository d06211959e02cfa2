"""What a device logs: levels of lines, and one text again and again."""
import collections
import json
import re

from common import S, add

LEVELS = {"warn": "warnings", "warning": "warnings", "wrn": "warnings",
          **dict.fromkeys(("error", "err", "critical", "crit", "alert", "emerg", "fatal"), "errors"),
          **dict.fromkeys(("trace", "verbose", "debug", "dbg", "info", "inf", "notice"), "others"),
          "v": "others", "d": "others", "i": "others", "w": "warnings", "e": "errors", "f": "errors"}
PRIORITIES = ["errors"] * 4 + ["warnings"] + ["others"] * 3
KEYS = "level|lvl|severity|log[.]level"
WORD = "(?P<level>" + "|".join(sorted((word for word in LEVELS if len(word) > 1), key=len, reverse=True)) + ")"
LOUD, LETTER = WORD.upper().replace("?P<LEVEL>", "?P<level>"), "(?P<level>[VDIWEF])"
MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
STAMP = r"(?:\[[^]]*\]|\([^)]*\)|<[^>]*>|[0-9]\S*(?!\S)|[^\w{\s\[(<]|\s)"  # in one way only, or it takes ages
NAME = r"(?:[A-Za-z]\S*(?::|\s+[-|])\s+)"
NUMBER = r"\s*(?:[-+]?[0-9.]|none$)"
STYLES = [re.compile(text, re.IGNORECASE if WORD in text else 0) for text in (
    rf"{STAMP}*?[\[(<]\s*(?:[0-9]\S*\s+)*{WORD}\s*[])>]", rf"{STAMP}*?[\[<]\s*{LETTER}\s*[]>]",
    rf"{STAMP}*?\[\s*(?:[0-9]\S*\s+)*{LOUD}\s", rf"{STAMP}*{LOUD}(?=$|[\s:!,|([*])",
    rf"{STAMP}*(?:{MONTH}\s+[0-9]+\s+\S+\s+\S+\s+)?{NAME}*{WORD}(?:[:!]|\s+[-|:](?=\s|$))(?!:|{NUMBER})",
    rf"{STAMP}*{LETTER}(?:\s+\([0-9]|/[A-Za-z]\S*[:(](?=\s|$)|:(?!{NUMBER})(?=\s+\S))",
    rf"{STAMP}*[0-9]{STAMP}*{LETTER}\s+[^\s:]+\s*:", rf"{STAMP}*{LETTER}[0-9]{{4}}(?:[0-9]{{4}})? [0-9][0-9]:",
    rf"{STAMP}*(?:[a-z_.]+=(?:\"(?:[^\\\"]|\\.)*\"|\S*)\s+)*?(?i:{KEYS})=\"?(?i:{WORD})\b")]
COLOURS = re.compile("\x1b\\[[^A-Za-z]*[A-Za-z]")
BEFORE, BEHIND = "(?<![0-9A-Za-z_])", "(?![0-9A-Za-z_])"
HEX = "[0-9A-Fa-f]"
CHANGES = re.compile(
    f"{BEFORE}(?:{HEX}{{8}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{12}}{BEHIND}|0[xX]{HEX}+"
    f"|(?=[A-Fa-f]*[0-9]){HEX}{{8,}}{BEHIND}|\"[^\"]*\"{BEHIND}|'[^']*'{BEHIND})|[0-9]+|(?P<blanks>[ \t]+)")


def level(line):
    """By what stands before a message; None: by nothing."""
    line = COLOURS.sub("", line)[:256]
    priority = re.match(r"<([0-9]{1,3})>(?=[^ \t])", line)
    if priority and int(priority[1]) < 192:
        return PRIORITIES[int(priority[1]) % 8]
    if line.startswith("{"):
        try:
            return next((LEVELS.get(str(value).lower()) for key, value in json.loads(line).items()
                         if re.fullmatch(KEYS, key)), None)
        except ValueError:
            return None
    return next((LEVELS[found["level"].lower()] for style in STYLES if (found := style.match(line))), None)


def is_sentence(line):
    """Two words and no number, behind the time and what is in brackets."""
    line = COLOURS.sub("", line)
    message = line[re.match(rf"(?:{STAMP}|{MONTH}\s+(?=[0-9]))*", line).end():]
    words = [each for each in message.split() if re.search(r"[^\W0-9_]", each)]
    return not re.search(r"(?<!\w)[0-9]", message) and len(words) > 1


def template(line):
    return CHANGES.sub(lambda found: " " if found["blanks"] else "#", line)


def logs(capture):
    """The lines of each: of text that goes on from frame to frame, and texts that say something."""
    for _, stream in capture.shown():
        about = stream.about
        if about["cont"]:
            yield capture.lines(stream)
        elif about["format"] == "utf-8":
            yield [(time, text) for time, text in zip(stream.told, stream.values)
                   if level(text) or is_sentence(text)]


def of_lines(capture, limits, out):
    found, floods = collections.Counter(), collections.Counter()
    for log in logs(capture):
        lines = sorted(log, key=lambda line: line[0])
        by_text = collections.defaultdict(list)
        for time, text in lines:
            said = level(text)
            found[said] += 1
            if said or is_sentence(text):
                by_text[template(text)].append(time)
        seconds = max((lines[-1][0] - lines[0][0]) // S, 1) if lines else 1
        burst = limits["rtc.log-flood.burst"]
        for text, times in by_text.items():
            if any(last - first < S for first, last in zip(times, times[burst - 1:])) \
                    or (len(times) * 1000 >= len(lines) * limits["rtc.log-flood.share"]
                        and len(times) >= limits["rtc.log-flood.rate"] * seconds):
                floods[text] += len(times)
    for subject in ("errors", "warnings"):
        if found[subject]:
            add(out, "rtc.log-level", subject, found[subject], found[subject])
    if floods:
        add(out, "rtc.log-flood", "log", max(floods.values()), max(floods.values()))
