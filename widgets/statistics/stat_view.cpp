#include "widgets/statistics/stat_view.h"

#include "core/base/text.h"
#include "core/stats/table_csv.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

constexpr int kInset = 8;
constexpr int kStripHeight = 12;
constexpr int kLeastPicture = 24; // narrower ones tell nothing
constexpr int kLeastPartLabel = 40;

// Pictures first, then the number, and what a part of a strip is as a tooltip.
class StatDelegate : public RowDelegate
{
public:
    explicit StatDelegate(StatView* view)
        : RowDelegate(metrics::kTableRow, view)
        , m_view(view)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (m_view->isPictured(index.column())) {
            const bool isStrong = option.state.testFlag(QStyle::State_Selected) && m_view->hasFocus();
            const QRect room = m_view->pictureRect(option.rect);
            if (!room.isEmpty())
                m_view->drawPicture(*painter, index, room, isStrong);
        }
        RowDelegate::paint(painter, option, index);
    }
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override
    {
        const QString tip = event->type() == QEvent::ToolTip ? m_view->tipAt(event->pos()) : QString();
        if (tip.isEmpty())
            return RowDelegate::helpEvent(event, view, option, index);
        showTip(event->globalPos(), tip, view->viewport());
        return true;
    }

private:
    StatView* m_view;
};

// Where in a strip so many pixels wide an offset is.
int pixelOf(std::uint64_t offset, const StatStrip& strip, int width)
{
    return int(double(std::min(offset, strip.size)) / double(strip.size) * width);
}

}

StatView::StatView(DocumentSession* session, QWidget* parent)
    : RowView(metrics::kTableRow, parent)
    , m_session(session)
    , m_stats(new StatisticsModel(session, this))
{
    setModel(m_stats);
    setItemDelegate(new StatDelegate(this));
    setAlternatingRowColors(true);
    viewport()->setMouseTracking(true);
    connect(session, &DocumentSession::selectionChanged, viewport(), [this] {
        if (!m_pictured.empty())
            viewport()->update();
    });
}

void StatView::goTo(const StatPlace& place)
{
    if (!m_timeline || number(place.track) >= m_timeline->trackCount())
        return;
    m_session->selectSlice(place.in(*m_timeline));
}

bool StatView::isPictured(int column) const
{
    return column > 0 && m_stats->table() && !m_pictured.empty()
        && m_stats->table()->columns[std::size_t(column - 1)].id == m_pictured;
}

int StatView::widthWithPicture() const
{
    return fontMetrics().horizontalAdvance(QStringLiteral("000.0 %")) + 3 * kInset + 3 * kLeastPicture;
}

QRect StatView::pictureRect(const QRect& cell) const
{
    const int number = fontMetrics().horizontalAdvance(QStringLiteral("000.0 %"));
    const int seen =
        std::min(cell.right(), viewport()->rect().right()) + 1 - cell.left(); // where the number ends, too
    const QRect room(cell.left() + kInset, cell.center().y() - kStripHeight / 2 + 1,
                     seen - 3 * kInset - number, kStripHeight);
    return room.width() < kLeastPicture ? QRect() : room;
}

const StatStrip* StatView::stripOf(const QModelIndex& cell) const
{
    if (!cell.isValid() || !isPictured(cell.column()))
        return nullptr;
    const auto& strips = m_stats->table()->columns[std::size_t(cell.column() - 1)].strips;
    const std::size_t row = m_stats->rowInTable(cell.row());
    return row < strips.size() && strips[row].size > 0 ? &strips[row] : nullptr;
}

// The part that is drawn there: of those that overlap the last one.
const StatStrip::Counted* StatView::partAt(const QPoint& at) const
{
    const QModelIndex cell = indexAt(at);
    const StatStrip* const strip = stripOf(cell);
    const QRect room = strip ? pictureRect(visualRect(cell)) : QRect();
    if (room.isEmpty() || at.x() < room.left() || at.x() > room.right())
        return nullptr;
    const int x = at.x() - room.left();
    const StatStrip::Counted* found = nullptr;
    for (const StatStrip::Counted& part : strip->parts) {
        const int from = pixelOf(part.offset, *strip, room.width());
        if (from > x)
            break;
        if (x < std::max(from + 1, pixelOf(part.offset + part.size, *strip, room.width())))
            found = &part;
    }
    return found;
}

std::optional<Slice> StatView::sliceOf(const StatPlace& place) const
{
    if (!m_timeline || place.track == kNoTrack || number(place.track) >= m_timeline->trackCount())
        return {};
    return m_timeline->findSlice(place.in(*m_timeline));
}

std::optional<StatPlace> StatView::placeAt(const QPoint& at) const
{
    if (const StatStrip::Counted* const part = partAt(at))
        return part->place.track == kNoTrack ? std::nullopt : std::optional(part->place);
    return m_stats->placeAt(indexAt(at));
}

QString StatView::tipAt(const QPoint& at) const
{
    const StatStrip::Counted* const part = partAt(at);
    if (!part)
        return {};
    const auto slice = sliceOf(part->place);
    const QString place =
        tr("%1 at offset %2").arg(fromUtf8(sizeText(part->size)), fromUtf8(sizeText(part->offset)));
    return slice ? fromUtf8(m_timeline->text(slice->name)) + QStringLiteral(" · ") + place : place;
}

void StatView::drawPicture(QPainter& painter, const QModelIndex& cell, const QRect& room, bool isStrong) const
{
    const Theme& theme = Theme::of(this);
    if (const StatStrip* const strip = stripOf(cell)) {
        drawStrip(painter, *strip, room);
        return;
    }
    const auto& numbers = m_stats->table()->columns[std::size_t(cell.column() - 1)].numbers;
    const std::size_t row = m_stats->rowInTable(cell.row());
    if (row >= numbers.size() || std::isnan(numbers[row]))
        return;
    const int width = std::max(1, int(std::clamp(numbers[row], 0.0, 1.0) * room.width()));
    painter.fillRect(QRect(room.left(), room.top(), width, room.height()),
                     isStrong ? theme.highlightedText : theme.counter);
}

// Parts of less than a pixel share it: the first one of them is drawn.
void StatView::drawStrip(QPainter& painter, const StatStrip& strip, const QRect& room) const
{
    const Theme& theme = Theme::of(this);
    painter.fillRect(room, theme.hairline);
    const auto selected = m_session->selection().slice;
    const QFont font = smallerFont(this->font(), 2);
    const QFontMetrics metrics(font);
    int drawn = 0; // up to which pixel
    std::optional<QRect> outlined;
    for (const StatStrip::Counted& part : strip.parts) {
        const int begin = pixelOf(part.offset, strip, room.width());
        const int end = pixelOf(part.offset + part.size, strip, room.width());
        if (begin < drawn && end <= drawn)
            continue;
        const int from = std::max(drawn, begin);
        const int to = std::min(room.width(), std::max(from + 1, end - 1));
        if (to <= from)
            break;
        const QRect area(room.left() + from, room.top(), to - from, room.height());
        const auto slice = sliceOf(part.place);
        const int color = slice ? m_stats->colorOf(m_timeline->text(slice->name)) : -1;
        painter.fillRect(area, color < 0 ? theme.text3 : theme.nameColor(color));
        drawn = std::max(to, end);
        if (slice && area.width() > grown(kLeastPartLabel, this) && metrics.height() <= area.height() + 4) {
            painter.setFont(font);
            painter.setPen(theme.nameLabelColor(color));
            painter.drawText(area.adjusted(4, -2, -2, 2),
                             Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                             metrics.elidedText(fromUtf8(m_timeline->text(slice->name)), Qt::ElideRight,
                                                area.width() - 6));
        }
        if (slice && selected) {
            const Track& track = m_timeline->track(part.place.track);
            if (track.kind == selected->kind && track.key == selected->trackKey
                && part.place.depth == selected->row)
                outlined = area;
        }
    }
    if (outlined) {
        painter.setPen(QPen(theme.flow, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(*outlined);
    }
}

void StatView::copy()
{
    giveTable([](const CopiedTable& table) { toClipboard(table.text(), table.csv()); });
    emit copied(tr("the table"));
}

std::vector<std::size_t> StatView::tableColumns() const
{
    std::vector<std::size_t> out;
    for (const int column : shownColumns())
        if (column > 0)
            out.push_back(std::size_t(column - 1));
    return out;
}

QByteArray StatView::asCsv() const
{
    if (!m_stats->table())
        return {};
    const stats::TableCsv csv {*m_stats->table(), m_timeline.get(), tableColumns()};
    std::string out = csv.header();
    const auto rows = std::min(quint64(m_stats->rowCount()), CopiedTable::kMostRows);
    for (quint64 row = 0; row < rows && qsizetype(out.size()) < CopiedTable::kMostBytes; ++row)
        out += csv.line(m_stats->rowInTable(int(row)));
    return QByteArray::fromStdString(out);
}

void StatView::giveTable(const Done& done)
{
    RowView::giveTable([this, done](CopiedTable table) {
        table.setCsv(asCsv());
        done(std::move(table));
    });
}

// Where no pane has a menu of its own.
void StatView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* const menu = passingMenu(this);
    menu->addAction(tr("&Copy the table"), QKeySequence::Copy, this, &StatView::copy);
    addCopyMenu(menu, this);
    menu->popup(event->globalPos());
}

void StatView::mouseMoveEvent(QMouseEvent* event)
{
    viewport()->setCursor(placeAt(event->position().toPoint()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    RowView::mouseMoveEvent(event);
}

void StatView::mouseReleaseEvent(QMouseEvent* event)
{
    RowView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto place = placeAt(event->position().toPoint()))
        goTo(*place);
}

void StatView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else
        RowView::keyPressEvent(event);
}

}
