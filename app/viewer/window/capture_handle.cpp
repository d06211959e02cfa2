#include "app/viewer/window/capture_handle.h"

#include "app/viewer/commands/commands.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDrag>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QUrl>

namespace traceglass {

namespace {

constexpr int kHandleSide = 24, kHandleIcon = 16;

}

CaptureHandle::CaptureHandle(const Commands& commands, QWidget* parent)
    : QWidget(parent)
    , m_commands(commands)
{
    keepSize(this, {kHandleSide, kHandleSide});
    setAttribute(Qt::WA_Hover);
    setAccessibleName(tr("The capture as a file"));
    setCursor(Qt::OpenHandCursor);
    setPath({}, false);
}

void CaptureHandle::setPath(const QString& path, bool isFolder)
{
    m_path = path;
    setVisible(!path.isEmpty());
    m_icon = icon(isFolder ? "open-folder" : "open-file");
    update();
    setToolTip(path.isEmpty() ? QString()
                              : tipText(shown(path) + QLatin1Char('\n')
                                        + tr("Drag it to a file manager, a terminal or another program")));
}

QMimeData* CaptureHandle::data() const
{
    auto* const out = new QMimeData;
    out->setUrls({fileUrl(m_path)});
    out->setText(plainPath(m_path));
    return out;
}

void CaptureHandle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (underMouse())
        painter.fillRect(rect(), Theme::of(this).hover);
    const int inset = (width() - grown(kHandleIcon, this)) / 2;
    m_icon.paint(&painter, rect().adjusted(inset, inset, -inset, -inset));
}

void CaptureHandle::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_pressed = event->position().toPoint();
}

void CaptureHandle::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed
        || (event->position().toPoint() - *m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    m_pressed.reset();
    auto* const drag = new QDrag(this);
    drag->setMimeData(data());
    drag->setPixmap(m_icon.pixmap(QSize(kHandleIcon, kHandleIcon), devicePixelRatioF()));
    drag->exec(Qt::CopyAction | Qt::LinkAction, Qt::CopyAction); // never moved: it is open
}

void CaptureHandle::contextMenuEvent(QContextMenuEvent* event)
{
    auto* const menu = passingMenu(this);
    m_commands.fill(menu, {"file.copyPath", "file.location"});
    menu->popup(event->globalPos());
}

}
