// Asks the rules of a capture what looks wrong in it: those of its format, and those that all formats share.
//
//     auto found = findings::find(document, {*timeline, settings}, mutes, job);   // of a complete timeline
//     found->found.front().sentence.words
//
// Errors: file.stopped, file.changed.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/findings/rule_choices.h"
#include "core/model/document.h"
#include "core/model/findings_facet.h"

namespace traceglass::findings {

std::vector<Rule> rulesOf(const Document& document); // those that are asked

Result<Findings> find(const Document& document, const FindingRequest& request, const Mutes& mutes, Job& job);

}
