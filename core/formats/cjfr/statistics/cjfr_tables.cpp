#include "core/formats/cjfr/statistics/cjfr_tables.h"

#include "core/base/text.h"

#include <algorithm>

namespace traceglass::cjfr {

void Durations::finish()
{
    sorted.clear();
    for (const TimeRange& time : times)
        sorted.push_back(time.lengthNs());
    std::ranges::sort(sorted);
}

std::string keyText(const EventPass& pass, StringId name, std::string_view unnamed)
{
    return name == StringId {} ? std::string(unnamed) : escaped(pass.text(name));
}

}
