// A table of statistics on the screen: numbers that stand for a slice lead to it, by a click or by Enter, and one column
// may show its numbers as pictures, shares as bars and what is counted as strips.
//
//     auto* view = new StatView(session);
//     view->stats()->setTable(table, rows);
//     view->setTimeline(timeline);                 // whose tracks the table means
//     view->setPictured("share");
#pragma once

#include "widgets/models/row_view.h"
#include "widgets/statistics/statistics_model.h"

namespace traceglass {

class StatView : public RowView
{
    Q_OBJECT

public:
    explicit StatView(DocumentSession* session, QWidget* parent = nullptr);

    StatisticsModel* stats() const { return m_stats; }
    void setTimeline(TimelinePtr timeline) { m_timeline = std::move(timeline); }
    const TimelinePtr& timeline() const { return m_timeline; } // null: none yet
    void setPictured(std::string column) { m_pictured = std::move(column); }

    void goTo(const StatPlace& place);
    // The slice a point stands for: that of the cell, or of the part of a strip. Nothing: none.
    std::optional<StatPlace> placeAt(const QPoint& at) const;
    QString tipAt(const QPoint& at) const; // of a part of a strip; empty: there is none
    std::vector<std::size_t> tableColumns() const; // that are shown, without its key, from left to right
    void copy();
    void giveTable(const Done& done) override; // CSV as `tglass export` writes it

    bool isPictured(int column) const;
    int widthWithPicture() const;               // that such a column should have at least
    QRect pictureRect(const QRect& cell) const; // beside the number; empty: no room
    void drawPicture(QPainter& painter, const QModelIndex& cell, const QRect& room, bool isStrong) const;

signals:
    void copied(const QString& what);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

    DocumentSession* m_session;

private:
    QByteArray asCsv() const;
    const StatStrip* stripOf(const QModelIndex& cell) const; // null: none
    const StatStrip::Counted* partAt(const QPoint& at) const;
    std::optional<Slice> sliceOf(const StatPlace& place) const;
    void drawStrip(QPainter& painter, const StatStrip& strip, const QRect& room) const;

    StatisticsModel* m_stats;
    TimelinePtr m_timeline;
    std::string m_pictured;
};

}
