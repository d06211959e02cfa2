// What a query is asked of a note.
#pragma once

#include "core/model/annotation.h"
#include "core/query/text_condition.h"

#include <array>

namespace traceglass::query {

inline std::array<TextOf, 4> textsOf(const Annotation& note)
{
    return {TextOf {"text", note.text}, {"author", note.author}, {"track", note.track}, {"node", note.node}};
}

}
