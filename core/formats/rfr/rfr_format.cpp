#include "core/formats/rfr/rfr_document.h"

namespace traceglass::rfr {

namespace {

Result<std::unique_ptr<Document>> open(const Probe& probe, Job& job)
{
    auto recording = openRecording(probe, job);
    if (!recording)
        return tl::unexpected(recording.error());
    return std::make_unique<RfrDocument>(std::move(*recording));
}

constexpr std::string_view kSuffixes[] = {".rfr"};

}

const Format kFormat {
    .id = "rfr",
    .name = "Rust Flight Recorder",
    .label = "Async Rust",
    .suffixes = kSuffixes,
    .probe = probeRecording,
    .open = open,
    .subject = "task or span",
    .dumpHelp = R"(
  RFR: {"format", "version", "created_us", "start_us", "end_us", "records", "events", "callsites",
       "chunks", "tasks", "spans"}; times in microseconds. Tasks have spawn_ts_us, drop_ts_us,
       polls, busy_us, longest_poll_us, wakes, self_wakes, scheduled_us; spans have parent,
       parent_kind, new_us, close_us, enters, active_us.)",
    .recordsHelp = R"(
  RFR: {"chunk", "seq_id", "ts_us", "type"} and, by type, "iid" (tasks, spans), "task_iid" and
       "context" (wakers), "callsite_id", "parent" and "fields" (events, new spans), "task_id",
       "name", "kind" (new tasks). Streamed files have "index" and "offset" instead of "chunk" and
       "seq_id".)",
    .fieldsHelp = R"(
  RFR: task.name, task.id, task.kind of slices of tasks, also on threads, and what the whole life of the
       task came to: task.polls, task.busy, task.longest_poll, task.scheduled, task.created,
       task.idle, task.wakes, task.late_wakes, task.self_wakes, task.spawn, task.drop.)",
    .nodesHelp = "\n  RFR: /chunks/0/sequences/2/records/17",
    .compactHelp = "\n  RFR: nothing, as notes are kept whole",
    .rules = findingRules,
};

}
