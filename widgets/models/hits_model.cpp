#include "widgets/models/hits_model.h"

#include "core/logs/log_level.h"
#include "widgets/common/query_marks.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"

#include <algorithm>

namespace traceglass {

namespace {

// Fields of records that must have something, each once, and of the built-in ones those without a column.
// With `values` all texts of records, which have no name, for words alone.
void collectAsked(const query::Expr& expr, bool values, std::vector<std::string>& fields, bool& kind, bool& level)
{
    if (expr.kind == query::Expr::Kind::none)
        return;
    for (const query::Expr& part : expr.parts)
        collectAsked(part, values, fields, kind, level);
    if (expr.kind != query::Expr::Kind::test)
        return;
    kind |= expr.test.field == query::Field::kind;
    level |= expr.test.field == query::Field::level;
    if ((expr.test.field == query::Field::named || (values && expr.test.field == query::Field::any))
        && std::ranges::find(fields, expr.test.name) == fields.end())
        fields.push_back(expr.test.name);
}

std::size_t levelOf(const Timeline& timeline, const query::Hit& hit, const Track& on)
{
    if (on.kind == TrackKind::log)
        return logs::logLevel(timeline.text(hit.slice.name));
    const bool isLevel =
        on.kind == TrackKind::events && hit.depth < query::infoOf(query::Field::level).words.size();
    return isLevel ? hit.depth + 1u : logs::kNoLogLevel;
}

}

HitsModel::HitsModel(DocumentSession* session, QObject* parent)
    : LongModel({tr("time"), tr("track"), tr("duration"), tr("name"), tr("matched")}, parent)
    , m_session(session)
    , m_asker(session->capture())
{
    connect(session, &DocumentSession::timeFormatChanged, this, [this] { tellColumns(time, name); });
}

void HitsModel::setFound(HitOrderPtr found, const query::Expr& expr, bool values)
{
    if (expr != m_expr || found != m_found) { // what was read of fields is of these hits
        m_expr = expr;
        m_condition = query::TextCondition(expr);
        std::vector<std::string> fields;
        m_kind = m_level = false;
        collectAsked(expr, values, fields, m_kind, m_level);
        m_fields = std::make_shared<ask::HitFields>(std::move(fields), m_condition);
        m_values.clear();
    }
    m_found = std::move(found);
    if (!m_found)
        m_page.rows.clear();
}

void HitsModel::fetch(std::uint64_t first, std::size_t atMost)
{
    if (atMost == 0) {
        m_asker.cancel(kPage);
        return;
    }
    m_asker.work<std::vector<query::Hit>>(
        kPage, Priority::screen,
        [found = m_found, first, atMost](Job& job) { return found->page(first, atMost, job); },
        [this, found = m_found, first](std::vector<query::Hit> page) {
            m_page = {found, first, std::move(page)};
            m_values.clear();
            fetchValues();
            arrived();
        });
}

LongModel* HitsModel::copy(QObject* parent) const
{
    auto* const out = new HitsModel(m_session, parent);
    out->m_expr = m_expr;
    out->m_condition = m_condition;
    out->m_fields = std::make_shared<ask::HitFields>(m_fields->names(), m_condition);
    out->m_kind = m_kind;
    out->m_level = m_level;
    out->m_found = m_found;
    return out;
}

QVariant HitsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == kExactRole)
        return section == time    ? QVariant(QStringLiteral("start_ns"))
            : section == duration ? QVariant(QStringLiteral("dur_ns"))
                                  : QVariant();
    return LongModel::headerData(section, orientation, role);
}

// As `tglass export` writes slices.
QVariant HitsModel::exactData(int row, int column, const query::Hit& hit) const
{
    const Timeline& timeline = m_page.of->hits().timeline();
    switch (column) {
    case time: return QString::number(timeline.axis(hit.track).toOwn(hit.slice.startNs));
    case track: return fromUtf8(timeline.path(hit.track));
    case duration: return QString::number(hit.slice.durationNs());
    default: return cellData(row, column, Qt::DisplayRole);
    }
}

// Behind the rows: reading them may take longer.
void HitsModel::fetchValues()
{
    if (m_fields->names().empty()) {
        m_asker.cancel(kValues);
        return;
    }
    m_asker.ask(kValues, Priority::background, ask::HitValues {m_page.of, m_fields, m_page.rows},
                [this, fields = m_fields, first = m_page.first](ask::HitValues::Answer values) {
                    if (fields != m_fields || first != m_page.first)
                        return;
                    m_values = std::move(values);
                    tellColumns(matched, matched);
                });
}

QString HitsModel::matchedText(int row, const query::Hit& hit, const Track& on) const
{
    QStringList out;
    const auto word = [](query::Field field, std::size_t number) {
        const query::FieldInfo& info = query::infoOf(field);
        return fromUtf8(std::string(info.name) + ' ' + std::string(info.words[number]));
    };
    if (m_kind)
        out << word(query::Field::kind, static_cast<std::size_t>(on.kind));
    if (const std::size_t level =
            m_level ? levelOf(m_page.of->hits().timeline(), hit, on) : logs::kNoLogLevel;
        level != logs::kNoLogLevel)
        out << word(query::Field::level, level - 1);
    if (const std::uint64_t at = placeOf(row) - m_page.first; at < m_values.size())
        out << exactFromUtf8(m_values[at]); // escaped
    out.removeAll(QString());
    return out.join(QStringLiteral(" · "));
}

QVariant HitsModel::cellData(int row, int column, int role) const
{
    const query::Hit* const hit = hitAt(row);
    if (!hit || !m_page.of)
        return role == Qt::DisplayRole && column == time ? QVariant(QStringLiteral("…")) : QVariant();
    const Timeline& timeline = m_page.of->hits().timeline();
    const Track& of = timeline.track(hit->track);
    const std::uint16_t axis = timeline.about(hit->track).axis;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        switch (column) {
        case time: return m_session->momentInColumn(hit->slice.startNs, axis);
        case track: return fromUtf8(timeline.name(hit->track));
        case matched: return matchedText(row, *hit, of);
        case name: return query::hasNames(of.kind) ? fromUtf8(timeline.text(hit->slice.name)) : QString();
        default:
            return hit->slice.durationNs() == 0 ? QString()
                                                : m_session->durationText(hit->slice.durationNs(), axis);
        }
    case kMarksRole:
        if (column == track)
            return foundMarks(m_condition, of.kind == TrackKind::states ? "name" : "track", timeline.name(hit->track));
        if (column == name && of.kind != TrackKind::states && query::hasNames(of.kind))
            return foundMarks(m_condition, "name", timeline.text(hit->slice.name));
        return column == matched ? foundMarks(m_condition, {}, matchedText(row, *hit, of).toStdString()) : QVariant();
    case kExactRole: return exactData(row, column, *hit);
    case kValueRole: return column == track ? fromUtf8(trackDetail(of)) : QVariant();
    case kSecondaryRole: return column == matched;
    case kSentenceRole: return column == matched || (column == name && (of.kind == TrackKind::log || of.kind == TrackKind::marks));
    default: return {};
    }
}

}
