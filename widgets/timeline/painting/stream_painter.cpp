// The parts of TrackPainter that show moments and what is known of the container: labelled instants, events,
// running text, pictures, how many there are; densities of folded groups; clocks and Units.
#include "widgets/timeline/painting/markers.h"
#include "widgets/timeline/painting/track_painter.h"
#include "widgets/timeline/view/time_ruler.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace traceglass {

namespace {

constexpr int kSignHalf = 6;    // pixels a marker takes on each side
constexpr int kTextAfter = 9;   // from a marker's middle to its text
constexpr int kMostTries = 500; // denser lines have no room for texts anyway
constexpr int kLongestLogText = 360;
constexpr int kPictureMargin = 2;
constexpr int kTextAfterTick = 3;
constexpr int kRulerPercent = 22; // of the colour of a Unit in the ground
constexpr int kLevels = 5;        // of events
constexpr int kDensityLeast = 2;
constexpr int kDensityMost = 15;

bool isPale(std::span<const std::uint8_t> areHits, std::size_t run)
{
    return !areHits.empty() && areHits[run] == 0;
}

}

void TrackPainter::paintMarks(const TrackLine& line, RowId row, int y)
{
    struct Sign
    {
        int x; // logical
        StringId name;
        std::uint8_t flags;
        std::int64_t startNs;
        bool isPale;
    };
    std::vector<Sign> signs;
    const int width = static_cast<int>(std::ceil(m_axis.width / m_ratio));
    const std::span<const Run> runs = m_runs.runs(row);
    const std::span<const std::uint8_t> areHits = hitsOf(line.track, 0, runs);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = runs[i];
        const int x = static_cast<int>(std::floor(m_axis.x(run.startNs) / m_ratio));
        const Sign sign {x, run.name, run.flags, run.startNs,
                         isPale(areHits, i) || m_scene.isFaded(run.name)};
        if (!signs.empty() && signs.back().x == x && signs.back().isPale && !sign.isPale)
            signs.back() = sign; // what was found is in front
        else if (x > -kSignHalf && x < width + kSignHalf && (signs.empty() || signs.back().x != x))
            signs.push_back(sign);
    }
    Occupied occupied(width);
    for (const Sign& sign : signs)
        occupied.take(sign.x - kSignHalf, sign.x + kSignHalf + 1);
    const auto pale =
        std::stable_partition(signs.begin(), signs.end(), [](const Sign& sign) { return !sign.isPale; });
    int tries = 0;
    for (const Sign& sign : signs) { // texts of what was found first
        if (tries++ > kMostTries)
            break;
        const auto& look = m_scene.look(sign.name);
        const int length = m_labels.width(look.text);
        int left = sign.x + kTextAfter;
        if (!occupied.isFree(left, left + length + 4) && left + length + 4 > width)
            left = sign.x - kTextAfter - length; // in front of the last signs of the view
        if (look.text.isEmpty() || !occupied.isFree(left, left + length + 4))
            continue;
        occupied.take(left, left + length + 4);
        m_labels.draw(*m_painter, look.text, left, y + (line.height - m_labels.height()) / 2.0,
                      textFadedIf(sign.isPale, m_theme->text2));
        const int from = std::min(left - 3, sign.x - kSignHalf);
        const int to = std::max(left + length + 3, sign.x + kSignHalf);
        m_spots.push_back({line.track, sign.startNs, QRectF(from, y + 3, to - from, line.height - 7)});
    }
    m_painter->save();
    m_painter->setRenderHint(QPainter::Antialiasing);
    std::rotate(signs.begin(), pale, signs.end()); // and signs last
    for (const Sign& sign : signs) {
        const bool damaged = sign.flags & slice::kDamaged;
        drawSign(*m_painter, damaged ? SignShape::triangle : SignShape::diamond,
                 QPointF(sign.x + 0.5, y + line.height / 2.0),
                 fadedIf(sign.isPale, damaged ? m_theme->warning : m_theme->eventInfo),
                 !(sign.flags & slice::kApproximate));
    }
    m_painter->restore();
}

// Ticks in the colours of what was sampled, called by name where the next one is far enough away.
void TrackPainter::paintSamples(const Track& track, int y)
{
    const auto [top, bottom] = band(track, 0, y);
    const int tick = std::max(1, device(2));
    m_bars.clear();
    m_texts.clear();
    const std::span<const Run> runs = m_runs.runs(track.firstRow);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = runs[i];
        const int left = m_axis.pixel(run.startNs);
        const int next = i + 1 < runs.size() ? m_axis.pixel(runs[i + 1].startNs) : m_axis.width;
        const int right = std::min(std::max(left + tick, m_axis.pixel(run.endNs)), std::max(next, left + 1));
        if (right <= 0 || left >= m_axis.width)
            continue;
        const auto& look = m_scene.look(run.name);
        QRgb color = m_nameFills[static_cast<std::size_t>(look.color)];
        if (look.faded)
            color = blended(m_theme->base.rgb(), color, kFaded);
        if (run.flags & slice::kApproximate)
            color = blended(m_theme->base.rgb(), color, kEstimate);
        m_bars.push_back({left, right, color});
        const int room = static_cast<int>((next - right) / m_ratio) - 2 * kTextAfterTick;
        const QString fitted = run.count == 1 && room >= m_labels.height()
            ? m_labels.fitted(look.text, room, LabelCache::Cut::right)
            : QString();
        if (!fitted.isEmpty())
            m_texts.push_back({fitted, right / m_ratio + kTextAfterTick, m_theme->text2});
    }
    if (!m_bars.empty())
        m_statesSeen |= kSeenSample;
    fillBars(*m_image, top, bottom, m_bars, m_lines);
    flushTexts(top, bottom - top);
}

void TrackPainter::paintLog(const TrackLine& line, RowId row, int y)
{
    const int lineHeight = (line.height - 4) / kLogLines;
    const int width = static_cast<int>(std::ceil(m_axis.width / m_ratio));
    std::array<int, kLogLines> freeFrom {};
    freeFrom.fill(-kLongestLogText);
    const int tick = std::max(1, device(1));
    std::vector<Bar> ticks;
    m_texts.clear();
    const std::span<const Run> runs = m_runs.runs(row);
    const std::span<const std::uint8_t> areHits = hitsOf(line.track, 0, runs);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = runs[i];
        const double exact = m_axis.x(run.startNs);
        const int x = static_cast<int>(std::floor(exact / m_ratio));
        if (x >= width)
            break;
        const int pixel = static_cast<int>(std::floor(exact));
        const auto& look = m_scene.look(run.name);
        const bool pale = look.faded || isPale(areHits, i);
        const QRgb color =
            fadedIf(pale, run.flags & slice::kDamaged ? m_theme->warning : m_theme->eventDebug).rgb();
        // The first line that is free from here on: what follows stands below or behind, never above.
        const auto free = std::find_if(freeFrom.begin(), freeFrom.end(), [x](int from) { return from <= x; });
        const QString fitted = free == freeFrom.end()
            ? QString()
            : m_labels.fitted(look.text, kLongestLogText, LabelCache::Cut::right);
        if (fitted.isEmpty()) {
            ticks.push_back({pixel, pixel + tick, color});
            continue;
        }
        *free = x + 5 + m_labels.width(fitted) + 8;
        const int top = y + 2 + static_cast<int>(free - freeFrom.begin()) * lineHeight;
        const Bar bar {pixel, pixel + tick, color};
        fillBars(*m_image, device(top), device(top + lineHeight - 2), std::span(&bar, 1));
        if (run.flags & slice::kApproximate)
            hatch(Hatch::unknown, QRectF(x, top, *free - x - 4, lineHeight - 2));
        m_labels.draw(*m_painter, fitted, x + 4, top + (lineHeight - m_labels.height()) / 2.0,
                      textFadedIf(pale, m_theme->text));
        m_spots.push_back({line.track, run.startNs, QRectF(x - 1, top, *free - x - 3, lineHeight - 1)});
    }
    fillBars(*m_image, device(y + line.height - 6), device(y + line.height - 2), ticks, Lines::different);
}

void TrackPainter::paintPictures(const TrackLine& line, RowId row, int y)
{
    const int height = line.height - 2 * kPictureMargin - 1;
    const int width = static_cast<int>(std::ceil(m_axis.width / m_ratio));
    int freeFrom = -8 * height;
    const int tick = std::max(1, device(1));
    std::vector<Bar> ticks;
    for (const Run& run : m_runs.runs(row)) {
        const int pixel = m_axis.pixel(run.startNs);
        const int x = static_cast<int>(std::floor(m_axis.x(run.startNs) / m_ratio));
        if (x >= width)
            break;
        ticks.push_back({pixel, pixel + tick, m_theme->text3.rgb()});
        if (x < freeFrom || x < -4 * height)
            continue;
        const auto slice = m_scene.timeline().sliceAfter(row, subtractSaturating(run.startNs, 1));
        if (!slice || !slice->ref.valid())
            continue;
        const auto picture = m_scene.pictures().get(slice->ref, device(height));
        const QRect waiting(x + 3, y + kPictureMargin, height * 4 / 3, height);
        freeFrom = waiting.right() + 5;
        m_spots.push_back({line.track, run.startNs, waiting});
        if (!picture) {
            m_painter->fillRect(waiting, m_theme->faint);
            continue;
        }
        if (picture->image.isNull()) {
            hatch(Hatch::failed, waiting);
            const QString fitted =
                m_labels.fitted(picture->failure, waiting.width() - 8, LabelCache::Cut::right);
            const QRectF plate(waiting.left() + 2, waiting.center().y() - m_labels.height() / 2.0,
                               m_labels.width(fitted) + 4, m_labels.height());
            m_painter->fillRect(plate, m_theme->base);
            m_labels.draw(*m_painter, fitted, plate.left() + 2, plate.top(), m_theme->warning);
            continue;
        }
        const QSizeF shown = QSizeF(picture->image.size()) / m_ratio;
        const QRectF place(QPointF(x + 3, y + kPictureMargin + (height - shown.height()) / 2), shown);
        m_painter->drawImage(place, picture->image);
        m_spots.back().area = place;
        if (slice->flags & slice::kDamaged || slice->flags & slice::kApproximate)
            hatch(slice->flags & slice::kDamaged ? Hatch::failed : Hatch::unknown,
                  QRectF(place.left(), place.bottom() - 6, place.width(), 6));
        freeFrom = static_cast<int>(std::ceil(place.right())) + 4;
    }
    fillBars(*m_image, device(y + line.height - 7), device(y + line.height - 1), ticks, Lines::different);
}

void TrackPainter::paintInstants(const Track& track, int y, int height)
{
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(m_axis.width));
    std::vector<std::uint8_t> flags(counts.size());
    for (const Run& run : m_runs.runs(track.firstRow)) {
        const int x = m_axis.pixel(run.startNs);
        if (x >= 0 && x < m_axis.width) {
            counts[static_cast<std::size_t>(x)] += run.count;
            flags[static_cast<std::size_t>(x)] |= run.flags;
        }
    }
    const std::uint32_t most = *std::max_element(counts.begin(), counts.end());
    if (most == 0)
        return;
    const QColor plain = m_theme->nameColor(m_scene.look(track.name).color);
    const int bottom = device(y + height - 1);
    for (int x = 0; x < m_axis.width; ++x) {
        const std::size_t i = static_cast<std::size_t>(x);
        if (counts[i] == 0)
            continue;
        const int top = bottom - device(2 + (height - 7) * static_cast<double>(counts[i]) / most);
        const QColor& color = flags[i] & slice::kDamaged ? m_theme->warning : plain;
        const Bar bar {x, x + 1, color.rgb()};
        fillBars(*m_image, top, bottom, std::span(&bar, 1));
    }
}

void TrackPainter::paintHealth(const Track& track, int y)
{
    const int top = device(y + rowTop(track.kind, 0, m_scene.heights()));
    const int bottom = top + device(rowHeight(track.kind, 0, m_scene.heights()));
    const int middle = (top + bottom) / 2 - device(1);
    m_bars.clear();
    std::vector<Bar> steady;
    for (const Run& run : m_runs.runs(track.firstRow)) {
        const Pixels pixels = slicePixels(m_axis, run.startNs, run.endNs, Gap::none);
        if (pixels.right <= 0 || pixels.left >= m_axis.width)
            continue;
        if (run.flags & slice::kDamaged) { // a step back: an instant mostly; never thinner than can be seen
            m_bars.push_back(
                {pixels.left, std::max(pixels.right, pixels.left + device(2)), m_theme->error.rgb()});
        } else if (run.flags & slice::kGap) { // as striking as a failed check, but another thing
            m_painter->fillRect(
                logical(std::max(0, pixels.left), top, std::min(m_axis.width, pixels.right), bottom),
                hatchBrush(Hatch::failed, *m_theme, m_ratio));
            m_statesSeen |= kSeenGap;
        } else {
            steady.push_back({pixels.left, pixels.right, m_theme->idle.rgb()});
            if (run.flags & slice::kApproximate)
                addMarks(run, pixels, top, bottom);
        }
    }
    fillBars(*m_image, middle, middle + device(2), steady, m_lines);
    flushOverlays();
    fillBars(*m_image, top, bottom, m_bars, Lines::different);
}

void TrackPainter::paintRuler(const Track& track, int y)
{
    const Timeline& timeline = m_scene.timeline();
    std::size_t index = 0;
    for (RowId row = track.firstRow; row != kNoRow; row = timeline.nextRow(row), ++index) {
        const int top = device(y + rowTop(track.kind, index, m_scene.heights()));
        paintRulerRow(m_runs.runs(row), top, top + device(rowHeight(track.kind, index, m_scene.heights())));
    }
}

void TrackPainter::paintRulerRow(std::span<const Run> runs, int top, int bottom)
{
    const QRgb plain = blended(m_theme->base.rgb(), m_theme->polling.rgb(), kRulerPercent);
    m_bars.clear();
    m_backBars.clear();
    std::vector<QRectF> plates;
    m_texts.clear();
    for (const Run& run : runs) {
        const Pixels pixels = slicePixels(m_axis, run.startNs, run.endNs, Gap::after);
        if (pixels.right <= 0 || pixels.left >= m_axis.width)
            continue;
        const QString& text = m_scene.look(run.name).text;
        const bool lost = run.flags & slice::kGap;
        const bool failed = run.flags & slice::kDamaged;
        const int left = std::max(0, pixels.left);
        const int right = std::min(m_axis.width, pixels.right);
        constexpr int kLeastHatched = 3;
        if ((lost || failed) && right - left >= kLeastHatched) {
            m_hatched.push_back({left, top, right, bottom, lost ? Hatch::lost : Hatch::failed});
            m_backBars.push_back({left, right, (lost ? m_theme->error : m_theme->warningEdge).rgb()});
        } else {
            const QRgb color = lost ? m_theme->error.rgb() : failed ? m_theme->warning.rgb() : plain;
            m_bars.push_back({pixels.left, pixels.right, color});
            if (run.flags & slice::kApproximate)
                addMarks(run, pixels, top, bottom);
        }
        const qreal room = (right - left) / m_ratio - 2 * 4;
        if (run.count > 1 || room < m_labels.height())
            continue;
        const QString fitted = m_labels.fitted(text, static_cast<int>(room), LabelCache::Cut::right);
        if (fitted.isEmpty())
            continue;
        m_texts.push_back({fitted, left / m_ratio + 4, m_theme->text});
        if (lost || failed || run.flags & slice::kApproximate)
            plates.emplace_back(left / m_ratio + 1, (top + device(1)) / m_ratio, m_labels.width(fitted) + 6,
                                (bottom - top - 2 * device(1)) / m_ratio);
    }
    fillBars(*m_image, top, bottom, m_bars, m_lines);
    flushOverlays();
    const int edge = std::max(1, device(1));
    fillBars(*m_image, top, top + edge, m_backBars, Lines::different);
    fillBars(*m_image, bottom - edge, bottom, m_backBars, Lines::different);
    for (const QRectF& plate : plates)
        m_painter->fillRect(plate, m_theme->base);
    flushTexts(top, bottom - top);
}

void TrackPainter::paintAxis(const TrackLine& line, int y)
{
    const DocumentSession& session = m_scene.session();
    const std::uint16_t index = m_scene.axisOf(line.group);
    if (m_scene.timeline().track(line.group).about == 0 || index >= session.axes().size()
        || session.axes().size() < 2)
        return;
    const QString name = m_scene.axisText(index);
    const int gap = 6;
    const int nameWidth = m_labels.width(name);
    const qreal textTop = y + (line.height - m_labels.height()) / 2.0;
    m_labels.draw(*m_painter, name, gap, textTop, m_theme->text2);
    if (index == 0)
        return; // the ruler above the tracks is its ruler
    const TimeAxis pixels {m_axis.view, std::max(1, static_cast<int>(m_axis.width / m_ratio))};
    const RulerTicks ruler = makeAxisRuler(session, index, pixels, QFontMetrics(m_labels.font()));
    for (const RulerTick& tick : ruler.ticks) {
        if (tick.x < nameWidth + 2 * gap)
            continue;
        const int length = tick.major ? 7 : 3;
        m_painter->fillRect(QRect(tick.x, y + line.height - length, 1, length),
                            tick.major ? m_theme->text2 : m_theme->text3);
        if (!tick.major)
            continue;
        const QString label = tickLabel(session, tick.timeNs, ruler.stepNs, index);
        if (tick.x + 4 + m_labels.width(label) < pixels.width)
            m_labels.draw(*m_painter, label, tick.x + 4, textTop, m_theme->text2);
    }
}

void TrackPainter::paintEvents(const TrackLine& line, const Track& track, int y)
{
    struct Sign
    {
        int x; // logical
        StringId name;
        bool isPale;
    };
    const int height = line.height;
    std::array<std::vector<Sign>, kLevels> markers;
    const int width = static_cast<int>(std::ceil(m_axis.width / m_ratio));
    const Timeline& timeline = m_scene.timeline();
    std::size_t level = 0;
    for (RowId row = track.firstRow; row != kNoRow && level < kLevels; row = timeline.nextRow(row), ++level) {
        const std::span<const Run> runs = m_runs.runs(row);
        const std::span<const std::uint8_t> areHits = hitsOf(line.track, level, runs);
        std::vector<Sign>& of = markers[level];
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const int x = static_cast<int>(std::floor(m_axis.x(runs[i].startNs) / m_ratio));
            const Sign sign {x, runs[i].name, isPale(areHits, i) || m_scene.isFaded(runs[i].name)};
            if (!of.empty() && of.back().x == x && of.back().isPale && !sign.isPale)
                of.back() = sign; // what was found is in front
            else if (x > -8 && x < width + 8 && (of.empty() || of.back().x != x))
                of.push_back(sign);
        }
    }

    const QColor colors[] = {m_theme->eventTrace, m_theme->eventDebug, m_theme->eventInfo, m_theme->eventWarn,
                             m_theme->eventError};
    // Where contrast is high the lowest levels are told apart by their shapes, too; the lowest is hollow.
    const SignShape low = m_theme->highContrast ? SignShape::disc : SignShape::diamond;
    const SignShape shapes[] = {low, low, SignShape::diamond, SignShape::triangle, SignShape::square};
    Occupied occupied(width);
    for (level = 0; level < kLevels; ++level) {
        for (const Sign& marker : markers[level])
            occupied.take(marker.x - 6, marker.x + 7);
    }
    int tries = 0;
    const auto eachSign = [&](bool isPale, const auto& visit) { // of the highest level first
        for (level = kLevels; level-- > 0;)
            for (const Sign& marker : markers[level])
                if (marker.isPale == isPale)
                    visit(marker);
    };
    const auto write = [&](const Sign& marker) {
        if (tries++ > kMostTries)
            return;
        LabelCache& labels = level >= 3 ? m_boldLabels : m_labels;
        const QColor color = level == 4 ? m_theme->error : level == 3 ? m_theme->warning : m_theme->text2;
        const auto& look = m_scene.look(marker.name);
        const int left = marker.x + 9;
        const int right = left + labels.width(look.text);
        if (!occupied.isFree(left, right + 4))
            return;
        occupied.take(left, right + 4);
        labels.draw(*m_painter, look.text, left, y + (height - labels.height()) / 2.0,
                    textFadedIf(marker.isPale, color));
    };
    eachSign(false, write);
    eachSign(true, write);
    m_painter->save();
    m_painter->setRenderHint(QPainter::Antialiasing);
    for (const bool isPale : {true, false}) { // what was found and what is serious lies on top
        for (level = 0; level < kLevels; ++level)
            for (const Sign& marker : markers[level])
                if (marker.isPale == isPale)
                    drawSign(*m_painter, shapes[level], QPointF(marker.x + 0.5, y + height / 2.0),
                             fadedIf(isPale, colors[level]), level > 0 || !m_theme->highContrast);
    }
    m_painter->restore();
}

void TrackPainter::paintDensity(const TrackLine& line, int y)
{
    const auto density =
        m_scene.densities().get(number(line.group), m_scene.drawn(), m_scene.layout().members(line),
                                m_scene.generation(), m_axis);
    if (!density)
        return;
    const int bottom = device(y + line.height - 1);
    for (int x = 0; x < m_axis.width; ++x) {
        const DensityColumn* column = density->at(m_axis, x);
        if (!column || column->isEmpty())
            continue;
        const int whole =
            device(kDensityLeast + static_cast<double>(kDensityMost) * (column->busy + column->waiting));
        const QColor color = density->states ? m_theme->polling
            : density->streams               ? m_theme->streamDensity()
                                             : m_theme->nameColor(m_scene.look(column->name).color);
        Bar bar {x, x + 1, m_theme->scheduled.rgb()};
        const double waitingShare = column->waiting / (column->busy + column->waiting);
        const int waiting = density->states ? static_cast<int>(std::lround(whole * waitingShare)) : 0;
        fillBars(*m_image, bottom - whole, bottom - whole + waiting, std::span(&bar, 1));
        bar.color = color.rgb();
        fillBars(*m_image, bottom - whole + waiting, bottom, std::span(&bar, 1));
    }
}

}
