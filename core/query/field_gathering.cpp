#include "core/query/field_gathering.h"

#include "core/base/workers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <tuple>
#include <unordered_set>

namespace traceglass::query {

namespace {

bool isSet(std::span<const std::uint64_t> bits, std::size_t index)
{
    return (bits[index / 64] >> index % 64 & 1) != 0;
}

}

// Which records have a value, but for some that have none: most slices are told without a search. Records
// that are near each other are so here, too.
class FieldGathering::Filter
{
public:
    explicit Filter(std::span<const Found> all)
        : m_mask(std::bit_ceil(std::max(kLeast, all.size() * kBitsEach)) - 1)
        , m_bits((m_mask + 1) / 64)
    {
        for (const Found& found : all)
            m_bits[place(found.ref) / 64] |= std::uint64_t(1) << place(found.ref) % 64;
    }

    bool mayHold(std::uint64_t ref) const { return (m_bits[place(ref) / 64] >> place(ref) % 64 & 1) != 0; }

private:
    static constexpr std::size_t kLeast = 4096, kBitsEach = 16;

    std::size_t place(std::uint64_t ref) const
    {
        constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15; // of sources
        return static_cast<std::size_t>(((ref >> 2) + (ref >> 40) * kSpread) & m_mask);
    }

    std::size_t m_mask;
    std::vector<std::uint64_t> m_bits;
};

// Slices of a row follow each other in the bytes, mostly: the search begins where the last one ended.
class FieldGathering::Search
{
public:
    Search(std::span<const Found> all, const Filter& filter)
        : m_all(all)
        , m_filter(filter)
    {
    }

    std::span<const Found> find(std::uint64_t ref)
    {
        if (!m_filter.mayHold(ref))
            return {};
        if (!m_last.empty() && m_last.front().ref == ref)
            return m_last;
        std::size_t from = m_at < m_all.size() && m_all[m_at].ref <= ref ? m_at : 0;
        std::size_t step = 1;
        while (from + step < m_all.size() && m_all[from + step].ref < ref) {
            from += step;
            step *= 2;
        }
        const auto near = m_all.subspan(from, std::min(step + 1, m_all.size() - from));
        m_at = from
            + static_cast<std::size_t>(std::ranges::lower_bound(near, ref, {}, &Found::ref) - near.begin());
        std::size_t end = m_at;
        while (end < m_all.size() && m_all[end].ref == ref)
            ++end;
        m_last = m_all.subspan(m_at, end - m_at);
        return m_last;
    }

private:
    std::span<const Found> m_all;
    const Filter& m_filter;
    std::size_t m_at = 0;
    std::span<const Found> m_last {}; // of the same record, as slices of many events are
};

class FieldGathering::Sink : public FieldSink
{
public:
    explicit Sink(FieldGathering& gathering)
        : m_gathering(gathering)
        , m_taken(gathering.m_wanted.size())
        , m_now(m_taken.size())
    {
    }

    void take(const FieldRecord& record) override
    {
        if (m_gathering.m_isTooLarge || takeKnown(record))
            return;
        for (const FieldEntry& entry : record.values)
            for (const std::uint32_t column : m_gathering.m_of.at(entry.field))
                appendValue(m_now[column], entry.field, entry.value);
        for (std::size_t i = 0; i < m_taken.size(); ++i)
            if (!m_now[i].empty()) {
                add(m_taken[i], m_gathering.m_wanted[i].answers, record, m_now[i]);
                m_now[i].clear();
            }
    }
    void finish() override
    {
        for (std::size_t i = 0; i < m_taken.size(); ++i)
            m_gathering.join(i, m_taken[i]);
    }

private:
    // Numbers come again and again: those of the latest are known without a look into the dictionary.
    struct LatestNumber
    {
        std::uint64_t bits = 0;
        std::uint32_t field = 0;
        std::uint32_t code = 0; // 0: none
        bool isReal = false;
    };
    static constexpr std::size_t kRecent = 1024;

    bool takeKnown(const FieldRecord& record)
    {
        if (m_taken.size() != 1 || record.values.size() != 1 || record.place)
            return false;
        const FieldEntry& entry = record.values.front();
        const auto* const whole = std::get_if<WideInteger>(&entry.value);
        const auto* const real = std::get_if<double>(&entry.value);
        if (!real && (!whole || static_cast<std::int64_t>(*whole) != *whole))
            return false;
        const std::uint64_t bits =
            real ? std::bit_cast<std::uint64_t>(*real) : static_cast<std::uint64_t>(*whole);
        LatestNumber& known = m_recent[(bits ^ bits >> 42 ^ entry.field) % kRecent];
        if (known.code == 0 || known.bits != bits || known.field != entry.field
            || known.isReal != (real != nullptr)) {
            appendValue(m_now[0], entry.field, entry.value);
            known = {bits, entry.field, codeOf(m_taken[0], m_gathering.m_wanted[0].answers, m_now[0]),
                     real != nullptr};
            m_now[0].clear();
        }
        m_taken[0].found.push_back({record.ref.bits, known.code});
        return true;
    }

    std::uint32_t codeOf(Taken& taken, const NamedTest* answers, std::string_view key)
    {
        if (answers)
            key = answers->asked(key) ? NamedTest::kYes : NamedTest::kNo;
        const StringId code = taken.keys.intern(key);
        m_gathering.check(taken.keys, code);
        return number(code);
    }
    void add(Taken& taken, const NamedTest* answers, const FieldRecord& record, std::string_view key)
    {
        Found found {record.ref.bits, codeOf(taken, answers, key)};
        if (record.place) {
            const FieldPlace& place = *record.place;
            taken.places.push_back({place, std::string(place.name)});
            found.place = static_cast<std::uint32_t>(taken.places.size());
        }
        taken.found.push_back(found);
    }

    FieldGathering& m_gathering;
    std::vector<Taken> m_taken;
    std::vector<std::string> m_now; // keys of the record at hand, by column
    std::array<LatestNumber, kRecent> m_recent {};
};

FieldGathering::FieldGathering(const std::vector<WantedColumn>& wanted, std::uint64_t dictionaryAtMost)
    : m_wanted(wanted)
    , m_dictionaryAtMost(dictionaryAtMost)
    , m_columns(wanted.size())
{
    for (std::uint32_t i = 0; i < wanted.size(); ++i)
        for (const std::uint32_t field : *wanted[i].fields)
            m_of[field].push_back(i);
    for (const auto& [field, columns] : m_of)
        m_fields.push_back(field);
    std::ranges::sort(m_fields);
}

std::unique_ptr<FieldSink> FieldGathering::sink()
{
    return std::make_unique<Sink>(*this);
}

void FieldGathering::check(const StringTable& keys, StringId code)
{
    const bool areAnswers = m_wanted.front().answers != nullptr; // there are two
    if ((keys.textBytes() > m_dictionaryAtMost && !areAnswers) || number(code) == 0)
        m_isTooLarge = true;
}

void FieldGathering::join(std::size_t index, Taken& taken)
{
    if (taken.found.empty())
        return;
    const std::uint32_t most = std::ranges::max(taken.found, {}, &Found::code).code;
    std::vector<std::uint32_t> codes(most + std::size_t(1)); // by that of what was taken
    std::uint32_t places = 0;
    Column& all = m_columns[index];
    {
        const std::lock_guard lock(m_mutex);
        for (std::uint32_t code = 1; code <= most; ++code) {
            codes[code] = number(all.keys->intern(taken.keys.text(StringId(code))));
            check(*all.keys, StringId(codes[code]));
        }
        places = static_cast<std::uint32_t>(all.places.size());
        std::ranges::move(taken.places, std::back_inserter(all.places));
    }
    for (Found& found : taken.found) {
        found.code = codes[found.code];
        found.place += found.place > 0 ? places : 0;
    }
    const std::lock_guard lock(m_mutex);
    all.parts.push_back(std::move(taken.found));
}

// Parts come as threads end them; each is in order, mostly.
std::vector<FieldGathering::Found> FieldGathering::inOrder(std::vector<std::vector<Found>> parts)
{
    std::ranges::sort(parts, {}, [](const std::vector<Found>& part) { return part.front().ref; });
    std::vector<Found> out;
    for (std::vector<Found>& part : parts) {
        if (out.empty())
            out = std::move(part);
        else
            out.insert(out.end(), part.begin(), part.end());
        part = {};
    }
    if (!std::ranges::is_sorted(out, {}, &Found::ref))
        std::ranges::stable_sort(out, {}, &Found::ref);
    return out;
}

// --- which slice has what

FieldColumnPtr FieldGathering::column(std::size_t index, const TimelinePtr& timeline, const Hits* only,
                                      unsigned threads, Job& job)
{
    Column& from = m_columns[index];
    std::vector<Found> found = inOrder(std::move(from.parts));
    settle(from, found);
    auto out = std::make_shared<FieldColumn>();
    out->m_timeline = timeline;
    out->m_keys = from.keys;
    out->m_packs.resize(timeline->packCount());
    const auto stretches = stretchesOf(*timeline);
    const Filter filter(found);
    forEachParallel(stretches.size(), threads, job, [&](std::size_t pack) {
        out->m_packs[pack] = packOf(from, Search(found, filter), *timeline, static_cast<std::uint32_t>(pack),
                                    stretches[pack], only);
    });
    for (const FieldColumn::Pack& pack : out->m_packs)
        out->m_bytes += pack.at.size() * sizeof(pack.at[0]) + pack.codes.size() * sizeof(pack.codes[0]);
    out->m_bytes += from.keys->textBytes();
    return out;
}

std::vector<std::vector<FieldGathering::Stretch>> FieldGathering::stretchesOf(const Timeline& timeline)
{
    std::vector<std::vector<Stretch>> out(timeline.packCount());
    for (std::uint32_t track = 0; track < timeline.trackCount(); ++track)
        for (RowId row = timeline.track(TrackId(track)).firstRow; row != kNoRow; row = timeline.nextRow(row))
            for (std::size_t i = 0, parts = timeline.partCount(row); i < parts; ++i) {
                const SlicePart part = timeline.part(row, i);
                out[part.pack].push_back({part.begin, part.end, TrackId(track)});
            }
    for (auto& each : out)
        std::ranges::sort(each, {}, &Stretch::begin);
    return out;
}

std::weak_ordering FieldGathering::order(const FieldPlace& one, const FieldPlace& other)
{
    if (const auto by = std::tie(one.kind, one.trackKey) <=> std::tie(other.kind, other.trackKey); by != 0)
        return by;
    if (one.kind == TrackKind::counter)
        return std::weak_order(one.value, other.value);
    if (const auto by =
            std::tie(one.time.startNs, one.time.endNs) <=> std::tie(other.time.startNs, other.time.endNs);
        by != 0)
        return by;
    return hasNames(one.kind) ? one.name <=> other.name : std::strong_ordering::equal;
}

std::weak_ordering FieldGathering::order(const Column& in, const Found& one, const Found& other)
{
    if (one.place == 0 || other.place == 0)
        return (one.place != 0) <=> (other.place != 0);
    return order(in.placeOf(one), in.placeOf(other));
}

// Puts what each record has in the order of its places, and makes one of what stands at the same: a record may
// stand for thousands of events, and each of as many slices looks for its own. Of several that were placed together
// nobody knows which one a slice is, so it has the values of all.
void FieldGathering::settle(Column& in, std::vector<Found>& all)
{
    std::size_t kept = 0;
    for (std::size_t at = 0, end = 0; at < all.size(); at = end) {
        while (end < all.size() && all[end].ref == all[at].ref)
            ++end;
        const auto record = std::span(all).subspan(at, end - at);
        if (record.size() > 1)
            std::ranges::stable_sort(
                record, [&](const Found& one, const Found& other) { return order(in, one, other) < 0; });
        for (std::size_t i = 0, next = 0; i < record.size(); i = next) {
            while (next < record.size() && order(in, record[i], record[next]) == 0)
                ++next;
            Found one = record[i];
            one.code = together(in, record.subspan(i, next - i));
            all[kept++] = one;
        }
    }
    all.resize(kept);
}

std::uint32_t FieldGathering::together(Column& in, std::span<const Found> found)
{
    if (found.size() == 1)
        return found.front().code;
    std::string keys;
    std::unordered_set<std::uint32_t> seen;
    for (const Found& each : found)
        if (seen.insert(each.code).second)
            keys += in.keys->text(StringId(each.code));
    return number(in.keys->intern(keys));
}

std::uint32_t FieldGathering::codeOf(Column& from, std::span<const Found> found, const Timeline& timeline,
                                     const SlicePack& pack, const Stretch& in, std::size_t index)
{
    std::array<Found, 3> meant;
    std::size_t count = 0;
    const auto take = [&](const Found& each) { meant[count++] = each; };
    if (found.front().place == 0) {
        take(found.front());
        found = found.subspan(1);
    }
    if (!found.empty()) {
        const Track& track = timeline.track(in.track);
        const bool isCounter = track.kind == TrackKind::counter;
        FieldPlace own {track.kind, track.key, {pack.start(index), pack.end(index)}};
        if (isCounter)
            own.value = timeline.value(in.track, pack.at(index));
        else if (hasNames(track.kind))
            own.name = timeline.text(StringId(pack.names()[index]));
        const auto at = std::ranges::partition_point(
            found, [&](const Found& each) { return order(from.placeOf(each), own) < 0; });
        const auto isOfTrack = [&](const Found& each) {
            const FieldPlace place = from.placeOf(each);
            return place.kind == own.kind && place.trackKey == own.trackKey;
        };
        if (isCounter) { // the nearer of both sides, or both: also what is no number
            const auto distanceOf = [&](const Found& each) {
                return std::abs(from.placeOf(each).value - own.value);
            };
            const Found* const below =
                at != found.begin() && isOfTrack(*std::prev(at)) ? &*std::prev(at) : nullptr;
            const Found* const above = at != found.end() && isOfTrack(*at) ? &*at : nullptr;
            if (below && !(above && distanceOf(*above) < distanceOf(*below)))
                take(*below);
            if (above && !(below && distanceOf(*below) < distanceOf(*above)))
                take(*above);
        } else if (at != found.end() && order(from.placeOf(*at), own) == 0) {
            take(*at);
        }
    }
    if (count < 2)
        return count == 0 ? 0 : meant[0].code;
    const std::lock_guard lock(m_mutex);
    return together(from, std::span(meant).first(count));
}

FieldColumn::Pack FieldGathering::packOf(Column& from, Search search, const Timeline& timeline,
                                         std::uint32_t number, std::span<const Stretch> stretches,
                                         const Hits* only)
{
    FieldColumn::Pack out;
    const auto bits = only ? only->bits(number) : std::span<const std::uint64_t>();
    if (stretches.empty() || (only && bits.empty()))
        return out;
    const SlicePack& pack = timeline.pack(number);
    for (const Stretch& stretch : stretches)
        for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
            if (only && !isSet(bits, i))
                continue;
            const auto found = search.find(pack.ref(i).bits);
            const std::uint32_t code = found.empty() ? 0 : codeOf(from, found, timeline, pack, stretch, i);
            if (code != 0) {
                out.at.push_back(static_cast<std::uint16_t>(i));
                out.codes.push_back(code);
            }
        }
    if (out.at.size() > pack.size() / 2) {
        std::vector<std::uint32_t> all(pack.size());
        for (std::size_t i = 0; i < out.at.size(); ++i)
            all[out.at[i]] = out.codes[i];
        out = {{}, std::move(all)};
    }
    out.at.shrink_to_fit();
    out.codes.shrink_to_fit();
    return out;
}

}
