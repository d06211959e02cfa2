#include "core/base/diagnostic.h"

namespace traceglass {

namespace {
std::string sentence(Code code, const std::string& detail)
{
    std::string text(codeInfo(code).sentence);
    if (!detail.empty())
        text += ": " + detail;
    return text;
}
}

std::string Diagnostic::message() const
{
    return sentence(code, detail);
}

std::string message(const Error& error)
{
    return sentence(error.code, error.detail);
}

Diagnostic diagnose(Code code, std::string detail, std::optional<ByteRange> range,
                    std::optional<std::uint64_t> entry)
{
    return {code, codeInfo(code).severity, std::move(detail), range, entry};
}

}
