// A payload as text for people.
#pragma once

#include "core/formats/rtc/wire/rtc_decoder.h"
#include "core/model/node.h"

#include <span>
#include <string>

namespace traceglass::rtc {

struct CrcCheck;

// "3.30 A", "motor ready\n", "2026-05-28 20:28:44.457262", "0a1b…": one line of at most about `most` bytes.
// Without a stream, or where the payload does not fit its format, hexadecimal.
std::string contentText(const Stream* stream, std::span<const std::byte> payload, std::size_t most);

// "stored 0badcafe, computed 2f5c1d00".
std::string sumsText(const CrcCheck& check);

// What an incomplete payload lacks.
std::string_view missingText(const Frame& frame);

// The colour family of a stream's frames; the container's own without one.
Tint tintOf(const Stream* stream);

// How the container calls its own streams: "Marker", "index"; empty for those of the application.
std::string_view specialName(std::uint32_t id);

}
