#include "core/model/document.h"

#include "core/base/limits.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace traceglass {

std::string_view kindName(NodeKind kind)
{
    constexpr auto names = std::to_array<std::string_view>(
        {"capture",  "folder",  "file",   "header",   "index",   "chunk",  "data",  "gap",
         "sequence", "objects", "object", "callsite", "records", "record", "field", "text",
         "picture",  "segment", "unit",   "minor",    "frame",   "stream", "meta",  "lost"});
    return names[static_cast<std::size_t>(kind)];
}

bool matchesGlob(std::string_view pattern, std::string_view text)
{
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    std::size_t p = 0, t = 0;
    std::size_t star = std::string_view::npos, resume = 0; // the last * and where its match was tried to end
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || same(pattern[p], text[t]))) {
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

Result<void> Document::index(const IndexRequest& request, Job&) const
{
    auto timeline = std::make_shared<Timeline>();
    timeline->complete = true;
    if (request.publish)
        request.publish(timeline);
    return {};
}

Details Document::describe(const Timeline&, const SliceId&) const
{
    return {};
}

std::vector<Flow> Document::flows(const Timeline&, const SliceId&) const
{
    return {};
}

std::optional<SliceId> Document::sliceOf(const Timeline&, RecordRef) const
{
    return {};
}

Result<std::vector<std::byte>> Document::picture(RecordRef) const
{
    return fail(Code::NodeUnknown);
}

std::vector<StackKind> Document::stackKinds(const Timeline&, Job&) const
{
    return {};
}

Result<void> Document::stacks(const Timeline&, const StackQuery&, const StackSink&, Job&) const
{
    return {};
}

std::optional<NodeId> Document::nodeOf(RecordRef ref) const
{
    return ref.valid() ? nodeAt(ref.source(), ref.offset()) : std::nullopt;
}

Result<AnnotationSet> Document::annotations(Job&) const
{
    return AnnotationSet {};
}

Result<void> Document::canKeepNotes() const
{
    return fail(Code::NotesNotKept, "files of this kind have no place for them");
}

Result<void> Document::keepNotes(const AnnotationSet&, SaveIo&, Job&) const
{
    return canKeepNotes();
}

Result<void> Document::compact(const std::filesystem::path&, SaveIo&, Job&) const
{
    return fail(Code::FileUnwritable,
                summary().path.string() + " is of a format in which notes leave nothing to give back");
}

ByteRange Document::stableBytes() const
{
    const auto first = source(SourceId {});
    return {SourceId {}, 0, first ? (*first)->size() : 0};
}

std::vector<Diagnostic> Document::diagnostics() const
{
    const std::lock_guard lock(m_diagnosticsMutex);
    return m_diagnostics;
}

std::size_t Document::diagnosticCount() const
{
    const std::lock_guard lock(m_diagnosticsMutex);
    return m_diagnostics.size();
}

void Document::report(Diagnostic diagnostic) const
{
    const std::lock_guard lock(m_diagnosticsMutex);
    const ByteRange place = diagnostic.range.value_or(ByteRange {});
    const std::uint64_t key = (static_cast<std::uint64_t>(diagnostic.code) << 48) ^ (place.offset << 8)
        ^ (std::uint64_t(number(place.source)) << 24) ^ diagnostic.entry.value_or(0);
    const auto [first, last] = m_known.equal_range(key);
    if (std::any_of(first, last,
                    [&](const auto& known) { return m_diagnostics[known.second] == diagnostic; }))
        return;
    m_known.emplace(key, m_diagnostics.size());
    m_diagnostics.push_back(std::move(diagnostic));
}

std::uint64_t rangeSize(std::uint64_t childCount)
{
    std::uint64_t size = 1;
    while ((childCount + size - 1) / size > limits::kChildrenListed)
        size = size == 1 ? limits::kChildrenListed : size * limits::kChildrenListed;
    return size;
}

}
