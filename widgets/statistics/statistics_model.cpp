#include "widgets/statistics/statistics_model.h"

#include "core/base/behind.h"
#include "core/base/name_order.h"
#include "core/base/rate_text.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/compare/compare.h"
#include "core/stats/table_csv.h"
#include "widgets/common/core_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/timeline/scene/counter_scale.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <QHeaderView>
#include <algorithm>
#include <cmath>
#include <utility>

namespace traceglass {

namespace {

// Whole numbers before everything else.
bool isTextBefore(const std::string& a, const std::string& b)
{
    const auto isCount = [](const std::string& text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    };
    const bool isCountA = isCount(a), isCountB = isCount(b);
    return isCountA != isCountB ? isCountA : isNameBefore(a, b);
}

constexpr std::string_view kVerdictColumn = "verdict"; // of a comparison

bool isClear(std::string_view verdict)
{
    using compare::Verdict;
    return verdict == compare::wordOf(Verdict::longer) || verdict == compare::wordOf(Verdict::shorter);
}

// As a window says it, which shows B.
QString verdictText(std::string_view word)
{
    using compare::Verdict;
    if (word == compare::wordOf(Verdict::onlyA))
        return StatisticsModel::tr("only there");
    if (word == compare::wordOf(Verdict::onlyB))
        return StatisticsModel::tr("only here");
    const QString arrow = word == compare::wordOf(Verdict::longer) ? QStringLiteral("↑ ")
        : word == compare::wordOf(Verdict::shorter)                ? QStringLiteral("↓ ")
                                                                   : QString();
    return arrow + coreText(word);
}

// Of a comparison as well: "count A", "count/s B", "Δ count", "Δ% count".
QString columnTitle(std::string_view title)
{
    for (const std::string_view sign : {"Δ ", "Δ% "})
        if (title.starts_with(sign) && coreText(title) == fromUtf8(title))
            return fromUtf8(sign) + columnTitle(title.substr(sign.size()));
    for (const std::string_view side : {" A", " B", "/s"})
        if (title.ends_with(side) && coreText(title) == fromUtf8(title))
            return columnTitle(title.substr(0, title.size() - side.size())) + fromUtf8(side);
    return coreText(title);
}

// The size of a number, with its sign in front.
template <class Text>
QString signedText(std::int64_t value, Text text)
{
    const auto size = value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
    return fromUtf8((value < 0 ? "−" : "") + text(size));
}

}

StatOrder StatOrder::firstOf(const StatTable& table)
{
    return {int(table.sortColumn) + 1, table.isLeastFirst ? Qt::AscendingOrder : Qt::DescendingOrder};
}

StatOrder StatOrder::in(const StatTable& table) const
{
    return column < 0 || column > int(table.columns.size()) ? firstOf(table) : *this;
}

bool StatOrder::follow(QHeaderView* head, int clicked, Qt::SortOrder to)
{
    const bool isOtherWay = clicked != column && clicked > 0 && to == Qt::AscendingOrder;
    if (isOtherWay)
        head->setSortIndicator(clicked, Qt::DescendingOrder);
    else
        *this = {clicked, to};
    return !isOtherWay;
}

std::vector<std::uint32_t> StatOrder::of(const StatTable& table, const Job& job) const
{
    std::vector<std::uint32_t> rows(table.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i)
        rows[i] = i;
    const bool down = order == Qt::DescendingOrder;
    const auto sort = [&](const auto& values, const auto& isKnown, const auto& isLess) {
        const auto isBefore = [&](std::uint32_t a, std::uint32_t b) {
            if (!isKnown(values[a]) || !isKnown(values[b]))
                return isKnown(values[a]) && !isKnown(values[b]);
            return down ? isLess(values[b], values[a]) : isLess(values[a], values[b]);
        };
        (void)sortUnlessStopped(rows, isBefore, job);
    };
    const auto isText = [](const std::string& text) { return !text.empty(); };
    // Equal ones by their key, so that the order is the same however the table came about.
    const auto byKey = [&](std::uint32_t a, std::uint32_t b) {
        return isTextBefore(table.keys[a], table.keys[b]);
    };
    if (!sortUnlessStopped(rows, byKey, job))
        return {};
    if (column == 0) {
        sort(table.keys, isText, isTextBefore);
    } else if (column > 0 && column <= static_cast<int>(table.columns.size())) {
        const StatColumn& by = table.columns[static_cast<std::size_t>(column - 1)];
        const auto isLess = [&by](auto a, auto b) { return by.isChange ? std::abs(a) < std::abs(b) : a < b; };
        if (!by.integers.empty())
            sort(
                by.integers, [](std::int64_t value) { return value != kNoInteger; }, isLess);
        else if (!by.numbers.empty())
            sort(
                by.numbers, [](double value) { return !std::isnan(value); }, isLess);
        else if (!by.texts.empty())
            sort(by.texts, isText, isTextBefore);
    }
    if (job.stopRequested())
        rows.clear();
    return rows;
}

StatisticsModel::StatisticsModel(DocumentSession* session, QObject* parent)
    : RowModel({}, parent)
    , m_session(session)
{
    connect(session, &DocumentSession::timeFormatChanged, this,
            [this] { tellColumns(0, columnCount() - 1); });
}

void StatisticsModel::setTable(StatTablePtr table, std::vector<std::uint32_t> rows)
{
    beginResetModel();
    letGo(std::exchange(m_table, std::move(table))); // of very many rows it takes long to free
    m_rows = std::move(rows);
    m_titles.clear();
    if (m_table) {
        m_titles << coreText(m_table->key);
        for (const StatColumn& column : m_table->columns)
            m_titles << columnTitle(column.title);
    }
    endResetModel();
}

int StatisticsModel::rowOfKey(const std::string& key) const
{
    for (std::size_t i = 0; m_table && i < m_rows.size(); ++i) {
        if (m_table->keys[m_rows[i]] == key)
            return static_cast<int>(i);
    }
    return -1;
}

std::optional<StatPlace> StatisticsModel::placeAt(const QModelIndex& cell) const
{
    if (!cell.isValid() || cell.column() == 0)
        return {};
    const auto& places = m_table->columns[static_cast<std::size_t>(cell.column() - 1)].places;
    const std::size_t row = rowInTable(cell.row());
    if (row >= places.size() || places[row].track == kNoTrack)
        return {};
    return places[row];
}

void StatisticsModel::setNameColors(const QHash<QString, int>& colors)
{
    m_nameColors = colors;
    tellColumns(0, 0);
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool isColumn = m_table && section > 0 && section <= static_cast<int>(m_table->columns.size());
    if (role == kBaselineRole)
        return isColumn && isOfA(section);
    if (role == Qt::ToolTipRole && orientation == Qt::Horizontal && isColumn)
        return fromUtf8(m_table->columns[static_cast<std::size_t>(section - 1)].about);
    return RowModel::headerData(section, orientation, role);
}

bool StatisticsModel::isNumber(int column) const
{
    return column > 0 && m_table
        && m_table->columns[static_cast<std::size_t>(column - 1)].unit != StatUnit::text;
}

QString StatisticsModel::text(std::size_t at, std::size_t row) const
{
    const StatColumn& column = m_table->columns[at];
    if (compare::isTiny(*m_table, column, row))
        return tr("< 0.1 %");
    const QString text = unsignedText(at, row);
    const bool isMore = column.isChange && !text.isEmpty()
        && (column.integers.empty() ? column.numbers[row] > 0 : column.integers[row] > 0);
    return isMore ? QLatin1Char('+') + text : text;
}

QString StatisticsModel::unsignedText(std::size_t at, std::size_t row) const
{
    const StatColumn& column = m_table->columns[at];
    const bool isDivided = compare::isDivided(column);
    if (row < column.texts.size())
        return column.id == kVerdictColumn ? verdictText(column.texts[row]) : fromUtf8(column.texts[row]);
    if (row < column.integers.size()) {
        const std::int64_t value = column.integers[row];
        if (value == kNoInteger)
            return {};
        switch (column.unit) {
        case StatUnit::span:
            if (const ClockAxis* const order = m_table->order(row))
                return fromUtf8(stats::stepsText(*order, value));
            return isDivided ? fromUtf8(shortDurationText(value, m_session->timeFormat().unit))
                             : m_session->durationText(value);
        case StatUnit::moment: return m_session->shortMomentInColumn(value);
        case StatUnit::bytes: return signedText(value, sizeText);
        default: return signedText(value, grouped);
        }
    }
    const double value = row < column.numbers.size() ? column.numbers[row] : std::nan("");
    if (std::isnan(value))
        return {};
    switch (column.unit) {
    case StatUnit::share: {
        constexpr double kWhole = 9.995, kMost = 1e15; // "1,000 %" has nothing behind it
        const double size = std::abs(value);
        return tr("%1 %").arg(
            (value < 0 ? QStringLiteral("−") : QString())
            + (size < kWhole ? QString::number(size * 100, 'f', size < 0.1 ? 2 : 1)
                             : fromUtf8(grouped(std::uint64_t(std::llround(std::min(size * 100, kMost)))))));
    }
    case StatUnit::rate: return tr("%1 /s").arg(fromUtf8(rateText(value)));
    default:
        if (isDivided)
            return fromUtf8(rateText(value));
        return exactValueText(value, row < m_table->units.size() ? m_table->units[row] : std::string(),
                              m_session->timeFormat().unit);
    }
}

// "total_a_ns", "count_a_per"
bool StatisticsModel::isOfA(int column) const
{
    const std::string_view id = m_table->columns[static_cast<std::size_t>(column - 1)].id;
    return m_table->column(kVerdictColumn) && (id.ends_with("_a") || id.find("_a_") != id.npos);
}

bool StatisticsModel::isVerdict(int column) const
{
    return column > 0 && m_table->columns[static_cast<std::size_t>(column - 1)].id == kVerdictColumn;
}

// Where one percentile tells another story than the verdict.
QString StatisticsModel::contraryText(std::size_t row) const
{
    using compare::Contrary;
    const StatColumn& verdict = *std::ranges::find(m_table->columns, kVerdictColumn, &StatColumn::id);
    const bool isLonger = verdict.texts[row] == compare::wordOf(compare::Verdict::longer);
    switch (compare::contraryTo(*m_table, row)) {
    case Contrary::median:
        return isLonger ? tr("p95 is longer, but the median is shorter.")
                        : tr("p95 is shorter, but the median is longer.");
    case Contrary::p95:
        return isLonger ? tr("The median is longer, but p95 is shorter.")
                        : tr("The median is shorter, but p95 is longer.");
    case Contrary::none: break;
    }
    return {};
}

// Of a moment that is shown without its last digits; else nothing.
QString StatisticsModel::wholeMoment(std::size_t at, std::size_t row) const
{
    const StatColumn& column = m_table->columns[at];
    if (column.unit != StatUnit::moment || row >= column.integers.size()
        || column.integers[row] == kNoInteger)
        return {};
    const QString whole = m_session->momentInColumn(column.integers[row]);
    return whole == unsignedText(at, row) ? QString() : whole;
}

// What the slices of a row are painted in.
QVariant StatisticsModel::color(std::size_t row) const
{
    if (row >= m_table->names.size() || m_table->names[row] == stateName(TaskState::none))
        return {};
    const std::uint32_t name = number(m_table->names[row]);
    if (name <= number(stateName(TaskState::created)))
        return -static_cast<int>(name);
    return colorOf(m_table->keys[row]);
}

int StatisticsModel::colorOf(std::string_view name) const
{
    const std::string_view plain = nameWithoutId(name);
    return m_nameColors.value(exactFromUtf8(plain), nameColorIndex(plain));
}

QVariant StatisticsModel::cellData(int row, int column, int role) const
{
    const std::size_t at = rowInTable(row);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
        if (column == 0)
            return fromUtf8(m_table->keys[at]);
        const QString shown = text(static_cast<std::size_t>(column - 1), at);
        const bool isAbout = at < m_table->inexact.size() && m_table->inexact[at] && !shown.isEmpty()
            && m_table->columns[static_cast<std::size_t>(column - 1)].unit == StatUnit::span;
        return isAbout ? QStringLiteral("≈ ") + shown : shown;
    }
    case Qt::ToolTipRole:
        if (column == 0)
            return {};
        if (isVerdict(column))
            return (contraryText(at) + QLatin1Char('\n')
                    + headerData(column, Qt::Horizontal, role).toString()) // what it rests on
                .trimmed();
        return (wholeMoment(std::size_t(column - 1), at) + QLatin1Char('\n')
                + (placeAt(index(row, column)) ? tr("A click goes to that slice") : QString()))
            .trimmed();
    case kWholeRole: {
        const QString whole = column == 0 ? QString() : wholeMoment(std::size_t(column - 1), at);
        return whole.isEmpty() ? QVariant() : whole;
    }
    case kNameColorRole: return column == 0 ? color(at) : QVariant();
    case kBaselineRole: return column > 0 && isOfA(column);
    case kSecondaryRole:
        return isVerdict(column) && !isClear(m_table->columns[std::size_t(column - 1)].texts[at]);
    default: return {};
    }
}

}
