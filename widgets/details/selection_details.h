// What the Details pane says about the selection, as data: from the document's description of a slice, or
// from the node when there is no slice.
//
//     Details details = describeSelection(*session);        // the upper part; empty title: nothing is
//     selected if (auto record = recordSection(*session)) ...         // "Record": where its bytes are
#pragma once

#include "widgets/session/document_session.h"

namespace traceglass {

Details describeSelection(const DocumentSession& session);
Details describeCapture(const DocumentSession& session); // shown while nothing is selected
std::optional<DetailSection> recordSection(const DocumentSession& session);

// Moments and durations by the session's unit setting, in the time of the axis that the selection is on.
QString valueText(const DetailValue& value, const DocumentSession& session, std::uint16_t axis);

// All of it as plain text, for the clipboard.
QString plainText(const Details& details, const DocumentSession& session);

}
