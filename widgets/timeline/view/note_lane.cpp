#include "widgets/timeline/view/note_lane.h"

#include "widgets/common/accessible.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/notes/note_colors.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_set>

namespace traceglass {

namespace {

constexpr int kHeight = 18;
constexpr int kTextLeft = 15;
constexpr int kPennant = 10;
constexpr int kLeastText = 24;
constexpr int kRoomInRange = 80; // of its text, to stand between the poles of a range
constexpr int kClosest = 4;      // flags nearer than this to the one before are left out
constexpr int kClosestLines = 8; // more of them would hide the slices
constexpr int kCorner = 7;

QString firstLine(const Annotation& note)
{
    const std::string_view text = note.text;
    return fromUtf8(text.substr(0, text.find('\n')));
}

std::int64_t stepOf(const TimeAxis& axis, int pixels)
{
    return std::min(axis.nsPerPixel(), std::numeric_limits<std::int64_t>::max() / pixels) * pixels;
}

}

NoteLane::NoteLane(TimelineScene* scene, QWidget* parent)
    : QWidget(parent)
    , m_scene(*scene)
{
    new Speech(this, QAccessible::Graphic);
    setAccessibleName(tr("Notes on the timeline"));
    keepHeight(this, kHeight);
    setMouseTracking(true);
    hide();
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&scene->session(), &DocumentSession::viewChanged, this, repaint);
}

void NoteLane::setNotes(SessionNotes* notes)
{
    m_notes = notes;
    if (notes) {
        connect(notes, &SessionNotes::changed, this, &NoteLane::follow);
        connect(notes, &SessionNotes::moved, this, &NoteLane::follow);
        connect(notes, &SessionNotes::chosenChanged, this, qOverload<>(&QWidget::update));
    }
    follow();
}

void NoteLane::follow()
{
    setVisible(m_notes && !m_notes->times().all().empty());
    update();
}

void NoteLane::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    painter.fillRect(rect(), theme.base);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
    m_flags.clear();
    if (!m_notes)
        return;
    painter.setFont(smallerFont(font(), 1));
    const QFontMetrics metrics(painter.font());
    const TimeAxis axis {m_scene.session().view(), std::max(1, width())};
    const AnnotationSet& notes = m_notes->notes();

    struct Shown
    {
        int x = 0;
        int end = 0; // of a range
        const Annotation* note = nullptr;
    };
    const std::unordered_set<std::string_view> chosen(m_notes->chosen().begin(), m_notes->chosen().end());
    std::vector<Shown> shown;
    const auto show = [&](TimeRange time, const Annotation& note) {
        const int x = axis.pixel(time.startNs);
        const int end = axis.pixel(time.endNs);
        if (end >= -kPennant && x < width())
            shown.push_back({x, end, &note});
    };
    for (const NoteTime& each : m_notes->times().shown(axis.view, stepOf(axis, kClosest)))
        show(each.time, notes[each.index]);
    if (chosen.size() == 1) { // stepping from note to note: each is seen, however dense they are
        const Annotation* note = m_notes->find(*chosen.begin());
        const auto time = note ? m_notes->viewTime(*note) : std::nullopt;
        if (time && std::ranges::find(shown, note, &Shown::note) == shown.end())
            show(*time, *note);
        std::ranges::stable_sort(shown, {}, &Shown::x);
    }
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto& [x, end, note] = shown[i];
        const QColor color = noteColor(theme, note->color);
        const bool isChosen = chosen.contains(note->id);
        const int next = i + 1 < shown.size() ? shown[i + 1].x : width();
        int left = std::max(x, 0) + (x < 0 ? 2 : kTextLeft);
        int right = next;
        if (end > x + 1 && end > left && end < next) { // no text through the pole: before it, or behind it
            const int least = std::min(metrics.horizontalAdvance(firstLine(*note)), kRoomInRange);
            if (end - left - 4 < least && next - end > end - left)
                left = end + 4;
            else
                right = end;
        } else if (end > x + 1 && end <= left) {
            left = std::max(left, end + 4);
        }
        const QString text = right - left > kLeastText
            ? metrics.elidedText(firstLine(*note), Qt::ElideRight, right - left - 4)
            : QString();
        const int textWidth = metrics.horizontalAdvance(text);
        const QRect area(std::max(x, 0), 0, std::max(left + textWidth - std::max(x, 0), kPennant), height());
        if (isChosen)
            painter.fillRect(area.adjusted(0, 0, 4, -1), theme.noteGround);
        if (end > x + 1) {
            painter.fillRect(QRect(QPoint(x, height() - 4), QPoint(end, height() - 3)), color);
            painter.fillRect(QRect(end, 0, 1, height() - 1), color);
        }
        if (x >= 0) {
            painter.fillRect(QRect(x, 0, 1, height() - 1), color);
            drawPennant(painter, x + 1, 1, color);
        }
        if (textWidth > 0) {
            painter.setPen(theme.text);
            painter.drawText(QRect(left, 0, textWidth + 2, height() - 2), Qt::AlignLeft | Qt::AlignVCenter,
                             text);
        }
        m_flags.push_back({area, note->id});
    }
}

const Annotation* NoteLane::noteAt(const QPoint& position) const
{
    const auto found = std::ranges::find_if(m_flags.rbegin(), m_flags.rend(),
                                            [&](const Flag& flag) { return flag.area.contains(position); });
    return found == m_flags.rend() || !m_notes ? nullptr : m_notes->find(found->id);
}

void NoteLane::mousePressEvent(QMouseEvent* event)
{
    const Annotation* note = noteAt(event->position().toPoint());
    if (!note || event->button() != Qt::LeftButton)
        return;
    const std::string id = note->id;
    m_notes->choose({id});
    m_notes->goTo(id);
}

void NoteLane::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const Annotation* note = noteAt(event->position().toPoint()))
        emit editWanted(std::string(note->id));
}

bool NoteLane::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Annotation* note = noteAt(help->pos());
        if (!note) {
            QToolTip::hideText();
            return true;
        }
        QString text = noteTooltip(*note);
        text += QLatin1Char('\n') + m_notes->anchorText(*note);
        if (!note->author.empty())
            text += QLatin1Char('\n') + fromUtf8(note->author);
        showTip(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

namespace {

// A line of dashes downwards. With a dashed pen many of them took a third of a frame.
QImage dashes(const QColor& color, int height, qreal ratio)
{
    constexpr int kDash = 2, kBetween = 3;
    QImage line(int(std::ceil(ratio)), int(std::ceil(height * ratio)), QImage::Format_ARGB32_Premultiplied);
    line.setDevicePixelRatio(ratio);
    line.fill(Qt::transparent);
    QPainter painter(&line);
    for (int y = 0; y < height; y += kDash + kBetween)
        painter.fillRect(0, y, 1, kDash, color);
    return line;
}

}

void paintNoteMarks(QPainter& painter, const TimelineScene& scene, const TimeAxis& axis, const Theme& theme,
                    int bottom)
{
    const SessionNotes* notes = scene.notes();
    if (!notes)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    std::array<QImage, kAnnotationColors.size()> lines;
    for (const SessionNotes::TrackNotes& place : notes->places()) {
        const bool isTime = place.track == kNoTrack;
        int height = 0;
        const auto top = isTime ? std::optional(0) : scene.viewportYOf(place.track, &height);
        if (!top || *top >= bottom || (!isTime && *top + height <= 0))
            continue;
        for (const NoteTime& each : place.times.shown(axis.view, stepOf(axis, isTime ? kClosestLines : 1))) {
            const int x = axis.pixel(each.time.startNs);
            const Annotation& note = notes->notes()[each.index];
            const QColor color = noteColor(theme, note.color);
            if (x < -kCorner || x >= axis.width)
                continue;
            if (isTime) {
                QImage& line = lines[note.color < lines.size() ? note.color : 0];
                if (line.isNull())
                    line = dashes(color, bottom, painter.device()->devicePixelRatioF());
                painter.drawImage(x, 0, line);
            } else {
                painter.setPen(Qt::NoPen);
                painter.setBrush(color);
                painter.drawConvexPolygon(
                    QPolygon({{x, *top + 2}, {x + kCorner, *top + 2}, {x, *top + 2 + kCorner}}));
            }
        }
    }
    painter.restore();
}

}
