// How serious a finding is, as a shape, a word and a colour: a triangle is high, a disc medium, a ring low.
//
//     drawFinding(painter, middle, finding.severity, findingColor(Theme::of(this), finding.severity));
#pragma once

#include "core/model/findings.h"
#include "widgets/common/theme.h"

#include <QIcon>
#include <QPointF>

class QPainter;

namespace traceglass {

constexpr int kFindingSize = 9; // of the shape, in pixels

QColor findingColor(const Theme& theme, FindingSeverity severity);
void drawFinding(QPainter& painter, const QPointF& middle, FindingSeverity severity, const QColor& color);
QIcon findingIcon(FindingSeverity severity, const QColor& color);
QString findingWord(FindingSeverity severity); // "high"

}
