#include "core/findings/find.h"

#include "core/findings/gathering.h"
#include "core/findings/shared_rules.h"
#include "core/model/format.h"

#include <algorithm>
#include <tuple>

namespace traceglass::findings {

namespace {

void append(Findings& all, Findings more)
{
    std::ranges::move(more.found, std::back_inserter(all.found));
    std::ranges::move(more.notChecked, std::back_inserter(all.notChecked));
    all.isWhole &= more.isWhole;
}

// What has the same cause as something that a rule of the format found is said with that; damage is the cause itself.
void explain(Findings& shared, Findings& own)
{
    for (Finding& each : own.found) {
        std::erase_if(shared.found, [&](const Finding& other) {
            if (each.explains.empty() || other.rule != each.explains || isAboutData(other))
                return false;
            each.absorb(other);
            return true;
        });
    }
    std::erase_if(own.found, [&](const Finding& each) {
        const auto damage = std::ranges::find(shared.found, each.explains, &Finding::rule);
        if (each.explains.empty() || damage == shared.found.end())
            return false;
        damage->absorb(each);
        return true;
    });
    // Where a part is lost, times are estimates because of that.
    const auto damaged = std::ranges::find_if(shared.found, isAboutData);
    const auto approximate = std::ranges::find(shared.found, kApproximate, &Finding::rule);
    if (own.isWhole || damaged == shared.found.end() || approximate == shared.found.end())
        return;
    damaged->absorb(*approximate);
    shared.found.erase(approximate);
}

}

std::vector<Rule> rulesOf(const Document& document)
{
    const auto shared = sharedRules();
    std::vector<Rule> all(shared.begin(), shared.end());
    if (document.findings() && document.format().rules) {
        const auto own = document.format().rules();
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

Result<Findings> find(const Document& document, const FindingRequest& request, const Mutes& mutes, Job& job)
{
    Findings own;
    if (const FindingsFacet* const rules = document.findings()) {
        auto found = rules->find(request, job);
        if (!found)
            return found;
        own = std::move(*found);
    }
    Findings all = findShared(document, request, job); // with what those found wrong on their way
    explain(all, own);
    append(all, std::move(own));
    if (job.stopRequested())
        return fail(Code::Stopped);
    for (const Rule& rule : rulesOf(document))
        all.rules.push_back(rule.id);

    // What is wrong with the bytes stands before all that was made of them.
    std::ranges::stable_sort(all.found, [](const Finding& a, const Finding& b) {
        const auto rank = [](const Finding& of) {
            return std::tuple(isAboutData(of), of.severity, of.share);
        };
        return rank(a) > rank(b);
    });
    mute(all, mutes);
    return all;
}

}
