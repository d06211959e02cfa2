// Nodes in words, for the Details view; internal to resolve().
#pragma once

#include "core/ask/resolve.h"

namespace traceglass {

// When a node happened, in view time. The node must have a time.
TimeRange viewTime(const Timeline& timeline, const Node& node);

// The node of an answer: its times, what it refers to, its fields; of the capture what it is made of.
Details describeNode(const Document& document, const Timeline& timeline, const Resolved& answer);
// Where it lies. Nothing for what owns no bytes.
std::optional<DetailSection> describePlace(const Document& document, const Resolved& answer);

}
