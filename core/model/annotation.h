// A note: text that somebody wrote about a capture or a part of it. Values: an AnnotationSet is copied,
// changed and compared freely; storing it is core/notes/save.h.
//
//     Annotation note;
//     note.id = newAnnotationId();
//     note.text = "here the fan starts";
//     note.time = TimeRange {ns, ns};
//
// Anchors name things by what survives saving, compacting and moving: paths, names and offsets, never by
// numbers of this process.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/time_text.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace traceglass {

enum class AnnotationOrigin : std::uint8_t {
    capture,  // lives in the capture itself, or will
    sideFile, // lives beside it
    foreign,  // of another tool, in the capture: shown, never altered
};
std::string_view originName(AnnotationOrigin origin); // "capture", "sidefile", "foreign"

// The colours a note may have; views choose the shade that suits the theme.
inline constexpr std::array<std::string_view, 6> kAnnotationColors {"violet", "red",  "orange",
                                                                    "green",  "blue", "gray"};

struct AnnotationBytes
{
    // Document::sourceName. Where notes are stored it is empty for the file of a capture that is one file,
    // because that may be renamed; core/notes/save.h puts the name in and out.
    std::string source;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;

    bool operator==(const AnnotationBytes&) const = default;
};

struct Annotation
{
    std::string id;   // never reused, the same wherever the note is stored
    std::string text; // UTF-8 with line breaks
    std::string author {};
    std::int64_t createdNs = 0; // Unix time; 0: unknown
    std::int64_t changedNs = 0;
    std::uint8_t color = 0; // in kAnnotationColors

    // What it is about; without any of these the capture as a whole.
    std::optional<TimeRange> time {};         // own time of `clock`; a moment has equal ends
    std::string clock {};                     // name of the axis; empty: the first
    std::string track {};                     // "group/track", as RecordQuery::trackPattern names it
    std::optional<std::uint64_t> trackKey {}; // Track::key: several tracks may have that name
    std::string node {};                      // Structure::pathOf
    std::optional<AnnotationBytes> bytes {};

    AnnotationOrigin origin = AnnotationOrigin::capture;

    bool operator==(const Annotation&) const = default;
};

using AnnotationSet = std::vector<Annotation>; // in order of creation

using AnnotationsById = std::unordered_map<std::string_view, const Annotation*>; // into the set
AnnotationsById notesById(const AnnotationSet& notes);

// 16 hexadecimal digits from the system's source of random numbers.
std::string newAnnotationId();
std::int64_t unixNow(); // nanoseconds
std::string userName(); // of who runs the program: the full name, else the login; may be empty

// Do both sets hold the same notes, whatever their order and origin?
bool sameAnnotations(const AnnotationSet& a, const AnnotationSet& b);

}
