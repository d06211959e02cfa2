// Rules about what single chunks say: the clock of a GPU, code that is missing, errors while tracing.
#include "core/base/text.h"
#include "core/formats/rdf/findings/gpu_rules.h"
#include "core/formats/rdf/payloads/code_objects.h"
#include "core/formats/rdf/payloads/counters.h"
#include "core/formats/rdf/payloads/device_info.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <set>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kClock = "gpu.clock-low", kCode = "gpu.code-missing";
constexpr std::uint64_t kDeviceBytes = 4096, kListBytes = 64u << 20;

// The hashes of all code objects; nothing where one of them cannot be told.
std::optional<std::set<Hash128>> hashesOfCode(const PayloadChunks& chunks)
{
    std::set<Hash128> out;
    for (const std::uint32_t entry : chunks.of(PayloadKind::codeObject)) {
        CodeObjectHeader header;
        if (!readFields(chunks.header(entry).bytes, header))
            return {};
        out.insert(header.hash);
    }
    return out;
}

// "SqttData 2, result -3: the buffer is full". Empty: nothing of it is told.
std::string textOfError(const PayloadChunks& chunks, std::uint32_t entry)
{
    constexpr std::uint64_t kText = 300; // bytes of a message
    TraceError error;
    readFields(chunks.header(entry).bytes, error); // what is told of it
    std::string out;
    if (!error.chunk.empty())
        out = escaped(toValidUtf8(error.chunk)) + ' ' + std::to_string(error.number) + ", result "
            + std::to_string(error.result);
    const ChunkBytes data = chunks.data(entry, kText);
    const std::string_view text = data.text();
    const std::string message = escaped(toValidUtf8(text.substr(0, text.find('\0'))));
    return out + (out.empty() || message.empty() ? "" : ": ") + message;
}

// "2.10 GHz"
std::string gigahertzText(std::uint64_t hz)
{
    constexpr std::uint64_t kHundredth = 10'000'000;
    const std::uint64_t hundredths = hz / kHundredth + (hz % kHundredth >= kHundredth / 2 ? 1 : 0);
    const std::string behind = std::to_string(100 + hundredths % 100).substr(1);
    return grouped(hundredths / 100) + '.' + behind + " GHz";
}

}

bool isCut(const PayloadChunks& chunks)
{
    return chunks.file().outer().index().isCut();
}

std::string whyMissing(const PayloadChunks& chunks, std::string_view absent)
{
    return std::string(isCut(chunks) ? kChunksLost : absent);
}

// What a GPU that does nothing runs at says nothing.
void checkClockRates(const GpuLook& look, const PayloadChunks& chunks, findings::Checks& checks)
{
    std::set<std::uint32_t> told;
    for (const std::uint32_t entry : chunks.of(PayloadKind::asicInfo)) {
        const ChunkBytes data = chunks.data(entry, kDeviceBytes);
        AsicInfo asic;
        readFields(data.bytes, asic);
        if (asic.coreHz == 0 || asic.highestCoreHz == 0 || !look.working.contains(asic.pci)
            || !told.insert(asic.pci).second)
            continue;
        constexpr WideInteger kThousand = 1'000;
        if (asic.coreHz * kThousand > WideInteger(asic.highestCoreHz) * checks.amount(kClock, "share"))
            continue;
        const ByteRange place = chunks.place(entry, 0, 0);
        const std::string name = asic.name.empty() ? std::string("GPU") : std::string(asic.name);
        Finding finding {.rule = kClock,
                         .severity = FindingSeverity::low,
                         .subject = {name},
                         .cost = {StatUnit::count, 1},
                         .count = 1,
                         .confidence = Confidence::low};
        finding.evidence.push_back(
            {.time = {}, .ref = RecordRef(place.source, place.offset), .text = "chunk AsicInfo"});
        finding.sentence = "The core of " + findings::quoted(name) + " ran at " + gigahertzText(asic.coreHz)
            + " of " + gigahertzText(asic.highestCoreHz);
        finding.limits = "That was at one moment: whether it ran so all the time is not recorded.";
        checks.add(std::move(finding));
    }
    if (told.empty())
        checks.leaveOut(kClock, whyMissing(chunks, "the core clock of no GPU with submits is told"));
}

void checkCode(const PayloadChunks& chunks, const Report& report, const Job& job, findings::Checks& checks)
{
    if (!chunks.has(PayloadKind::codeObjectCorrelation) || !chunks.has(PayloadKind::codeObject))
        return checks.leaveOut(kCode, whyMissing(chunks, "no code objects were recorded"));
    if (isCut(chunks))
        return checks.leaveOut(kCode, std::string(kChunksLost));
    const auto known = hashesOfCode(chunks);
    if (!known)
        return checks.leaveOut(kCode, "the header of a code object cannot be read");
    std::set<Hash128> missing;
    Finding finding {.rule = kCode,
                     .severity = FindingSeverity::low,
                     .subject = {"code objects"},
                     .cost = {StatUnit::count}};
    std::set<Hash128> pipelines; // without theirs
    for (const std::uint32_t entry : chunks.of(PayloadKind::codeObjectCorrelation)) {
        const ChunkBytes data = chunks.data(entry, kListBytes);
        if (!data.isWhole) {
            if (chunks.file().outer().index().entry(entry).canDecode() && data.bytes.size() < kListBytes)
                report(chunks.unreadable(entry, "its compressed data are damaged")); // others are known
            checks.missPart();
            return checks.leaveOut(kCode, "which code objects pipelines belong to cannot be read");
        }
        constexpr std::size_t kSize = CodeObjectCorrelation::kSize;
        for (std::size_t at = 0; data.bytes.size() - at >= kSize && !job.stopRequested(); at += kSize) {
            CodeObjectCorrelation link;
            readFields(data.bytes.subspan(at), link);
            if (known->contains(link.codeObject))
                continue;
            pipelines.insert(link.pipeline);
            if (!missing.insert(link.codeObject).second)
                continue;
            ++finding.count;
            findings::addEvidence(finding, {}, [&] {
                const ByteRange place = chunks.decodedPlace(entry, at, kSize);
                return Evidence {.time = {},
                                 .ref = RecordRef(place.source, place.offset),
                                 .text = "code object " + hashText(link.codeObject)};
            });
        }
    }
    if (finding.count == 0)
        return;
    finding.cost.amount = static_cast<std::int64_t>(finding.count);
    finding.sentence = counted(finding.count, "code object is", "code objects are") + " missing that "
        + counted(pipelines.size(), "pipeline belongs to", "pipelines belong to") + ", such as "
        + hashText(*missing.begin());
    finding.limits = "What their pipelines did is recorded all the same.";
    checks.add(std::move(finding));
}

void checkTraceErrors(const PayloadChunks& chunks, findings::Checks& checks)
{
    Finding finding {.rule = "gpu.trace-error",
                     .severity = FindingSeverity::high,
                     .subject = {"trace"},
                     .cost = {StatUnit::count}};
    for (const std::uint32_t entry : chunks.of(PayloadKind::traceError)) {
        ++finding.count;
        const ByteRange place = chunks.place(entry, 0, 0);
        finding.evidence.push_back(
            {.time = {}, .ref = RecordRef(place.source, place.offset), .text = textOfError(chunks, entry)});
        if (finding.evidence.size() >= Finding::kEvidence)
            break;
    }
    if (finding.count == 0)
        return;
    finding.count = chunks.of(PayloadKind::traceError).size();
    finding.unkept = finding.count - finding.evidence.size();
    finding.cost.amount = static_cast<std::int64_t>(finding.count);
    finding.sentence = "Whoever traced says that something failed"
        + (finding.evidence.front().text.empty() ? std::string() : ": " + finding.evidence.front().text);
    finding.limits = "A part of the capture is missing because of it.";
    checks.add(std::move(finding));
}

}
