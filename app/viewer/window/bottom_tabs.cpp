#include "app/viewer/window/bottom_tabs.h"

#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"

#include <QLocale>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr int kPadding = 14;
constexpr int kIcon = 16;
constexpr int kTabGap = 7;
constexpr int kLeastPane = 80;
constexpr int kMakingMs = 40; // between two panes, so that what waits for the window does not wait for all

}

FlatTabBar::FlatTabBar(QWidget* parent)
    : QTabBar(parent)
{
    setLayoutDirection(Qt::LeftToRight); // a count is painted behind each name
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(true); // where letters are large
    setAccessibleName(tr("Lower panes"));
}

const FlatTabBar::Tab& FlatTabBar::tab(int index) const
{
    static const Tab kNone {};
    const auto at = static_cast<std::size_t>(index);
    return at < m_tabs.size() ? m_tabs[at] : kNone;
}

void FlatTabBar::setCount(int index, std::optional<qint64> count, bool more)
{
    m_tabs.resize(std::max(m_tabs.size(), static_cast<std::size_t>(index) + 1));
    Tab& of = m_tabs[static_cast<std::size_t>(index)];
    if (of.count == count && of.more == more)
        return;
    of.count = count;
    of.more = more;
    setTabData(index, count ? QVariant(*count) : QVariant()); // lays the tabs out anew
    setIconSize(iconSize());
    updateGeometry();
    update();
}

void FlatTabBar::setMark(int index, Mark mark)
{
    m_tabs.resize(std::max(m_tabs.size(), static_cast<std::size_t>(index) + 1));
    m_tabs[static_cast<std::size_t>(index)].mark = mark;
    setTabText(index, tabText(index)); // lays the tabs out anew
    update();
}

QString FlatTabBar::countText(int index) const
{
    const auto count = tab(index).count;
    if (!count)
        return {};
    return QLocale(QLocale::English).toString(*count) + (tab(index).more ? QStringLiteral("+") : QString());
}

QSize FlatTabBar::tabSizeHint(int index) const
{
    int width = 2 * kPadding + fontMetrics().horizontalAdvance(tabText(index));
    if (tab(index).mark != Mark::none)
        width += kIcon + kTabGap;
    if (tab(index).count)
        width += kTabGap + fontMetrics().horizontalAdvance(countText(index));
    return {width, grown(metrics::kTabBar, this)};
}

void FlatTabBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    const Theme& theme = Theme::of(this);
    for (int i = 0; i < count(); ++i) {
        if (!isTabVisible(i))
            continue;
        const QRect area = tabRect(i);
        const bool current = i == currentIndex();
        if (current) {
            painter.fillRect(area, theme.base);
            painter.fillRect(area.left(), area.top(), area.width(), 2, theme.highlight);
        }
        int x = area.left() + kPadding;
        const Mark mark = tab(i).mark;
        if (mark != Mark::none) {
            const char* name = mark == Mark::restricted ? "filter" : "warning";
            const QColor color = mark == Mark::restricted ? theme.rangeEdge : theme.warning;
            icon(name, color).paint(&painter, QRect(x, area.center().y() - kIcon / 2 + 1, kIcon, kIcon));
            x += kIcon + kTabGap;
        }
        painter.setPen(theme.text);
        const QString text = tabText(i);
        painter.drawText(QRect(x, area.top(), area.width(), area.height()), Qt::AlignVCenter | Qt::AlignLeft,
                         text);
        x += fontMetrics().horizontalAdvance(text) + kTabGap;
        painter.setPen(mark == Mark::warning ? theme.warning : theme.text3);
        painter.drawText(QRect(x, area.top(), area.width(), area.height()), Qt::AlignVCenter | Qt::AlignLeft,
                         countText(i));
        if (current && hasFocus()) {
            QStyleOptionFocusRect option;
            option.initFrom(this);
            option.rect = area.adjusted(3, 4, -3, -3);
            style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
        }
    }
}

// Where there are none, other ones come, of another capture.
void FlatTabBar::tabRemoved(int index)
{
    QTabBar::tabRemoved(index);
    if (count() == 0)
        m_tabs.clear();
}

BottomTabs::BottomTabs(QWidget* parent)
    : QTabWidget(parent)
    , m_bar(new FlatTabBar(this))
    , m_making(delayed(this, kMakingMs, [this] {
        if (PanePage* const page = nextToMake())
            page->pane();
        if (nextToMake())
            m_making->start();
    }))
{
    setTabBar(m_bar);
    setAccessibleName(m_bar->accessibleName());
    setDocumentMode(true);
}

PanePage* BottomTabs::addPage(const char* name, const QString& title, PanePage::Make make)
{
    auto* const page = new PanePage(name, std::move(make), this);
    addTab(page, title);
    return page;
}

void BottomTabs::makePanes()
{
    while (PanePage* const page = nextToMake())
        page->pane();
}

// Hidden, since each that goes brings another one to the front.
void BottomTabs::removePages()
{
    hide();
    m_making->stop();
    while (count() > 0)
        delete widget(0);
}

QWidget* BottomTabs::currentPane() const
{
    auto* const page = static_cast<PanePage*>(currentWidget());
    return page ? page->pane() : nullptr;
}

PanePage* BottomTabs::nextToMake() const
{
    for (int i = 0; i < count(); ++i) {
        auto* const page = static_cast<PanePage*>(widget(i));
        if (isTabVisible(i) && !page->isMade())
            return page;
    }
    return nullptr;
}

// Panes scroll, and none of them makes the window larger.
QSize BottomTabs::minimumSizeHint() const
{
    return {kLeastPane, m_bar->sizeHint().height() + kLeastPane};
}

// Who sees the tabs is told what they count, and that takes the other panes.
void BottomTabs::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    painter.fillRect(rect(), Theme::of(this).window);
    if (!m_making->isActive() && nextToMake())
        m_making->start();
}

}
