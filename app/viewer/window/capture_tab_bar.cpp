#include "app/viewer/window/capture_tab_bar.h"

#include "app/viewer/window/window_parts.h"
#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/icons.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QStyleOptionTab>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kNarrowest = 152; // narrower ones would not say what they are: arrows scroll them then
constexpr int kWidest = 260;
constexpr int kMark = 16;
constexpr int kOutOfBar = 24; // so far from the bar a tab that is dragged has left it

// Flat tabs, also the one that is being dragged, which the bar paints by its style.
class TabStyle : public StyleOver
{
public:
    using StyleOver::StyleOver;

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        switch (metric) {
        case PM_TabBarTabOverlap:
        case PM_TabBarTabShiftHorizontal:
        case PM_TabBarTabShiftVertical: return 0;
        case PM_TabBarTabHSpace: return 2 * metrics::kGrid;
        case PM_TabCloseIndicatorWidth:
        case PM_TabCloseIndicatorHeight: return kMark;
        default: return StyleOver::pixelMetric(metric, option, widget);
        }
    }
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* more) const override
    {
        return hint == SH_TabBar_CloseButtonPosition ? int(QTabBar::RightSide)
                                                     : StyleOver::styleHint(hint, option, widget, more);
    }
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override
    {
        if (element != CE_TabBarTabShape || !widget)
            return StyleOver::drawControl(element, option, painter, widget);
        const Theme& theme = Theme::of(widget);
        const QRect area = option->rect;
        const bool isCurrent = option->state & State_Selected;
        painter->fillRect(area,
                          isCurrent                             ? theme.base
                              : option->state & State_MouseOver ? theme.hover
                                                                : theme.window);
        if (isCurrent)
            painter->fillRect(area.left(), area.top(), area.width(), 2, theme.highlight);
        else
            painter->fillRect(area.right(), area.top() + 6, 1, area.height() - 12, theme.hairline);
    }
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        if (element != PE_IndicatorTabClose || !widget)
            return StyleOver::drawPrimitive(element, option, painter, widget);
        const Theme& theme = Theme::of(widget);
        const bool isHovered = option->state & State_Raised;
        const bool isCurrent = option->state & State_Selected;
        if (isHovered)
            painter->fillRect(option->rect, theme.quietSelection);
        icon("close", isHovered || isCurrent ? theme.text : theme.text3)
            .paint(painter, option->rect.adjusted(2, 2, -2, -2));
    }
};

// What stands before the name: a ring that fills while the capture is read, a triangle, a dot for unsaved notes.
class TabMarks : public QWidget
{
public:
    explicit TabMarks(QWidget* parent)
        : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

    void setLook(const TabLook& look)
    {
        m_look = look;
        const int marks = int(look.busy) + int(hasTriangle()) + int(look.unsavedNotes);
        setFixedSize(marks * kMark, kMark);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setLayoutDirection(layoutDirection());
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = Theme::of(this);
        QRectF place(0, 0, kMark, kMark);
        if (m_look.busy) {
            constexpr int kCircle = 360 * 16, kUpwards = 90 * 16;
            const QRectF ring = place.adjusted(3, 3, -3, -3);
            painter.setPen(QPen(theme.hairline, 2.5));
            painter.drawEllipse(ring);
            painter.setPen(QPen(theme.highlight, 2.5));
            painter.drawArc(ring, kUpwards, -kCircle * m_look.percent.value_or(25) / 100);
            place.translate(kMark, 0);
        }
        if (hasTriangle()) {
            const QColor color = m_look.failed ? theme.error : theme.warning;
            icon(m_look.failed ? "error" : "warning", color)
                .paint(&painter, place.adjusted(1, 1, -1, -1).toRect());
            place.translate(kMark, 0);
        }
        if (m_look.unsavedNotes) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.text);
            painter.drawEllipse(place.center(), 3.5, 3.5);
        }
    }

private:
    bool hasTriangle() const { return m_look.failed || m_look.problems > 0; }

    TabLook m_look;
};

}

QString TabLook::words() const
{
    QStringList parts {path.isEmpty() ? name : path};
    if (unsavedNotes)
        parts << QObject::tr("notes are not saved");
    if (busy)
        parts << (percent ? QObject::tr("%1 % is read").arg(*percent) : QObject::tr("is being read"));
    if (failed)
        parts << QObject::tr("could not be read to its end");
    if (problems > 0)
        parts << countedText(problems, "problem", "problems");
    return parts.join(QLatin1Char('\n'));
}

CaptureTabBar::CaptureTabBar(QWidget* parent)
    : QTabBar(parent)
{
    setLayoutDirection(Qt::LeftToRight); // as names of captures
    setStyle(new TabStyle(this));
    setAccessibleName(tr("Captures"));
    setAutoHide(true);
    setDrawBase(false);
    setExpanding(false);
    setMovable(true);
    setTabsClosable(true);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideMiddle); // what captures of one series differ in stands at both ends
    setSelectionBehaviorOnRemove(QTabBar::SelectPreviousTab);
}

void CaptureTabBar::tabInserted(int index)
{
    setTabButton(index, LeftSide, new TabMarks(this));
    QWidget* const close = tabButton(index, RightSide);
    close->setStyle(style()); // which is not inherited
    close->resize(close->sizeHint());
    close->setAccessibleName(tr("Close tab"));
    QTabBar::tabInserted(index);
}

void CaptureTabBar::setLook(int index, const TabLook& look)
{
    auto* const marks = static_cast<TabMarks*>(tabButton(index, LeftSide));
    const QSize before = marks->size();
    marks->setLook(look);
    const QString words = look.words();
    setTabToolTip(index, tipText(words));
    setAccessibleTabName(index, QString(words).replace(QLatin1Char('\n'), QLatin1String(", ")));
    const QString text = literal(look.name);
    if (text != tabText(index) || marks->size() != before)
        setTabText(index, text); // lays the tabs out anew
}

// All as wide as their names while there is room for that.
QSize CaptureTabBar::tabSizeHint(int index) const
{
    const int asked = std::min(QTabBar::tabSizeHint(index).width(), grown(kWidest, this));
    const int share = width() / std::max(count(), 1);
    return {std::min(asked, std::max(share, grown(kNarrowest, this))), grown(metrics::kTabBar, this)};
}

// --- the mouse

void CaptureTabBar::mousePressEvent(QMouseEvent* event)
{
    const int index = tabAt(event->position().toPoint());
    if (event->button() == Qt::MiddleButton)
        m_middlePressed = index;
    m_isHeld = event->button() == Qt::LeftButton && index >= 0;
    QTabBar::mousePressEvent(event);
}

// Along the bar the bar moves the tab itself.
void CaptureTabBar::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    if (!m_isHeld || rect().adjusted(-kOutOfBar, -kOutOfBar, kOutOfBar, kOutOfBar).contains(at)) {
        QTabBar::mouseMoveEvent(event);
        return;
    }
    m_isHeld = false;
    QMouseEvent release(QEvent::MouseButtonRelease, event->position(), event->globalPosition(),
                        Qt::LeftButton, Qt::NoButton, event->modifiers());
    QTabBar::mouseReleaseEvent(&release); // the tab falls into its place
    emit draggedOut(currentIndex());
}

void CaptureTabBar::mouseReleaseEvent(QMouseEvent* event)
{
    m_isHeld = false;
    QTabBar::mouseReleaseEvent(event);
    const int index = tabAt(event->position().toPoint());
    if (event->button() == Qt::MiddleButton && index >= 0 && index == m_middlePressed)
        emit tabCloseRequested(index);
}

// By the keyboard: of the current tab.
void CaptureTabBar::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const int index = byMouse ? tabAt(event->pos()) : currentIndex();
    if (index >= 0)
        emit menuWanted(index, byMouse ? event->globalPos() : mapToGlobal(tabRect(index).bottomLeft()));
}

}
