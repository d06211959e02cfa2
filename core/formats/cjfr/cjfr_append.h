// Adds messages to a finished file (cjfr.md 7): one more member between the main stream and a renewed footer.
// What is there already stays as it is, except that xz and bzip2 are encoded again as one stream, because
// existing readers ignore a second one.
//
//     const FinishedFile before {bytes, header, footer, index, storedEnd};
//     auto added = append(before, [](Encoder& stream) { defineAnnotation(stream); ... }, sink);
//     // keep the first *added bytes of the file, and put behind them what the sink was given
//
// Errors: cjfr.not-continuable, when the stream is damaged or cut or its footer cannot be renewed;
// cjfr.unwritable; the sink's.
#pragma once

#include "core/formats/cjfr/cjfr_header.h"
#include "core/formats/cjfr/cjfr_writer.h"

namespace traceglass::cjfr {

struct FinishedFile
{
    std::span<const std::byte> file;
    const Header& header;
    const FooterPlace& footer;
    const StreamIndex& index; // of the whole stream
    // Where decoding stopped in the file, without any fault; not compressed: the end of the last message.
    std::uint64_t storedEnd = 0;
};

// Returns how many bytes of the file stay. The footer gets the checksum that follows from the old one.
Result<std::uint64_t> append(const FinishedFile& before, const std::function<void(Encoder&)>& messages,
                             const StreamEncoder::Sink& sink);

}
