// gpu.frame-spike: frames that took far longer than others, one by one, and phases in which many in a row did.
#include "core/base/text.h"
#include "core/formats/rdf/findings/gpu_rules.h"
#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kSpike = "gpu.frame-spike";
// A frame or a phase is measured against a tenth of all frames on each side of it: of a few, and of many.
constexpr std::size_t kBesidePart = 10, kLeastBeside = 8, kMostBeside = 100;

std::size_t framesBeside(const GpuLook& look)
{
    return std::clamp(look.frames.size() / kBesidePart, kLeastBeside, kMostBeside);
}

// Of a frame and those before it, or of it and those behind it, the greater one: scenes differ, and so do their frames.
std::int64_t medianBeside(const GpuLook& look, std::size_t frame)
{
    const std::size_t count = look.frames.size(), beside = framesBeside(look);
    const std::size_t first = frame - std::min(frame, beside), last = std::min(frame + beside + 1, count);
    // Where there are fewer on that side, some from the other one.
    const std::size_t endOfBefore = std::max(frame + 1, std::min(first + kLeastBeside + 1, count));
    const std::size_t beginOfBehind = std::min(frame, last - std::min(last, kLeastBeside + 1));
    const std::span<const GpuLook::Frame> all = look.frames;
    return std::max(medianFrame(all.subspan(first, endOfBefore - first)),
                    medianFrame(all.subspan(beginOfBehind, last - beginOfBehind)));
}

// Frames of a look by their numbers in it.
using Frames = std::vector<std::size_t>;

constexpr std::size_t kApart = 2;       // of a row: with at most one between two
constexpr std::size_t kPartOfRest = 20; // of all frames, of those that are slow to the end

std::vector<Frames> rowsOf(const Frames& frames)
{
    std::vector<Frames> out;
    for (const std::size_t frame : frames) {
        if (out.empty() || frame - out.back().back() > kApart)
            out.emplace_back();
        out.back().push_back(frame);
    }
    return out;
}

// What of frames is usual: how long they take, and how long from the begin of one to that of the next.
struct Usual
{
    std::int64_t ns = 0, stepNs = 0;
};

Usual usualOf(const GpuLook& look, const Frames& frames)
{
    std::vector<std::int64_t> lengths, steps;
    for (const std::size_t i : frames) {
        lengths.push_back(look.frames[i].taken.lengthNs());
        if (i + 1 < look.frames.size())
            steps.push_back(subtractSaturating(look.frames[i + 1].time.startNs, look.frames[i].time.startNs));
    }
    return {medianOf(std::move(lengths)), medianOf(std::move(steps))};
}

struct SlowFrames
{
    Frames single;
    std::vector<Frames> phases;
    std::size_t standOut = 0; // of those in phases
    bool lastsToEnd = false;  // the only phase
};

class SlowFramesOf
{
public:
    SlowFramesOf(const GpuLook& look, std::int64_t median, const findings::Checks& checks)
        : m_look(look)
        , m_median(median)
        , m_times(checks.amount(kSpike, "times"))
        , m_moreNs(checks.amount(kSpike, "more"))
        , m_phase(static_cast<std::size_t>(checks.amount(kSpike, "phase")))
    {
    }

    SlowFrames find() const
    {
        Frames slow;
        for (std::size_t i = 1; i + 1 < m_look.frames.size(); ++i) // the first and the last one may be cut
            if (standsOut(i, m_median))
                slow.push_back(i);
        std::vector<Frames> rows = rowsOf(slow);
        SlowFrames out;
        out.lastsToEnd = joinToEnd(rows);
        std::vector<bool> isInRow(m_look.frames.size(), false); // one that is long enough for a phase
        for (const Frames& row : rows)
            for (const std::size_t i : row)
                isInRow[i] = row.size() >= m_phase;
        std::vector<bool> isInPhase(m_look.frames.size(), false);
        std::size_t next = 1; // behind the last phase
        for (const Frames& row : rows) {
            if (row.size() < m_phase || row.front() < next)
                continue;
            Frames phase = phaseIn(row, isInRow, next, out.lastsToEnd);
            if (out.lastsToEnd) // and some are single ones of that level
                std::erase_if(phase, [&, level = usualOf(m_look, row).ns](std::size_t i) {
                    return isSingle(i, level);
                });
            if (phase.empty())
                continue;
            for (const std::size_t i : phase) {
                isInPhase[i] = true;
                out.standOut += standsOut(i, m_median) ? 1u : 0u;
            }
            next = phase.back() + 1;
            out.phases.push_back(std::move(phase));
        }
        for (const Frames& row : rows) {
            // Many in a row that are no phase are frames at another pace: one of them stands out from these.
            const std::int64_t usual = row.size() < m_phase ? m_median : usualOf(m_look, row).ns;
            for (const std::size_t i : row)
                if (!isInPhase[i] && isSingle(i, usual))
                    out.single.push_back(i);
        }
        return out;
    }

private:
    bool standsOut(std::size_t frame, std::int64_t usual) const
    {
        const std::int64_t ns = m_look.frames[frame].taken.lengthNs();
        return ns >= stats::productSaturating(usual, m_times) && ns - usual >= m_moreNs;
    }
    bool isSingle(std::size_t frame, std::int64_t usual) const
    {
        return standsOut(frame, usual) && standsOut(frame, medianBeside(m_look, frame));
    }
    // Makes one of the rows from the first long one on, where most frames from there to the end are slow and these are
    // no small part of all: another level or scene, or a GPU that is slowed down.
    bool joinToEnd(std::vector<Frames>& rows) const
    {
        const auto first =
            std::ranges::find_if(rows, [&](const Frames& row) { return row.size() >= m_phase; });
        Frames joined;
        for (auto row = first; row != rows.end(); ++row)
            joined.insert(joined.end(), row->begin(), row->end());
        const std::size_t count = m_look.frames.size();
        if (joined.empty() || joined.back() + 1 + kApart < count)
            return false;
        const std::size_t rest = count - 1 - joined.front();
        if (rest * kPartOfRest < count || joined.size() * 4 < rest * 3)
            return false;
        rows.erase(first, rows.end());
        rows.push_back(std::move(joined));
        return true;
    }
    // What of a row is slow against the nearest frames before and behind it that are in no such row: those of the row
    // say nothing, however long it is. Nothing where it begins or ends the capture, which is a level that stays, unless
    // that is asked for, or where its frames begin as often as those: what a screen waits for is not late. It begins
    // and ends where frames are no longer nearer to its own than to those beside it, at that frame at the earliest.
    Frames phaseIn(const Frames& row, const std::vector<bool>& isInRow, std::size_t from, bool isToEnd) const
    {
        const std::size_t most = framesBeside(m_look);
        Frames before, behind;
        for (std::size_t i = row.front(); i > 0 && before.size() < most; --i)
            if (!isInRow[i - 1])
                before.push_back(i - 1);
        for (std::size_t i = row.back() + 1; i < m_look.frames.size() && behind.size() < most; ++i)
            if (!isInRow[i])
                behind.push_back(i);
        if (before.size() < kLeastBeside || (!isToEnd && behind.size() < kLeastBeside))
            return {};
        const Usual first = usualOf(m_look, before), last = isToEnd ? first : usualOf(m_look, behind);
        const std::int64_t stepNs = std::max(first.stepNs, last.stepNs);
        if (usualOf(m_look, row).stepNs <= addSaturating(stepNs, stepNs / 10))
            return {};
        const std::int64_t usual = std::max(first.ns, last.ns);
        Frames slow;
        std::ranges::copy_if(row, std::back_inserter(slow),
                             [&](std::size_t i) { return standsOut(i, usual); });
        if (slow.size() < m_phase)
            return {};
        const std::int64_t between = usual + (usualOf(m_look, slow).ns - usual) / 2;
        const auto isOfIt = [&](std::size_t i) {
            return m_look.frames[i].taken.lengthNs() >= between || standsOut(i, usual);
        };
        std::size_t begin = slow.front(), end = slow.back();
        for (std::size_t i = begin; i-- > from && begin - i <= kApart;)
            if (isOfIt(i))
                begin = i;
        for (std::size_t i = end + 1; i + 1 < m_look.frames.size() && i - end <= kApart; ++i)
            if (isOfIt(i))
                end = i;
        Frames out;
        for (std::size_t i = begin; i <= end; ++i)
            if (isOfIt(i))
                out.push_back(i);
        return out;
    }

    const GpuLook& m_look;
    std::int64_t m_median, m_times, m_moreNs;
    std::size_t m_phase;
};

// The submit that ran longest of what the frame took.
struct LongestSubmit
{
    const RanSubmit* ran = nullptr;
    std::int64_t ns = 0;
};

LongestSubmit longestOf(const GpuLook::Frame& frame)
{
    LongestSubmit out;
    for (const RanSubmit* const ran : frame.submits)
        if (const std::int64_t ns = stats::clippedNs(ran->time, frame.taken); !out.ran || ns > out.ns)
            out = {ran, ns};
    return out;
}

// "`Shadows` on `universal` ran for 48.9 ms"
std::string ranText(const GpuLook& look, const LongestSubmit& of)
{
    return findings::quoted(look.known.labelOf(*of.ran->event)) + " on "
        + findings::quoted(look.queues[of.ran->queue].name) + " ran for " + shortDurationText(of.ns);
}

Finding slowFrames(const GpuLook& look, const Frames& frames, std::int64_t median)
{
    Finding finding {.rule = kSpike, .severity = FindingSeverity::high, .subject = {"frames"}};
    for (const std::size_t i : frames) {
        const GpuLook::Frame& frame = look.frames[i];
        finding.cost.amount = addSaturating(finding.cost.amount, frame.taken.lengthNs() - median);
        findings::addOne(finding, frame.taken, [&] {
            return Evidence {.time = frame.taken,
                             .place = placeOfFrame(look.timeline, frame.time.startNs),
                             .text = frameText(frame.number) + ": " + ranText(look, longestOf(frame))};
        });
    }
    finding.subject.track = finding.evidence.front().place.track;
    finding.share = findings::shareOfTime(finding.cost.amount, look.span.lengthNs(), 1);
    return finding;
}

// What it took is not what its slice shows where it began ahead.
std::string tookText(const GpuLook::Frame& frame, std::string_view upTo = {})
{
    const std::string ns = std::string(upTo) + shortDurationText(frame.taken.lengthNs());
    return frame.beganAhead() ? "ended " + ns + " after the one before" : "took " + ns;
}

}

bool isBetweenScenes(const GpuLook& look, const TimeRange& time)
{
    const std::span<const GpuLook::Frame> all = look.frames;
    const auto endOf = [](const GpuLook::Frame& each) { return each.time.endNs; };
    const auto before = std::size_t(std::ranges::upper_bound(all, time.startNs, {}, endOf) - all.begin());
    const auto behind = std::size_t(std::ranges::upper_bound(all, time.endNs, {}, endOf) - all.begin());
    if (before < kLeastBeside || all.size() - behind < kLeastBeside)
        return false;
    const std::int64_t first = medianFrame(all.subspan(before - kLeastBeside, kLeastBeside));
    std::int64_t last = medianFrame(all.subspan(behind, kLeastBeside));
    if (last > first) // behind a hitch it may take a while until all goes as before
        last = std::min(last, medianFrame(all.subspan(behind, std::min(all.size() - behind, kMostBeside))));
    return std::max(first, last) > 0 && std::min(first, last) <= std::max(first, last) / 2;
}

void checkFrames(const GpuLook& look, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSpike, key); };
    if (static_cast<std::int64_t>(look.frames.size()) < amount("frames"))
        return checks.leaveOut(kSpike, "too few frames: " + std::to_string(look.frames.size()));
    const std::int64_t median = medianFrame(look.frames);
    const SlowFrames slow = SlowFramesOf(look, median, checks).find();
    const auto areAtMost = [&](std::size_t count, std::string_view key) {
        return static_cast<std::int64_t>(count) * 1'000
            <= static_cast<std::int64_t>(look.frames.size()) * amount(key);
    };
    const auto worstOf = [&](const Frames& frames) -> const GpuLook::Frame& {
        return look.frames[*std::ranges::max_element(
            frames, {}, [&](std::size_t i) { return look.frames[i].taken.lengthNs(); })];
    };
    const auto add = [&](Finding finding, std::string sentence, const std::string& why = {}) {
        finding.sentence = std::move(sentence) + ", half of " + counted(look.frames.size(), "frame", "frames")
            + " no more than " + shortDurationText(median) + why;
        if (finding.subject.name == "frames" && finding.count > 1)
            finding.sentence += "; " + grouped(finding.count) + " stand out like that";
        findings::settle(finding);
        checks.add(std::move(finding));
    };
    // Of more than a few that is another kind of frame. One alone is few of any.
    if (slow.single.size() == 1 || (!slow.single.empty() && areAtMost(slow.single.size(), "few"))) {
        const GpuLook::Frame& worst = worstOf(slow.single);
        Finding single = slowFrames(look, slow.single, median);
        if (std::ranges::all_of(slow.single,
                                [&](std::size_t i) { return isBetweenScenes(look, look.frames[i].taken); })) {
            single.severity = FindingSeverity::low;
            single.limits = std::string(kBetweenScenes);
        }
        const LongestSubmit longest = longestOf(worst);
        const bool isWhy = longest.ns >= (worst.taken.lengthNs() - median) / 2; // else it took more of them
        add(std::move(single), frameText(worst.number) + ' ' + tookText(worst),
            isWhy ? "; " + ranText(look, longest) : std::string());
    }
    Frames inPhases;
    for (const Frames& phase : slow.phases)
        inPhases.insert(inPhases.end(), phase.begin(), phase.end());
    if (inPhases.empty() || !areAtMost(slow.standOut, "slow")) // one of the paces that the program has
        return;
    Finding phase = slowFrames(look, inPhases, median);
    phase.severity = FindingSeverity::low;
    phase.subject.name = "slow phase";
    phase.limits = "Whether that is another scene or level is not recorded.";
    const std::size_t phases = slow.phases.size();
    add(std::move(phase),
        (slow.lastsToEnd   ? "A slow phase to the end: "
             : phases == 1 ? "A slow phase: "
                           : grouped(phases) + " slow phases: ")
            + counted(inPhases.size(), "frame", "frames")
            + (slow.lastsToEnd   ? ""
                   : phases == 1 ? " in a row"
                                 : " in rows")
            + " from frame " + std::to_string(look.frames[inPhases.front()].number) + " on "
            + tookText(worstOf(inPhases), "up to "));
}

}
