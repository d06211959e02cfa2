// What tglass writes: buffered, bounded standard output that ends quietly when its reader does, one-line
// errors, and JSON objects of one line.
//
//     Output out;
//     out.write(JsonLine().add("path", path).add("size", size).finish());
//     return out.finish(kOk);
#pragma once

#include "app/cli/commands/commands.h"
#include "core/base/json_writer.h"
#include "core/model/document.h"
#include "core/timeline/timeline.h"

#include <memory>
#include <string>
#include <string_view>

namespace traceglass::cli {

class Output
{
public:
    Output() = default;
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void write(std::string_view text);
    // False once nobody reads any more or the disk is full: whoever produces output stops.
    bool good() const { return m_error == 0; }
    // Writes what is left. Returns `exit`, or kUnwritable after saying why writing failed; a closed pipe is
    // no failure.
    int finish(int exit);

private:
    void flush();

    std::string m_buffer;
    int m_error = 0; // errno of the first failed write
};

// All of the output of a command that has no more to say.
int print(std::string_view text);

// One JSON object on one line, keys in the order they are added. With a blank behind commas and colons, since people
// read these lines, too, where JsonWriter leaves them out of millions.
class JsonLine
{
public:
    // What JsonWriter::value() takes; an absent one is null.
    template <class Value>
    JsonLine& add(std::string_view key, const Value& value)
    {
        std::string json;
        JsonWriter(json).value(value);
        return addRaw(key, json);
    }
    JsonLine& addRaw(std::string_view key, std::string_view json);
    std::string finish() { return m_text + '}'; }

private:
    std::string m_text = "{";
};

// "clock", null where the capture has none to name, and of an axis of steps "step_ns": what one takes of its numbers.
JsonLine& addClock(JsonLine& line, const ClockAxis& clock);

// What `each` writes of every item, as a list.
template <class Items, class Each>
std::string jsonList(const Items& items, Each each)
{
    std::string list = "[";
    for (const auto& item : items)
        list += (list.size() > 1 ? ", " : "") + each(item);
    return list + ']';
}

// Prints "tglass: SUBJECT: WHAT" or "tglass: WHAT" to standard error, on one line whatever the texts hold.
// The other two return `exit` for the caller to end with.
void printError(std::string_view subject, std::string_view what);
Exit exitWith(Exit exit, std::string_view subject, std::string_view what);
Exit exitWith(Exit exit, const std::string& path, const Error& error);
// "The file does not exist (at byte 12)", without the path where the detail repeats it.
std::string errorText(const Error& error, const std::string& path);

// Opens a capture and shows how far that is where it takes long.
Result<std::unique_ptr<Document>> tryToOpen(const std::string& path);
// The same, or says why not and returns nothing.
std::unique_ptr<Document> open(const std::string& path);

// kDamaged when any problem of the document that is known so far is a warning or an error.
Exit exitOf(const Document& document);

// What is wrong with the capture, in a line: the first of the worst problems, and where to find the others.
void printDamage(const Document& document, const std::string& file);

// Whatever ends with another code than kOk says why; what was printed before stays good.
template <class T>
Exit exitAfter(const Document& document, const Result<T>& result, const std::string& file)
{
    if (!result)
        return exitWith(kDamaged, file, result.error());
    const Exit exit = exitOf(document);
    if (exit != kOk)
        printDamage(document, file);
    return exit;
}

// As people read it: "hint", "warning", "error".
std::string_view wordOf(Severity severity);

// How many columns a line has on the terminal that reads standard output, or as COLUMNS says there; 0: as many as
// it takes, for files and other programs.
std::size_t lineWidth();
// That a text without control characters takes on a terminal: Chinese characters take two, accents by themselves none.
std::size_t columnsOf(std::string_view text);
// At most so many columns: what is too long loses its middle, since both ends tell names apart.
std::string elided(std::string text, std::size_t width);
// The text filled with blanks to so many columns of a terminal.
std::string padded(std::string text, std::size_t width);

}
