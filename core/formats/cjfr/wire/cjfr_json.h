// A value and everything it refers to as JSON, in the form of the golden files: absolute times, short forms
// for the well-known structs of the JFR layer, "<cycle>" where a value is reached again on its own path,
// "<deep>" beyond 60 levels.
//
//     MessageJson json(values);
//     json.message(line, message);                 // appends
//     json.append(line, value);
//
// Keep one writer for many messages: what cache entries look like is kept, so that a stack is read once
// however many events refer to it.
#pragma once

#include "core/base/json_writer.h"
#include "core/formats/cjfr/wire/cjfr_value.h"

#include <memory>

namespace traceglass::cjfr {

// The shape of a struct that gets a short form.
enum class KnownStruct : std::uint8_t { none, byName, thread, classLoader, method, stackFrame, stackTrace };
KnownStruct knownStruct(const Type& type);

class MessageJson
{
public:
    explicit MessageJson(const ValueReader& values)
        : m_values(values)
    {
    }
    MessageJson(const MessageJson&) = delete;
    MessageJson& operator=(const MessageJson&) = delete;

    void message(std::string& out, const Message& message);
    void append(std::string& out, const Value& value);

private:
    // What is the same of all values of a type, found once.
    struct Form
    {
        std::string begin;             // of a message: {"type":"jdk.X"
        std::vector<JsonKey> keys;     // by field
        KnownStruct known = KnownStruct::none;
        std::vector<int> chosen; // fields that the short form shows, in its order; -1: there is none
        int start = -1;          // fields that stand before the others in a message
        int duration = -1;
    };

    // The JSON of a cache entry.
    struct EntryText
    {
        std::uint64_t content = ~std::uint64_t(0); // where it lies
        std::uint32_t begin = 0;                   // in the text
        std::uint32_t length = 0;
        std::uint32_t values = 0; // how many were written, itself excluded
        std::uint32_t height = 0; // levels below it
    };

    const Form& formOf(const Type& type);
    void begin();
    void slot(std::string& out, Cursor& in, Clock& clock, const Slot& slot);
    void value(std::string& out, Cursor& in, Clock& clock, const Type& type, std::uint64_t reduction,
               bool isEntry);
    void stored(std::string& out, const Value& value);
    void reference(std::string& out, const Type& type, std::uint64_t content, std::uint64_t reduction);
    void countBytes(std::uint64_t bytes);
    bool isCounted(std::string& out);
    bool isWritten(std::string& out, std::uint64_t content);
    void keepEntry(const EntryText& entry, std::string_view text);
    void entry(std::string& out, Cursor& in, Clock& clock, const Type& type);
    void content(std::string& out, Cursor& in, Clock& clock, const Type& type, std::uint64_t reduction);
    void leaveOut(Cursor& in, Clock& clock, const Type& type);
    void elements(std::string& out, Cursor& in, Clock& clock, const Type& type);
    void structure(std::string& out, Cursor& in, Clock& clock, const Type& type);
    void shortForm(std::string& out, Cursor& in, Clock& clock, const Type& type, const Form& form);
    void frames(std::string& out, const Value& frames, const Value& truncated);
    void number(std::string& out, Cursor& in, Clock& clock, const Type& type, std::uint64_t reduction);
    void text(std::string& out, Cursor& in, const Type& type);

    const ValueReader& m_values;
    std::vector<std::unique_ptr<const Form>> m_forms; // by type index
    // Bounded: one entry takes the place of another, and when the text is full all begins anew.
    std::vector<EntryText> m_entries;
    std::string m_texts;
    std::vector<std::uint64_t> m_path; // contents of the cache entries that hold the value at hand
    std::size_t m_depth = 0;
    std::size_t m_deepest = 0; // of what was written since an entry began
    bool m_isWhole = true;     // likewise: nothing was left out of it
    std::uint64_t m_left = 0;
    std::string m_start, m_duration, m_fields; // of the message at hand
};

// "java/lang/Thread.run:840"; without ":840" where the recorder dropped line numbers. `passed` grows by the
// bytes that had to be passed over.
std::string frameText(const ValueReader& values, const Value& frame, std::uint64_t* passed = nullptr);

void appendDouble(std::string& out, double value);  // "NaN" and "Infinity" as strings
void appendSpan(std::string& out, std::int64_t ns); // or "unset", "forever"

}
