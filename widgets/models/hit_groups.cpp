#include "widgets/models/hit_groups.h"

#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"

namespace traceglass {

HitGroups::HitGroups(DocumentSession* session, SessionSearch* search, QObject* parent)
    : RowModel({tr("group"), tr("hits")}, parent)
    , m_search(search)
    , m_asker(session->capture())
{
    // Of other hits there are other groups; what else is told of the search changes none.
    connect(search, &SessionSearch::foundChanged, this, [this] {
        if (m_by && m_search->found() != m_asked)
            make(m_by);
    });
}

void HitGroups::make(std::optional<stats::SliceKey> by)
{
    m_by = by;
    m_asker.cancel(kCount);
    release();
    const HitOrderPtr found = m_asked = m_search->found();
    if (!by || !found || !m_search->isActive()) {
        take({}, found);
        return;
    }
    m_asker.work<StatTable>(
        kCount, Priority::background,
        [found, by = *by](Job& job) {
            auto table = stats::SliceTable::make(
                found->hits().timelinePtr(), {.by = by, .only = found->hitsPtr(), .everything = true}, job);
            return table ? std::move(*table).take() : StatTable();
        },
        [this, found](StatTable table) { take(std::move(table), found); });
}

void HitGroups::take(StatTable table, HitOrderPtr of)
{
    beginResetModel();
    m_of = std::move(of);
    m_table = std::move(table);
    m_rows.resize(m_table.size());
    for (std::uint32_t row = 0; row < m_rows.size(); ++row)
        m_rows[row] = row;
    if (!m_rows.empty()) // the most first
        sortRows(m_rows, Qt::DescendingOrder,
                 [&](std::uint32_t row) { return m_table.columns.front().integers[row]; });
    endResetModel();
    emit changed();
}

void HitGroups::choose(int row)
{
    const std::uint32_t at = m_rows[static_cast<std::size_t>(row)];
    // Tracks may have one name; what has no track is found by a query.
    const bool isTrack = at < m_table.tracks.size();
    const auto group =
        query::parse(!isTrack && at < m_table.queries.size() ? m_table.queries[at] : std::string());
    if (!m_search->expr() || !group || (!isTrack && *group == query::Expr {}))
        return;
    query::Scope scope = m_search->scope();
    if (isTrack)
        scope.tracks = std::vector {m_table.tracks[at]};
    const query::Expr both {query::Expr::Kind::all, {*m_search->expr(), *group}, {}};
    m_asker.ask(kChoose, Priority::screen, ask::Hits {m_of->hits().timelinePtr(), both, scope},
                [this, name = fromUtf8(m_table.keys[at])](ask::Hits::Answer answer) {
                    m_chosen = std::move(answer.found);
                    m_name = name;
                    emit changed();
                });
}

void HitGroups::release()
{
    m_asker.cancel(kChoose);
    if (std::exchange(m_chosen, nullptr))
        emit changed();
}

QVariant HitGroups::cellData(int row, int column, int role) const
{
    const std::uint32_t at = m_rows[static_cast<std::size_t>(row)];
    const auto count = static_cast<std::uint64_t>(m_table.columns.front().integers[at]);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    return fromUtf8(column == 0 ? m_table.keys[at] : grouped(count));
}

}
