// Times and clocks as arguments of a command. Each function says on standard error what is wrong with its
// argument and returns nothing or false: the command then exits with kUsage.
//
//     if (!knowsClock(*document, file, clock)) return kUsage;
//     const auto ns = readTime("--from", text, *document, clock);
#pragma once

#include "core/model/document.h"

#include <optional>
#include <string>

namespace traceglass::cli {

// An empty name is the capture's first clock.
bool knowsClock(const Document& document, const std::string& file, const std::string& clock);

bool hasTimeAxis(const Document& document);

// The own time of the clock. A time from the start may need the whole capture to be read.
std::optional<std::int64_t> readTime(const std::string& option, const std::string& text,
                                     const Document& document, const std::string& clock);

}
