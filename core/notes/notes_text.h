// Notes as text to read elsewhere.
//
//     std::string text = notesMarkdown("boss-fight.rdf", notes, about);
//
// `about` words what a note is about, as the caller writes times.
#pragma once

#include "core/model/annotation.h"

#include <functional>

namespace traceglass {

using AnchorText = std::function<std::string(const Annotation& note)>;

std::string notesMarkdown(std::string_view capture, const AnnotationSet& notes, const AnchorText& about);

// RFC 4180 in UTF-8, with a head line: the keys of `tglass annotations --json`, then "about".
std::string notesCsv(const AnnotationSet& notes, const AnchorText& about);

}
