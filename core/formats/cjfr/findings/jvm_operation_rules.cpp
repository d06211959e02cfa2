// The rule about operations of the program that were slow, and what explains them.
#include "core/base/text.h"
#include "core/findings/said_by_slow.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <limits>

namespace traceglass::cjfr {

namespace {

constexpr std::string_view kSlowOperation = "jvm.slow-operation";

// What explains slow operations of a type, and how many each lock, and each file or host.
struct Explained
{
    std::uint64_t pause = 0, stall = 0; // that of the collector, and what a thread waited for memory
    std::map<std::string, std::uint64_t> locks, transfers; // by subject of their findings

    static std::uint64_t countOf(const std::map<std::string, std::uint64_t>& by)
    {
        std::uint64_t sum = 0;
        for (const auto& [subject, count] : by)
            sum += count;
        return sum;
    }
    std::uint64_t byLocks() const { return countOf(locks); }
    std::uint64_t byTransfers() const { return countOf(transfers); }
    std::uint64_t sum() const { return byLocks() + pause + stall + byTransfers(); }
    // The subject that explains most of them; none: empty.
    static std::string mostOf(const std::map<std::string, std::uint64_t>& by)
    {
        const auto most = std::ranges::max_element(by, {}, [](const auto& each) { return each.second; });
        return most == by.end() ? std::string() : most->first;
    }
};

class Causes
{
public:
    explicit Causes(const JvmLook& look)
        : m_look(look)
    {
        for (std::size_t i = 0; i < look.waits.size(); ++i)
            m_waits[look.waits[i].thread].push_back({look.waits[i].time, i});
        for (std::size_t i = 0; i < look.transfers.size(); ++i)
            for (const SlowTransfer& each : look.transfers[i].slow)
                m_transfers[each.thread].push_back({each.time, i});
        for (const JvmSpan& each : look.stalls)
            m_stalls[each.thread].push_back({each.time});
        for (auto* const by : {&m_waits, &m_transfers, &m_stalls})
            for (auto& [thread, stops] : *by)
                putInOrder(stops);
    }

    void explain(const JvmSpan& slow, std::int64_t atLeast, Explained& out) const
    {
        const Share waited = inside(m_waits, slow), moved = inside(m_transfers, slow);
        const std::int64_t paused = findings::overlapNs(slow.time, m_look.pauses),
                           stalled = inside(m_stalls, slow).ns;
        std::int64_t sum = 0;
        for (const std::int64_t ns : {waited.ns, moved.ns, paused, stalled})
            sum = addSaturating(sum, ns);
        if (!findings::isAtLeast(sum, atLeast, slow.time.lengthNs()))
            return;
        if (stalled > std::max({waited.ns, moved.ns, paused}))
            ++out.stall;
        else if (waited.ns >= moved.ns && waited.ns >= paused)
            ++out.locks[std::string(m_look.text(m_look.waits[waited.most].lock))];
        else if (paused >= moved.ns)
            ++out.pause;
        else
            ++out.transfers[m_look.transfers[moved.most].subject()];
    }

private:
    struct Stop // of a thread
    {
        TimeRange time;
        std::size_t cause = 0; // in JvmLook::waits or ::transfers
    };
    using ByThread = std::map<std::uint64_t, std::vector<Stop>>;
    struct Share // of an operation
    {
        std::int64_t ns = 0;
        std::size_t most = 0; // the cause of the longest of it
    };

    // Apart from each other: a thread stands still once, whatever a damaged recording says.
    static void putInOrder(std::vector<Stop>& stops)
    {
        std::ranges::sort(stops, {},
                          [](const Stop& stop) { return std::pair(stop.time.startNs, stop.time.endNs); });
        std::int64_t reachedNs = std::numeric_limits<std::int64_t>::min();
        for (Stop& stop : stops) {
            stop.time.endNs = std::max(stop.time.endNs, reachedNs);
            stop.time.startNs = std::max(stop.time.startNs, reachedNs);
            reachedNs = stop.time.endNs;
        }
    }
    static Share inside(const ByThread& by, const JvmSpan& slow)
    {
        Share out;
        const auto known = by.find(slow.thread);
        if (known == by.end())
            return out;
        std::int64_t longest = -1;
        auto stop = std::ranges::upper_bound(known->second, slow.time.startNs, {},
                                             [](const Stop& each) { return each.time.endNs; });
        for (; stop != known->second.end() && stop->time.startNs < slow.time.endNs; ++stop) {
            const std::int64_t ns = stats::clippedNs(stop->time, slow.time);
            out.ns = addSaturating(out.ns, ns);
            if (ns > longest) {
                longest = ns;
                out.most = stop->cause;
            }
        }
        return out;
    }

    const JvmLook& m_look;
    ByThread m_waits, m_transfers, m_stalls;
};

// Those of the same time as the longest one stand next to it: others were slow for a reason of their own.
void beginWithItsTime(Finding& finding)
{
    auto& evidence = finding.evidence;
    if (evidence.empty())
        return;
    const auto around = std::ranges::find_if(finding.when, [&](const TimeRange& time) {
        return findings::overlapNs(evidence.front().time, {time}) > 0;
    });
    if (around != finding.when.end())
        std::stable_partition(evidence.begin() + 1, evidence.end(), [&](const Evidence& each) {
            return findings::overlapNs(each.time, {*around}) > 0;
        });
}

struct SlowOnes // of a type
{
    std::int64_t atLeastNs = 0;
    std::int64_t all = 0;                  // that they are some of
    std::optional<std::int64_t> second {}; // from which on nearly all are: they begin in it or later
};

// Were they fast, and are nearly all slow from some second on? The one that tells them apart best.
std::optional<SlowOnes> slowSince(const JvmLook& look, const CustomType& type, std::int64_t atLeastNs,
                                  const findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSlowOperation, key); };
    std::map<std::int64_t, std::int64_t> slow; // by second
    std::int64_t allSlow = 0, all = 0;
    for (const JvmSpan& each : type.slow) {
        if (each.time.lengthNs() < atLeastNs)
            continue;
        ++slow[look.secondOf(each.time.startNs)];
        ++allSlow;
    }
    for (const auto& [second, count] : type.begins)
        all += static_cast<std::int64_t>(count);
    struct Split
    {
        std::int64_t second = 0, before = 0, slowBefore = 0, wrong = 0;
    };
    std::optional<Split> best;
    std::int64_t before = 0, slowBefore = 0;
    for (const auto& [second, count] : type.begins) {
        const std::int64_t fastBehind = (all - before) - (allSlow - slowBefore);
        const Split split {second, before, slowBefore, slowBefore + fastBehind};
        if (!best || split.wrong < best->wrong)
            best = split;
        before += static_cast<std::int64_t>(count);
        if (const auto then = slow.find(second); then != slow.end())
            slowBefore += then->second;
    }
    if (!best)
        return {};
    const std::int64_t behind = all - best->before;
    const bool isStep = std::min(best->before, behind) >= amount("events")
        && findings::isAtLeast(allSlow - best->slowBefore, amount("step"), behind)
        && best->slowBefore * 1'000 <= best->before * amount("few");
    return isStep ? std::optional(SlowOnes {atLeastNs, behind, best->second}) : std::nullopt;
}

std::optional<SlowOnes> slowOnesOf(const JvmLook& look, const CustomType& type,
                                   const StatHistogram& durations, std::int64_t median,
                                   const findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSlowOperation, key); };
    const auto all = static_cast<std::int64_t>(stats::countOf(durations));
    if (all < amount("events"))
        return {};
    const std::int64_t stands = std::max(amount("min"), stats::productSaturating(median, amount("times")));
    if (const auto apart = findings::outliersFrom(durations, stands, amount("tail"))) {
        const std::int64_t count = std::ranges::count_if(
            type.slow, [&](const JvmSpan& each) { return each.time.lengthNs() >= *apart; });
        if (count * 1'000 <= all * amount("few"))
            return SlowOnes {*apart, all};
    }
    return slowSince(look, type, stands, checks);
}

// Where it took place and for how long is no kind of work.
std::vector<std::uint32_t> fieldsOf(const FieldCatalogue& catalogue, const std::string& type)
{
    std::vector<std::uint32_t> out;
    for (std::uint32_t field = 0; field < catalogue.size(); ++field) {
        const RecordField& each = catalogue[field];
        if (each.record == type && each.type != FieldType::span && each.type != FieldType::moment
            && !each.name.starts_with("eventThread") && !each.name.starts_with("stackTrace"))
            out.push_back(field);
    }
    return out;
}

std::optional<findings::SaidBySlow> whatSlowSay(const JvmLook& look, const FieldsFacet& fields,
                                                const CustomType& type, std::int64_t slowFromNs)
{
    findings::SlowRecords records;
    for (const JvmSpan& each : type.slow)
        (each.time.lengthNs() < slowFromNs ? records.others : records.slow)
            .push_back(look.refOf(each.offset));
    const std::size_t longOnes = records.others.size();
    records.allOthers = static_cast<std::int64_t>(longOnes + type.others.count);
    if (longOnes < type.others.count) { // most are of these
        records.others.clear();
        for (const std::uint64_t offset : type.others.kept)
            records.others.push_back(look.refOf(offset));
    }
    const FieldCataloguePtr catalogue = fields.fields();
    if (!catalogue)
        return {};
    return findings::saidBySlow(fields, fieldsOf(*catalogue, type.name), records, look.pass().job());
}

void checkOperation(const JvmLook& look, const FieldsFacet& fields, const CustomType& type,
                    const Causes& causes, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSlowOperation, key); };
    const StatHistogram durations = type.durations.all();
    const std::int64_t median = stats::quantile(durations, stats::kMedian).value_or(0);
    const auto ones = slowOnesOf(look, type, durations, median, checks);
    if (!ones)
        return;
    Finding finding {.rule = kSlowOperation, .subject = {type.name}};
    Explained explained;
    std::vector<const JvmSpan*> slow;
    std::int64_t longest = 0;
    for (const JvmSpan& each : type.slow) {
        const std::int64_t ns = each.time.lengthNs();
        if (ns < ones->atLeastNs || (ones->second && look.secondOf(each.time.startNs) < *ones->second))
            continue;
        longest = std::max(longest, ns);
        slow.push_back(&each);
        finding.cost.amount = addSaturating(finding.cost.amount, ns - median);
        causes.explain(each, amount("part"), explained);
        findings::addOne(finding, each.time, [&] { return look.evidenceOf(each); });
    }
    finding.share = look.shareOfThreads(finding.cost.amount, type.threads, slow);
    const auto weight = look.weightOf(finding.share, slow);
    if (finding.count == 0 || !weight)
        return;
    finding.severity = finding.count == 1 ? FindingSeverity::low : weight->severity; // one alone is chance
    if (ones->second) { // what the program does may be something else since then
        finding.severity = std::min(finding.severity, FindingSeverity::medium);
        finding.sentence =
            "From " + findings::momentText(look.timeline(), look.second(*ones->second).startNs) + " on ";
    }
    finding.sentence += grouped(finding.count) + " of " + grouped(static_cast<std::uint64_t>(ones->all)) + ' '
        + findings::quoted(type.name) + " took up to " + shortDurationText(longest) + ", half of "
        + (ones->second ? "all" : "them") + " no more than " + shortDurationText(median);
    const std::uint64_t byLocks = explained.byLocks(), byTransfers = explained.byTransfers();
    if (explained.sum() > 0)
        finding.sentence += "; " + grouped(explained.sum()) + " explained: " + grouped(byLocks)
            + " by a lock, " + grouped(explained.pause + explained.stall) + " by collections, "
            + grouped(byTransfers) + " by files and sockets";
    finding.sentence += findings::inMinute(look.timeline(), weight->minute);
    findings::settle(finding, kSecondNs);
    beginWithItsTime(finding);
    const bool isExplained =
        findings::isAtLeast(static_cast<std::int64_t>(explained.sum()), amount("explained"),
                            static_cast<std::int64_t>(finding.count));
    const auto isOfStalls = [](const Finding& each) {
        return each.rule == kAllocationStall
            || std::ranges::count(each.absorbed, kAllocationStall, &AbsorbedFinding::rule) > 0;
    };
    const auto isCause = [&](const Finding& each) {
        if (explained.stall > std::max({byLocks, explained.pause, byTransfers}))
            return isOfStalls(each);
        if (byLocks >= explained.pause && byLocks >= byTransfers)
            return each.rule == kContention && each.subject.name == Explained::mostOf(explained.locks);
        if (explained.pause < byTransfers)
            return (each.rule == kSlowIo || each.rule == kReadTimeout)
                && isAboutTransfers(each, Explained::mostOf(explained.transfers));
        return each.rule.starts_with("jvm.gc-")
            && std::ranges::any_of(finding.when, [&](const TimeRange& time) {
                   return findings::overlapNs(time, each.when) > 0;
               });
    };
    if (isExplained && checks.giveTo(isCause, finding))
        return;
    if (const auto said = whatSlowSay(look, fields, type, ones->atLeastNs)) {
        finding.sentence += ", nearly all with " + findings::quoted(said->text);
        if (!said->isOutcome && !ones->second)
            finding.severity = FindingSeverity::low;
    }
    checks.add(std::move(finding));
}

}

void checkOperations(const JvmLook& look, const FieldsFacet& fields, findings::Checks& checks)
{
    if (look.customs.empty())
        return checks.leaveOut(kSlowOperation,
                               "no events of the program's own with a duration were recorded");
    const Causes causes(look);
    for (const CustomType& type : look.customs)
        checkOperation(look, fields, type, causes, checks);
}

}
