// The connections of the selected slice: who woke it, whom it woke, who spawned it, who held the lock it
// waited for (dashed, from a square).
//
//     paintFlows(painter, theme, scene, session->answer().flows, axis);
#pragma once

#include "widgets/common/theme.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <QPainter>
#include <vector>

namespace traceglass {

// At most 64, and one of those that lie side by side: more would hide what they connect; the rest is told in
// Details. Flows between tracks that are not shown at all are left out.
void paintFlows(QPainter& painter, const Theme& theme, const TimelineScene& scene,
                const std::vector<Flow>& flows, const TimeAxis& logicalAxis);

// That there may be more of them; empty: there are not.
QString flowsLeftOut(const std::vector<Flow>& flows);

}
