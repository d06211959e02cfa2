#include "widgets/session/session_baseline.h"

#include "core/model/format.h"
#include "widgets/common/utf8.h"

#include <algorithm>

namespace traceglass {

SessionBaseline::SessionBaseline(DocumentSession* session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_others([] { return std::vector<DocumentSession*>(); })
{
    connect(&m_loader, &CaptureLoader::finished, this,
            [this](CaptureLoader::Loaded* loaded) { take(*loaded); });
    connect(&m_loader, &CaptureLoader::progressed, this, &SessionBaseline::progressed);
    connect(&m_watch, &FileWatch::mayHaveChanged, this, &SessionBaseline::checkDisk);
    for (const auto signal : {&DocumentSession::rangeChanged, &DocumentSession::timeFormatChanged,
                              &DocumentSession::indexingChanged})
        connect(session, signal, this, &SessionBaseline::progressed);
    connect(session, &DocumentSession::timelineChanged, this, [this] {
        if (m_kind != Kind::none && m_session->timeline()->complete)
            emit changed();
    });
}

// --- choosing

void SessionBaseline::choose(Kind kind)
{
    m_loader.cancel();
    m_notes.cancel();
    m_watch.stop();
    if (m_shown)
        m_shown->disconnect(this);
    m_shown.clear();
    m_own.reset();
    m_capture.reset();
    m_timeline.reset();
    m_problem.clear();
    m_notesProblem.clear();
    m_areNotesRead = true;
    m_wasLeft = false;
    m_kind = kind;
    m_onDisk = {};
    emit diskChanged();
    if (kind == Kind::rangeBefore || kind == Kind::runs)
        m_capture = m_session->capture();
}

void SessionBaseline::clear()
{
    if (m_kind == Kind::none)
        return;
    choose(Kind::none);
    emit changed();
}

void SessionBaseline::takeRangeBefore()
{
    choose(Kind::rangeBefore);
    emit changed();
}

void SessionBaseline::takeRuns(Runs runs)
{
    choose(Kind::runs);
    m_runs = std::move(runs);
    emit changed();
}

void SessionBaseline::takeShown(DocumentSession* other)
{
    choose(Kind::capture);
    takeCapture(other->capture(), other);
    emit changed();
    emit diskChanged();
}

void SessionBaseline::openCapture(const std::filesystem::path& path)
{
    choose(Kind::capture);
    m_loader.open(path, std::make_unique<Opening>(path, Opening::As::capture), {});
    emit changed();
}

SessionBaseline::Choice SessionBaseline::choice() const
{
    return {m_kind, m_runs, m_capture ? m_capture->path() : m_loader.path()};
}

void SessionBaseline::take(const Choice& choice)
{
    switch (choice.kind) {
    case Kind::none: return clear();
    case Kind::rangeBefore: return takeRangeBefore();
    case Kind::runs: return takeRuns(choice.runs);
    case Kind::capture: {
        const auto open = others();
        const auto shown = std::ranges::find_if(
            open, [&](const DocumentSession* other) { return other->capture()->path() == choice.path; });
        return shown == open.end() ? openCapture(choice.path) : takeShown(*shown);
    }
    }
}

void SessionBaseline::take(CaptureLoader::Loaded& loaded)
{
    if (!loaded) {
        m_problem = fromUtf8(message(loaded.error()));
    } else if (&(*loaded)->format() != &m_session->capture()->format()) {
        m_problem =
            tr("it is a capture of %1, and this one of %2: they have nothing to compare")
                .arg(fromUtf8((*loaded)->format().label), fromUtf8(m_session->capture()->format().label));
    } else if (!(*loaded)->hasTimeline()) {
        m_problem = tr("it has no time axis, so there is nothing to compare");
    } else {
        m_own = std::make_unique<DocumentSession>(*loaded);
        takeCapture(m_own->capture(), m_own.get());
        m_own->startIndexing();
        loadNotes();
        m_watch.watch(pathText(m_capture->path()));
    }
    emit changed();
}

// A window that shows a capture has its notes; of this one nobody else reads them.
void SessionBaseline::loadNotes()
{
    m_areNotesRead = false;
    m_notes.start([store = NoteStore(m_capture->document())](
                      Job& job) { return store.load(job, giveWay(Niceness::answers)); },
                  [this](Result<StoredNotes> stored) {
                      m_areNotesRead = true;
                      if (stored)
                          m_own->setNotes(std::make_shared<const AnnotationSet>(std::move(stored->notes)));
                      else
                          m_notesProblem = fromUtf8(message(stored.error()));
                      emit changed();
                  });
}

void SessionBaseline::reload()
{
    if (isCapture())
        openCapture(choice().path);
}

void SessionBaseline::checkDisk()
{
    if (DocumentSession* const session = m_own ? m_own.get() : m_shown.data())
        session->checkDisk();
}

// Two windows may show it, and one that shows it may close: what is known of it by then stays.
void SessionBaseline::takeCapture(std::shared_ptr<Capture> capture, DocumentSession* session)
{
    m_capture = std::move(capture);
    m_onDisk = session->onDisk();
    if (!m_own) {
        m_shown = session;
        connect(session, &QObject::destroyed, this, [this] {
            if (!m_timeline)
                m_problem = tr("its tab was closed before all of it was indexed");
            m_wasLeft = true;
            emit changed();
        });
    }
    for (const auto signal : {&DocumentSession::timelineChanged, &DocumentSession::indexingChanged})
        connect(session, signal, this, &SessionBaseline::follow);
    connect(session, &DocumentSession::notesChanged, this, &SessionBaseline::notesChanged);
    for (const auto& [changed, told] :
         {std::pair(&DocumentSession::fileChanged, &SessionBaseline::diskChanged),
          std::pair(&DocumentSession::fileGrew, &SessionBaseline::diskGrew)})
        connect(session, changed, this, [this, session, told = told] {
            m_onDisk = session->onDisk();
            emit(this->*told)();
        });
    if (session->timeline()->complete)
        m_timeline = session->timeline();
}

void SessionBaseline::follow()
{
    const DocumentSession* const session = m_own ? m_own.get() : m_shown.data();
    const TimelinePtr before = m_timeline;
    const bool isOver = !session->isIndexing() && !session->timeline()->complete;
    if (session->timeline()->complete)
        m_timeline = session->timeline();
    else if (const auto& error = session->indexError())
        m_problem = fromUtf8(message(*error));
    else if (session->wasCancelled() && isOver)
        m_problem = tr("indexing it was stopped");
    if (m_timeline != before || isOver)
        emit changed();
    else
        emit progressed();
}

// --- what there is to choose from

std::vector<SessionBaseline::Runs> SessionBaseline::runs() const
{
    std::vector<std::string> names;
    const Timeline& timeline = *m_session->timeline();
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i) {
        const Track& track = timeline.track(TrackId(i));
        if (track.kind == TrackKind::group && (track.flags & group_flag::kRun) != 0)
            names.emplace_back(timeline.name(TrackId(i)));
    }
    std::vector<Runs> out;
    for (std::size_t i = 1; i < names.size(); ++i) {
        out.push_back({names[i - 1], names[i]});
        if (i > 1)
            out.push_back({names.front(), names[i]});
    }
    return out;
}

void SessionBaseline::setOthers(std::function<std::vector<DocumentSession*>()> others)
{
    m_others = std::move(others);
}

std::vector<DocumentSession*> SessionBaseline::others() const
{
    std::vector<DocumentSession*> out = m_others();
    std::erase_if(out, [this](const DocumentSession* other) {
        return other == m_session || !other->capture()->hasTimeline()
            || &other->capture()->format() != &m_session->capture()->format();
    });
    return out;
}

QString SessionBaseline::whyNoRangeBefore() const
{
    const auto range = m_session->range();
    if (!range)
        return tr("Select a range first: then it is compared with the one before it.");
    if (range->startNs <= m_session->extent().startNs)
        return tr("Nothing lies before the selected range.");
    return {};
}

TimeRange SessionBaseline::rangeBefore() const
{
    const TimeRange range = *m_session->range();
    return {subtractSaturating(range.startNs, range.lengthNs()), range.startNs};
}

// --- what there is of it

std::vector<TrackId> SessionBaseline::tracksOf(const std::string& run) const
{
    std::vector<TrackId> out;
    const Timeline& timeline = *m_session->timeline();
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i)
        if (timeline.path(TrackId(i)).starts_with(run + '/'))
            out.push_back(TrackId(i));
    return out;
}

std::optional<SessionBaseline::Side> SessionBaseline::a() const
{
    if (!remark().isEmpty())
        return {};
    switch (m_kind) {
    case Kind::rangeBefore: return Side {m_session->timeline(), {.range = rangeBefore()}};
    case Kind::runs: return Side {m_session->timeline(), {.tracks = tracksOf(m_runs.a)}};
    case Kind::capture: return Side {m_timeline};
    case Kind::none: break;
    }
    return {};
}

query::Scope SessionBaseline::scopeOfB() const
{
    if (m_kind == Kind::runs)
        return {.tracks = tracksOf(m_runs.b)};
    return {.range = rangeOfB()};
}

std::optional<TimeRange> SessionBaseline::rangeOfB() const
{
    return m_kind == Kind::runs ? std::nullopt : m_session->range();
}

bool SessionBaseline::isOnItsWay() const
{
    return isCapture() && (!m_timeline || !m_areNotesRead) && m_problem.isEmpty();
}

QString SessionBaseline::name() const
{
    switch (m_kind) {
    case Kind::rangeBefore: {
        if (!whyNoRangeBefore().isEmpty())
            return tr("the range before");
        const TimeRange range = rangeBefore();
        return tr("the range before: %1 … %2")
            .arg(m_session->momentText(range.startNs), m_session->momentText(range.endNs));
    }
    case Kind::runs: return fromUtf8(m_runs.a);
    case Kind::capture: {
        const QString name =
            m_capture ? fromUtf8(m_capture->name()) : fromUtf8(m_loader.path().filename().string());
        return m_wasLeft ? tr("%1, as its tab left it").arg(name) : name;
    }
    case Kind::none: break;
    }
    return {};
}

QString SessionBaseline::remark() const
{
    const auto percent = [](std::uint64_t done, std::uint64_t total) {
        return total == 0 ? QString()
                          : tr(" %1 %").arg(int(100.0 * double(std::min(done, total)) / double(total)));
    };
    if (m_kind == Kind::none)
        return {};
    if (isCapture() && !m_problem.isEmpty())
        return m_problem;
    if (m_kind == Kind::rangeBefore && !whyNoRangeBefore().isEmpty())
        return whyNoRangeBefore();
    if (!m_session->timeline()->complete && m_session->wasCancelled() && !m_session->isIndexing())
        return tr("nothing is compared, because indexing was stopped");
    if (!m_session->timeline()->complete)
        return tr("compared once everything is indexed");
    if (!isCapture() || !isOnItsWay())
        return {};
    if (m_timeline)
        return tr("reading its notes …");
    if (m_loader.isLoading())
        return tr("opening …");
    const DocumentSession* const session = m_own ? m_own.get() : m_shown.data();
    return tr("indexing …%1").arg(session ? percent(session->indexDone(), session->indexTotal()) : QString());
}

QStringList SessionBaseline::words() const
{
    const QString path = pathText(m_session->capture()->path());
    QStringList words;
    if (isCapture() && m_capture)
        words << pathText(m_capture->path());
    words << path;
    const auto addRange = [&](QLatin1StringView side, TimeRange range) {
        words << QStringLiteral("--%1-from").arg(side)
              << QStringLiteral("%1ns").arg(m_session->toOwn(0, range.startNs))
              << QStringLiteral("--%1-to").arg(side)
              << QStringLiteral("%1ns").arg(m_session->toOwn(0, range.endNs));
    };
    const auto addTracks = [&](const char* option, const std::string& run) {
        words << QString::fromLatin1(option) << exactFromUtf8(run) + QStringLiteral("/*");
    };
    if (m_kind == Kind::runs) {
        addTracks("--a-track", m_runs.a);
        addTracks("--b-track", m_runs.b);
        return words;
    }
    if (m_kind == Kind::rangeBefore && whyNoRangeBefore().isEmpty())
        addRange(QLatin1StringView("a"), rangeBefore());
    if (const auto ofB = m_session->range())
        addRange(QLatin1StringView("b"), *ofB);
    return words;
}

}
