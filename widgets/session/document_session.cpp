#include "widgets/session/document_session.h"

#include "core/base/behind.h"
#include "core/model/extent.h"
#include "core/model/format.h"
#include "widgets/common/core_text.h"
#include "widgets/session/asker.h"

#include <QScopedValueRollback>
#include <algorithm>
#include <mutex>
#include <stop_token>
#include <utility>

namespace traceglass {

namespace {

constexpr int kPollWhileIndexingMs = 100;
constexpr int kProblemsMs = 1000; // decoding on request may find damage at any time
constexpr std::int64_t kShortestViewNs = 10;

bool touches(TimeRange view, TimeRange time)
{
    return time.startNs == time.endNs ? view.contains(time.startNs) : view.overlaps(time);
}

// Questions of the session.
enum SessionQuestion : Asker::Slot { kAskAbout, kAskSummary, kAskSources, kAskFields, kAskOnDisk };

}

// What the indexing thread and the window share: a session that is closed leaves the thread behind.
struct DocumentSession::Indexing : std::enable_shared_from_this<Indexing>
{
    std::stop_source stop;
    Job job {stop.get_token()};
    std::mutex mutex;
    DocumentSession* session = nullptr; // null: it is closed, or indexes once more
    TimelinePtr published;              // the newest snapshot the window has not taken yet
    bool running = true;                // for the window alone

    // Of the thread: what the session does next.
    void tell(std::function<void(DocumentSession& of)> next)
    {
        const std::lock_guard lock(mutex);
        if (!session)
            return;
        const auto tellIt = [shared = shared_from_this(), session = session, next = std::move(next)] {
            if (session->m_indexing == shared)
                next(*session);
        };
        QMetaObject::invokeMethod(session, tellIt, Qt::QueuedConnection);
    }
    // One call at a time: a window that is busy takes the newest snapshot, not all of them.
    void publish(TimelinePtr timeline)
    {
        {
            const std::lock_guard lock(mutex);
            if (std::exchange(published, std::move(timeline)))
                return;
        }
        tell([this](DocumentSession& of) {
            TimelinePtr newest;
            {
                const std::lock_guard lock(mutex);
                newest = std::exchange(published, nullptr);
            }
            of.adopt(std::move(newest));
        });
    }
};

DocumentSession::DocumentSession(std::shared_ptr<Capture> capture, QObject* parent)
    : QObject(parent)
    , m_capture(std::move(capture))
    , m_asker(std::make_unique<Asker>(m_capture))
    , m_disk(m_capture->document())
    , m_published(std::make_shared<Timeline>())
    , m_timeline(m_published)
{
    m_summary.path = m_capture->path();
    m_view = extent();
    if (const auto& initial = m_capture->initialView()) {
        m_view = *initial;
        m_viewTouched = true;
    }
    m_history.push_back({m_selection, m_view, {}, {}});
    m_diagnosticsSeen = m_capture->problems().total();
    connect(&m_poll, &QTimer::timeout, this, &DocumentSession::poll);
    m_poll.start(kProblemsMs);
    askSummary();
    askSources();
    askFields();
    askAbout({}, HistoryStep::same);
}

DocumentSession::~DocumentSession()
{
    leaveIndexing();
    if (m_indexingThread.joinable())
        letGo(std::move(m_indexingThread));
}

// --- indexing

void DocumentSession::startIndexing(std::optional<TimeRange> visible)
{
    leaveIndexing();
    m_cancelled = false;
    m_indexError.reset();
    m_indexing = std::make_shared<Indexing>();
    m_indexing->session = this;
    m_indexingThread = std::jthread(
        [former = std::move(m_indexingThread), shared = m_indexing, visible, capture = m_capture]() mutable {
            former = {}; // waits for it: one at a time
            const GaveWay gaveWay = giveWay(Niceness::behind);
            IndexRequest request;
            request.visible = visible;
            request.publish = [&](TimelinePtr timeline) { shared->publish(std::move(timeline)); };
            const auto result = capture->index(request, shared->job, gaveWay);
            shared->tell([error = result ? std::optional<Error> {} : result.error()](DocumentSession& of) {
                of.finishIndexing(error);
            });
        });
    m_poll.start(kPollWhileIndexingMs);
    emit indexingChanged();
}

void DocumentSession::leaveIndexing()
{
    if (!m_indexing)
        return;
    m_indexing->stop.request_stop();
    const std::lock_guard lock(m_indexing->mutex);
    m_indexing->session = nullptr;
}

void DocumentSession::finishIndexing(std::optional<Error> error)
{
    m_indexing->running = false;
    if (error && error->code != Code::Stopped)
        m_indexError = std::move(error);
    m_poll.start(kProblemsMs);
    poll();
    askSummary();
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
    const std::uint64_t count = m_capture->problems().total();
    if (count != m_diagnosticsSeen) {
        m_diagnosticsSeen = count;
        emit diagnosticsChanged();
    }
}

void DocumentSession::adopt(TimelinePtr timeline)
{
    m_published = std::move(timeline);
    layAxes();
    followExtent();
    askFields();
    emit timelineChanged();
    if (m_timeline->complete)
        askAgain(); // what was selected before its slice was known gets it now
}

void DocumentSession::followExtent()
{
    if (m_viewTouched || m_view == extent())
        return;
    m_view = extent();
    m_history[m_historyAt].view = m_view;
    emit viewChanged();
}

// --- what the capture answers

bool DocumentSession::isAnswering() const
{
    return m_asker->isWaiting();
}

bool DocumentSession::isSelecting() const
{
    return m_pending && !std::holds_alternative<std::monostate>(*m_pending);
}

void DocumentSession::whenSelected(std::function<void()> then)
{
    if (isSelecting())
        m_then = std::move(then);
    else
        then();
}

void DocumentSession::askSummary()
{
    m_asker->ask(kAskSummary, Priority::selection, ask::SummaryNow {}, [this](Summary summary) {
        m_summary = std::move(summary);
        followExtent();
        emit summaryChanged();
    });
}

void DocumentSession::askSources()
{
    m_asker->ask(kAskSources, Priority::screen, ask::Sources {}, [this](std::vector<std::string> names) {
        if (names == m_sourceNames)
            return;
        m_sourceNames = std::move(names);
        emit sourcesChanged();
    });
}

// Of some captures they are known only when all of it was read.
void DocumentSession::askFields()
{
    if (m_fields)
        return;
    m_asker->ask(kAskFields, Priority::screen, ask::Fields {}, [this](FieldCataloguePtr fields) {
        m_fields = std::move(fields);
        if (m_fields)
            emit fieldsChanged();
    });
}

void DocumentSession::setNotes(std::shared_ptr<const AnnotationSet> notes)
{
    m_capture->setNotes(std::move(notes));
    emit notesChanged();
}

void DocumentSession::askAbout(Subject subject, HistoryStep step)
{
    emit choosing();
    ask(std::move(subject), step);
}

void DocumentSession::ask(Subject subject, HistoryStep step)
{
    if (m_pending != subject)
        m_then = {};
    m_pending = subject;
    m_pendingStep = step;
    m_askedInStep = m_steps > 0;
    m_asker->ask(kAskAbout, Priority::selection, ask::About {std::move(subject)},
                 [this](Resolved answer) { takeAnswer(std::move(answer)); });
}

// More is known by now, or it was selected before.
void DocumentSession::askAgain()
{
    if (m_pending)
        ask(*m_pending, m_pendingStep);
    else
        ask(m_subject, HistoryStep::same);
}

// About the capture, while what is selected is not there yet: adopt() asks for that once all is read.
void DocumentSession::askMeanwhile()
{
    m_asker->ask(kAskAbout, Priority::selection, ask::About {}, [this](Resolved answer) {
        m_answer = std::move(answer);
        emit answerChanged();
    });
}

void DocumentSession::takeAnswer(Resolved answer)
{
    const HistoryStep step = m_pendingStep;
    m_pending.reset();
    const bool isCapture = std::holds_alternative<std::monostate>(answer.subject);
    const bool isThere =
        isCapture || answer.slice || answer.node || std::holds_alternative<ByteRange>(answer.subject);
    if (!isThere) {
        m_answer.error = answer.error;
        m_then = {};
        emit notFound();
        const auto* const slice = std::get_if<SliceId>(&answer.subject);
        const bool isLost = slice && m_selection.slice == *slice && m_timeline->complete;
        if (isLost) // it was selected before the capture was read anew: nothing is, by now
            m_subject = {};
        const bool isFirst = m_answer.details.title.empty(); // it took the place of the first question
        if (isLost || (isFirst && m_subject != answer.subject))
            askAgain();
        else if (isFirst)
            askMeanwhile();
        else if (m_answer.error)
            emit answerChanged(); // of what is selected still
        return;
    }
    m_answer = std::move(answer);
    if (m_answer.sourceCount != m_sourceNames.size())
        askSources();
    Selection selection;
    if (!isCapture) {
        selection.slice = m_answer.sliceId;
        if (m_answer.node)
            selection.node = m_answer.node->id;
        selection.bytes = m_answer.bytes;
        selection.caret = m_answer.bytes.offset;
        selection.time = m_answer.time;
        selection.axis = m_answer.axis;
    }
    m_subject = m_answer.subject;
    if (step != HistoryStep::same) {
        const QScopedValueRollback walking(m_isWalking, step == HistoryStep::walk);
        select(selection);
    } else {
        const bool isOther = selection != m_selection;
        m_selection = selection;
        m_history[m_historyAt].selection = m_selection;
        m_history[m_historyAt].subject = m_subject;
        made(Made::selection, m_selection != Selection());
        if (isOther)
            emit selectionChanged();
    }
    emit answerChanged();
    if (const auto then = std::exchange(m_then, {}))
        then();
}

// Of a container the timeline counts both; what is listed as its records is counted there.
std::uint64_t DocumentSession::indexedCount() const
{
    const std::uint64_t all = m_timeline->records;
    return m_capture->hasPayloads() ? all - std::min(all, summary().records.value_or(0)) : all;
}

QString DocumentSession::indexedText(std::uint64_t count) const
{
    const Format& format = m_capture->format();
    return m_capture->hasPayloads() ? countedText(count, "event", "events")
                                    : countedText(count, format.record, format.records);
}

// Details of the capture tell how large it is by now.
void DocumentSession::setDiskDocument(DocumentHandle document)
{
    m_disk = std::move(document);
    if (m_answer.node && m_answer.node->kind == NodeKind::capture)
        askAgain();
}

void DocumentSession::checkDisk()
{
    if (m_diskCheckPaused)
        return;
    m_asker->ask(kAskOnDisk, Priority::background, ask::OnDisk {m_disk}, [this](ask::DiskNow now) {
        if (m_diskCheckPaused || now == m_onDisk)
            return;
        const bool isMore = std::exchange(m_onDisk, now).state == now.state;
        emit isMore ? fileGrew() : fileChanged();
    });
}

// --- selection

void DocumentSession::selectSlice(const SliceId& slice)
{
    if (m_selection.slice != slice) {
        Selection selection;
        selection.slice = slice;
        if (const auto found = m_timeline->findSlice(slice))
            selection.time = TimeRange {found->startNs, found->endNs};
        if (const auto track = m_timeline->findTrack(slice.kind, slice.trackKey))
            selection.axis = axisOf(*track);
        m_subject = slice;
        select(selection);
    }
    askAbout(slice, HistoryStep::same);
}

void DocumentSession::selectBytes(const ByteRange& bytes, bool goesOn)
{
    askAbout(bytes, goesOn && !m_pending ? HistoryStep::same : HistoryStep::own);
}

void DocumentSession::clearSelection()
{
    m_subject = {};
    select({});
    askAbout({}, HistoryStep::same);
}

void DocumentSession::select(Selection selection)
{
    if (selection == m_selection)
        return;
    inOneStep([&] {
        m_selection = selection;
        made(Made::selection, m_selection != Selection());
        if (m_selection.time && m_capture->hasTimeline() && !touches(m_view, *m_selection.time))
            showTime(*m_selection.time);
    });
    emit selectionChanged();
}

// --- time

TimeRange DocumentSession::extent() const
{
    return extentOf(*m_timeline, m_summary);
}

void DocumentSession::setView(TimeRange view)
{
    m_viewTouched = true;
    applyView(view);
}

TimeRange DocumentSession::clamped(TimeRange view) const
{
    const TimeRange all = extent();
    const std::int64_t air = std::max<std::int64_t>(all.lengthNs() / 40, 1);
    TimeRange outer {subtractSaturating(all.startNs, air), addSaturating(all.endNs, air)};
    if (m_selection.time) // what a clock says that was garbled may lie far outside, and is to be seen
        outer = united(outer, *m_selection.time);
    const std::int64_t longest = std::max(outer.lengthNs(), kShortestViewNs);
    const std::int64_t asked = view.lengthNs(), length = std::clamp(asked, kShortestViewNs, longest);
    // Around the middle of what was asked for.
    std::int64_t start = addSaturating(view.startNs, asked / 2 - length / 2);
    start = std::min(start, std::max(subtractSaturating(outer.endNs, length), outer.startNs));
    start = std::max(start, outer.startNs);
    return {start, addSaturating(start, length)};
}

void DocumentSession::applyView(TimeRange view)
{
    view = clamped(view);
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

void DocumentSession::showAround(TimeRange time)
{
    constexpr std::int64_t kThird = 3, kMomentShare = 50; // of the view; of the capture around a moment
    const std::int64_t least = std::max<std::int64_t>(1, extent().lengthNs() / kMomentShare / kThird);
    const std::int64_t air = time.lengthNs() > 0 ? time.lengthNs() : least;
    setView({subtractSaturating(time.startNs, air), addSaturating(time.endNs, air)});
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

void DocumentSession::setFilterParts(FilterParts parts)
{
    if (parts == m_filterParts)
        return;
    m_filterParts = std::move(parts);
    remember();
    emit filterPartsChanged();
}

void DocumentSession::setArrangement(int number)
{
    const int before = std::exchange(m_arrangement, number);
    if (before == number)
        return;
    remember();
    emit arrangementChanged(before);
}

void DocumentSession::setEvidence(EvidencePlace place)
{
    m_evidence = std::move(place);
    remember();
}

void DocumentSession::setTimeFormat(TimeFormat format)
{
    if (format == m_timeFormat)
        return;
    m_timeFormat = format;
    emit timeFormatChanged();
}

}
