// Hands the bytes of a range on in pieces: fewer than it says where data are damaged, or when `write` returns false.
//
//     const std::uint64_t copied = copyRange(source, range, job, [&](std::span<const std::byte> bytes) {
//         return file.write(bytes).has_value();
//     });
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/byte_range.h"
#include "core/base/job.h"
#include "core/io/byte_source.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace traceglass {

template <class Write>
std::uint64_t copyRange(const ByteSource& source, const ByteRange& range, Job& job, Write write)
{
    constexpr std::uint64_t kPiece = 1u << 20;
    std::vector<std::byte> piece(std::min(kPiece, range.length));
    std::uint64_t done = 0;
    job.start(range.length);
    while (done < range.length) {
        const std::size_t want = std::min<std::uint64_t>(piece.size(), range.length - done);
        if (!source.prepare(range.offset + done + want, job))
            break;
        const std::size_t got = source.read(range.offset + done, std::span(piece).first(want));
        if (got == 0 || !write(std::span<const std::byte>(piece).first(got)))
            break;
        done += got;
        job.advance(got);
    }
    return done;
}

}
