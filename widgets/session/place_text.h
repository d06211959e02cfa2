// Where a node lies, in words: "chunk-28-44 › seq 3 › 119 PollStart". The capture itself and nodes that only
// gather others (folders, the list of records) are left out.
//
//     label->setText(placeText(session->document(), *session->selection().node));
#pragma once

#include "core/model/document.h"

#include <QString>

namespace traceglass {

QString placeText(const Document& document, const NodeId& node);

}
