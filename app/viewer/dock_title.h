// The title of a dock: its name in bold, float and close. 26 pixels, no frame.
//
//     dock->setTitleBarWidget(new DockTitle(dock));
#pragma once

#include <QDockWidget>

namespace traceglass {

class DockTitle : public QWidget
{
public:
    explicit DockTitle(QDockWidget* dock);

protected:
    void paintEvent(QPaintEvent* event) override;
};

}
