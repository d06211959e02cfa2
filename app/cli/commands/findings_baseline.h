// What was known before: the output of an earlier `tglass findings --json`.
//
//     auto known = readBaseline(path);                   // or how to exit after saying what is wrong with it
//     known->findings.changeOf(finding)                  // core/compare/known_findings.h
#pragma once

#include "app/cli/commands/commands.h"
#include "core/compare/known_findings.h"

#include <set>
#include <string>
#include <tl/expected.hpp>

namespace traceglass::cli {

struct Baseline
{
    compare::KnownFindings findings;
    std::set<std::string> rules {}; // those that it names: they found something, or were not checked
};

tl::expected<Baseline, Exit> readBaseline(const std::string& path);

// The whole of a small text file, or how to exit: it cannot be read, or is too large to be meant.
tl::expected<std::string, Exit> readTextFile(const std::string& option, const std::string& path);

}
