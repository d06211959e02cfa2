#include "core/formats/cjfr/cjfr_document.h"

#include "core/base/text.h"
#include "core/formats/cjfr/structure/cjfr_parts.h"
#include "core/formats/cjfr/timeline/cjfr_timeline_maker.h"
#include "core/formats/cjfr/timeline/cjfr_words.h"

namespace traceglass::cjfr {

CjfrDocument::CjfrDocument(const std::filesystem::path& path)
    : m_file(path, log(), [this] { forgetSummary(); })
    , m_structure(std::make_unique<CjfrParts>(m_file), log())
    , m_timeline(m_file)
    , m_records(m_file)
    , m_fields(m_file)
    , m_stacks(m_file)
    , m_statistics(m_file)
    , m_findings(m_file, m_fields)
    , m_notes(m_file)
{
}

Result<std::unique_ptr<Document>> CjfrDocument::open(const std::filesystem::path& path, Job& job)
{
    std::unique_ptr<CjfrDocument> document(new CjfrDocument(path));
    if (auto opened = document->m_file.open(job); !opened)
        return tl::unexpected(opened.error());
    return std::unique_ptr<Document>(std::move(document));
}

// Only recordings of a JVM have them; what it is, a stream that was not read yet does not tell.
const StacksFacet* CjfrDocument::stacks() const
{
    const IndexPtr index = m_file.knownIndex();
    return !index || index->isJfr() ? &m_stacks : nullptr;
}

const FindingsFacet* CjfrDocument::findings() const
{
    return statistics() ? &m_findings : nullptr;
}

const StatisticsFacet* CjfrDocument::statistics() const
{
    return m_file.hasTimes() && stacks() ? &m_statistics : nullptr; // likewise
}

Result<void> CjfrDocument::survey(Job& job) const
{
    const auto index = m_file.indexNow(job);
    return index ? Result<void>() : tl::unexpected(index.error());
}

// Whether the file is several, joined: a footer tells of the last one alone.
Result<Facts> CjfrDocument::learnFacts(Job& job) const
{
    constexpr std::uint64_t kSearched = 64 << 20; // bytes; of larger ones reading tells
    if (!m_file.isCompressed() || m_file.mapped().size() > kSearched)
        return Facts {};
    return m_file.findOtherCapture(m_file.header().streamStart, job).map([](bool) { return Facts {}; });
}

Summary CjfrDocument::makeSummary(const Job&) const
{
    const Header& header = m_file.header();
    const Footer* const footer =
        m_file.footer().footer && m_file.otherCapture() == 0 ? &*m_file.footer().footer : nullptr;
    const IndexPtr index = m_file.knownIndex();
    const auto extent = m_timeline.extent();
    Summary out;
    out.version = std::to_string(header.version);
    out.path = m_file.path();
    out.size = m_file.mapped().size();
    if (footer)
        out.records = footer->totalEvents;
    else if (index)
        out.records = index->events();
    out.time = m_file.statedTime();
    const bool isStated = out.time && !extent && !(index && index->firstStartNs);
    if (index && index->firstStartNs) {
        const TimeRange stored {*index->firstStartNs, *index->lastEndNs};
        out.time = index->isJfr() ? withStated(stored, out.time) : stored;
    }
    if (extent) {
        out.tracks = extent->tracks;
        out.time = extent->time;
        out.absolute = extent->isAbsolute;
    }
    if (out.time && out.absolute)
        out.clocks = {"Unix time"};
    out.annotations = m_notes.count();
    if (out.records)
        out.more.emplace_back("events", grouped(*out.records));
    if (isStated)
        out.more.emplace_back("times", "as the footer states them; events may lie outside");
    out.more.emplace_back("generator", header.generator + " " + header.generatorVersion);
    if (header.configuration && !header.configuration->empty())
        out.more.emplace_back("configuration", *header.configuration);
    out.more.emplace_back("compression", header.codecName);
    if (footer && footer->gc && footer->gc->count > 0) {
        const GcSummary& gc = *footer->gc;
        out.more.emplace_back("collections",
                              collectionsText(gc) + ", longest pause " + microsecondsText(gc.maxPauseUs));
        out.more.emplace_back("collector", std::string(collectorWords(gc.collector)));
    }
    return out;
}

}
