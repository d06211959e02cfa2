// The part of TrackPainter that draws a clock of its own: its ticks and its name in the header of its group.
#include "widgets/timeline/time_ruler.h"
#include "widgets/timeline/track_painter.h"

#include <algorithm>

namespace traceglass {

void TrackPainter::paintAxis(const TrackLine& line, int y)
{
    const DocumentSession& session = m_scene.session();
    const std::uint16_t index = m_scene.axisOf(line.group);
    if (m_scene.timeline().track(line.group).about == 0 || index >= session.axes().size()
        || session.axes().size() < 2)
        return;
    const QString name = m_scene.axisText(index);
    const int gap = 6;
    const int nameWidth = m_labels.width(name);
    const qreal textTop = y + (line.height - m_labels.height()) / 2.0;
    m_labels.draw(*m_painter, name, gap, textTop, m_theme->text2);
    if (index == 0)
        return; // the ruler above the tracks is its ruler
    const TimeAxis pixels {m_axis.view, std::max(1, static_cast<int>(m_axis.width / m_ratio))};
    const Ruler ruler = makeAxisRuler(session, index, pixels, QFontMetrics(m_labels.font()));
    for (const RulerTick& tick : ruler.ticks) {
        if (tick.x < nameWidth + 2 * gap)
            continue;
        const int length = tick.major ? 7 : 3;
        m_painter->fillRect(QRect(tick.x, y + line.height - length, 1, length),
                            tick.major ? m_theme->text2 : m_theme->text3);
        if (!tick.major)
            continue;
        const QString label = tickLabel(session, tick.timeNs, ruler.stepNs, index);
        if (tick.x + 4 + m_labels.width(label) < pixels.width)
            m_labels.draw(*m_painter, label, tick.x + 4, textTop, m_theme->text2);
    }
}

}
