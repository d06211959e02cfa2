#include "app/cli/commands/findings_baseline.h"

#include "app/cli/output.h"
#include "app/cli/text/finding_text.h"
#include "core/io/file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace traceglass::cli {

namespace {

using Json = nlohmann::json;

const Json* memberOf(const Json& object, std::string_view key)
{
    const auto found = object.find(key); // the end of what is no object
    return found == object.end() ? nullptr : &*found;
}

std::string textIn(const Json& object, std::string_view key)
{
    const Json* const text = memberOf(object, key);
    return text && text->is_string() ? text->get<std::string>() : std::string();
}

const Json::array_t& listIn(const Json& object, std::string_view key)
{
    static const Json::array_t kNone;
    const Json* const list = memberOf(object, key);
    return list && list->is_array() ? list->get_ref<const Json::array_t&>() : kNone;
}

// A finding, or one that was said with another: both have these keys.
void addFinding(const Json& finding, Baseline& out)
{
    constexpr std::array kSeverities = {FindingSeverity::low, FindingSeverity::medium, FindingSeverity::high};
    const std::string rule = textIn(finding, "finding");
    const Json* const subject = memberOf(finding, "subject");
    const auto severity = std::ranges::find_if(
        kSeverities, [&](FindingSeverity each) { return textIn(finding, "severity") == severityName(each); });
    if (rule.empty() || !subject || !memberOf(*subject, "name") || severity == kSeverities.end())
        return;
    out.rules.insert(rule);
    compare::KnownFinding known {*severity};
    if (const Json* const count = memberOf(finding, "count"); count && count->is_number_unsigned())
        known.count = count->get<std::uint64_t>();
    if (const Json* const share = memberOf(finding, "share"); share && share->is_number())
        known.share = share->get<double>();
    for (const StatUnit unit : {StatUnit::span, StatUnit::bytes, StatUnit::count}) {
        const Json* const cost = memberOf(finding, "cost");
        const Json* const amount = cost ? memberOf(*cost, costKey(unit)) : nullptr;
        if (amount && amount->is_number_integer())
            known.cost = {unit, amount->get<std::int64_t>()};
    }
    out.findings.add(rule, textIn(*subject, "name"), known);
}

}

tl::expected<std::string, Exit> readTextFile(const std::string& option, const std::string& path)
{
    constexpr std::streamsize kMost = 64 << 20;
    std::string text(static_cast<std::size_t>(kMost) + 1, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), kMost + 1);
    if (!file.is_open() || file.bad()) // bad: a folder opens, and cannot be read
        return tl::unexpected(exitWith(kUsage, {}, option + ' ' + path + ": " + systemMessage(errno)));
    if (file.gcount() > kMost)
        return tl::unexpected(exitWith(kUsage, {}, option + ' ' + path + " is larger than 64 MiB"));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

tl::expected<Baseline, Exit> readBaseline(const std::string& path)
{
    const auto text = readTextFile("--baseline", path);
    if (!text)
        return tl::unexpected(text.error());
    Baseline out;
    bool isClosed = false;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        const Json object = Json::parse(line, nullptr, false);
        addFinding(object, out);
        for (const Json& each : listIn(object, "absorbed"))
            addFinding(each, out);
        const Json* const summary = memberOf(object, "summary");
        isClosed = summary && memberOf(*summary, "not_checked"); // that of another command lacks it
        if (isClosed)
            for (const Json& each : listIn(*summary, "not_checked"))
                if (std::string id = textIn(each, "id"); !id.empty())
                    out.rules.insert(std::move(id));
    }
    if (!isClosed)
        return tl::unexpected(exitWith(kUsage, {},
                                       "--baseline " + path
                                           + " is no whole output of `tglass findings --json`: it does not "
                                             "end with its summary"));
    return out;
}

}
