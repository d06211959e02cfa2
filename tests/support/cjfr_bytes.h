// Builds CondensedData files byte by byte for tests, in the numbering of the tool unless told otherwise.
//
//     CjfrBytes file("NONE");
//     file.varintType(16, "n", true, 1);
//     file.message(16).sv(-3);
#pragma once

#include "core/io/byte_writer.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace traceglass {

struct CjfrField
{
    std::string_view name;
    std::uint64_t type;
    int embedding = 0;
    std::uint64_t reduction = 0;
    std::string_view description {};
};

class CjfrBytes : public ByteWriter
{
public:
    CjfrBytes() = default;
    explicit CjfrBytes(std::string_view codec)
    {
        text("CondensedData");
        varint(std::uint64_t(2));
        text("test");
        text("1");
        text("");
        text(codec);
        u8(0);
    }

    CjfrBytes& uv(std::uint64_t value)
    {
        varint(value);
        return *this;
    }
    CjfrBytes& sv(std::int64_t value) { return uv(zigzag(value)); }
    CjfrBytes& str(std::string_view value)
    {
        text(value);
        return *this;
    }

    CjfrBytes& message(std::uint64_t type) { return uv(type); }
    void varintType(std::uint64_t id, std::string_view name, bool isSigned, std::uint64_t multiplier = 1)
    {
        uv(1).uv(id).str(name).str("");
        u8(isSigned ? 1 : 0);
        uv(multiplier);
    }
    void stringType(std::uint64_t id, std::string_view encoding = "UTF-8")
    {
        uv(4).uv(id).str("text").str("").str(encoding);
    }
    void arrayType(std::uint64_t id, std::uint64_t element, int embedding = 0)
    {
        uv(5).uv(id).str("list").str("").uv(element);
        u8(static_cast<std::uint8_t>(embedding));
    }
    void structType(std::uint64_t id, std::string_view name, std::initializer_list<CjfrField> fields)
    {
        uv(6).uv(id).str(name).str("").uv(fields.size());
        for (const CjfrField& field : fields) {
            str(field.name).str(field.description).uv(field.type);
            u8(static_cast<std::uint8_t>(field.embedding));
            uv(field.reduction);
        }
        uv(0);
    }

    // The types 20 (timestamp), 21 (timespan) and the two messages that make a recording of the JFR layer.
    // With `stackDepth` it says how many frames of a stack it kept.
    void jfr(std::int64_t ticksPerSecond, std::int64_t startNs, bool old = false,
             std::optional<std::int64_t> stackDepth = {})
    {
        varintType(20, "timestamp", false);
        varintType(21, "timespan", true);
        if (old)
            structType(22, "me.bechberger.jfr.Configuration", {{"timeStampTicksPerSecond", 1}});
        else if (stackDepth)
            structType(22, "me.bechberger.jfr.Configuration",
                       {{"timeStampTicksPerSecond", 1},
                        {"maxStackTraceDepth", 1},
                        {"removeUnnecessaryAddresses", 2}});
        else
            structType(22, "me.bechberger.jfr.Configuration",
                       {{"timeStampTicksPerSecond", 1}, {"removeUnnecessaryAddresses", 2}});
        structType(23, "me.bechberger.jfr.Universe", {{"startTimeNanos", 1}, {"lastStartTimeNanos", 1}});
        message(22).sv(ticksPerSecond);
        if (stackDepth)
            sv(*stackDepth);
        if (!old)
            u8(1);
        message(23).sv(startNs).sv(startNs);
    }
};

}
