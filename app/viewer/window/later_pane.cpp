#include "app/viewer/window/later_pane.h"

#include <utility>

namespace traceglass {

PanePage::PanePage(const char* name, Make make, QWidget* parent)
    : QScrollArea(parent)
    , m_make(std::move(make))
{
    setObjectName(QString::fromLatin1(name));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
}

QWidget* PanePage::pane()
{
    if (const Make make = std::exchange(m_make, nullptr)) {
        m_pane = make(this);
        m_pane->setObjectName(objectName());
        m_pane->setMinimumWidth(1); // what does not fit is cut
        m_pane->resize(size());     // at once: else it would be shown small first
        setFocusProxy(m_pane);
        setWidget(m_pane);
        m_pane->show();
    }
    return m_pane;
}

void PanePage::showEvent(QShowEvent* event)
{
    pane();
    QScrollArea::showEvent(event);
}

}
