// Faults come in two kinds, never mixed: an Error means we cannot go on, a Diagnostic means the file is at
// fault and reading continues. Both carry a code, what is special about this case, and the bytes concerned.
#pragma once

#include "core/base/byte_range.h"
#include "core/base/code.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace traceglass {

struct Error
{
    Code code {};
    std::string detail; // what the code's sentence does not say: a number found, a system message
    std::optional<ByteRange> range {}; // where, if in the bytes of a capture
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Code code, std::string detail = {}, std::optional<ByteRange> range = {})
{
    return tl::unexpected<Error>(Error {code, std::move(detail), range});
}

struct Diagnostic
{
    Code code {};
    Severity severity = Severity::error;
    std::string detail;
    std::optional<ByteRange> range {};
    std::optional<std::uint64_t> entry {}; // index position (RDF), Unit number (RTC)

    bool operator==(const Diagnostic&) const = default;
    std::string message() const; // the code's sentence and the detail
};

std::string message(const Error& error);
Diagnostic diagnose(Code code, std::string detail = {}, std::optional<ByteRange> range = {},
                    std::optional<std::uint64_t> entry = {});

}
