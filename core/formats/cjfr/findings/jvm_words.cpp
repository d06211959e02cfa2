// What several rules about a JVM say.
#include "core/formats/cjfr/findings/jvm_rules.h"

#include <algorithm>
#include <map>

namespace traceglass::cjfr {

std::string shortClass(std::string_view name)
{
    return std::string(name.substr(name.rfind('.') + 1));
}

std::string shortMethod(std::string_view name)
{
    const std::size_t method = name.rfind('.');
    const std::size_t owner = method == name.npos || method == 0 ? name.npos : name.rfind('.', method - 1);
    return std::string(name.substr(owner + 1));
}

std::string mostInText(const JvmLook& look, const std::vector<const SitedSpan*>& spans)
{
    std::map<StringId, std::int64_t> bySite;
    std::int64_t all = 0;
    for (const SitedSpan* const each : spans) {
        const std::int64_t ns = std::max<std::int64_t>(each->time.lengthNs(), 1); // of moments how many
        bySite[each->site] = addSaturating(bySite[each->site], ns);
        all = addSaturating(all, ns);
    }
    bySite.erase(StringId {});
    const auto most = std::ranges::max_element(bySite, {}, [](const auto& each) { return each.second; });
    return most == bySite.end() ? ""
                                : "; " + findings::mostOf(most->second, all) + " in "
            + findings::quoted(shortMethod(look.text(most->first)));
}

}
