// The ruler above the tracks: ticks and their labels, and the selected range with its duration.
//
//     TimeRuler ruler(session);
#pragma once

#include "widgets/session/document_session.h"
#include "widgets/timeline/time_axis.h"

#include <QWidget>

namespace traceglass {

class TimeRuler : public QWidget
{
    Q_OBJECT

public:
    explicit TimeRuler(DocumentSession* session, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    // Paints the range's text and returns the pixels no label may touch.
    QRect paintRange(QPainter& painter, const TimeAxis& axis) const;
    void updateHeight();

    DocumentSession* m_session;
    std::int64_t m_dragNs = 0;
};

// The label of a moment on a ruler with a step, as the session's time format says.
QString tickLabel(const DocumentSession& session, std::int64_t timeNs, std::int64_t stepNs);
// Where ticks count from: the capture's start, or midnight for clock times.
std::int64_t tickOrigin(const DocumentSession& session);

}
