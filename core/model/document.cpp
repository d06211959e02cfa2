#include "core/model/document.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/io/mapped_file.h"
#include "core/io/piped_file.h"

#include <array>

namespace traceglass {

std::span<const std::string_view> nodeKinds()
{
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"capture",  "folder",  "file",   "header",   "index",   "chunk",  "data",  "gap",
         "sequence", "objects", "object", "callsite", "records", "record", "field", "text",
         "picture",  "segment", "unit",   "minor",    "frame",   "stream", "meta",  "lost"});
    return kNames;
}

std::string_view kindName(NodeKind kind)
{
    return nodeKinds()[static_cast<std::size_t>(kind)];
}

bool matchesGlob(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0, t = 0;
    std::size_t star = std::string_view::npos, resume = 0; // the last * and where its match was tried to end
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || lowered(pattern[p]) == lowered(text[t]))) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

Result<void> NotesFacet::compact(const std::filesystem::path& path, SaveIo&, Job&) const
{
    return fail(Code::FileUnwritable, path.string() + ": in captures of this format notes leave nothing to give back");
}

bool Document::goneFromDisk() const
{
    std::error_code error;
    const auto now = std::filesystem::status(path(), error).type();
    return now == std::filesystem::file_type::not_found || now == std::filesystem::file_type::directory;
}

std::optional<std::uint64_t> Document::grownBy(const Job&) const
{
    const auto first = source(SourceId {});
    const auto file = first ? std::dynamic_pointer_cast<const MappedFile>(*first) : nullptr;
    return file ? file->grownBy() : std::nullopt;
}

void Document::setPiped(std::shared_ptr<const PipedFile> piped)
{
    m_piped = std::move(piped);
    if (const Structure* tree = structure())
        tree->setRootLabel(m_piped->name());
}

std::string Document::sourceName(SourceId id) const
{
    return m_piped && id == SourceId {} ? m_piped->name() : nameOf(id);
}

Summary Document::summary(const Job& job) const
{
    std::uint64_t learnt = 0;
    {
        const std::lock_guard lock(m_summaryMutex);
        if (m_summary)
            return *m_summary;
        learnt = m_learnt;
    }
    Summary made = makeSummary(job); // not under the lock: it may read
    if (m_piped)
        made.path = m_piped->name();
    const std::lock_guard lock(m_summaryMutex);
    if (learnt == m_learnt && !job.stopRequested())
        m_summary = made;
    return made;
}

void Document::forgetSummary() const
{
    const std::lock_guard lock(m_summaryMutex);
    m_summary.reset();
    ++m_learnt;
}

Result<ByteRange> Document::stableBytes(const Job&) const
{
    const auto first = source(SourceId {});
    return ByteRange {SourceId {}, 0, first ? (*first)->size() : 0};
}

Result<void> index(const Document& document, const IndexRequest& request, Job& job)
{
    if (const TimelineFacet* timeline = document.timeline())
        return timeline->index(request, job);
    if (auto done = document.survey(job); !done)
        return done;
    auto empty = std::make_shared<Timeline>();
    empty->complete = true;
    if (request.publish)
        request.publish(empty);
    return {};
}

}
