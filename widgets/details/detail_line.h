// A line of Details: its label, its value, and something quieter behind it. A label that is not whole in its column
// stands above the value. The value is broken where it has no room, and what stands behind gives way, below the value
// when little of it would be left.
#pragma once

#include "widgets/common/elided_label.h"

namespace traceglass {

class DetailLine : public QWidget
{
public:
    // `extra` may be null. `widest`: the widest label of the same section, so that its values stand below
    // each other.
    DetailLine(ElidedLabel* label, QWidget* value, ElidedLabel* extra, int widest, QWidget* parent);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return places(width).height; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Places
    {
        QRect label, value, extra;
        int height = 0;
    };
    Places places(int width) const;

    ElidedLabel* m_label;
    QWidget* m_value;
    ElidedLabel* m_extra;
    int m_widest;
};

// Height of a line without breaks.
int detailRowHeight(const QWidget* widget);

}
