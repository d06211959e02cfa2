#include "core/formats/rdf/payloads/payload_summary.h"

#include "core/base/diagnostic_log.h"
#include "core/base/json_writer.h"
#include "core/formats/rdf/payloads/payload_layouts.h"

#include <algorithm>
#include <optional>

namespace traceglass::rdf {

namespace {

void writeChunkCounts(JsonWriter& json, const RdfCapture& in, const ChunkNumbers& numbers)
{
    json.key("chunks").beginObject();
    for (std::uint32_t group = 0; group < numbers.groupCount(); ++group) {
        const Entry first = in.index().entry(numbers.member(group, 0));
        json.foreignKey(first.idText()).value(numbers.groupSize(group));
    }
    json.endObject();
}

void writeProblems(SummaryText& to, const DiagnosticLog& problems)
{
    JsonWriter json(to.text);
    json.key("diagnostics").beginArray();
    for (const Diagnostic& problem : problems.all()) {
        json.beginObject().field("code", codeInfo(problem.code).id.substr(std::string_view("rdf.").size()));
        json.field("message", problem.message());
        if (problem.entry)
            json.field("entry", *problem.entry);
        if (problem.range)
            json.field("offset", problem.range->offset).field("length", problem.range->length);
        json.endObject();
        json.flush(to.out);
    }
    json.endArray();
}

// All that is read before anything is written, so that the object is whole or not there.
struct AllPayloads
{
    std::optional<MemoryTrace> trace;
    std::vector<MemorySnapshot> snapshots;
    Clocks clocks;
    Queues queues;
    UserMarkers markers;
    std::optional<Crash> crash;
};

Result<void> readAll(const PayloadChunks& chunks, const Report& report, Job& job, AllPayloads& out)
{
    auto trace = MemoryTrace::scan(chunks, report, job);
    if (!trace)
        return tl::unexpected(trace.error());
    out.trace = std::move(*trace);
    out.snapshots = readSnapshots(chunks, report);
    out.clocks = readClocks(chunks, report);
    auto queues = readQueues(chunks, out.clocks, report, job);
    if (!queues)
        return tl::unexpected(queues.error());
    out.queues = std::move(*queues);
    auto markers = UserMarkers::read(chunks, report, job);
    if (!markers)
        return tl::unexpected(markers.error());
    out.markers = std::move(*markers);
    auto crash = readCrash(chunks, report, job);
    if (!crash)
        return tl::unexpected(crash.error());
    out.crash = std::move(*crash);
    return checkLayouts(chunks, report, job);
}

}

Result<void> checkPayloads(const RdfFile& file, Job& job)
{
    const Report report = [&](Diagnostic problem) { file.log().add(std::move(problem)); };
    auto chunks = PayloadChunks::find(file, job);
    if (!chunks)
        return tl::unexpected(chunks.error());
    AllPayloads facts;
    return readAll(*chunks, report, job, facts).and_then([&] { return file.checkWhole(); });
}

Result<void> writePayloadSummary(const RdfFile& file, const TextSink& out, Job& job)
{
    DiagnosticLog problems; // of payloads alone
    const Report report = [&](const Diagnostic& problem) {
        problems.add(problem);
        file.log().add(problem);
    };
    auto chunks = PayloadChunks::find(file, job);
    if (!chunks)
        return tl::unexpected(chunks.error());
    AllPayloads facts;
    if (auto read = readAll(*chunks, report, job, facts); !read)
        return read;
    std::unique_ptr<MemoryTrace::Replayed> replayed;
    std::vector<std::uint64_t> moments;
    if (facts.trace) {
        moments = summaryMoments(*facts.trace, facts.snapshots);
        auto done = facts.trace->replay(moments, job);
        if (!done)
            return tl::unexpected(done.error());
        replayed = std::move(*done);
        if (const std::uint64_t more = replayed->state.counts().notKept; more > 0)
            report(diagnose(Code::RdfPayloadLimit,
                            counted(more, "allocation or resource", "allocations and resources")));
    }
    if (auto whole = file.checkWhole(); !whole)
        return whole;
    const ChunkNumbers* const numbers = file.outer().numbering(job);
    if (!numbers)
        return fail(Code::Stopped);
    SummaryText to {{}, out};
    JsonWriter json(to.text);
    json.beginObject().field("format", "rdf-payload-summary").field("version", 1);
    writeChunkCounts(json, file.outer(), *numbers);
    json.key("rmt");
    if (replayed)
        writeMemory(to, *facts.trace, *replayed, facts.snapshots, moments);
    else
        json.value(std::nullopt);
    json.key("queues");
    if (chunks->has(PayloadKind::queueInfo) || chunks->has(PayloadKind::queueEvent))
        writeQueues(to, facts.clocks, facts.queues, facts.markers);
    else
        json.value(std::nullopt);
    json.key("crash");
    if (facts.crash)
        writeCrash(to, *facts.crash, facts.trace ? &*facts.trace : nullptr, replayed.get());
    else
        json.value(std::nullopt);
    writeProblems(to, problems);
    json.endObject();
    out(to.text + "\n");
    return {};
}

}
