// What a query is asked of a note.
#pragma once

#include "core/model/annotation.h"
#include "core/query/text_condition.h"

#include <array>

namespace traceglass::query {

// "note" is what queries of slices call the text.
inline std::array<TextOf, 5> textsOf(const Annotation& note)
{
    return {TextOf {"text", note.text},
            {"author", note.author},
            {"track", note.track},
            {"node", note.node},
            {"note", note.text, Searched::no}};
}

}
