#include "widgets/models/hits_model.h"

#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"

namespace traceglass {

HitsModel::HitsModel(DocumentSession* session, QObject* parent)
    : LongModel({tr("time"), tr("track"), tr("duration"), tr("name")}, parent)
    , m_session(session)
    , m_asker(session->capture())
{
    connect(session, &DocumentSession::timeFormatChanged, this, [this] { tellColumns(time, name); });
}

void HitsModel::setFound(HitOrderPtr found)
{
    m_found = std::move(found);
    if (!m_found)
        m_page.clear();
}

bool HitsModel::has(std::uint64_t first, std::uint64_t count) const
{
    return m_pageOf == m_found && first >= m_pageFirst && first + count <= m_pageFirst + m_page.size();
}

void HitsModel::fetch(std::uint64_t first, std::size_t atMost)
{
    if (atMost == 0) {
        m_asker.cancel(0);
        return;
    }
    m_asker.work<std::vector<query::Hit>>(
        0, Priority::screen,
        [found = m_found, first, atMost](Job& job) { return found->page(first, atMost, job); },
        [this, found = m_found, first](std::vector<query::Hit> page) {
            m_page = std::move(page);
            m_pageOf = found;
            m_pageFirst = first;
            arrived();
        });
}

const query::Hit* HitsModel::hitAt(int row) const
{
    const std::uint64_t at = first() + static_cast<std::uint64_t>(row);
    return at >= m_pageFirst && at - m_pageFirst < m_page.size() ? &m_page[at - m_pageFirst] : nullptr;
}

QVariant HitsModel::cellData(int row, int column, int role) const
{
    const query::Hit* const hit = hitAt(row);
    if (!hit || !m_pageOf)
        return role == Qt::DisplayRole && column == time ? QVariant(QStringLiteral("…")) : QVariant();
    const Timeline& timeline = m_pageOf->hits().timeline();
    const Track& of = timeline.track(hit->track);
    const std::uint16_t axis = timeline.about(hit->track).axis;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        switch (column) {
        case time: return m_session->momentText(hit->slice.startNs, axis);
        case track: return fromUtf8(timeline.name(hit->track));
        case name: return query::hasNames(of.kind) ? fromUtf8(timeline.text(hit->slice.name)) : QString();
        default:
            return hit->slice.durationNs() == 0 ? QString()
                                                : m_session->durationText(hit->slice.durationNs(), axis);
        }
    case kValueRole: return column == track ? fromUtf8(trackDetail(of)) : QVariant();
    case kSentenceRole: return column == name && (of.kind == TrackKind::log || of.kind == TrackKind::marks);
    default: return {};
    }
}

}
