// Stands for the open capture: it can be dragged to a file manager, a terminal or any program that opens files.
//
//     handle->setPath(path, isFolder);                   // empty: there is no file
#pragma once

#include <QIcon>
#include <QPoint>
#include <QWidget>
#include <optional>

class QMimeData;

namespace traceglass {

class Commands;

class CaptureHandle : public QWidget
{
    Q_OBJECT

public:
    CaptureHandle(const Commands& commands, QWidget* parent);

    void setPath(const QString& path, bool isFolder);
    QMimeData* data() const; // its URL, and its path as text; of whoever asked

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent*) override { m_pressed.reset(); }
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const Commands& m_commands;
    QString m_path;
    QIcon m_icon;
    std::optional<QPoint> m_pressed;
};

}
