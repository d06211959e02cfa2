// What Details say as text: DocumentSession::answer() holds it as data.
//
//     QString text = plainText(session->answer().details, *session);
#pragma once

#include "widgets/session/document_session.h"

namespace traceglass {

// Moments and durations by the session's unit setting, in the time of the axis that the selection is on.
QString valueText(const DetailValue& value, const DocumentSession& session, std::uint16_t axis);

// All of it as plain text, for the clipboard.
QString plainText(const Details& details, const DocumentSession& session);

}
