#include "widgets/models/problems_model.h"

#include "core/base/text.h"
#include "core/model/format.h"
#include "widgets/common/core_text.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"

#include <algorithm>
#include <compare>
#include <tuple>

namespace traceglass {

namespace {

constexpr std::size_t kTakenAtOnce = 8'192; // a few milliseconds
constexpr std::size_t kPlacesAtOnce = 64;
constexpr std::size_t kPlacesWanted = 256; // rows: those that were scrolled past longer ago are given up
constexpr int kReported = 4'000;           // a text of a megabyte
constexpr std::uint64_t kOthers = std::uint64_t(1) << 32; // the numbers of rows that stand for many
constexpr Asker::Slot kPlaceSlot = 0;

}

std::uint64_t lostBytes(const Diagnostic& problem)
{
    return problem.severity == Severity::error && problem.range ? problem.range->length : 0;
}

ProblemsModel::ProblemsModel(DocumentSession* session, QObject* parent)
    : RowModel({tr("reason"), tr("place"), tr("time"), tr("lost"), tr("advice")}, parent)
    , m_session(session)
    , m_captureName(session->capture()->path().filename().string())
    , m_more(delayed(this, 0, &ProblemsModel::refresh))
    , m_asker(std::make_unique<Asker>(session->capture()))
    , m_askSoon(delayed(this, 0, &ProblemsModel::askPlaces))
{
    connect(session, &DocumentSession::timeFormatChanged, this, &ProblemsModel::tellTimes);
    connect(session, &DocumentSession::alignmentChanged, this, &ProblemsModel::tellTimes);
    connect(session, &DocumentSession::sourcesChanged, this, [this] { tellColumns(place, place); });
    connect(session, &DocumentSession::indexingChanged, this, [this] {
        if (!m_session->isIndexing()) // only now all times are known, and where they count from
            forgetPlaces();
    });
}

ProblemsModel::~ProblemsModel() = default;

// --- rows

void ProblemsModel::refresh()
{
    const DiagnosticLog& log = m_session->capture()->problems();
    const int before = rowCount();
    if (auto news = log.since(m_problems.size(), kTakenAtOnce); !news.empty())
        append(std::move(news));
    if (m_problems.size() < log.kept())
        m_more->start();
    takeCounts();
    if (rowCount() != before)
        emit grown();
}

void ProblemsModel::append(std::vector<Diagnostic> problems)
{
    const std::size_t known = m_rows.size();
    const auto first = static_cast<int>(known);
    beginInsertRows({}, first, first + static_cast<int>(problems.size()) - 1);
    for (Diagnostic& problem : problems) {
        m_rows.push_back(static_cast<std::uint32_t>(m_problems.size()));
        m_keys.push_back(keyOf(problem));
        m_problems.push_back(std::move(problem));
    }
    const auto less = [this](std::uint32_t a, std::uint32_t b) { return isBefore(a, b); };
    std::sort(m_rows.begin() + first, m_rows.end(), less);
    endInsertRows();
    if (known > 0 && isBefore(m_rows[known], m_rows[known - 1]))
        reorder([&] { std::inplace_merge(m_rows.begin(), m_rows.begin() + first, m_rows.end(), less); });
}

void ProblemsModel::takeCounts()
{
    for (const DiagnosticLog::Count& count : m_session->capture()->problems().counts()) {
        if (count.notKept() == 0)
            continue;
        const auto known =
            std::ranges::find(m_others, count.code, [](const Others& others) { return others.count.code; });
        if (known != m_others.end() && known->count.all == count.all)
            continue;
        Others others {{count.code, count.severity, {}, count.first}, count};
        if (known == m_others.end()) {
            beginInsertRows({}, rowCount(), rowCount());
            m_others.push_back(std::move(others));
            endInsertRows();
        } else {
            *known = std::move(others);
            const auto row = static_cast<int>(m_rows.size()) + static_cast<int>(known - m_others.begin());
            emit dataChanged(index(row, 0), index(row, advice));
        }
    }
}

ProblemsModel::Key ProblemsModel::keyOf(const Diagnostic& problem) const
{
    const ByteRange range = problem.range.value_or(ByteRange {});
    switch (m_sortColumn) {
    case reason: return {codeInfo(problem.code).sentence};
    case place:
    case time: // the order of bytes is that of time
        return {{}, number(range.source), range.offset};
    case lost: return {{}, lostBytes(problem)};
    case advice: return {codeInfo(problem.code).advice};
    default:
        return {{},
                static_cast<std::uint64_t>(Severity::error) - static_cast<std::uint64_t>(problem.severity)};
    }
}

bool ProblemsModel::isBefore(std::uint32_t a, std::uint32_t b) const
{
    const Key &first = m_keys[a], &second = m_keys[b];
    const bool isUp = m_sortColumn < 0 || m_sortOrder == Qt::AscendingOrder;
    auto order = std::strong_ordering::equal;
    if (first.text.data() != second.text.data()) // of one code they are the same
        order = first.text <=> second.text;
    if (order == 0)
        order = std::tie(first.high, first.low) <=> std::tie(second.high, second.low);
    return order == 0 ? a < b : (order < 0) == isUp;
}

template <class Sort>
void ProblemsModel::reorder(const Sort& sort)
{
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::uint32_t> problems; // of these
    for (const QModelIndex& at : before)
        problems.push_back(othersAt(at.row()) ? 0 : m_rows[static_cast<std::size_t>(at.row())]);
    sort();
    std::vector<int> rows(m_rows.size()); // by problem
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        rows[m_rows[row]] = static_cast<int>(row);
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const QModelIndex& at = before[i];
        after << (othersAt(at.row()) ? at : index(rows[problems[static_cast<std::size_t>(i)]], at.column()));
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

void ProblemsModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    reorder([this] {
        std::ranges::transform(m_problems, m_keys.begin(),
                               [this](const Diagnostic& one) { return keyOf(one); });
        std::ranges::sort(m_rows, [this](std::uint32_t a, std::uint32_t b) { return isBefore(a, b); });
    });
}

const ProblemsModel::Others* ProblemsModel::othersAt(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return at < m_rows.size() ? nullptr : &m_others[at - m_rows.size()];
}

// --- places and times

std::uint64_t ProblemsModel::numberOf(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return at < m_rows.size() ? m_rows[at] : kOthers + (at - m_rows.size());
}

const Diagnostic& ProblemsModel::numbered(std::uint64_t number) const
{
    return number < kOthers ? m_problems[static_cast<std::size_t>(number)]
                            : m_others[static_cast<std::size_t>(number - kOthers)].problem;
}

const ask::ProblemPlaces::Place* ProblemsModel::placeOf(int row) const
{
    const std::uint64_t number = numberOf(row);
    const auto [found, isNew] = m_places.try_emplace(number);
    if (!isNew)
        return found->second ? &*found->second : nullptr;
    if (!numbered(number).range)
        return &found->second.emplace(); // nowhere
    m_wanted.push_back(number);
    if (m_wanted.size() > kPlacesWanted) {
        m_places.erase(m_wanted.front());
        m_wanted.erase(m_wanted.begin());
    }
    m_askSoon->start();
    return nullptr;
}

void ProblemsModel::askPlaces()
{
    if (m_wanted.empty() || m_asker->isWaiting(kPlaceSlot))
        return;
    const auto first = m_wanted.end() - static_cast<std::ptrdiff_t>(std::min(m_wanted.size(), kPlacesAtOnce));
    const std::vector<std::uint64_t> numbers(first, m_wanted.end());
    m_wanted.erase(first, m_wanted.end());
    ask::ProblemPlaces question;
    for (const std::uint64_t number : numbers)
        question.problems.push_back(numbered(number));
    m_asker->ask(kPlaceSlot, Priority::screen, std::move(question),
                 [this, numbers](ask::ProblemPlaces::Answer places) {
                     for (std::size_t i = 0; i < std::min(numbers.size(), places.size()); ++i)
                         m_places[numbers[i]] = std::move(places[i]);
                     tellTimes();
                     askPlaces();
                 });
}

void ProblemsModel::forgetPlaces()
{
    m_asker->cancel(kPlaceSlot);
    m_wanted.clear();
    m_places.clear();
    tellTimes();
}

// --- in words

QString ProblemsModel::cell(int row, int column) const
{
    const Diagnostic& problem = problemAt(row);
    switch (column) {
    case reason: return reasonText(row);
    case place: return placeText(problem);
    case time: return timeText(row);
    case lost:
        return othersAt(row) ? QString() : fromUtf8(grouped(lostBytes(problem))) + QStringLiteral(" B");
    default: return fromUtf8(codeInfo(problem.code).advice);
    }
}

QString ProblemsModel::reasonText(int row) const
{
    const Others* const others = othersAt(row);
    if (!others)
        return fromUtf8(problemAt(row).message());
    QString many = tr("%1 more of these").arg(fromUtf8(grouped(others->count.notKept())));
    if (!others->count.exact)
        many = tr("about %1").arg(many);
    if (others->count.first && others->count.last) {
        Diagnostic last = others->problem;
        last.range = others->count.last;
        many += tr(", from %1 to %2").arg(placeText(others->problem), placeText(last));
    }
    return many + QStringLiteral(": ") + fromUtf8(others->problem.message());
}

QString ProblemsModel::placeText(const Diagnostic& problem) const
{
    QStringList parts;
    if (problem.range) {
        parts << QStringLiteral("0x%1").arg(problem.range->offset, 8, 16, QLatin1Char('0'));
        const std::vector<std::string>& names = m_session->sourceNames();
        const std::size_t source = number(problem.range->source);
        if (source < names.size() && names[source] != m_captureName) // which is in the title of the window
            parts << fromUtf8(names[source]);
    }
    if (problem.entry)
        parts << fromUtf8(std::string(m_session->capture()->format().entry) + ' ' + grouped(*problem.entry));
    return parts.join(QStringLiteral(" · "));
}

// Of the innermost part around it that knows its time.
QString ProblemsModel::timeText(int row) const
{
    const ask::ProblemPlaces::Place* const at = placeOf(row);
    if (!at || !at->time)
        return {};
    const TimeRange span = m_session->toView(at->axis, *at->time);
    const QString start = m_session->momentText(span.startNs, at->axis);
    if (span.lengthNs() == 0)
        return at->timeApproximate ? tr("about %1").arg(start) : start;
    return tr("%1 … %2").arg(start, m_session->momentText(span.endNs, at->axis));
}

QString ProblemsModel::sentences(int row) const
{
    QStringList where {cell(row, place), cell(row, time)};
    where.removeAll(QString());
    const QString what = cell(row, reason) + QStringLiteral(". ") + cell(row, advice);
    return where.isEmpty() ? what : where.join(QStringLiteral(" · ")) + QStringLiteral(": ") + what;
}

QString ProblemsModel::report() const
{
    QStringList lines;
    lines << fromUtf8(m_session->capture()->path().string());
    const auto add = [&](int row) {
        const Diagnostic& problem = problemAt(row);
        lines << coreText(severityName(problem.severity)) + QStringLiteral(": ") + cell(row, reason)
                + QStringLiteral(" (") + fromUtf8(codeInfo(problem.code).id) + QLatin1Char(')');
        if (const QString where = cell(row, place); !where.isEmpty() && !othersAt(row))
            lines << QStringLiteral("    at ") + where + QStringLiteral(", lost ") + cell(row, lost);
        if (const QString hint = cell(row, advice); !hint.isEmpty())
            lines << QStringLiteral("    ") + hint;
    };
    const auto listed = static_cast<int>(m_rows.size());
    for (int row = 0; row < std::min(listed, kReported); ++row)
        add(row);
    if (listed > kReported)
        lines
            << tr("… and %1 more that are listed").arg(fromUtf8(grouped(std::uint64_t(listed - kReported))));
    for (int row = listed; row < rowCount(); ++row)
        add(row);
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

// --- for views

int ProblemsModel::rows() const
{
    return static_cast<int>(m_rows.size() + m_others.size());
}

QVariant ProblemsModel::cellData(int row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return cell(row, column);
    case Qt::AccessibleTextRole:
        return column == reason
            ? coreText(severityName(problemAt(row).severity)) + QStringLiteral(": ") + cell(row, reason)
            : cell(row, column);
    case kSeverityRole: return column == reason ? QVariant(int(problemAt(row).severity)) : QVariant();
    case kMarkFirstRole: return column == reason;
    case kFixedFontRole: return column == place;
    case kSecondaryRole: return column == advice;
    case kSentenceRole: return column == reason || column == advice;
    default: return {};
    }
}

}
