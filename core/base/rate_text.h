// What is divided, such as how often something happens in a second: three digits say enough, and no exponent.
//
//     rateText(123'456.7)      // "123,000"
//     rateText(0.41666)        // "0.417"
#pragma once

#include <string>

namespace traceglass {

std::string rateText(double value);

}
