#include "widgets/findings/findings_model.h"

#include "core/base/text.h"
#include "core/findings/gathering.h"
#include "widgets/common/core_text.h"
#include "widgets/common/finding_shape.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/details/finding_details.h"
#include "widgets/models/row_view.h"

#include <numeric>

namespace traceglass {

FindingsModel::FindingsModel(DocumentSession* session, const SessionFindings* findings, QObject* parent)
    : RowModel({tr("severity"), tr("what was found"), tr("change"), tr("rule"), tr("when"), tr("evidence"),
                tr("cost"), tr("share")},
               parent)
    , m_session(session)
    , m_findings(findings)
{
    connect(session, &DocumentSession::timeFormatChanged, this, [this] { tellColumns(sentence, cost); });
    connect(findings, &SessionFindings::currentChanged, this, [this] { tellColumns(when, evidence); });
}

void FindingsModel::setMutedShown(bool shown)
{
    m_isMutedShown = shown;
    refill();
}

const Finding& FindingsModel::at(std::uint32_t number) const
{
    const std::size_t count = m_findings->found().size();
    return number < count ? m_findings->found()[number] : m_findings->muted()[number - count];
}

int FindingsModel::rowOf(const Finding& finding) const
{
    const auto row =
        std::ranges::find_if(m_rows, [&](std::uint32_t number) { return &at(number) == &finding; });
    return row == m_rows.end() ? -1 : int(row - m_rows.begin());
}

void FindingsModel::arrange()
{
    m_rows.resize(m_findings->found().size() + (m_isMutedShown ? m_findings->muted().size() : 0));
    std::iota(m_rows.begin(), m_rows.end(), 0u);
    const auto byText = [this](int column) {
        sortRows([this, column](std::uint32_t number) { return cell(at(number), column); });
    };
    switch (m_sortColumn) {
    case severity: sortRows([this](std::uint32_t number) { return at(number).severity; }); break;
    case sentence:
    case change:
    case rule: byText(m_sortColumn); break;
    case when:
        sortRows([this](std::uint32_t number) {
            const auto range = whenOf(at(number));
            return range ? range->startNs : kNoInteger;
        });
        break;
    case evidence: sortRows([this](std::uint32_t number) { return at(number).pieces(); }); break;
    case cost: // of one unit
        sortRows(
            [this](std::uint32_t number) { return std::pair(at(number).cost.unit, at(number).cost.amount); });
        break;
    case share: sortRows([this](std::uint32_t number) { return at(number).share; }); break;
    default: break;
    }
}

// All of it, or of several times that of the evidence which is in front.
std::optional<TimeRange> FindingsModel::whenOf(const Finding& finding) const
{
    if (finding.when.empty())
        return {};
    const Evidence piece = m_findings->pieceOf(finding);
    return finding.when.size() > 1 && piece.time != TimeRange {} ? piece.time : finding.when.front();
}

QString FindingsModel::whenText(const Finding& finding) const
{
    const auto range = whenOf(finding);
    if (!range || !m_session->capture()->hasTimeline())
        return {};
    const std::uint16_t axis =
        finding.subject.track == kNoTrack ? 0 : m_session->axisOf(finding.subject.track);
    const QString from = m_session->roughMomentText(range->startNs, axis);
    if (finding.when.size() > 1)
        return tr("%1 and %2 more").arg(from, fromUtf8(grouped(finding.when.size() - 1)));
    return range->lengthNs() > 0
        ? tr("%1 for %2")
              .arg(from, fromUtf8(shortDurationText(range->lengthNs(), m_session->timeFormat().unit)))
        : from;
}

QString FindingsModel::cell(const Finding& finding, int column) const
{
    switch (column) {
    case severity: return findingWord(finding.severity);
    case sentence: return namesInBold(fromUtf8(m_session->told(finding.sentence))).first;
    case change: {
        const auto changed = m_findings->changeOf(finding);
        return changed ? coreText(compare::wordOf(*changed)) : QString();
    }
    case rule: return coreText(m_findings->rule(finding).title);
    case when: return whenText(finding);
    case evidence:
        return finding.evidence.empty() ? QString()
                                        : QStringLiteral("◀ %1/%2 ▶")
                                              .arg(fromUtf8(grouped(m_findings->evidenceOf(finding) + 1)),
                                                   fromUtf8(grouped(finding.evidence.size())));
    case cost: return FindingDetails::costText(finding.cost, m_session->timeFormat().unit);
    case share:
        return finding.share > 0 ? fromUtf8(findings::percentText(finding.share)) : QStringLiteral("–");
    default: return {};
    }
}

QVariant FindingsModel::cellData(int row, int column, int role) const
{
    const Finding& finding = findingAt(row);
    const auto own = [&] {
        return column == sentence ? m_findings->ownThresholds(m_findings->rule(finding)) : QString();
    };
    switch (role) {
    case Qt::DisplayRole: return cell(finding, column);
    case Qt::AccessibleTextRole: // all of the row, how serious it is first
        if (column == severity)
            return tr("%1: %2").arg(findingWord(finding.severity), cell(finding, sentence));
        if (const QString told = own(); !told.isEmpty())
            return tr("%1; own threshold: %2").arg(cell(finding, sentence), told);
        return cell(finding, column);
    case kSecondaryRole:
        return isMuted(row) || (column != severity && column != sentence && !isForTheWorse(row, column));
    case kSentenceRole: return column == sentence || column == rule;
    case kIconRole: return own().isEmpty() ? QVariant() : QByteArray("filter");
    case Qt::ToolTipRole:
        if (column == evidence && finding.unkept > 0)
            return m_findings->placeText(finding);
        if (const QString told = own(); !told.isEmpty())
            return tipText(tr("%1\nOwn threshold: %2").arg(cell(finding, sentence), told));
        return {};
    case kMarksRole:
        return column == sentence
            ? QVariant::fromValue(namesInBold(fromUtf8(m_session->told(finding.sentence))).second)
            : QVariant();
    case kFindingRole: return column == severity ? QVariant(int(finding.severity)) : QVariant();
    default: return {};
    }
}

bool FindingsModel::isForTheWorse(int row, int column) const
{
    if (column != change)
        return false;
    const auto is = m_findings->changeOf(findingAt(row));
    return is == compare::FindingChange::isNew || is == compare::FindingChange::worse;
}

QString FindingsModel::asText() const
{
    const auto line = [this](auto cellOf) {
        QStringList cells;
        for (int column = 0; column < int(m_titles.size()); ++column)
            if (column != change || m_findings->isCompared())
                cells << cellOf(column);
        return cells.join(QLatin1Char('\t'));
    };
    QStringList lines {line([this](int column) { return m_titles[column]; })};
    for (int row = 0; row < rows(); ++row) {
        const Finding& finding = findingAt(row);
        lines << line([&](int column) {
            return column == sentence ? exactFromUtf8(m_session->told(finding.sentence))
                : column == evidence  ? fromUtf8(grouped(finding.pieces()))
                                      : cell(finding, column);
        });
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}
