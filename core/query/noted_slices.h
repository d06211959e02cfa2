// Which slices notes are about: those on the track of a note that have exactly its time, else the innermost one that its
// time lies within. What queries on `note` ask for.
//
//     const NotedSlices noted(timeline, notes);
//     for (const NotedSlices::Noted& each : noted.in(part)) ...       // each.text
#pragma once

#include "core/model/annotation.h"
#include "core/timeline/timeline.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace traceglass::query {

using NotesPtr = std::shared_ptr<const AnnotationSet>; // null: there are none

class NotedSlices
{
public:
    struct Noted
    {
        std::uint32_t pack = 0;
        std::uint32_t index = 0;
        const std::string* text = nullptr;
    };

    NotedSlices(const Timeline& timeline, NotesPtr notes);

    std::span<const Noted> in(const SlicePart& part) const; // in order; a slice may have several

private:
    void add(const Timeline& timeline, TrackId track, const Annotation& note);

    NotesPtr m_notes;
    std::vector<Noted> m_noted; // sorted
};

}
