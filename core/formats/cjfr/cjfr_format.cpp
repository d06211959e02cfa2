#include "core/formats/cjfr/cjfr_document.h"
#include "core/model/probe.h"

namespace traceglass::cjfr {

namespace {

Match probe(const Probe& probe)
{
    return !probe.directory && hasMagic(probe.head) ? Match::sure : Match::no;
}

Result<std::unique_ptr<Document>> open(const Probe& probe, Job& job)
{
    return CjfrDocument::open(probe.path, job);
}

constexpr std::string_view kSuffixes[] = {".cjfr"};

}

const Format kFormat {
    .id = "cjfr",
    .name = "CondensedData",
    .label = "JVM",
    .suffixes = kSuffixes,
    .probe = probe,
    .open = open,
    .record = "message",
    .records = "messages",
    .subject = "duration",
    .dumpHelp = R"(
  CondensedData: {"format", "dialect", "header_layout", "version", "generator", "generator_version",
       "configuration", "compression", "compression_level", "content" ("jfr" or "plain"), "file_size",
       "universe_start_ns", "config_ts_ticks_per_s", "config_dur_ticks_per_s", "messages",
       "stored_counts", "event_counts" (combined events expanded), "first_start_ns", "last_end_ns",
       "footer", "types"}.)",
    .recordsHelp = R"(
  CondensedData: one a message: {"type", "start_ns", "dur_ns", "fields"} in recordings of a JVM, else
       {"type", "type_id", "value"}. Times are Unix nanoseconds, "unset" where none was recorded; spans
       also "forever". --expanded prints the events that combined events stand for; those that kept no
       time of their own have that of their group and "approximate": true. "combined" is what the
       combined event says of it beyond the fields of its type, such as sums.)",
    .fieldsHelp = R"(
  CondensedData: value, of any counter, as it is drawn: value > 50 %; that of one by its name, Heap.value.)",
    .nodesHelp = "\n  CondensedData: /messages/7, /types/0",
    .compactHelp = "\n  CondensedData: nothing, as notes are kept whole",
    .rules = findingRules,
};

}
