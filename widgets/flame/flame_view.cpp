#include "widgets/flame/flame_view.h"

#include "core/base/text.h"
#include "widgets/common/accessible.h"
#include "widgets/common/core_text.h"
#include "widgets/common/focus_outline.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QImage>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kMargin = 8;        // at both sides
constexpr int kNameInset = 4;     // of labels
constexpr int kLeastLabel = 24;   // narrower rectangles have none
constexpr int kLeastOutlined = 4; // where contrast is high
constexpr int kPlain = 100;       // instead of the index of a colour

// Without the package, whose parts begin with small letters: class and method are what tells frames apart.
QString shortName(const QString& name)
{
    for (qsizetype part = 0; part >= 0 && part < name.size();) {
        if (name[part].isUpper())
            return name.mid(part);
        const qsizetype dot = name.indexOf(QLatin1Char('.'), part);
        part = dot < 0 ? -1 : dot + 1;
    }
    return name;
}

}

FlameView::FlameView(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    m_speech = new Speech(this, QAccessible::Chart, [this] { return selectedWords(); });
    setLayoutDirection(Qt::LeftToRight); // in every language
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Flame graph"));
    measure();
}

// --- what is shown

std::uint32_t FlameView::sameNode(const FlameGraph& other, std::uint32_t node) const
{
    if (!m_graph || node >= m_graph->size() || m_graph->inverted() != other.inverted() || other.empty())
        return FlameGraph::kNone;
    std::vector<std::string_view> way;
    for (std::uint32_t i = node; i != FlameGraph::kRoot; i = m_graph->at(i).parent)
        way.push_back(m_graph->name(i));
    std::uint32_t at = FlameGraph::kRoot;
    for (auto name = way.rbegin(); name != way.rend(); ++name) {
        const FlameGraph::FlameNode& parent = other.at(at);
        const std::uint32_t end = parent.firstChild + parent.childCount;
        at = parent.firstChild;
        while (at < end && other.name(at) != *name)
            ++at;
        if (at == end)
            return FlameGraph::kNone;
    }
    return at;
}

void FlameView::setTimeUnit(TimeUnit unit)
{
    m_timeUnit = unit;
    viewport()->update();
}

void FlameView::setGraph(FlameGraphPtr graph, bool withLines, bool ofSamples)
{
    if (graph && graph->empty())
        graph = nullptr;
    const std::uint32_t zoom = graph ? sameNode(*graph, m_zoom) : FlameGraph::kNone;
    const std::uint32_t chosen = graph ? sameNode(*graph, m_selected) : FlameGraph::kNone;
    m_graph = std::move(graph);
    m_withLines = withLines;
    m_isOfSamples = ofSamples;
    const std::size_t names = m_graph ? m_graph->sums()->nameCount() : 0;
    m_colors.assign(names, -1);
    m_names.assign(names, {});
    m_highlighted.clear();
    m_zoomedBefore.clear();
    m_hover = FlameGraph::kNone;
    m_zoom = zoom == FlameGraph::kNone ? FlameGraph::kRoot : zoom;
    m_selected = FlameGraph::kNone;
    measure();
    emit zoomChanged();
    select(chosen);
    if (chosen == FlameGraph::kNone) // else select() has said it
        emit selected(m_selected);
}

void FlameView::setEmptyText(const QString& text)
{
    m_emptyText = text;
    m_speech->tell();
    viewport()->update();
}

void FlameView::setHighlighted(std::vector<bool> names)
{
    m_highlighted = std::move(names);
    viewport()->update();
}

void FlameView::selectHighlighted(bool forward)
{
    const auto count = static_cast<std::uint32_t>(m_highlighted.empty() || !m_graph ? 0 : m_graph->size());
    std::uint32_t node = m_selected != FlameGraph::kNone ? m_selected : forward ? count - 1 : 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        node = forward ? (node + 1) % count : (node + count - 1) % count;
        if (m_highlighted[m_graph->at(node).name]) {
            select(node);
            return;
        }
    }
}

void FlameView::setRootBelow(bool below)
{
    if (m_rootBelow == below)
        return;
    m_rootBelow = below;
    measure();
    verticalScrollBar()->setValue(below ? verticalScrollBar()->maximum() : 0);
}

void FlameView::select(std::uint32_t node)
{
    if (m_graph && node != FlameGraph::kNone) {
        if (!isShown(node)) { // what the zoom hides
            m_zoomedBefore.clear();
            setZoom(FlameGraph::kRoot);
        }
        const int top = rowTop(m_graph->depthOf(node));
        QScrollBar* const bar = verticalScrollBar();
        if (top < 0)
            bar->setValue(bar->value() + top);
        else if (top + m_rowHeight > viewport()->height())
            bar->setValue(bar->value() + top + m_rowHeight - viewport()->height());
    }
    if (node == m_selected)
        return;
    m_selected = node;
    m_speech->tell();
    viewport()->update();
    emit selected(node);
}

QString FlameView::selectedWords() const
{
    return m_graph && m_selected != FlameGraph::kNone ? describe(m_selected)
        : m_graph                                     ? QString()
                                                      : m_emptyText;
}

// --- zoom

void FlameView::setZoom(std::uint32_t node)
{
    m_zoom = node;
    measure();
    viewport()->update();
    emit zoomChanged();
}

void FlameView::zoomTo(std::uint32_t node)
{
    if (!m_graph || node >= m_graph->size() || node == m_zoom)
        return;
    m_zoomedBefore.push_back(m_zoom);
    setZoom(node);
}

void FlameView::zoomOut()
{
    if (m_zoomedBefore.empty()) {
        resetZoom();
        return;
    }
    const std::uint32_t before = m_zoomedBefore.back();
    m_zoomedBefore.pop_back();
    setZoom(before);
}

void FlameView::resetZoom()
{
    m_zoomedBefore.clear();
    if (m_zoom != FlameGraph::kRoot)
        setZoom(FlameGraph::kRoot);
    verticalScrollBar()->setValue(m_rootBelow ? verticalScrollBar()->maximum() : 0);
}

// --- places

void FlameView::measure()
{
    m_labels.setFont(smallerFont(font(), 2), devicePixelRatioF());
    m_rowHeight = std::max(metrics::kTableRow, m_labels.height() + 3);
    m_shownDepth = 0;
    if (m_graph) {
        const FlameGraph::FlameNode& zoom = m_graph->at(m_zoom);
        m_shownDepth = m_graph->depthOf(m_zoom) + 1;
        while (m_shownDepth < m_graph->depth()) {
            // The heaviest stack need not be the deepest: any node of the row that lies within counts.
            const std::uint32_t first = m_graph->firstEndingBehind(m_shownDepth, zoom.begin);
            if (first == FlameGraph::kNone || m_graph->at(first).begin >= zoom.end())
                break;
            ++m_shownDepth;
        }
    }
    const int all = static_cast<int>(m_shownDepth) * m_rowHeight + 2 * kMargin;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(m_rowHeight);
    verticalScrollBar()->setRange(0, std::max(0, all - viewport()->height()));
}

bool FlameView::isShown(std::uint32_t node) const
{
    return m_graph->isWithin(node, m_zoom) || m_graph->isWithin(m_zoom, node);
}

int FlameView::rowTop(std::uint32_t depth) const
{
    const int row = static_cast<int>(depth);
    const int scrolled = verticalScrollBar()->value();
    if (!m_rootBelow)
        return kMargin + row * m_rowHeight - scrolled;
    const int all =
        std::max(static_cast<int>(m_shownDepth) * m_rowHeight + 2 * kMargin, viewport()->height());
    return all - kMargin - (row + 1) * m_rowHeight - scrolled;
}

FlameView::Span FlameView::pixels(const FlameGraph::FlameNode& node) const
{
    const int width = std::max(1, viewport()->width() - 2 * kMargin);
    const FlameGraph::FlameNode& zoom = m_graph->at(m_zoom);
    const auto x = [&](std::uint64_t place) {
        if (place <= zoom.begin)
            return 0;
        const double share = static_cast<double>(place - zoom.begin) / static_cast<double>(zoom.total);
        return static_cast<int>(std::min(share, 1.0) * width);
    };
    const int left = x(node.begin);
    return {kMargin + left, kMargin + std::max(left + 1, x(node.end()) - 1)};
}

std::uint64_t FlameView::placeAt(int x) const
{
    const int width = std::max(1, viewport()->width() - 2 * kMargin);
    const FlameGraph::FlameNode& zoom = m_graph->at(m_zoom);
    const double share = std::clamp(static_cast<double>(x - kMargin) / width, 0.0, 1.0);
    const auto within = static_cast<std::uint64_t>(share * static_cast<double>(zoom.total));
    return zoom.begin + std::min(within, zoom.total);
}

std::uint32_t FlameView::nodeAt(QPoint position) const
{
    if (!m_graph || position.x() < kMargin || position.x() >= viewport()->width() - kMargin)
        return FlameGraph::kNone;
    const int fromFirst = m_rootBelow ? rowTop(0) + m_rowHeight - 1 - position.y() : position.y() - rowTop(0);
    if (fromFirst < 0 || fromFirst / m_rowHeight >= static_cast<int>(m_shownDepth))
        return FlameGraph::kNone;
    const auto depth = static_cast<std::uint32_t>(fromFirst / m_rowHeight);
    const FlameGraph::FlameNode& zoom = m_graph->at(m_zoom);
    // A pixel belongs to the first node that is painted there.
    const std::uint32_t node = m_graph->firstEndingBehind(
        depth, depth <= m_graph->depthOf(m_zoom) ? zoom.begin : placeAt(position.x()));
    if (node == FlameGraph::kNone || !isShown(node))
        return FlameGraph::kNone;
    const Span span = pixels(m_graph->at(node));
    return position.x() >= span.left && position.x() <= span.right ? node : FlameGraph::kNone;
}

QRect FlameView::rectOf(std::uint32_t node) const
{
    if (!m_graph || node >= m_graph->size() || !isShown(node))
        return {};
    const Span span = pixels(m_graph->at(node));
    return {span.left, rowTop(m_graph->depthOf(node)), span.right - span.left, m_rowHeight - 1};
}

// --- painting

int FlameView::colorIndex(std::uint32_t name) const
{
    std::int8_t& known = m_colors[name];
    if (known < 0) {
        const std::string_view text = m_graph->sums()->name(name);
        const bool plain = name == 0 || text == StackSums::kNotRecorded; // the root, and what is no frame
        known = static_cast<std::int8_t>(plain ? kPlain : nameColorIndex(text));
    }
    return known;
}

void FlameView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    paintGraph(painter);
    if (hasFocus())
        paintFocusOutline(painter, *viewport(), viewport()->rect());
}

void FlameView::paintGraph(QPainter& painter)
{
    painter.setLayoutDirection(layoutDirection());
    const Theme& theme = Theme::of(this);
    painter.fillRect(viewport()->rect(), theme.base);
    m_labels.setFont(smallerFont(font(), 2), devicePixelRatioF());
    if (!m_graph) {
        painter.setPen(theme.text2);
        painter.drawText(viewport()->rect().adjusted(12, 12, -12, -12), Qt::TextWordWrap, m_emptyText);
        return;
    }
    for (std::uint32_t depth = 0; depth < m_shownDepth; ++depth) {
        const int top = rowTop(depth);
        if (top < viewport()->height() && top + m_rowHeight > 0)
            paintRow(painter, depth);
    }
    if (m_hover != FlameGraph::kNone && m_hover != m_selected) {
        painter.setPen(theme.text);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rectOf(m_hover).adjusted(0, 0, -1, -1));
    }
    if (m_selected != FlameGraph::kNone)
        paintOutline(painter, m_selected);
}

// As in the timeline: at most one rectangle a pixel, and a search instead of a walk over what shares one.
void FlameView::paintRow(QPainter& painter, std::uint32_t depth)
{
    const Theme& theme = Theme::of(this);
    const FlameGraph::FlameNode& zoom = m_graph->at(m_zoom);
    const int top = rowTop(depth);
    QImage columns(viewport()->width(), 1, QImage::Format_ARGB32_Premultiplied); // drawn in one go
    columns.fill(Qt::transparent);
    bool anyColumn = false;
    std::uint64_t place = zoom.begin;
    const std::uint32_t end = m_graph->rowEnd(depth);
    for (std::uint32_t node = m_graph->firstEndingBehind(depth, place); node < end;) {
        const FlameGraph::FlameNode& at = m_graph->at(node);
        if (at.begin >= zoom.end())
            break;
        const Span span = pixels(at);
        if (span.right - span.left > 1) {
            paintNode(painter, node, {span.left, top, span.right - span.left, m_rowHeight - 1});
            ++node;
            continue;
        }
        if (columns.rect().contains(span.left, 0))
            columns.setPixel(span.left, 0, colorsOf(theme, node).fill.rgb());
        anyColumn = true;
        place = std::max(placeAt(span.right), at.end());
        if (place >= zoom.end())
            break;
        node = m_graph->firstEndingBehind(depth, place, node);
    }
    if (anyColumn)
        painter.drawImage(QRect(0, top, columns.width(), m_rowHeight - 1), columns);
}

FlameView::Colors FlameView::colorsOf(const Theme& theme, std::uint32_t node) const
{
    const std::uint32_t name = m_graph->at(node).name;
    const int index = colorIndex(name);
    const bool plain = index == kPlain;
    Colors out {plain ? theme.head : theme.nameColor(index),
                plain ? theme.text2 : theme.nameLabelColor(index)};
    if (!m_highlighted.empty() && !m_highlighted[name])
        out = {plain ? out.fill : blended(theme.base, out.fill, 20), theme.text2};
    else if (node != m_zoom && m_graph->isWithin(m_zoom, node)) // what the zoom leaves out goes on beside it
        out = {plain ? out.fill : blended(theme.base, out.fill, 50), theme.text};
    return out;
}

void FlameView::paintNode(QPainter& painter, std::uint32_t node, const QRect& area)
{
    const Colors colors = colorsOf(Theme::of(this), node);
    painter.fillRect(area, colors.fill);
    if (Theme::of(this).highContrast && area.width() >= kLeastOutlined) {
        painter.setPen(Theme::of(this).flow);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area.adjusted(0, 0, -1, -1));
    }
    if (area.width() < kLeastLabel)
        return;
    const QString text = nameOf(node);
    const int room = area.width() - 2 * kNameInset;
    QString fitted = m_labels.fitted(text, room, LabelCache::Cut::never);
    if (fitted.isEmpty())
        fitted = m_labels.fitted(shortName(text), room, LabelCache::Cut::right);
    m_labels.draw(painter, fitted, area.left() + kNameInset,
                  area.top() + (area.height() - m_labels.height()) / 2.0, colors.label);
}

void FlameView::paintOutline(QPainter& painter, std::uint32_t node)
{
    const QRect area = rectOf(node);
    if (area.isEmpty())
        return;
    const Theme& theme = Theme::of(this);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.flow, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(area);
    if (area.width() > 6) {
        painter.setPen(theme.base);
        painter.drawRect(area.adjusted(2, 2, -3, -3));
    }
}

// --- words

QString FlameView::nameOf(std::uint32_t node) const
{
    if (node == FlameGraph::kRoot)
        return tr("all · %1").arg(weightText(m_graph->total()));
    QString& known = m_names[m_graph->at(node).name];
    if (known.isNull())
        known = fromUtf8(m_graph->name(node));
    return known;
}

QString FlameView::weightText(std::uint64_t weight) const
{
    switch (m_graph->weight()) {
    case FlameWeight::duration: return fromUtf8(durationText(static_cast<std::int64_t>(weight), m_timeUnit));
    case FlameWeight::bytes: return fromUtf8(sizeText(weight));
    default:
        return m_isOfSamples ? countedText(weight, "sample", "samples")
                             : countedText(weight, "event", "events");
    }
}

QString FlameView::percentText(std::uint64_t part, std::uint64_t whole)
{
    if (whole == 0)
        return {};
    const double share = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    if (part > 0 && share < 0.05)
        return tr("< 0.1 %");
    return tr("%1 %").arg(share, 0, 'f', 1);
}

QString FlameView::shareText(std::uint64_t weight) const
{
    return percentText(weight, m_graph->total());
}

QString FlameView::amountText(std::uint64_t weight) const
{
    return tr("%1, %2").arg(weightText(weight), shareText(weight));
}

QString FlameView::lineText(std::uint32_t node) const
{
    if (!m_withLines || node == FlameGraph::kRoot || m_graph->name(node) == StackSums::kNotRecorded)
        return {};
    const LineSpan& lines = m_graph->at(node).lines;
    if (!lines.known())
        return tr("line numbers were not recorded");
    return lines.first == lines.last ? tr("line %1").arg(lines.first)
                                     : tr("lines %1 to %2").arg(lines.first).arg(lines.last);
}

QString FlameView::describe(std::uint32_t node) const
{
    const FlameGraph::FlameNode& at = m_graph->at(node);
    QStringList parts {nameOf(node)};
    if (node != FlameGraph::kRoot)
        parts << amountText(at.total);
    if (!m_graph->inverted() && node != FlameGraph::kRoot)
        parts << tr("self %1").arg(amountText(at.self));
    if (const QString lines = lineText(node); !lines.isEmpty())
        parts << lines;
    return parts.join(QStringLiteral(" · "));
}

}
