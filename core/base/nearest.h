// What was meant by a mistyped word.
//
//     nearest("durration", {"name", "duration", "start"})      // {"duration"}
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace traceglass {

// At most three, the nearest first; upper and lower case are the same. None when none is near.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& names);

}
