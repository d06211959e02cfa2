#include "widgets/models/hits_model.h"

#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"

namespace traceglass {

HitsModel::HitsModel(DocumentSession* session, QObject* parent)
    : RowModel({tr("time"), tr("track"), tr("duration"), tr("name")}, parent)
    , m_session(session)
    , m_asker(session->capture())
{
    connect(session, &DocumentSession::timeFormatChanged, this, [this] { tellColumns(time, name); });
}

void HitsModel::setFound(HitOrderPtr found)
{
    m_found = std::move(found);
    setView(m_first, m_wanted);
}

void HitsModel::setView(std::uint64_t first, int rows)
{
    m_wanted = rows;
    const std::uint64_t all = total();
    const auto inView = static_cast<std::uint64_t>(std::max(0, rows));
    m_first = std::min(first, all - std::min(all, inView));
    const int count = static_cast<int>(std::min(all - m_first, inView));
    if (count > m_count) {
        beginInsertRows({}, m_count, count - 1);
        m_count = count;
        endInsertRows();
    } else if (count < m_count) {
        beginRemoveRows({}, count, m_count - 1);
        m_count = count;
        endRemoveRows();
    }
    tellColumns(time, name);
    ask();
}

void HitsModel::ask()
{
    const bool isThere = m_pageOf == m_found && m_first >= m_pageFirst
        && m_first + static_cast<std::uint64_t>(m_count) <= m_pageFirst + m_page.size();
    if (isThere || !m_found || m_count == 0) {
        m_asker.cancel(0); // rows of another place, which would take that of these
        if (!m_found)
            m_page.clear();
        emit shown();
        return;
    }
    // Some before and behind as well: the next step of a wheel is at hand.
    const auto around = static_cast<std::uint64_t>(2 * m_count);
    const std::uint64_t first = m_first - std::min(m_first, around);
    const std::size_t atMost =
        static_cast<std::size_t>(m_first - first) + static_cast<std::size_t>(3 * m_count);
    m_asker.work<std::vector<query::Hit>>(
        0, Priority::screen,
        [found = m_found, first, atMost](Job& job) { return found->page(first, atMost, job); },
        [this, found = m_found, first](std::vector<query::Hit> page) {
            m_page = std::move(page);
            m_pageOf = found;
            m_pageFirst = first;
            tellColumns(time, name);
            emit shown();
        });
}

const query::Hit* HitsModel::hitAt(int row) const
{
    const std::uint64_t at = m_first + static_cast<std::uint64_t>(row);
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
