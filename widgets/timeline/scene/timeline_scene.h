// What label column and track view share: the lines, what the user chose for tracks, the colours of names,
// the selected slices, how far it is scrolled. It paints nothing.
//
//     TimelineScene scene(session);
//     scene.setFilter("upload");                 // emits layoutChanged()
//     const QString text = scene.look(run.name).text;
#pragma once

#include "widgets/common/utf8.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"
#include "widgets/timeline/painting/picture_cache.h"
#include "widgets/timeline/scene/density.h"
#include "widgets/timeline/scene/placed_slice.h"
#include "widgets/timeline/scene/track_layout.h"

#include <QHash>
#include <QObject>

namespace traceglass::query {
class HitOrder;
}

namespace traceglass {

class SessionFilter;
class SessionNotes;
class SessionSearch;
struct Theme;

// Where bytes that could not be read leave a hole in time, as far as the tree tells when they were written.
struct DamagedTime
{
    TimeRange time;          // in view time
    std::uint16_t axis = 0;  // whose tracks it concerns
    std::uint64_t bytes = 0; // 0: the reason says it
    QString reason;
};

// "resize" of "resize #24": ids are not part of a name.
std::string_view nameWithoutId(std::string_view name);

class TimelineScene : public QObject
{
    Q_OBJECT

public:
    explicit TimelineScene(DocumentSession* session, QObject* parent = nullptr);

    DocumentSession& session() const { return *m_session; }
    // What is laid out: the session's, or with very many tracks the one before while the new one is laid out.
    const TimelinePtr& snapshot() const { return m_arrangement.timeline; }
    const Timeline& timeline() const { return *snapshot(); }
    // The same, of which only slices are drawn that fit the filter.
    const TimelinePtr& drawn() const { return m_arrangement.fitting ? m_arrangement.fitting->drawn : snapshot(); }
    bool isFiltered() const { return m_arrangement.fitting != nullptr; } // slices are
    bool isFitting(TrackId track) const // something of it, or of a group
    {
        return !isFiltered() || m_arrangement.fitting->hits->count(track) > 0;
    }
    void setSliceFilter(const SessionFilter* filter);
    std::uint16_t axisOf(TrackId track) const { return timeline().about(track).axis; }
    // Nothing is on its way.
    bool isSettled() const { return !m_asker->isWaiting() && !m_densities.busy() && !m_pictures.busy(); }
    const SessionNotes* notes() const { return m_notes; } // null: none are known
    void setNotes(const SessionNotes* notes);
    void setSearch(const SessionSearch* search);
    const query::HitOrder* found() const; // null: nothing is found, and nothing pales beside it
    bool isSearched() const;
    // The same track in the timeline that was searched: it may be another snapshot.
    std::optional<TrackId> trackInFound(TrackId track) const;
    std::uint64_t hitCount(TrackId track) const;
    std::uint64_t generation() const { return m_generation; } // of the layout: another one, other members
    const TrackLayout& layout() const { return m_arrangement.layout; }
    const RowHeights& heights() const { return m_arrangement.heights; }
    void setHeights(const RowHeights& heights);

    // --- names
    struct Look
    {
        QString text;
        int color = 0; // for Theme::nameColor
        bool faded = false;
    };
    const Look& look(StringId name) const;
    QString trackName(TrackId track) const { return fromUtf8(timeline().name(track)); }
    // "#20"
    QString trackNumber(TrackId track) const { return fromUtf8(trackDetail(timeline().track(track))); }
    QString axisText(std::uint16_t axis) const; // "cycles · aligned by hand"
    // Colours given by the user, by name without id; they win over the computed ones.
    const QHash<QString, int>& nameColors() const { return m_nameColors; }
    void setNameColors(const QHash<QString, int>& colors);

    // All but the slices of one name, without its id, are faded; empty: none is.
    QString highlight() const { return m_highlight; }
    void setHighlight(const QString& name);
    bool isFaded(StringId name) const { return !m_highlight.isEmpty() && look(name).faded; }

    // --- what is shown of the tracks; kNoTrack: nothing is pinned or hidden
    QString filter() const { return m_session->trackFilter(); }
    void setFilter(const QString& filter) { m_session->setTrackFilter(filter); }
    bool isPinned(TrackId track) const { return choice(track).pinned.has_value(); }
    void setPinned(TrackId track, bool pinned);
    void hide(TrackId track);
    void showOnly(TrackId track); // hides all others
    void showAll();
    bool anyHidden() const { return m_arrangement.choices.anyHidden(); }
    const TrackChoice& choice(TrackId track) const
    {
        return m_arrangement.choices.of(trackKey(timeline().track(track)));
    }
    void setSize(TrackId counter, TrackChoice::Size size);
    void setVisibleScale(TrackId counter, bool visible);
    bool anyVisibleScale() const; // the labels of some counter change with the view
    // Tracks whose values are drawn on one scale with those of a counter: of the same stream in other runs.
    std::vector<TrackId> onScaleOf(TrackId counter) const;
    std::optional<std::pair<double, double>> valueRangeOf(TrackId counter) const; // of all on its scale
    void setFolded(TrackId group, bool folded); // while a filter is set: until it is cleared
    void foldOthers(TrackId group);             // every group but this one and those around it
    void move(TrackId track, TrackId before);   // among its siblings; kNoTrack: to the end
    QByteArray saveChoices() const { return m_arrangement.choices.save(timeline()); }
    void restoreChoices(const QByteArray& saved);

    // --- scrolling, in logical pixels of the scrolled lines
    int scroll() const { return m_scroll; }
    int viewportHeight() const { return m_viewportHeight; }
    int scrollEnd() const // largest scroll
    {
        return std::max(0, layout().height() + layout().pinnedHeight() - m_viewportHeight);
    }
    void setScroll(int y);
    void scrollAgain(int y); // as soon as there are so many tracks, unless somebody scrolls before
    void setViewportHeight(int height);
    void scrollTo(TrackId track);
    // Where a line is in the viewport, pinned ones first; lines above and below have places outside it.
    int viewportY(const TrackLine& line) const { return layout().pinnedHeight() + line.y - m_scroll; }
    std::optional<int> viewportYOf(TrackId track, int* height = nullptr) const;
    const TrackLine* lineAtViewport(int y, int* top = nullptr) const;
    // Calls paint(line, y) for every line to be seen, what lies on top of others behind them.
    template <class Paint>
    void forLinesInView(int height, Paint paint) const
    {
        for (std::size_t i = layout().lineAt(m_scroll); i < layout().lines().size(); ++i) {
            const int y = viewportY(layout().lines()[i]);
            if (y >= height)
                break;
            paint(layout().lines()[i], y);
        }
        if (const TrackLine* sticky = stickyHeader())
            paint(*sticky, layout().pinnedHeight());
        for (const TrackLine& line : layout().pinned())
            paint(line, line.y);
    }
    // The header of the first line's group, when the header itself is scrolled away.
    const TrackLine* stickyHeader() const;

    // The selected slice first, then the same moment on its worker or task.
    const std::vector<PlacedSlice>& selected() const { return m_selected; }
    TrackId selectedTrack() const { return m_selected.empty() ? kNoTrack : m_selected.front().track; }

    // The tree below the slice that was answered last; no lines: there is none.
    const DetailOutline& outline() const { return m_session->answer().details.outline; }

    const std::vector<DamagedTime>& damage() const { return m_damage; }
    // Does damage on one axis concern what a line shows?
    bool concerns(const DamagedTime& damage, const TrackLine& line) const;
    Densities& densities() { return m_densities; }
    PictureCache& pictures() { return m_pictures; }

signals:
    void layoutChanged(); // other lines or heights
    void snapshotChanged(); // before that: of another timeline, or of other slices of it
    void scrollChanged();
    void appearanceChanged(); // same lines, to be painted anew
    void selectedTrackChanged();
    void nameColorsChanged();

private:
    void rebuild();
    void rearrange(); // by the user
    TrackChoice& choose(TrackId track);
    void take(Arrangement next);
    void moveTo(int y); // scrolled by the scene, not by the user
    // The track that stays where it is when another timeline is taken, how far from the top of the viewport.
    std::optional<std::pair<TrackKey, int>> inPlace() const;
    void fold(TrackId group, bool folded);
    void followSelection();
    void followAnswer();
    void placeSelection();

    enum Question : Asker::Slot { kDamage, kLayout };
    // timeline_scene_damage.cpp
    void collectDamage();
    void takeDamage(const std::vector<ask::ProblemPlaces::Place>& places);
    void placeDamage();
    std::vector<DamagedTime> lostRanges() const;

    DocumentSession* m_session;
    const SessionNotes* m_notes = nullptr;
    const SessionSearch* m_search = nullptr;
    const SessionFilter* m_sliceFilter = nullptr;
    Arrangement m_arrangement; // what is shown, and choices that the next one may be on its way for
    std::uint64_t m_generation = 0;
    std::optional<std::pair<TrackKey, std::size_t>> m_outlined; // the track with a tree below a slice, and its lines
    bool m_arranged = false; // by the user: what is open stays so
    QString m_highlight;
    QHash<QString, int> m_nameColors;
    mutable QHash<std::uint32_t, Look> m_looks;
    struct Series
    {
        std::vector<TrackId> tracks;
        std::optional<std::optional<std::pair<double, double>>> range; // once it was asked for
    };
    mutable std::unordered_map<std::uint32_t, Series> m_series; // of the tracks seen
    mutable std::size_t m_seriesSeen = 0;
    std::vector<PlacedSlice> m_selected;
    Asker* m_asker; // for what went wrong when
    std::size_t m_problemsSeen = 0;          // of those kept
    std::vector<Diagnostic> m_problemsAsked; // of them, those whose time is not known
    QString m_restLost;                      // why nothing behind the last slice was read; empty: it was
    std::vector<DamagedTime> m_damageFound;  // in the time of its axis
    std::vector<DamagedTime> m_damage;
    int m_scroll = 0;
    int m_scrollAgain = 0; // where to, once that is there; 0: nowhere
    int m_viewportHeight = 0;
    Densities m_densities; // last: their threads call back into this object
    PictureCache m_pictures;
};

}
