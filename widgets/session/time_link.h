// Two windows whose timelines show as much time and move together, to look at two captures side by side.
//
//     auto* link = new TimeLink(ours, theirs);         // theirs takes the width of ours and keeps its begin
//     link->other(ours)                                // theirs
//     connect(link, &QObject::destroyed, ...);         // it ended: somebody deleted it, or a capture was left
//
// How far their begins are apart stays what it was when they were linked, also where one of them cannot go as far. Back
// and Forward in one of them restore what both showed.
#pragma once

#include "widgets/session/document_session.h"

#include <QPointer>

namespace traceglass {

class TimeLink : public QObject
{
    Q_OBJECT

public:
    TimeLink(DocumentSession* a, DocumentSession* b); // deletes itself when one of them goes

    DocumentSession* other(const DocumentSession* session) const; // null: it is going

private:
    void follow(DocumentSession* moved, DocumentSession* other, std::int64_t apart);

    QPointer<DocumentSession> m_a, m_b;
    std::int64_t m_apart; // of their begins, ns: b - a
    bool m_isFollowing = false;
};

}
