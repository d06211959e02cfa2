// A node of the structure as JSON, for every command that prints some.
#pragma once

#include "app/cli/output.h"
#include "core/model/document.h"

namespace traceglass::cli {

// Appends "path", "kind", "label", "value", "source", "offset", "length"; of a node without bytes source and
// offset are null.
JsonLine& addNode(JsonLine& line, const Document& document, const Node& node);

// "0x17d3 + 1,024", and the source where that is not the file; empty: it has no bytes.
std::string bytesText(const Document& document, const Node& node);

}
