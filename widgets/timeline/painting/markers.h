// Signs and texts at moments, and the room they leave each other on a line.
//
//     Occupied occupied(width);
//     occupied.take(x - 6, x + 7);
//     if (occupied.isFree(left, right)) ...
//     drawSign(painter, SignShape::diamond, center, color, true);
#pragma once

#include <QColor>
#include <QPainter>
#include <QPointF>
#include <cstdint>
#include <vector>

namespace traceglass {

enum class SignShape { diamond, triangle, square, disc };

// `filled` false: an outline only, for moments that are estimates. The painter antialiases.
void drawSign(QPainter& painter, SignShape marker, const QPointF& center, const QColor& color,
              bool filled = true);

// Which pixels of a line are taken.
class Occupied
{
public:
    explicit Occupied(int width);

    bool isFree(int from, int to) const; // false when it reaches outside
    void take(int from, int to);

private:
    std::vector<std::uint8_t> m_taken;
};

}
