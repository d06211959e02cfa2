// A note as text for people, for every command that prints some.
#pragma once

#include "app/cli/output.h"
#include "core/model/annotation.h"
#include "core/model/document.h"

namespace traceglass::cli {

// Its id and what it is about, who wrote it when, and its text.
void printNote(const Document& document, const Annotation& note, Output& out);

}
