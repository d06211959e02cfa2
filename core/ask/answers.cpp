#include "core/ask/answers.h"

#include "core/base/text.h"
#include "core/findings/find.h"
#include "core/io/copy.h"
#include "core/io/save_io.h"
#include "core/model/document.h"
#include "core/query/field_columns.h"
#include "core/stats/second_key.h"

#include <algorithm>
#include <chrono>

namespace traceglass::ask {

namespace {

constexpr std::uint64_t kBytesAtMost = 16u << 20;
constexpr std::size_t kRecordsAtMost = 4096;

}

Resolved answer(const About& question, const Reading& of, Job& job)
{
    return resolve(of.document, of.timeline, question.subject, job);
}

Bytes::Answer answer(const Bytes& question, const Reading& of, Job& job)
{
    Bytes::Answer out;
    const auto source = of.document.source(question.source);
    if (!source) {
        out.error = source.error();
        return out;
    }
    out.bytes = readBytes(**source, question.offset, question.length, kBytesAtMost, job);
    out.sourceSize = (*source)->size(); // behind reading: a source may turn out to be shorter
    if (!question.withRecords || !of.document.records())
        return out;
    auto records =
        of.document.records()->in({question.source, question.offset, question.length}, kRecordsAtMost, job);
    if (records)
        out.records = std::move(*records);
    return out;
}

SearchBytes::Answer answer(const SearchBytes& question, const Reading& of, Job& job)
{
    const auto source = of.document.source(question.source);
    return source ? searchBytes(**source, question.needles, job) : SearchHits {};
}

CopyBytes::Answer answer(const CopyBytes& question, const Reading& of, Job& job)
{
    const auto source = of.document.source(question.range.source);
    if (!source)
        return source.error();
    const auto copy = [&](const FileWriter& write) -> Result<void> {
        Result<void> written;
        const std::uint64_t copied =
            copyRange(**source, question.range, job, [&](std::span<const std::byte> bytes) {
                written = job.stopRequested() ? fail(Code::Stopped) : write(bytes);
                return written.has_value();
            });
        if (written && copied < question.range.length)
            return fail(Code::FileUnreadable,
                        "only " + grouped(copied) + " of " + grouped(question.range.length)
                            + " bytes could be read");
        return written;
    };
    SaveIo io;
    const auto written = replaceFile(io, question.to, copy, {}, {.mode = 0666, .outOf = of.document.path()});
    return written ? std::nullopt : std::optional(written.error());
}

Sources::Answer answer(const Sources&, const Reading& of, Job& job)
{
    Sources::Answer out;
    for (std::uint32_t i = 0; i < of.document.sourceCount() && !job.stopRequested(); ++i)
        out.push_back(of.document.sourceName(SourceId(i)));
    return out;
}

Picture::Answer answer(const Picture& question, const Reading& of, Job& job)
{
    if (!of.document.timeline())
        return fail(Code::NodeUnknown);
    return of.document.timeline()->picture(question.ref, job);
}

OnDisk::Answer answer(const OnDisk& question, const Reading&, Job& job)
{
    const Document& seen = documentOf(question.seen);
    if (!seen.changedOnDisk())
        return {};
    if (seen.goneFromDisk())
        return {DiskState::gone};
    const auto more = seen.grownBy(job);
    return more ? DiskNow {DiskState::grown, *more} : DiskNow {DiskState::changed};
}

SummaryNow::Answer answer(const SummaryNow&, const Reading& of, Job& job)
{
    return of.document.summary(job);
}

Statistics::Answer answer(const Statistics& question, const Reading& of, Job& job)
{
    if (!of.document.statistics())
        return StatTable {};
    const Timeline& timeline = question.only ? question.only->timeline() : of.timeline;
    return of.document.statistics()->table(
        question.id, {timeline, question.range, question.tracks, 0, question.only}, job);
}

StatisticKinds::Answer answer(const StatisticKinds&, const Reading& of, Job& job)
{
    return of.document.statistics() ? of.document.statistics()->kinds(job) : StatisticKinds::Answer {};
}

Table::Answer answer(const Table& question, const Reading& of, Job& job)
{
    stats::TableQuestion asked = question.question;
    std::vector<query::UnknownField> unknown;
    if (question.where) {
        if (const FieldCataloguePtr fields = of.fields->catalogue())
            unknown = query::unknownTo(*fields, *question.where);
        auto hits = query::run(asked.timeline, of.fields, *question.where, {.values = true}, job);
        if (!hits)
            return tl::unexpected(hits.error());
        asked.only = std::make_shared<const query::Hits>(std::move(*hits));
    }
    return stats::makeTable(asked, of.document.statistics(), *of.fields, job)
        .map([&](stats::MadeTable&& made) {
            made.unknown.insert(made.unknown.begin(), unknown.begin(), unknown.end());
            return std::make_shared<const stats::MadeTable>(std::move(made));
        });
}

LooksWrong::Answer answer(const LooksWrong& question, const Reading& of, Job& job)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    LooksWrong::Answer out;
    auto found = findings::find(of.document, {*question.timeline, question.settings}, {}, job);
    if (!found) {
        out.error = found.error();
        return out;
    }
    out.findings = std::move(*found);
    out.rules = findings::rulesOf(of.document);
    out.timeline = question.timeline;
    out.tookNs = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
    return out;
}

SecondKey::Answer answer(const SecondKey& question, const Reading& of, Job& job)
{
    return stats::readSecondKey(question.word, question.question, question.timeline, *of.fields, job);
}

SliceFields::Answer answer(const SliceFields& question, const Reading& of, Job& job)
{
    if (!of.document.fields())
        return {};
    auto names = stats::fieldsOf(*of.document.fields(), question.question, question.timeline, job);
    return names ? std::move(*names) : SliceFields::Answer {};
}

Fields::Answer answer(const Fields&, const Reading& of, Job&)
{
    return of.fields->catalogue();
}

FieldValues::Answer answer(const FieldValues& question, const Reading& of, Job& job)
{
    return of.fields->mostFrequent(question.field, *question.timeline, question.atMost, job);
}

Hits::Answer answer(const Hits& question, const Reading& of, Job& job)
{
    auto hits = query::run(question.timeline, of.fields, question.expr, question.scope, job);
    if (!hits)
        return {nullptr, hits.error()};
    return {std::make_shared<query::HitOrder>(std::make_shared<query::Hits>(std::move(*hits)), job), {}};
}

FieldCost::Answer answer(const FieldCost& question, const Reading& of, Job& job)
{
    return query::costOfFields(question.timeline, of.fields, question.expr, question.scope, job).value_or(0);
}

Validate::Answer answer(const Validate&, const Reading& of, Job& job)
{
    const auto done = of.document.validate(job);
    return done ? std::nullopt : std::optional(done.error());
}

// --- stacks, summed up for the flame graph

std::array<bool, 3> Flame::weightsOf(const std::vector<StackKind>& kinds, const std::string& kind)
{
    std::array<bool, 3> out {true, false, false};
    for (const StackKind& one : kinds) {
        if (!kind.empty() && one.name != kind)
            continue;
        out[1] = out[1] || one.durations;
        out[2] = out[2] || !one.bytes.empty();
    }
    return out;
}

FlameWeight Flame::weightFor(const std::vector<StackKind>& kinds, const std::string& kind,
                             std::optional<FlameWeight> wanted)
{
    const std::array<bool, 3> has = weightsOf(kinds, kind);
    if (wanted && has[static_cast<std::size_t>(*wanted)])
        return *wanted;
    if (kind.empty() && kinds.size() > 1) // bytes and times of different events do not add up
        return FlameWeight::count;
    return has[2] ? FlameWeight::bytes : has[1] ? FlameWeight::duration : FlameWeight::count;
}

namespace {

using StackTracks = decltype(StackQuery::tracks);

// Of groups what is below them, and of that what something is left of.
StackTracks tracksOf(const Flame& question, const Timeline& now, const Job& job)
{
    const StackTracks& wanted = question.query.tracks;
    const auto isGroup = [](const auto& track) { return track.first == TrackKind::group; };
    if (!question.only && std::ranges::none_of(wanted, isGroup))
        return wanted;
    const Timeline& timeline = question.only ? question.only->timeline() : now;
    const auto isWanted = [&](TrackId id) {
        for (; id != kNoTrack; id = timeline.track(id).parent)
            if (wanted.contains({timeline.track(id).kind, timeline.track(id).key}))
                return true;
        return wanted.empty();
    };
    StackTracks out;
    for (std::uint32_t i = 0; i < timeline.trackCount() && !job.stopRequested(); ++i) {
        const Track& track = timeline.track(TrackId(i));
        if (track.kind != TrackKind::group && (!question.only || question.only->count(TrackId(i)) > 0)
            && isWanted(TrackId(i)))
            out.emplace_hint(out.end(), track.kind, track.key);
    }
    if (out.empty()) // of none, which is not all
        out.emplace(TrackKind::group, ~std::uint64_t(0));
    return out;
}

}

Flame::Answer answer(const Flame& question, const Reading& of, Job& job)
{
    Flame::Answer out;
    const StacksFacet* const stacks = of.document.stacks();
    auto sums = std::make_shared<StackSums>();
    if (stacks) {
        out.kinds = stacks->kinds(of.timeline, job);
        const auto has = [&](const std::string& name) {
            return name.empty() || std::ranges::find(out.kinds, name, &StackKind::name) != out.kinds.end();
        };
        if (question.kind && has(*question.kind))
            out.kind = *question.kind;
        else if (!out.kinds.empty())
            out.kind = out.kinds.front().name;
        const auto isTaken = [&](const StackKind& kind) { return out.kind.empty() || kind.name == out.kind; };
        out.lines = std::ranges::any_of(out.kinds,
                                        [&](const StackKind& kind) { return kind.lines && isTaken(kind); });
        out.samples = std::ranges::all_of(
            out.kinds, [&](const StackKind& kind) { return kind.samples || !isTaken(kind); });
        // Of a part of the capture it is not known how many there are of the others before they are read, too.
        StackQuery query = question.query;
        query.tracks = tracksOf(question, of.timeline, job);
        const bool isPart = query.range || !query.tracks.empty();
        if (!out.kind.empty() && !isPart)
            query.kinds = {out.kind};
        std::vector<std::uint64_t> counts(out.kinds.size());
        const auto done = stacks->read(
            of.timeline, query,
            [&](const StackFrames& frames, const StackSample& sample) {
                if (sample.kind < counts.size())
                    ++counts[sample.kind];
                if (sample.kind >= counts.size() || isTaken(out.kinds[sample.kind]))
                    sums->add(frames, sample);
                return !job.stopRequested();
            },
            job);
        if (!done)
            out.error = done.error();
        for (std::size_t i = 0; i < counts.size(); ++i)
            if (isPart || isTaken(out.kinds[i]))
                out.kinds[i].events = counts[i];
    }
    const FlameWeight weight = Flame::weightFor(out.kinds, out.kind, question.weight);
    out.graph = std::make_shared<FlameGraph>(FlameGraph::build(sums, weight, question.inverted, job));
    return out;
}

}
