// Notes in the order of their times, asked for what a picture can show: of a hundred thousand that share a
// few pixels only two come out, so painting costs pixels, not notes.
//
//     NoteTimes times(std::move(notes));
//     for (const NoteTime& note : times.shown(axis.view, nsPerFlag))
//         drawFlag(note);
#pragma once

#include "core/base/time_text.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace traceglass {

struct NoteTime
{
    TimeRange time;          // view time, or places on another axis; a moment has equal ends
    std::uint32_t index = 0; // of the note, where the caller keeps it

    bool operator==(const NoteTime&) const = default;
};

class NoteTimes
{
public:
    NoteTimes() = default;
    explicit NoteTimes(std::vector<NoteTime> notes);

    std::span<const NoteTime> all() const { return m_notes; } // by start
    // The notes that touch a window, by start. Of those that begin within `stepNs` the first comes out, and
    // the one that ends last when it ends behind the step; of those that reach in from before, the 64 that
    // end last.
    std::vector<NoteTime> shown(TimeRange window, std::int64_t stepNs) const;

private:
    std::size_t firstFrom(std::int64_t startNs, std::size_t from) const;
    std::size_t lastEnding(std::size_t first, std::size_t last) const; // of a range that is not empty
    std::size_t laterEnd(std::size_t a, std::size_t b) const;

    std::vector<NoteTime> m_notes;
    std::vector<std::uint32_t> m_tree; // at i: the last ending one of those below 2i and 2i + 1
};

}
