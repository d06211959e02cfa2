// All keys of the window at a glance (F1 or ?), over the window; Esc or a click closes it.
//
//     KeysOverlay::showOver(window, commands);
#pragma once

#include "app/viewer/search/field_overlay.h"

#include <vector>

class QScrollArea;

namespace traceglass {

class Commands;

class KeysOverlay : public Overlay
{
    Q_OBJECT

public:
    static KeysOverlay* showOver(QWidget* window, const Commands& commands);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    KeysOverlay(QWidget* window, const Commands& commands);
    void place();
    void arrange(int wanted); // columns

    QScrollArea* m_area = nullptr;
    std::vector<QWidget*> m_groups;
    int m_groupWidth = 0; // of the widest
};

}
