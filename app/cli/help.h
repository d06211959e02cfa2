// The long part of `tglass COMMAND --help`: what the JSON holds. It is a promise: keys may be added, never
// changed. Each text begins with a line break, so that its lines stand below each other here; belowOptions()
// takes it away.
#pragma once

#include "core/formats/demo.h"
#include "core/formats/format_list.h"

#include <algorithm>
#include <string>

namespace traceglass::cli {

inline std::string belowOptions(const std::string& text)
{
    return text.starts_with('\n') ? text.substr(1) : text;
}

// The text with what each format says of itself in place of "@".
inline std::string withFormats(std::string text, std::string_view Format::*help)
{
    std::string lines;
    for (const Format* format : formats())
        lines += format->*help;
    return text.replace(text.find('@'), 1, lines);
}

constexpr const char* kInfoFooter = R"(
--json prints one object:
  {"format", "version", "path", "size", "start_ns", "end_ns", "tracks", "records", "clocks",
   "annotations", "facts", "status"}
Times are nanoseconds on the first of "clocks", null where opening does not tell them or the capture
has no time axis. "tracks" and "records" are null when opening does not tell them; "annotations" is
read in captures up to 64 MiB, and in larger ones null unless opening tells it. "facts" are what else
is printed for people, texts by their labels, such as the GPU, its driver and the process. Some take
reading, as the most memory there was takes all memory tokens. "status" is "ok" or "damaged", by what
opening found.)";

constexpr const char* kTreeFooter = R"(
A node lists at most a tenth of the lines, so that what stands behind it is seen, too; how many are
left out stands below. --limit counts for --json only when it is given.
--json prints one object a line, parents before their children:
  {"path", "kind", "label", "value", "source", "offset", "length", "children"}
"path" is what --path and `tglass extract` take. "source" names the file or the decoded data that
"offset" counts in; both are null for a node without bytes. "children" counts all, listed or not.)";

inline const std::string kDumpFooter = withFormats(R"(
Prints one JSON object.@
Exit 1 when the capture is damaged: what can be read is printed all the same.)",
                                                   &Format::dumpHelp);

inline const std::string kRecordsFooter = withFormats(R"(
Prints one JSON object a line.@
--from and --to select what overlaps the time between them; --to itself is not in it.
--clock names the clock they are on, one of those `tglass info` lists; without it, the clock of the
tracks chosen by --track, else the first one. Times from the start need --clock where those tracks
are on several.
--track is a pattern with * and ? on GROUP/TRACK, as in 'tasks/connection*', in upper or lower case;
one that no track matches is wrong usage.
--match takes a query (`tglass find --help`) that is asked of records: words and /expressions/ stand in
any text of one as the window shows it, or in its offset, 0x1f40; conditions hold for a record when
they hold for a slice that begins with it. --where takes one that is asked of slices, and leaves the
records that they begin with. Both read the whole capture.
Exit 1 when opening or reading meets damage: what can be read is printed all the same. Checksums and what
is within payloads are checked by `tglass validate`.)",
                                                      &Format::recordsHelp);

// What `tglass help queries` tells, too.
inline const std::string kQueries = withFormats(R"(
QUERY is made of words, which stand somewhere in the name or in a text of the record, "words with
blanks", /regular expressions/ (/so/c minds upper and lower case), and conditions; all of them hold,
as if `and` stood between them, but for `or`, `not`, -word, ( ). AND, OR and NOT are the same:
  name = accept   duration >= 10 ms   start = +1.5s .. +2s   track : connection
  state in (polling, created)
  status >= 500   task.polls > 1000   shop.Request.path : checkout   not status
Fields: name duration start end track group kind depth; state of tasks; level of events and of lines of
logs, as they say it; flags; clock, where a capture has several; note, the text of notes about a slice or
a moment in it; and those of the records:@
Of structs they are written with dots, of one type of records behind its name, @name for one that is
called like a field above. @status alone asks for records that have it; not status for those that do not.
Of several values one must fit; with != none may be equal.
A query has at most 200 values (words, texts, numbers, expressions), and no expression that is too large;
/one|two|three/ stands for several.
Of several tracks with one path, 'track = "tasks/accept #20"' is that of number 20.
Signs: = != < <= > >= : (contains) ~ (/regular expression/) in (A, B); A .. B is without B. ≠ ≤ ≥ are the
same as != <= >=.
Units: ns us ms s min h; of fields of records also B kB MB GB KiB MiB GiB %. The kinds of tracks,
states, levels and flags:
  states spans worker events marks log counter pictures density health ruler slices samples
  polling scheduled created; trace debug info warn error
  open-start open-end approximate hollow damaged gap
Slices of counters, pictures and densities have no name: words find only texts of their records. The name of
a state of a task is that of the task: ask for `state = polling`. Events of a JVM are called by the label of
their type, Request; the word shop.Request, all of the name of a type, finds them as well.
A QUERY that begins with - stands behind --.)",
                                                &Format::fieldsHelp);

inline const std::string kFindFooter = kQueries + R"(
--json prints one object a line, in the order of time, and a summary at the end:
  {"hit", "start_ns", "dur_ns", "clock", "track", "number", "depth", "name", "source", "offset"}
  {"summary": {"file", "hits"}}
--fields A,B adds "fields": {"A": value, …} with those that the record has, a list where it has several.
Times are nanoseconds on "clock". Where that is an order and no time (work in flight in a crash dump),
"step_ns" behind it is what a step takes of them. "source" and "offset" are where the record lies. "hits"
counts all, printed or not; output without a summary was cut.
--in structure asks nodes of the structure, in its order: fields name value kind; words stand in the name
or the value, or are the kind, as `tglass tree --json` prints it (chunk, record, field ...). Of an offset
(8000, 0x1f40) the owners of that byte come first. --in notes asks notes: text author track node. What
asks for another field holds for none. JSON is
  {"hit", "path", "kind", "label", "value", "source", "offset", "length"}
  {"hit", "note": {… as in `tglass annotations --json`}}
Exit 1 when the capture is damaged: what can be read is searched all the same.)";

constexpr const char* kStatsFooter = R"(
--by says what there is a row of:
  name track thread task group kind level state   of slices; a task has its polls
  template   of lines of logs, events and marks, with # in place of numbers, quotes, UUIDs
  log        the same with level, rate, first, last, longest silence
  counter    of tracks of numbers
and tables of the format, where it has some: gc, tasks, spans, heaps ...; a word that is none lists them,
and that for a row means the first that has such rows: monitor, owner, class, site, method, stream. With
--where they count what slices that fit stand for; what of a table is no slice is said below it.
--field tells rows of slices apart by one thing more: a field of their records (status, shop.Request.path;
@name where a word of --by is called the same) or another word of --by. Rows are then `Request · 200`, and
`Request · no status` where the record has none.
Of slices: count (that overlap the time between --from and --to, else of the capture), open (begin or
end not recorded), total (of them within that time), self (total without what is one level deeper),
share (of that time); of those not open, in their whole length: min, mean, p50, p95, p99, max.
Percentiles are exact, and durations of real slices: of n the ceil(p n)-th smallest. Gaps and pieces
of spans that were not entered do not count; --by spans has how long they lived. A slice of no length is
an instant, which has no duration; but what is recorded with begin and end, as polls are, may take 0 µs.
--track, --clock and QUERY are those of `tglass find`.
≈ behind a row: some of its times are estimates, or large values are rounded. Of several captures, mean
and percentiles are good to 0.8 %, everything else is exact.
--fail-if takes a column, one of = != < <= > >=, and a limit in the unit of the column (10ms, 5%, 100),
for any row or, behind its name and a colon, for one; it may be given several times.
--json prints one object a row, and a summary at the end:
  {"table", "by", "key", "count", "open", "total_ns", "self_ns", "share", "min_ns", "mean_ns", "p50_ns",
   "p95_ns", "p99_ns", "max_ns", "exact", "approximate", "query", "longest": {"start_ns", "clock",
   "track", "number", "depth", "source", "offset"}, "histogram": [[step, count], ...]}
  {"summary": {"file", "table", "by", "field", "rows", "printed", "remarks", "exceeded"}}
Other tables have their own columns; what is not known is null. "query" finds the slices of the row, null
where none can. Steps of a histogram are nanoseconds below 256, and 128 an octave above: of step s it is
(128 + s % 128) << (s / 128 - 1) ns. "exact" is false where percentiles come from histograms or
samples. Where durations are steps and no time (work in flight in a crash dump), "clock" and "step_ns" tell
what a step takes of them, in CSV a last column step_ns; such rows have no share, and no limit of time is
asked of them. Output without a summary was cut. Exit 5 wins over 1.)";

constexpr const char* kFindingsFooter = R"(
Rules look for what is known to go wrong; each finding says what was measured, where it can be seen and
what the capture cannot tell. The catalogue is docs/findings.md; --explain prints its entry of a rule.
Severity is high from 5 % of the time (or bytes) on, medium from 1 %, low from 0.1 %, unless the rule names
it; below that nothing is listed. Rules whose data was not recorded are listed as not checked.
--set takes durations (20ms), shares (5%), bytes (500MB) and whole numbers; it may be given several times.
--mute takes a file of lines such as `rfr.long-poll metrics.flush`; without a subject all of a rule.
--fail-on exits 5 for a finding as severe or worse, and for a capture of which a part is lost. With --partial
what is left is judged: data.damaged and data.cut do not count, and damage does not make it exit 1 either.
With --baseline only findings count that are not in there or were less severe; a finding is known by its rule
and the name of its subject, also where it was absorbed by another one. What it was before is told.
--json prints one object a finding, and a summary at the end of each capture:
  {"finding", "severity", "file", "subject": {"name", "track"}, "count", "cost": {"ns" or "bytes" or
   "count"}, "share", "when": [[start, end], ...], "sentence", "rule": {thresholds}, "evidence":
   [{"start_ns", "dur_ns", "track", "number", "depth", "source", "offset", "text"}, ...], "evidence_count",
   "confidence", "limits", "absorbed": [{"finding", "severity", "subject": {"name"}, "count", "cost", "share",
   "sentence"}, ...], "baseline", "before": {"severity", "count", "cost", "share"}}
  {"summary": {"file", "findings": {"high", "medium", "low"}, "rules", "not_checked": [{"id", "why"}, ...],
   "muted", "complete", "not_recorded": [{"code", "why", "count"}, ...]}}
"file" is there when several captures were given, "baseline" (new, worse, better, same) with --baseline, and
"before" where it is not new. Of evidence at most 100 pieces are printed; "evidence_count" counts all,
"count" what the sentence is about. Where it has an order and no time, "clock" and "step_ns" stand behind
its track, as `tglass find` tells them. "absorbed" are findings with the same cause, or a "sentence" alone
that says more of it. "not_recorded" is what counts as damage though all bytes are good, such as submits
without a time; data.damaged and data.cut tell the rest. Output without a summary was cut. Exit 5 wins
over 1. With --rules and --explain it prints one object a rule, in which names of thresholds tell their unit:
  {"rule", "title", "means", "measure", "remedy", "thresholds": {"min_ns", ...}})";

constexpr const char* kCompareFooter = R"(
Rows of the same table are matched by their key; a run of an RTC capture in front of a path does not
count, so that --a-track 'segment 0/*' --b-track 'segment 1/*' compares two runs of one file. Names of
slices that differ in numbers only are one row, `gc #`, from five on, where more than half are in one of
both only or have one slice each; collections (gc) are one row for each cause and collector. The file may
be given once or twice for two ranges, as in --a-to +10s --b-from +10s, or two queries of --a-where and
--b-where.
Of slices there are A, B and change of count, total, self, p50, p95, p99 and max, of --by spans (how long
they lived) also entered and awaited; of counters min, mean, max, σ and how many values there are; of other
tables all that are numbers. People see some of these, sorted by the size of the change.
--per says what sums (count, total, self; bytes, samples, waits ...) are divided by: `second` of the range,
or else of the capture; `none`; or a unit of work, `request`, for the slices called so in each of both.
Percentiles are never divided.
verdict of slices: longer or shorter where a rank-sum test of all their durations says so (p < 0.01, after
Holm for all rows) and p50 or p95 went the same way by 5 % or more and by 1 µs or more; else `no clear
change`; `too few` where one of both has less than 20 with a duration, nothing where neither has any;
`only in A`, `only in B`. Slices of one run are not independent of each other: it tells that durations
differ, never why.
Where p50 and p95 went different ways that is said below the table; with --top not given rows that are
longer or shorter are printed however many there are.
--findings compares what looks wrong in two whole captures: new; gone; worse or better, by severity; same.
A finding is known by its rule and the name of its subject, also where it was absorbed by another one; what A
had of it is told.
--fail-on exits 5 when any row is `longer` or `shorter`, or p50 or p95 of it against its verdict, whether it
is printed or not; has twice as many slices, `more`, or half as many, `fewer`, where A or B has 20 of it and
chance tells no such change (p < 0.01, after Holm); is in one of both, `only-a` or `only-b`, with 20 slices,
or 8 and 1 % of its time; or any finding is `new` or `worse` (these two look for findings as --findings does).
Several words are joined by commas. It exits 5 when no row could be judged, and for a capture of which a
part is lost, too; with --by words whose rows get no verdict, or count nothing, it is wrong usage: exit 3.
With --partial what is left is compared: data.damaged and data.cut do not count, and damage does not make
it exit 1 either.
--json prints one object a row, one a finding (as `tglass findings --baseline` does; "baseline" is also
"gone", and "file" the capture that has it), and a summary at the end:
  {"table", "by", "key", "verdict", "count_a", "count_b", "count_change", "count_change_share", "total_a_ns",
   "total_b_ns", "total_change_ns", "total_change_share", ... self, p50, p95, p99, max, "contrary", "exact",
   "approximate", "query"}
  {"summary": {"a", "b", "table", "by", "field", "per", "per_a", "per_b", "rows", "printed", "verdicts":
   {WORD: rows, ...}, "findings": {WORD: findings, ...}, "remarks", "exceeded", "complete"}}
Where they are divided the keys of sums end in _per. "per" is `none`, `second` or the unit; "per_a" and
"per_b" are nanoseconds or how many units there are. Where durations are steps and no time (work in flight
in a crash dump), "clock" and "step_ns" tell what a step takes of them, and nothing is told a second.
"verdict" is empty where none is made, as of counters; "contrary" is `p50` or `p95` where that went against
it, else null. A field of --where or --field that only one of both has is a remark: nothing of the other
fits. Of different formats nothing is compared: exit 3. Output without a summary was cut. Exit 5 wins over
1.)";

constexpr const char* kExportFooter = R"(
--table takes `slices`, of which there is a row by --by, `find`, which are slices one by one, and the words
counter, log and those of the format that `tglass stats --by` takes. Without --json it is CSV: a line of
names, times in nanoseconds, nothing where nothing is known, control characters as in \n. Cells that
begin with = + - or @ are text of the capture: import them as text, not as formulas. A column
`approximate` tells rows of estimated times or rounded values.
--table records has the rows of the window's tab: with --match, and with --where and --track those of
slices, as in `tglass records --help`; with --type only records of one type, with a column a field; as
they are recorded, or with --sort by a column. --json prints one object a row:
  {"source", "offset", "size", "record", "subject", "by", "time_ns", "after_previous_ns", "fields"}
With --type "values": {"FIELD": value, …} in place of record, subject and fields: numbers, truth and null
as `tglass records` has them, times and durations in nanoseconds, and so CSV; of all else the text.
"after_previous_ns" is since the row before, with --sort since the record before it in the capture.
--stacks writes samples as `frame;frame;frame count`, the outermost frame first: what flame graph
programs read. --weight duration counts nanoseconds, bytes what each event says it took; --kind takes
one kind of events, as in jdk.ExecutionSample; --where and --track leave tracks, of --where those with a
slice for which it holds.
OUT gets its name when all is written, so a full disk leaves none. What exists is replaced only with
--force. Pipes and terminals are written to as they are.)";

constexpr const char* kValidateFooter = R"(
Exit 0: every file is ok; 1: one is damaged (it opens); 2: one is rejected (it does not open).
--json prints one object a file, each on a line:
  {"file", "format", "status": "ok|damaged|rejected", "diagnostics": [{"code",
   "severity": "info|warning|error", "message", "advice", "source", "offset", "length", "entry"}]}
error: something cannot be shown; warning: shown, but a rule is broken; info: legal but worth
knowing. "source" names the file within a recording; "entry" is the number of the part, as the format counts
them: the position of a chunk in the index, a Unit.
Of each code the first 10,000 are listed. Where there are more, "counts" tells of each such code
  {"code", "all", "exact", "kept", "first", "last"}: how many there are and how many are listed, and
where the first and the last of the others lie, each {"source", "offset", "length"} or null. "exact"
is false where there are more than a million: "all" is then good to a hundredth.
A rejection is one diagnostic.)";

// A line a demo, with what is in it behind the longest name.
inline std::string demoLines()
{
    std::size_t longest = 0;
    for (const Demo* demo : demos())
        longest = std::max(longest, demo->file.size());
    std::string lines;
    for (const Demo* demo : demos())
        lines += "\n  " + std::string(demo->file) + std::string(longest - demo->file.size() + 2, ' ')
            + std::string(demo->about);
    return lines;
}

inline const std::string kDemoFooter = R"(
Prints the path of each. The same bytes every time, with something worth finding in each:)"
    + demoLines() + R"(
They get their names when all are whole. What stands in DIR stays: where one of these names is taken,
nothing is written, exit 4.)";

inline const std::string kCompactFooter = withFormats(R"(
Notes saved again and again may leave room that nothing refers to any more. The capture is written anew
without it, beside the old one, checked, and put in its place; what is recorded keeps its bytes, order
and numbers. With -o OUT, which must not exist yet, FILE stays as it is. What that gives back:@
Exit 4 when it could not be written; FILE is then what it was.)",
                                                      &Format::compactHelp);

constexpr const char* kExtractFooter = R"(
Compressed data is decoded unless --raw asks for the bytes as they are stored. Exit 1 when bytes
are missing because the data is damaged; what could be read is written.
OUT gets its name when all is written. What exists is replaced only with --force: a link is replaced
itself, never the file it points to. Pipes and terminals are written to as they are.)";

constexpr const char* kShowFooter = R"(
What the window shows of a part when it is clicked: where it lies, what it was decoded from, and what
is known of it. One of NODE, --bytes and --at says which; --bytes count in the capture's file, with
NODE in the file or decoded data that node lies in. --at, which needs --track, reads the whole capture
and shows the slice of that track then, or the last one before, and what it woke or waited for.
--json prints one object:
  {"path", "place", "kind", "label", "value", "source", "offset", "length", "stored", "children",
   "track", "number", "start_ns", "end_ns", "clock", "title", "extra", "subtitle",
   "sections": [{"title", "extra", "sentence", "rows": [{"label", "value", "ns", "extra"}], "text"}],
   "flows": [{"kind": "wake|spawn|lock", "from", "from_ns", "to", "to_ns"}]}
"stored" is what the bytes were decoded from, {"source", "offset", "length"} or null. "number" is that of
the track, as in `tglass find`; "extra" stands beside a title, as in `#20` or a count. Times are
nanoseconds on "clock", null where there is none, with "step_ns" of an order; "ns" of a row is its moment
or duration, else null.
Exit 1 when it cannot be read, 3 when there is no such part.)";

constexpr const char* kAnnotateFooter = R"(
Prints the id of the new note. One of --at, --range, --node and --bytes says what it is about;
--node / is the capture as a whole. --bytes count in the capture's file; with --node in the file
or decoded data that node lies in, as a recording of many files needs it.
--track is a pattern on GROUP/TRACK, or on GROUP/TRACK #N where several have that name, and matches
tracks of one name; a segment in front may be left out. --clock names the clock of
the time, one of those `tglass info` lists; without it, the clock of the track, else the first one.
The note is saved into the capture; what is recorded there stays as it is. Where the capture cannot
keep it, may only be read, is locked or is still written by another program, it goes into
FILE.traceglass.json beside it, and standard error says so and why. Exit 4 when it could not be saved.)";

constexpr const char* kAnnotationsFooter = R"(
--json prints a list of objects:
  {"id", "text", "author", "created_ns", "changed_ns", "start_ns", "end_ns", "clock", "track",
   "track_key", "node", "bytes": {"source", "offset", "length"}, "color",
   "origin": "capture|sidefile|foreign"}
Times are integers, on the clock named, or the first one; what a note is not about is null. "origin"
says where it lives: in the capture, in a file beside it, or in the capture and of another program;
those are never altered. Exit 1 when the notes cannot be read, 3 when there is no note of that id,
4 when it could not be changed.)";

}
