// The durations of a row of statistics as bars on a logarithmic axis, four an octave. Bars are chosen by
// dragging over them or by the arrow keys, and stand for the slices of these durations.
//
//     view->setBars(stats::bars(histogram), marks);        // and, as a line, the share of others in each bar
//     connect(view, &HistogramView::chosenChanged, ...);   // chosen(): the durations
#pragma once

#include "core/stats/histogram.h"
#include "widgets/common/copying.h"

#include <QWidget>
#include <functional>
#include <optional>

namespace traceglass {

class Speech;

class HistogramView : public QWidget, public CopySource
{
    Q_OBJECT

public:
    struct Mark // where a percentile lies, or the slice that is selected
    {
        QString text;
        std::int64_t ns = 0;
        bool isSelected = false;
    };

    explicit HistogramView(QWidget* parent = nullptr);

    // `line`: how many of others lie in each of the bars, or none. Each is drawn as a share of its own number.
    void setBars(std::vector<stats::HistogramBar> bars, std::vector<Mark> marks, const QColor& color,
                 std::vector<std::uint64_t> line = {});
    const std::vector<std::uint64_t>& line() const { return m_line; }
    // How durations are told; of an order so many ns are a step, of which the axis has whole ones.
    void setDurationText(std::function<QString(std::int64_t)> text, std::int64_t stepNs = 1);
    const std::vector<Mark>& marks() const { return m_marks; }
    // 1, 2, 5, 10, 20, 50 ... of what there are bars for; multiples of such a number where that gives too few. Those that
    // are to be told first come first.
    std::vector<std::int64_t> roundDurations() const;
    // What is chosen: durations from ... to before, and how many there are; nothing: no bar.
    std::optional<TimeRange> chosen() const;
    const std::vector<stats::HistogramBar>& bars() const { return m_bars; }
    std::uint64_t chosenCount() const;
    void clearChosen() { choose(-1, -1); }
    void giveTable(const Done& done) override; // durations from, to, and how many: a bar a line

    QSize sizeHint() const override { return {320, 160}; }
    QSize minimumSizeHint() const override;

signals:
    void chosenChanged();
    void entered(bool withControl); // Enter: search what is chosen, with Ctrl: filter by it

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRect plot() const;
    int barAt(int x) const;
    qreal left(qreal bar) const; // in pixels
    qreal place(std::int64_t ns) const;
    void choose(int from, int to);
    QString textOf(std::size_t bar) const;
    QString chosenWords() const;
    void paintLine(QPainter& painter, double most) const;
    void paintAxis(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintSides(QPainter& painter) const;

    Speech* m_speech;
    std::vector<stats::HistogramBar> m_bars;
    std::vector<std::uint64_t> m_line;
    std::vector<Mark> m_marks;
    QColor m_color;
    std::function<QString(std::int64_t)> m_text;
    std::int64_t m_stepNs = 1;
    int m_from = -1; // the bar where choosing began; -1: none is chosen
    int m_to = -1;
};

}
