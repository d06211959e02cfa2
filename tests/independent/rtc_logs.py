"""What a device logs: levels of lines, and one text again and again."""
import collections
import json
import re

from common import S, add

OUTCOMES = ("failed", "fail", "panic")  # levels only where they are marked as such
FOREIGN = {"fehler": "errors", "erreur": "errors", "warnung": "warnings", "avertissement": "warnings",
           "advertencia": "warnings"}  # likewise
LEVELS = {"warn": "warnings", "warning": "warnings", "wrn": "warnings",
          **dict.fromkeys(("error", "err", "erro", "critical", "crit", "alert", "emerg", "fatal"), "errors"),
          **dict.fromkeys(("trace", "verbose", "debug", "dbg", "info", "inf", "notice"), "others"),
          **dict.fromkeys(("10", "20", "30"), "others"), "40": "warnings", **dict.fromkeys(("50", "60", *OUTCOMES), "errors"),
          "v": "others", "d": "others", "i": "others", "w": "warnings", "e": "errors", "f": "errors"}
LEVELS |= {letter * 2: LEVELS[letter] for letter in "vdiwef"} | FOREIGN
WORDS = sorted((word for word in LEVELS if len(word) > 2 and word not in (*OUTCOMES, *FOREIGN)), key=len, reverse=True)
COMMON, OUTCOME = f"(?P<level>(?i:{'|'.join(WORDS)}))", f"(?P<level>(?i:{'|'.join((*OUTCOMES, *FOREIGN))}))"
WORD = f"(?P<level>(?i:{'|'.join((*WORDS, *OUTCOMES))}))"
VALUE = f"(?P<level>(?i:{'|'.join((*WORDS, *OUTCOMES, *FOREIGN))}))"
LOUD_FOREIGN = f"(?P<level>{'|'.join(FOREIGN).upper()})"
LOUD = f"(?P<level>{'|'.join(WORDS).upper()})"
PRIORITIES = ["errors"] * 4 + ["warnings"] + ["others"] * 3
KEYS = "level|lvl|severity|log[.]level"
LETTER, TWICE = "(?P<level>[VDIWEF])", "(?P<level>VV|DD|II|WW|EE|FF)"
MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
STAMP = r"(?:\[[^]]*\]|\([^)]*\)|<[^>]*>|[0-9]\S*(?!\S)|[^\w{\s\[(<]|\s)"  # in one way only, or it takes ages
NAME = r"(?:[A-Za-z]\S*(?::|\s+[-|])\s+)"
NONE = r"(?:(?i:none)(?=[.,;!]*(?:\s|$))(?!\s+(?i:of)(?:\s|$))|(?i:no\s+errors?)(?=[.,;!]*(?:\s|$)))"
ZERO, NUMBER = rf"\s*(?:0(?=[.,;!]*(?:\s|$))|{NONE})", rf"\s*(?:[-+]?[0-9.]|{NONE})"
COUNT = r"\s*(?i:count|counter|cnt|code|total)?\s*[:=]*\s*0[0xX.,;! ]*$"  # there were none
READING = rf"(?={NUMBER})\s*[^\s\[]\S*\s*(?:[^\s\[]\S*\s*)?(?:\[|$)"  # a number and its unit
STYLES = [re.compile(text) for text in (
    rf"{STAMP}*?[\[(<]\s*(?:[0-9]\S*\s+)*{COMMON}\s*[])>]", rf"{STAMP}*?[\[(<]\s*{OUTCOME}\s*[])>](?!{READING})",
    rf"{STAMP}*?[\[<]\s*{LETTER}\s*[]>](?!{READING})", rf"{STAMP}*?[\[(<]\s*{TWICE}\s*[])>](?=\s*[A-Za-z])",
    rf"{STAMP}*?\[\s*(?:[0-9]\S*\s+)*{LOUD}\s", rf"(?:{STAMP}|{MONTH}\s+(?=[0-9]))*{LOUD}(?=$|[\s:!,|([*])(?!:{ZERO})(?!{COUNT})",
    rf"{STAMP}*(?:{MONTH}\s+[0-9]+\s+\S+\s+\S+\s+)?{NAME}*{WORD}(?:[:!]|\s+[-|:](?=\s|$))(?!:|{NUMBER})",
    rf"{STAMP}*(?:{MONTH}\s+[0-9]+\s+\S+\s+\S+\s+)?{NAME}*{LOUD_FOREIGN}\s*:(?!:|{NUMBER})",
    rf"{STAMP}*{LETTER}(?:\s+\([0-9.:]+\)|/[A-Za-z]\S*[:(](?=\s|$)|:(?!{NUMBER})(?=\s+\S))",
    rf"{STAMP}*{NAME}+{LETTER}:(?!{NUMBER})(?=\s+\S)",
    rf"{STAMP}*[0-9]{STAMP}*{LETTER}\s+[^\s:]+\s*:", rf"{STAMP}*{LETTER}[0-9]{{4}}(?:[0-9]{{4}})? [0-9][0-9]:",
    rf"{STAMP}*(?:[a-z_.]+=(?:\"(?:[^\\\"]|\\.)*\"|\S*)\s+)*?(?i:{KEYS})=\"?{VALUE}\b")]
COLOURS = re.compile("\x1b\\[[^A-Za-z]*[A-Za-z]")
BEFORE, BEHIND = "(?<![0-9A-Za-z_])", "(?![0-9A-Za-z_])"
HEX = "[0-9A-Fa-f]"
CHANGES = re.compile(
    f"{BEFORE}(?:{HEX}{{8}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{12}}{BEHIND}|0[xX]{HEX}+"
    f"|(?=[A-Fa-f]*[0-9]){HEX}{{8,}}{BEHIND}|\"[^\"]*\"{BEHIND}|'[^']*'{BEHIND})"
    f"|{BEFORE}(?!{HEX}+{BEHIND})(?P<name>[A-Za-z_](?:[0-9A-Za-z_]*[A-Za-z_])?)|[0-9]+|(?P<blanks>[ \t]+)")


def level(text):
    """The worst of its lines, by what stands before a message; None: by nothing."""
    text = COLOURS.sub("", text)[:2000]
    found = {level_of(line) for line in ([text] if text.startswith("{") else re.split("[\r\n]", text))}
    return next((each for each in ("errors", "warnings", "others") if each in found), None)


def level_of(line):
    line = line[:256]
    priority = re.match(r"<([0-9]{1,3})>(?=[^ \t])", line)
    if priority and int(priority[1]) < 192:
        return PRIORITIES[int(priority[1]) % 8]
    if line.startswith("{"):
        try:
            about = json.loads(line)
        except ValueError:
            return None
        value = next((value for key, value in about.items() if re.fullmatch(KEYS, key)), None)
        return LEVELS.get(str(value).lower()) if len(str(value)) > 2 or "msg" in about or "message" in about else None
    if re.match(rf"(?:{STAMP})*?(?<!\S)0\s+[A-Za-z]+(?:$|[,.;(])", line):
        return None  # how many there were
    return next((LEVELS[found["level"].lower()] for style in STYLES if (found := style.match(line))), None)


TROUBLE = ("overrun", "underrun", "overflow", "underflow", "timeout", "timed out", "retry", "failed", "dropped",
           "invalid", "corrupted", "mismatch")


def is_sentence(line):
    """Two words and no number, or something that went wrong, behind the time and what is in brackets."""
    line = COLOURS.sub("", line)
    went_wrong = any(word in line.lower() for word in TROUBLE)
    message = line[re.match(rf"(?:{STAMP}|{MONTH}\s+(?=[0-9]))*", line).end():]
    words = [each for each in message.split() if re.search(r"[^\W0-9_]", each)]
    return (went_wrong or not re.search(r"(?<!\w)[0-9]", message)) and len(words) > 1


def template(line):
    line = COLOURS.sub("", line)
    if re.match(r'\{\s*"(?:[^"\\]|\\.)*"\s*:', line):
        return template_of_json(line)
    return CHANGES.sub(lambda found: found["name"] or (" " if found["blanks"] else "#"), line)


def template_of_json(line):
    """Its message, or its keys and its level."""
    parts, depth, key, out = re.findall(r'"(?:[^"\\]|\\.)*"?|[0-9-][0-9.eE+-]*|.', line), 0, "", ""
    for at, part in enumerate(parts):
        depth += (part in "{[") - (part in "}]")
        rest = "".join(parts[at + 1:]).lstrip()
        if part[0] == '"' and rest.startswith(":"):
            key = part.strip('"').lower()
        elif part[0] == '"':
            if depth == 1 and key in ("msg", "message") and part != '""':
                return template(re.sub(r'\\(["\\/])', r"\1", part[1:].removesuffix('"')))
            part = part if depth == 1 and re.fullmatch(KEYS, key) else "#"
        elif part[0] in "0123456789-":
            part = "#"
        if not (part == " " and out.endswith(" ")):
            out += part
    return out


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
            found[said, template(text)] += 1
            if said or is_sentence(text):
                by_text[template(text)].append(time)
        seconds = max((lines[-1][0] - lines[0][0]) // S, 1) if lines else 1
        burst = limits["rtc.log-flood.burst"]
        for text, times in by_text.items():
            if any(last - first < S for first, last in zip(times, times[burst - 1:])) \
                    or (len(times) * 1000 >= len(lines) * limits["rtc.log-flood.share"]
                        and len(times) >= limits["rtc.log-flood.rate"] * seconds):
                floods[text] += len(times)
    if floods:
        add(out, "rtc.log-flood", "log", max(floods.values()), max(floods.values()))
    for subject in ("errors", "warnings"):
        texts = {text: count for (said, text), count in found.items() if said == subject}
        if texts and not (len(texts) == 1 and floods and max(floods, key=floods.get) in texts):
            add(out, "rtc.log-level", subject, sum(texts.values()), sum(texts.values()))
