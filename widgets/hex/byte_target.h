// What the bytes pane shows for a selection: the record's bytes, where its fields begin, and the stored bytes
// it was decoded from. Asks the document and may decode: for a thread of its own.
#pragma once

#include "core/model/document.h"
#include "widgets/session/document_session.h"

#include <vector>

namespace traceglass {

struct ByteTarget
{
    ByteRange lit;                          // to highlight, in the decoded source
    std::vector<std::uint64_t> fieldStarts; // in lit.source
    std::optional<ByteRange> stored {};     // in another source, when lit lies in decoded data
};

ByteTarget byteTarget(const Document& document, const Selection& selection);

}
