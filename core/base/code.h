// Every fault Traceglass can report has a code: an enum value, a stable text id ("rdf.data-out-of-range"),
// a severity, one English sentence and advice. The table is codes.inc; nothing else names a code's text.
//
//     const CodeInfo& info = codeInfo(Code::RdfBadIdentifier);   // info.id == "rdf.bad-identifier"
//
// The id is what `tglass validate --json` prints; it never changes.
#pragma once

#include <cstdint>
#include <string_view>

namespace traceglass {

// info: legal but worth knowing. warning: shown, but a rule is broken. error: something cannot be shown.
enum class Severity : std::uint8_t { info, warning, error };

enum class Code : std::uint16_t {
#ifndef Q_MOC_RUN // Qt's generator reads no lists within lists, and needs none
#define TRACEGLASS_CODE(name, ...) name,
#include "core/base/codes.inc"
#undef TRACEGLASS_CODE
#endif
};

// What a problem is about.
enum class CodeKind : std::uint8_t {
    fault,       // bytes that are not as their format says
    restLost,    // the same, and nothing tells where to go on behind them
    noEnd,       // the file ends too early, as one does that is still written: that is all
    notRecorded, // all bytes are as they should be, and something does not follow from them
};

struct CodeInfo
{
    std::string_view id;
    Severity severity;
    std::string_view sentence;
    std::string_view advice;
    CodeKind kind = CodeKind::fault;
};

const CodeInfo& codeInfo(Code code);
std::string_view severityName(Severity severity); // "info", "warning", "error"

}
