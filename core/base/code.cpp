#include "core/base/code.h"

#include <array>

namespace traceglass {

namespace {
using enum Severity;
using enum CodeKind;
constexpr auto kCodes = std::to_array<CodeInfo>({
#define TRACEGLASS_CODE(name, id, severity, ...) {id, severity, __VA_ARGS__},
#include "core/base/codes.inc"
#undef TRACEGLASS_CODE
});
}

const CodeInfo& codeInfo(Code code)
{
    return kCodes[static_cast<std::size_t>(code)];
}

std::string_view severityName(Severity severity)
{
    constexpr std::array<std::string_view, 3> names = {"info", "warning", "error"};
    return names[static_cast<std::size_t>(severity)];
}

}
