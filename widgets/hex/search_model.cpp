#include "widgets/hex/search_model.h"

#include "core/base/text.h"
#include "widgets/hex/byte_atlas.h"
#include "widgets/models/row_view.h"

#include <span>

namespace traceglass {

void SearchModel::setHits(std::vector<SearchHit> hits)
{
    beginResetModel();
    m_hits = std::move(hits);
    endResetModel();
}

int SearchModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_hits.size());
}

int SearchModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 3;
}

QVariant SearchModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == kFixedFontRole)
        return true;
    if (role == kSecondaryRole)
        return index.column() == offset;
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    const SearchHit& hit = m_hits[static_cast<std::size_t>(index.row())];
    if (index.column() == offset)
        return QString::number(hit.offset, 16).rightJustified(8, QLatin1Char('0'));
    QString out;
    for (const std::byte b : std::span(hit.context).first(hit.shown)) {
        const auto value = std::to_integer<unsigned char>(b);
        if (index.column() == bytes)
            out += QString::number(value, 16).rightJustified(2, QLatin1Char('0')) + QLatin1Char(' ');
        else
            out += ByteAtlas::shown(value) != 0 ? QChar(QLatin1Char(static_cast<char>(value))) : QChar(0xb7);
    }
    return out;
}

QVariant SearchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == offset ? tr("offset") : section == bytes ? tr("bytes") : tr("text");
}

}
