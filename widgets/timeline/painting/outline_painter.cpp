// Below a slice: what it is made of, as a tree of lines. They have no times, so they begin where the slice does, or at
// the edge of the view, and none is as long as anything.
#include "core/base/text.h"
#include "widgets/timeline/painting/track_painter.h"

#include <QCoreApplication>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kOutlineIndent = 14;
constexpr int kOutlineInset = 10;      // of texts from the line at the left
constexpr int kOutlineLeastRoom = 220; // for texts, where the slice begins near the right edge
constexpr std::uint32_t kOutlineDeepest = 20;

}

void TrackPainter::paintOutline(const TrackLine& line, int y)
{
    const Resolved& answer = m_scene.session().answer();
    const DetailOutline& outline = m_scene.outline();
    const Track& track = m_scene.timeline().track(line.track);
    if (!answer.slice || !answer.sliceId || answer.sliceId->kind != track.kind
        || answer.sliceId->trackKey != track.key)
        return;
    const int width = static_cast<int>(m_image->width() / m_ratio);
    const int begin = static_cast<int>(m_axis.pixel(answer.slice->startNs) / m_ratio);
    const int left = std::clamp(begin, 0, std::max(0, width - kOutlineLeastRoom));
    const int rowHeight = m_scene.heights().spanRow;
    const Bar edge {device(left), device(left) + std::max(1, device(2)),
                    m_nameFills[static_cast<std::size_t>(m_scene.look(answer.slice->name).color)]};
    fillBars(*m_image, device(y), device(y + line.below - 4), std::span(&edge, 1));
    const auto draw = [&](const QString& text, std::uint32_t depth, const QColor& color) {
        const int x =
            left + kOutlineInset + kOutlineIndent * static_cast<int>(std::min(depth, kOutlineDeepest));
        const QString fitted = m_labels.fitted(text, width - x, LabelCache::Cut::right);
        m_labels.draw(*m_painter, fitted, x, y + (rowHeight - m_labels.height()) / 2.0, color);
        y += rowHeight;
    };
    draw(fromUtf8(outline.sentence), 0, m_theme->text2);
    const std::size_t all = outline.lines.size() + outline.left;
    const std::size_t shown = all > kOutlineLines ? kOutlineLines - 1 : outline.lines.size();
    for (const DetailOutline::Line& each : std::span(outline.lines).first(shown))
        draw(fromUtf8(each.text), each.depth, m_theme->text);
    if (all > shown)
        draw(QCoreApplication::translate("OutlinePainter", "… %1 more, in Details")
                 .arg(fromUtf8(grouped(all - shown))),
             0, m_theme->text2);
}

}
