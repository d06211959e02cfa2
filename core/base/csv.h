// A cell of a table as text (RFC 4180). What begins with = + - or @ stays what it is: text, which no reader of
// tables should take for a formula.
//
//     line += csvCell(name) + ',';
#pragma once

#include <string>
#include <string_view>

namespace traceglass {

inline std::string csvCell(std::string_view text)
{
    if (text.find_first_of("\",\r\n") == std::string_view::npos)
        return std::string(text);
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

}
