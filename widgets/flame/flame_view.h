// Paints a flame graph: one rectangle a frame, as wide as it weighs, callers above what they called (or
// below, turned over). One frame of it and what lies below can be looked at alone: that is zooming.
//
//     auto* view = new FlameView(parent);
//     view->setGraph(graph);                                    // null: the empty text is shown
//     connect(view, &FlameView::selected, ...);                 // a node, FlameGraph::kNone
//
// Arrow keys walk, Enter and a double click zoom in, Esc and Backspace zoom out step by step, Home shows
// everything, N and Shift+N ask for the next and previous sample of the selected frame.
#pragma once

#include "core/base/time_text.h"
#include "core/timeline/flame_graph.h"
#include "widgets/timeline/painting/label_cache.h"

#include <QAbstractScrollArea>
#include <memory>
#include <vector>

namespace traceglass {

class Speech;
struct Theme;
using FlameGraphPtr = std::shared_ptr<const FlameGraph>;

class FlameView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit FlameView(QWidget* parent = nullptr);

    // Keeps zoom and selection where the new graph has the same frames.
    // `ofSamples`: of what was taken now and then, not of all that happened.
    void setGraph(FlameGraphPtr graph, bool withLines = true, bool ofSamples = true);
    const FlameGraphPtr& graph() const { return m_graph; }
    void setEmptyText(const QString& text);
    const QString& emptyText() const { return m_emptyText; }
    void setTimeUnit(TimeUnit unit);
    void setHighlighted(std::vector<bool> names); // by name of the sums; empty: no search
    void selectHighlighted(bool forward);         // the next or previous of them, row by row, around the ends
    void setRootBelow(bool below);
    bool rootBelow() const { return m_rootBelow; }

    std::uint32_t selectedNode() const { return m_selected; }
    void select(std::uint32_t node); // scrolls it into view
    std::uint32_t zoomedNode() const { return m_zoom; }
    void zoomTo(std::uint32_t node); // kNone: stays
    void zoomOut();
    void resetZoom();
    bool isZoomed() const { return m_zoom != FlameGraph::kRoot; }

    std::uint32_t nodeAt(QPoint position) const; // kNone: nothing is there
    QRect rectOf(std::uint32_t node) const;      // in the viewport; empty when it is not shown at this zoom

    QString nameOf(std::uint32_t node) const;
    QString weightText(std::uint64_t weight) const; // "1,234 samples", "12.3 ms", "4.1 MB"
    QString shareText(std::uint64_t weight) const;  // of everything: "12.3 %"
    QString lineText(std::uint32_t node) const;     // "line 12", "lines 12 to 40", that none was recorded
    QString describe(std::uint32_t node) const;     // in one line
    static QString percentText(std::uint64_t part, std::uint64_t whole);

signals:
    void selected(std::uint32_t node);
    void zoomChanged();
    void sampleWanted(bool forward);
    void searchWanted();

protected:
    bool viewportEvent(QEvent* event) override; // tooltips
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Span // of pixels
    {
        int left, right;
    };
    struct Colors
    {
        QColor fill, label;
    };

    bool isShown(std::uint32_t node) const; // at this zoom
    int rowTop(std::uint32_t depth) const;
    Span pixels(const FlameGraph::FlameNode& node) const;
    std::uint64_t placeAt(int x) const;
    void measure(); // rows, scroll bar
    void setZoom(std::uint32_t node);
    void setHover(std::uint32_t node);
    Colors colorsOf(const Theme& theme, std::uint32_t node) const;
    void paintGraph(QPainter& painter);
    void paintRow(QPainter& painter, std::uint32_t depth);
    void paintNode(QPainter& painter, std::uint32_t node, const QRect& area);
    void paintOutline(QPainter& painter, std::uint32_t node);
    int colorIndex(std::uint32_t name) const;
    std::uint32_t sameNode(const FlameGraph& other, std::uint32_t node) const;
    QString amountText(std::uint64_t weight) const; // and its share
    QString tooltip(std::uint32_t node) const;
    QString selectedWords() const;
    void walk(int key);

    Speech* m_speech;
    FlameGraphPtr m_graph;
    bool m_withLines = true;
    bool m_isOfSamples = true;
    TimeUnit m_timeUnit = TimeUnit::automatic;
    bool m_rootBelow = false;
    QString m_emptyText;
    std::vector<bool> m_highlighted;
    mutable std::vector<std::int8_t> m_colors; // by name; -1: not known yet
    mutable std::vector<QString> m_names;      // by name; null: not asked for yet
    std::uint32_t m_zoom = FlameGraph::kRoot;
    std::vector<std::uint32_t> m_zoomedBefore;
    std::uint32_t m_selected = FlameGraph::kNone;
    std::uint32_t m_hover = FlameGraph::kNone;
    std::uint32_t m_shownDepth = 0;
    int m_rowHeight = 18;
    LabelCache m_labels;
};

}
