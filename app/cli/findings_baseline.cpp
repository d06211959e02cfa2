#include "app/cli/findings_baseline.h"

#include "app/cli/output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace traceglass::cli {

namespace {

void addNotChecked(const nlohmann::json& summary, std::set<std::string>& rules)
{
    const auto all = summary.is_object() ? summary.find("not_checked") : summary.end();
    if (all == summary.end() || !all->is_array())
        return;
    for (const nlohmann::json& each : *all)
        if (each.is_object() && each.contains("id") && each.at("id").is_string())
            rules.insert(each.at("id").get<std::string>());
}

}

tl::expected<std::string, Exit> readTextFile(const std::string& option, const std::string& path)
{
    constexpr std::streamsize kMost = 64 << 20;
    std::string text(static_cast<std::size_t>(kMost) + 1, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), kMost + 1);
    if (!file.is_open() || file.bad()) // bad: a folder opens, and cannot be read
        return tl::unexpected(exitWith(kUsage, {}, option + ' ' + path + ": " + std::strerror(errno)));
    if (file.gcount() > kMost)
        return tl::unexpected(exitWith(kUsage, {}, option + ' ' + path + " is larger than 64 MiB"));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

tl::expected<Baseline, Exit> readBaseline(const std::string& path)
{
    constexpr std::array kSeverities = {FindingSeverity::low, FindingSeverity::medium, FindingSeverity::high};
    const auto text = readTextFile("--baseline", path);
    if (!text)
        return tl::unexpected(text.error());
    Baseline out;
    bool isClosed = false;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        const auto json = nlohmann::json::parse(line, nullptr, false);
        isClosed = json.is_object() && json.contains("summary");
        if (isClosed)
            addNotChecked(json["summary"], out.rules);
        if (!json.is_object() || isClosed)
            continue;
        const auto rule = json.find("finding"), severity = json.find("severity"),
                   subject = json.find("subject");
        if (rule == json.end() || severity == json.end() || subject == json.end() || !rule->is_string()
            || !subject->is_object() || !subject->contains("name") || !subject->at("name").is_string())
            continue;
        const auto of = std::ranges::find_if(
            kSeverities, [&](FindingSeverity each) { return *severity == severityName(each); });
        out.rules.insert(rule->get<std::string>());
        if (of != kSeverities.end())
            out.findings.add(rule->get<std::string>(), subject->at("name").get<std::string>(), *of);
    }
    if (!isClosed)
        return tl::unexpected(exitWith(kUsage, {},
                                       "--baseline " + path
                                           + " is no whole output of `tglass findings --json`: it does not "
                                             "end with a summary"));
    return out;
}

}
