// The capture as a row of cells, one for each block it is made of, the damaged ones hatched, what is lost
// filled, and what nobody has looked at pale: where the trouble is at a glance.
//
//     asker->ask(kDamage, Priority::background, ask::Damage {},
//                [map](ask::Damage::Answer damage) { map->setDamage(std::move(damage)); });
#pragma once

#include "core/ask/questions.h"

#include <QString>
#include <QWidget>
#include <vector>

namespace traceglass {

class DamageMap : public QWidget
{
    Q_OBJECT

public:
    explicit DamageMap(QWidget* parent = nullptr);

    void setDamage(ask::Damage::Answer damage);
    // Frames the cell of the first of these places whose source is on the map.
    void setCurrent(std::vector<ByteRange> places);
    QString summary() const; // "62 Units, 61 good, 1 with problems"
    bool mayLearn() const;   // some cells are not looked at, and few enough to ask again soon
    std::size_t cellCount() const { return m_damage.cells.size(); }
    std::size_t damagedCount() const; // cells with a warning or an error, or lost
    std::optional<std::size_t> current() const { return m_current; }
    QRect cellRect(std::size_t cell) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

signals:
    void nodeChosen(const traceglass::NodeId& id);
    void bytesChosen(const traceglass::ByteRange& bytes); // that no block owns

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    void findCurrent();
    std::optional<std::size_t> cellAt(const QPoint& position) const;
    void paintCells(QPainter& painter) const;
    void paintNumbers(QPainter& painter) const;

    int m_top = 0; // of the cells
    ask::Damage::Answer m_damage;
    std::vector<ByteRange> m_places; // what was to be framed
    std::optional<std::size_t> m_current;
};

}
