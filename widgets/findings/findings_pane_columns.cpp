// How the list of findings and what stands beside it share the width.
#include "widgets/findings/findings_pane.h"

#include <QSplitter>

namespace traceglass {

// Numbers stay whole, and the sentence gives way: all of it stands at the right. Only where it would tell nothing they go,
// too. The rule has what is left beyond half of the list.
void FindingsPane::fitColumns()
{
    const auto widthOf = [this](int column) {
        m_table->setColumnHidden(column, false); // which has no width
        return m_table->columnWidth(column);
    };
    m_table->setColumnHidden(FindingsModel::change, !m_findings->isCompared());
    QString widest = QStringLiteral("+9.999999 s");
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QString text = m_model->index(row, FindingsModel::when).data().toString();
        widest = text.size() > widest.size() ? text : widest;
    }
    m_table->fitColumn(FindingsModel::when, widest);
    int others = m_table->columnWidth(FindingsModel::severity) + m_table->columnWidth(FindingsModel::change);
    const int all = m_table->viewport()->width(), most = all - leastSentence();
    m_numbersWidth = others;
    // In the order in which they are missed.
    for (const int column :
         {FindingsModel::cost, FindingsModel::when, FindingsModel::evidence, FindingsModel::share}) {
        const bool isAny = column != FindingsModel::when || m_session->capture()->hasTimeline();
        const int width = isAny ? widthOf(column) : 0;
        m_numbersWidth += width;
        m_table->setColumnHidden(column, !isAny || others + width > most);
        others += m_table->columnWidth(column);
    }
    m_table->setColumnHidden(FindingsModel::rule, widthOf(FindingsModel::rule) + others > all / 2);
}

int FindingsPane::leastSentence() const
{
    constexpr int kLetters = 24;
    return m_table->fontMetrics().averageCharWidth() * kLetters;
}

// The list has what its numbers need, before what stands beside it has more than it must; until somebody divides them.
void FindingsPane::divide()
{
    constexpr int kLeastRight = 260; // a short line
    const int all = m_splitter->width() - m_splitter->handleWidth();
    const int needed = m_numbersWidth + 2 * leastSentence() + m_table->width() - m_table->viewport()->width();
    const int left = std::max(all * 3 / 5, std::min(needed, all - kLeastRight));
    if (!m_isDivided && all > 0)
        m_splitter->setSizes({left, all - left});
}

QByteArray FindingsPane::saveState() const
{
    return m_isDivided ? ListPane::saveState() : QByteArray();
}

void FindingsPane::restoreState(const QByteArray& state)
{
    m_isDivided = !state.isEmpty();
    if (m_isDivided)
        ListPane::restoreState(state);
}

}
