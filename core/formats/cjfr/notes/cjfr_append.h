// Adds messages to a finished file (cjfr.md 7): one more member between the main stream and a renewed footer.
// What is there already stays as it is, except that xz and bzip2 are encoded again as one stream, because
// existing readers ignore a second one.
//
//     const FinishedFile before {bytes, header, footer, index, storedEnd};
//     copy(bytes.first(keptBytes(before)));
//     auto added = append(before, [](Encoder& stream) { stream.define(...); ... return Result<void>(); }, sink,
//                         job); // goes behind them
//
// Messages that stand last may be left out, so that others replace them.
//
// Errors: cjfr.not-continuable, when the stream is damaged or cut or its footer cannot be renewed;
// cjfr.unwritable; file.stopped; those of the messages and the sink.
#pragma once

#include "core/formats/cjfr/wire/cjfr_footer.h"
#include "core/formats/cjfr/wire/cjfr_header.h"
#include "core/formats/cjfr/wire/cjfr_writer.h"

namespace traceglass::cjfr {

struct FinishedFile
{
    std::span<const std::byte> file;
    const Header& header;
    const FooterPlace& footer;
    const StreamIndex& index; // of the part of the stream that stays
    // Where decoding stopped in the file, without any fault; not compressed: the end of the last message.
    std::uint64_t storedEnd = 0;
    struct LeftOut
    {
        std::uint64_t storedStart = 0; // of their member; not compressed: of the first message
        EventCounts events {};
    };
    std::optional<LeftOut> leftOut {}; // what `index` does not have
};

// Can members be added behind those of this codec? Readers of xz and bzip2 in use ignore a second stream.
bool takesMembers(std::optional<Codec> codec);

// How many bytes of the file stay.
std::uint64_t keptBytes(const FinishedFile& before);

// Gives the sink what comes behind them. The footer gets the checksum that follows from the old one.
Result<void> append(const FinishedFile& before, const std::function<Result<void>(Encoder&)>& messages,
                    const StreamEncoder::Sink& sink, const Job& job);

}
