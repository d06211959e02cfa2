#include "widgets/session/time_link.h"

#include <QScopedValueRollback>

namespace traceglass {

TimeLink::TimeLink(DocumentSession* a, DocumentSession* b)
    : m_a(a)
    , m_b(b)
    , m_apart(subtractSaturating(b->view().startNs, a->view().startNs))
{
    for (DocumentSession* const each : {a, b})
        connect(each, &QObject::destroyed, this, &QObject::deleteLater);
    connect(a, &DocumentSession::viewChanged, this, [this] { follow(m_a, m_b, m_apart); });
    connect(b, &DocumentSession::viewChanged, this, [this] { follow(m_b, m_a, subtractSaturating(0, m_apart)); });
    follow(a, b, m_apart);
}

DocumentSession* TimeLink::other(const DocumentSession* session) const
{
    return session == m_a ? m_b.data() : m_a.data();
}

void TimeLink::follow(DocumentSession* moved, DocumentSession* other, std::int64_t apart)
{
    if (m_isFollowing || !moved || !other)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    const std::int64_t start = addSaturating(moved->view().startNs, apart);
    const TimeRange view {start, addSaturating(start, moved->view().lengthNs())};
    if (moved->isInHistory())
        other->followHistory(view);
    else
        other->setView(view);
}

}
