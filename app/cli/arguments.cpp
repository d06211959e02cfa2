#include "app/cli/arguments.h"

#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/timeline/track_names.h"

#include <algorithm>
#include <limits>

namespace traceglass::cli {

namespace {

constexpr std::size_t kFew = 8;           // names that are listed when none is near
constexpr std::uint64_t kListed = 10'000; // children of a node among which a mistyped path is looked for

std::string list(const std::vector<std::string>& names, std::string_view beforeLast)
{
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0)
            out += i + 1 == names.size() ? beforeLast : ", ";
        out += names[i];
    }
    return out;
}

// What could have been meant: the children of the last node on the way that exists, or chunks by their ids.
std::vector<std::string> pathsNear(const Structure& tree, std::string_view path)
{
    const bool isPath = path.starts_with('/');
    std::string_view way = isPath ? path : "/ids";
    std::optional<NodeId> parent;
    for (; !way.empty() && !parent; way = way.substr(0, way.rfind('/')))
        parent = tree.find(way);
    std::vector<std::string> out;
    const auto children = tree.children(parent.value_or(tree.root().id), 0, kListed);
    for (const Node& child : children ? *children : std::vector<Node> {}) {
        if (isPath || child.kind == NodeKind::chunk || child.kind == NodeKind::folder)
            out.push_back(isPath ? tree.pathOf(child.id) : child.label + ":0");
    }
    const bool hasIds = isPath || out.empty() || tree.find(out.front()); // only RDF has them
    return hasIds ? out : std::vector<std::string> {};
}

// The timeline that reading the whole capture gives.
Result<TimelinePtr> timelineOf(const Document& document, Job& job)
{
    TimelinePtr timeline;
    IndexRequest request;
    request.publish = [&](const TimelinePtr& snapshot) { timeline = snapshot; };
    return index(document, request, job).map([&] { return timeline; });
}

// Where relative times count from, on the clock's own time. A stream has no index: only reading all of it
// tells.
Result<std::int64_t> startOf(const Document& document, const std::string& clock, const TimelinePtr& known, Job& job)
{
    const Summary summary = document.summary();
    if (const auto own = summary.clockTimes.find(clock); own != summary.clockTimes.end())
        return own->second.startNs;
    const bool isFirst = clock.empty() || (!summary.clocks.empty() && clock == summary.clocks.front());
    if (isFirst && summary.time)
        return summary.time->startNs;
    const auto read = known ? Result<TimelinePtr>(known) : timelineOf(document, job);
    if (!read)
        return tl::unexpected(read.error());
    const TimelinePtr& timeline = *read;
    const auto axis = timeline && timeline->records > 0 ? clockOf(document, *timeline, clock) : std::nullopt;
    return axis ? Result<std::int64_t>(axis->range.startNs) : fail(Code::NoTimeAxis);
}

}

std::string offer(std::string_view word, const std::vector<std::string>& names, std::string_view advice)
{
    if (const auto near = nearest(word, names); !near.empty())
        return "; did you mean " + list(near, " or ") + "?";
    if (names.empty() || names.size() > kFew)
        return "; " + std::string(advice);
    return "; there " + std::string(names.size() == 1 ? "is " : "are ") + list(names, " and ");
}

std::uint64_t limitOf(const Options& options)
{
    const std::uint64_t limit = options.limit.value_or(0);
    return limit > 0 ? limit : std::numeric_limits<std::uint64_t>::max();
}

tl::expected<Node, Exit> findNode(const Document& document, const std::string& file, const std::string& path)
{
    const Structure* const tree = document.structure();
    if (!tree)
        return tl::unexpected(exitWith(kUsage, file, "captures of this format have no structure tree"));
    const std::optional<NodeId> id = tree->find(path);
    if (!id)
        return tl::unexpected(
            exitWith(kUsage, file,
                     message(Error {Code::NodeUnknown, path})
                         + offer(path, pathsNear(*tree, path), "`tglass tree --json` lists them")));
    return tree->node(*id).map_error([&](const Error& error) { return exitWith(kDamaged, file, error); });
}

tl::expected<ByteRange, Exit> readBytes(const std::string& text, const Document& document, const std::string& file,
                                        std::optional<SourceId> source, const std::string& nodeWord)
{
    const auto wrong = [](const std::string& subject, const std::string& what) {
        return tl::unexpected(exitWith(kUsage, subject, what));
    };
    const std::size_t plus = text.find('+');
    const auto offset = plainNumber(std::string_view(text).substr(0, plus));
    const auto length =
        plus == std::string::npos ? std::nullopt : plainNumber(std::string_view(text).substr(plus + 1));
    if (!offset || !length)
        return wrong({}, "--bytes " + text + " is no range of bytes: write OFFSET+LENGTH, as in 0x1f40+16");
    std::error_code error;
    if (!source && std::filesystem::is_directory(document.path(), error))
        return wrong(file, "--bytes needs " + nodeWord + " to tell which file of the recording they are in");
    const ByteRange range {source.value_or(SourceId {}), *offset, *length};
    const auto bytes = document.source(range.source);
    const std::uint64_t size = bytes ? (*bytes)->size() : 0;
    if (*offset > size || *length > size - *offset)
        return wrong(file,
                     "--bytes " + text + " reaches beyond the end of " + document.sourceName(range.source)
                         + ", which has " + counted(size, "byte", "bytes"));
    return range;
}

Result<TimelinePtr> readTimeline(const Document& document)
{
    return withProgress("reading", ProgressOn::besideOutput,
                        [&](Job& job) { return timelineOf(document, job); });
}

Result<FoundTracks> findTracks(const Document& document, const std::string& file, const std::string& pattern)
{
    const auto timeline = readTimeline(document);
    if (!timeline)
        return tl::unexpected(timeline.error());
    FoundTracks found {*timeline, {}};
    std::vector<TrackId> like, within;
    std::vector<std::string> names;
    const auto trackNames = found.timeline ? std::optional<TrackNames>(*found.timeline) : std::nullopt;
    for (std::size_t i = 0; found.timeline && i < found.timeline->trackCount(); ++i) {
        const TrackId id = TrackId(static_cast<std::uint32_t>(i));
        const std::string& path = names.emplace_back(found.timeline->path(id));
        const Track& track = found.timeline->track(id);
        const std::string numbered = path + " #" + std::to_string(track.number);
        if (path == pattern || numbered == pattern || trackNames->of(id) == pattern) // as stats calls it
            found.tracks.push_back(id);
        else if (matchesGlob(pattern, path) || matchesGlob(pattern, numbered))
            like.push_back(id);
        else if (matchesGlob(pattern, std::string_view(path).substr(path.find('/') + 1)))
            within.push_back(id);
    }
    if (found.tracks.empty())
        found.tracks = !like.empty() ? like : within;
    if (found.tracks.empty()) {
        const std::string example = names.empty() ? "" : ", such as " + names.back();
        printError(
            file,
            "--track " + pattern + ": the capture has no such track"
                + offer(pattern, names, "it has " + counted(names.size(), "track", "tracks") + example));
    }
    return found;
}

bool knowsClock(const Document& document, const std::string& file, const std::string& clock)
{
    const std::vector<std::string> clocks = document.summary().clocks;
    if (clock.empty() || std::ranges::find(clocks, clock) != clocks.end())
        return true;
    printError(file,
               "--clock " + clock + ": the capture has no such clock"
                   + (clocks.empty() ? "; its only one has no name"
                                     : offer(clock, clocks, "`tglass info` lists them")));
    return false;
}

bool hasTimeAxis(const Document& document)
{
    return document.timeline() || document.summary().time;
}

std::optional<ClockAxis> clockOf(const Document& document, const Timeline& timeline, const std::string& name)
{
    const std::vector<ClockAxis>& axes = timeline.axes();
    const auto named = std::ranges::find(axes, name, &ClockAxis::name);
    if (named != axes.end())
        return *named;
    const Summary summary = document.summary();
    if (!name.empty() && (summary.clocks.empty() || name != summary.clocks.front()))
        return {};
    if (!axes.empty())
        return axes.front();
    ClockAxis only;
    only.kind = summary.absolute ? ClockAxis::Kind::unixTime : ClockAxis::Kind::unknown;
    only.range = timeline.range;
    return only;
}

std::optional<std::int64_t> readTime(const std::string& option, const std::string& text, const Document& document,
                                     const std::string& clock, const TimelinePtr& read)
{
    const auto time = parseTime(text);
    if (!time) {
        const std::string meant = timeMeant(text);
        printError({},
                   option + (text.empty() ? " lacks a time" : ' ' + text + " is not a time")
                       + (meant.empty() ? ": write 2026-05-28T20:28:43.25Z, 1780000123250000000ns or +1.5s,"
                                          " between the years 1678 and 2261"
                                        : "; did you mean " + meant + '?'));
        return {};
    }
    if (!time->relative) {
        const Summary summary = document.summary();
        if (!time->isDate || summary.absolute || summary.clocks.size() > 1)
            return time->ns;
        printError({},
                   option + ' ' + text
                       + " is a date, and the clock of the capture tells none: write +1.5s, or what it says "
                         "as 1500000000ns");
        return {};
    }
    const auto start = withProgress("reading", ProgressOn::besideOutput,
                                    [&](Job& job) { return startOf(document, clock, read, job); });
    if (!start) {
        printError({},
                   option + ' ' + text + " counts from the start, and that is not known: "
                       + errorText(start.error(), document.path().string()));
        return {};
    }
    return time->absolute(*start);
}

namespace {

// The clock that times are on: the one named, else that of the tracks chosen, else the first. Of tracks on several
// the first will do for a moment, which needs no start, and of tracks on one that tells none for a date.
Exit readClock(const Options& options, const Document& document, std::string& clock, const FoundTracks* read)
{
    clock = options.clock;
    const auto isRelative = [](const std::string& text) {
        const auto time = parseTime(text);
        return time && time->relative;
    };
    const auto isDate = [](const std::string& text) {
        const auto time = parseTime(text);
        return time && time->isDate;
    };
    if (!clock.empty() || options.track.empty() || document.summary().clocks.size() < 2)
        return kOk;
    const auto found =
        read ? Result<FoundTracks>(*read) : findTracks(document, options.file, options.track);
    if (!found)
        return exitWith(kDamaged, options.file, found.error());
    if (found->tracks.empty())
        return kUsage;
    const Timeline& timeline = *found->timeline;
    const ClockAxis& axis = timeline.axis(found->tracks.front());
    const bool isOne =
        std::ranges::all_of(found->tracks, [&](TrackId id) { return timeline.axis(id).name == axis.name; });
    const bool areRelative = isRelative(options.from) || isRelative(options.to);
    const bool areDates = isDate(options.from) || isDate(options.to);
    if (isOne && (areRelative || !areDates || axis.kind == ClockAxis::Kind::unixTime))
        clock = axis.name;
    if (isOne || !areRelative)
        return kOk;
    return exitWith(kUsage, options.file,
                    "--track " + options.track + ": the tracks are on several clocks; name one with --clock");
}

}

Exit readWindow(const Options& options, const Document& document, std::optional<TimeRange>& window,
                std::string& clock, const FoundTracks* read)
{
    if (options.from.empty() && options.to.empty())
        return kOk;
    if (!hasTimeAxis(document))
        return exitWith(kUsage, options.file, "--from and --to need a time axis, and the capture has none");
    if (const Exit exit = readClock(options, document, clock, read); exit != kOk)
        return exit;
    window = TimeRange {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    const auto readEnd = [&](const char* option, const std::string& text, std::int64_t& ns) {
        if (text.empty())
            return true;
        const auto time = readTime(option, text, document, clock, read ? read->timeline : nullptr);
        ns = time.value_or(0);
        return time.has_value();
    };
    if (!readEnd("--from", options.from, window->startNs) || !readEnd("--to", options.to, window->endNs))
        return kUsage;
    if (window->startNs >= window->endNs)
        return exitWith(kUsage, {}, "--from " + options.from + " is not before --to " + options.to);
    return kOk;
}

void tellOutside(const std::string& file, const ClockAxis& clock)
{
    const std::int64_t start = clock.range.startNs;
    printError(file,
               "nothing of it is in that time: its clock" + (clock.name.empty() ? "" : ' ' + clock.name)
                   + " begins at "
                   + (clock.kind == ClockAxis::Kind::unixTime ? iso8601(start) : std::to_string(start) + "ns")
                   + " and goes on for " + clock.lengthText(clock.range.lengthNs()));
}

}
