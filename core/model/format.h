// What a format is to the rest of the program: how to recognise its bytes and open a capture. A format lives
// in one folder, core/formats/NAME, which also says what type its files are (mime.xml); a few lines of lists
// name it elsewhere (docs/new-format.md).
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"

#include <memory>
#include <span>
#include <string_view>

namespace traceglass {

class Document;
struct Probe;
struct Rule;
enum class Match; // core/model/probe.h

struct Format
{
    std::string_view id;                        // "rdf": the first part of its codes
    std::string_view name;                      // "Radeon Data File"
    std::string_view label;                     // "AMD GPU": short, for lists
    std::span<const std::string_view> suffixes; // ".rdf": only used when no probe is sure
    Match (*probe)(const Probe& probe);
    // Reads headers and indexes only. Ends within 100 ms when the job is stopped: file.stopped.
    Result<std::unique_ptr<Document>> (*open)(const Probe& probe, Job& job);
    // What it calls its records, wherever they are counted for people.
    std::string_view record = "record";
    std::string_view records = "records";
    // What Record::subject tells of those that have a time, as the heading of a column.
    std::string_view subject = "name";
    // What Diagnostic::entry numbers.
    std::string_view entry = "entry";
    // What `tglass dump` and `tglass records` print of it, for their help: a line break, then lines indented
    // by two, and by seven where they go on.
    std::string_view dumpHelp {};
    std::string_view recordsHelp {};
    // The same of fields that queries may ask for beyond those that are called as in the records; nothing: there are none.
    std::string_view fieldsHelp {};
    // For `tglass help nodes`, paths of parts of its structure; for `tglass compact --help`, what that gives back.
    std::string_view nodesHelp {};
    std::string_view compactHelp {};
    // What Document::findings() looks for; null: it has no rules of its own.
    std::span<const Rule> (*rules)() = nullptr;
};

}
