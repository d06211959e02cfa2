// Values and messages in words: the structure tree and the records table.
//
//     const RecordText text(values);
//     text.valueText(value)            // "pool-1-thread-3", "84.240 ms", "Load.alloc:7 (12 frames)"
//     text.record(message, source)     // a line of the records table
#pragma once

#include "core/formats/cjfr/wire/cjfr_value.h"
#include "core/model/record.h"

namespace traceglass::cjfr {

class RecordText
{
public:
    // Texts of so many bytes; of kWholeText with all parts of a struct.
    explicit RecordText(const ValueReader& values, std::size_t textBytes = kShownText)
        : m_values(values)
        , m_textBytes(textBytes)
    {
    }

    std::string valueText(const Value& value, int depth = 0) const;
    // Start and end of an event; nothing without a usable start. Ends are equal for a moment.
    std::optional<TimeRange> timeOf(const Message& message) const;
    std::string summaryOf(const Message& message) const; // the fields worth reading at a glance
    Record record(const Message& message, SourceId source) const;
    Record recordAlone(const Message& message,
                       SourceId source) const; // without the fields, which take longest
    // Only where it is and when it began; returns its time.
    std::optional<TimeRange> place(Record& out, const Message& message, SourceId source) const;

    static std::string shortName(std::string_view typeName); // without "jdk."

private:
    std::string numberText(const Value& value) const;
    std::string structText(const Value& value, int depth) const;

    const ValueReader& m_values;
    std::size_t m_textBytes;
};

}
