#include "core/formats/cjfr/statistics/cjfr_tables.h"

#include "core/base/text.h"

namespace traceglass::cjfr {

void Durations::finish(const Job& job)
{
    sorted.clear();
    for (const TimeRange& time : times)
        sorted.push_back(time.lengthNs());
    stats::sortUnlessStopped(sorted, job);
}

std::string keyText(const EventPass& pass, StringId name, std::string_view unnamed)
{
    return name == StringId {} ? std::string(unnamed) : escaped(pass.text(name));
}

}
