// The rules of all formats, each once, those that all share first: what `tglass findings --rules` lists and thresholds are
// set of before a capture is opened.
#pragma once

#include "core/model/findings.h"

namespace traceglass {

std::vector<Rule> allRules();

}
