#include "core/base/text.h"
#include "core/formats/rdf/rdf_document.h"
#include "core/model/probe.h"

#include <array>

namespace traceglass::rdf {

namespace {

constexpr std::array<std::string_view, 5> kSuffixes = {".rdf", ".rmv", ".rra", ".rgd", ".rgp"};

Match probe(const Probe& probe)
{
    const std::string_view head = asText(probe.head);
    const bool isOurs =
        head.starts_with("AMD_RDF ") || head.starts_with("RTA_DATA") || olderFormat(probe.head);
    return isOurs ? Match::sure : Match::no;
}

Result<std::unique_ptr<Document>> open(const Probe& probe, Job& job)
{
    return RdfDocument::open(probe.path, job);
}

}

const Format kFormat {
    .id = "rdf",
    .name = "Radeon Data File",
    .label = "AMD GPU",
    .suffixes = kSuffixes,
    .probe = probe,
    .open = open,
    .entry = "chunk",
    .dumpHelp = R"(
  RDF: {"format", "version", "chunks": [{"id", "index", "chunk_version", "compression",
       "header_offset", "header_size", "data_offset", "data_size", "uncompressed_size"}]}
       in the order of the file's index; with --sha256 also "header_sha256" and "data_sha256"
       (of the decompressed data). Without it "uncompressed_size" is what the index claims.
       With --payloads what the chunks say together: {"format", "version", "chunks", "rmt", "queues",
       "crash", "diagnostics"}, "chunks" by id, each of the next three null where there is nothing of it.
       "rmt": memory tokens: "streams", "heaps", "tokens", "counts", "peak_total", "end", "snapshots",
       "samples", "biggest_resources" and more; bytes, and ticks of the CPU from "base_tick".
       "queues": "gpus", "clocks", "queues", "frames", "waits", "command_buffers", "events"; times in
       nanoseconds from "zero_cpu_tick", null where they are not known.
       "crash": "providers", "events", "command_buffer_states", "in_flight", "page_faults".
       "diagnostics": what is wrong with the payloads, {"code", "message", "entry", "offset", "length"}.)",
    .recordsHelp = R"(
  RDF: one a chunk, with the keys of `tglass dump`; behind it the events in it, if it holds any: {"type",
       "chunk", "offset", "length", "decoded", "time_ns"} and the fields of the event. "chunk" is
       "QueueEvent:4"; "offset" counts in the file, or in the chunk's decompressed data where
       "decoded" is true; "time_ns" is null where it is not known. Types: submit, signal, wait,
       present (QueueEvent); timestamp, time_delta, virtual_allocate, virtual_free, resource_create,
       resource_bind, resource_destroy, resource_update, resource_reference, page_table_update,
       page_reference, cpu_map, userdata, misc, process_event (RmtData); snapshot
       (RmvSnapshotData); marker_begin, marker_end, command_buffer_state, marker_info, page_fault,
       shader_waves, engine_info, registers, wave_registers, general_registers, large_delta,
       event_N for others (DDEvent, UmdCrashData, KmdCrashData); code_object_load,
       code_object_unload (COLoadEvent). Fields are called as in `tglass tree`, "API object" is
       "api_object"; sizes and addresses are bytes, "time" and "delta" of RmtData units of 32
       ticks of the CPU. With --from and --to only events whose time is known.)",
    .nodesHelp = "\n  RDF: /chunks/3/data; also ID:N, as in QueueEvent:4, the fifth chunk of that id",
    .compactHelp = "\n  RDF: room of notes of before, such as indexes of 64 bytes a chunk",
    .rules = findingRules,
};

}
