#include "widgets/details/detail_line.h"

#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr int kLineGap = 8;
// Pixels of letters of the usual size.
constexpr int kLabels = 84;     // at least, so that most sections stand in one line
constexpr int kMostLabels = 86; // in a narrow pane
constexpr int kPositions = 32;  // labels that are numbers of a list need no column of names
constexpr int kLeastExtra = 64; // of what stands behind; less says nothing

// Labels grow with pane and letters, but leave three fifths to the values.
int labelWidth(int widest, int width, const QWidget* widget)
{
    const int most = std::max(kMostLabels, width * 2 / 5);
    const int least = std::min(grown(kLabels, widget), most);
    const int room = std::max(std::min(grown(kMostLabels, widget), most), width * 3 / 10);
    return widest <= grown(kPositions, widget) ? widest : std::clamp(widest, least, room);
}

}

int detailRowHeight(const QWidget* widget)
{
    return std::max(metrics::kTableRow, widget->fontMetrics().height() + 2);
}

DetailLine::DetailLine(ElidedLabel* label, QWidget* value, ElidedLabel* extra, int widest, QWidget* parent)
    : QWidget(parent)
    , m_label(label)
    , m_value(value)
    , m_extra(extra)
    , m_widest(widest)
{
    for (QWidget* part : {static_cast<QWidget*>(label), value, static_cast<QWidget*>(extra)}) {
        if (part)
            part->setParent(this);
    }
    // Not fixed: that would hold it at the height of one line.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

DetailLine::Places DetailLine::places(int width) const
{
    const int row = detailRowHeight(this);
    // Broken texts keep the distance to the row's edges that a single line has.
    const auto height = [row](const QWidget& part, int partWidth) {
        const int one = part.sizeHint().height();
        return part.hasHeightForWidth() ? part.heightForWidth(partWidth) + std::max(0, row - one) : row;
    };
    Places out;
    const int column = labelWidth(m_widest, width, this);
    const bool isAbove = !m_label->isWholeIn(column);
    const int label = isAbove ? width : column;
    out.label = {0, 0, label, height(*m_label, label)};
    const int left = isAbove ? kLineGap : label + kLineGap;
    const int top = isAbove ? out.label.height() : 0;
    const int room = std::max(1, width - left);
    const int natural = m_value->sizeHint().width();
    const int behind = m_extra ? m_extra->sizeHint().width() : 0;
    const bool beside = m_extra && natural + kLineGap + std::min(behind, grown(kLeastExtra, this)) <= room;
    const int value = beside ? std::max(natural, room - kLineGap - behind) : room;
    out.value = {left, top, value, height(*m_value, value)};
    if (beside)
        out.extra = {left + value + kLineGap, top, room - value - kLineGap, row};
    else if (m_extra)
        out.extra = {left, out.value.bottom() + 1, room, row};
    out.height = std::max({out.label.bottom(), out.value.bottom(), out.extra.bottom()}) + 1;
    return out;
}

QSize DetailLine::sizeHint() const
{
    return {metrics::kDetailsWidth, detailRowHeight(this)};
}

QSize DetailLine::minimumSizeHint() const
{
    return {0, detailRowHeight(this)};
}

void DetailLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const Places at = places(width());
    m_label->setGeometry(at.label);
    m_value->setGeometry(at.value);
    if (m_extra)
        m_extra->setGeometry(at.extra);
}

}
