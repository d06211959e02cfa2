#include "widgets/session/document_session.h"

#include <algorithm>
#include <mutex>
#include <stop_token>
#include <thread>

namespace traceglass {

namespace {

constexpr int kPollWhileIndexingMs = 100;
constexpr int kPollMs = 1000; // decoding on request may find damage at any time
constexpr std::int64_t kShortestViewNs = 10;
constexpr std::size_t kHistory = 200;
constexpr int kOneMovementMs = 800;

TimeRange unite(TimeRange a, TimeRange b)
{
    return {std::min(a.startNs, b.startNs), std::max(a.endNs, b.endNs)};
}

bool touches(TimeRange view, TimeRange time)
{
    return time.startNs == time.endNs ? view.contains(time.startNs) : view.overlaps(time);
}

// Kinds of nodes that may stand for a slice of their own; fields and lists belong to the one around them.
bool hasSlice(NodeKind kind)
{
    return kind == NodeKind::record || kind == NodeKind::frame || kind == NodeKind::unit
        || kind == NodeKind::minor || kind == NodeKind::lost;
}

}

// What the indexing thread and the window share.
struct DocumentSession::Indexing
{
    std::stop_source stop;
    Job job {stop.get_token()};
    std::mutex mutex;
    TimelinePtr published; // the newest snapshot the window has not taken yet
    bool running = true;
    std::jthread thread;
};

DocumentSession::DocumentSession(std::unique_ptr<Document> document, QObject* parent)
    : QObject(parent)
    , m_document(std::move(document))
    , m_disk(m_document)
    , m_published(std::make_shared<Timeline>())
    , m_timeline(m_published)
    , m_statedTime(m_document->summary().time)
{
    m_view = extent();
    if (const auto initial = m_document->initialView()) {
        m_view = *initial;
        m_viewTouched = true;
    }
    m_history.push_back({m_selection, m_view});
    m_diagnosticsSeen = m_document->diagnosticCount();
    connect(&m_poll, &QTimer::timeout, this, &DocumentSession::poll);
    m_poll.start(kPollMs);
}

DocumentSession::~DocumentSession()
{
    if (m_indexing)
        m_indexing->stop.request_stop();
    m_indexing.reset();
}

std::optional<TrackId> DocumentSession::findTrack(TrackKind kind, std::uint64_t key) const
{
    const Timeline& timeline = *m_timeline;
    const auto isIt = [&](TrackId id) {
        return number(id) < timeline.trackCount() && timeline.track(id).key == key
            && timeline.track(id).kind == kind;
    };
    const auto look = [&]() -> std::optional<TrackId> {
        const auto [first, last] = m_tracksByKey.equal_range(key);
        for (auto it = first; it != last; ++it) {
            if (isIt(it->second))
                return it->second;
        }
        return {};
    };
    const auto complete = [&] {
        for (; m_tracksSeen < timeline.trackCount(); ++m_tracksSeen) {
            const TrackId id {static_cast<std::uint32_t>(m_tracksSeen)};
            m_tracksByKey.emplace(timeline.track(id).key, id);
        }
    };
    if (const auto found = look())
        return found;
    if (m_tracksOf.lock() == m_timeline)
        return {};
    complete();
    auto found = look();
    if (!found) { // a snapshot may number its tracks anew
        m_tracksByKey.clear();
        m_tracksSeen = 0;
        complete();
        found = look();
    }
    m_tracksOf = m_timeline;
    return found;
}

std::optional<Slice> DocumentSession::findSlice(const SliceId& id) const
{
    const auto track = findTrack(id.kind, id.trackKey);
    if (!track)
        return {};
    const std::vector<RowId> rows = m_timeline->rows(*track);
    if (id.row >= rows.size())
        return {};
    const auto slice = m_timeline->sliceAfter(rows[id.row], subtractSaturating(id.startNs, 1));
    return slice && slice->startNs == id.startNs ? slice : std::nullopt;
}

// --- indexing

void DocumentSession::startIndexing(std::optional<TimeRange> visible)
{
    cancelIndexing();
    m_indexing.reset();
    m_cancelled = false;
    m_indexError.reset();
    m_indexing = std::make_unique<Indexing>();
    Indexing* shared = m_indexing.get();
    // What is queued by an indexing may arrive when the next one lies at its address.
    const std::uint64_t run = ++m_indexingRun;
    m_indexing->thread = std::jthread([this, shared, run, visible, document = m_document] {
        IndexRequest request;
        request.visible = visible;
        // One queued call at a time: a window that is busy takes the newest snapshot, not all of them.
        request.publish = [this, shared, run](TimelinePtr timeline) {
            const std::lock_guard lock(shared->mutex);
            const bool queued = shared->published != nullptr;
            shared->published = std::move(timeline);
            if (queued)
                return;
            QMetaObject::invokeMethod(
                this,
                [this, shared, run] {
                    if (m_indexingRun != run)
                        return;
                    TimelinePtr newest;
                    {
                        const std::lock_guard take(shared->mutex);
                        newest = std::exchange(shared->published, nullptr);
                    }
                    if (newest)
                        adopt(std::move(newest));
                },
                Qt::QueuedConnection);
        };
        const auto result = document->index(request, shared->job);
        QMetaObject::invokeMethod(
            this,
            [this, run, error = result ? std::optional<Error> {} : result.error()] {
                if (m_indexingRun == run)
                    finishIndexing(error);
            },
            Qt::QueuedConnection);
    });
    m_poll.start(kPollWhileIndexingMs);
    emit indexingChanged();
}

void DocumentSession::finishIndexing(std::optional<Error> error)
{
    m_indexing->running = false;
    if (error && error->code != Code::Stopped)
        m_indexError = std::move(error);
    m_poll.start(kPollMs);
    poll();
    emit indexingChanged();
}

void DocumentSession::cancelIndexing()
{
    if (!isIndexing())
        return;
    m_cancelled = true;
    m_indexing->stop.request_stop();
}

bool DocumentSession::isIndexing() const
{
    return m_indexing && m_indexing->running;
}

std::uint64_t DocumentSession::indexDone() const
{
    return m_indexing ? m_indexing->job.done() : 0;
}

std::uint64_t DocumentSession::indexTotal() const
{
    return m_indexing ? m_indexing->job.total() : 0;
}

void DocumentSession::poll()
{
    if (isIndexing())
        emit indexingChanged();
    const std::size_t count = m_document->diagnosticCount();
    if (count != m_diagnosticsSeen) {
        m_diagnosticsSeen = count;
        emit diagnosticsChanged();
    }
}

void DocumentSession::adopt(TimelinePtr timeline)
{
    m_published = std::move(timeline);
    layAxes();
    if (!m_viewTouched && m_view != extent()) {
        m_view = extent();
        m_history[m_historyAt].view = m_view;
        emit viewChanged();
    }
    emit timelineChanged();
    // What was selected before its slice was known gets it now.
    if (m_selection.node && !m_selection.slice && m_timeline->complete) {
        if (const auto slice = sliceOfNode(*m_selection.node)) {
            m_selection.slice = slice;
            m_history[m_historyAt].selection = m_selection;
            emit selectionChanged();
        }
    }
}

// --- selection

std::optional<SliceId> DocumentSession::sliceOfNode(const NodeId& id) const
{
    // A field belongs to the record it lies in.
    const std::vector<Document::Step> way = m_document->wayTo(id);
    for (auto step = way.rbegin(); step != way.rend(); ++step) {
        const auto node = m_document->node(step->id);
        if (node && hasSlice(node->kind) && node->range.length > 0)
            return m_document->sliceOf(*m_timeline, RecordRef(node->range.source, node->range.offset));
    }
    return {};
}

void DocumentSession::setNode(Selection& selection, const NodeId& id) const
{
    const auto node = m_document->node(id);
    if (!node)
        return;
    selection.node = id;
    if (!selection.time && node->time)
        selection.time = toView(node->axis, *node->time);
    if (const auto bytes = m_document->decoded(id))
        selection.bytes = *bytes;
    else
        selection.bytes = node->range;
    selection.caret = selection.bytes.offset;
}

void DocumentSession::selectSlice(const SliceId& slice)
{
    Selection selection;
    selection.slice = slice;
    if (const auto found = findSlice(slice)) {
        selection.time = TimeRange {found->startNs, found->endNs};
        if (found->ref.valid()) {
            if (const auto node = m_document->nodeOf(found->ref))
                setNode(selection, *node);
        }
    }
    select(selection);
}

void DocumentSession::selectNode(const NodeId& node)
{
    Selection selection;
    setNode(selection, node);
    if (!selection.node)
        return;
    selection.slice = sliceOfNode(node);
    if (selection.slice && !selection.time) {
        if (const auto slice = findSlice(*selection.slice))
            selection.time = TimeRange {slice->startNs, slice->endNs};
    }
    select(selection);
}

void DocumentSession::selectBytes(const ByteRange& bytes)
{
    Selection selection;
    if (const auto node = m_document->nodeAt(bytes.source, bytes.offset)) {
        setNode(selection, *node);
        selection.slice = sliceOfNode(*node);
    }
    selection.bytes = bytes;
    selection.caret = bytes.offset;
    select(selection);
}

void DocumentSession::clearSelection()
{
    select({});
}

void DocumentSession::select(Selection selection)
{
    if (selection == m_selection)
        return;
    inOneStep([&] {
        m_selection = std::move(selection);
        made(Made::selection, m_selection != Selection());
        if (m_selection.time && m_document->hasTimeline() && !touches(m_view, *m_selection.time))
            showTime(*m_selection.time);
    });
    emit selectionChanged();
}

// --- time

TimeRange DocumentSession::extent() const
{
    std::optional<TimeRange> all;
    if (m_timeline->range.lengthNs() > 0)
        all = m_timeline->range;
    if (m_statedTime && !(m_timeline->complete && all))
        all = all ? unite(*all, *m_statedTime) : *m_statedTime;
    TimeRange range = all.value_or(TimeRange {0, 1});
    if (range.lengthNs() < 1)
        range.endNs = addSaturating(range.startNs, 1);
    return range;
}

void DocumentSession::setView(TimeRange view)
{
    m_viewTouched = true;
    applyView(view);
}

void DocumentSession::applyView(TimeRange view)
{
    const TimeRange all = extent();
    const std::int64_t air = std::max<std::int64_t>(all.lengthNs() / 40, 1);
    const TimeRange outer {subtractSaturating(all.startNs, air), addSaturating(all.endNs, air)};
    const std::int64_t longest = std::max(outer.lengthNs(), kShortestViewNs);
    const std::int64_t length = std::clamp(view.lengthNs(), kShortestViewNs, longest);
    // Around the middle of what was asked for.
    const std::int64_t asked = view.lengthNs();
    std::int64_t start = addSaturating(view.startNs, asked / 2 - length / 2);
    start = std::min(start, std::max(subtractSaturating(outer.endNs, length), outer.startNs));
    start = std::max(start, outer.startNs);
    view = {start, addSaturating(start, length)};
    if (view == m_view)
        return;
    m_view = view;
    remember();
    emit viewChanged();
}

void DocumentSession::showTime(TimeRange time)
{
    if (time.startNs >= m_view.startNs && time.endNs <= m_view.endNs)
        return;
    const std::int64_t needed = time.lengthNs();
    std::int64_t length = m_view.lengthNs();
    if (needed > length)
        length = addSaturating(needed, needed / 4);
    const std::int64_t start = subtractSaturating(time.startNs, (length - needed) / 2);
    setView({start, addSaturating(start, length)});
}

void DocumentSession::setRange(std::optional<TimeRange> range)
{
    if (range && range->endNs < range->startNs)
        std::swap(range->startNs, range->endNs);
    if (range == m_range)
        return;
    m_range = range;
    made(Made::range, m_range.has_value());
    emit rangeChanged();
}

void DocumentSession::setTrackFilter(const QString& words)
{
    if (words == m_trackFilter)
        return;
    m_trackFilter = words;
    made(Made::filter, !words.isEmpty());
    emit trackFilterChanged();
}

void DocumentSession::setTimeFormat(TimeFormat format)
{
    if (format == m_timeFormat)
        return;
    m_timeFormat = format;
    emit timeFormatChanged();
}

// --- what was made last

void DocumentSession::made(Made what, bool isThere)
{
    std::erase(m_made, what);
    if (isThere)
        m_made.push_back(what);
}

bool DocumentSession::stepBack()
{
    if (m_made.empty())
        return false;
    switch (m_made.back()) {
    case Made::selection: clearSelection(); break;
    case Made::range: setRange({}); break;
    case Made::filter: setTrackFilter({}); break;
    }
    return true;
}

std::optional<TimeRange> DocumentSession::newestTime() const
{
    for (auto what = m_made.rbegin(); what != m_made.rend(); ++what) {
        if (*what == Made::range)
            return m_range;
        if (*what == Made::selection && m_selection.time)
            return m_selection.time;
    }
    return {};
}

// --- history

void DocumentSession::inOneStep(const std::function<void()>& change)
{
    ++m_steps;
    change();
    if (--m_steps == 0)
        remember();
}

void DocumentSession::remember()
{
    Place& current = m_history[m_historyAt];
    Place now {m_selection, m_view};
    if (m_steps > 0 || now == current)
        return;
    // A run of wheel notches, or of keys, is one movement: Back undoes all of it.
    const bool isMovement = current.selection == now.selection;
    const bool goesOn =
        isMovement && m_sinceViewChange.isValid() && m_sinceViewChange.elapsed() < kOneMovementMs;
    if (isMovement)
        m_sinceViewChange.start();
    else
        m_sinceViewChange.invalidate();
    if (goesOn) {
        current.view = now.view;
        return;
    }
    m_history.erase(m_history.begin() + std::ptrdiff_t(m_historyAt) + 1, m_history.end());
    m_history.push_back(std::move(now));
    if (m_history.size() > kHistory)
        m_history.erase(m_history.begin());
    m_historyAt = m_history.size() - 1;
    emit historyChanged();
}

bool DocumentSession::canGoBack() const
{
    return m_historyAt > 0;
}

bool DocumentSession::canGoForward() const
{
    return m_historyAt + 1 < m_history.size();
}

void DocumentSession::goBack()
{
    if (canGoBack())
        restore(m_historyAt - 1);
}

void DocumentSession::goForward()
{
    if (canGoForward())
        restore(m_historyAt + 1);
}

void DocumentSession::restore(std::size_t place)
{
    m_historyAt = place;
    m_sinceViewChange.invalidate();
    const Place target = m_history[place];
    const bool otherView = target.view != m_view;
    const bool otherSelection = target.selection != m_selection;
    m_view = target.view;
    m_selection = target.selection;
    if (otherSelection)
        made(Made::selection, m_selection != Selection());
    if (otherView)
        emit viewChanged();
    if (otherSelection)
        emit selectionChanged();
    emit historyChanged();
}

void DocumentSession::checkDisk()
{
    if (m_changedOnDisk || m_diskCheckPaused || !m_disk->changedOnDisk())
        return;
    m_changedOnDisk = true;
    emit fileChanged();
}

}
