#include "app/cli/text/note_text.h"

#include "core/base/text.h"
#include "core/base/time_text.h"

#include <algorithm>

namespace traceglass::cli {

namespace {

std::string placeText(const Annotation& note, bool absolute)
{
    std::string text;
    const auto add = [&](const std::string& word) { text += (text.empty() ? "" : ", ") + word; };
    const auto moment = [&](std::int64_t ns) { return absolute ? iso8601(ns) : std::to_string(ns) + " ns"; };
    if (note.time)
        add(note.time->startNs == note.time->endNs
                ? "at " + moment(note.time->startNs)
                : "from " + moment(note.time->startNs) + " to " + moment(note.time->endNs));
    if (!note.clock.empty())
        add("clock " + escaped(note.clock));
    if (!note.track.empty())
        add("track " + escaped(note.track));
    if (!note.node.empty())
        add(note.node == "/" ? "the capture" : "node " + escaped(note.node));
    if (note.bytes)
        add(counted(note.bytes->length, "byte", "bytes") + " of " + escaped(note.bytes->source) + " from "
            + hexNumber(note.bytes->offset));
    return text.empty() ? "the capture" : text;
}

// Is its time that of day? Those of the summary are of the first clock.
bool isAbsolute(const Document& document, const Annotation& note)
{
    const Summary summary = document.summary();
    return summary.absolute
        && (note.clock.empty() || summary.clocks.empty() || note.clock == summary.clocks.front());
}

}

void printNote(const Document& document, const Annotation& note, Output& out)
{
    std::string who = escaped(note.author);
    const auto add = [&who](const std::string& words) { who += (who.empty() ? "" : ", ") + words; };
    if (note.createdNs != 0)
        add(absoluteText(note.createdNs).substr(0, 19) + " UTC");
    if (note.changedNs > note.createdNs)
        add("changed " + absoluteText(note.changedNs).substr(0, 19) + " UTC");
    if (note.origin == AnnotationOrigin::sideFile)
        add("in the side file");
    else if (note.origin == AnnotationOrigin::foreign)
        add("of another program");
    out.write(escaped(note.id) + "  " + placeText(note, isAbsolute(document, note)) + '\n');
    if (!who.empty())
        out.write("    " + who + '\n');
    for (std::size_t at = 0; at <= note.text.size();) {
        const std::size_t end = std::min(note.text.find('\n', at), note.text.size());
        out.write("    " + escaped(std::string_view(note.text).substr(at, end - at)) + '\n');
        at = end + 1;
    }
}

}
