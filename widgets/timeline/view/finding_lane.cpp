#include "widgets/timeline/view/finding_lane.h"

#include "widgets/common/accessible.h"
#include "widgets/common/finding_shape.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <limits>

namespace traceglass {

namespace {

constexpr int kLaneHeight = 13;
constexpr int kFindingLine = 3;
constexpr int kReach = kFindingSize / 2 + 1; // of a shape on either side of where it stands

// What is about nearly all of the capture would hide the others: its line is a thin one.
bool isAboutAll(const TimeRange& range, const TimeRange& capture)
{
    return range.lengthNs() / 9 >= capture.lengthNs() / 10;
}

void paintFinding(QPainter& painter, const Finding& finding, const TimeAxis& axis, const TimeRange& capture,
                  int middle, const Theme& theme)
{
    const QColor color = findingColor(theme, finding.severity);
    int shapesEnd = std::numeric_limits<int>::min();
    for (const TimeRange& range : finding.when) {
        const int left = axis.pixel(range.startNs);
        const int right = std::max(left + 1, axis.pixel(range.endNs));
        if (right < 0 || left >= axis.width)
            continue;
        const int from = std::max(left, 0);
        const int thick = isAboutAll(range, capture) ? 1 : kFindingLine;
        const QRect line(from, middle - thick / 2, std::min(right, axis.width) - from, thick);
        painter.fillRect(line, color);
        if (left < 0 || left - kReach <= shapesEnd)
            continue;
        drawFinding(painter, QPointF(std::max(left, kReach), middle + 0.5), finding.severity, color);
        shapesEnd = std::max(left, kReach) + kReach;
    }
}

}

void paintFindings(QPainter& painter, const SessionFindings& findings, const TimeAxis& axis, int middle,
                   const Theme& theme)
{
    if (!findings.isKnown())
        return;
    const Finding* const current = findings.current(); // perhaps one that is muted, which is not painted
    const Finding* above = nullptr;
    const TimeRange& capture = findings.timeline()->range;
    for (std::size_t i = findings.found().size(); i > 0; --i) {
        const Finding& each = findings.found()[i - 1];
        if (&each == current)
            above = &each;
        else
            paintFinding(painter, each, axis, capture, middle, theme);
    }
    if (above)
        paintFinding(painter, *above, axis, capture, middle, theme);
}

FindingLane::FindingLane(TimelineScene* scene, QWidget* parent)
    : QWidget(parent)
    , m_scene(*scene)
{
    new Speech(this, QAccessible::Graphic);
    setAccessibleName(tr("Findings over the whole capture"));
    followFont(this, [this] { setFixedHeight(neededHeight()); });
    setCursor(Qt::PointingHandCursor);
    hide();
}

// Of the text beside it, too.
int FindingLane::neededHeight() const
{
    return std::max(grown(kLaneHeight, this), QFontMetrics(smallerFont(font(), 2)).height());
}

void FindingLane::setFindings(SessionFindings* findings)
{
    m_findings = findings;
    connect(findings, &SessionFindings::changed, this, &FindingLane::follow);
    connect(findings, &SessionFindings::currentChanged, this, qOverload<>(&QWidget::update));
    follow();
}

void FindingLane::setRoom(bool room)
{
    m_hasRoom = room;
    follow();
}

void FindingLane::follow()
{
    const bool any = m_findings
        && std::ranges::any_of(m_findings->found(), [](const Finding& each) { return !each.when.empty(); });
    setVisible(any && m_hasRoom);
    update();
}

void FindingLane::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    painter.fillRect(rect(), theme.base);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
    paintFindings(painter, *m_findings, axis(), height() / 2, theme);
}

std::vector<const Finding*> FindingLane::findingsAt(int x) const
{
    const TimeAxis pixels = axis();
    std::vector<const Finding*> out;
    for (const Finding& each : m_findings->found()) {
        const auto isThere = [&](const TimeRange& range) {
            return x >= pixels.pixel(range.startNs) - kReach && x <= pixels.pixel(range.endNs) + kReach;
        };
        if (std::ranges::any_of(each.when, isThere))
            out.push_back(&each);
    }
    return out;
}

// To the piece of evidence that begins nearest to where it was clicked.
void FindingLane::mousePressEvent(QMouseEvent* event)
{
    const int x = int(event->position().x());
    const auto there = findingsAt(x);
    if (event->button() != Qt::LeftButton || there.empty())
        return;
    const std::vector<Evidence>& evidence = there.front()->evidence;
    const std::int64_t at = axis().timeAt(x);
    const auto distance = [at](const Evidence& each) {
        const std::int64_t apart = subtractSaturating(each.time.startNs, at);
        return apart < 0 ? subtractSaturating(0, apart) : apart;
    };
    const auto nearest = std::ranges::min_element(evidence, {}, distance);
    m_findings->goTo(*there.front(), std::size_t(nearest - evidence.begin()));
}

bool FindingLane::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    QStringList lines;
    for (const Finding* const each : findingsAt(help->pos().x()))
        lines << QStringLiteral("%1: %2").arg(findingWord(each->severity),
                                              fromUtf8(m_scene.session().told(each->sentence)));
    showTip(help->globalPos(), lines.join(QLatin1Char('\n')), this);
    return true;
}

}
