// Paints the lines of the timeline into a picture: backgrounds, slices, labels, densities. Decides in device
// pixels, fills solid runs, then puts labels on top.
//
//     TrackPainter tracks(scene, runs, labels, boldLabels);
//     tracks.begin(image, painter, theme, view);
//     for (const TrackLine& line : visible) tracks.paint(line, scene.viewportY(line));
#pragma once

#include "widgets/common/hatch.h"
#include "widgets/timeline/painting/bars.h"
#include "widgets/timeline/painting/label_cache.h"
#include "widgets/timeline/painting/run_cache.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <array>

namespace traceglass {

class TrackPainter
{
public:
    TrackPainter(TimelineScene& scene, LabelCache& labels, LabelCache& boldLabels);

    // `logicalAxis` has the width of the picture in logical pixels; the painter works on the picture.
    void begin(QImage& image, QPainter& painter, const Theme& theme, const TimeAxis& logicalAxis);
    void paint(const TrackLine& line, int y);

    // States and hatches met so far, as bits 1 << TaskState and kSeenLost ...: what the legend explains.
    static constexpr unsigned kSeenLost = 1u << 8;
    static constexpr unsigned kSeenUnknown = 1u << 9;
    static constexpr unsigned kSeenFailed = 1u << 10;
    static constexpr unsigned kSeenGap = 1u << 11; // of a clock; drawn as kSeenFailed is
    static constexpr unsigned kSeenSample = 1u << 12;
    static constexpr unsigned kSeenLock = 1u << 13; // of the flows, which the view adds
    unsigned statesSeen() const { return m_statesSeen; }
    const TimeAxis& deviceAxis() const { return m_axis; }
    std::uint64_t queries() const { return m_runs.queries(); } // how often the timeline was asked, ever

    // Where a moment was drawn that is more than its pixel: a text behind its sign, a picture. Logical
    // pixels.
    struct Spot
    {
        TrackId track {};
        std::int64_t startNs = 0;
        QRectF area;
    };
    const Spot* spotAt(TrackId track, const QPointF& position) const;
    const Spot* spotOf(TrackId track, std::int64_t startNs) const;

private:
    static constexpr int kEstimate = 55; // percent of its colour in what is only placed about
    static constexpr int kFaded = 40;    // in what has another name than the highlighted one

    struct HatchedArea // painted over the bars, in device pixels
    {
        int left, top, right, bottom;
        Hatch hatch;
    };
    struct Band // device pixels of a row
    {
        int top, bottom;
    };
    struct TextSpot
    {
        QString text; // fitted
        qreal x;      // logical
        QColor color;
    };

    QColor fadedIf(bool faded, const QColor& color) const;
    QColor textFadedIf(bool faded, const QColor& color) const; // is read where contrast is high
    int device(qreal logical) const;
    Band band(const Track& track, std::size_t row, int y) const;
    QRectF logical(int left, int top, int right, int bottom) const;
    void paintGround(const TrackLine& line, int y);
    void paintStates(const Track& track, int y);
    void paintLife(const Track& track, int y);
    void paintSamples(const Track& track, int y);
    void paintNamed(const Track& track, int y); // worker, span and slice rows
    void paintNamedRow(const Track& track, std::size_t row, std::span<const Run> runs, int y);
    void addFrame(std::vector<Bar>& frames, int left, int right) const;
    void paintFrames(std::vector<Bar>& frames, int top, int bottom); // and empties them
    std::size_t endOfSpan(std::span<const Run> runs, std::size_t first) const;
    void paintSpan(std::span<const Run> parts, int top, int bottom);
    void paintEvents(const TrackLine& line, const Track& track, int y);
    void paintDensity(const TrackLine& line, int y);
    void paintAxis(const TrackLine& line, int y); // the ruler of a clock, in its group's header
    void paintCounter(const TrackLine& line, int y);
    void paintMarks(const TrackLine& line, RowId row, int y);
    void paintLog(const TrackLine& line, RowId row, int y);
    void paintPictures(const TrackLine& line, RowId row, int y);
    void paintInstants(const Track& track, int y, int height); // only how many there are
    void paintHealth(const Track& track, int y);
    void paintRuler(const Track& track, int y);
    void paintRulerRow(std::span<const Run> runs, int top, int bottom);
    void hatch(Hatch pattern, const QRectF& area);
    void paintHits(const Track& track, const TrackLine& line, int y);
    void paintHitsOfGroup(const TrackLine& line, int y); // that is folded
    // By run of a row of the line, whether it holds a hit; empty: nothing is found. Until it is asked again.
    std::span<const std::uint8_t> hitsOf(TrackId track, std::size_t row, std::span<const Run> runs);
    // Where a run holds one, of m_hitPixels.
    void addHitPixels(std::span<const Run> runs, std::span<const std::uint8_t> areHits);
    void paintOutline(const TrackLine& line, int y);
    void paintFilteredAway(const Track& track, const TrackLine& line, int y);
    void addMarks(const Run& run, const Pixels& pixels, int top, int bottom);
    void flushOverlays();
    void flushTexts(int rowTop, int rowHeight);

    TimelineScene& m_scene;
    RunCache m_runs;    // of what fits the filter
    RunCache m_allRuns; // asked only where slices are filtered
    LabelCache& m_labels;
    LabelCache& m_boldLabels;
    QImage* m_image = nullptr;
    QPainter* m_painter = nullptr;
    const Theme* m_theme = nullptr;
    TimeAxis m_axis; // device pixels
    qreal m_ratio = 1;
    std::vector<QRgb> m_ground;         // one line of an ordinary track: base, grid, range
    std::vector<QRgb> m_selectedGround; // of the selected one
    std::vector<QRgb> m_headGround;
    std::vector<Bar> m_bars;
    std::vector<Bar> m_backBars;
    std::vector<Bar> m_frames; // where contrast is high
    std::vector<HatchedArea> m_hatched;
    std::vector<TextSpot> m_texts;
    std::vector<Spot> m_spots;
    std::array<QRgb, 24> m_nameFills {}; // Theme::nameColor
    struct DamagedPixels
    {
        Pixels pixels;
        const DamagedTime* damage = nullptr;
    };
    std::vector<DamagedPixels> m_damage; // hatched below the slices
    Lines m_lines = Lines::equal;
    std::vector<std::uint8_t> m_isHit; // by run of a row
    std::vector<std::uint8_t> m_hitPixels;
    unsigned m_statesSeen = 0;
};

}
