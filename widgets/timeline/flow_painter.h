// The connections of the selected slice: who woke it, whom it woke, who spawned it, who held the lock it
// waited for (dashed, from a square). Placing is apart from painting.
//
//     const auto lines = placeFlows(scene, session->answer().flows, axis);
//     paintFlows(painter, theme, lines);
#pragma once

#include "widgets/common/theme.h"
#include "widgets/timeline/time_axis.h"
#include "widgets/timeline/timeline_scene.h"

#include <QPainter>
#include <vector>

namespace traceglass {

// More would hide what they connect; the rest is told in Details.
constexpr std::size_t kFlowsDrawn = 64;

struct FlowLine
{
    enum class Way { // where an end lies that is not in the viewport
        inside,
        above,
        below,
        left,
        right,
    };
    QPointF from; // logical pixels of the viewport, ends outside moved to its edge
    QPointF to;
    Way fromWay = Way::inside;
    Way toWay = Way::inside;
    QString fromName; // of the track, written at an end outside
    QString toName;
    Flow::Kind kind = Flow::Kind::wake;
    bool approximate = false; // dotted

    bool sameInstant() const { return std::abs(from.x() - to.x()) < 1; }
};

// Flows between tracks that are not shown at all are left out.
std::vector<FlowLine> placeFlows(const TimelineScene& scene, const std::vector<Flow>& flows,
                                 const TimeAxis& logicalAxis);

void paintFlows(QPainter& painter, const Theme& theme, const std::vector<FlowLine>& lines);

}
