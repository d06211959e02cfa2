#include "app/viewer/later_pane.h"

#include "widgets/common/lay_out.h"

#include <utility>

namespace traceglass {

PanePage::PanePage(const char* name, Make make, QWidget* parent)
    : QWidget(parent)
    , m_make(std::move(make))
{
    setObjectName(QString::fromLatin1(name));
}

QWidget* PanePage::pane()
{
    if (const Make make = std::exchange(m_make, nullptr)) {
        m_pane = make(this);
        m_pane->setObjectName(objectName());
        setFocusProxy(m_pane);
        inColumn({}, 0, {{m_pane, 1}}, this);
        m_pane->setGeometry(rect()); // at once: else it would be shown small first
        m_pane->show();
    }
    return m_pane;
}

void PanePage::showEvent(QShowEvent* event)
{
    pane();
    QWidget::showEvent(event);
}

}
