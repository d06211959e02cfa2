#include "widgets/hex/search_model.h"

#include "widgets/hex/byte_atlas.h"
#include "widgets/models/row_view.h"

#include <span>

namespace traceglass {

SearchModel::SearchModel(QObject* parent)
    : RowModel({tr("offset"), tr("bytes"), tr("text")}, parent)
{
}

void SearchModel::setHits(std::vector<SearchHit> hits)
{
    m_hits = std::move(hits);
    refill();
}

QVariant SearchModel::cellData(int row, int column, int role) const
{
    if (role == kFixedFontRole)
        return true;
    if (role == kSecondaryRole)
        return column == offset;
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    const SearchHit& hit = m_hits[static_cast<std::size_t>(row)];
    if (column == offset)
        return QString::number(hit.offset, 16).rightJustified(8, QLatin1Char('0'));
    QString out;
    for (const std::byte b : std::span(hit.context).first(hit.shown)) {
        const auto value = std::to_integer<unsigned char>(b);
        if (column == bytes)
            out += QString::number(value, 16).rightJustified(2, QLatin1Char('0')) + QLatin1Char(' ');
        else
            out += ByteAtlas::shown(value) != 0 ? QChar(QLatin1Char(static_cast<char>(value))) : QChar(0xb7);
    }
    return out;
}

}
