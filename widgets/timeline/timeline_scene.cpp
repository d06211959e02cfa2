#include "widgets/timeline/timeline_scene.h"

#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/session/session_notes.h"
#include "widgets/session/asker.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr std::size_t kMostDamage = 500; // a file of nothing but faults is not told apart by more marks

}

SliceId sliceId(const Timeline& timeline, const PlacedSlice& placed)
{
    const Track& track = timeline.track(placed.track);
    return {track.kind, track.key, placed.row, placed.slice.startNs};
}

std::string_view nameWithoutId(std::string_view name)
{
    const std::size_t mark = name.rfind(" #");
    if (mark == std::string_view::npos || mark == 0 || mark + 2 == name.size())
        return name;
    const bool digits = std::all_of(name.begin() + static_cast<std::ptrdiff_t>(mark) + 2, name.end(),
                                    [](char c) { return c >= '0' && c <= '9'; });
    return digits ? name.substr(0, mark) : name;
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
    connect(session, &DocumentSession::timelineChanged, this, &TimelineScene::followTimeline);
    connect(session, &DocumentSession::selectionChanged, this, &TimelineScene::followSelection);
    connect(session, &DocumentSession::trackFilterChanged, this, [this] {
        m_folds.filtered.clear();
        rebuild();
    });
    connect(session, &DocumentSession::diagnosticsChanged, this, &TimelineScene::collectDamage);
    collectDamage();
    followTimeline();
}

void TimelineScene::setNotes(const SessionNotes* notes)
{
    m_notes = notes;
    if (notes)
        connect(notes, &SessionNotes::changed, this, &TimelineScene::appearanceChanged);
    emit appearanceChanged();
}

// When what is wrong happened is asked for; what is known stays until the answer is there.
void TimelineScene::collectDamage()
{
    ask::ProblemPlaces question;
    for (Diagnostic& problem : m_session->capture()->problems().since(0, kMostDamage)) {
        if (problem.severity != Severity::info && problem.range)
            question.problems.push_back(std::move(problem));
    }
    if (question.problems.empty() && m_damageFound.empty()) {
        placeDamage();
        return;
    }
    const std::vector<Diagnostic> problems = question.problems;
    m_asker->ask(0, Priority::background, std::move(question),
                 [this, problems](const ask::ProblemPlaces::Answer& places) {
                     m_damageFound.clear();
                     for (std::size_t i = 0; i < places.size() && i < problems.size(); ++i) {
                         if (places[i].own)
                             m_damageFound.push_back({*places[i].own, places[i].ownAxis, problems[i].range->length,
                                                      fromUtf8(codeInfo(problems[i].code).sentence)});
                     }
                     placeDamage();
                     emit appearanceChanged();
                 });
}

void TimelineScene::placeDamage()
{
    m_damage = lostRanges();
    const std::size_t lost = m_damage.size();
    for (Damage damage : m_damageFound) {
        damage.time = m_session->toView(damage.axis, damage.time);
        const bool within =
            std::any_of(m_damage.begin(), m_damage.begin() + std::ptrdiff_t(lost), [&](const Damage& range) {
                return range.axis == damage.axis && range.time.startNs <= damage.time.startNs
                    && damage.time.endNs <= range.time.endNs;
            });
        if (!within) // else its range is known better
            m_damage.push_back(damage);
    }
}

// What the container's own ruler says was lost: it knows how long that took.
std::vector<Damage> TimelineScene::lostRanges() const
{
    std::vector<Damage> ranges;
    for (std::size_t i = 0; i < timeline().trackCount() && !timeline().axes().empty(); ++i) {
        const TrackId id = static_cast<TrackId>(i);
        const Track& track = timeline().track(id);
        if (track.kind != TrackKind::ruler || track.firstRow == kNoRow)
            continue;
        const std::vector<Slice> first = timeline().slices(track.firstRow, timeline().range, 1);
        if (first.empty() || !(first.front().flags & slice::kGap))
            continue; // lost ranges have a track of their own
        for (const Slice& slice : timeline().slices(track.firstRow, timeline().range, kMostDamage)) {
            ranges.push_back({{slice.startNs, slice.endNs},
                              m_session->axisOf(id),
                              0,
                              fromUtf8(timeline().text(slice.name))});
        }
    }
    return ranges;
}

bool TimelineScene::concerns(const Damage& damage, const TrackLine& line) const
{
    return m_session->axes().size() < 2 || m_session->axisOf(line.track) == damage.axis;
}

void TimelineScene::setHeights(const RowHeights& heights)
{
    if (m_heights == heights)
        return;
    m_heights = heights;
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
    constexpr qsizetype kLongest = 300; // letters; no label has room for more
    Look look {linesFromUtf8(shortened(text, 4 * kLongest)), 0};
    if (look.text.size() > kLongest || look.text.contains(QLatin1Char('\n')))
        look.text = look.text.simplified().left(kLongest);
    look.color = m_nameColors.value(exactFromUtf8(plain), nameColorIndex(plain));
    look.faded = !m_highlight.isEmpty() && exactFromUtf8(plain) != m_highlight;
    return *m_looks.insert(number(name), look);
}

QString TimelineScene::trackName(TrackId track) const
{
    return fromUtf8(timeline().name(track));
}

QString TimelineScene::trackNumber(TrackId track) const
{
    return fromUtf8(trackDetail(timeline().track(track)));
}

std::vector<TrackId> TimelineScene::onScaleOf(TrackId counter) const
{
    const std::uint32_t series = timeline().about(counter).series;
    if (series == 0)
        return {counter};
    for (; m_seriesSeen < timeline().trackCount(); ++m_seriesSeen) {
        const auto id = static_cast<TrackId>(m_seriesSeen);
        if (const std::uint32_t of = timeline().about(id).series)
            m_series[of].push_back(id);
    }
    return m_series[series];
}

QString TimelineScene::axisText(std::uint16_t axis) const
{
    const ClockAxis& clock = m_session->axes()[axis];
    const QString name = fromUtf8(clock.name);
    if (clock.kind == ClockAxis::Kind::position)
        return tr("%1 · bytes, not time").arg(name);
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

bool TimelineScene::isFaded(StringId name) const
{
    return !m_highlight.isEmpty() && look(name).faded;
}

bool TimelineScene::isPinned(TrackId track) const
{
    return m_choices.of(trackKey(timeline().track(track))).pinned.has_value();
}

void TimelineScene::setPinned(TrackId track, bool pinned)
{
    int place = 0;
    for (const auto& [key, choice] : m_choices.all())
        place = std::max(place, choice.pinned.value_or(-1) + 1);
    m_choices.change(trackKey(timeline().track(track))).pinned = pinned ? std::optional(place) : std::nullopt;
    m_arranged = true;
    rebuild();
}

void TimelineScene::hide(TrackId track)
{
    m_choices.change(trackKey(timeline().track(track))).hidden = true;
    m_arranged = true;
    rebuild();
}

void TimelineScene::showAll()
{
    m_choices.showAll();
    m_arranged = true;
    rebuild();
}

bool TimelineScene::anyHidden() const
{
    return std::any_of(m_choices.all().begin(), m_choices.all().end(),
                       [](const auto& entry) { return entry.second.hidden; });
}

void TimelineScene::showOnly(TrackId track)
{
    m_choices.showAll();
    for (TrackId shown = track; shown != kNoTrack; shown = timeline().track(shown).parent) {
        m_choices.change(trackKey(timeline().track(shown))).hidden = false;
        for (const TrackId other : m_layout.siblings(timeline(), shown)) {
            if (other != shown)
                m_choices.change(trackKey(timeline().track(other))).hidden = true;
        }
    }
    m_arranged = true;
    rebuild();
}

void TimelineScene::setSize(TrackId counter, TrackChoice::Size size)
{
    m_choices.change(trackKey(timeline().track(counter))).size = size;
    m_arranged = true;
    rebuild();
}

void TimelineScene::setVisibleScale(TrackId counter, bool visible)
{
    m_choices.change(trackKey(timeline().track(counter))).visibleScale = visible;
    emit appearanceChanged();
}

bool TimelineScene::anyVisibleScale() const
{
    return std::any_of(m_choices.all().begin(), m_choices.all().end(),
                       [](const auto& entry) { return entry.second.visibleScale; });
}

void TimelineScene::fold(TrackId group, bool folded)
{
    const TrackKey key = trackKey(timeline().track(group));
    if (filter().isEmpty())
        m_choices.change(key).folded = folded;
    else
        m_folds.filtered[key] = folded;
    m_arranged = true;
}

void TimelineScene::setFolded(TrackId group, bool folded)
{
    fold(group, folded);
    rebuild();
}

void TimelineScene::foldOthers(TrackId group)
{
    for (const TrackLine& line : m_layout.lines()) {
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
    std::vector<TrackId> order = m_layout.siblings(timeline(), track);
    std::erase(order, track);
    const auto at = std::find(order.begin(), order.end(), before);
    order.insert(at, track);
    for (std::size_t i = 0; i < order.size(); ++i)
        m_choices.change(trackKey(timeline().track(order[i]))).rank = static_cast<int>(i);
    m_arranged = true;
    rebuild();
}

QByteArray TimelineScene::saveChoices() const
{
    return m_choices.save(timeline());
}

void TimelineScene::restoreChoices(const QByteArray& saved)
{
    m_choices.restore(saved);
    m_choices.resolve(timeline());
    rebuild();
}

int TimelineScene::scrollEnd() const
{
    return std::max(0, m_layout.height() + m_layout.pinnedHeight() - m_viewportHeight);
}

void TimelineScene::setScroll(int y)
{
    y = std::clamp(y, 0, scrollEnd());
    if (m_scroll == y)
        return;
    m_scroll = y;
    m_arranged = true;
    emit scrollChanged();
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
    const std::size_t at = m_layout.lineOf(track);
    if (at == TrackLayout::kNone)
        return;
    const TrackLine& line = m_layout.lines()[at];
    const int room = m_viewportHeight - m_layout.pinnedHeight();
    const int header = line.parent != TrackLine::kNoLine ? m_heights.header : 0; // stays above while scrolled
    if (line.y - header < m_scroll)
        setScroll(line.y - header);
    else if (line.y + line.height > m_scroll + room)
        setScroll(line.y + line.height - room);
}

std::optional<int> TimelineScene::viewportYOf(TrackId track, int* height) const
{
    const TrackLine* found = nullptr;
    int y = 0;
    for (const TrackLine& line : m_layout.pinned()) {
        if (line.track == track) {
            found = &line;
            y = line.y;
        }
    }
    if (!found) {
        const std::size_t at = m_layout.lineOf(track);
        if (at == TrackLayout::kNone)
            return {};
        found = &m_layout.lines()[at];
        y = viewportY(*found);
    }
    if (height)
        *height = found->height;
    return y;
}

const TrackLine* TimelineScene::lineAtViewport(int y, int* top) const
{
    const TrackLine* line = nullptr;
    int at = 0;
    if (y < m_layout.pinnedHeight()) {
        if (const std::size_t index = m_layout.pinnedAt(y); index != TrackLayout::kNone) {
            line = &m_layout.pinned()[index];
            at = line->y;
        }
    } else if (const TrackLine* sticky = stickyHeader();
               sticky && y < m_layout.pinnedHeight() + sticky->height) {
        line = sticky;
        at = m_layout.pinnedHeight();
    } else if (const std::size_t index = m_layout.lineAt(y - m_layout.pinnedHeight() + m_scroll);
               index != TrackLayout::kNone) {
        line = &m_layout.lines()[index];
        at = viewportY(*line);
    }
    if (line && top)
        *top = at;
    return line;
}

const TrackLine* TimelineScene::stickyHeader() const
{
    const std::size_t first = m_layout.lineAt(m_scroll);
    if (first == TrackLayout::kNone)
        return nullptr;
    const TrackLine* line = &m_layout.lines()[first];
    if (!line->isHeader() && line->parent != TrackLine::kNoLine)
        line = &m_layout.lines()[line->parent];
    return line->role == TrackLine::Role::header && !line->folded && line->y < m_scroll ? line : nullptr;
}

void TimelineScene::layOut()
{
    m_laidOut = m_session->timeline();
    m_layout.build(timeline(), m_choices, filter().toStdString(), m_heights, m_folds);
}

void TimelineScene::rebuild()
{
    if (!m_arranged && filter().isEmpty() && m_viewportHeight > 0)
        m_folds.first = foldsThatFill(m_viewportHeight, timeline(), m_choices, m_heights);
    layOut();
    m_scroll = std::clamp(m_scroll, 0, scrollEnd());
    emit layoutChanged();
}

// What the user looks at stays where it is when tracks are added or, in the end, sorted. A snapshot may
// number tracks and strings anew, so nothing is kept by its number.
void TimelineScene::followTimeline()
{
    m_looks.clear();
    m_series.clear();
    m_seriesSeen = 0;
    std::optional<TrackKey> kept;
    int y = 0;
    const auto keep = [&](TrackId track) {
        const auto at = viewportYOf(track);
        if (at && *at >= m_layout.pinnedHeight() && *at < m_viewportHeight) {
            kept = trackKey(m_laidOut->track(track));
            y = *at;
        }
    };
    if (m_scroll > 0) {
        if (const std::size_t top = m_layout.lineAt(m_scroll + m_heights.header); top != TrackLayout::kNone)
            keep(m_layout.lines()[top].track);
    }
    if (!m_selected.empty())
        keep(m_selected.front().track);
    m_choices.resolve(timeline());
    placeDamage();
    placeSelection(); // before those who hear of the new layout ask what is selected
    rebuild();
    if (const auto track = kept ? m_session->findTrack(kept->kind, kept->key) : std::nullopt)
        keepInPlace(*track, y);
}

void TimelineScene::keepInPlace(TrackId track, int y)
{
    if (const std::size_t at = m_layout.lineOf(track); at != TrackLayout::kNone)
        setScroll(m_layout.lines()[at].y + m_layout.pinnedHeight() - y);
}

void TimelineScene::followSelection()
{
    placeSelection();
    if (m_selected.empty())
        return;
    m_arranged = true;
    openGroupsOf(m_selected.front().track);
}

// What was selected elsewhere must be seen here, too.
void TimelineScene::openGroupsOf(TrackId track)
{
    bool changed = false;
    for (std::size_t at = m_layout.lineOf(track); at != TrackLayout::kNone; at = m_layout.lineOf(track)) {
        const TrackLine& line = m_layout.lines()[at];
        if (line.role != TrackLine::Role::header || !line.folded)
            break;
        fold(line.group, false);
        layOut();
        changed = true;
    }
    if (changed)
        rebuild();
}

void TimelineScene::placeSelection()
{
    m_selected.clear();
    if (const auto& id = m_session->selection().slice) {
        const auto track = m_session->findTrack(id->kind, id->trackKey);
        const auto slice = m_session->findSlice(*id);
        if (track && slice) {
            RowId row = timeline().track(*track).firstRow;
            for (std::uint16_t i = 0; i < id->row && row != kNoRow; ++i)
                row = timeline().nextRow(row);
            m_selected.push_back({*track, row, id->row, *slice});
            if (id->kind == TrackKind::states && slice->name == stateName(TaskState::polling))
                addTwin(*slice, TrackKind::worker);
            else if (id->kind == TrackKind::worker)
                addTwin(*slice, TrackKind::states);
        }
    }
    emit appearanceChanged();
}

// A poll is on two tracks: as a state of its task and as what its worker ran. Both begin with the same
// record.
void TimelineScene::addTwin(const Slice& slice, TrackKind kind)
{
    if (!slice.ref.valid())
        return;
    for (std::size_t i = 0; i < timeline().trackCount(); ++i) {
        const TrackId id = static_cast<TrackId>(i);
        const Track& track = timeline().track(id);
        if (track.kind != kind || track.firstRow == kNoRow)
            continue;
        const auto twin = timeline().sliceAt(track.firstRow, slice.startNs);
        if (twin && twin->ref == slice.ref) {
            m_selected.push_back({id, track.firstRow, 0, *twin});
            return;
        }
    }
}

}
