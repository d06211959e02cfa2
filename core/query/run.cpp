#include "core/query/run.h"

#include "core/base/workers.h"
#include "core/query/condition.h"
#include "core/query/field_columns.h"
#include "core/query/noted_slices.h"
#include "core/query/part_batches.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <queue>

namespace traceglass::query {

namespace {

// Slices a thread looks at without a look at the job.
constexpr std::uint64_t kBatch = 262'144;

// What one thread does: asks of parts, and sets bits of their packs. Parts of several rows may share a
// pack, and then a word.
class Finder
{
public:
    // `within`: null, or what only may be a hit.
    Finder(const Timeline& timeline, const Expr& expr, const std::optional<TimeRange>& range,
           std::span<const NamedTest> named, const NotedSlices* noted, const Hits* within)
        : m_timeline(timeline)
        , m_range(range)
        , m_condition(timeline, expr, named, noted)
        , m_within(within)
    {
    }

    // How many hits there are.
    template <class PackBits>
    std::uint64_t ask(const RowContext& row, const SlicePart& part, const PackBits& bitsOf)
    {
        const ClockAxis& clock = m_timeline.axis(row.track);
        const SlicePack& pack = m_timeline.pack(part.pack);
        const TimeRange range =
            m_range ? TimeRange {clock.toOwn(m_range->startNs), clock.toOwn(m_range->endNs)} : TimeRange {};
        if (m_range && (pack.start(part.begin) >= range.endNs || pack.end(part.end - 1) < range.startNs))
            return 0;
        const auto within = m_within ? m_within->bits(part.pack) : std::span<const std::uint64_t>();
        if (m_within && within.empty())
            return 0;
        const HowMany howMany = m_condition.of(row, part, m_bits);
        if (howMany == HowMany::none)
            return 0;
        const std::size_t first = part.begin / 64, last = (part.end - 1) / 64;
        if (howMany == HowMany::all)
            m_bits.assign(last - first + 1, ~std::uint64_t(0));
        m_bits.front() &= ~std::uint64_t(0) << part.begin % 64;
        m_bits.back() &= ~std::uint64_t(0) >> (63 - (part.end - 1) % 64);
        for (std::size_t i = 0; m_within && i < m_bits.size(); ++i)
            m_bits[i] &= within[first + i];
        if (m_range && (pack.start(part.begin) < range.startNs || pack.end(part.end - 1) >= range.endNs))
            clearOutside(m_bits, pack, part, range);
        std::uint64_t count = 0;
        for (const std::uint64_t word : m_bits)
            count += static_cast<std::uint64_t>(std::popcount(word));
        if (count > 0) {
            std::uint64_t* const out = bitsOf(part.pack) + first;
            for (std::size_t i = 0; i < m_bits.size(); ++i)
                std::atomic_ref(out[i]).fetch_or(m_bits[i], std::memory_order_relaxed);
        }
        return count;
    }

private:
    const Timeline& m_timeline;
    const std::optional<TimeRange>& m_range;
    Condition m_condition;
    const Hits* m_within;
    Bits m_bits;
};

}

bool hasNames(TrackKind kind)
{
    return kind != TrackKind::counter && kind != TrackKind::pictures && kind != TrackKind::density;
}

std::vector<std::uint8_t> tracksInScope(const Timeline& timeline, const std::optional<std::vector<TrackId>>& tracks)
{
    std::vector<std::uint8_t> named(timeline.trackCount()), out(named.size(), 1);
    if (!tracks)
        return out;
    for (const TrackId id : *tracks)
        named[number(id)] = 1;
    for (std::size_t i = 0; i < out.size(); ++i) {
        auto id = TrackId(static_cast<std::uint32_t>(i));
        for (; id != kNoTrack && named[number(id)] == 0; id = timeline.track(id).parent) { }
        out[i] = id != kNoTrack;
    }
    return out;
}

// One pass over the slices of the scope.
class Asking
{
public:
    static Result<Hits> run(TimelinePtr timeline, const Expr& expr, const Scope& scope,
                            std::span<const NamedTest> named, const NotedSlices* noted, const Hits* within,
                            Job& job);
};

namespace {

// What holds wherever the query may, before anything is known of fields of records.
Expr withoutNamed(const Expr& expr, bool isWanted)
{
    if (expr.kind == Expr::Kind::test)
        return expr.test.field == Field::named ? Expr {isWanted ? Expr::Kind::all : Expr::Kind::any, {}, {}} : expr;
    Expr out {expr.kind, {}, {}};
    for (const Expr& part : expr.parts)
        out.parts.push_back(withoutNamed(part, isWanted != (expr.kind == Expr::Kind::none)));
    return out;
}

// In the order in which they stand, as Condition counts them.
void appendNamed(std::vector<NamedTest>& out, const Expr& expr, const FieldCatalogue& catalogue, std::int64_t startNs)
{
    if (expr.kind == Expr::Kind::test && expr.test.field == Field::named)
        out.emplace_back(expr.test, catalogue, startNs);
    for (const Expr& part : expr.parts)
        appendNamed(out, part, catalogue, startNs);
}

std::size_t namedIn(const Expr& expr)
{
    std::size_t out = expr.kind == Expr::Kind::test && expr.test.field == Field::named ? 1 : 0;
    for (const Expr& part : expr.parts)
        out += namedIn(part);
    return out;
}

std::unique_ptr<const NotedSlices> notedOf(const Timeline& timeline, const FieldColumns* columns,
                                           const Expr& expr)
{
    return columns && asksFor(expr, Field::note)
        ? std::make_unique<const NotedSlices>(timeline, columns->notes())
        : nullptr;
}

// Slices that have names and whose record is of a type.
Expr ofType(const std::string& type)
{
    Test hasNone {Field::kind, Op::in};
    for (const TrackKind kind : {TrackKind::counter, TrackKind::pictures, TrackKind::density})
        hasNone.operands.push_back({.kind = Operand::Kind::word, .value = static_cast<std::int64_t>(kind)});
    Expr named {Expr::Kind::none, {{Expr::Kind::test, {}, std::move(hasNone)}}, {}};
    return {Expr::Kind::all,
            {std::move(named), {Expr::Kind::test, {}, {Field::named, Op::isThere, {}, type + '.'}}},
            {}};
}

// Text alone, or that in a value of a record: a test without a name. Slices are called as people call their type, and
// the type has a name of its own, "shop.Request": a word that is all of it finds them, too.
Expr withValues(const Expr& expr, const FieldCatalogue& catalogue)
{
    if (expr.kind == Expr::Kind::test) {
        if (expr.test.field != Field::any)
            return expr;
        Expr inValue = expr;
        inValue.test.field = Field::named;
        Expr out {Expr::Kind::any, {expr, std::move(inValue)}, {}};
        const Operand& wanted = expr.test.operands.front();
        if (wanted.kind != Operand::Kind::text || wanted.written.find('.') == std::string::npos)
            return out;
        const Pattern whole = Pattern::equal(wanted.written);
        std::string last;
        for (const RecordField& field : catalogue) // those of a type stand together
            if (field.record != last && whole.isIn(field.record))
                out.parts.push_back(ofType(last = field.record));
        return out;
    }
    Expr out {expr.kind, {}, {}};
    for (const Expr& part : expr.parts)
        out.parts.push_back(withValues(part, catalogue));
    return out;
}

std::vector<NamedTest> namedOf(const Timeline& timeline, const FieldCatalogue& catalogue, const Expr& expr)
{
    std::vector<NamedTest> out;
    appendNamed(out, expr, catalogue,
                timeline.axes().empty() ? timeline.range.startNs : timeline.axes().front().range.startNs);
    return out;
}

struct Asked
{
    Expr expr;
    Scope scope;
};

// With ranges that the question is kept to or away from as the range of the scope, or as conditions.
Asked withRanges(const Timeline& timeline, const Expr& expr, const Scope& scope)
{
    Asked out {expr, scope};
    std::erase_if(out.scope.restrictions, [&](const Restriction& each) {
        if (each.by != Restriction::By::range)
            return false;
        if (!each.isNot && !out.scope.range)
            out.scope.range = each.range;
        else
            out.expr = {Expr::Kind::all, {std::move(out.expr), asQuery(timeline, each)}, {}};
        return true;
    });
    return out;
}

}

Result<Hits> run(const TimelinePtr& timeline, const FieldColumns* columns, const Expr& written,
                 const Scope& whole, Job& job)
{
    const auto [asked, scope] = withRanges(*timeline, written, whole);
    const FieldCataloguePtr catalogue = columns ? columns->catalogue() : nullptr;
    const Expr expr = scope.values && catalogue ? withValues(asked, *catalogue) : asked;
    std::optional<Hits> out;
    const auto done = runEach(timeline, columns, std::span(&expr, 1), scope, job, [&](Hits&& hits) {
        out.emplace(std::move(hits));
        return Result<void>();
    });
    return done ? Result<Hits>(std::move(*out)) : tl::unexpected(done.error());
}

Result<void> runEach(const TimelinePtr& timeline, const FieldColumns* columns, std::span<const Expr> exprs,
                     const Scope& scope, Job& job, const HitsUse& use)
{
    const Expr any {Expr::Kind::any, {exprs.begin(), exprs.end()}, {}};
    const auto noted = notedOf(*timeline, columns, any);
    std::vector<NamedTest> named; // of all
    std::optional<Hits> candidates;
    if (asksFor(any, Field::named)) {
        const FieldCataloguePtr catalogue = columns ? columns->catalogue() : nullptr;
        if (!catalogue)
            return fail(Code::QueryNoFields);
        auto some = Asking::run(timeline, withoutNamed(any, true), scope, {}, noted.get(), nullptr, job);
        if (!some)
            return tl::unexpected(some.error());
        named = namedOf(*timeline, *catalogue, any);
        if (auto filled = some->count() > 0 ? columns->fill(named, timeline, *some, scope.threads, job)
                                            : Result<void>();
            !filled)
            return filled;
        candidates.emplace(std::move(*some));
    }
    std::span<const NamedTest> left = named;
    for (const Expr& expr : exprs) {
        const std::size_t own = namedIn(expr);
        auto hits = Asking::run(timeline, expr, scope, left.first(own), noted.get(),
                                candidates ? &*candidates : nullptr, job);
        if (!hits)
            return tl::unexpected(hits.error());
        if (auto used = use(std::move(*hits)); !used)
            return used;
        left = left.subspan(own);
    }
    return {};
}

Result<std::uint64_t> costOfFields(const TimelinePtr& timeline, const FieldColumns* columns, const Expr& written,
                                   const Scope& whole, Job& job)
{
    const FieldCataloguePtr catalogue = columns ? columns->catalogue() : nullptr;
    const auto [asked, scope] = withRanges(*timeline, written, whole);
    const Expr expr = scope.values && catalogue ? withValues(asked, *catalogue) : asked;
    if (!catalogue || !asksFor(expr, Field::named))
        return 0;
    const auto named = namedOf(*timeline, *catalogue, expr);
    if (columns->areKept(named, *timeline))
        return 0;
    const auto noted = notedOf(*timeline, columns, expr);
    const auto candidates =
        Asking::run(timeline, withoutNamed(expr, true), scope, {}, noted.get(), nullptr, job);
    return candidates.map([&](const Hits& hits) { return columns->costOf(hits); });
}

Result<Hits> Asking::run(TimelinePtr timeline, const Expr& expr, const Scope& scope,
                         std::span<const NamedTest> named, const NotedSlices* noted, const Hits* within,
                         Job& job)
{
    Hits out(timeline);
    const std::vector<std::uint8_t> inScope = tracksInScope(*timeline, scope.tracks);
    const std::vector<std::uint8_t> allowed = allowedTracks(*timeline, scope.restrictions);
    std::vector<Hits::HitRow> rows;
    PartBatches batches(kBatch);
    for (std::uint32_t track = 0; track < timeline->trackCount(); ++track) {
        if (isStoppedAt(track, job))
            return fail(Code::Stopped);
        std::uint16_t depth = 0;
        const bool isAsked = inScope[track] != 0 && allowed[track] != 0;
        for (RowId row = timeline->track(TrackId(track)).firstRow; isAsked && row != kNoRow;
             row = timeline->nextRow(row), ++depth) {
            out.m_asked += batches.add(*timeline, static_cast<std::uint32_t>(rows.size()), row);
            rows.push_back({row, TrackId(track), depth});
        }
    }

    std::mutex mutex; // of the bits
    Idle<Finder> idle;
    out.m_bits.resize(timeline->packCount());
    std::vector<std::atomic<std::uint64_t>> counts(rows.size());
    const auto bitsOf = [&](std::uint32_t pack) {
        const std::lock_guard lock(mutex);
        auto& bits = out.m_bits[pack];
        if (!bits)
            bits = std::make_unique<std::uint64_t[]>((timeline->pack(pack).size() + 63) / 64);
        return bits.get();
    };
    job.start(batches.size());
    forEachParallel(batches.size(), scope.threads, job, [&](std::size_t batch) {
        auto finder = idle.take(
            [&] { return std::make_unique<Finder>(*timeline, expr, scope.range, named, noted, within); });
        for (const PartBatches::Piece piece : batches[batch]) {
            const Hits::HitRow& row = rows[piece.row];
            counts[piece.row].fetch_add(
                finder->ask({row.id, row.track, row.depth}, timeline->part(row.id, piece.part), bitsOf),
                std::memory_order_relaxed);
        }
        job.advance();
        idle.give(std::move(finder));
    });
    if (job.stopRequested())
        return fail(Code::Stopped);
    out.m_byTrack.resize(timeline->trackCount());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint64_t count = counts[i];
        if (count == 0)
            continue;
        out.m_rows.push_back(rows[i]);
        out.m_count += count;
        for (TrackId id = rows[i].track; id != kNoTrack; id = timeline->track(id).parent)
            out.m_byTrack[number(id)] += count;
    }
    return out;
}

TimelinePtr masked(const std::shared_ptr<const Hits>& hits, Job& job)
{
    const Timeline& timeline = hits->timeline();
    auto mask = std::make_shared<TimelineMask>();
    mask->packs.resize(timeline.packCount());
    mask->bits = hits;
    forEachParallel(mask->packs.size(), 0, job, [&](std::size_t i) {
        const auto at = static_cast<std::uint32_t>(i);
        if (const auto bits = hits->bits(at); !bits.empty())
            mask->packs[i] = timeline.pack(at).masked(bits);
    });
    return job.stopRequested() ? nullptr : timeline.masked(std::move(mask));
}

std::size_t Hits::nextIn(const SlicePart& part, std::size_t from) const
{
    const std::uint64_t* const bits = m_bits[part.pack].get();
    std::size_t index = bits ? std::max<std::size_t>(from, part.begin) : part.end;
    while (index < part.end) {
        const std::uint64_t word = bits[index / 64] >> index % 64;
        if (word != 0)
            return std::min<std::size_t>(index + static_cast<std::size_t>(std::countr_zero(word)), part.end);
        index += 64 - index % 64;
    }
    return part.end;
}

std::size_t Hits::lastIn(const SlicePart& part, std::size_t to) const
{
    const std::uint64_t* const bits = m_bits[part.pack].get();
    for (std::size_t end = to; bits && end > part.begin;) {
        const std::size_t word = (end - 1) / 64;
        const std::uint64_t below = bits[word] & ~std::uint64_t(0) >> (63 - (end - 1) % 64);
        if (below != 0) {
            const std::size_t index = word * 64 + 63 - static_cast<std::size_t>(std::countl_zero(below));
            return index >= part.begin ? index : to;
        }
        end = word * 64;
    }
    return to;
}

Hit Hits::at(const HitRow& row, const SlicePart& part, std::size_t index) const
{
    const ClockAxis& clock = m_timeline->axis(row.track);
    Hit hit {row.track, row.depth, m_timeline->pack(part.pack).at(index), part.pack,
             static_cast<std::uint32_t>(index)};
    hit.slice.startNs = clock.toView(hit.slice.startNs);
    hit.slice.endNs = clock.toView(hit.slice.endNs);
    return hit;
}

void Hits::each(const std::function<bool(const Hit&)>& visit) const
{
    struct Next // hit of a row
    {
        std::int64_t startNs = 0; // view time
        std::uint32_t row = 0;
        std::uint32_t part = 0;
        std::uint32_t index = 0; // in the part's pack
    };
    // Moves on to the first hit at or behind it; false: there is none.
    const auto seek = [&](Next& next) {
        const HitRow& row = m_rows[next.row];
        for (const std::size_t parts = m_timeline->partCount(row.id); next.part < parts;
             ++next.part, next.index = 0) {
            const SlicePart part = m_timeline->part(row.id, next.part);
            next.index = static_cast<std::uint32_t>(nextIn(part, next.index));
            if (next.index >= part.end)
                continue;
            const std::int64_t own = m_timeline->pack(part.pack).start(next.index);
            next.startNs = m_timeline->axis(row.track).toView(own);
            return true;
        }
        return false;
    };
    const auto isLater = [](const Next& a, const Next& b) {
        return std::pair(a.startNs, a.row) > std::pair(b.startNs, b.row);
    };
    std::priority_queue<Next, std::vector<Next>, decltype(isLater)> queue(isLater);
    for (std::uint32_t row = 0; row < m_rows.size(); ++row)
        if (Next next {0, row, 0, 0}; seek(next))
            queue.push(next);
    while (!queue.empty()) {
        Next next = queue.top();
        queue.pop();
        const HitRow& row = m_rows[next.row];
        if (!visit(at(row, m_timeline->part(row.id, next.part), next.index)))
            return;
        ++next.index;
        if (seek(next))
            queue.push(next);
    }
}

void Hits::mark(RowId id, std::span<const Run> runs, std::vector<std::uint8_t>& out) const
{
    out.assign(runs.size(), 0);
    if (runs.empty() || number(id) >= m_timeline->rowCount())
        return;
    const std::int64_t shift = m_timeline->shift(id);
    const std::size_t parts = m_timeline->partCount(id);
    std::size_t part = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        // All that start in the run, and of one without duration all that start where it is.
        const std::int64_t end =
            i + 1 < runs.size() ? subtractSaturating(runs[i + 1].startNs, 1) : runs[i].endNs;
        const std::int64_t first = subtractSaturating(runs[i].startNs, shift);
        const std::int64_t last = subtractSaturating(std::max(runs[i].startNs, end), shift);
        for (; part < parts; ++part) {
            const SlicePart at = m_timeline->part(id, part);
            const SlicePack& pack = m_timeline->pack(at.pack);
            const std::size_t from = pack.firstAfter(at.begin, at.end, subtractSaturating(first, 1));
            const std::size_t to = pack.firstAfter(at.begin, at.end, last);
            if (nextIn({at.pack, at.begin, static_cast<std::uint32_t>(to)}, from) < to) {
                out[i] = 1;
                break;
            }
            if (to < at.end) // the next part starts behind the run
                break;
        }
    }
}

}
