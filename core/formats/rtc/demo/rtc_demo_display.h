// What the small display of the demo device shows, as PNG pictures.
#pragma once

#include "core/formats/rtc/demo/rtc_demo_device.h"

#include <cstddef>
#include <span>
#include <vector>

namespace traceglass::rtc {

// `speeds`: the last ones, oldest first, in rpm; drawn as a strip chart.
std::vector<std::byte> demoDisplay(const DemoDevice& device, std::span<const double> speeds);

}
