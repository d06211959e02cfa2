#include "core/formats/rdf/rdf_document.h"

#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/formats/rdf/payloads/capture_facts.h"
#include "core/formats/rdf/payloads/payload_summary.h"
#include "core/formats/rdf/structure/rdf_parts.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kBatch = 64; // chunks a worker takes at a time

// Checking decodes and throws away; a claim of terabytes is believed after so much.
constexpr std::uint64_t kCheckedAtMost = std::uint64_t(4) << 30;

}

RdfDocument::RdfDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> mapped)
    : m_file(std::move(path), std::move(mapped), log())
    , m_payloads(m_file)
    , m_timeline(m_payloads)
    , m_statistics(m_payloads, m_timeline)
    , m_findings(m_payloads, m_timeline)
    , m_contents(m_payloads)
    , m_structure(std::make_unique<RdfParts>(m_file, m_contents), log())
    , m_records(m_file, m_payloads, m_contents)
    , m_summedPayloads(m_file)
    , m_fields(m_payloads, m_timeline)
    , m_notes(m_file)
{
}

Result<std::unique_ptr<Document>> RdfDocument::open(const std::filesystem::path& path, Job& job)
{
    return MappedFile::open(path).and_then([&](const std::shared_ptr<const MappedFile>& mapped) {
        std::unique_ptr<RdfDocument> document(new RdfDocument(path, mapped));
        return document->m_file.open(job).and_then([&] { return document->m_payloads.find(job); }).map([&] {
            return std::unique_ptr<Document>(std::move(document));
        });
    });
}

Summary RdfDocument::makeSummary(const Job&) const
{
    const Index& index = m_file.outer().index();
    Summary out;
    out.version = std::to_string(index.header.version);
    out.path = m_file.path();
    out.size = m_file.mapped().size();
    out.records = index.count();
    out.annotations = m_notes.count();
    out.absolute = !m_payloads.hasTimes(); // counters of the CPU tell no date
    out.more = deviceFacts(m_payloads.chunks());
    out.more.emplace_back("chunks", grouped(index.count()));
    return out;
}

Result<Facts> RdfDocument::learnFacts(Job& job) const
{
    return memoryFacts(m_payloads.chunks(), job);
}

Result<void> RdfDocument::survey(Job& job) const
{
    const RdfCapture& in = m_file.outer();
    const RegionMap* const map = in.map(job);
    if (!map)
        return fail(Code::Stopped);
    std::uint64_t seen = 0;
    const auto isStopped = [&] { return isStoppedAt(seen++, job); };
    for (const std::uint64_t entry : map->overlapping()) {
        if (isStopped())
            return fail(Code::Stopped);
        const ByteRange range = in.chunkRange(in.index().entry(entry));
        log().add(diagnose(Code::RdfRangeOverlap, in.chunkName(entry, job), range, entry));
    }
    for (const Region& region : map->extras()) {
        if (isStopped())
            return fail(Code::Stopped);
        if (region.kind == Region::Kind::overlap)
            continue;
        const char* const what = region.kind == Region::Kind::deadIndex ? ", an old index" : "";
        log().add(diagnose(Code::RdfUnreferencedBytes, sizeText(region.extent.length) + what,
                           in.range(region.extent)));
    }
    return {};
}

Result<void> RdfDocument::validate(Job& job) const
{
    return survey(job)
        .and_then([&] { return decodeRest(job); })
        .and_then([&] { return checkPayloads(m_file, job); })
        .map([this] { m_file.lookedAt().addAll(); });
}

Result<void> RdfDocument::decodeRest(Job& job) const
{
    const Index& index = m_file.outer().index();
    job.start(index.count());
    std::mutex mutex;
    std::vector<std::pair<std::uint64_t, DecodedSource::Outcome>> faults;
    const std::uint64_t batches = (index.count() + kBatch - 1) / kBatch;
    forEachParallel(static_cast<std::size_t>(batches), 0, job, [&](std::size_t batch) {
        ZstdStream stream;
        const std::uint64_t end = std::min(index.count(), (batch + 1) * kBatch);
        for (std::uint64_t n = batch * kBatch; n < end; ++n) {
            if (index.entry(n).canDecode()) {
                const auto outcome = m_file.decodeAway(n, kCheckedAtMost, stream, job, nullptr);
                if (!outcome)
                    return;
                if (outcome->fault == DecodedSource::Fault::none) {
                    m_file.addOutcome({0, n}, *outcome);
                } else {
                    const std::lock_guard lock(mutex);
                    faults.emplace_back(n, *outcome);
                }
            }
            job.advance();
        }
    });
    if (auto whole = m_file.checkWhole(); !whole)
        return whole;
    std::ranges::sort(faults, {}, [](const auto& fault) { return fault.first; });
    for (const auto& [entry, outcome] : faults)
        m_file.addOutcome({0, entry}, outcome);
    return job.stopRequested() ? fail(Code::Stopped) : Result<void>();
}

}
