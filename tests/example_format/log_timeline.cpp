#include "tests/example_format/log_timeline.h"

#include "core/base/text.h"
#include "core/model/timeline_builder.h"

#include <map>

namespace traceglass::log {

namespace {

constexpr std::size_t kDepth = 64; // spans nested deeper share the last row

struct Thread
{
    TrackId track = kNoTrack;
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    std::vector<RowId> rows {};
    std::vector<Slice> open {}; // spans
};

std::uint64_t keyOf(std::string_view thread) // FNV-1a: the same in every run
{
    std::uint64_t key = 14695981039346656037u;
    for (const char c : thread)
        key = (key ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return key;
}

}

Result<void> LogTimeline::index(const IndexRequest& request, Job& job) const
{
    TimelineBuilder builder;
    const TrackId group = builder.addTrack({.name = builder.intern("threads")});
    std::map<std::uint64_t, Thread> threads; // by key
    TimeRange range;
    std::uint64_t records = 0;
    const auto put = [&](Thread& thread, const Slice& slice) { // below the spans that are open around it
        const std::size_t depth = std::min(thread.open.size(), kDepth);
        while (thread.rows.size() <= depth)
            thread.rows.push_back(builder.addRow(thread.track));
        builder.add(thread.rows[depth], slice);
    };
    const auto end = [&](Thread& thread, std::int64_t ns, std::uint8_t flags) {
        Slice span = thread.open.back();
        thread.open.pop_back();
        span.endNs = ns;
        span.flags = flags;
        put(thread, span);
    };
    const auto add = [&](const Line& line) {
        Thread& thread = threads[keyOf(line.thread)];
        if (thread.track == kNoTrack)
            thread.track = builder.addTrack({.parent = group,
                                             .name = builder.intern(escaped(line.thread)),
                                             .key = keyOf(line.thread),
                                             .kind = TrackKind::slices});
        if (line.ns < thread.last)
            log.add(diagnose(Code::LogTimeBack, {}, line.range));
        thread.last = std::max(thread.last, line.ns);
        range.startNs = records == 0 ? line.ns : std::min(range.startNs, line.ns);
        range.endNs = records++ == 0 ? line.ns : std::max(range.endNs, line.ns);
        const StringId name = builder.intern(escaped(shortened(line.text, kShown)));
        const Slice slice {thread.last, thread.last, name, 0, {line.range.source, line.range.offset}};
        if (line.kind == "event")
            put(thread, slice);
        else if (line.kind == "begin")
            thread.open.push_back(slice);
        else if (thread.open.empty())
            log.add(diagnose(Code::LogNoBegin, {}, line.range));
        else
            end(thread, thread.last, 0);
        return true;
    };
    if (auto read = file.each(log, job, add); !read)
        return read;
    for (auto& [key, thread] : threads) {
        while (!thread.open.empty())
            end(thread, range.endNs, slice::kOpenEnd);
    }
    if (request.publish)
        request.publish(builder.snapshot(range, records, true));
    return {};
}

Details LogTimeline::describe(const Timeline& timeline, const SliceId& id) const
{
    const auto slice = timeline.findSlice(id);
    const auto line = slice ? file.read(file.lineAt(slice->ref.offset())) : std::nullopt;
    if (!line)
        return {};
    DetailSection section;
    section.rows = {{"Level", std::string(line->level)}, {"Time", Moment {slice->startNs}}};
    if (line->kind == "begin")
        section.rows.push_back({"Duration", Duration {slice->durationNs()}});
    return {
        escaped(line->text.empty() ? line->kind : line->text), {}, "on " + escaped(line->thread), {section}};
}

// What the record begins, or the innermost span it lies in.
std::optional<SliceId> LogTimeline::sliceOf(const Timeline& timeline, RecordRef ref) const
{
    const auto line = file.read(file.lineAt(ref.offset()));
    const auto track = line ? timeline.findTrack(TrackKind::slices, keyOf(line->thread)) : std::nullopt;
    std::optional<SliceId> out;
    std::uint16_t depth = 0;
    for (const RowId row : track ? timeline.rows(*track) : std::vector<RowId> {}) {
        const auto slice = timeline.sliceAt(row, line->ns);
        if (slice)
            out = SliceId {TrackKind::slices, timeline.track(*track).key, depth, slice->startNs};
        if (slice && slice->ref == ref)
            break;
        ++depth;
    }
    return out;
}

}
