#include "widgets/details/standing_view.h"

#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_view.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"
#include "widgets/statistics/histogram_view.h"

#include <QEvent>
#include <utility>

namespace traceglass {

namespace {

constexpr int kQuietMs = 60; // while one goes from slice to slice
constexpr int kHistogramHeight = 92;

QString ordinal(std::uint64_t number)
{
    const std::uint64_t last = number % 10;
    const bool isTeen = number / 10 % 10 == 1;
    return fromUtf8(grouped(number))
        + (isTeen          ? StandingView::tr("th", "ending of a number")
               : last == 1 ? StandingView::tr("st", "ending of a number")
               : last == 2 ? StandingView::tr("nd", "ending of a number")
               : last == 3 ? StandingView::tr("rd", "ending of a number")
                           : StandingView::tr("th", "ending of a number"));
}

// "158 ×", with two digits at least.
QString times(std::int64_t part, std::int64_t of)
{
    const double ratio = double(part) / double(of);
    return QStringLiteral("%1 ×").arg(ratio, 0, 'f', ratio < 10 ? 1 : 0);
}

}

StandingView::StandingView(DocumentSession* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_asker(new Asker(session->capture(), this))
    , m_delay(delayed(this, kQuietMs, &StandingView::ask))
    , m_view(new DetailsView(this))
    , m_histogram(new HistogramView(this))
{
    keepHeight(m_histogram, kHistogramHeight);
    m_histogram->setDurationText([session](std::int64_t ns) { return session->durationText(ns); });
    inColumn({}, 0, {m_view, m_histogram}, this);
    connect(m_view, &DetailsView::linkActivated, this, &StandingView::linkActivated);
    const auto later = [this] {
        const auto& slice = m_session->selection().slice;
        if (slice != m_askedFor) { // what is said of another one would be wrong
            m_standing.reset();
            m_asker->cancel(0); // its threads are of use to what is shown of the new one
            m_askedFor.reset();
            hide();
        }
        if (slice
            && (slice != m_askedFor || m_goesOnFrom
                || (m_session->timeline()->complete && m_timeline != m_session->timeline())))
            m_delay->start();
    };
    connect(session, &DocumentSession::selectionChanged, this, later);
    connect(session, &DocumentSession::answerChanged, this, later);
    connect(session, &DocumentSession::notFound, this, later);
    connect(session, &DocumentSession::timelineChanged, this, later);
    connect(session, &DocumentSession::timeFormatChanged, this, &StandingView::refresh);
    hide();
}

void StandingView::ask()
{
    if (m_session->isSelecting()) // the answer of that comes first, and brings this anew
        return;
    m_askedFor = m_session->selection().slice;
    m_timeline = m_session->timeline();
    const auto track =
        m_askedFor ? m_timeline->findTrack(m_askedFor->kind, m_askedFor->trackKey) : std::nullopt;
    const auto slice = m_askedFor ? m_timeline->findSlice(*m_askedFor) : std::nullopt;
    if (!track || !slice || slice->durationNs() <= 0) {
        m_asker->cancel(0);
        show({}, {});
        return;
    }
    using Answer = std::shared_ptr<Result<stats::Standing>>;
    m_asker->work<Answer>(
        0, Priority::background,
        [timeline = m_timeline, track = *track, slice = *slice](Job& job) {
            return std::make_shared<Result<stats::Standing>>(stats::standing(timeline, track, slice, job));
        },
        [this, slice = *slice](const Answer& answer) {
            show(*answer ? std::optional(std::move(**answer)) : std::nullopt, slice);
        });
}

void StandingView::show(std::optional<stats::Standing> standing, const Slice& slice)
{
    m_standing = std::move(standing);
    m_slice = slice;
    if (m_standing && m_standing->count < 2)
        m_standing.reset();
    refresh();
    setVisible(m_standing.has_value());
    if (const auto from = std::exchange(m_goesOnFrom, {}); from && from == m_askedFor)
        goToNextLonger();
}

void StandingView::refresh()
{
    if (!m_standing)
        return;
    const stats::Standing& is = *m_standing;
    DetailSection section;
    section.title = tr("Same name").toStdString();
    const QString slices = countedText(is.count, "slice", "slices");
    section.extra = (m_timeline->complete ? slices : tr("%1, so far").arg(slices)).toStdString();
    QString sentence = is.longer == 0
        ? tr("The longest of %1").arg(fromUtf8(grouped(is.count)))
        : tr("%1 longest of %2").arg(ordinal(is.longer + 1), fromUtf8(grouped(is.count)));
    if (is.p50.ns > 0)
        sentence += tr(", %1 the median").arg(times(m_slice.durationNs(), is.p50.ns));
    section.sentence = sentence.toStdString();
    const auto row = [&](const char* label, const stats::Standing::Value& value) {
        DetailRow made {label, Duration {value.ns}};
        if (value.place.track != kNoTrack)
            made.link = DetailLink {value.place.in(*m_timeline)};
        section.rows.push_back(std::move(made));
    };
    row("p50", is.p50);
    row("p95", is.p95);
    row("p99", is.p99);
    if (is.nextLonger)
        row("next longer", *is.nextLonger);
    if (is.longer > 1)
        row("longest", is.longest);
    m_details = {};
    m_details.sections.push_back(std::move(section));
    m_view->show(m_details, *m_session);
    const std::string_view name = m_timeline->text(m_slice.name);
    const Theme& theme = Theme::of(this);
    const bool isState = m_askedFor && m_askedFor->kind == TrackKind::states;
    m_histogram->setBars(stats::bars(is.histogram), {{tr("this"), m_slice.durationNs()}},
                         isState ? theme.polling : theme.nameColor(nameColorIndex(name)));
}

void StandingView::goToNextLonger()
{
    if (m_delay->isActive() || m_session->isSelecting() || m_asker->isWaiting())
        m_goesOnFrom = m_session->selection().slice;
    else if (!m_standing || !m_standing->nextLonger || m_standing->nextLonger->place.track == kNoTrack)
        emit noneIsLonger();
    else
        m_session->selectSlice(m_standing->nextLonger->place.in(*m_timeline));
}

void StandingView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

}
