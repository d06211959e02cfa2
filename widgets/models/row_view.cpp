#include "widgets/models/row_view.h"

#include "core/timeline/timeline.h"
#include "widgets/common/finding_shape.h"
#include "widgets/common/focus_outline.h"
#include "widgets/common/icons.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/notes/note_colors.h"

#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kCellInset = 8;
constexpr int kSwatch = 10;
constexpr int kIcon = 16;
constexpr int kShapeWidth = 18; // of a finding

bool flag(const QModelIndex& index, int role)
{
    return index.data(role).toBool();
}

QFont cellFont(const QStyleOptionViewItem& option, const QModelIndex& index)
{
    return flag(index, kFixedFontRole) ? fixedFont(option.font, 1) : option.font;
}

bool isRight(const QVariant& alignment)
{
    return (alignment.toInt() & int(Qt::AlignRight)) != 0;
}

// In a tree of names and numbers a name may run on into what its number leaves free of the second column.
int freeBehind(const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const auto* tree = qobject_cast<const QTreeView*>(option.widget);
    if (!tree || index.column() != 0 || index.model()->columnCount(index.parent()) != 2)
        return 0;
    const QModelIndex beside = index.siblingAtColumn(1);
    if (!isRight(beside.data(Qt::TextAlignmentRole)))
        return 0;
    const int number = option.fontMetrics.horizontalAdvance(beside.data().toString());
    return std::max(0, tree->columnWidth(1) - number - 2 * kCellInset);
}

// Of a number that is partly out of sight the rest would read as another one: it is cut where one sees it. So is a text at
// its end.
QRect inSight(QRect cell, const QStyleOptionViewItem& option, bool isNumber)
{
    if (const auto* view = qobject_cast<const QAbstractScrollArea*>(option.widget)) {
        const QRect seen = view->viewport()->rect();
        cell.setRight(std::min(cell.right(), seen.right()));
        if (isNumber)
            cell.setLeft(std::max(cell.left(), seen.left()));
    }
    return cell;
}

// Width of what stands in front of the text.
int leadWidth(const QModelIndex& index)
{
    const int icons = !index.data(kIconRole).toByteArray().isEmpty() + flag(index, kMarkFirstRole);
    const bool hasSwatch =
        index.data(kTintRole).toInt() != int(Tint::none) || index.data(kNameColorRole).isValid();
    return icons * (kIcon + 5) + (hasSwatch ? kSwatch + 6 : 0)
        + (index.data(kFindingRole).isValid() ? kShapeWidth : 0);
}

bool isRight(const QAbstractItemModel& model, int column)
{
    return isRight(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole));
}

QColor nameSwatch(const Theme& theme, int color)
{
    switch (static_cast<TaskState>(std::max(0, -color))) {
    case TaskState::polling: return theme.polling;
    case TaskState::scheduled: return theme.scheduled;
    case TaskState::idle: return theme.idle;
    case TaskState::created: return theme.createdEdge;
    case TaskState::none: break;
    }
    return theme.nameColor(color);
}

// The round or triangular mark of a severity.
void drawSeverity(QPainter& painter, const QRect& rect, Severity severity, const QColor& color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.3));
    painter.setBrush(Qt::NoBrush);
    const QPointF middle = QRectF(rect).center();
    if (severity == Severity::warning) {
        QPainterPath triangle(middle + QPointF(0, -6));
        triangle.lineTo(middle + QPointF(6.5, 5.5));
        triangle.lineTo(middle + QPointF(-6.5, 5.5));
        triangle.closeSubpath();
        painter.drawPath(triangle);
        painter.drawLine(middle + QPointF(0, -2), middle + QPointF(0, 2));
        painter.drawPoint(middle + QPointF(0, 4));
    } else {
        const qreal up = severity == Severity::error ? -1 : 1; // an i is a ! upside down
        painter.drawEllipse(middle, 6, 6);
        painter.drawLine(middle + QPointF(0, 3 * up), middle + QPointF(0, -0.5 * up));
        painter.drawPoint(middle + QPointF(0, -3 * up));
    }
    painter.restore();
}

}

RowDelegate::RowDelegate(int rowHeight, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_rowHeight(rowHeight)
{
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics fm(cellFont(option, index));
    const QString value = index.data(kValueRole).toString();
    // A pixel more: an advance is rounded, and what lacks a fraction of one is cut.
    const QString text = index.data().toString();
    int width = 2 * kCellInset + leadWidth(index) + fm.horizontalAdvance(text) + 1
        + widthOfMarks(cellFont(option, index), text, index.data(kMarksRole).value<TextMarks>());
    if (!value.isEmpty())
        width += kCellInset + fm.horizontalAdvance(value);
    return {width, std::max(m_rowHeight, option.fontMetrics.height() + 4)};
}

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::of(option.widget);
    const bool strong =
        option.state.testFlag(QStyle::State_Selected) && option.widget && option.widget->hasFocus();
    const QColor text = strong        ? theme.highlightedText
        : flag(index, kSecondaryRole) ? theme.text2
                                      : theme.text;
    QRect rect = option.rect.adjusted(index.column() == 0 ? 4 : kCellInset, 0,
                                      index.column() == 0 ? -2 : -kCellInset, 0);
    rect.setRight(rect.right() + freeBehind(option, index));

    painter->save();
    if (!option.state.testFlag(QStyle::State_Selected) && flag(index, kBaselineRole))
        painter->fillRect(option.rect, theme.counterFill);
    if (const QVariant finding = index.data(kFindingRole); finding.isValid()) {
        const auto is = FindingSeverity(finding.toInt());
        drawFinding(*painter, {option.rect.left() + 12.0, option.rect.top() + option.rect.height() / 2.0}, is,
                    strong ? theme.highlightedText : findingColor(theme, is));
        rect.setLeft(rect.left() + kShapeWidth);
    }
    const auto tint = Tint(index.data(kTintRole).toInt());
    const QVariant nameColor = index.data(kNameColorRole);
    if (tint != Tint::none || nameColor.isValid()) {
        const QRect swatch(rect.left(), rect.center().y() - kSwatch / 2 + 1, kSwatch, kSwatch);
        painter->fillRect(swatch, theme.hairline);
        painter->fillRect(swatch.adjusted(1, 1, -1, -1),
                          nameColor.isValid() ? nameSwatch(theme, nameColor.toInt()) : theme.tint(tint));
        rect.setLeft(swatch.right() + 7);
    }
    if (flag(index, kNoteRole)) {
        drawPennant(*painter, rect.right() - kSwatch, rect.center().y() - 3,
                    strong ? theme.highlightedText : theme.note);
        rect.setRight(rect.right() - kSwatch - 6);
    }
    const QVariant severity = index.data(kSeverityRole);
    if (severity.isValid()) {
        const bool first = flag(index, kMarkFirstRole);
        const QRect mark(first ? rect.left() : rect.right() - kIcon + 1, rect.center().y() - kIcon / 2 + 1,
                         kIcon, kIcon);
        drawSeverity(*painter, mark, Severity(severity.toInt()),
                     strong ? theme.highlightedText : theme.severity(Severity(severity.toInt())));
        if (first)
            rect.setLeft(mark.right() + 6);
        else
            rect.setRight(mark.left() - 4);
    }
    if (const QByteArray name = index.data(kIconRole).toByteArray(); !name.isEmpty()) {
        const QRect place(rect.left(), rect.center().y() - kIcon / 2 + 1, kIcon, kIcon);
        icon(name.constData())
            .paint(painter, place, Qt::AlignCenter, strong ? QIcon::Selected : QIcon::Normal);
        rect.setLeft(place.right() + 6);
    }
    const QFont font = cellFont(option, index);
    painter->setFont(font);
    const bool right = isRight(index.data(Qt::TextAlignmentRole));
    const QRect seen = inSight(rect, option, right || flag(index, kFixedFontRole));
    // What the edge of the table cuts lacks that end; a narrow column leaves both ends of a name, and of a
    // number its first digits.
    const Qt::TextElideMode cut = seen.left() > rect.left()                  ? Qt::ElideLeft
        : right || flag(index, kSentenceRole) || seen.right() < rect.right() ? Qt::ElideRight
                                                                             : Qt::ElideMiddle;
    rect = seen;
    const auto marks = index.data(kMarksRole).value<TextMarks>();
    const QFontMetrics fm(font);
    const QString whole = index.data().toString();
    const QString label = elided(font, whole, marks, cut, std::max(0, rect.width()));
    const TextMarks left = marksLeft(marks, whole, label);
    painter->setPen(text);
    if (marks.isEmpty())
        painter->drawText(rect, int(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft)), label);
    else
        drawMarked(*painter, rect, label, left);

    const QString value = index.data(kValueRole).toString();
    if (!value.isEmpty()) {
        const QFont small = smallerFont(option.font, 1);
        rect.setLeft(rect.left() + fm.horizontalAdvance(label) + widthOfMarks(font, label, left)
                     + kCellInset);
        painter->setFont(small);
        painter->setPen(strong ? theme.highlightedText : theme.text2);
        if (rect.width() > 12)
            painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                              QFontMetrics(small).elidedText(value, Qt::ElideRight, rect.width()));
    }
    painter->restore();
}

bool RowDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                            const QModelIndex& index)
{
    if (event->type() == QEvent::ToolTip && index.isValid()
        && index.data(Qt::ToolTipRole).toString().isEmpty()) {
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        if (sizeHint(cell, index).width() > option.rect.width() + freeBehind(option, index)) {
            const QString value = index.data(kValueRole).toString();
            showTip(event->globalPos(), index.data().toString() + (value.isEmpty() ? value : "  " + value),
                    view);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

RowHeader::RowHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setMinimumSectionSize(32);
    setSectionsClickable(true);
    setStretchLastSection(true);
}

QSize RowHeader::sizeHint() const
{
    return {QHeaderView::sizeHint().width(), std::max(metrics::kTableRow + 2, fontMetrics().height() + 4)};
}

void RowHeader::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Theme::of(this).head);
    painter.end();
    QHeaderView::paintEvent(event);
}

void RowHeader::paintSection(QPainter* painter, const QRect& rect, int column) const
{
    const Theme& theme = Theme::of(this);
    painter->fillRect(rect, theme.head);
    if (model()->headerData(column, Qt::Horizontal, kBaselineRole).toBool())
        painter->fillRect(rect.left(), rect.bottom() - 1, rect.width(), 2, theme.counter);
    const QRect text = rect.adjusted(kCellInset, 0, -kCellInset, 0);
    QString title = model()->headerData(column, Qt::Horizontal).toString();
    if (isSortIndicatorShown() && sortIndicatorSection() == column)
        title += sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral(" ↑") : QStringLiteral(" ↓");
    const QFont small = smallerFont(font(), 1);
    painter->setFont(small);
    painter->setPen(theme.text2);
    painter->drawText(text,
                      int(Qt::AlignVCenter | (isRight(*model(), column) ? Qt::AlignRight : Qt::AlignLeft)),
                      QFontMetrics(small).elidedText(title, Qt::ElideMiddle, text.width()));
}

RowView::RowView(int rowHeight, QWidget* parent)
    : QTreeView(parent)
{
    setLayoutDirection(Qt::LeftToRight); // as the names and numbers of captures in it
    setItemDelegate(new RowDelegate(rowHeight, this));
    setUniformRowHeights(true);
    setRootIsDecorated(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setAllColumnsShowFocus(true);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHeader(new RowHeader(this));
}

QSize RowView::minimumSizeHint() const
{
    const int row = std::max(metrics::kTreeRow, fontMetrics().height() + 4);
    const int head = isHeaderHidden() ? 0 : header()->sizeHint().height();
    return {QTreeView::minimumSizeHint().width(), head + row + horizontalScrollBar()->sizeHint().height()};
}

int RowView::seenWidth(int column) const
{
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    int width = 0;
    for (QModelIndex row = indexAt(QPoint(1, 1));
         row.isValid() && visualRect(row).top() < viewport()->height(); row = indexBelow(row))
        width = std::max(width, itemDelegate()->sizeHint(option, row.siblingAtColumn(column)).width());
    return width;
}

int RowView::neededWidth(int column) const
{
    const QString title = model()->headerData(column, Qt::Horizontal).toString();
    return std::max(seenWidth(column), fontMetrics().horizontalAdvance(title) + 3 * kCellInset);
}

void RowView::growNumbers()
{
    for (int column = 0; model() && column < header()->count(); ++column) {
        if (isColumnHidden(column) || !isRight(*model(), column))
            continue;
        if (const int width = seenWidth(column); width > columnWidth(column))
            header()->resizeSection(column, width);
    }
}

void RowView::fitColumn(int column, const QString& widest)
{
    const QString title = model() ? model()->headerData(column, Qt::Horizontal).toString() : QString();
    const int text =
        std::max({fontMetrics().horizontalAdvance(widest), fontMetrics().horizontalAdvance(title),
                  QFontMetrics(fixedFont(font(), 1)).horizontalAdvance(widest)});
    header()->resizeSection(column, text + 3 * kCellInset);
}

void RowView::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void RowView::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->setLayoutDirection(layoutDirection());
    const Theme& theme = Theme::of(this);
    const QRect row(0, option.rect.y(), viewport()->width(), option.rect.height());
    const bool selected = selectionModel() && selectionModel()->isRowSelected(index.row(), index.parent());
    if (selected) {
        painter->fillRect(row, hasFocus() ? theme.highlight : theme.quietSelection);
        if (!hasFocus())
            painter->fillRect(QRect(0, row.y(), 3, row.height()), theme.highlight);
    } else if (alternatingRowColors() && (row.y() + verticalOffset()) / std::max(1, row.height()) % 2 == 1) {
        painter->fillRect(row, theme.alternate);
    }
    // The ground is painted; the style must not paint its own over it.
    QStyleOptionViewItem plain = option;
    plain.palette.setBrush(QPalette::Highlight, Qt::NoBrush);
    plain.palette.setBrush(QPalette::AlternateBase, Qt::NoBrush);
    plain.state &= ~QStyle::State_HasFocus;
    QTreeView::drawRow(painter, plain, index);
}

void RowView::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const
{
    if (!rootIsDecorated() || !model()->hasChildren(index))
        return;
    const Theme& theme = Theme::of(this);
    const bool strong = hasFocus() && selectionModel()->isRowSelected(index.row(), index.parent());
    const QPointF middle(rect.right() - indentation() / 2 + 1, rect.center().y() + 0.5);
    const QPolygonF down {{-4.5, -2.5}, {4.5, -2.5}, {0, 3}}, right {{-2, -4.5}, {3.5, 0}, {-2, 4.5}};
    QPainterPath arrow;
    arrow.addPolygon((isExpanded(index) ? down : right).translated(middle));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->fillPath(arrow, strong ? theme.highlightedText : theme.text2);
    painter->restore();
}

void RowView::paintEvent(QPaintEvent* event)
{
    growNumbers();
    // QTreeView paints the columns that are exposed, and a name may run on into those behind its own.
    QRegion rows;
    for (const QRect& each : event->region())
        rows += QRect(0, each.y(), viewport()->width(), each.height());
    QPaintEvent whole(rows);
    QTreeView::paintEvent(&whole);
    QPainter painter(viewport());
    if (!m_emptyText.isEmpty() && (!model() || model()->rowCount() == 0)) {
        painter.setPen(Theme::of(this).text2);
        painter.drawText(viewport()->rect().adjusted(12, 12, -12, -12),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_emptyText);
    }
    if (hasFocus())
        paintFocusOutline(painter, *viewport(), viewport()->rect());
}

// What lies at the edges is drawn otherwise there.
void RowView::scrollContentsBy(int dx, int dy)
{
    QTreeView::scrollContentsBy(dx, dy);
    if (dx != 0)
        viewport()->update();
}

void RowView::focusInEvent(QFocusEvent* event)
{
    // Not QAbstractItemView's: that makes the first row current, and the current row is selected everywhere.
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void RowView::focusOutEvent(QFocusEvent* event)
{
    QTreeView::focusOutEvent(event);
    viewport()->update();
}

}
