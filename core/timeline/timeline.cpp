#include "core/timeline/timeline.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace traceglass {

namespace {

// From view time to that of an axis, and back.
TimeRange moved(TimeRange window, std::int64_t by)
{
    return {subtractSaturating(window.startNs, by), subtractSaturating(window.endNs, by)};
}

std::optional<Slice> shifted(std::optional<Slice> slice, std::int64_t by)
{
    if (slice) {
        slice->startNs = addSaturating(slice->startNs, by);
        slice->endNs = addSaturating(slice->endNs, by);
    }
    return slice;
}

// Of those from `first` on.
template <class AnyRun>
void shiftRuns(std::vector<AnyRun>& runs, std::size_t first, std::int64_t by)
{
    for (std::size_t i = first; i < runs.size() && by != 0; ++i) {
        runs[i].startNs = addSaturating(runs[i].startNs, by);
        runs[i].endNs = addSaturating(runs[i].endNs, by);
    }
}

}

std::string trackDetail(const Track& track)
{
    switch (track.kind) {
    case TrackKind::states:
    case TrackKind::slices: return track.number ? "#" + std::to_string(track.number) : std::string();
    case TrackKind::spans: return track.number ? "task #" + std::to_string(track.number) : std::string();
    case TrackKind::worker: return "seq " + std::to_string(track.number);
    case TrackKind::samples: return "samples";
    default: return {};
    }
}

std::string Timeline::path(TrackId id) const
{
    std::string out(name(id));
    for (TrackId parent = track(id).parent; parent != kNoTrack; parent = track(parent).parent)
        out.insert(0, 1, '/').insert(0, name(parent));
    return out;
}

bool Timeline::isWork(TrackId id) const
{
    for (TrackId parent = track(id).parent; parent != kNoTrack; parent = track(parent).parent) {
        if ((track(parent).flags & (group_flag::kAside | group_flag::kLives)) != 0)
            return false;
    }
    return true;
}

std::optional<TrackId> Timeline::findTrack(TrackKind kind, std::uint64_t key) const
{
    const auto keyOf = [this](TrackId id) { return track(id).key; };
    const auto first = std::ranges::lower_bound(*m_byKey, key, {}, keyOf);
    for (auto at = first; at != m_byKey->end() && keyOf(*at) == key; ++at) {
        if (track(*at).kind == kind)
            return *at;
    }
    return {};
}

template <class Visit>
void Timeline::eachBeginningAt(RowId id, std::int64_t viewNs, const Visit& visit) const
{
    const Row& row = m_rows[number(id)];
    const std::int64_t by = shift(id);
    const std::int64_t ns = subtractSaturating(viewNs, by);
    const auto visitPart = [&](const SlicePart& part) {
        const SlicePack& pack = *m_packs[part.pack];
        std::size_t first = part.begin;
        if (pack.start(first) < ns)
            first = pack.firstAfter(part.begin, part.end, ns - 1);
        const std::size_t last = pack.firstAfter(first, part.end, ns);
        return (first == last || visit(pack, first, last))
            && last == part.end; // else all that follow begin later
    };
    if (row.sealed) {
        const auto isBefore = [&](const SlicePart& part) {
            return m_packs[part.pack]->start(part.end - 1) < ns;
        };
        for (auto part = std::partition_point(row.sealed->begin(), row.sealed->end(), isBefore);
             part != row.sealed->end(); ++part)
            if (!visitPart(*part))
                return;
    }
    if (row.tail.begin < row.tail.end)
        visitPart(row.tail);
}

std::optional<Slice> Timeline::findSlice(const SliceId& id) const
{
    const auto track = findTrack(id.kind, id.trackKey);
    if (!track)
        return {};
    const std::vector<RowId> all = rows(*track);
    if (id.row >= all.size())
        return {};
    return beginningAt(all[id.row], id.startNs, id.ref);
}

std::optional<SliceId> Timeline::sliceBegunBy(TrackKind kind, std::uint64_t key, std::int64_t startNs,
                                              RecordRef ref) const
{
    const auto track = findTrack(kind, key);
    std::uint16_t depth = 0;
    for (RowId row = track ? this->track(*track).firstRow : kNoRow; row != kNoRow;
         row = nextRow(row), ++depth)
        if (const auto slice = beginningAt(row, startNs, ref); slice && slice->ref == ref)
            return SliceId {kind, key, depth, startNs, ref};
    return {};
}

// From the last one: mostly there is one, and of several it is the one that is seen.
std::optional<Slice> Timeline::beginningAt(RowId row, std::int64_t viewNs, RecordRef ref) const
{
    std::optional<Slice> found;
    eachBeginningAt(row, viewNs, [&](const SlicePack& pack, std::size_t first, std::size_t last) {
        std::size_t named = ref.valid() ? last : first;
        while (named > first && pack.ref(named - 1) != ref)
            --named;
        if (named > first || !found || found->ref != ref)
            found = pack.at((named > first ? named : last) - 1);
        return true;
    });
    return shifted(found, shift(row));
}

std::vector<RowId> Timeline::rows(TrackId id) const
{
    std::vector<RowId> out;
    for (RowId row = track(id).firstRow; row != kNoRow; row = nextRow(row))
        out.push_back(row);
    return out;
}

std::vector<SlicePart> Timeline::parts(RowId id, TimeRange window) const
{
    std::vector<SlicePart> out;
    const Row& row = m_rows[number(id)];
    if (row.sealed) {
        const auto before = [&](const SlicePart& part) {
            return m_packs[part.pack]->end(part.end - 1) < window.startNs;
        };
        auto part = std::partition_point(row.sealed->begin(), row.sealed->end(), before);
        for (; part != row.sealed->end() && m_packs[part->pack]->start(part->begin) < window.endNs; ++part)
            out.push_back(*part);
    }
    if (row.tail.begin < row.tail.end && m_packs[row.tail.pack]->start(row.tail.begin) < window.endNs)
        out.push_back(row.tail);
    return out;
}

const ClockAxis& Timeline::axis(TrackId id) const
{
    static const ClockAxis kPlain {};
    const std::uint16_t axis = about(id).axis;
    return axis < m_axes->size() ? (*m_axes)[axis] : kPlain;
}

std::int64_t Timeline::shift(RowId row) const
{
    const std::uint16_t axis = (*m_abouts)[m_rows[number(row)].about].axis;
    return axis < m_axes->size() ? (*m_axes)[axis].shiftNs : 0;
}

std::string ClockAxis::placeText(std::int64_t ownNs) const
{
    const auto place = static_cast<std::uint64_t>(std::max<std::int64_t>(0, ownNs));
    return kind == Kind::order ? "step " + grouped(place / static_cast<std::uint64_t>(stepNs))
                               : "byte " + grouped(place);
}

std::string ClockAxis::lengthText(std::int64_t ns) const
{
    if (isTime())
        return durationText(ns);
    const auto length = static_cast<std::uint64_t>(std::max<std::int64_t>(0, ns));
    return kind == Kind::order ? counted(length / static_cast<std::uint64_t>(stepNs), "step", "steps")
                               : counted(length, "byte", "bytes");
}

std::shared_ptr<const Timeline> Timeline::aligned(const std::map<std::string, std::int64_t>& shifts) const
{
    auto axes = std::make_shared<std::vector<ClockAxis>>(*m_axes);
    for (ClockAxis& axis : *axes) {
        const auto wanted = shifts.find(axis.name);
        if (wanted == shifts.end() || !axis.isTime())
            continue;
        axis.shiftNs = wanted->second;
        axis.aligned = true;
    }
    auto other = std::make_shared<Timeline>(*this);
    if (!axes->empty()) { // what was there when it was made covers the axes where they lay then
        std::optional<TimeRange> all;
        for (const ClockAxis& axis : *axes) {
            if (axis.range == TimeRange {})
                continue;
            widen(all, {axis.toView(axis.range.startNs), axis.toView(axis.range.endNs)});
        }
        other->range = all.value_or(other->range);
    }
    other->m_axes = std::move(axes);
    return other;
}

std::shared_ptr<const Timeline> Timeline::masked(std::shared_ptr<const TimelineMask> mask) const
{
    auto other = std::make_shared<Timeline>(*this);
    other->m_mask = std::move(mask);
    return other;
}

template <class Visit>
void Timeline::eachPart(RowId id, const Visit& visit) const
{
    const Row& row = m_rows[number(id)];
    if (row.sealed)
        std::ranges::for_each(*row.sealed, visit);
    if (row.tail.begin < row.tail.end)
        visit(row.tail);
}

std::size_t Timeline::partCount(RowId id) const
{
    const Row& row = m_rows[number(id)];
    return (row.sealed ? row.sealed->size() : 0) + (row.tail.begin < row.tail.end ? 1 : 0);
}

SlicePart Timeline::part(RowId id, std::size_t index) const
{
    const Row& row = m_rows[number(id)];
    return row.sealed && index < row.sealed->size() ? (*row.sealed)[index] : row.tail;
}

std::uint64_t Timeline::sliceCount(RowId id) const
{
    std::uint64_t count = 0;
    eachPart(id, [&](const SlicePart& part) { count += part.end - part.begin; });
    return count;
}

void Timeline::query(RowId row, TimeRange window, std::int64_t nsPerPixel, std::vector<Run>& out) const
{
    const std::int64_t by = shift(row);
    const std::size_t first = out.size();
    window = moved(window, by);
    for (const SlicePart& part : parts(row, window))
        m_packs[part.pack]->query(part.begin, part.end, window, nsPerPixel, out,
                                  m_mask ? &m_mask->packs[part.pack] : nullptr);
    shiftRuns(out, first, by);
}

void Timeline::queryValues(RowId id, TimeRange window, std::int64_t nsPerPixel,
                           std::vector<ValueRun>& out) const
{
    const Row& row = m_rows[number(id)];
    const std::int64_t by = shift(id);
    const double origin = (*m_abouts)[row.about].origin;
    const std::size_t first = out.size();
    window = moved(window, by);
    const auto single = [&](const std::optional<Slice>& slice) {
        const auto stored = slice ? std::bit_cast<float>(number(slice->name)) : 0.0f;
        if (!slice || !std::isfinite(stored))
            return;
        const double exact = origin + stored;
        const std::int64_t at = subtractSaturating(slice->startNs, by);
        out.push_back({at, at, exact, exact, exact, exact, 1, slice->flags});
    };
    single(sliceBefore(id, addSaturating(window.startNs, by)));
    for (const SlicePart& part : parts(id, window))
        m_packs[part.pack]->queryValues(part.begin, part.end, window, nsPerPixel, origin, out);
    single(sliceAfter(id, addSaturating(subtractSaturating(window.endNs, 1), by)));
    shiftRuns(out, first, by);
}

double Timeline::value(TrackId track, const Slice& slice) const
{
    return about(track).origin + std::bit_cast<float>(number(slice.name));
}

std::optional<std::pair<double, double>> Timeline::valueRange(RowId id) const
{
    const double origin = (*m_abouts)[m_rows[number(id)].about].origin;
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    eachPart(id, [&](const SlicePart& part) {
        const auto [least, greatest] = m_packs[part.pack]->valueRange(part.begin, part.end);
        low = std::min(low, least);
        high = std::max(high, greatest);
    });
    if (low > high)
        return {};
    return std::pair(origin + low, origin + high);
}

std::optional<Slice> Timeline::longest(RowId id, std::int64_t thanNs, const SlicePack::Counts& counts) const
{
    std::optional<Slice> best;
    eachPart(id, [&](const SlicePart& part) {
        const SlicePack& pack = *m_packs[part.pack];
        const std::int64_t beat = best ? best->durationNs() : thanNs;
        if (const std::size_t at = pack.longest(part.begin, part.end, beat, counts); at < part.end)
            best = pack.at(at);
    });
    return shifted(best, shift(id));
}

std::optional<Slice> Timeline::extreme(RowId id, bool greatest) const
{
    std::optional<Slice> best;
    const auto value = [](const Slice& slice) { return std::bit_cast<float>(number(slice.name)); };
    eachPart(id, [&](const SlicePart& part) {
        const SlicePack& pack = *m_packs[part.pack];
        const std::size_t at = pack.extreme(part.begin, part.end, greatest);
        if (at == part.end)
            return;
        const Slice found = pack.at(at);
        if (!best || (greatest ? value(found) > value(*best) : value(found) < value(*best)))
            best = found;
    });
    return shifted(best, shift(id));
}

std::optional<Slice> Timeline::neighbour(RowId id, std::int64_t viewNs, bool after) const
{
    const Row& row = m_rows[number(id)];
    const std::int64_t by = shift(id);
    const std::int64_t timeNs = subtractSaturating(viewNs, by);
    std::optional<Slice> before;
    const auto look = [&](const SlicePart& part) -> std::optional<Slice> {
        const SlicePack& pack = *m_packs[part.pack];
        // For "before" the border is the moment itself: slices that start at it do not count.
        const std::size_t next = pack.firstAfter(part.begin, part.end, after ? timeNs : timeNs - 1);
        if (next > part.begin)
            before = pack.at(next - 1);
        return next < part.end ? std::optional(pack.at(next)) : std::nullopt;
    };
    std::optional<Slice> next;
    if (row.sealed) {
        const auto startsLater = [&](const SlicePart& part) {
            return m_packs[part.pack]->start(part.begin) <= timeNs;
        };
        auto part = std::partition_point(row.sealed->begin(), row.sealed->end(), startsLater);
        // The wanted slice is in the part before the border or in the one behind it; at an equal start, one
        // earlier still.
        for (int back = 0; back < 2 && part != row.sealed->begin(); ++back)
            --part;
        for (; part != row.sealed->end() && !next; ++part)
            next = look(*part);
    }
    if (!next && row.tail.begin < row.tail.end)
        next = look(row.tail);
    return shifted(after ? next : before, by);
}

std::optional<Slice> Timeline::sliceAfter(RowId row, std::int64_t timeNs) const
{
    return neighbour(row, timeNs, true);
}

std::optional<Slice> Timeline::sliceBefore(RowId row, std::int64_t timeNs) const
{
    return timeNs == std::numeric_limits<std::int64_t>::min() ? std::nullopt : neighbour(row, timeNs, false);
}

std::optional<Slice> Timeline::next(RowId row, const Slice& slice) const
{
    const std::int64_t by = shift(row);
    std::optional<Slice> found;
    bool isPast = false;
    eachBeginningAt(row, slice.startNs, [&](const SlicePack& pack, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last && !found; ++i) {
            isPast = isPast || shifted(pack.at(i), by) == slice;
            if (isPast && pack.ref(i) != slice.ref)
                found = shifted(pack.at(i), by);
        }
        return !found;
    });
    return found ? found : sliceAfter(row, slice.startNs);
}

std::optional<Slice> Timeline::previous(RowId row, const Slice& slice) const
{
    const std::int64_t by = shift(row);
    std::optional<Slice> found;
    eachBeginningAt(row, slice.startNs, [&](const SlicePack& pack, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            if (shifted(pack.at(i), by) == slice)
                return false;
            if (pack.ref(i) != slice.ref)
                found = shifted(pack.at(i), by);
        }
        return true;
    });
    return found ? found : sliceBefore(row, slice.startNs);
}

std::optional<Slice> Timeline::sliceAt(RowId row, std::int64_t timeNs, std::int64_t toleranceNs) const
{
    std::optional<Slice> best;
    std::int64_t bestDistance = addSaturating(toleranceNs, 1);
    const auto consider = [&](const std::optional<Slice>& slice) {
        if (!slice)
            return;
        std::int64_t distance = 0;
        if (timeNs < slice->startNs)
            distance = subtractSaturating(slice->startNs, timeNs);
        else if (timeNs >= slice->endNs && timeNs != slice->startNs)
            distance = addSaturating(subtractSaturating(timeNs, slice->endNs), 1);
        if (distance < bestDistance) {
            best = slice;
            bestDistance = distance;
        }
    };
    consider(sliceBefore(row, addSaturating(timeNs, 1)));
    if (toleranceNs > 0)
        consider(sliceAfter(row, timeNs));
    return best;
}

std::vector<Slice> Timeline::slices(RowId row, TimeRange window, std::size_t limit) const
{
    std::vector<Slice> out;
    const std::int64_t by = shift(row);
    window = moved(window, by);
    for (const SlicePart& part : parts(row, window)) {
        const SlicePack& pack = *m_packs[part.pack];
        // The one before may reach into the window; several without duration may begin with it.
        std::size_t i = pack.firstAfter(part.begin, part.end, subtractSaturating(window.startNs, 1));
        if (i > part.begin)
            --i;
        for (; i < part.end && out.size() < limit; ++i) {
            const Slice slice = pack.at(i);
            if (slice.startNs >= window.endNs)
                break;
            if (overlaps(slice.startNs, slice.endNs, window))
                out.push_back(*shifted(slice, by));
        }
    }
    return out;
}

std::size_t Timeline::memoryBytes() const
{
    std::size_t sum = m_tracks.size() * sizeof(Track) + m_rows.size() * sizeof(Row);
    for (const auto& pack : m_packs)
        sum += pack ? pack->memoryBytes() : 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        sum += m_rows[i].sealed ? m_rows[i].sealed->capacity() * sizeof(SlicePart) : 0;
    return sum;
}

}
