#include "core/findings/shared_rules.h"

#include "core/base/text.h"
#include "core/findings/gathering.h"
#include "core/stats/columns.h"

namespace traceglass::findings {

namespace {

// By position in sharedRules().
enum Shared : std::size_t { damaged, cut, approximate };

struct Faults
{
    std::uint64_t count = 0, withoutPlace = 0;
    bool hasErrors = false;
    std::vector<Evidence> evidence;
    std::string first; // what the first one says
};

void findFaults(const Document& document, Findings& out)
{
    Faults faults, ends;
    const auto sideOf = [&](Code code) -> Faults* {
        switch (codeInfo(code).kind) {
        case CodeKind::fault:
        case CodeKind::restLost: return &faults;
        case CodeKind::noEnd: return &ends;
        case CodeKind::notRecorded: break;
        }
        return nullptr;
    };
    for (const DiagnosticLog::Count& count : document.problems().counts()) {
        Faults* const of = sideOf(count.code);
        if (count.severity == Severity::info || !of)
            continue;
        of->count += count.all;
        of->hasErrors |= count.severity == Severity::error;
    }
    for (const Diagnostic& each : document.problems().all()) {
        Faults* const of = sideOf(each.code);
        if (each.severity == Severity::info || !of)
            continue;
        if (of->first.empty())
            of->first = each.message();
        of->withoutPlace += !each.range;
        if (each.range && of->evidence.size() < Finding::kEvidence)
            of->evidence.push_back({.time = {},
                                    .ref = RecordRef(each.range->source, each.range->offset),
                                    .length = each.range->length,
                                    .text = each.message()});
    }
    const auto add = [&](Shared which, const Faults& of, FindingSeverity worst, const std::string& sentence) {
        if (of.count == 0)
            return;
        Finding finding {.rule = sharedRules()[which].id,
                         .severity = of.hasErrors ? worst : FindingSeverity(static_cast<int>(worst) - 1),
                         .subject = {"capture"},
                         .cost = {StatUnit::count, static_cast<std::int64_t>(of.count)},
                         .count = of.count,
                         .sentence = sentence + escaped(of.first),
                         .evidence = of.evidence,
                         .unkept = of.count - of.withoutPlace - of.evidence.size(),
                         .limits = "What is lost nobody looked at: other findings are about what is left."};
        out.found.push_back(std::move(finding));
    };
    // Those that are about no bytes have no evidence, which else seems to be missing.
    const std::uint64_t inBytes = faults.count - faults.withoutPlace;
    const std::string some = faults.withoutPlace > 0 ? ", " + grouped(inBytes) + " of them" : std::string();
    add(damaged, faults, FindingSeverity::high,
        counted(faults.count, "fault", "faults") + some + " in the bytes of the capture, the first: ");
    add(cut, ends, FindingSeverity::medium, "The capture has no proper end: ");
}

void findApproximate(const FindingRequest& request, const Job& job, Findings& out)
{
    const Rule& rule = sharedRules()[approximate];
    const Timeline& timeline = request.timeline;
    std::int64_t all = 0, estimated = 0;
    TrackId first = kNoTrack;
    for (std::size_t i = 0; i < timeline.trackCount() && !job.stopRequested(); ++i) {
        const auto track = TrackId(static_cast<std::uint32_t>(i));
        for (const RowId row : timeline.rows(track)) {
            for (std::size_t n = 0; n < timeline.partCount(row) && !job.stopRequested(); ++n) {
                const SlicePart part = timeline.part(row, n);
                all += part.end - part.begin;
                timeline.pack(part.pack).eachFlagged(part.begin, part.end,
                                                     [&](std::size_t, std::uint8_t flags) {
                                                         if (!(flags & slice::kApproximate))
                                                             return;
                                                         ++estimated;
                                                         first = first == kNoTrack ? track : first;
                                                     });
            }
        }
    }
    if (estimated == 0 || !isAtLeast(estimated, request.settings.amount(rule, "share"), all))
        return;
    Finding finding {.rule = rule.id,
                     .severity = FindingSeverity::low,
                     .subject = {"times", first},
                     .when = {timeline.range},
                     .cost = {StatUnit::count, estimated},
                     .share = stats::shareOf(estimated, all),
                     .count = static_cast<std::uint64_t>(estimated)};
    finding.sentence = "The times of " + percentText(finding.share) + " of all slices are estimates";
    finding.limits = "Percentiles made of them are marked.";
    out.found.push_back(std::move(finding));
}

}

std::span<const Rule> sharedRules()
{
    static const std::vector<Rule> kRules = {
        {kDamaged, "Damage",
         "Something in the file is not as its format says, so a part of the capture is not shown.",
         "Errors and warnings found while the capture was read. High with errors, which lose something, else "
         "medium.",
         "Look at Problems: each fault has its place and an advice. `tglass validate` makes every check "
         "there is."},
        {"data.cut", "No proper end",
         "The file stops where its writer would have gone on: the program was killed, the copy was cut, or "
         "it is still written.",
         "The format's mark of an end is missing. Medium where that is an error, low where it is a warning: "
         "at most what was being written then is lost.",
         "End the recording before the program ends, or flush it more often, if the last moments matter."},
        {kApproximate,
         "Times that are estimates",
         "Many slices have a time that was not recorded but reckoned, so what is said of durations is "
         "approximate.",
         "Low. Slices with an estimated time as part of all slices.",
         "Record without leaving times out where durations matter.",
         {{"share", StatUnit::share, 200, "of all slices"}}},
    };
    return kRules;
}

bool isAboutData(const Finding& finding)
{
    return finding.rule == sharedRules()[damaged].id || finding.rule == sharedRules()[cut].id;
}

Findings findShared(const Document& document, const FindingRequest& request, const Job& job)
{
    Findings out;
    findFaults(document, out);
    findApproximate(request, job, out);
    return out;
}

}
