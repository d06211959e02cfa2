#include "widgets/session/session_search.h"

#include "core/base/text.h"
#include "core/query/meant.h"
#include "widgets/common/command_text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/query_marks.h"
#include "widgets/common/utf8.h"
#include "widgets/session/command_words.h"

#include <algorithm>
#include <thread>

namespace traceglass {

namespace {

constexpr int kQuietMs = 80;      // while it is typed
constexpr int kLongQuietMs = 400; // before records are read
constexpr int kLongMs = 1'000;

// The hits of one place, which begin at the same moment: lines of a log, a state that was left at once.
std::vector<query::Hit> hitsAt(const query::HitOrder& found, const query::HitPlace& place, std::uint64_t rank,
                               Job& job)
{
    constexpr std::size_t kFirstPage = 64, kMost = 65'536;
    std::vector<query::Hit> out;
    while (out.size() < kMost) {
        const std::size_t asked =
            std::max(kFirstPage, out.size()); // each page looks at those before it again
        const auto page = found.page(rank + out.size(), asked, job);
        const auto end =
            std::ranges::find_if(page, [&](const query::Hit& hit) { return query::placeOf(hit) != place; });
        out.insert(out.end(), page.begin(), end);
        if (page.size() < asked || end != page.end())
            break;
    }
    return out;
}

// The hit behind a record's, or before it. Of the hits of its own place any is beside a record that has none.
std::optional<query::Hit> hitBeside(const query::HitOrder& found, const query::HitPlace& place, RecordRef ref,
                                    bool forward, Job& job)
{
    const auto isOf = [ref](const query::Hit& hit) { return hit.slice.ref == ref; };
    const auto hits =
        ref.valid() ? hitsAt(found, place, found.rank(place, job), job) : std::vector<query::Hit> {};
    const auto first = std::ranges::find_if(hits, isOf);
    const auto behind = std::find_if(hits.rbegin(), hits.rend(), isOf).base();
    if (forward ? behind != hits.end() : first != hits.begin())
        return forward ? *behind : *std::prev(first);
    return found.next(place, forward, job);
}
}

SessionSearch::SessionSearch(DocumentSession* session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_asker(session->capture())
    , m_delay(delayed(this, kQuietMs, &SessionSearch::runQuick))
    , m_longDelay(delayed(this, kLongQuietMs, &SessionSearch::askCost))
    , m_second(delayed(this, kLongMs, &SessionSearch::foundChanged))
{
    const auto again = [this] {
        if (m_asker.isWaiting(kFind))
            m_runAgain = true;
        else if (isActive() && m_isCurrent)
            run(m_isWhole);
        else if (isActive())
            runQuick();
    };
    connect(session, &DocumentSession::timelineChanged, this, again);
    connect(session, &DocumentSession::notesChanged, this, [this, again] {
        if (m_expr && query::asksFor(*m_expr, query::Field::note))
            again();
    });
    connect(session, &DocumentSession::rangeChanged, this, [this] {
        const auto found = std::ranges::find(m_restrictions, By::range, &query::Restriction::by);
        if (found == m_restrictions.end())
            return;
        if (!m_session->range()) {
            lift(By::range);
            return;
        }
        found->range = *m_session->range();
        begin();
    });
    connect(session, &DocumentSession::selectionChanged, this, &SessionSearch::findPlace);
    connect(session, &DocumentSession::choosing, this, [this] {
        m_goOn.reset();
        m_asker.cancel(kGo);
    });
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
    const bool isOfNodes = !m_session->capture()->hasTimeline(); // nothing else can be found
    auto parsed = query::parse(m_text.toStdString(), isOfNodes ? nullptr : m_session->fields().get(),
                               isOfNodes ? nodeKinds() : std::span<const std::string_view>());
    m_error = parsed ? std::nullopt : std::optional(std::move(parsed.error()));
    if (parsed && m_text.trimmed().isEmpty()) {
        m_expr.reset();
        m_found.reset();
        stop();
    } else if (parsed) {
        m_query = m_text.trimmed();
        m_expr = std::move(*parsed);
        begin();
    }
    emit textChanged();
    emit foundChanged();
    findPlace();
}

bool SessionSearch::readsRecords() const
{
    const FieldCataloguePtr& fields = m_session->fields();
    return asksFor(*m_expr, query::Field::named)
        || (fields && !fields->empty() && asksFor(*m_expr, query::Field::any));
}

void SessionSearch::begin()
{
    stop();
    m_costNs.reset();
    m_isCurrent = m_isWhole = false;
    if (m_goOn) {
        run(true);
        return;
    }
    m_delay->start();
    if (m_expr && readsRecords())
        m_longDelay->start();
}

void SessionSearch::runQuick()
{
    if (m_expr && asksFor(*m_expr, query::Field::named))
        m_delay->stop(); // nothing of it is quick
    else
        run(!m_expr || !readsRecords());
}

void SessionSearch::runNow()
{
    if (m_expr && !m_isWhole && !(m_asksWhole && m_asker.isWaiting(kFind)))
        run(true);
}

void SessionSearch::stop()
{
    m_delay->stop();
    m_longDelay->stop();
    m_second->stop();
    m_asker.cancel(kCost);
    m_asker.cancel(kFind);
    m_asker.cancel(kInstead);
    m_asker.cancel(kGo);
    m_instead.clear();
    m_tellsNothing = false;
    m_runAgain = false;
    emit foundChanged();
}

void SessionSearch::askCost()
{
    m_asker.ask(kCost, Priority::background, ask::FieldCost {m_session->timeline(), *m_expr, scope(true)},
                [this](std::uint64_t ofOneCoreNs) {
                    m_costNs = ofOneCoreNs / std::max(1u, std::thread::hardware_concurrency());
                    if (*m_costNs <= m_patience) {
                        run(true);
                        return;
                    }
                    if (asksFor(*m_expr, query::Field::named)) // what was found is not of it
                        m_found.reset();
                    emit foundChanged();
                });
}

bool SessionSearch::isLong() const
{
    return m_asksWhole && m_asker.isWaiting(kFind) && !m_second->isActive();
}

QString SessionSearch::remark() const
{
    if (!m_expr || m_error || m_isWhole || !readsRecords())
        return {};
    const bool isOfFields = asksFor(*m_expr, query::Field::named);
    if (m_asksWhole && m_asker.isWaiting(kFind))
        return isOfFields ? tr("searching records …") : tr("searching values …");
    if (isSearching() || !m_session->fields())
        return {};
    const QString said = isOfFields ? tr("Enter searches") : tr("Enter searches values too");
    return m_costNs && *m_costNs > 0
        ? tr("%1, about %2 s").arg(said).arg(std::max<std::uint64_t>(1, (*m_costNs + kSecondNs / 2) / kSecondNs))
        : said;
}

void SessionSearch::setRestrictions(std::vector<query::Restriction> restrictions)
{
    if (restrictions == m_restrictions)
        return;
    m_restrictions = std::move(restrictions);
    begin();
    if (m_delay->isActive())
        runQuick();
}

const query::Restriction* SessionSearch::restriction(By by) const
{
    const auto found = std::ranges::find(m_restrictions, by, &query::Restriction::by);
    return found == m_restrictions.end() ? nullptr : &*found;
}

std::optional<query::Restriction> SessionSearch::possibleRestriction(By by) const
{
    if (by == By::range) {
        const auto& range = m_session->range();
        return range ? std::optional(query::Restriction {.by = by, .range = *range}) : std::nullopt;
    }
    const auto& slice = m_session->selection().slice;
    const TimelinePtr& timeline = m_session->timeline();
    const auto track = slice ? timeline->findTrack(slice->kind, slice->trackKey) : std::nullopt;
    return track ? query::restrictedTo(by, *timeline, *track) : std::nullopt;
}

void SessionSearch::restrictTo(By by, bool isNot)
{
    const query::Restriction* const known = restriction(by);
    auto wanted = known ? std::optional(*known) : possibleRestriction(by);
    if (!wanted)
        return;
    wanted->isNot = isNot;
    auto all = m_restrictions;
    std::erase_if(all, [&](const query::Restriction& each) { return each.by == by; });
    all.push_back(std::move(*wanted));
    setRestrictions(std::move(all));
}

void SessionSearch::lift(By by)
{
    auto all = m_restrictions;
    std::erase_if(all, [&](const query::Restriction& each) { return each.by == by; });
    setRestrictions(std::move(all));
}

QStringList SessionSearch::restrictionQueries() const
{
    QStringList out;
    for (const query::Restriction& each : m_restrictions)
        out << fromUtf8(query::print(query::asQuery(*m_session->timeline(), each)));
    return out;
}

QString SessionSearch::whyNoCommand() const
{
    return m_expr ? whyNotAgain(*m_session->capture()) : tr("Nothing is searched for.");
}

QString SessionSearch::command() const
{
    if (!whyNoCommand().isEmpty())
        return {};
    query::Expr whole;
    const auto add = [&](query::Expr expr) {
        if (expr.kind == query::Expr::Kind::all)
            std::ranges::move(expr.parts, std::back_inserter(whole.parts));
        else
            whole.parts.push_back(std::move(expr));
    };
    add(*m_expr);
    for (const query::Restriction& each : m_restrictions)
        add(query::asQuery(*m_session->timeline(), each));
    return findCommand(pathText(m_session->capture()->path()), fromUtf8(query::print(whole)));
}

void SessionSearch::run(bool whole)
{
    m_delay->stop();
    m_runAgain = false;
    m_asksWhole = whole;
    if (whole) {
        m_longDelay->stop();
        m_asker.cancel(kCost);
        m_second->start();
    }
    // What names fields is asked when they are known: then the text is read again.
    if (!m_expr || !m_session->capture()->hasTimeline()
        || (asksFor(*m_expr, query::Field::named) && !m_session->fields())) {
        emit foundChanged();
        return;
    }
    m_asker.ask(kFind, Priority::background, ask::Hits {m_session->timeline(), *m_expr, scope(whole)},
                [this, whole](ask::Hits::Answer answer) {
                    m_second->stop();
                    m_found = std::move(answer.found);
                    m_isCurrent = true;
                    m_isWhole = whole;
                    if (answer.error && m_session->timeline()->complete) // else it is asked again
                        emit told(fromUtf8(codeInfo(answer.error->code).sentence));
                    if (m_runAgain)
                        run(whole);
                    else
                        askInstead();
                    findPlace();
                    emit foundChanged();
                    if (const auto forward = m_found ? std::exchange(m_goOn, {}) : std::nullopt)
                        goOn(*forward);
                });
    emit foundChanged();
}

void SessionSearch::askInstead()
{
    const bool isEmpty = m_isWhole && m_found && m_found->hits().count() == 0;
    auto asking = isEmpty ? query::askingFields(*m_expr) : std::nullopt;
    m_instead.clear();
    if (!asking)
        return;
    const QString text = fromUtf8(query::print(*asking));
    m_asker.ask(kInstead, Priority::background,
                ask::Hits {m_session->timeline(), std::move(*asking), scope(true)},
                [this, text](const ask::Hits::Answer& answer) {
                    m_insteadCount = answer.found ? answer.found->hits().count() : 0;
                    m_instead = m_insteadCount > 0 ? text : QString();
                    if (std::exchange(m_tellsNothing, false))
                        tellNothing();
                    emit foundChanged();
                });
}

void SessionSearch::setElsewhere(const QString& text)
{
    if (std::exchange(m_elsewhere, text) != text)
        emit foundChanged();
}

void SessionSearch::tellNothing()
{
    if (m_asker.isWaiting(kInstead))
        m_tellsNothing = true;
    else if (m_instead.isEmpty())
        emit told(tr("Nothing was found"));
    else
        emit told(
            tr("Nothing was found; %1 has %2").arg(m_instead, countedText(m_insteadCount, "hit", "hits")));
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
        [found = m_found, place = *place, ref = m_session->selection().slice->ref](Job& job) -> Number {
            const std::uint64_t rank = found->rank(place, job);
            const auto hits = hitsAt(*found, place, rank, job);
            for (std::size_t i = 0; i < hits.size(); ++i)
                if (!ref.valid() || hits[i].slice.ref == ref)
                    return rank + i;
            return {};
        },
        [this](Number number) {
            if (std::exchange(m_place, number) != number)
                emit placeChanged();
        });
}

void SessionSearch::tellMistake()
{
    const std::string before = m_text.toStdString().substr(0, m_error->begin);
    emit told(tr("Character %1: %2").arg(characterCount(before) + 1).arg(mistakeText(*m_error)));
}

void SessionSearch::enter(bool forward)
{
    if (m_error) {
        tellMistake();
        return;
    }
    if (!m_expr || m_isWhole || !m_session->capture()->hasTimeline()) {
        goOn(forward);
        return;
    }
    m_goOn = forward;
    runNow();
}

void SessionSearch::goOn(bool forward)
{
    if (m_expr && !m_error && !m_isCurrent && m_session->capture()->hasTimeline()) {
        enter(forward);
        return;
    }
    if (m_error && (!m_found || m_found->hits().count() == 0)) {
        tellMistake();
        return;
    }
    if (m_expr && !m_session->capture()->hasTimeline()) {
        emit elsewhereWanted(forward);
        return;
    }
    if (!m_found) {
        emit told(tr("Nothing is searched for"));
        return;
    }
    if (m_found->hits().count() == 0) {
        // No verdict before all of it is searched.
        if (m_asker.isWaiting(kFind) || (m_session->isIndexing() && !m_session->timeline()->complete))
            m_goOn = forward;
        else if (!m_isWhole && m_expr)
            enter(forward);
        else
            emit elsewhereWanted(forward);
        return;
    }
    // Without a selection from where the view begins.
    query::HitPlace from {m_session->view().startNs, TrackId(0), 0};
    RecordRef ref;
    if (const auto place = placeOfSelection()) {
        from = *place;
        ref = m_session->selection().slice->ref;
    }
    struct Next
    {
        std::optional<query::Hit> hit;
        bool isWrapped = false;
    };
    m_asker.work<Next>(
        kGo, Priority::selection,
        [found = m_found, from, ref, forward](Job& job) {
            Next next {hitBeside(*found, from, ref, forward, job)};
            if (next.hit || job.stopRequested())
                return next;
            const auto end = found->page(forward ? 0 : found->hits().count() - 1, 1, job);
            return end.empty() ? next : Next {end.front(), true};
        },
        [this, found = m_found, forward](Next next) { // more may be found by now, or nothing searched for
            if (!next.hit)
                return;
            select(*next.hit, found->hits().timeline());
            if (next.isWrapped && found->hits().count() == 1)
                emit told(tr("There is no other hit"));
            else if (next.isWrapped)
                emit told(forward ? tr("From the last hit on to the first")
                                  : tr("From the first hit on to the last"));
        });
}

void SessionSearch::select(const query::Hit& hit)
{
    select(hit, m_found->hits().timeline());
}

void SessionSearch::select(const query::Hit& hit, const Timeline& of)
{
    const Track& track = of.track(hit.track);
    m_session->selectSlice({track.kind, track.key, hit.depth, hit.slice.startNs, hit.slice.ref});
}

void SessionSearch::goTo(const query::Hit& hit)
{
    m_session->inOneStep([&] {
        select(hit);
        m_session->showAround({hit.slice.startNs, hit.slice.endNs});
    });
}

}
