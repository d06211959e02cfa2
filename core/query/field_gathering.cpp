#include "core/query/field_gathering.h"

#include "core/base/workers.h"

#include <algorithm>

namespace traceglass::query {

namespace {

bool isSet(std::span<const std::uint64_t> bits, std::size_t index)
{
    return (bits[index / 64] >> index % 64 & 1) != 0;
}

}

// Slices of a row follow each other in the bytes, mostly: the search begins where the last one ended.
class FieldGathering::Search
{
public:
    explicit Search(std::span<const Found> all)
        : m_all(all)
    {
    }

    std::span<const Found> find(std::uint64_t ref)
    {
        std::size_t from = m_at < m_all.size() && m_all[m_at].ref <= ref ? m_at : 0;
        std::size_t step = 1;
        while (from + step < m_all.size() && m_all[from + step].ref < ref) {
            from += step;
            step *= 2;
        }
        const auto near = m_all.subspan(from, std::min(step + 1, m_all.size() - from));
        m_at = from + static_cast<std::size_t>(std::ranges::lower_bound(near, ref, {}, &Found::ref) - near.begin());
        std::size_t end = m_at;
        while (end < m_all.size() && m_all[end].ref == ref)
            ++end;
        return m_all.subspan(m_at, end - m_at);
    }

private:
    std::span<const Found> m_all;
    std::size_t m_at = 0;
};

class FieldGathering::Sink : public FieldSink
{
public:
    explicit Sink(FieldGathering& gathering)
        : m_gathering(gathering)
        , m_columns(gathering.m_wanted.size())
        , m_now(m_columns.size())
    {
    }

    void take(const FieldRecord& record) override
    {
        if (m_gathering.m_isTooLarge)
            return;
        for (const FieldEntry& entry : record.values)
            for (const std::uint32_t column : m_gathering.m_of.at(entry.field))
                appendValue(m_now[column], entry.field, entry.value);
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (!m_now[i].empty()) {
                add(m_columns[i], m_gathering.m_wanted[i].answers, record, m_now[i]);
                m_now[i].clear();
            }
    }
    void finish() override
    {
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            m_gathering.join(i, m_columns[i]);
    }

private:
    void add(Column& column, const NamedTest* answers, const FieldRecord& record, std::string_view key)
    {
        if (answers)
            key = answers->asked(key) ? NamedTest::kYes : NamedTest::kNo;
        const StringId code = column.keys->intern(key);
        m_gathering.check(*column.keys, code);
        Found found {record.ref.bits, number(code)};
        if (record.place) {
            const FieldPlace& place = *record.place;
            column.places.push_back({place.kind, place.trackKey, place.time, std::string(place.name)});
            found.place = static_cast<std::uint32_t>(column.places.size());
        }
        column.found.push_back(found);
    }

    FieldGathering& m_gathering;
    std::vector<Column> m_columns;
    std::vector<std::string> m_now; // keys of the record at hand, by column
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

void FieldGathering::join(std::size_t index, Column& part)
{
    const std::lock_guard lock(m_mutex);
    Column& all = m_columns[index];
    std::vector<std::uint32_t> codes; // by that of the part
    const auto before = static_cast<std::uint32_t>(all.places.size());
    for (Found& found : part.found) {
        if (found.code >= codes.size())
            codes.resize(found.code + found.code / 2 + 64);
        std::uint32_t& code = codes[found.code];
        if (code == 0) {
            code = number(all.keys->intern(part.keys->text(StringId(found.code))));
            check(*all.keys, StringId(code));
        }
        found.code = code;
        found.place += found.place > 0 ? before : 0;
    }
    if (all.found.empty())
        all.found = std::move(part.found);
    else
        all.found.insert(all.found.end(), part.found.begin(), part.found.end());
    std::ranges::move(part.places, std::back_inserter(all.places));
}

// --- which slice has what

FieldColumnPtr FieldGathering::column(std::size_t index, const TimelinePtr& timeline, const Hits* only,
                                      unsigned threads, Job& job)
{
    Column& from = m_columns[index];
    if (!std::ranges::is_sorted(from.found, {}, &Found::ref))
        std::ranges::stable_sort(from.found, {}, &Found::ref);
    auto out = std::make_shared<FieldColumn>();
    out->m_timeline = timeline;
    out->m_keys = from.keys;
    out->m_parts.resize(timeline->segmentCount());
    const auto stretches = stretchesOf(*timeline);
    forEachParallel(stretches.size(), threads, job, [&](std::size_t segment) {
        out->m_parts[segment] =
            partOf(from, *timeline, static_cast<std::uint32_t>(segment), stretches[segment], only);
    });
    for (const FieldColumn::Part& part : out->m_parts)
        out->m_bytes += part.at.size() * sizeof(part.at[0]) + part.codes.size() * sizeof(part.codes[0]);
    out->m_bytes += from.keys->textBytes();
    from.found = {};
    return out;
}

std::vector<std::vector<FieldGathering::Stretch>> FieldGathering::stretchesOf(const Timeline& timeline)
{
    std::vector<std::vector<Stretch>> out(timeline.segmentCount());
    for (std::uint32_t track = 0; track < timeline.trackCount(); ++track)
        for (RowId row = timeline.track(TrackId(track)).firstRow; row != kNoRow; row = timeline.nextRow(row))
            for (std::size_t i = 0, parts = timeline.partCount(row); i < parts; ++i) {
                const SlicePart part = timeline.part(row, i);
                out[part.segment].push_back({part.begin, part.end, TrackId(track)});
            }
    for (auto& each : out)
        std::ranges::sort(each, {}, &Stretch::begin);
    return out;
}

// Of several events that were placed together nobody knows which one a slice is, so it has the values of all.
std::uint32_t FieldGathering::codeOf(Column& from, std::span<const Found> found, const Timeline& timeline,
                                     const Segment& segment, const Stretch& in, std::size_t index)
{
    const Track& track = timeline.track(in.track);
    const auto isMeant = [&](const Place& place) {
        return track.key == place.key && track.kind == place.kind && segment.start(index) == place.time.startNs
            && segment.end(index) == place.time.endNs
            && (!hasNames(track.kind) || timeline.text(StringId(segment.names()[index])) == place.name);
    };
    std::uint32_t out = 0;
    for (const Found& each : found) {
        if (each.place != 0 && !isMeant(from.places[each.place - 1]))
            continue;
        if (out == 0 || out == each.code) {
            out = each.code;
            continue;
        }
        const std::lock_guard lock(m_mutex);
        std::string together(from.keys->text(StringId(out)));
        together += from.keys->text(StringId(each.code));
        out = number(from.keys->intern(together));
    }
    return out;
}

FieldColumn::Part FieldGathering::partOf(Column& from, const Timeline& timeline, std::uint32_t number,
                                         std::span<const Stretch> stretches, const Hits* only)
{
    FieldColumn::Part out;
    const auto bits = only ? only->bits(number) : std::span<const std::uint64_t>();
    if ((only && bits.empty()) || from.found.empty())
        return out;
    const Segment& segment = timeline.segment(number);
    Search search(from.found);
    for (const Stretch& stretch : stretches)
        for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
            if (only && !isSet(bits, i))
                continue;
            const auto found = search.find(segment.ref(i).bits);
            const std::uint32_t code = found.empty() ? 0 : codeOf(from, found, timeline, segment, stretch, i);
            if (code != 0) {
                out.at.push_back(static_cast<std::uint16_t>(i));
                out.codes.push_back(code);
            }
        }
    if (out.at.size() > segment.size() / 2) {
        std::vector<std::uint32_t> all(segment.size());
        for (std::size_t i = 0; i < out.at.size(); ++i)
            all[out.at[i]] = out.codes[i];
        out = {{}, std::move(all)};
    }
    out.at.shrink_to_fit();
    out.codes.shrink_to_fit();
    return out;
}

}
