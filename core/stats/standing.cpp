#include "core/stats/standing.h"

#include "core/stats/histogram.h"
#include "core/stats/slice_walk.h"

namespace traceglass::stats {

namespace {

using query::Expr;
using query::Field;
using query::Op;
using query::Operand;

Expr testOf(Field field, Op op, Operand operand)
{
    Expr out {Expr::Kind::test, {}, {}};
    out.test = {field, op, {std::move(operand)}};
    return out;
}

Expr wordTest(Field field, std::uint32_t word)
{
    const std::string_view written = query::infoOf(field).words[word];
    return testOf(field, Op::equal, {Operand::Kind::word, std::string(written), false, word});
}

std::optional<Standing::Value> valueOf(const StatTable& table, std::string_view id)
{
    const StatColumn* const column = table.column(id);
    if (!column || table.size() != 1 || column->integers[0] == kNoInteger)
        return {};
    return Standing::Value {column->integers[0], column->places.empty() ? StatPlace {} : column->places[0]};
}

// Of the hits, which are on tracks of one kind.
Result<StatTable> tableOf(const TimelinePtr& timeline, query::Hits hits, Job& job)
{
    SliceQuestion question {SliceKey::kind};
    question.only = std::make_shared<const query::Hits>(std::move(hits));
    return sliceTable(timeline, question, job);
}

}

Expr sameAs(const Timeline& timeline, TrackId id, const Slice& slice)
{
    const Track& track = timeline.track(id);
    const bool isState = track.kind == TrackKind::states;
    const std::string_view name =
        query::hasNames(track.kind) && !isState ? timeline.text(slice.name) : timeline.name(id);
    Expr out;
    out.parts.push_back(testOf(Field::name, Op::equal, {Operand::Kind::text, std::string(name)}));
    if (isState)
        out.parts.push_back(wordTest(Field::state, number(slice.name)));
    return out;
}

Result<Standing> standing(const TimelinePtr& timeline, TrackId id, const Slice& slice, Job& job)
{
    Expr same = sameAs(*timeline, id, slice);
    same.parts.push_back(wordTest(Field::kind, static_cast<std::uint32_t>(timeline->track(id).kind)));
    Standing out;
    auto hits = query::run(timeline, same, {}, job);
    if (!hits)
        return tl::unexpected(hits.error());
    auto all = tableOf(timeline, std::move(*hits), job);
    if (!all)
        return tl::unexpected(all.error());
    const auto longest = valueOf(*all, "max_ns");
    constexpr std::uint8_t kNotCompared = slice::kOpenStart | slice::kOpenEnd | WalkedPart::kLeftOut;
    if (!longest || (slice.flags & kNotCompared) != 0 || slice.durationNs() <= 0)
        return out;
    out.longest = *longest;
    out.p50 = valueOf(*all, "p50_ns").value_or(*longest);
    out.p95 = valueOf(*all, "p95_ns").value_or(*longest);
    out.p99 = valueOf(*all, "p99_ns").value_or(*longest);
    out.histogram = all->histograms.empty() ? StatHistogram() : std::move(all->histograms[0]);
    out.count = countOf(out.histogram);

    Operand duration {Operand::Kind::number, std::to_string(slice.durationNs()) + " ns"};
    duration.value = slice.durationNs();
    same.parts.push_back(testOf(Field::duration, Op::greater, std::move(duration)));
    hits = query::run(timeline, same, {}, job);
    if (!hits)
        return tl::unexpected(hits.error());
    auto longer = tableOf(timeline, std::move(*hits), job);
    if (!longer)
        return tl::unexpected(longer.error());
    if (longer->size() == 1 && !longer->histograms.empty())
        out.longer = countOf(longer->histograms[0]);
    out.nextLonger = valueOf(*longer, "min_ns");
    return out;
}

}
