// tglass find: the slices a query holds for, in the order of time.
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/scope.h"
#include "core/base/text.h"
#include "core/query/run.h"

#include <algorithm>

namespace traceglass::cli {

namespace {

class Lines
{
public:
    Lines(const Document& document, const Timeline& timeline, bool json)
        : m_document(document)
        , m_timeline(timeline)
        , m_json(json)
    {
    }

    std::string line(const query::Hit& hit, std::uint64_t number) const
    {
        const Track& track = m_timeline.track(hit.track);
        const ClockAxis& clock = m_timeline.axis(hit.track);
        const Slice& slice = hit.slice;
        const bool hasName = query::hasNames(track.kind);
        const std::string_view name = hasName ? m_timeline.text(slice.name) : std::string_view();
        if (m_json)
            return JsonLine()
                       .add("hit", number)
                       .add("start_ns", clock.toOwn(slice.startNs))
                       .add("dur_ns", slice.durationNs())
                       .add("clock", clock.name.empty() ? std::nullopt : std::optional(clock.name))
                       .add("track", m_timeline.path(hit.track))
                       .add("number", track.number)
                       .add("depth", std::uint64_t(hit.depth))
                       .add("name", hasName ? std::optional(name) : std::nullopt)
                       .add("source", m_document.sourceName(slice.ref.source()))
                       .add("offset", slice.ref.offset())
                       .finish()
                + '\n';
        const std::string detail = trackDetail(track);
        return padded(momentText(clock, slice.startNs), m_timeline.axes().empty() ? kMoment : kMomentOnClock)
            + "  " + padded(slice.endNs > slice.startNs ? durationText(slice.durationNs()) : "", kDuration)
            + "  " + escaped(m_timeline.path(hit.track)) + (detail.empty() ? "" : ' ' + detail) + "  "
            + escaped(name) + '\n';
    }
    std::string summary(const std::string& file, std::uint64_t hits) const
    {
        return JsonLine().addRaw("summary", JsonLine().add("file", file).add("hits", hits).finish()).finish()
            + '\n';
    }

private:
    static constexpr std::size_t kMoment = 16, kMomentOnClock = 36, kDuration = 11;

    // From the start of the clock.
    std::string momentText(const ClockAxis& clock, std::int64_t viewNs) const
    {
        const std::int64_t own = clock.toOwn(viewNs);
        if (clock.kind == ClockAxis::Kind::position)
            return "byte " + grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, own)));
        return relativeText(subtractSaturating(
                   own, m_timeline.axes().empty() ? m_timeline.range.startNs : clock.range.startNs))
            + (clock.name.empty() ? "" : ' ' + clock.name);
    }

    const Document& m_document;
    const Timeline& m_timeline;
    bool m_json;
};

}

int find(const Document& document, const Options& options)
{
    const auto expr = readQuery("QUERY", options.query);
    if (!expr)
        return expr.error();
    AskedScope asked;
    if (const Exit exit = readScope(document, options, asked); exit != kOk)
        return exit;
    const Timeline& timeline = *asked.timeline;
    const auto hits = withProgress("searching", ProgressOn::besideOutput,
                                   [&](Job& job) { return query::run(asked.timeline, *expr, asked.scope, job); });
    if (!hits)
        return exitWith(kDamaged, options.file, hits.error());
    Output out;
    const Lines lines(document, timeline, options.json);
    std::uint64_t written = 0;
    const std::uint64_t limit = options.countOnly ? 0 : options.limit.value_or(~std::uint64_t(0));
    if (limit > 0)
        hits->each([&](const query::Hit& hit) {
            out.write(lines.line(hit, ++written));
            return written < limit && out.good();
        });
    if (options.json)
        out.write(lines.summary(options.file, hits->count()));
    else if (options.countOnly)
        out.write(std::to_string(hits->count()) + '\n');
    const bool isAny = hits->count() > 0;
    if (!options.expect.empty() && isAny != (options.expect == "some"))
        return out.finish(
            exitWith(kExceeded, options.file,
                     isAny ? counted(hits->count(), "slice fits", "slices fit") : "no slice fits"));
    return out.finish(exitAfter(document, Result<void> {}, options.file));
}

}
