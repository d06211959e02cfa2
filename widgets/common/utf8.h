// Core speaks UTF-8 in std::string, Qt UTF-16 in QString: the way across, and the one place where text of a
// capture becomes harmless to look at. What could break a line, hide or reverse its neighbours, or is no text
// at all, is shown as an escape: \n, \x1b, \u{202E}.
//
//     label->setText(fromUtf8(node.label));
//     search->setText(exactFromUtf8(slice.name));          // not shown by us: it is edited
//     recent.add(pathText(path));                          // and pathOf(text) is the same file again
#pragma once

#include "core/base/text.h"

#include <QString>
#include <filesystem>
#include <string_view>

namespace traceglass {

// Every character as it is: what is edited, copied, compared, or given back to the system.
inline QString exactFromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// Names of files are bytes: those that are no UTF-8 become halves of characters, U+DC80 to U+DCFF, which Qt's own files
// do not know. What is opened, looked for or written by such a text goes through pathOf().
QString pathText(const std::filesystem::path& path);
std::filesystem::path pathOf(const QString& text);

// One line for people.
inline QString fromUtf8(std::string_view text)
{
    return exactFromUtf8(escaped(text));
}

// The same of what already is a QString, such as the name of a file.
inline QString shown(const QString& text)
{
    return fromUtf8(pathOf(text).native());
}

// Running text: its line breaks and tabs stay.
QString linesFromUtf8(std::string_view text);

}
