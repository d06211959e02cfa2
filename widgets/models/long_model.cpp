#include "widgets/models/long_model.h"

namespace traceglass {

void LongModel::setView(std::uint64_t first, int rows)
{
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
    tellColumns(0, columnCount() - 1);
    ask();
}

void LongModel::ask()
{
    if (m_count == 0 || has(m_first, static_cast<std::uint64_t>(m_count))) {
        fetch(m_first, 0);
        emit shown();
        return;
    }
    // Some before and behind as well: the next step of a wheel is at hand.
    const auto around = static_cast<std::uint64_t>(m_readsAround ? 2 * m_count : 0);
    const std::uint64_t first = m_first - std::min(m_first, around);
    fetch(first, static_cast<std::size_t>(m_first - first + around) + static_cast<std::size_t>(m_count));
}

LongModel* LongModel::twin(QObject* parent) const
{
    LongModel* const out = copy(parent);
    out->m_readsAround = false;
    return out;
}

void LongModel::arrived()
{
    tellColumns(0, columnCount() - 1);
    emit shown();
}

}
