#include "widgets/models/record_cells.h"

#include "core/base/text.h"
#include "core/model/format.h"
#include "widgets/common/core_text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/session/document_session.h"

#include <iterator>

namespace traceglass {

QStringList RecordCells::titles()
{
    return {tr("offset"), tr("size"), tr("record"),         tr("name"),
            tr("by"),     tr("time"), tr("after previous"), tr("fields")};
}

QVariant RecordCells::title(const QStringList& titles, RecordColumn column, bool hasTimes) const
{
    if (column == RecordColumn::subject && hasTimes)
        return coreText(m_session->capture()->format().subject);
    return titles.value(int(column));
}

bool RecordCells::isNumber(RecordColumn column)
{
    return column == RecordColumn::size || column == RecordColumn::time
        || column == RecordColumn::sincePrevious;
}

void RecordCells::fitColumns(RowView& table)
{
    constexpr const char* kWidest[] = {
        "00000000 wwww",       "99,999 B",       "WakerWakeByRef  ", "encode_webp #21 long",
        "encode_webp #21 lon", "+9999.999999 s", "+999.999 ms"};
    for (int column = 0; column < int(std::size(kWidest)); ++column)
        table.fitColumn(column, QLatin1String(kWidest[column]));
}

QString RecordCells::text(const RecordRow& row, RecordColumn column) const
{
    const Record& item = row.record;
    switch (column) {
    case RecordColumn::offset:
        return QString::number(item.range.offset, 16).rightJustified(8, QLatin1Char('0'));
    case RecordColumn::size: return fromUtf8(grouped(item.range.length)) + QStringLiteral(" B");
    case RecordColumn::record: return fromUtf8(item.kind);
    case RecordColumn::subject: return fromUtf8(item.subject);
    case RecordColumn::by: return fromUtf8(item.by);
    case RecordColumn::time:
        return item.timeNs ? m_session->momentInColumn(m_session->toView(item.axis, *item.timeNs), item.axis)
                           : QString();
    case RecordColumn::sincePrevious: {
        const auto since = row.sincePreviousNs;
        if (!since)
            return {};
        return (*since >= 0 ? QStringLiteral("+") : QString()) + m_session->durationText(*since, item.axis);
    }
    case RecordColumn::fields: return fromUtf8(item.fields);
    default: break;
    }
    const std::size_t field = std::size_t(column) - std::size_t(RecordColumn::firstField);
    return field < item.values.size() ? fromUtf8(item.values[field].text) : QString();
}

QVariant RecordCells::data(const RecordRow& row, RecordColumn column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return text(row, column);
    case kTintRole: return column == RecordColumn::offset ? int(row.record.tint) : int(Tint::none);
    case kFixedFontRole: return column == RecordColumn::offset;
    case kSentenceRole: return column == RecordColumn::fields;
    case kSecondaryRole:
        return column == RecordColumn::offset || column == RecordColumn::sincePrevious
            || column == RecordColumn::fields;
    default: return {};
    }
}

}
