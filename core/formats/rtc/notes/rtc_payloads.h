// All payloads of a few streams of a segment, found by the index instead of reading everything (rtc.md 3): an
// entry of an Index or index frame names the last minor unit in which a payload of a stream begins, the one
// at the start of that minor unit the one before, and so on. Only minor units with such payloads are read.
//
//     findPayloads(file, ruler, segment, streams, [&](const FoundPayload& found) { ...; return true; }, job);
//
// Where damage hides what the index says, the minor units around it are read one by one. Payloads that are
// not whole are left out. Error: file.stopped.
#pragma once

#include "core/base/job.h"
#include "core/formats/rtc/wire/rtc_ruler.h"

#include <functional>

namespace traceglass::rtc {

struct FoundPayload
{
    const Stream* stream = nullptr;
    std::uint32_t segment = 0;
    std::uint64_t offset = 0;           // of its first frame
    std::uint64_t end = 0;              // behind its last frame
    std::span<const std::byte> payload; // joined; valid until the sink returns
};
using PayloadSink = std::function<bool(const FoundPayload&)>; // in order of their ends; false to stop

Result<void> findPayloads(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t segment,
                          std::span<const Stream* const> streams, const PayloadSink& sink, const Job& job);

}
