// A value and everything it refers to as JSON, in the form of the golden files: absolute times, short forms
// for the well-known structs of the JFR layer, "<cycle>" where a value is reached again on its own path,
// "<deep>" beyond 60 levels.
//
//     JsonWriter json(values);
//     std::string line = json.message(message);
//     json.append(out, value);
#pragma once

#include "core/formats/cjfr/cjfr_value.h"

namespace traceglass::cjfr {

// The shape of a struct that gets a short form.
enum class Known : std::uint8_t { none, byName, thread, classLoader, method, stackFrame, stackTrace };
Known knownStruct(const Type& type);

class JsonWriter
{
public:
    explicit JsonWriter(const ValueReader& values)
        : m_values(values)
    {
    }

    std::string message(const Message& message);
    void append(std::string& out, const Value& value);

private:
    void appendNumber(std::string& out, const Value& value);
    void appendContent(std::string& out, const Value& value);
    void appendStruct(std::string& out, const Value& value);
    void appendChosen(std::string& out, const Value& value, std::span<const std::string_view> names);
    void appendFrames(std::string& out, const Value& trace);
    void appendText(std::string& out, const Value& value);

    const ValueReader& m_values;
    std::vector<std::uint64_t> m_path; // contents of the cache entries that hold the value at hand
    std::size_t m_depth = 0;
    std::uint64_t m_left = limits::kCjfrRecordValues;
};

// "java/lang/Thread.run:840"; without ":840" where the recorder dropped line numbers.
std::string frameText(const ValueReader& values, const Value& frame);

void appendDouble(std::string& out, double value);                   // "NaN" and "Infinity" as strings
void appendSpan(std::string& out, std::int64_t ns);                  // or "unset", "forever"
void appendMoment(std::string& out, std::optional<std::int64_t> ns); // or "unset"

}
