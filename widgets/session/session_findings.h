// What looks wrong in a capture, in a window: asked of all rules once everything is indexed, gone through piece of
// evidence by piece of evidence, and kept apart from what the user says is not a problem here.
//
//     findings->found().front().sentence.words  // once isKnown()
//     findings->goOn(true);                     // F4: selects the next piece of evidence and zooms to it
//     findings->mute(findings->found().front());
//
// All functions are for the GUI thread.
#pragma once

#include "core/compare/known_findings.h"
#include "core/findings/rule_choices.h"
#include "widgets/session/asker.h"
#include "widgets/session/session_baseline.h"

#include <QStringList>
#include <QTimer>
#include <QUndoStack>
#include <map>

namespace traceglass {

class SessionFindings : public QObject
{
    Q_OBJECT

public:
    explicit SessionFindings(DocumentSession* session, QObject* parent = nullptr);

    bool isKnown() const { return m_answer.timeline != nullptr; }
    bool isLooking() const { return m_asker.isWaiting(); }
    bool isLong() const { return isLooking() && !m_second.isActive(); } // it has taken a second
    bool wasStopped() const { return m_isStopped; }
    void stop();
    void look(); // again, after it was stopped
    const std::optional<Error>& error() const { return m_answer.error; }
    std::int64_t tookNs() const { return m_answer.tookNs; }

    // The most serious first; those muted are not among them.
    const std::vector<Finding>& found() const { return m_shown.found; }
    const std::vector<Finding>& muted() const { return m_shown.muted; }
    const std::vector<NotChecked>& notChecked() const { return m_shown.notChecked; }
    std::vector<const Rule*> silent() const; // rules that found nothing
    const std::vector<Rule>& rules() const { return m_answer.rules; }
    const Rule& rule(const Finding& finding) const;
    const TimelinePtr& timeline() const { return m_answer.timeline; } // whose tracks are meant
    std::size_t countOf(FindingSeverity severity) const;              // of those found
    // Those that have evidence on the slice, or on its track while the slice lasts.
    std::vector<const Finding*> about(const SliceId& slice) const;

    // --- what the capture is compared with, where that is another capture (A)
    void setBaseline(SessionBaseline* baseline);
    bool isCompared() const { return m_known.has_value(); } // it is known what looks wrong in A
    std::optional<compare::FindingChange> changeOf(const Finding& finding) const;
    const std::vector<Finding>& gone() const { return m_gone; } // that only A has; with places of its own

    // --- the current finding, and which piece of its evidence comes into view, from 0
    const Finding* current() const; // null: none
    void choose(const Finding& finding); // shows nothing of it yet
    struct Current
    {
        std::string rule;
        std::string subject;
        std::optional<std::size_t> piece; // of evidence, that was gone to
    };
    // For whoever loads the same capture anew: the current finding is the same one, if it is found again.
    std::optional<Current> kept() const;
    void takeOver(const Current& kept);
    std::size_t evidenceOf(const Finding& finding) const;
    // "2 of 20", "2 of 20, the worst first", "2 of 1,000 kept, of 3,406"; empty: it has no evidence.
    QString placeText(const Finding& finding) const;
    void goTo(const Finding& finding, std::size_t evidence); // selects it, and zooms so that it takes a third
    void goTo(const Finding& finding) { goTo(finding, evidenceOf(finding)); }
    void goOn(bool forward); // behind the last piece of evidence comes the next finding
    void goOnIn(const Finding& finding, bool forward); // within its evidence, around the ends
    Evidence pieceOf(const Finding& finding) const
    {
        return pieceOf(finding, evidenceOf(finding));
    } // or when it was
    TimedText textOf(const Finding& finding,
                     std::size_t evidence) const; // what is seen there, where that is a time
    // The current one while its evidence is shown and nothing can be selected by it. Null: there is none such.
    const Finding* shown() const { return isAtEvidence() && !m_subject ? current() : nullptr; }
    // What a note about the selected evidence says, with times as tglass prints them; empty: something else is selected.
    QString noteText() const;
    // Of evidence that is a time and nothing else.
    std::optional<TimeRange> noteTime() const { return isAtEvidence() && !m_subject ? m_time : std::nullopt; }

    // --- what the user chooses
    void setUndoStack(QUndoStack* undo) { m_undo = undo; } // of what is muted and no longer muted
    void mute(const Finding& finding);
    void unmute(const Finding& finding);
    // All that is, a line each: "rfr.long-poll metrics.flush".
    QStringList mutes() const;
    void setMutes(const QStringList& lines);
    // Those that are not as the rules have them: "rfr.long-poll.min=20ms".
    const QStringList& thresholds() const { return m_thresholds; }
    void setThresholds(const QStringList& texts); // those that are unknown do nothing
    // The same without those that begin so: "rfr.long-poll.min=", or with "rfr.long-poll." all of a rule.
    QStringList thresholdsWithout(const QString& begin) const;
    // Which are the user's own: "min is 20 ms, usually 10 ms"; empty: all are as the rule has them.
    QString ownThresholds(const Rule& rule) const;
    const RuleSettings& settings() const { return m_settings; }
    QString command() const; // that prints the same

signals:
    void changed(); // what was found, or whether it is being looked for
    void currentChanged();
    void mutesChanged();
    void thresholdsChanged();
    void told(const QString& text);
    void trackMeant(TrackId track); // of timeline(): by evidence that is a time and has nothing to select

private:
    using Key = std::pair<std::string, std::string>; // rule and subject
    static Key keyOf(const Finding& finding) { return {std::string(finding.rule), finding.subject.name}; }

    void follow();
    void followBaseline();
    void takeBefore(ask::LooksWrong::Answer before);
    void arrange();
    class UndoStep;
    void push(const QString& text, findings::Mutes mutes);
    void take(const findings::Mutes& mutes);
    static Evidence pieceOf(const Finding& finding, std::size_t evidence); // or when it was, or nothing
    void regard(const Evidence& evidence);
    void show(const Evidence& evidence);
    void followEvidence();
    bool isAtEvidence() const;

    DocumentSession* m_session;
    Asker m_asker;
    QTimer m_second;                  // since it is looked for
    TimelinePtr m_asked;              // of the question on its way, else of what was answered
    ask::LooksWrong::Answer m_answer; // as it came
    Findings m_shown;                 // the same, without what is muted
    bool m_isStopped = false;
    QPointer<SessionBaseline> m_baseline;
    std::shared_ptr<const Capture> m_captureOfA;
    std::unique_ptr<Asker> m_askerOfA;             // of that capture
    std::vector<Finding> m_before;                 // what looks wrong in A
    std::optional<compare::KnownFindings> m_known; // likewise
    std::vector<Finding> m_gone;
    findings::Mutes m_mutes;
    QPointer<QUndoStack> m_undo; // null: what is muted cannot be undone
    QStringList m_thresholds;
    RuleSettings m_settings;
    std::optional<Key> m_current;
    std::map<Key, std::size_t> m_evidence; // that was gone to last
    std::optional<Key> m_regarded;         // whose evidence the next three are
    std::optional<Subject> m_subject;      // that was selected as evidence
    std::optional<TimeRange> m_time;       // shown as evidence, with nothing to select
    bool m_isOfAll = false;                // that is shown is about the capture as a whole
};

}
