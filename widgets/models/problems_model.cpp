#include "widgets/models/problems_model.h"

#include "core/base/text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/session/document_session.h"

#include <algorithm>
#include <numeric>

namespace traceglass {

std::uint64_t lostBytes(const Diagnostic& problem)
{
    return problem.severity == Severity::error && problem.range ? problem.range->length : 0;
}

ProblemsModel::ProblemsModel(DocumentSession* session, QObject* parent)
    : QAbstractTableModel(parent)
    , m_session(session)
    , m_captureName(session->document().summary().path.filename().string())
{
    connect(session, &DocumentSession::timeFormatChanged, this, &ProblemsModel::forgetTimes);
    connect(session, &DocumentSession::alignmentChanged, this, &ProblemsModel::forgetTimes);
    connect(session, &DocumentSession::indexingChanged, this, [this] {
        if (!m_session->isIndexing()) // only now all times are known, and where they count from
            forgetTimes();
    });
}

void ProblemsModel::forgetTimes()
{
    m_times.assign(m_problems.size(), {});
    if (rowCount() > 0)
        emit dataChanged(index(0, time), index(rowCount() - 1, time));
}

void ProblemsModel::setProblems(std::vector<Diagnostic> problems)
{
    beginResetModel();
    m_problems = std::move(problems);
    m_times.assign(m_problems.size(), {});
    arrange();
    endResetModel();
}

void ProblemsModel::arrange()
{
    m_rows.resize(m_problems.size());
    std::iota(m_rows.begin(), m_rows.end(), 0u);
    const bool down = m_sortOrder == Qt::DescendingOrder;
    const auto sortBy = [&](auto key) {
        std::stable_sort(m_rows.begin(), m_rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            return down ? key(m_problems[b]) < key(m_problems[a]) : key(m_problems[a]) < key(m_problems[b]);
        });
    };
    switch (m_sortColumn) {
    case reason: sortBy([](const Diagnostic& p) { return p.message(); }); break;
    case place:
    case time: // the order of bytes is that of time
        sortBy([](const Diagnostic& p) {
            const ByteRange range = p.range.value_or(ByteRange {});
            return std::pair(number(range.source), range.offset);
        });
        break;
    case lost: sortBy(lostBytes); break;
    case advice: sortBy([](const Diagnostic& p) { return codeInfo(p.code).advice; }); break;
    default:
        std::stable_sort(m_rows.begin(), m_rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            return m_problems[a].severity > m_problems[b].severity;
        });
    }
}

void ProblemsModel::sort(int column, Qt::SortOrder order)
{
    beginResetModel();
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
    endResetModel();
}

QString ProblemsModel::cell(const Diagnostic& problem, int column) const
{
    switch (column) {
    case reason: return fromUtf8(problem.message());
    case place: return placeText(problem);
    case time: return timeText(problem);
    case lost: return fromUtf8(grouped(lostBytes(problem))) + QStringLiteral(" B");
    default: return fromUtf8(codeInfo(problem.code).advice);
    }
}

QString ProblemsModel::placeText(const Diagnostic& problem) const
{
    QStringList parts;
    if (problem.range) {
        parts << QStringLiteral("0x%1").arg(problem.range->offset, 8, 16, QLatin1Char('0'));
        const std::string source = m_session->document().sourceName(problem.range->source);
        if (source != m_captureName) // which is in the title of the window
            parts << fromUtf8(source);
    }
    if (problem.entry)
        parts << tr("entry %1").arg(fromUtf8(grouped(*problem.entry)));
    return parts.join(QStringLiteral(" · "));
}

const QString& ProblemsModel::timeText(const Diagnostic& problem) const
{
    std::optional<QString>& known = m_times[static_cast<std::size_t>(&problem - m_problems.data())];
    if (!known)
        known = findTime(problem);
    return *known;
}

// Of the innermost part around it that knows its time.
QString ProblemsModel::findTime(const Diagnostic& problem) const
{
    const Document& document = m_session->document();
    const auto owner =
        problem.range ? document.nodeAt(problem.range->source, problem.range->offset) : std::nullopt;
    if (!owner)
        return {};
    const std::vector<Document::Step> way = document.wayTo(*owner);
    for (auto step = way.rbegin(); step != way.rend(); ++step) {
        const auto node = document.node(step->id);
        if (!node || !node->time || node->kind == NodeKind::capture)
            continue;
        const TimeRange span = m_session->toView(node->axis, *node->time);
        const QString start = m_session->momentText(span.startNs, node->axis);
        if (span.lengthNs() == 0)
            return node->timeApproximate ? tr("about %1").arg(start) : start;
        return tr("%1 … %2").arg(start, m_session->momentText(span.endNs, node->axis));
    }
    return {};
}

QString ProblemsModel::sentences(int row) const
{
    const Diagnostic& problem = problemAt(row);
    QStringList where {cell(problem, place), cell(problem, time)};
    where.removeAll(QString());
    const QString what = cell(problem, reason) + QStringLiteral(". ") + cell(problem, advice);
    return where.isEmpty() ? what : where.join(QStringLiteral(" · ")) + QStringLiteral(": ") + what;
}

QString ProblemsModel::report() const
{
    QStringList lines;
    lines << fromUtf8(m_session->document().summary().path.string());
    for (int row = 0; row < rowCount(); ++row) {
        const Diagnostic& problem = problemAt(row);
        lines << fromUtf8(severityName(problem.severity)) + QStringLiteral(": ") + cell(problem, reason)
                + QStringLiteral(" (") + fromUtf8(codeInfo(problem.code).id) + QLatin1Char(')');
        if (const QString where = cell(problem, place); !where.isEmpty())
            lines << QStringLiteral("    at ") + where + QStringLiteral(", lost ") + cell(problem, lost);
        if (const QString hint = cell(problem, advice); !hint.isEmpty())
            lines << QStringLiteral("    ") + hint;
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

int ProblemsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : advice + 1;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Diagnostic& problem = problemAt(index.row());
    switch (role) {
    case Qt::DisplayRole: return cell(problem, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == reason
            ? fromUtf8(severityName(problem.severity)) + QStringLiteral(": ") + cell(problem, reason)
            : cell(problem, index.column());
    case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
    case kSeverityRole: return index.column() == reason ? QVariant(int(problem.severity)) : QVariant();
    case kMarkFirstRole: return index.column() == reason;
    case kFixedFontRole: return index.column() == place;
    case kSecondaryRole: return index.column() == advice;
    case kSentenceRole: return index.column() == reason || index.column() == advice;
    default: return {};
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == lost ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case reason: return tr("reason");
    case place: return tr("place");
    case time: return tr("time");
    case lost: return tr("lost");
    default: return tr("advice");
    }
}

}
