// Texts of logs as rules read them. Terminals are told colours in them, "\x1b[0;31m"; and most timelines hold what is not
// to be printed as escaped() writes it: of both there is the byte ESC, or its four characters.
//
//     std::string room;
//     logs::withoutColours("\x1b[31mno answer\x1b[0m", room)   // "no answer"
//     for (std::string_view rest = text; !rest.empty();)
//         logs::takePart(rest, "\n") ...                        // a line
#pragma once

#include <string>
#include <string_view>

namespace traceglass::logs {

// Also without what else is told so, such as where the cursor goes; `mark` is put in the place of each. The text itself
// where there is nothing to leave out, as in most of many lines; else `room` holds what is left.
std::string_view withoutColours(std::string_view text, std::string& room, std::string_view mark = {});

// The same where tabs and the ends of lines are bytes again.
std::string_view plainText(std::string_view text, std::string& room, std::string_view mark = {});

// What stands before the first of these characters; it is taken from the front with it.
std::string_view takePart(std::string_view& text, std::string_view ends);

}
