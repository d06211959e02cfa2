#include "core/logs/log_text.h"

#include <algorithm>
#include <utility>

namespace traceglass::logs {

namespace {

// Length of what tells a terminal something at the front, also where it is cut; 0: nothing does. ECMA-48, 5.4.
std::size_t controlSequence(std::string_view text)
{
    const std::size_t begin = text.starts_with("\x1b[") ? 2 : text.starts_with("\\x1b[") ? 5 : 0;
    if (begin == 0)
        return 0;
    std::size_t end = begin;
    while (end < text.size() && text[end] >= ' ' && text[end] <= '?')
        ++end;
    return end + (end < text.size() && text[end] >= '@' && text[end] <= '~' ? 1 : 0);
}

bool mayBeMarked(std::string_view text)
{
    return text.find('\x1b') != text.npos || text.find('\\') != text.npos;
}

}

std::string_view withoutColours(std::string_view text, std::string& room, std::string_view mark)
{
    if (!mayBeMarked(text))
        return text;
    room.clear();
    while (!text.empty()) {
        const std::size_t length = controlSequence(text);
        const std::size_t next = length > 0 ? length : std::min(text.find_first_of("\x1b\\", 1), text.size());
        room.append(length > 0 ? mark : text.substr(0, next));
        text.remove_prefix(next);
    }
    return room;
}

std::string_view plainText(std::string_view text, std::string& room, std::string_view mark)
{
    constexpr std::string_view kWritten = "tnr", kMeant = "\t\n\r";
    if (!mayBeMarked(text))
        return text;
    (void)withoutColours(text, room, mark);
    std::string out;
    for (std::size_t at = 0; at < room.size(); ++at) {
        const std::size_t which =
            room[at] == '\\' && at + 1 < room.size() ? kWritten.find(room[at + 1]) : kWritten.npos;
        out += which == kWritten.npos ? room[at] : kMeant[which];
        at += which == kWritten.npos ? 0 : 1;
    }
    room = std::move(out);
    return room;
}

std::string_view takePart(std::string_view& text, std::string_view ends)
{
    const std::string_view part = text.substr(0, text.find_first_of(ends));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
}

}
