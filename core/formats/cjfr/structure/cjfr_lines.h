// The facts that header, types and footer list in the structure tree. Those of the footer are known before
// anything of the stream is read.
#pragma once

#include "core/formats/cjfr/wire/cjfr_footer.h"
#include "core/formats/cjfr/wire/cjfr_header.h"
#include "core/formats/cjfr/wire/cjfr_types.h"

namespace traceglass::cjfr {

struct Line
{
    std::string label;
    std::string value;
    ByteRange range {};
};

std::vector<Line> headerLines(const Header& header);
std::vector<Line> typeLines(const TypeTable& types, const Type& type, SourceId source);
std::vector<Line> footerLines(const Footer& footer);

}
