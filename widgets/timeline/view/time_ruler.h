// The ruler above the tracks: ticks and their labels, the selected range with its duration, and when what looks wrong
// happened.
//
//     TimeRuler ruler(session);
#pragma once

#include "widgets/session/document_session.h"
#include "widgets/timeline/scene/time_axis.h"

#include <QFontMetrics>
#include <QWidget>

namespace traceglass {

class SessionFindings;

class TimeRuler : public QWidget
{
    Q_OBJECT

public:
    explicit TimeRuler(DocumentSession* session, QWidget* parent = nullptr);

    void setFindings(const SessionFindings* findings); // marked at the lower edge

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    // Paints the range's text and returns the pixels no label may touch.
    std::vector<QRect> paintRange(QPainter& painter, const TimeAxis& axis) const;

    DocumentSession* m_session;
    const SessionFindings* m_findings = nullptr;
    std::int64_t m_dragNs = 0;
};

// --- for everything that shows ticks of one of the session's axes
// Majors far enough apart for their labels, which grow with the decimals of the step.
RulerTicks makeAxisRuler(const DocumentSession& session, std::uint16_t axis, const TimeAxis& pixels,
                         const QFontMetrics& metrics);
// The label of a moment, as the session's time format says; in bytes where the axis is one of positions.
QString tickLabel(const DocumentSession& session, std::int64_t viewNs, std::int64_t stepNs,
                  std::uint16_t axis = 0);
// Where ticks count from, in view time: the axis' own start, or midnight for clock times.
std::int64_t tickOrigin(const DocumentSession& session, std::uint16_t axis = 0);
RulerScale axisScale(const DocumentSession& session, std::uint16_t axis = 0);

}
