#include "widgets/session/session_search.h"

#include "widgets/common/lay_out.h"
#include "widgets/common/utf8.h"

namespace traceglass {

namespace {

constexpr int kQuietMs = 80; // while it is typed

}

SessionSearch::SessionSearch(DocumentSession* session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_asker(session->capture())
    , m_delay(delayed(this, kQuietMs, &SessionSearch::run))
{
    connect(session, &DocumentSession::timelineChanged, this, [this] {
        if (m_asker.isWaiting(kFind))
            m_runAgain = true;
        else if (isActive())
            run();
    });
    connect(session, &DocumentSession::rangeChanged, this, [this] {
        if (m_inRange && !m_session->range())
            setInRange(false);
        else if (m_inRange)
            m_delay->start();
    });
    connect(session, &DocumentSession::selectionChanged, this, &SessionSearch::findPlace);
    // What fields there are may be known only when the capture is indexed; a text is then read again.
    connect(session, &DocumentSession::fieldsChanged, this, [this] {
        if (!m_text.trimmed().isEmpty())
            read();
    });
}

void SessionSearch::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    m_goOn.reset();
    read();
}

void SessionSearch::read()
{
    auto parsed = query::parse(m_text.toStdString(), m_session->fields().get());
    m_error = parsed ? std::nullopt : std::optional(std::move(parsed.error()));
    if (parsed && m_text.trimmed().isEmpty()) {
        m_expr.reset();
        m_found.reset();
        m_delay->stop();
        m_asker.cancel(kFind);
    } else if (parsed) {
        m_query = m_text.trimmed();
        m_expr = std::move(*parsed);
        m_delay->start();
    }
    emit textChanged();
    emit foundChanged();
    findPlace();
}

void SessionSearch::runNow()
{
    if (m_delay->isActive())
        run();
}

void SessionSearch::setInRange(bool inRange)
{
    if (inRange == m_inRange || (inRange && !m_session->range()))
        return;
    m_inRange = inRange;
    run();
}

void SessionSearch::setOnTrack(bool onTrack)
{
    const auto& slice = m_session->selection().slice;
    if (onTrack == isOnTrack() || (onTrack && !slice))
        return;
    m_track = onTrack ? std::optional(TrackName {slice->kind, slice->trackKey}) : std::nullopt;
    run();
}

QString SessionSearch::trackText() const
{
    const Timeline& timeline = *m_session->timeline();
    const auto track = m_track ? timeline.findTrack(m_track->kind, m_track->key) : std::nullopt;
    return track ? fromUtf8(timeline.name(*track)) : QString();
}

void SessionSearch::run()
{
    m_delay->stop();
    m_runAgain = false;
    if (!m_expr) {
        emit foundChanged();
        return;
    }
    const TimelinePtr timeline = m_session->timeline();
    query::Scope scope;
    if (m_inRange)
        scope.range = m_session->range();
    if (m_track) {
        const auto track = timeline->findTrack(m_track->kind, m_track->key);
        scope.tracks = track ? std::vector {*track} : std::vector<TrackId>();
    }
    m_asker.ask(
        kFind, Priority::background, ask::Hits {timeline, *m_expr, scope}, [this](ask::Hits::Answer answer) {
            m_found = std::move(answer.found);
            if (answer.error && m_session->timeline()->complete) // else it is asked again
                emit told(fromUtf8(codeInfo(answer.error->code).sentence));
            if (m_runAgain)
                run();
            findPlace();
            emit foundChanged();
            if (const auto forward = std::exchange(m_goOn, {}))
                goOn(*forward);
        });
    emit foundChanged();
}

std::optional<query::HitPlace> SessionSearch::placeOfSelection() const
{
    const auto& slice = m_session->selection().slice;
    if (!slice || !m_found)
        return {};
    const auto track = m_found->hits().timeline().findTrack(slice->kind, slice->trackKey);
    return track ? std::optional(query::HitPlace {slice->startNs, *track, slice->row}) : std::nullopt;
}

void SessionSearch::findPlace()
{
    const auto place = placeOfSelection();
    if (!place) {
        m_asker.cancel(kPlace);
        if (std::exchange(m_place, {}))
            emit placeChanged();
        return;
    }
    using Number = std::optional<std::uint64_t>;
    m_asker.work<Number>(
        kPlace, Priority::screen,
        [found = m_found, place = *place](Job& job) -> Number {
            const std::uint64_t rank = found->rank(place, job);
            const auto hit = found->page(rank, 1, job);
            return !hit.empty() && query::placeOf(hit.front()) == place ? Number(rank) : std::nullopt;
        },
        [this](Number number) {
            if (std::exchange(m_place, number) != number)
                emit placeChanged();
        });
}

void SessionSearch::goOn(bool forward)
{
    if (isSearching() && !m_error) {
        m_goOn = forward;
        runNow();
        return;
    }
    if (!m_found) {
        emit told(m_error ? fromUtf8(m_error->sentence) : tr("Nothing is searched for"));
        return;
    }
    if (m_found->hits().count() == 0) {
        emit told(tr("Nothing was found"));
        return;
    }
    // Without a selection from where the view begins.
    query::HitPlace from {m_session->view().startNs, TrackId(0), 0};
    if (const auto place = placeOfSelection())
        from = *place;
    struct Next
    {
        std::optional<query::Hit> hit;
        bool isWrapped = false;
    };
    m_asker.work<Next>(
        kGo, Priority::selection,
        [found = m_found, from, forward](Job& job) {
            Next next {found->next(from, forward, job)};
            if (next.hit || job.stopRequested())
                return next;
            const auto end = found->page(forward ? 0 : found->hits().count() - 1, 1, job);
            return end.empty() ? next : Next {end.front(), true};
        },
        [this, forward](Next next) {
            if (!next.hit)
                return;
            select(*next.hit);
            if (next.isWrapped)
                emit told(forward ? tr("From the last hit on to the first")
                                  : tr("From the first hit on to the last"));
        });
}

void SessionSearch::select(const query::Hit& hit)
{
    const Track& track = m_found->hits().timeline().track(hit.track);
    m_session->selectSlice({track.kind, track.key, hit.depth, hit.slice.startNs});
}

}
