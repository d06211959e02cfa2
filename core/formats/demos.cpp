#include "core/formats/demo.h"

#include <algorithm>
#include <array>

namespace traceglass {

#define TRACEGLASS_DEMO(format, name)                                                                        \
    namespace format {                                                                                       \
    extern const Demo name;                                                                                  \
    }
#include "core/formats/demos.inc"
#undef TRACEGLASS_DEMO

std::span<const Demo* const> demos()
{
    static constexpr auto kDemos = std::to_array<const Demo*>({
#define TRACEGLASS_DEMO(format, name) &format::name,
#include "core/formats/demos.inc"
#undef TRACEGLASS_DEMO
    });
    return kDemos;
}

const Demo* findDemo(std::string_view format)
{
    const auto all = demos();
    const auto found = std::ranges::find(all, format, &Demo::format);
    return found == all.end() ? nullptr : *found;
}

}
