// Files of our CondensedData writer, in memory.
#pragma once

#include "core/formats/cjfr/wire/cjfr_writer.h"
#include "tests/corpus/make_corpus.h"

#include <functional>
#include <limits>

namespace traceglass::corpus {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kCjfrStart = 1'780'000'123'250'000'000; // ns

inline Bytes written(const std::function<void(cjfr::Encoder&)>& fill, const cjfr::WriterOptions& options = {},
                     const cjfr::Footer& footer = {})
{
    Bytes out;
    cjfr::Writer writer(
        [&](std::span<const std::byte> more) -> Result<void> {
            append(out, more);
            return {};
        },
        options);
    fill(writer.stream());
    must(writer.finish(footer));
    return out;
}

inline Bytes plain(const std::function<void(cjfr::Encoder&)>& fill) // neither compressed nor with a footer
{
    return written(fill, {.footer = false});
}

}
