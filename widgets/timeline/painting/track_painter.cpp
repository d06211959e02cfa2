#include "widgets/timeline/painting/track_painter.h"

#include "core/query/hit_order.h"
#include "widgets/common/utf8.h"
#include "widgets/timeline/view/time_ruler.h"

#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

constexpr int kLabelInset = 4;      // of a label in its slice
constexpr int kOpenEnd = 6;    // hatched pixels of a slice that never ended
constexpr int kHollow = 28;    // percent of a span's colour while it is not entered
constexpr int kScheduled = 10; // height of scheduled and created bars
constexpr int kLeastFramed = 4; // device pixels; narrower slices are all frame

unsigned bit(TaskState state)
{
    return 1u << static_cast<unsigned>(state);
}

}

TrackPainter::TrackPainter(TimelineScene& scene, LabelCache& labels, LabelCache& boldLabels)
    : m_scene(scene)
    , m_labels(labels)
    , m_boldLabels(boldLabels)
{
}

int TrackPainter::device(qreal logical) const
{
    return static_cast<int>(std::lround(logical * m_ratio));
}

QColor TrackPainter::fadedIf(bool faded, const QColor& color) const
{
    return faded ? blended(m_theme->base, color, kFaded) : color;
}

QColor TrackPainter::textFadedIf(bool faded, const QColor& color) const
{
    return faded && m_theme->highContrast ? m_theme->palerText(color) : fadedIf(faded, color);
}

QRectF TrackPainter::logical(int left, int top, int right, int bottom) const
{
    return {left / m_ratio, top / m_ratio, (right - left) / m_ratio, (bottom - top) / m_ratio};
}

TrackPainter::Band TrackPainter::band(const Track& track, std::size_t row, int y) const
{
    const int top = y + rowTop(track.kind, row, m_scene.heights());
    return {device(top), device(top + rowHeight(track.kind, row, m_scene.heights()))};
}

void TrackPainter::begin(QImage& image, QPainter& painter, const Theme& theme, const TimeAxis& logicalAxis)
{
    m_image = &image;
    m_painter = &painter;
    m_theme = &theme;
    m_ratio = image.devicePixelRatio();
    m_axis = {logicalAxis.view, image.width()};
    m_runs.setFrame(m_scene.drawn(), m_axis);
    m_allRuns.setFrame(m_scene.snapshot(), m_axis);

    for (std::size_t i = 0; i < m_nameFills.size(); ++i)
        m_nameFills[i] = theme.nameColor(static_cast<int>(i)).rgb();
    m_spots.clear();
    m_damage.clear();
    for (const DamagedTime& damage : m_scene.damage()) {
        const Pixels pixels {std::max(0, m_axis.pixel(damage.time.startNs)),
                             std::min(m_axis.width, m_axis.pixel(damage.time.endNs))};
        constexpr int kLeastHatched = 3;
        if (pixels.right - pixels.left >= kLeastHatched)
            m_damage.push_back({pixels, &damage});
    }
    m_lines = m_damage.empty() ? Lines::equal : Lines::different;

    const std::size_t width = static_cast<std::size_t>(image.width());
    m_ground.assign(width, theme.base.rgb());
    m_selectedGround.assign(width, theme.quietSelection.rgb());
    m_headGround.assign(width, theme.head.rgb());
    const DocumentSession& session = m_scene.session();
    const RulerTicks ruler = makeRuler(logicalAxis, session.origin(), 88, axisScale(session));
    for (const RulerTick& tick : ruler.ticks) {
        const int from = device(tick.x);
        for (int x = std::max(0, from); tick.major && x < std::min(image.width(), from + device(1)); ++x) {
            m_ground[static_cast<std::size_t>(x)] = theme.gridLine.rgb();
            m_selectedGround[static_cast<std::size_t>(x)] =
                blended(theme.quietSelection.rgb(), theme.text.rgb(), 6);
        }
    }
    if (const auto range = session.range()) {
        const int percent = (theme.rangeFill.alpha() * 100 + 127) / 255;
        const int right = std::min(image.width(), m_axis.pixel(range->endNs));
        for (int x = std::max(0, m_axis.pixel(range->startNs)); x < right; ++x) {
            for (auto* line : {&m_ground, &m_selectedGround}) {
                QRgb& pixel = (*line)[static_cast<std::size_t>(x)];
                pixel = blended(pixel, theme.rangeFill.rgb(), percent);
            }
        }
    }
}

void TrackPainter::paint(const TrackLine& line, int y)
{
    paintGround(line, y);
    const Timeline& timeline = m_scene.timeline();
    const Track& track = timeline.track(line.track);
    if (line.role == TrackLine::Role::header) {
        if (!line.folded) {
            paintAxis(line, y);
            return;
        }
        paintDensity(line, y);
        if (m_scene.found())
            paintHitsOfGroup(line, y);
        return;
    }
    if (track.kind == TrackKind::slices)
        paintLife(track, y);
    if (track.firstRow == kNoRow)
        return;
    if (m_scene.isFiltered() && query::hasNames(track.kind))
        paintFilteredAway(track, line, y);
    switch (track.kind) {
    case TrackKind::states: paintStates(track, y); break;
    case TrackKind::spans:
    case TrackKind::worker:
    case TrackKind::slices: paintNamed(track, y); break;
    case TrackKind::events: paintEvents(line, track, y); break;
    case TrackKind::marks: paintMarks(line, track.firstRow, y); break;
    case TrackKind::log: paintLog(line, track.firstRow, y); break;
    case TrackKind::counter: paintCounter(line, y); break;
    case TrackKind::pictures: paintPictures(line, track.firstRow, y); break;
    case TrackKind::density: paintInstants(track, y, line.height); break;
    case TrackKind::health: paintHealth(track, y); break;
    case TrackKind::ruler: paintRuler(track, y); break;
    case TrackKind::samples: paintSamples(track, y); break;
    case TrackKind::group: break;
    }
    if (m_scene.found() && query::hasNames(track.kind))
        paintHits(track, line, y);
    if (line.below > 0)
        paintOutline(line, y + line.height - line.below);
}

void TrackPainter::paintGround(const TrackLine& line, int y)
{
    const bool head = line.role == TrackLine::Role::header && !line.folded;
    const bool selected = !line.isHeader() && m_scene.selectedTrack() == line.track;
    const int bottom = device(y + line.height);
    fillLines(*m_image, device(y), bottom, head ? m_headGround : selected ? m_selectedGround : m_ground);
    for (const auto& [pixels, damage] : m_damage) {
        if (!head && m_scene.concerns(*damage, line))
            hatch(Hatch::lost, logical(pixels.left, device(y), pixels.right, bottom));
    }
    const Bar hairline {0, m_image->width(), (head ? m_theme->hairline : m_theme->faint).rgb()};
    if (!head)
        fillBars(*m_image, bottom - std::max(1, device(1)), bottom, std::span(&hairline, 1));
}

// --- tasks ------------------------------------------------------------------------------------------

void TrackPainter::paintStates(const Track& track, int y)
{
    const auto [top, bottom] = band(track, 0, y);
    const int inset = (bottom - top - device(kScheduled)) / 2;
    const int middle = (top + bottom) / 2 - device(1);

    m_bars.clear();     // full height
    m_backBars.clear(); // lower ones
    m_texts.clear();
    std::vector<Bar> idle, framed, framedLow;
    const QRgb idleColor = m_theme->idle.rgb();
    const bool faded = m_scene.isFaded(track.name);
    int idleFrom = std::max(0, m_axis.pixel(track.life.startNs));
    const int idleEnd = std::min(m_axis.width, m_axis.pixel(track.life.endNs));
    for (const Run& run : m_runs.runs(track.firstRow)) {
        const auto state = static_cast<TaskState>(number(run.name));
        if (state == TaskState::idle)
            continue;
        m_statesSeen |= bit(state);
        const bool merged = run.count > 1; // one column in the colour of the longest, at full height
        const bool polling = state == TaskState::polling;
        Pixels pixels = slicePixels(m_axis, run.startNs, run.endNs, polling ? Gap::after : Gap::none);
        if (idleFrom < pixels.left)
            idle.push_back({idleFrom, std::min(pixels.left, idleEnd), idleColor});
        idleFrom = std::max(idleFrom, pixels.right + (polling ? 1 : 0));
        if (pixels.right <= 0 || pixels.left >= m_axis.width)
            continue;
        const bool open = run.flags & slice::kOpenEnd && pixels.right <= m_axis.width;
        const int solidEnd = open ? std::max(pixels.left + 1, pixels.right - device(kOpenEnd)) : pixels.right;
        if (state == TaskState::created && pixels.right - pixels.left >= 3 && !merged) {
            m_backBars.push_back({pixels.left, pixels.right, m_theme->createdEdge.rgb()});
            m_hatched.push_back({pixels.left + device(1), top + inset + device(1), pixels.right - device(1),
                                 bottom - inset - device(1), Hatch::created});
            addFrame(framedLow, pixels.left, pixels.right);
            continue;
        }
        const QColor color = polling      ? m_theme->polling
            : state == TaskState::created ? m_theme->createdEdge
                                          : m_theme->scheduled;
        (polling || merged ? m_bars : m_backBars)
            .push_back({pixels.left, solidEnd, fadedIf(faded, color).rgb()});
        if (m_theme->highContrast && state == TaskState::scheduled && !merged)
            m_hatched.push_back({std::max(0, pixels.left), top + inset, std::min(m_axis.width, solidEnd),
                                 bottom - inset, Hatch::waiting});
        addFrame(polling || merged ? framed : framedLow, pixels.left, solidEnd);
        addMarks(run, pixels, polling ? top : top + inset, polling ? bottom : bottom - inset);
        const int left = std::max(0, pixels.left);
        const int right = std::min(m_axis.width, solidEnd);
        const qreal room = (right - left) / m_ratio - 2 * kLabelInset;
        if (polling && !merged && room >= m_labels.height()) {
            const QString text = fromUtf8(shortDurationText(subtractSaturating(run.endNs, run.startNs),
                                                            m_scene.session().timeFormat().unit));
            const QString fitted = m_labels.fitted(text, static_cast<int>(room), LabelCache::Cut::never);
            if (!fitted.isEmpty())
                m_texts.push_back({fitted, ((left + right) / m_ratio - m_labels.width(fitted)) / 2,
                                   faded ? m_theme->labelOn(fadedIf(true, color)) : m_theme->pollingLabel});
        }
    }
    if (idleFrom < idleEnd)
        idle.push_back({idleFrom, idleEnd, idleColor});
    if (!idle.empty())
        m_statesSeen |= bit(TaskState::idle);

    fillBars(*m_image, middle, middle + device(2), idle, m_lines);
    // The lines differ where the idle line runs, so the bars are filled in bands that are equal before.
    const int bands[] = {top, top + inset, middle, middle + device(2), bottom - inset, bottom};
    for (int band = 0; band < 5; ++band) {
        if (band >= 1 && band <= 3)
            fillBars(*m_image, bands[band], bands[band + 1], m_backBars, m_lines);
        fillBars(*m_image, bands[band], bands[band + 1], m_bars, m_lines);
    }
    flushOverlays();
    paintFrames(framed, top, bottom);
    paintFrames(framedLow, top + inset, bottom - inset);
    flushTexts(top, bottom - top);
}

// Where contrast is high a slice ends at a line, and not where one colour meets another.
void TrackPainter::addFrame(std::vector<Bar>& frames, int left, int right) const
{
    if (m_theme->highContrast && right - left >= kLeastFramed)
        frames.push_back({left, right, m_theme->flow.rgb()});
}

void TrackPainter::paintFrames(std::vector<Bar>& frames, int top, int bottom)
{
    if (frames.empty())
        return;
    const int line = std::max(1, device(1));
    fillBars(*m_image, top, top + line, frames);
    fillBars(*m_image, bottom - line, bottom, frames);
    std::vector<Bar> sides;
    for (const Bar& frame : frames) {
        sides.push_back({frame.left, frame.left + line, frame.color});
        sides.push_back({frame.right - line, frame.right, frame.color});
    }
    fillBars(*m_image, top + line, bottom - line, sides, Lines::different);
    frames.clear();
}

// Times that are estimates and records that are damaged are never drawn as exact.
void TrackPainter::addMarks(const Run& run, const Pixels& pixels, int top, int bottom)
{
    const int left = std::max(0, pixels.left);
    const int right = std::min(m_axis.width, pixels.right);
    if (run.flags & slice::kDamaged && right - left >= 3)
        m_hatched.push_back({left, top, right, bottom, Hatch::failed});
    else if (run.flags & slice::kApproximate && right - left >= 3)
        m_hatched.push_back({left, top, right, bottom, Hatch::unknown});
    if (run.flags & slice::kOpenEnd && pixels.right <= m_axis.width)
        m_hatched.push_back(
            {std::max(left, pixels.right - device(kOpenEnd)), top, pixels.right, bottom, Hatch::unknown});
}

void TrackPainter::flushOverlays()
{
    for (const HatchedArea& area : m_hatched) {
        if (area.left < area.right && area.top < area.bottom)
            hatch(area.hatch, logical(area.left, area.top, area.right, area.bottom));
    }
    m_hatched.clear();
}

void TrackPainter::hatch(Hatch pattern, const QRectF& area)
{
    m_painter->fillRect(area, hatchBrush(pattern, *m_theme, m_ratio));
    m_statesSeen |= pattern == Hatch::lost ? kSeenLost
        : pattern == Hatch::unknown        ? kSeenUnknown
        : pattern == Hatch::failed         ? kSeenFailed
                                           : 0;
}

const TrackPainter::Spot* TrackPainter::spotAt(TrackId track, const QPointF& position) const
{
    const auto spot = std::find_if(m_spots.rbegin(), m_spots.rend(), [&](const Spot& candidate) {
        return candidate.track == track && candidate.area.contains(position);
    });
    return spot == m_spots.rend() ? nullptr : &*spot;
}

const TrackPainter::Spot* TrackPainter::spotOf(TrackId track, std::int64_t startNs) const
{
    const auto spot = std::find_if(m_spots.begin(), m_spots.end(), [&](const Spot& candidate) {
        return candidate.track == track && candidate.startNs == startNs;
    });
    return spot == m_spots.end() ? nullptr : &*spot;
}

void TrackPainter::flushTexts(int rowTop, int rowHeight)
{
    const qreal y = rowTop / m_ratio + (rowHeight / m_ratio - m_labels.height()) / 2;
    for (const TextSpot& spot : m_texts)
        m_labels.draw(*m_painter, spot.text, spot.x, y, spot.color);
    m_texts.clear();
}

// --- spans and workers ------------------------------------------------------------------------------

// A thread is there from its start to its end, whatever is known of what it does. Other slices have no
// number.
void TrackPainter::paintLife(const Track& track, int y)
{
    if (track.number == 0)
        return;
    const int left = std::max(0, m_axis.pixel(track.life.startNs));
    const int right = std::min(m_axis.width, m_axis.pixel(track.life.endNs));
    if (right - left < 2)
        return;
    const int middle = device(y + m_scene.heights().track / 2);
    const Bar bar {left, right, m_theme->idle.rgb()};
    fillBars(*m_image, middle, middle + std::max(1, device(1)), std::span(&bar, 1), m_lines);
}

void TrackPainter::paintNamed(const Track& track, int y)
{
    const Timeline& timeline = m_scene.timeline();
    std::size_t index = 0;
    for (RowId row = track.firstRow; row != kNoRow; row = timeline.nextRow(row), ++index) {
        const int top = y + rowTop(track.kind, index, m_scene.heights());
        if (top > m_image->height() / m_ratio)
            break;
        paintNamedRow(track, index, m_runs.runs(row), y);
    }
}

// The parts of one span: entered ones, and hollow ones while it is not. Workers run one thing after another.
std::size_t TrackPainter::endOfSpan(std::span<const Run> runs, std::size_t first) const
{
    std::size_t end = first + 1;
    for (; end < runs.size(); ++end) {
        const bool merged = runs[end].count > 1 || runs[end - 1].count > 1; // of parts too short to tell
        const bool alternates = (runs[end].flags ^ runs[end - 1].flags) & slice::kHollow;
        if (!(alternates || merged) || runs[end].name != runs[end - 1].name
            || runs[end].startNs != runs[end - 1].endNs)
            break;
    }
    return end;
}

void TrackPainter::paintNamedRow(const Track& track, std::size_t row, std::span<const Run> runs, int y)
{
    const auto [top, bottom] = band(track, row, y);
    m_bars.clear();     // the upper and lower edge
    m_backBars.clear(); // between them
    m_texts.clear();
    for (std::size_t first = 0, end = 0; first < runs.size(); first = end) {
        end = track.kind == TrackKind::slices ? first + 1 : endOfSpan(runs, first);
        paintSpan(runs.subspan(first, end - first), top, bottom);
    }
    const int line = std::max(1, device(1));
    const Lines lines =
        track.kind == TrackKind::slices && row == 0 ? Lines::different : m_lines; // of its life
    fillBars(*m_image, top, top + line, m_bars, lines);
    fillBars(*m_image, top + line, bottom - line, m_backBars, lines);
    fillBars(*m_image, bottom - line, bottom, m_bars, lines);
    flushOverlays();
    paintFrames(m_frames, top, bottom);
    flushTexts(top, bottom - top);
}

void TrackPainter::paintSpan(std::span<const Run> parts, int top, int bottom)
{
    const Pixels whole = slicePixels(m_axis, parts.front().startNs, parts.back().endNs, Gap::after);
    if (whole.right <= 0 || whole.left >= m_axis.width)
        return;
    const auto& look = m_scene.look(parts.front().name);
    QRgb color = m_nameFills[static_cast<std::size_t>(look.color)];
    const bool pale = look.faded || parts.front().flags & slice::kApproximate;
    if (look.faded)
        color = blended(m_theme->base.rgb(), color, kFaded);
    if (parts.front().flags & slice::kApproximate) // too short to hatch, it must not look exact either
        color = blended(m_theme->base.rgb(), color, kEstimate);
    const bool open = parts.back().flags & slice::kOpenEnd && whole.right <= m_axis.width;
    const int solidEnd = open ? std::max(whole.left + 1, whole.right - device(kOpenEnd)) : whole.right;
    bool hollow = false;
    m_bars.push_back({whole.left, solidEnd, color});
    addFrame(m_frames, whole.left, solidEnd);
    for (const Run& part : parts) {
        const int left = &part == &parts.front() ? whole.left : m_axis.pixel(part.startNs);
        const int right = &part == &parts.back() ? solidEnd : std::max(left + 1, m_axis.pixel(part.endNs));
        const bool pales = part.flags & slice::kHollow && part.count == 1;
        hollow |= pales;
        m_backBars.push_back(
            {left, std::min(right, solidEnd), pales ? blended(m_theme->base.rgb(), color, kHollow) : color});
        if (part.flags != 0)
            addMarks(part, {left, &part == &parts.back() ? whole.right : right}, top, bottom);
    }
    const int line = std::max(1, device(1));
    if (hollow) {
        m_backBars.push_back({whole.left, std::min(whole.left + line, solidEnd), color});
        if (!open)
            m_backBars.push_back({std::max(whole.left, solidEnd - line), solidEnd, color});
    }
    const int left = std::max(0, whole.left);
    const qreal room = (std::min(m_axis.width, solidEnd) - left) / m_ratio - 2 * kLabelInset;
    if ((parts.size() == 1 && parts.front().count > 1) || room < m_labels.height())
        return;
    const QString fitted = m_labels.fitted(look.text, static_cast<int>(room), LabelCache::Cut::right);
    if (fitted.isEmpty())
        return;
    const QColor label = pale ? m_theme->labelOn(QColor(color)) : m_theme->nameLabelColor(look.color);
    if (hollow) // on a plate: parts of full and of pale colour would cross the letters
        m_backBars.push_back({left, left + device(m_labels.width(fitted) + 2 * kLabelInset), color});
    m_texts.push_back({fitted, left / m_ratio + kLabelInset, label});
}

}
