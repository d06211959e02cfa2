#include "core/formats/rfr/rfr_document.h"

#include "core/base/text.h"
#include "core/formats/rfr/structure/rfr_parts.h"

#include <algorithm>

namespace traceglass::rfr {

RfrDocument::RfrDocument(std::unique_ptr<Recording> recording)
    : m_reader(std::move(recording), log())
    , m_recording(m_reader.recording())
    , m_notes(m_reader)
    , m_timeline(m_reader)
    , m_records(m_reader, m_timeline)
    , m_fields(m_reader, m_timeline)
    , m_stacks(m_reader, m_timeline)
    , m_statistics(m_reader, m_timeline)
    , m_findings(m_reader, m_timeline, m_fields)
    , m_structure(std::make_unique<RfrParts>(m_reader, m_timeline, m_notes), log())
{
}

// A recording is a directory, a streamed one and a chunk alone are files.
bool RfrDocument::goneFromDisk() const
{
    std::error_code error;
    return m_recording.isFolder() ? !std::filesystem::is_directory(m_recording.path, error)
                                  : Document::goneFromDisk();
}

std::optional<std::uint64_t> RfrDocument::grownBy(const Job& job) const
{
    return m_recording.isFolder() ? m_recording.grownBy(job) : Document::grownBy(job);
}

Result<SourcePtr> RfrDocument::source(SourceId id) const
{
    if (number(id) >= m_recording.sources.count())
        return fail(Code::NodeUnknown);
    auto file = m_recording.sources.open(id);
    if (!file)
        return tl::unexpected(file.error());
    return SourcePtr(*file);
}

Result<void> RfrDocument::validate(Job& job) const
{
    // Reading every record is every check there is: RFR has no checksums.
    if (auto notes = m_notes.read(job); !notes && notes.error().code == Code::Stopped)
        return tl::unexpected(notes.error());
    return m_timeline.tablesNow(job).map([](const auto&) {});
}

Summary RfrDocument::makeSummary(const Job&) const
{
    Summary summary;
    summary.version = m_recording.version;
    summary.path = m_recording.path;
    summary.size = m_recording.bytes;
    summary.clocks = {"Unix time"};
    summary.annotations = m_notes.count();
    if (m_recording.isStream())
        return summary;
    std::optional<TimeRange> time;
    std::uint64_t unreadable = 0;
    for (const ChunkFile& chunk : m_recording.chunks) {
        if (!chunk.readable) {
            ++unreadable;
            continue;
        }
        if (chunk.header.earliestMicros > chunk.header.latestMicros)
            continue; // no record
        const auto first = nanoseconds(chunk.header.absolute(chunk.header.earliestMicros));
        const auto last = nanoseconds(chunk.header.absolute(chunk.header.latestMicros));
        if (!first || !last)
            continue;
        widen(time, {*first, *last});
    }
    summary.time = time;
    if (m_recording.meta) {
        if (const auto created = nanoseconds(m_recording.meta->created.totalMicros()))
            summary.more.emplace_back("created", iso8601(*created));
    }
    summary.more.emplace_back("chunks",
                              grouped(m_recording.chunks.size())
                                  + (unreadable ? ", " + grouped(unreadable) + " unreadable" : ""));
    summary.more.emplace_back("callsites", grouped(m_recording.callsites.all().size()));
    return summary;
}

}
