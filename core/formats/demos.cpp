#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/demo.h"
#include "core/formats/rdf/demo/gpu_demo.h"
#include "core/formats/rdf/demo/rdf_demo.h"
#include "core/formats/rfr/demo/rfr_demo.h"
#include "core/formats/rtc/demo/rtc_demo.h"

#include <algorithm>
#include <array>

namespace traceglass {

std::span<const Demo* const> demos()
{
    static constexpr std::array<const Demo*, 5> kDemos = {&rdf::kDemo, &rdf::kGpuDemo, &rfr::kDemo,
                                                          &cjfr::kDemo, &rtc::kDemo};
    return kDemos;
}

const Demo* findDemo(std::string_view format)
{
    const auto all = demos();
    const auto found = std::ranges::find(all, format, &Demo::format);
    return found == all.end() ? nullptr : *found;
}

}
