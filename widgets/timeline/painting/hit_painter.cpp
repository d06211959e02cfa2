// The parts of TrackPainter that show which slices are meant: what a search found, and what the filter leaves out.
#include "core/query/hit_order.h"
#include "widgets/timeline/painting/track_painter.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr int kAway = 30; // percent of the text's colour in what is filtered away
constexpr int kAwayHeight = 2;

bool rowsAreBars(TrackKind kind)
{
    return kind == TrackKind::states || kind == TrackKind::spans || kind == TrackKind::worker
        || kind == TrackKind::slices || kind == TrackKind::samples;
}

}

// What a search found is framed, and other slices pale: by pixels, because there are more slices than those. Signs and
// texts are pale where they are drawn.
void TrackPainter::paintHits(const Track& track, const TrackLine& line, int y)
{
    const bool isBars = rowsAreBars(track.kind);
    if (!isBars && m_scene.hitCount(line.track) == 0)
        return;
    const Timeline& timeline = m_scene.timeline();
    m_hitPixels.assign(static_cast<std::size_t>(m_axis.width), 0);
    std::size_t index = 0;
    for (RowId row = track.firstRow; row != kNoRow; row = timeline.nextRow(row), ++index) {
        const std::span<const Run> runs = m_runs.runs(row);
        addHitPixels(runs, hitsOf(line.track, index, runs));
        if (isBars) {
            const auto [top, bottom] = band(track, index, y);
            frameHits(*m_image, top, bottom, m_hitPixels, m_theme->hit.rgb(), m_theme->base.rgb());
            std::ranges::fill(m_hitPixels, std::uint8_t(0));
        }
    }
    if (!isBars)
        frameHits(*m_image, device(y), device(y + line.height) - 1, m_hitPixels, m_theme->hit.rgb(), {});
}

void TrackPainter::addHitPixels(std::span<const Run> runs, std::span<const std::uint8_t> areHits)
{
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Pixels pixels = slicePixels(m_axis, runs[i].startNs, runs[i].endNs, Gap::after);
        const int left = std::max(0, pixels.left), right = std::min(m_axis.width, pixels.right);
        if (areHits[i] == 0 || left >= right)
            continue;
        std::fill(m_hitPixels.begin() + left, m_hitPixels.begin() + right, kHitPixel);
        if (pixels.left == left)
            m_hitPixels[static_cast<std::size_t>(left)] = kHitEdge;
        if (pixels.right == right)
            m_hitPixels[static_cast<std::size_t>(right) - 1] = kHitEdge;
    }
}

std::span<const std::uint8_t> TrackPainter::hitsOf(TrackId track, std::size_t row, std::span<const Run> runs)
{
    m_isHit.clear();
    if (!m_scene.found())
        return m_isHit;
    const query::Hits& hits = m_scene.found()->hits();
    const auto id = m_scene.trackInFound(track);
    RowId inFound = id && hits.count(*id) > 0 ? hits.timeline().track(*id).firstRow : kNoRow;
    for (; row > 0 && inFound != kNoRow; --row)
        inFound = hits.timeline().nextRow(inFound);
    if (inFound != kNoRow)
        hits.mark(inFound, runs, m_isHit);
    else
        m_isHit.assign(runs.size(), 0);
    return m_isHit;
}

// Columns of a density in which nothing was found are pale. Of many tracks with hits it is enough to know when there are
// any: looking at each would take longer than a frame may.
void TrackPainter::paintHitsOfGroup(const TrackLine& line, int y)
{
    constexpr std::size_t kMostTracks = 256;
    m_hitPixels.assign(static_cast<std::size_t>(m_axis.width), 0);
    std::vector<TrackId> tracks;
    if (m_scene.hitCount(line.track) > 0) {
        for (const TrackId track : m_scene.layout().members(line)) {
            if (m_scene.timeline().track(track).firstRow != kNoRow && m_scene.hitCount(track) > 0)
                tracks.push_back(track);
            if (tracks.size() > kMostTracks)
                break;
        }
    }
    for (int x = 0; x < m_axis.width && tracks.size() > kMostTracks; ++x)
        if (m_scene.found()->about({m_axis.timeAt(x), m_axis.timeAt(x + 1)}) > 0)
            m_hitPixels[static_cast<std::size_t>(x)] = kHitPixel;
    for (std::size_t i = 0; i < tracks.size() && tracks.size() <= kMostTracks; ++i) {
        std::size_t index = 0;
        for (RowId row = m_scene.timeline().track(tracks[i]).firstRow; row != kNoRow;
             row = m_scene.timeline().nextRow(row), ++index) {
            const std::span<const Run> runs = m_runs.runs(row);
            addHitPixels(runs, hitsOf(tracks[i], index, runs));
        }
    }
    for (std::uint8_t& pixel : m_hitPixels)
        pixel = pixel == 0 ? pixel : kHitPixel; // several may be behind each other: no edges within
    frameHits(*m_image, device(y), device(y + line.height) - 1, m_hitPixels, m_theme->hit.rgb(),
              m_theme->base.rgb());
}

// Slices that do not fit the filter keep their place, as a thin line at the bottom of their row.
void TrackPainter::paintFilteredAway(const Track& track, const TrackLine& line, int y)
{
    const Timeline& timeline = m_scene.timeline();
    const QRgb color = blended(m_theme->base.rgb(), m_theme->text.rgb(), kAway);
    const int height = device(kAwayHeight);
    std::size_t index = 0;
    for (RowId row = track.firstRow; row != kNoRow; row = timeline.nextRow(row), ++index) {
        const int bottom =
            rowsAreBars(track.kind) ? band(track, index, y).bottom : device(y + line.height) - 1;
        if (bottom - height > m_image->height())
            break;
        m_hitPixels.assign(static_cast<std::size_t>(m_axis.width), 0);
        const auto eachPixel = [&](std::span<const Run> runs, const auto& visit) {
            for (const Run& run : runs) {
                const Pixels pixels = slicePixels(m_axis, run.startNs, run.endNs, Gap::after);
                for (int x = std::max(0, pixels.left); x < std::min(m_axis.width, pixels.right); ++x)
                    visit(x, m_hitPixels[static_cast<std::size_t>(x)]);
            }
        };
        eachPixel(m_runs.runs(row), [](int, std::uint8_t& pixel) { pixel = 1; });
        m_bars.clear();
        eachPixel(m_allRuns.runs(row), [&](int x, std::uint8_t& pixel) {
            if (pixel != 0)
                return;
            if (!m_bars.empty() && m_bars.back().right == x)
                ++m_bars.back().right;
            else
                m_bars.push_back({x, x + 1, color});
        });
        fillBars(*m_image, bottom - height, bottom, m_bars, Lines::different);
    }
}

}
