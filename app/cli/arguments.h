// Words on the command line that stand for numbers, times or for what a capture names, and what to offer for
// those that are mistyped.
//
//     printError({}, "no such command: " + word + offer(word, commands, "`tglass --help` lists them"));
//     if (!knowsClock(*document, file, clock)) return kUsage;
//     const auto ns = readTime("--from", text, *document, clock);
#pragma once

#include "app/cli/commands/commands.h"
#include "core/model/document.h"

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace traceglass::cli {

// The end of a sentence about a name that does not exist: the nearest ones, else all where these are few,
// else the advice. Upper and lower case are the same.
std::string offer(std::string_view word, const std::vector<std::string>& names, std::string_view advice);

// How many things --limit lets through: all without it.
std::uint64_t limitOf(const Options& options);

// The node of a path, or how to exit after saying what is wrong with it or that there is no structure tree.
tl::expected<Node, Exit> findNode(const Document& document, const std::string& file, const std::string& path);

// The bytes that --bytes OFFSET+LENGTH names, in the source of the node that stands beside it, else in the capture's
// file. Says what is wrong with them; `nodeWord` is how to name a node, where a recording of many files needs one.
tl::expected<ByteRange, Exit> readBytes(const std::string& text, const Document& document, const std::string& file,
                                        std::optional<SourceId> source, const std::string& nodeWord);

// Reads the whole capture, and shows how far that is; null when it has no timeline.
Result<TimelinePtr> readTimeline(const Document& document);

// Likewise. A pattern matches "GROUP/TRACK", "GROUP/TRACK #N" where several have one name, or,
// as the run of an RTC capture may be left out, what is behind the first slash; tracks that are called just
// as the pattern come alone. Says on standard error when there is none.
struct FoundTracks
{
    TimelinePtr timeline;
    std::vector<TrackId> tracks;
};
Result<FoundTracks> findTracks(const Document& document, const std::string& file, const std::string& pattern);

// These two say on standard error what is wrong with their argument and return false or nothing: the command
// then exits with kUsage. An empty name is the capture's first clock.
bool knowsClock(const Document& document, const std::string& file, const std::string& clock);

bool hasTimeAxis(const Document& document);

// The clock of that name, or the first one where it is empty; of a capture with a single one what that lasted.
// Nothing for one that the timeline does not have.
std::optional<ClockAxis> clockOf(const Document& document, const Timeline& timeline, const std::string& name);

// The own time of the clock. A time from the start may need the whole capture to be read; `read` is what it gave.
std::optional<std::int64_t> readTime(const std::string& option, const std::string& text, const Document& document,
                                     const std::string& clock, const TimelinePtr& read = nullptr);

// What --from and --to select, on the clock that --clock names, or that the tracks of --track are on; nothing without
// them. Says what is wrong with them. `read`: what findTracks() of --track gave, or the timeline alone.
Exit readWindow(const Options& options, const Document& document, std::optional<TimeRange>& window,
                std::string& clock, const FoundTracks* read = nullptr);

// Nothing at all is a good answer, and a wrong year or clock looks like one.
void tellOutside(const std::string& file, const ClockAxis& clock);

}
