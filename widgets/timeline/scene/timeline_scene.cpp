#include "widgets/timeline/scene/timeline_scene.h"

#include "core/base/behind.h"
#include "widgets/common/theme.h"
#include "widgets/session/session_notes.h"
#include "widgets/session/session_search.h"

#include <algorithm>
#include <utility>

namespace traceglass {

std::string_view nameWithoutId(std::string_view name)
{
    const std::size_t mark = name.rfind(" #");
    if (mark == std::string_view::npos || mark == 0 || mark + 2 == name.size())
        return name;
    return name.find_first_not_of("0123456789", mark + 2) == std::string_view::npos ? name.substr(0, mark)
                                                                                    : name;
}

TimelineScene::TimelineScene(DocumentSession* session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_asker(new Asker(session->capture(), this))
    , m_densities([this] {
        QMetaObject::invokeMethod(this, &TimelineScene::appearanceChanged, Qt::QueuedConnection);
    })
    , m_pictures(session->capture(), [this] {
        QMetaObject::invokeMethod(this, &TimelineScene::appearanceChanged, Qt::QueuedConnection);
    })
{
    connect(session, &DocumentSession::timelineChanged, this, &TimelineScene::rebuild);
    connect(session, &DocumentSession::selectionChanged, this, &TimelineScene::followSelection);
    connect(session, &DocumentSession::answerChanged, this, &TimelineScene::followAnswer);
    connect(session, &DocumentSession::trackFilterChanged, this, [this] {
        m_arrangement.folds.filtered.clear();
        rebuild();
    });
    connect(session, &DocumentSession::diagnosticsChanged, this, &TimelineScene::collectDamage);
    m_arrangement.timeline = session->timeline();
    placeDamage();
    collectDamage();
    rebuild();
}

void TimelineScene::setNotes(const SessionNotes* notes)
{
    m_notes = notes;
    if (notes)
        connect(notes, &SessionNotes::changed, this, &TimelineScene::appearanceChanged);
    emit appearanceChanged();
}

void TimelineScene::setSearch(const SessionSearch* search)
{
    m_search = search;
    connect(search, &SessionSearch::foundChanged, this, &TimelineScene::appearanceChanged);
}

void TimelineScene::setSliceFilter(const SessionFilter* filter)
{
    m_sliceFilter = filter;
    connect(filter, &SessionFilter::partsChanged, this, [this] { m_arrangement.folds.filtered.clear(); });
    connect(filter, &SessionFilter::fittingChanged, this, &TimelineScene::rebuild);
}

const query::HitOrder* TimelineScene::found() const
{
    const query::HitOrder* const found = m_search ? m_search->found().get() : nullptr;
    return found && found->hits().count() > 0 ? found : nullptr;
}

bool TimelineScene::isSearched() const
{
    return m_search && m_search->found();
}

std::optional<TrackId> TimelineScene::trackInFound(TrackId track) const
{
    if (!found())
        return {};
    const Timeline& other = found()->hits().timeline();
    if (&other == &timeline())
        return track;
    return other.findTrack(timeline().track(track).kind, timeline().track(track).key);
}

std::uint64_t TimelineScene::hitCount(TrackId track) const
{
    const auto inFound = trackInFound(track);
    return inFound ? found()->hits().count(*inFound) : 0;
}

void TimelineScene::setHeights(const RowHeights& heights)
{
    if (this->heights() == heights)
        return;
    m_arrangement.heights = heights;
    rebuild();
}

const TimelineScene::Look& TimelineScene::look(StringId name) const
{
    const auto known = m_looks.constFind(number(name));
    if (known != m_looks.constEnd())
        return *known;
    constexpr qsizetype kMost = 100'000; // event texts can be many
    if (m_looks.size() > kMost)
        m_looks.clear();
    const std::string_view text = timeline().text(name);
    const std::string_view plain = nameWithoutId(text);
    Look look {nameLine(text), 0};
    look.color = m_nameColors.value(exactFromUtf8(plain), nameColorIndex(plain));
    look.faded = !m_highlight.isEmpty() && exactFromUtf8(plain) != m_highlight;
    return *m_looks.insert(number(name), look);
}

std::vector<TrackId> TimelineScene::onScaleOf(TrackId counter) const
{
    const std::uint32_t series = timeline().about(counter).series;
    if (series == 0)
        return {counter};
    for (; m_seriesSeen < timeline().trackCount(); ++m_seriesSeen) {
        const auto id = static_cast<TrackId>(m_seriesSeen);
        if (const std::uint32_t of = timeline().about(id).series)
            m_series[of].tracks.push_back(id);
    }
    return m_series[series].tracks;
}

std::optional<std::pair<double, double>> TimelineScene::valueRangeOf(TrackId counter) const
{
    const std::uint32_t series = timeline().about(counter).series;
    if (const auto known = m_series.find(series); known != m_series.end() && known->second.range)
        return *known->second.range;
    std::optional<std::pair<double, double>> range;
    for (const TrackId track : onScaleOf(counter)) {
        const RowId row = timeline().track(track).firstRow;
        if (const auto of = row == kNoRow ? std::nullopt : timeline().valueRange(row))
            range = range ? std::pair(std::min(range->first, of->first), std::max(range->second, of->second))
                          : *of;
    }
    if (series != 0)
        m_series[series].range = range;
    return range;
}

QString TimelineScene::axisText(std::uint16_t axis) const
{
    const ClockAxis& clock = m_session->axes()[axis];
    const QString name = fromUtf8(clock.name);
    if (clock.kind == ClockAxis::Kind::position)
        return tr("%1 · bytes, not time").arg(name);
    if (clock.kind == ClockAxis::Kind::order)
        return tr("%1 · steps, not time").arg(name);
    if (axis == 0)
        return tr("%1 · the ruler above").arg(name);
    return clock.aligned ? tr("%1 · aligned by hand").arg(name) : tr("%1 · not aligned").arg(name);
}

void TimelineScene::setNameColors(const QHash<QString, int>& colors)
{
    if (m_nameColors == colors)
        return;
    m_nameColors = colors;
    m_looks.clear();
    emit nameColorsChanged();
    emit appearanceChanged();
}

void TimelineScene::setHighlight(const QString& name)
{
    if (m_highlight == name)
        return;
    m_highlight = name;
    m_looks.clear();
    emit appearanceChanged();
}

void TimelineScene::setPinned(TrackId track, bool pinned)
{
    if (track == kNoTrack)
        return;
    int place = 0;
    for (const auto& [key, choice] : m_arrangement.choices.all())
        place = std::max(place, choice.pinned.value_or(-1) + 1);
    choose(track).pinned = pinned ? std::optional(place) : std::nullopt;
    rearrange();
}

TrackChoice& TimelineScene::choose(TrackId track)
{
    return m_arrangement.choices.change(trackKey(timeline().track(track)));
}

void TimelineScene::rearrange()
{
    m_arranged = true;
    m_scrollAgain = 0;
    rebuild();
}

void TimelineScene::hide(TrackId track)
{
    if (track == kNoTrack)
        return;
    choose(track).hidden = true;
    rearrange();
}

void TimelineScene::showAll()
{
    m_arrangement.choices.showAll();
    rearrange();
}

void TimelineScene::showOnly(TrackId track)
{
    if (track == kNoTrack)
        return;
    m_arrangement.choices.showAll();
    for (TrackId shown = track; shown != kNoTrack;) {
        choose(shown).shown = true;
        shown = timeline().track(shown).parent;
        (shown == kNoTrack ? m_arrangement.choices.changeTop() : choose(shown)).hidesOthers = true;
    }
    rearrange();
}

void TimelineScene::setSize(TrackId counter, TrackChoice::Size size)
{
    choose(counter).size = size;
    rearrange();
}

void TimelineScene::setVisibleScale(TrackId counter, bool visible)
{
    choose(counter).visibleScale = visible;
    if (m_asker->isWaiting(kLayout)) // else what is on its way would take it back
        rebuild();
    emit appearanceChanged();
}

bool TimelineScene::anyVisibleScale() const
{
    return std::ranges::any_of(m_arrangement.choices.all(),
                               [](const auto& entry) { return entry.second.visibleScale; });
}

void TimelineScene::fold(TrackId group, bool folded)
{
    if (!m_arrangement.isFiltered())
        choose(group).folded = folded;
    else
        m_arrangement.folds.filtered[trackKey(timeline().track(group))] = folded;
    m_arranged = true;
}

void TimelineScene::setFolded(TrackId group, bool folded)
{
    fold(group, folded);
    rebuild();
}

void TimelineScene::foldOthers(TrackId group)
{
    for (const TrackLine& line : layout().lines()) {
        if (line.group == kNoTrack)
            continue;
        bool around = false;
        for (TrackId up = group; up != kNoTrack && !around; up = timeline().track(up).parent)
            around = up == line.group;
        fold(line.group, !around);
    }
    rebuild();
}

void TimelineScene::move(TrackId track, TrackId before)
{
    const std::span<const TrackId> order = layout().siblings(timeline(), track);
    const auto placeOf = [&](TrackId id) { return int(std::ranges::find(order, id) - order.begin()); };
    const int from = placeOf(track), at = placeOf(before);
    const int to = at > from ? at - 1 : at; // where it was nothing is left
    // Others that were moved before stay among the same neighbours.
    for (const auto& [key, choice] : m_arrangement.choices.all()) {
        const auto id = choice.rank ? timeline().findTrack(key.kind, key.key) : std::nullopt;
        if (!id || timeline().track(*id).parent != timeline().track(track).parent)
            continue;
        const int rank = *choice.rank;
        choose(*id).rank = rank + (rank >= to && rank < from) - (rank > from && rank <= to);
    }
    choose(track).rank = to;
    rearrange();
}

void TimelineScene::restoreChoices(const QByteArray& saved)
{
    m_arrangement.choices.restore(saved);
    rebuild();
}

void TimelineScene::setScroll(int y)
{
    m_scrollAgain = 0;
    moveTo(y);
}

void TimelineScene::moveTo(int y)
{
    y = std::clamp(y, 0, scrollEnd());
    if (m_scroll == y)
        return;
    m_scroll = y;
    m_arranged = true;
    emit scrollChanged();
}

void TimelineScene::scrollAgain(int y)
{
    m_scrollAgain = y; // still, since tracks may go and come back while a filter is asked
    if (y > 0 && y <= scrollEnd())
        moveTo(y);
}

void TimelineScene::setViewportHeight(int height)
{
    if (m_viewportHeight == height)
        return;
    m_viewportHeight = height;
    m_scroll = std::clamp(m_scroll, 0, scrollEnd());
    if (!m_arranged)
        rebuild();
    emit scrollChanged();
}

void TimelineScene::scrollTo(TrackId track)
{
    const std::size_t at = layout().lineOf(track);
    if (at == TrackLayout::kNone)
        return;
    const TrackLine& line = layout().lines()[at];
    const int room = m_viewportHeight - layout().pinnedHeight();
    const int header = line.parent != TrackLine::kNoLine ? heights().header : 0; // stays above while scrolled
    const int above = m_scroll - (line.y - header), below = line.y + line.height - (m_scroll + room);
    // Keys go from track to track: what is near just comes into view. What is far away gets some context.
    if (std::max(above, below) > room / 2)
        setScroll(line.y - header - std::max(0, room - header - line.height) / 3);
    else if (above > 0)
        setScroll(line.y - header);
    else if (below > 0)
        setScroll(line.y + line.height - room);
}

std::optional<int> TimelineScene::viewportYOf(TrackId track, int* height) const
{
    const auto pinned = std::ranges::find(layout().pinned(), track, &TrackLine::track);
    const bool isPinned = pinned != layout().pinned().end();
    const std::size_t at = layout().lineOf(track);
    if (!isPinned && at == TrackLayout::kNone)
        return {};
    const TrackLine& line = isPinned ? *pinned : layout().lines()[at];
    if (height)
        *height = line.height;
    return isPinned ? line.y : viewportY(line);
}

const TrackLine* TimelineScene::lineAtViewport(int y, int* top) const
{
    const int pinnedHeight = layout().pinnedHeight();
    const bool isPinned = y < pinnedHeight;
    const TrackLine* line = isPinned ? nullptr : stickyHeader();
    int at = pinnedHeight;
    if (!line || y >= pinnedHeight + line->height) {
        const std::size_t index =
            isPinned ? layout().pinnedAt(y) : layout().lineAt(y - pinnedHeight + m_scroll);
        if (index == TrackLayout::kNone)
            return nullptr;
        line = isPinned ? &layout().pinned()[index] : &layout().lines()[index];
        at = isPinned ? line->y : viewportY(*line);
    }
    if (top)
        *top = at;
    return line;
}

const TrackLine* TimelineScene::stickyHeader() const
{
    const std::size_t first = layout().lineAt(m_scroll);
    if (first == TrackLayout::kNone)
        return nullptr;
    const TrackLine* line = &layout().lines()[first];
    if (!line->isHeader() && line->parent != TrackLine::kNoLine)
        line = &layout().lines()[line->parent];
    return line->role == TrackLine::Role::header && !line->folded && line->y < m_scroll ? line : nullptr;
}

// Few tracks are laid out at once; many while the ones of before are shown.
void TimelineScene::rebuild()
{
    constexpr std::size_t kAtOnce = 20'000;
    const FittingPtr fitting = m_sliceFilter ? m_sliceFilter->fitting() : nullptr;
    const int fill = !m_arranged && filter().isEmpty() && !fitting ? m_viewportHeight : 0;
    // What fits is known of the snapshot that was asked: the newest is shown as soon as it has been, too.
    Arrangement next {fitting ? fitting->timeline : m_session->timeline(),
                      m_arrangement.choices,
                      m_arrangement.folds,
                      filter().toStdString(),
                      heights(),
                      fill,
                      m_arrangement.opened,
                      fitting};
    if (m_outlined)
        next.below = {m_outlined->first, outlineHeight(m_outlined->second, heights())};
    if (next.timeline->trackCount() < kAtOnce) {
        m_asker->cancel(kLayout);
        next.arrange();
        take(std::move(next));
        return;
    }
    auto shared = std::make_shared<Arrangement>(std::move(next));
    m_asker->work<std::shared_ptr<Arrangement>>(
        kLayout, Priority::screen,
        [shared](Job&) {
            shared->arrange();
            return shared;
        },
        [this](const std::shared_ptr<Arrangement>& done) { take(std::move(*done)); });
}

// What the user looks at stays where it is when tracks are added or, in the end, sorted. A snapshot may
// number tracks and strings anew, so nothing is kept by its number.
std::optional<std::pair<TrackKey, int>> TimelineScene::inPlace() const
{
    const auto ofTrack = [this](TrackId track) -> std::optional<std::pair<TrackKey, int>> {
        const auto at = track == kNoTrack ? std::nullopt : viewportYOf(track);
        if (!at || *at < layout().pinnedHeight() || *at >= m_viewportHeight)
            return {};
        return std::pair(trackKey(timeline().track(track)), *at);
    };
    if (const auto selected = ofTrack(selectedTrack()))
        return selected;
    const std::size_t top = m_scroll > 0 ? layout().lineAt(m_scroll + heights().header) : TrackLayout::kNone;
    return top == TrackLayout::kNone ? std::nullopt : ofTrack(layout().lines()[top].track);
}

void TimelineScene::take(Arrangement next)
{
    const bool isOther = next.timeline != snapshot();
    const bool isOtherwiseDrawn = isOther || next.fitting != m_arrangement.fitting;
    const auto kept = isOtherwiseDrawn || next.below != m_arrangement.below ? inPlace() : std::nullopt;
    next.opened.reset();
    letGo(std::exchange(m_arrangement, std::move(next))); // of very many tracks it takes long to free
    ++m_generation;
    if (isOther) {
        m_looks.clear();
        m_series.clear();
        m_seriesSeen = 0;
        placeDamage();
        placeSelection(); // before those who hear of the new layout ask what is selected
    }
    if (isOtherwiseDrawn)
        emit snapshotChanged();
    m_scroll = std::clamp(m_scroll, 0, scrollEnd());
    emit layoutChanged();
    if (m_scrollAgain > 0 && m_scrollAgain <= scrollEnd())
        return moveTo(m_scrollAgain);
    if (!kept)
        return;
    const auto track = timeline().findTrack(kept->first.kind, kept->first.key);
    if (const std::size_t at = track ? layout().lineOf(*track) : TrackLayout::kNone; at != TrackLayout::kNone)
        moveTo(layout().lines()[at].y + layout().pinnedHeight() - kept->second);
}

void TimelineScene::followSelection()
{
    placeSelection();
    if (m_selected.empty())
        return;
    m_arranged = true;
    // What was selected elsewhere must be seen here, too.
    const TrackId track = m_selected.front().track;
    const std::size_t at = layout().lineOf(track);
    if (at == TrackLayout::kNone || !layout().lines()[at].folded)
        return;
    m_arrangement.opened = trackKey(timeline().track(track));
    rebuild();
}

// A slice that is made of something gets room for it below its track, where that is painted.
void TimelineScene::followAnswer()
{
    placeSelection();
    const Resolved& answer = m_session->answer();
    std::optional<std::pair<TrackKey, std::size_t>> outlined;
    if (answer.sliceId && !outline().lines.empty())
        outlined = {TrackKey {answer.sliceId->kind, answer.sliceId->trackKey},
                    outline().lines.size() + (outline().left > 0)};
    const bool isOutlined = outlined || m_outlined;
    if (std::exchange(m_outlined, outlined) != outlined)
        rebuild();
    else if (isOutlined)
        emit appearanceChanged();
}

void TimelineScene::placeSelection()
{
    std::vector<PlacedSlice> selected;
    const auto place = [&](const SliceId& id) {
        if (const auto slice = placedSlice(timeline(), id))
            selected.push_back(*slice);
    };
    if (const auto& id = m_session->selection().slice) {
        place(*id);
        const Resolved& answer = m_session->answer();
        if (answer.twin && answer.sliceId == id && !selected.empty())
            place(*answer.twin);
    }
    const TrackId before = selectedTrack();
    m_selected = std::move(selected);
    if (selectedTrack() != before)
        emit selectedTrackChanged();
}

}
