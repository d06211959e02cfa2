#include "widgets/session/session_findings.h"

#include "core/base/text.h"
#include "core/formats/all_rules.h"
#include "widgets/common/command_text.h"
#include "widgets/common/text_marks.h"
#include "widgets/common/utf8.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr int kLongLookMs = 1'000;

SliceId evidentSlice(const Timeline& timeline, const Evidence& evidence)
{
    SliceId id = evidence.place.in(timeline);
    id.ref = evidence.ref.value_or(id.ref);
    return id;
}

bool hasTime(const Evidence& evidence)
{
    return evidence.time != TimeRange {};
}

}

class SessionFindings::UndoStep : public QUndoCommand
{
public:
    UndoStep(SessionFindings* findings, const QString& text, findings::Mutes after)
        : QUndoCommand(text)
        , m_findings(findings)
        , m_before(findings->m_mutes)
        , m_after(std::move(after))
    {
    }
    void redo() override { m_findings->take(m_after); }
    void undo() override { m_findings->take(m_before); }

private:
    SessionFindings* m_findings;
    findings::Mutes m_before;
    findings::Mutes m_after;
};

SessionFindings::SessionFindings(DocumentSession* session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_asker(session->capture())
{
    m_second.setSingleShot(true);
    m_second.setInterval(kLongLookMs);
    connect(&m_second, &QTimer::timeout, this, &SessionFindings::changed);
    connect(session, &DocumentSession::timelineChanged, this, &SessionFindings::follow);
    connect(session, &DocumentSession::indexingChanged, this, &SessionFindings::follow);
    connect(session, &DocumentSession::evidenceRestored, this, &SessionFindings::followEvidence);
}

// --- looking

// Once for each complete timeline: it is another one when clocks are moved.
void SessionFindings::follow()
{
    const TimelinePtr& timeline = m_session->timeline();
    if (timeline->complete && !m_session->isIndexing() && timeline != m_asked && !m_isStopped)
        look();
}

void SessionFindings::look()
{
    m_isStopped = false;
    m_asked = m_session->timeline();
    m_second.start();
    m_asker.ask(0, Priority::background, ask::LooksWrong {m_asked, m_settings},
                [this](ask::LooksWrong::Answer answer) {
                    m_second.stop();
                    m_answer = std::move(answer);
                    arrange();
                });
    emit changed();
}

void SessionFindings::stop()
{
    m_asker.cancel(0);
    m_second.stop();
    m_isStopped = true;
    emit changed();
}

void SessionFindings::arrange()
{
    m_shown = m_answer.findings;
    findings::mute(m_shown, m_mutes);
    m_gone.clear();
    if (isKnown()) // what is muted is there all the same
        for (const Finding* const each : compare::goneFrom(m_before, m_answer.findings.found))
            m_gone.push_back(*each);
    emit changed();
    emit currentChanged();
}

// --- compared

void SessionFindings::setBaseline(SessionBaseline* baseline)
{
    m_baseline = baseline;
    connect(baseline, &SessionBaseline::changed, this, &SessionFindings::followBaseline);
}

// With the same thresholds.
void SessionFindings::followBaseline()
{
    const auto a = m_baseline && m_baseline->isCapture() ? m_baseline->a() : std::nullopt;
    const std::shared_ptr<const Capture> capture = a ? m_baseline->capture() : nullptr;
    if (m_captureOfA != capture) {
        m_captureOfA = capture;
        m_askerOfA = capture ? std::make_unique<Asker>(capture) : nullptr;
        if (m_known) {
            m_known.reset();
            m_before.clear();
            arrange();
        }
    }
    if (m_captureOfA)
        m_askerOfA->ask(0, Priority::background, ask::LooksWrong {a->timeline, m_settings},
                        [this](ask::LooksWrong::Answer before) { takeBefore(std::move(before)); });
}

void SessionFindings::takeBefore(ask::LooksWrong::Answer before)
{
    m_before = std::move(before.findings.found);
    m_known = before.error ? std::nullopt : std::optional(compare::KnownFindings(m_before));
    arrange();
}

std::optional<compare::FindingChange> SessionFindings::changeOf(const Finding& finding) const
{
    return m_known ? std::optional(m_known->changeOf(finding)) : std::nullopt;
}

const Rule& SessionFindings::rule(const Finding& finding) const
{
    return *std::ranges::find(rules(), finding.rule, &Rule::id); // each is of one that was asked
}

std::vector<const Rule*> SessionFindings::silent() const
{
    const auto names = [](const auto& list, std::string_view id) {
        return std::ranges::any_of(list, [id](const auto& each) { return each.rule == id; });
    };
    std::vector<const Rule*> out;
    for (const Rule& each : rules())
        if (!names(found(), each.id) && !names(muted(), each.id) && !names(notChecked(), each.id))
            out.push_back(&each);
    return out;
}

std::size_t SessionFindings::countOf(FindingSeverity severity) const
{
    return std::size_t(std::ranges::count(found(), severity, &Finding::severity));
}

std::vector<const Finding*> SessionFindings::about(const SliceId& slice) const
{
    std::vector<const Finding*> out;
    const auto track = isKnown() ? timeline()->findTrack(slice.kind, slice.trackKey) : std::nullopt;
    const auto found = track ? timeline()->findSlice(slice) : std::nullopt;
    if (!found)
        return out;
    const TimeRange time {found->startNs, std::max(found->endNs, addSaturating(found->startNs, 1))};
    for (const Finding& each : this->found()) {
        // On another track than its own, only what its evidence shows: the rest that happens there then is beside it.
        const bool isOfSubject = each.subject.track == *track
            && std::ranges::any_of(each.when, [&](const TimeRange& range) { return range.overlaps(time); });
        if (isOfSubject || std::ranges::any_of(each.evidence, [&](const Evidence& piece) {
                return piece.place.track == *track
                    && (piece.time.overlaps(time) || piece.place.startNs == slice.startNs);
            }))
            out.push_back(&each);
    }
    return out;
}

// --- going through it

const Finding* SessionFindings::current() const
{
    for (const auto* const list : {&found(), &muted()})
        for (const Finding& each : *list)
            if (m_current == keyOf(each))
                return &each;
    return nullptr;
}

void SessionFindings::choose(const Finding& finding)
{
    if (m_current == keyOf(finding))
        return;
    m_current = keyOf(finding);
    emit currentChanged();
}

std::optional<SessionFindings::Current> SessionFindings::kept() const
{
    const Finding* const now = current();
    if (!now)
        return {};
    const auto gone = m_evidence.find(keyOf(*now));
    return Current {m_current->first, m_current->second,
                    gone == m_evidence.end() ? std::nullopt : std::optional(gone->second)};
}

void SessionFindings::takeOver(const Current& kept)
{
    m_current = {kept.rule, kept.subject};
    if (kept.piece)
        m_evidence[*m_current] = *kept.piece;
}

std::size_t SessionFindings::evidenceOf(const Finding& finding) const
{
    const auto gone = m_evidence.find(keyOf(finding));
    return gone == m_evidence.end() || gone->second >= finding.evidence.size() ? 0 : gone->second;
}

void SessionFindings::goTo(const Finding& finding, std::size_t evidence)
{
    m_current = keyOf(finding);
    m_evidence[*m_current] = evidence;
    m_session->inOneStep([&] {
        m_session->setEvidence({m_current->first, m_current->second, evidence});
        show(pieceOf(finding, evidence));
    });
    emit currentChanged();
    if (m_time && finding.subject.track != kNoTrack)
        emit trackMeant(finding.subject.track);
    const TimedText seen = textOf(finding, evidence);
    QStringList words {namesInBold(fromUtf8(m_session->told(seen.empty() ? finding.sentence : seen))).first,
                       placeText(finding), m_isOfAll ? tr("about the capture as a whole") : QString()};
    words.removeAll(QString());
    emit told(words.join(QStringLiteral(" · ")));
}

QString SessionFindings::placeText(const Finding& finding) const
{
    if (finding.evidence.empty())
        return {};
    const QString at = fromUtf8(grouped(evidenceOf(finding) + 1));
    const QString kept = fromUtf8(grouped(finding.evidence.size()));
    const QString place = finding.unkept == 0
        ? tr("%1 of %2").arg(at, kept)
        : tr("%1 of %2 kept, of %3").arg(at, kept, fromUtf8(grouped(finding.pieces())));
    return finding.isWorstFirst() ? tr("%1, the worst first").arg(place) : place;
}

// Of one of several times: the sentence of the finding tells of the worst one.
TimedText SessionFindings::textOf(const Finding& finding, std::size_t evidence) const
{
    if (evidence >= finding.evidence.size())
        return {};
    const Evidence& piece = finding.evidence[evidence];
    return piece.place.track == kNoTrack && !piece.ref ? piece.text : TimedText();
}

Evidence SessionFindings::pieceOf(const Finding& finding, std::size_t evidence)
{
    if (evidence < finding.evidence.size())
        return finding.evidence[evidence];
    return finding.when.empty() ? Evidence {} : Evidence {.time = finding.when.front()};
}

// What will be selected by it, or is there to be seen.
void SessionFindings::regard(const Evidence& evidence)
{
    m_subject.reset();
    m_time.reset();
    m_isOfAll = false;
    m_regarded = m_current;
    const bool isOnTrack =
        evidence.place.track != kNoTrack && number(evidence.place.track) < timeline()->trackCount();
    const SliceId slice = isOnTrack ? evidentSlice(*timeline(), evidence) : SliceId {};
    if (isOnTrack && timeline()->findSlice(slice)) {
        m_subject = slice;
    } else if (evidence.ref && hasTime(evidence)) {
        m_subject = RecordMoment {*evidence.ref, evidence.time.startNs};
    } else if (evidence.ref) {
        m_subject = ByteRange {evidence.ref->source(), evidence.ref->offset(),
                               std::max<std::uint64_t>(1, evidence.length)};
    } else if (hasTime(evidence)) {
        m_time = evidence.time;
    } else {
        m_isOfAll = true;
    }
}

void SessionFindings::show(const Evidence& evidence)
{
    regard(evidence);
    if (!m_subject && (m_time || m_isOfAll))
        m_session->clearSelection();
    else if (const auto* const slice = m_subject ? std::get_if<SliceId>(&*m_subject) : nullptr)
        m_session->selectSlice(*slice);
    else if (const auto* const bytes = m_subject ? std::get_if<ByteRange>(&*m_subject) : nullptr)
        m_session->selectBytes(*bytes);
    else if (m_subject)
        m_session->selectRecord(*evidence.ref, evidence.time.startNs);
    if (hasTime(evidence) && m_session->capture()->hasTimeline())
        m_session->showAround(evidence.time);
}

// Back or Forward: the list goes with what is shown. Before anything was gone to one begins with the first piece.
void SessionFindings::followEvidence()
{
    if (!isKnown())
        return;
    if (const auto& place = m_session->evidence()) {
        const Key before = m_current.value_or(Key());
        m_current = {place->rule, place->subject};
        if (const Finding* const now = current()) {
            m_evidence[*m_current] = place->piece;
            regard(pieceOf(*now, place->piece));
        } else { // it is found no longer
            m_current = before;
        }
    } else {
        m_evidence.clear();
        m_subject.reset();
        m_time.reset();
        m_isOfAll = false;
        m_regarded.reset();
    }
    emit currentChanged();
}

// What was not gone to yet is where one begins.
void SessionFindings::goOn(bool forward)
{
    const Finding* const now = current();
    if (found().empty())
        return;
    if (!now || !m_evidence.contains(keyOf(*now))) {
        goTo(now ? *now : forward ? found().front() : found().back());
        return;
    }
    const std::size_t at = evidenceOf(*now);
    if (forward ? at + 1 < now->evidence.size() : at > 0) {
        goTo(*now, forward ? at + 1 : at - 1);
        return;
    }
    const auto place = std::ranges::find_if(found(), [&](const Finding& each) { return &each == now; });
    const auto count = std::ptrdiff_t(found().size());
    const std::ptrdiff_t row = place == found().end() ? (forward ? -1 : 0) : place - found().begin();
    const Finding& next = found()[std::size_t((row + (forward ? 1 : count - 1)) % count)];
    goTo(next, forward || next.evidence.empty() ? 0 : next.evidence.size() - 1);
}

void SessionFindings::goOnIn(const Finding& finding, bool forward)
{
    const std::size_t count = std::max<std::size_t>(1, finding.evidence.size());
    const bool isNew = !m_evidence.contains(keyOf(finding));
    goTo(finding, isNew ? 0 : (evidenceOf(finding) + (forward ? 1 : count - 1)) % count);
}

bool SessionFindings::isAtEvidence() const
{
    if (m_regarded != m_current) // another one was chosen since
        return false;
    if (!m_subject)
        return (m_time || m_isOfAll) && m_session->selection() == Selection {};
    const auto* const slice = std::get_if<SliceId>(&*m_subject);
    return slice ? m_session->selection().slice == *slice : m_session->answer().subject == *m_subject;
}

QString SessionFindings::noteText() const
{
    const Finding* const now = current();
    if (!now || !isAtEvidence())
        return {};
    const TimedText seen = textOf(*now, evidenceOf(*now));
    return exactFromUtf8((seen.empty() ? now->sentence : seen).words) + QLatin1Char('\n')
        + exactFromUtf8(now->rule) + QLatin1Char('\n');
}

// --- choices

QStringList SessionFindings::mutes() const
{
    QStringList lines;
    for (const findings::Mute& each : m_mutes)
        lines << exactFromUtf8(findings::writtenMute(each));
    return lines;
}

void SessionFindings::setMutes(const QStringList& lines)
{
    findings::Mutes mutes;
    for (const QString& line : lines)
        if (auto mute = findings::readMute(line.toStdString()))
            mutes.insert(std::move(*mute));
    take(mutes);
}

void SessionFindings::mute(const Finding& finding)
{
    findings::Mutes mutes = m_mutes;
    mutes.insert({std::string(finding.rule), finding.subject.name});
    push(tr("mute finding"), std::move(mutes));
}

void SessionFindings::unmute(const Finding& finding)
{
    findings::Mutes mutes = m_mutes;
    mutes.erase({std::string(finding.rule), finding.subject.name});
    mutes.erase({std::string(finding.rule), {}});
    push(tr("unmute finding"), std::move(mutes));
}

void SessionFindings::push(const QString& text, findings::Mutes mutes)
{
    if (m_undo && mutes != m_mutes)
        m_undo->push(new UndoStep(this, text, std::move(mutes)));
    else
        take(mutes);
}

void SessionFindings::take(const findings::Mutes& mutes)
{
    if (mutes == m_mutes)
        return;
    m_mutes = mutes;
    arrange();
    emit mutesChanged();
}

void SessionFindings::setThresholds(const QStringList& texts)
{
    if (texts == m_thresholds)
        return;
    m_thresholds = texts;
    m_settings = {};
    for (const QString& each : texts)
        findings::setThreshold(m_settings, allRules(), each.toStdString());
    if (m_asked)
        look();
    followBaseline();
    emit thresholdsChanged();
}

QStringList SessionFindings::thresholdsWithout(const QString& begin) const
{
    QStringList out;
    std::ranges::copy_if(m_thresholds, std::back_inserter(out),
                         [&](const QString& each) { return !each.startsWith(begin); });
    return out;
}

QString SessionFindings::ownThresholds(const Rule& rule) const
{
    QStringList out;
    for (const RuleThreshold& each : rule.thresholds)
        if (const std::int64_t now = m_settings.amount(rule, each.key); now != each.amount)
            out << tr("%1 is %2, usually %3")
                       .arg(fromUtf8(each.key), fromUtf8(findings::thresholdText(each, now)),
                            fromUtf8(findings::thresholdText(each, each.amount)));
    return out.join(QStringLiteral("; "));
}

QString SessionFindings::command() const
{
    QStringList words {QStringLiteral("tglass"), QStringLiteral("findings"),
                       pathText(m_session->capture()->path())};
    for (const QString& each : m_thresholds)
        if (std::ranges::any_of(rules(), [&](const Rule& rule) {
                return each.startsWith(exactFromUtf8(rule.id) + QLatin1Char('.'));
            }))
            words << QStringLiteral("--set") << each;
    if (muted().empty())
        return commandText(words);
    words << QStringLiteral("--mute") << QStringLiteral("/dev/stdin");
    return commandText(QStringList {QStringLiteral("printf"), QStringLiteral("%s\\n")} + mutes())
        + QStringLiteral(" | ") + commandText(words);
}

}
