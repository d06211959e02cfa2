// tglass annotate and annotations: notes on the command line.
#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/text/note_text.h"
#include "core/base/text.h"
#include "core/model/annotation_json.h"
#include "core/notes/save.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

namespace traceglass::cli {

namespace {

// What a step of a command leads to: kOk to go on, another code when it has said what is wrong with the
// arguments. An error: the capture could not be read or changed.
using Done = Result<Exit>;

bool goesOn(const Done& done)
{
    return done && *done == kOk;
}

Exit checkText(const char* option, const std::string& text)
{
    return isValidUtf8(text) ? kOk : exitWith(kUsage, {}, std::string(option) + " is no UTF-8 text");
}

// Of a note, which says something: the window keeps no empty ones, either.
Exit checkNote(const std::string& text)
{
    if (std::ranges::all_of(text, isWhite))
        return exitWith(kUsage, {}, "--text is empty: a note says something");
    return checkText("--text", text);
}

// The track a pattern stands for, or several of one name; a note keeps the name and, unless told otherwise,
// takes the clock of the track.
Done readTrack(const Options& options, const Document& document, Annotation& note)
{
    const auto matching = findTracks(document, options.file, options.track);
    if (!matching)
        return tl::unexpected(matching.error());
    const std::vector<TrackId>& found = matching->tracks;
    if (found.empty())
        return kUsage;
    const Timeline& timeline = *matching->timeline;
    note.track = timeline.path(found.front());
    const auto other =
        std::ranges::find_if(found, [&](TrackId id) { return timeline.path(id) != note.track; });
    if (other != found.end())
        return exitWith(kUsage, options.file,
                        "--track " + options.track + ": " + grouped(found.size()) + " tracks match, such as "
                            + note.track + " and " + timeline.path(*other) + "; name one of them");
    if (found.size() == 1)
        note.trackKey = timeline.track(found.front()).key;
    if (options.clock.empty() && !timeline.axes().empty())
        note.clock = timeline.axis(found.front()).name;
    return kOk;
}

Done readTimes(const Options& options, const Document& document, Annotation& note)
{
    const std::string option = options.at.empty() ? "--range" : "--at";
    if (!hasTimeAxis(document))
        return exitWith(kUsage, options.file, option + " needs a time axis, and the capture has none");
    note.clock = options.clock;
    if (!knowsClock(document, options.file, options.clock))
        return kUsage;
    if (!options.track.empty()) {
        if (const Done done = readTrack(options, document, note); !goesOn(done))
            return done;
    }
    std::string first = options.at, last = options.at;
    if (options.at.empty()) {
        const std::size_t dots = options.range.find("..");
        if (dots == std::string::npos)
            return exitWith(kUsage, {}, "--range " + options.range + " is no range: write +1.5s..+2s");
        first = options.range.substr(0, dots);
        last = options.range.substr(dots + 2);
    }
    const auto start = readTime(option, first, document, note.clock);
    const auto end = start ? readTime(option, last, document, note.clock) : std::nullopt;
    if (!end)
        return kUsage;
    if (*end < *start)
        return exitWith(kUsage, {}, "--range " + options.range + " ends before it begins");
    note.time = TimeRange {*start, *end};
    return kOk;
}

Done readNote(const Options& options, const Document& document, Annotation& note)
{
    if (!options.at.empty() || !options.range.empty())
        return readTimes(options, document, note);
    std::optional<SourceId> source;
    if (!options.node.empty()) {
        const auto node = findNode(document, options.file, options.node);
        if (!node)
            return node.error();
        note.node = document.structure()->pathOf(node->id);
        source = node->range.source;
    }
    if (options.bytes.empty())
        return kOk;
    const auto bytes = readBytes(options.bytes, document, options.file, source, "--node");
    if (!bytes)
        return bytes.error();
    note.bytes = AnnotationBytes {document.sourceName(bytes->source), bytes->offset, bytes->length};
    return kOk;
}

Exit agree(const Options& options)
{
    const bool at = !options.at.empty(), range = !options.range.empty();
    const bool place = !options.node.empty() || !options.bytes.empty();
    if (int(at) + int(range) + int(place) != 1)
        return exitWith(kUsage, {}, "say what the note is about: one of --at, --range, --node and --bytes");
    if (place && (!options.track.empty() || !options.clock.empty()))
        return exitWith(kUsage, {}, "--track and --clock belong to --at and --range");
    const Exit text = checkNote(options.text);
    return text == kOk ? checkText("--author", options.author) : text;
}

using ChangeNotes = std::function<Done(const Document& document, AnnotationSet& notes)>;

// Loads, changes, saves.
Done changeOnce(const std::string& file, const Document& document, const ChangeNotes& change)
{
    Job job;
    const auto stored = loadNotes(document, job);
    if (!stored)
        return tl::unexpected(stored.error());
    AnnotationSet notes = stored->notes;
    const Done changed = change(document, notes);
    if (!goesOn(changed))
        return changed;
    auto plan = planSave(document, job);
    if (!plan)
        return tl::unexpected(plan.error());
    const auto saved = withProgress("saving", [&](Job& saving) {
        return saveNotes(document, notes, *plan, systemSaveIo(), saving, &*stored);
    });
    if (!saved)
        return tl::unexpected(saved.error());
    if (plan->way == SaveWay::sideFile)
        printError(file, besideText(*plan));
    return kOk;
}

// Opens, changes, saves; when another program changed the capture in between, once more, for some seconds.
int changeNotes(const std::string& file, const ChangeNotes& change)
{
    constexpr std::chrono::seconds kPatience(10);
    constexpr std::chrono::milliseconds kPause(50);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
        const auto document = open(file);
        if (!document)
            return kRejected;
        const Done done = changeOnce(file, *document, change);
        if (done)
            return *done;
        const Code code = done.error().code;
        if (std::chrono::steady_clock::now() > end || (code != Code::FileChanged && code != Code::FileLocked))
            return exitWith(kUnwritable, file, done.error());
        std::this_thread::sleep_for(kPause);
    }
}

int list(const Options& options)
{
    const auto document = open(options.file);
    if (!document)
        return kRejected;
    Output out;
    Job job;
    const auto stored = loadNotes(*document, job);
    if (!stored)
        return out.finish(exitWith(kDamaged, options.file, stored.error()));
    for (const Diagnostic& problem : stored->problems)
        printError(options.file, problem.message());
    const Exit exit = stored->problems.empty() ? kOk : kDamaged;
    if (options.json) {
        const auto json = annotationsJson(stored->notes, job, true);
        out.write(json.value_or(std::string()) + '\n'); // nobody stops it
        return out.finish(exit);
    }
    if (stored->notes.empty() && exit == kOk)
        out.write("no notes\n");
    for (const Annotation& note : stored->notes)
        printNote(*document, note, out);
    return out.finish(exit);
}

}

int annotate(const Options& options)
{
    if (const Exit exit = agree(options); exit != kOk)
        return exit;
    Annotation note;
    note.id = newAnnotationId();
    note.text = options.text;
    note.author = options.author.empty() ? userName() : options.author;
    note.createdNs = note.changedNs = unixNow();
    const int exit = changeNotes(options.file, [&](const Document& document, AnnotationSet& notes) {
        Annotation made = note; // a capture that changed in between is asked anew
        Done done = readNote(options, document, made);
        if (goesOn(done))
            notes.push_back(std::move(made));
        return done;
    });
    Output out;
    if (exit == kOk)
        out.write(note.id + '\n');
    const int printed = out.finish(exit);
    if (printed != exit)
        printError(options.file, "the note is saved all the same; its id is " + note.id);
    return printed;
}

int annotations(const Options& options)
{
    if (options.remove.empty() && options.edit.empty())
        return list(options);
    if (const Exit exit = options.edit.empty() ? kOk : checkNote(options.text); exit != kOk)
        return exit;
    const std::string& id = options.remove.empty() ? options.edit : options.remove;
    return changeNotes(options.file, [&](const Document&, AnnotationSet& notes) -> Done {
        const auto found = std::ranges::find(notes, id, &Annotation::id);
        if (found == notes.end()) {
            std::vector<std::string> ids;
            for (const Annotation& note : notes)
                ids.push_back(note.id);
            return exitWith(kUsage, options.file,
                            "there is no note " + id + offer(id, ids, "`tglass annotations` lists them"));
        }
        if (found->origin == AnnotationOrigin::foreign)
            return exitWith(kUnwritable, options.file,
                            "the note " + id + " belongs to another program and is not altered");
        const auto place = static_cast<std::size_t>(found - notes.begin());
        if (!options.remove.empty()) {
            notes.erase(place);
        } else {
            notes.edit(place, [&](Annotation& note) {
                note.text = options.text;
                note.changedNs = unixNow();
            });
        }
        return kOk;
    });
}

}
