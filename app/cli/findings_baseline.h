// What was known before: the output of an earlier `tglass findings --json`.
//
//     auto known = readBaseline(path);                   // or how to exit after saying what is wrong with it
//     known->verdict(finding)                            // "new", "worse" (more severe than it was) or "same"
#pragma once

#include "app/cli/commands.h"
#include "core/model/findings.h"

#include <map>
#include <string>
#include <tl/expected.hpp>

namespace traceglass::cli {

class Baseline
{
public:
    std::string verdict(const Finding& finding) const;
    void add(std::string rule, std::string subject, FindingSeverity severity);

private:
    std::map<std::pair<std::string, std::string>, FindingSeverity> m_known; // by rule and subject
};

tl::expected<Baseline, Exit> readBaseline(const std::string& path);

// The whole of a small text file, or how to exit: it cannot be read, or is too large to be meant.
tl::expected<std::string, Exit> readTextFile(const std::string& option, const std::string& path);

}
