// What looks wrong in a capture, as values: rules with their thresholds, and what they found with its evidence.
// What the window, `tglass findings` and notes show of it.
//
//     for (const Finding& each : findings.found)
//         each.sentence.words                    // "108 `session.watch` were spawned, none ended"
//         each.evidence.front().place            // the slice where it can be seen
//
// Times are view time. Thresholds are whole numbers: ns, counts, bytes, and shares in thousandths.
#pragma once

#include "core/base/byte_range.h"
#include "core/model/statistics.h"
#include "core/model/timed_text.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace traceglass {

enum class FindingSeverity : std::uint8_t { low, medium, high };
enum class Confidence : std::uint8_t { low, medium, high };

std::string_view severityName(FindingSeverity severity); // "low", "medium", "high"
std::string_view confidenceName(Confidence confidence);  // likewise

struct RuleThreshold
{
    std::string_view key; // "min": what is set is "rfr.long-poll.min"
    StatUnit unit;        // span, count, bytes or share
    std::int64_t amount;  // unless it is set otherwise
    std::string_view about;
};

struct Rule
{
    std::string_view id;      // "rfr.long-poll"; never changes
    std::string_view title;   // "Polls that keep a worker"
    std::string_view means;   // what it means for the program, in a sentence or two
    std::string_view measure; // how it is measured, and what is left out
    std::string_view remedy;  // what to do
    std::vector<RuleThreshold> thresholds {};
};

// What a user has set of thresholds: by "id.key".
class RuleSettings
{
public:
    void set(std::string_view id, std::string_view key, std::int64_t amount);
    std::optional<std::int64_t> given(std::string_view id,
                                      std::string_view key) const; // nothing: it was not set
    // As set, else the rule's own. A key that the rule does not have is our mistake.
    std::int64_t amount(const Rule& rule, std::string_view key) const;

private:
    std::map<std::string, std::int64_t, std::less<>> m_amounts;
};

struct FindingCost
{
    StatUnit unit = StatUnit::span; // span, bytes or count
    std::int64_t amount = 0;

    bool operator==(const FindingCost&) const = default;
};

// Where it can be seen: a slice, or a time on a track, or a record.
struct Evidence
{
    TimeRange time;
    StatPlace place {}; // kNoTrack: none; the slice that begins there
    std::optional<RecordRef> ref {};
    std::uint64_t length = 0; // of the bytes there; 0: what holds the first of them tells
    TimedText text {};        // what is seen there; empty: the slice says it
    double weight = 0;        // how bad it is, where its length does not tell

    std::pair<double, std::int64_t> badness() const { return {weight, time.lengthNs()}; } // within a finding
};

struct FindingSubject
{
    std::string name; // "session.watch", "run queue": with the rule's id the key of a finding
    TrackId track = kNoTrack;
};

// How much of what a rule looks at there was over time.
struct FindingLevel
{
    std::string title {};          // "ready tasks"
    TimeRange time {};             // that the values share evenly
    std::vector<double> values {}; // none: there is nothing to draw
    std::int64_t stepNs = 0;       // each is the mean of so long a time, or the highest of several such
    double limit = 0;              // it is listed from here on
};

// What is said with a finding because it has the same cause: another finding, which is no longer told for itself.
struct AbsorbedFinding
{
    std::string_view rule {}; // empty: it would be none for itself
    FindingSeverity severity = FindingSeverity::low;
    std::string subject {}; // its name
    FindingCost cost {};
    double share = 0;
    std::uint64_t count = 0;
    TimedText sentence {};
};

struct Finding
{
    static constexpr std::size_t kEvidence = 1'000; // kept of a finding
    static constexpr std::size_t kRanges = 1'000; // of `when`: of more those nearest to each other are joined

    std::string_view rule;
    FindingSeverity severity = FindingSeverity::low;
    FindingSubject subject;
    std::vector<TimeRange> when {}; // all of it, in order, apart from each other
    FindingCost cost {};
    double share = 0;        // of the time or the bytes that the rule compares with; 0: of nothing
    std::uint64_t count = 0; // how many of what the sentence tells; evidence may be of other things
    TimedText sentence {};
    std::vector<Evidence>
        evidence {}; // the worst first, which the sentence tells of; as bad ones in the order of time
    std::uint64_t unkept = 0;          // how many pieces of evidence there are beside these
    Confidence confidence = Confidence::high;
    std::string limits {};                // what the capture cannot tell
    std::vector<AbsorbedFinding> absorbed {};
    FindingLevel level {};                // what a picture of it shows
    std::string_view explains {};         // a rule of all formats that has the same cause

    std::uint64_t pieces() const { return evidence.size() + unkept; }
    // Does its evidence go from the worst to the least? Else all are as bad, or it tells a story.
    bool isWorstFirst() const;
    // Says another one, and all that this one said, with this one, and shows its picture where it has none.
    void absorb(const Finding& other)
    {
        absorbed.push_back({other.rule, other.severity, other.subject.name, other.cost, other.share,
                            other.count, other.sentence});
        absorbed.insert(absorbed.end(), other.absorbed.begin(), other.absorbed.end());
        if (level.values.empty())
            level = other.level;
    }
};

struct NotChecked
{
    std::string_view rule;
    std::string why; // "no collections were recorded"
};

struct Findings
{
    std::vector<Finding> found;    // the most serious first
    std::vector<Finding> muted {}; // "not a problem here"
    std::vector<NotChecked> notChecked {};
    std::vector<std::string_view> rules {}; // all that were asked, also those not checked
    bool isWhole = true;                    // else rules had to do without a part that is lost
};

}
