// Around a window over which something is held that it would open.
//
//     new DropOutline(window);                             // until it is deleted
#pragma once

#include <QWidget>

namespace traceglass {

class DropOutline : public QWidget
{
public:
    explicit DropOutline(QWidget* window);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* window, QEvent* event) override;
};

}
