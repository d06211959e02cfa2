#include "widgets/timeline/view/label_column.h"

#include "core/base/text.h"
#include "widgets/common/accessible.h"
#include "widgets/common/focus_outline.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/timeline/scene/counter_scale.h"
#include "widgets/timeline/scene/slice_search.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr int kArrowX = 10;
constexpr int kNameX = 22;
constexpr int kIndent = 12; // a level below the first
constexpr int kRight = 11;  // free right of the numbers
constexpr int kGap = 5;     // between a name and its number
constexpr int kPlate = 4;   // how far a plate reaches beyond its text
constexpr int kGrab = 4;    // of the right edge

TrackId lineId(const TrackLine& line)
{
    return line.isHeader() ? line.group : line.track;
}

}

LabelColumn::LabelColumn(TimelineScene* scene, QWidget* parent)
    : QWidget(parent)
    , m_scene(*scene)
{
    m_speech = new Speech(this, QAccessible::List, [this] { return currentWords(); });
    setAccessibleName(tr("Track names"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    const auto repaint = qOverload<>(&QWidget::update);
    connect(scene, &TimelineScene::layoutChanged, this, [this] {
        if (m_current != kNoTrack) // a snapshot may number anew
            m_current = m_scene.timeline().findTrack(m_currentKey.kind, m_currentKey.key).value_or(kNoTrack);
        update();
    });
    connect(scene, &TimelineScene::scrollChanged, this, repaint);
    connect(scene, &TimelineScene::appearanceChanged, this, repaint);
    connect(scene, &TimelineScene::selectedTrackChanged, this, repaint);
    connect(&scene->session(), &DocumentSession::timeFormatChanged, this, repaint);
    connect(&scene->session(), &DocumentSession::viewChanged, this, [this] {
        if (m_scene.anyVisibleScale())
            update();
    });
}

QFont LabelColumn::nameFont(const TrackLine& line) const
{
    QFont font = this->font();
    if (line.height < fontMetrics().height())
        font = smallerFont(font, 2); // the thin lines of clocks
    // Groups within groups stay regular: their names are as long as those of tracks.
    font.setBold(line.isHeader() ? line.depth == 0 : m_scene.selectedTrack() == line.track);
    return font;
}

int LabelColumn::nameLeft(const TrackLine& line) const
{
    const int level = line.isHeader() ? line.depth : line.depth - 1;
    return kNameX + kIndent * std::max(0, level);
}

// Is there room for what a track is made of, below its name?
bool LabelColumn::hasTwoLines(const TrackLine& line) const
{
    const int second = QFontMetrics(smallerFont(font(), 1)).height();
    return !line.isHeader() && line.height >= fontMetrics().height() + second + 2
        && fillsLine(m_scene.timeline().track(line.track).kind);
}

// What is free over the first of two lines.
int LabelColumn::topOf(const TrackLine& line) const
{
    const int both = fontMetrics().height() + QFontMetrics(smallerFont(font(), 1)).height();
    return std::max(1, std::min(4, (line.height - both) / 2));
}

// Does the least value stand below the second line? In a small row it stands beside it.
bool LabelColumn::hasThreeLines(const TrackLine& line) const
{
    constexpr int kShared = 2; // pixels of two lines, in which no letters are
    const int second = QFontMetrics(smallerFont(font(), 1)).height();
    return hasTwoLines(line)
        && line.height - 1 - 2 * topOf(line) >= fontMetrics().height() + 2 * second - kShared;
}

int LabelColumn::numbersWidth(const Texts& texts) const
{
    const QFontMetrics quiet(smallerFont(font(), 1));
    const int number = quiet.horizontalAdvance(texts.number);
    if (texts.hits.isEmpty())
        return number;
    return quiet.horizontalAdvance(texts.hits) + 2 * kPlate + (number == 0 ? 0 : number + kGap);
}

LabelColumn::Texts LabelColumn::textsOf(const TrackLine& line) const
{
    Texts texts;
    texts.name = m_scene.trackName(lineId(line));
    if (const std::uint64_t hits = m_scene.hitCount(lineId(line)); hits > 0)
        texts.hits = fromUtf8(grouped(hits));
    if (line.role == TrackLine::Role::merged) {
        std::uint64_t count = 0;
        const Timeline& timeline = m_scene.timeline();
        for (RowId row = timeline.track(line.track).firstRow; row != kNoRow; row = timeline.nextRow(row))
            count += timeline.sliceCount(row);
        texts.number = fromUtf8(grouped(count));
    } else if (line.isHeader()) {
        texts.number = fromUtf8(grouped(line.end - line.begin));
    } else {
        texts.number = m_scene.trackNumber(line.track);
        const TrackAbout& about = m_scene.timeline().about(line.track);
        texts.about = fromUtf8(about.detail);
        if (m_scene.timeline().track(line.track).kind == TrackKind::counter) {
            if (!about.unit.empty() && !hasOwnUnits(about.unit))
                texts.about = texts.about.isEmpty() ? fromUtf8(about.unit)
                                                    : tr("%1 · %2").arg(texts.about, fromUtf8(about.unit));
            if (const auto scale = counterScale(m_scene, line.track)) {
                const TimeUnit time = m_scene.session().timeFormat().unit;
                texts.low = valueText(scale->low, scale->decimals, about.unit, time);
                texts.high = valueText(scale->high, scale->decimals, about.unit, time);
            }
        }
        if (!hasTwoLines(line) && texts.number.isEmpty()) { // what it is made of gives way to its name
            const QFontMetrics quiet(smallerFont(font(), 1));
            const int hits = texts.hits.isEmpty() ? 0 : numbersWidth(texts) + kGap;
            const int room = width() - kRight - kGap - hits - nameLeft(line)
                - QFontMetrics(nameFont(line)).horizontalAdvance(texts.name) - 1; // widths are rounded
            texts.number = quiet.elidedText(texts.about, Qt::ElideRight, room);
            // Half a size says nothing.
            if (texts.number != texts.about && (texts.number.size() < 4 || texts.about.front().isDigit()))
                texts.number.clear();
        }
        if (!texts.high.isEmpty())
            texts.number = texts.high;
    }
    const QFontMetrics name(nameFont(line));
    const int room = width() - kRight - nameLeft(line), needed = name.horizontalAdvance(texts.name);
    // How many tracks a group has tells no other group from it.
    if (line.isHeader() && !texts.hits.isEmpty() && needed > room - numbersWidth(texts) - kGap)
        texts.number.clear();
    const int beside = room - numbersWidth(texts) - kGap;
    texts.isBelow = needed > beside && hasThreeLines(line);
    texts.cut = name.elidedText(texts.name, Qt::ElideMiddle, texts.isBelow ? room : beside);
    return texts;
}

// --- painting ---------------------------------------------------------------------------------------

void LabelColumn::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    painter.fillRect(rect(), theme.window);
    const TrackLayout& layout = m_scene.layout();
    m_scene.forLinesInView(height(), [&](const TrackLine& line, int y) { paintLine(painter, line, y); });
    if (layout.pinnedHeight() > 0)
        painter.fillRect(QRect(0, layout.pinnedHeight() - 1, width(), 1), theme.hairline);
    if (m_dropY >= 0)
        painter.fillRect(QRect(0, m_dropY - 1, width(), 2), theme.highlight);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.hairline);
}

void LabelColumn::paintLine(QPainter& painter, const TrackLine& line, int y)
{
    const Theme& theme = Theme::of(this);
    const QRect area(0, y, width(), line.height);
    const bool selected = !line.isHeader() && m_scene.selectedTrack() == line.track;
    painter.fillRect(area, selected ? theme.quietSelection : line.isHeader() ? theme.head : theme.window);
    if (selected)
        painter.fillRect(QRect(0, y, 3, line.height), theme.highlight);

    // Tracks of several rows carry their name beside the first.
    const TrackKind kind = m_scene.timeline().track(line.track).kind;
    const int first = kind == TrackKind::spans ? std::min(line.height, m_scene.heights().spanRow + 4)
        : kind == TrackKind::worker || kind == TrackKind::ruler || kind == TrackKind::slices
        ? std::min(line.height, m_scene.heights().track)
        : line.height;
    const Texts texts = textsOf(line);
    if (line.isHeader())
        paintArrow(painter, kArrowX + kIndent * line.depth, y + line.height / 2, line.folded);
    if (hasTwoLines(line)) {
        paintTwoLines(painter, line, y, texts);
    } else {
        painter.setFont(nameFont(line));
        painter.setPen(theme.text);
        painter.drawText(QRect(nameLeft(line), y, width() - nameLeft(line), first),
                         Qt::AlignLeft | Qt::AlignVCenter, texts.cut);
        paintNumbers(painter, QRect(0, y, width() - kRight, first), texts);
    }

    if (line.below > 0)
        paintOutlined(painter, line, y + line.height - line.below);

    if (hasFocus() && m_current == lineId(line))
        paintFocusOutline(painter, *this, area.adjusted(0, 0, -1, 0));
}

// What the tree below a slice of the track is.
void LabelColumn::paintOutlined(QPainter& painter, const TrackLine& line, int y)
{
    const QFont quiet = smallerFont(font(), 1);
    const QFontMetrics metrics(quiet);
    const int room = width() - nameLeft(line) - kRight;
    painter.setFont(quiet);
    painter.setPen(Theme::of(this).text2);
    for (const std::string& text : {m_scene.outline().title, m_scene.outline().subtitle}) {
        painter.drawText(QRect(nameLeft(line), y, room, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(fromUtf8(text), Qt::ElideRight, room));
        y += metrics.height();
    }
}

// How much a search found stands on a plate.
void LabelColumn::paintNumbers(QPainter& painter, const QRect& area, const Texts& texts) const
{
    const Theme& theme = Theme::of(this);
    painter.setFont(smallerFont(font(), 1));
    constexpr int kAlign = Qt::AlignRight | Qt::AlignVCenter;
    painter.setPen(theme.text2);
    painter.drawText(area, kAlign, texts.number);
    if (texts.hits.isEmpty())
        return;
    const int left = area.right() + 1 - numbersWidth(texts);
    const QRect hits = painter.boundingRect(QRect(left + kPlate, area.top(), 0, area.height()),
                                            Qt::AlignVCenter, texts.hits);
    painter.fillRect(hits.adjusted(-kPlate, 0, kPlate, 0), blended(theme.window, theme.hit, 28));
    painter.setPen(theme.text);
    painter.drawText(hits, kAlign, texts.hits);
}

// Name over what it is made of; a counter's greatest value at the top, its least at the bottom.
void LabelColumn::paintTwoLines(QPainter& painter, const TrackLine& line, int y, const Texts& texts)
{
    const Theme& theme = Theme::of(this);
    const QFont quiet = smallerFont(font(), 1);
    const int nameHeight = fontMetrics().height();
    const int quietHeight = QFontMetrics(quiet).height();
    const int top = y + topOf(line);
    const int room = width() - nameLeft(line) - kRight;
    painter.setFont(nameFont(line));
    painter.setPen(theme.text);
    painter.drawText(QRect(nameLeft(line), top, room, nameHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     texts.cut);
    const QRect first(0, top, width() - kRight, nameHeight),
        second(0, top + nameHeight, width() - kRight, quietHeight);
    paintNumbers(painter, texts.isBelow ? second : first, texts);
    painter.setFont(quiet);
    painter.setPen(theme.text2);
    const int bottom = y + line.height - 1 - (top - y);
    painter.drawText(QRect(0, bottom - quietHeight, width() - kRight, quietHeight),
                     Qt::AlignRight | Qt::AlignVCenter, texts.low);
    const QFontMetrics metrics(quiet);
    const int beside = texts.isBelow ? numbersWidth(texts)
        : hasThreeLines(line)        ? 0
                                     : metrics.horizontalAdvance(texts.low);
    const int aboutRoom = beside == 0 ? room : room - beside - kGap;
    painter.drawText(QRect(nameLeft(line), top + nameHeight, aboutRoom, quietHeight),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(texts.about, Qt::ElideRight, aboutRoom));
}

void LabelColumn::paintArrow(QPainter& painter, int x, int middle, bool folded)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::of(this).text2);
    const QPointF center(x + 2, middle);
    const QPointF right[] = {center + QPointF(-2.5, -4), center + QPointF(3, 0), center + QPointF(-2.5, 4)};
    const QPointF down[] = {center + QPointF(-4, -2.5), center + QPointF(4, -2.5), center + QPointF(0, 3)};
    painter.drawConvexPolygon(folded ? right : down, 3);
    painter.restore();
}

bool LabelColumn::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const TrackLine* line = m_scene.lineAtViewport(help->pos().y());
        const Texts texts = line ? textsOf(*line) : Texts();
        const QFontMetrics quiet(smallerFont(font(), 1));
        const bool twoLines = line && hasTwoLines(*line);
        const bool aboutCut = twoLines ? quiet.horizontalAdvance(texts.about)
                    + (texts.isBelow ? numbersWidth(texts) : quiet.horizontalAdvance(texts.low))
                > width() - kRight - kGap - nameLeft(*line)
                                       : !texts.about.isEmpty() && texts.number != texts.about;
        const QString number = twoLines || texts.about.isEmpty() ? texts.number : QString();
        if (texts.cut != texts.name || aboutCut)
            showTip(help->globalPos(), (texts.name + ' ' + number + '\n' + texts.about).trimmed(), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

// --- pointer ----------------------------------------------------------------------------------------

void LabelColumn::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position().toPoint();
    const TrackLine* line = m_scene.lineAtViewport(m_pressed.y());
    m_drag = m_pressed.x() >= width() - kGrab ? Drag::width : line ? Drag::pressed : Drag::none;
    if (line)
        setCurrent(lineId(*line));
}

TrackId LabelColumn::dropTarget(int y, int* lineY) const
{
    *lineY = -1;
    if (m_current == kNoTrack) // the timeline has it no longer
        return kNoTrack;
    const Timeline& timeline = m_scene.timeline();
    const TrackId parent = timeline.track(m_current).parent;
    const std::span<const TrackId> siblings = m_scene.layout().siblings(timeline, m_current);
    int top = 0;
    const TrackLine* line = m_scene.lineAtViewport(y, &top);
    if (!line || timeline.track(lineId(*line)).parent != parent)
        return m_current;
    const bool behind = y > top + line->height / 2;
    *lineY = behind ? top + line->height : top;
    const auto at = std::find(siblings.begin(), siblings.end(), lineId(*line));
    if (at == siblings.end())
        return m_current;
    if (!behind)
        return *at;
    return std::next(at) == siblings.end() ? kNoTrack : *std::next(at);
}

void LabelColumn::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    if (m_drag == Drag::none) {
        setCursor(position.x() >= width() - kGrab ? Qt::SizeHorCursor : Qt::ArrowCursor);
        return;
    }
    if (m_drag == Drag::width)
        emit widthChosen(std::clamp(position.x(), kLeastWidth, kMostWidth));
    if (m_drag == Drag::pressed
        && std::abs(position.y() - m_pressed.y()) >= QApplication::startDragDistance())
        m_drag = Drag::move;
    if (m_drag == Drag::move) {
        dropTarget(position.y(), &m_dropY);
        update();
    }
}

void LabelColumn::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::none);
    if (drag == Drag::move) {
        const TrackId before = dropTarget(static_cast<int>(event->position().y()), &m_dropY);
        m_dropY = -1;
        if (before != m_current)
            m_scene.move(m_current, before);
        update();
    } else if (drag == Drag::pressed) {
        const TrackLine* line = m_scene.lineAtViewport(m_pressed.y());
        if (line && line->isHeader())
            m_scene.setFolded(line->group, !line->folded);
        else if (line)
            selectNearest(line->track);
    }
}

void LabelColumn::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        if (const TrackLine* line = m_scene.lineAtViewport(event->pos().y()))
            emit trackMenuRequested(lineId(*line), event->globalPos());
    } else {
        askForMenu();
    }
}

void LabelColumn::askForMenu()
{
    if (current() != kNoTrack)
        emit trackMenuRequested(m_current,
                                mapToGlobal(QPoint(kNameX, m_scene.viewportYOf(m_current).value_or(0))));
}

void LabelColumn::wheelEvent(QWheelEvent* event)
{
    m_scene.setScroll(m_scene.scroll() - event->angleDelta().y() * 3 * m_scene.heights().track / 120);
    event->accept();
}

// The slice of the track nearest to the middle of the view.
void LabelColumn::selectNearest(TrackId track)
{
    const Timeline& timeline = m_scene.timeline();
    const TimeRange view = m_scene.session().view();
    const std::int64_t middle = addSaturating(view.startNs, view.lengthNs() / 2);
    std::uint16_t index = 0;
    for (RowId row = timeline.track(track).firstRow; row != kNoRow; row = timeline.nextRow(row), ++index) {
        if (const auto slice = sliceNear(timeline, row, middle)) {
            m_scene.session().selectSlice(sliceId(timeline, {track, row, index, *slice}));
            return;
        }
    }
}

// --- keyboard ---------------------------------------------------------------------------------------

void LabelColumn::setCurrent(TrackId track)
{
    m_current = track;
    m_currentKey = trackKey(m_scene.timeline().track(track));
    m_speech->tell();
    update();
    emit currentChanged();
}

QString LabelColumn::currentWords() const
{
    if (m_current == kNoTrack)
        return {};
    const TrackAbout& about = m_scene.timeline().about(m_current);
    QStringList words {m_scene.trackName(m_current),
                       fromUtf8(trackDetail(m_scene.timeline().track(m_current))), fromUtf8(about.detail),
                       fromUtf8(about.unit)};
    if (const auto at = currentLine(); at && m_scene.layout().lines()[*at].isHeader())
        words << (m_scene.layout().lines()[*at].folded ? tr("folded") : tr("unfolded"));
    return words.join(' ').simplified();
}

std::optional<std::size_t> LabelColumn::currentLine() const
{
    const auto lines = m_scene.layout().lines();
    const std::size_t at = m_current == kNoTrack ? TrackLayout::kNone : m_scene.layout().lineOf(m_current);
    return at < lines.size() ? std::optional(at) : std::nullopt;
}

void LabelColumn::keyPressEvent(QKeyEvent* event)
{
    const auto lines = m_scene.layout().lines();
    const bool control = event->modifiers() & Qt::ControlModifier;
    const bool sideways = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (lines.empty() || (control && !sideways)) {
        event->ignore(); // the pane's
        return;
    }
    const auto current = currentLine();
    const std::size_t at = current.value_or(0);
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const std::size_t next = !current ? 0
            : event->key() == Qt::Key_Up  ? (at > 0 ? at - 1 : 0)
                                          : std::min(at + 1, lines.size() - 1);
        setCurrent(lineId(lines[next]));
        m_scene.scrollTo(m_current);
        break;
    }
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (control)
            emit widthChosen(
                std::clamp(width() + (event->key() == Qt::Key_Left ? -8 : 8), kLeastWidth, kMostWidth));
        else if (current && lines[at].isHeader())
            m_scene.setFolded(lines[at].group, event->key() == Qt::Key_Left);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (current && lines[at].isHeader())
            m_scene.setFolded(lines[at].group, !lines[at].folded);
        else if (current)
            selectNearest(m_current);
        break;
    case Qt::Key_F10:
        if (event->modifiers().testFlag(Qt::ShiftModifier))
            askForMenu();
        else
            event->ignore();
        break;
    default: event->ignore();
    }
}

void LabelColumn::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event); // updates
    if (!currentLine() && !m_scene.layout().lines().empty())
        setCurrent(lineId(m_scene.layout().lines().front()));
    emit currentChanged();
}

void LabelColumn::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event); // updates
    emit currentChanged();
}

}
