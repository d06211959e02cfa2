// What a crash event shows (rdf-payloads.md 3.2, 3.3): its name, its fields, what it is about in short, its colour.
// The ids of both providers overlap, so all of them ask for the provider.
//
//     crashEventName(event.id, header.provider)              // "marker_begin"; "event_40" for others
//     for (const PayloadField& field : describeCrashEvent(event.payload, event.id, header.provider)) ...
//
// Offsets of fields count from the start of the payload, which is behind the four bytes of the event's head.
#pragma once

#include "core/formats/rdf/payloads/crash/crash_events.h"
#include "core/model/node.h"

namespace traceglass::rdf {

std::string crashEventName(std::uint8_t id, std::uint32_t provider);
std::vector<PayloadField> describeCrashEvent(std::span<const std::byte> payload, std::uint8_t id,
                                             std::uint32_t provider);
// The same as members of an object.
void writeCrashEvent(std::span<const std::byte> payload, std::uint8_t id, std::uint32_t provider,
                     JsonWriter& json);
std::string crashEventSubject(std::span<const std::byte> payload, std::uint8_t id, std::uint32_t provider);
Tint crashEventTint(std::uint8_t id, std::uint32_t provider);

}
