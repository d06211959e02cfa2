#include "core/query/field_columns.h"

#include "core/query/field_gathering.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace traceglass::query {

namespace {

enum class Packed : char { small, wide, real, truth, text };

template <class T>
void appendRaw(std::string& out, const T& value)
{
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
T takeRaw(std::string_view& from)
{
    T out {};
    std::memcpy(&out, from.data(), sizeof out);
    from.remove_prefix(sizeof out);
    return out;
}

}

void appendValue(std::string& key, std::uint32_t field, const FieldValue& value)
{
    const auto begin = [&](Packed how) {
        appendRaw(key, field);
        key += static_cast<char>(how);
    };
    if (const auto* const whole = std::get_if<WideInteger>(&value)) {
        const auto small = static_cast<std::int64_t>(*whole);
        begin(small == *whole ? Packed::small : Packed::wide);
        if (small == *whole)
            appendRaw(key, small);
        else
            appendRaw(key, *whole);
    } else if (const auto* const real = std::get_if<double>(&value)) {
        begin(Packed::real);
        appendRaw(key, *real);
    } else if (const auto* const truth = std::get_if<bool>(&value)) {
        begin(Packed::truth);
        appendRaw(key, *truth);
    } else {
        const std::string_view text = std::get<std::string_view>(value);
        begin(Packed::text);
        appendRaw(key, text.size());
        key += text;
    }
}

void eachValue(std::string_view key, const std::function<void(std::uint32_t, const FieldValue&)>& use)
{
    while (!key.empty()) {
        const auto field = takeRaw<std::uint32_t>(key);
        switch (static_cast<Packed>(takeRaw<char>(key))) {
        case Packed::small: use(field, WideInteger(takeRaw<std::int64_t>(key))); break;
        case Packed::wide: use(field, takeRaw<WideInteger>(key)); break;
        case Packed::real: use(field, takeRaw<double>(key)); break;
        case Packed::truth: use(field, takeRaw<bool>(key)); break;
        case Packed::text: {
            const auto size = takeRaw<std::size_t>(key);
            use(field, key.substr(0, size));
            key.remove_prefix(size);
        }
        }
    }
}

// --- a column

bool FieldColumn::isOf(const Timeline& timeline) const
{
    if (timeline.packCount() != m_timeline->packCount())
        return false;
    for (std::uint32_t i = 0; i < m_packs.size(); ++i)
        if (timeline.packAt(i) != m_timeline->packAt(i))
            return false;
    return true;
}

void FieldColumn::each(const Hit& hit, const std::function<void(std::uint32_t, const FieldValue&)>& use) const
{
    const Pack& pack = m_packs[hit.pack];
    if (pack.at.empty()) {
        if (hit.index < pack.codes.size())
            eachValue(key(pack.codes[hit.index]), use);
        return;
    }
    const auto found = std::ranges::lower_bound(pack.at, hit.index);
    if (found != pack.at.end() && *found == hit.index)
        eachValue(key(pack.codes[static_cast<std::size_t>(found - pack.at.begin())]), use);
}

// --- a test

std::vector<std::uint32_t> fieldsMeant(const FieldCatalogue& catalogue, std::string_view name)
{
    const bool isOfType = name.ends_with('.');
    if (!name.empty() && !isOfType)
        return fieldsNamed(catalogue, name);
    if (isOfType)
        name.remove_suffix(1);
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < catalogue.size(); ++i) {
        const RecordField& field = catalogue[i];
        if (isOfType ? field.record == name : field.type == FieldType::text || field.type == FieldType::any)
            out.push_back(i);
    }
    return out;
}

NamedTest::NamedTest(const Test& test, const FieldCatalogue& catalogue, std::int64_t startNs)
    : m_op(test.op)
    , m_fields(fieldsMeant(catalogue, test.name))
{
    static const RecordField kText; // whatever else a value may be
    for (const std::uint32_t field : m_fields) {
        auto made = FieldTest::make(test, test.name.empty() ? kText : catalogue[field], startNs);
        m_of.emplace(field, made ? std::optional(std::move(*made)) : std::nullopt);
    }
}

bool NamedTest::asked(std::string_view key) const
{
    bool isThere = false, fits = false;
    eachValue(key, [&](std::uint32_t field, const FieldValue& value) {
        isThere = true;
        const auto& test = m_of.at(field);
        fits = fits || (test && test->fits(value));
    });
    return m_op == Op::isThere ? isThere : m_op == Op::notEqual ? isThere && !fits : fits;
}

// --- reading

FieldColumns::FieldColumns(const FieldsFacet* facet, std::uint64_t dictionaryAtMost)
    : m_facet(facet)
    , m_dictionaryAtMost(dictionaryAtMost)
    , m_kept(64, kKept)
{
}

FieldCataloguePtr FieldColumns::catalogue() const
{
    static const auto kNothing = std::make_shared<const FieldCatalogue>();
    return m_facet ? m_facet->fields() : kNothing;
}

void FieldColumns::setNotes(NotesPtr notes)
{
    const std::lock_guard lock(m_mutex);
    m_notes = std::move(notes);
}

NotesPtr FieldColumns::notes() const
{
    const std::lock_guard lock(m_mutex);
    return m_notes;
}

bool FieldColumns::isFew(const Hits& candidates) const
{
    const FieldCosts costs = m_facet->costs();
    return candidates.count() * costs.recordNs < costs.scanNs;
}

bool FieldColumns::areKept(const std::vector<NamedTest>& tests, const Timeline& timeline) const
{
    return std::ranges::all_of(
        tests, [&](const NamedTest& test) { return test.m_fields.empty() || kept(test.m_fields, timeline); });
}

std::uint64_t FieldColumns::costOf(const Hits& candidates) const
{
    const FieldCosts costs = m_facet->costs();
    return isFew(candidates) ? candidates.count() * costs.recordNs : costs.scanNs;
}

// Nothing in it: the distinct values are too many to be kept.
Result<std::vector<FieldColumnPtr>> FieldColumns::read(const std::vector<WantedColumn>& wanted,
                                                       const TimelinePtr& timeline, const Hits* only,
                                                       unsigned threads, Job& job) const
{
    FieldGathering gathering(wanted, m_dictionaryAtMost);
    const FieldRequest request {gathering.fields(), threads};
    Result<void> done;
    if (only) {
        std::vector<RecordRef> refs;
        for (std::uint32_t i = 0; i < timeline->packCount(); ++i) {
            const auto bits = only->bits(i);
            for (std::size_t word = 0; word < bits.size(); ++word)
                for (std::uint64_t left = bits[word]; left != 0; left &= left - 1)
                    refs.push_back(
                        timeline->pack(i).ref(word * 64 + static_cast<std::size_t>(std::countr_zero(left))));
        }
        std::ranges::sort(refs, {}, &RecordRef::bits);
        refs.erase(std::unique(refs.begin(), refs.end()), refs.end());
        const auto sink = gathering.sink();
        done = m_facet->read(request, refs, *sink, job);
        sink->finish();
    } else {
        done = m_facet->scan(
            request, [&] { return gathering.sink(); }, job);
    }
    if (!done)
        return tl::unexpected(done.error());
    std::vector<FieldColumnPtr> out;
    if (gathering.isTooLarge())
        return out;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        out.push_back(gathering.column(i, timeline, only, threads, job));
    if (job.stopRequested())
        return fail(Code::Stopped);
    return out;
}

Result<void> FieldColumns::fill(std::vector<NamedTest>& tests, const TimelinePtr& timeline,
                                const Hits& candidates, unsigned threads, Job& job) const
{
    std::vector<NamedTest*> open;
    std::vector<WantedColumn> wanted;
    for (NamedTest& test : tests) {
        if (test.m_fields.empty())
            continue;
        test.m_column = kept(test.m_fields, *timeline);
        if (test.m_column)
            continue;
        open.push_back(&test);
        if (std::ranges::none_of(wanted,
                                 [&](const WantedColumn& each) { return *each.fields == test.m_fields; }))
            wanted.push_back({&test.m_fields, nullptr});
    }
    if (open.empty())
        return {};
    const bool areFew = isFew(candidates);
    auto columns = read(wanted, timeline, areFew ? &candidates : nullptr, threads, job);
    if (!columns)
        return tl::unexpected(columns.error());
    if (columns->empty()) { // too many distinct values: what the tests say of them takes no room
        wanted.clear();
        for (const NamedTest* const test : open)
            wanted.push_back({&test->m_fields, test});
        columns = read(wanted, timeline, areFew ? &candidates : nullptr, threads, job);
        if (!columns)
            return tl::unexpected(columns.error());
        for (std::size_t i = 0; i < open.size(); ++i) {
            open[i]->m_column = (*columns)[i];
            open[i]->m_isAnswered = true;
        }
        return {};
    }
    for (NamedTest* const test : open)
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (*wanted[i].fields == test->m_fields)
                test->m_column = (*columns)[i];
    for (std::size_t i = 0; i < wanted.size() && !areFew; ++i)
        keep(*wanted[i].fields, (*columns)[i]);
    return {};
}

Result<FieldColumnPtr> FieldColumns::of(const std::vector<std::uint32_t>& fields, const Hits& hits,
                                        Job& job) const
{
    const TimelinePtr timeline = hits.timelinePtr();
    if (FieldColumnPtr known = kept(fields, *timeline))
        return known;
    const bool areFew = isFew(hits);
    auto columns = read({{&fields, nullptr}}, timeline, areFew ? &hits : nullptr, 0, job);
    if (!columns)
        return tl::unexpected(columns.error());
    if (columns->empty())
        return fail(Code::QueryTooManyValues);
    if (!areFew)
        keep(fields, columns->front());
    return columns->front();
}

FieldColumnPtr FieldColumns::kept(const std::vector<std::uint32_t>& fields, const Timeline& timeline) const
{
    const std::string key(reinterpret_cast<const char*>(fields.data()),
                          fields.size() * sizeof(std::uint32_t));
    const std::lock_guard lock(m_mutex);
    const auto found = m_kept.find(key);
    return found && (*found)->isOf(timeline) ? *found : nullptr;
}

void FieldColumns::keep(const std::vector<std::uint32_t>& fields, const FieldColumnPtr& column) const
{
    const std::string key(reinterpret_cast<const char*>(fields.data()),
                          fields.size() * sizeof(std::uint32_t));
    const std::lock_guard lock(m_mutex);
    m_kept.put(key, column, column->m_bytes);
}

}
