#include "core/formats/rtc/records/rtc_text.h"

#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/formats/rtc/wire/rtc_walk.h"
#include "core/formats/rtc/wire/rtc_wire.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace traceglass::rtc {

std::string contentText(const Stream* stream, std::span<const std::byte> payload, std::size_t most)
{
    if (stream) {
        const auto start = contentStart(stream->value, payload);
        const auto content = payload.subspan(start.value_or(0));
        if (!start)
            return "cut short: " + hex(payload.first(std::min<std::size_t>(payload.size(), 32)));
        const auto kind = stream->value.kind;
        if (kind == ValueFormat::Kind::text || kind == ValueFormat::Kind::json)
            return escaped(shortened(asText(content), most));
        if (kind == ValueFormat::Kind::timespec) {
            if (const auto ns = clockNs(stream->value, content))
                return absoluteText(*ns);
        }
        if (const auto text = numberText(stream->value, content))
            return stream->unit.empty() ? *text : *text + " " + escaped(stream->unit);
        if (kind == ValueFormat::Kind::png || kind == ValueFormat::Kind::jpeg)
            return "picture, " + counted(content.size(), "byte", "bytes");
    }
    constexpr std::size_t kHexBytes = 24;
    const auto shown = payload.first(std::min(payload.size(), kHexBytes));
    return hex(shown) + (payload.size() > shown.size() ? "…" : "");
}

std::string sumsText(const CrcCheck& check)
{
    std::array<char, 64> text {};
    std::snprintf(text.data(), text.size(), "stored %08x, computed %08x", check.stored, check.computed);
    return text.data();
}

std::string_view missingText(const Frame& frame)
{
    return frame.isTail ? "its beginning is lost" : "its end is missing";
}

Tint tintOf(const Stream* stream)
{
    if (!stream)
        return Tint::head;
    if (stream->isClock)
        return Tint::wake;
    if (stream->value.annotation)
        return Tint::taskEnd;
    if (stream->value.isNumber())
        return Tint::span;
    const auto kind = stream->value.kind;
    return kind == ValueFormat::Kind::text || kind == ValueFormat::Kind::json ? Tint::event : Tint::taskStart;
}

std::string_view specialName(std::uint32_t id)
{
    constexpr auto names = std::to_array<std::string_view>(
        {"nul", "padding", "Marker", "Index", "index", "Meta", "meta", "Platform", "Crc"});
    return id < names.size() ? names[id] : std::string_view();
}

}
