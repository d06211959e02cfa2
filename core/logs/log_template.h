// What lines of a log have in common: the text with "#" in place of what changes from one to the next. That
// are, from the first character on and each as long as it goes: UUIDs, numbers after "0x", what stands in
// quotes, whole words of eight or more hexadecimal digits with a digit among them, and runs of digits, but for those
// between letters of a word ("i2c") that begins with one and has other letters than hexadecimal ones. Blanks
// beside each other, with which numbers are filled up, are one. Colours are no part of it. Of a JSON object it is that
// of its msg or message, or else its keys and its level, with "#" in place of other values.
//
//     logs::logTemplate("conn 12 from \"bob\" closed: 0x7f")          // "conn # from # closed: #"
#pragma once

#include <string>
#include <string_view>

namespace traceglass::logs {

std::string logTemplate(std::string_view text);

}
