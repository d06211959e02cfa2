// The Records tab: which of the listed records are meant, by the slice filter, a track, and a query.
#include "core/base/text.h"
#include "core/model/format.h"
#include "core/query/record_test.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/query_marks.h"
#include "widgets/common/utf8.h"
#include "widgets/models/command_link.h"
#include "widgets/models/record_list_model.h"
#include "widgets/models/records_pane.h"
#include "widgets/session/asker.h"
#include "widgets/session/session_filter.h"

#include <QEvent>
#include <QLineEdit>
#include <QToolButton>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kLongReadMs = 1000;       // what takes longer can be stopped
constexpr int kBetweenChoicesMs = 700;  // while a capture is indexed
constexpr std::size_t kShownTrack = 18; // letters on the button

}

void RecordsPane::makeChoice()
{
    m_onTrack->setCheckable(true);
    m_wrong->setAccessibleName(tr("What is wrong with the query"));
    connect(m_filter, &QLineEdit::textChanged, this, &RecordsPane::readWords);
    connect(m_wrong, &LinkLabel::clicked, this, &RecordsPane::takeSuggestion);
    connect(m_obey, &QToolButton::clicked, this, [this] {
        m_reveal.reset();
        setObeys(!m_obeys);
    });
    connect(m_onTrack, &QToolButton::clicked, this, [this](bool on) {
        m_reveal.reset();
        const auto& slice = m_session->selection().slice;
        const auto& timeline = *m_session->timeline();
        const auto track = on && slice ? timeline.findTrack(slice->kind, slice->trackKey) : std::nullopt;
        if (track)
            showTrack(timeline.track(*track));
        else
            setTrack({});
    });
    connect(m_session, &DocumentSession::selectionChanged, this, &RecordsPane::tellChoice);
    connect(m_session, &DocumentSession::notesChanged, this, [this] {
        if (query::asksFor(m_expr, query::Field::note))
            chooseLater();
    });
    connect(m_session, &DocumentSession::fieldsChanged, this, [this] {
        if (!m_filter->text().trimmed().isEmpty()) // which may be wrong by now, or right
            readWords();
    });
}

void RecordsPane::setSliceFilter(const SessionFilter* filter)
{
    m_sliceFilter = filter;
    connect(filter, &SessionFilter::partsChanged, this, [this] {
        if (!m_sliceFilter->isActive())
            m_obeys = true; // the next one is obeyed again
        tellHead();
    });
    connect(filter, &SessionFilter::fittingChanged, this, &RecordsPane::chooseSoFar);
    chooseSoFar();
}

bool RecordsPane::obeysFilter() const
{
    return m_sliceFilter && m_sliceFilter->isActive() && m_obeys && m_session->capture()->hasTimeline();
}

void RecordsPane::setObeys(bool obeys)
{
    m_obeys = obeys;
    tellHead();
    chooseLater();
}

void RecordsPane::setTrack(std::optional<query::Restriction> track)
{
    m_track = std::move(track);
    tellHead();
    chooseLater();
}

void RecordsPane::showTrack(const Track& track)
{
    m_reveal.reset();
    setTrack(query::Restriction {.by = query::Restriction::By::track, .kind = track.kind, .key = track.key});
}

// --- the query

void RecordsPane::readWords()
{
    auto parsed = query::parse(m_filter->text().toStdString(), m_session->fields().get());
    if (parsed && query::hasConditions(*parsed) && !m_session->capture()->hasTimeline()) {
        const std::string text = m_filter->text().toStdString();
        parsed = tl::unexpected(query::ParseError {
            0, text.size(),
            tr("This capture has no slices: only words and /expressions/ are found").toStdString()});
    }
    m_problem = parsed ? std::nullopt : std::optional(std::move(parsed.error()));
    if (parsed) {
        m_words = m_filter->text().trimmed();
        m_expr = std::move(*parsed);
        chooseLater();
    }
    tellChoice();
}

void RecordsPane::takeSuggestion()
{
    if (!m_problem || m_problem->suggestion.empty())
        return;
    m_filter->setText(exactFromUtf8(m_problem->mended(m_filter->text().toStdString())));
    m_filter->setFocus();
}

// --- what it leaves

bool RecordsPane::isChoosing() const
{
    return m_wordsDelay->isActive() || m_asker->isWaiting(kAskHits) || m_asker->isWaiting(kAskTest);
}

// While a capture is indexed, what is asked of it comes to an end before more of it is asked.
void RecordsPane::chooseSoFar()
{
    tellHead();
    const bool isGrowing = m_session->capture()->hasTimeline() && !m_session->timeline()->complete;
    m_isChoiceDue = isGrowing && (!isNeeded() || isChoosing() || m_asker->isWaiting(kAskOrder));
    if (!m_isChoiceDue)
        m_wordsDelay->start(isGrowing ? kBetweenChoicesMs : kSettledMs);
}

void RecordsPane::choose()
{
    m_wordsDelay->stop();
    m_isChoiceDue = false;
    m_asker->cancel(kAskHits);
    m_asker->cancel(kAskTest);
    if (obeysFilter() && !m_sliceFilter->fitting() && m_sliceFilter->isAsking())
        return; // until it is known
    const FittingPtr fitting = obeysFilter() ? m_sliceFilter->fitting() : nullptr;
    Choice choice;
    choice.words = m_words;
    if (fitting)
        choice.filters = int(std::ranges::count(m_sliceFilter->parts(), true, &FilterPart::isOn));
    if (!m_track) {
        askTest(fitting ? fitting->hits : nullptr, std::move(choice));
        return;
    }
    // Slices that fit and are on the track, not any of both that one record begins.
    const TimelinePtr timeline = m_session->timeline();
    const auto track = timeline->findTrack(m_track->kind, m_track->key);
    const auto expr = fitting ? query::parse(m_sliceFilter->text().toStdString(), m_session->fields().get())
                              : tl::expected<query::Expr, query::ParseError>();
    choice.track = track ? fromUtf8(timeline->name(*track)) : QString();
    query::Scope scope {.values = true, .restrictions = {*m_track}}; // values: as the filter asks
    m_since.start();
    m_poll->start();
    m_asker->ask(kAskHits, Priority::background,
                 ask::Hits {timeline, expr ? *expr : query::Expr(), std::move(scope)},
                 [this, choice](const ask::Hits::Answer& answer) {
                     if (answer.found)
                         askTest(answer.found->hitsPtr(), choice);
                     else
                         arrange(); // as before
                 });
    tellHead();
}

void RecordsPane::askTest(query::HitsPtr fitting, Choice choice)
{
    if (!fitting && m_expr == query::Expr {}) {
        m_test.reset();
        m_chosen = std::move(choice);
        arrange();
        return;
    }
    m_since.start();
    m_asker->ask(kAskTest, Priority::background,
                 ask::RecordsThat {m_expr, std::move(fitting), m_session->timeline()},
                 [this, choice = std::move(choice)](ask::RecordsThat::Answer answer) {
                     if (answer.error) { // what is listed stays
                         m_problem = query::ParseError {0, 0, message(*answer.error)};
                         arrange();
                         tellHead();
                         return;
                     }
                     if (m_problem && m_problem->end == 0) // that was it
                         m_problem.reset();
                     m_test = std::move(answer.test);
                     m_chosen = choice;
                     arrange();
                 });
    m_poll->start();
    tellHead();
}

// --- what is said

void RecordsPane::tellHead()
{
    tellChoice();
    QStringList why;
    if (isInRange())
        why << tr("Restricted to the selected range");
    if (obeysFilter())
        why << tr("Of slices that fit the filter: %1").arg(m_sliceFilter->text());
    if (m_track)
        why << tr("Of slices on one track");
    m_funnel->setToolTip(tipText(why.join(QLatin1Char('\n'))));
    m_funnel->setAccessibleName(why.join(QStringLiteral(", ")));
    m_funnel->setVisible(isRestricted());
    m_clearRange->setToolTip(tr("Clears the selected range"));
    m_clearRange->setVisible(isInRange());
    const bool isBusy = m_asker->isWaiting(kAskList) || m_asker->isWaiting(kAskHits)
        || m_asker->isWaiting(kAskTest) || m_asker->isWaiting(kAskOrder) || m_asker->isWaiting(kAskExport);
    const bool isLong = isBusy && m_since.elapsed() > kLongReadMs;
    m_stop->setVisible(isLong);
    m_copyCommand->setVisible(!isLong); // small windows have room for one of them
    m_head->setFullText(headText());
    emit restrictedChanged(isRestricted());
}

QString RecordsPane::headText() const
{
    if (!m_model->listing().list) // the table says so
        return {};
    const auto share = [this](Asker::Slot slot, const QString& what) {
        const std::uint64_t all = m_asker->total(slot);
        return tr(" · %1 %2 %")
            .arg(what)
            .arg(all > 0 ? std::min<std::uint64_t>(m_asker->done(slot), all) * 100 / all : 0);
    };
    const Format& format = m_session->capture()->format();
    const RecordListing& shown = m_model->listing();
    const bool isSome = shown.order && shown.order->wish().test;
    const bool isQuery = isSome && !m_shown.words.isEmpty();
    QString text = countedText(isQuery ? shown.list->count() : shown.count(), format.record, format.records);
    if (isQuery)
        text = tr("%1 of %2").arg(fromUtf8(grouped(shown.count())), text);
    if (isSome && !choiceText().isEmpty())
        text += (isQuery ? tr(" · only %1") : tr(" %1")).arg(choiceText());
    if (m_asker->isWaiting(kAskList))
        text += share(kAskList, tr("so far,"));
    else if (m_asker->isWaiting(kAskHits) || m_asker->isWaiting(kAskTest))
        text += tr(" · searching …");
    else if (m_asker->isWaiting(kAskOrder))
        text += share(kAskOrder, m_sort.column >= 0 ? tr("sorting,") : tr("searching,"));
    else if (m_isStopped)
        text += tr(" · stopped");
    if (m_asker->isWaiting(kAskExport))
        text += share(kAskExport, tr("exporting,"));
    if (isSome && !m_session->timeline()->complete)
        text += tr(" · so far");
    if (isInRange())
        text += tr(" · in %1 … %2")
                    .arg(m_session->momentText(m_session->range()->startNs),
                         m_session->momentText(m_session->range()->endNs));
    return text;
}

void RecordsPane::tellChoice()
{
    const bool canObey = m_sliceFilter && m_sliceFilter->isActive() && m_session->capture()->hasTimeline();
    m_obey->setVisible(canObey);
    m_obey->setText(m_obeys ? tr("show all") : tr("only what fits"));
    m_obey->setToolTip(m_obeys ? tr("Lists all records; the filter stays as it is")
                               : tr("Lists only records of slices that fit the filter"));
    const auto& slice = m_session->selection().slice;
    const Timeline& timeline = *m_session->timeline();
    const auto track = m_track ? timeline.findTrack(m_track->kind, m_track->key) : std::nullopt;
    m_onTrack->setVisible(m_session->capture()->hasTimeline());
    m_onTrack->setEnabled(m_track || slice);
    m_onTrack->setChecked(m_track.has_value());
    const std::string name = track ? std::string(timeline.name(*track)) : std::string();
    m_onTrack->setText(m_track ? tr("on %1 ✕").arg(literal(fromUtf8(shortened(name, kShownTrack))))
                               : tr("+ track"));
    m_onTrack->setToolTip(
        m_track     ? tipText(tr("Only records of slices on %1; again: on all tracks").arg(fromUtf8(name)))
            : slice ? tr("Only records of slices on the track of the selected slice")
                    : tr("Select a slice in the timeline first"));
    m_isWrong = m_problem.has_value();
    underlineWrong(*m_filter, m_problem ? m_problem->begin : 0, m_problem ? m_problem->end : 0);
    m_wrong->setVisible(m_problem.has_value());
    if (!m_problem)
        return;
    m_wrong->setQuiet(m_problem->suggestion.empty());
    m_wrong->setText(mistakeText(*m_problem));
}

QString RecordsPane::choiceText() const
{
    QString text;
    if (m_shown.filters > 0)
        text = m_shown.filters == 1 ? tr("of slices that fit a filter")
                                    : tr("of slices that fit %1 filters").arg(m_shown.filters);
    if (!m_shown.track.isEmpty())
        text += (text.isEmpty() ? tr("of slices on %1") : tr(" on %1")).arg(m_shown.track);
    return text;
}

QString RecordsPane::emptyText() const
{
    if (m_error)
        return fromUtf8(message(*m_error));
    if (m_order && !m_shown.words.isEmpty())
        return tr("No listed record fits \"%1\".").arg(m_shown.words);
    if (m_order && m_shown.filters > 0)
        return tr("No slice that fits the filter begins with a listed record. Shift+Esc clears it.");
    if (m_order && !m_shown.track.isEmpty())
        return tr("No slice on %1 begins with a listed record.").arg(m_shown.track);
    return isInRange() ? tr("No record lies in the selected range.") : tr("This capture holds no records.");
}

void RecordsPane::changeEvent(QEvent* event)
{
    ListPane::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        tellChoice();
}

}
