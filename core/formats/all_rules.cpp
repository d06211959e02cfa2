#include "core/formats/all_rules.h"

#include "core/findings/shared_rules.h"
#include "core/formats/format_list.h"
#include "core/model/format.h"

namespace traceglass {

std::vector<Rule> allRules()
{
    const auto shared = findings::sharedRules();
    std::vector<Rule> all(shared.begin(), shared.end());
    for (const Format* const format : formats()) {
        if (!format->rules)
            continue;
        const auto own = format->rules();
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

}
