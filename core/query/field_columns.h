// The values of fields of records, by slice: read when a query needs them, and kept, so that the next
// condition on the same field costs what one on names does. Each distinct value stands once in a dictionary;
// a slice has its code.
//
//     FieldColumns columns(document.fields());      // one for all queries of a capture; any thread may ask
//     query::run(timeline, &columns, expr, scope, job);
//     const auto column = columns.of(fieldsNamed(*columns.catalogue(), "status"), hits, job);
//     column->each(hit, [&](std::uint32_t field, const FieldValue& value) { ... });
//
// Errors are those of reading: file.stopped, file.changed.
#pragma once

#include "core/base/recent.h"
#include "core/base/string_table.h"
#include "core/query/field_test.h"
#include "core/query/noted_slices.h"
#include "core/query/run.h"

#include <mutex>
#include <unordered_map>

namespace traceglass {
class FieldsFacet;
}

namespace traceglass::query {

// What a record holds of the fields of a column, as one key of its dictionary: all values one behind the
// other.
void appendValue(std::string& key, std::uint32_t field, const FieldValue& value);
void eachValue(std::string_view key, const std::function<void(std::uint32_t, const FieldValue&)>& use);

class FieldColumn
{
public:
    // Of the slices of a pack; those that are not listed have no value.
    struct Pack
    {
        std::vector<std::uint16_t> at; // empty: there is a code for each slice, 0 where there is no value
        std::vector<std::uint32_t> codes;
    };

    const Pack& pack(std::uint32_t pack) const { return m_packs[pack]; }
    std::string_view key(std::uint32_t code) const { return m_keys->text(StringId(code)); }
    void each(const Hit& hit, const std::function<void(std::uint32_t, const FieldValue&)>& use) const;

private:
    friend class FieldColumns;
    friend class FieldGathering;
    bool isOf(const Timeline& timeline) const; // the same slices

    TimelinePtr m_timeline;
    std::vector<Pack> m_packs;
    std::shared_ptr<StringTable> m_keys;
    std::uint64_t m_bytes = 0;
};
using FieldColumnPtr = std::shared_ptr<const FieldColumn>;

// By number, those of a test on a named field; of none all that hold text, of "shop.Request." all of that type.
std::vector<std::uint32_t> fieldsMeant(const FieldCatalogue& catalogue, std::string_view name);

// A test on a named field, of one capture; without a name on all texts of a record.
class NamedTest
{
public:
    NamedTest(const Test& test, const FieldCatalogue& catalogue, std::int64_t startNs);

    const FieldColumn* column() const { return m_column.get(); } // null: nothing has the field
    bool holds(std::string_view key) const { return m_isAnswered ? key == kYes : asked(key); }

private:
    friend class FieldColumns;
    friend class FieldGathering;
    static constexpr std::string_view kYes = "y",
                                      kNo = "n"; // keys of a column that holds answers, not values

    bool asked(std::string_view key) const;

    Op m_op;
    std::vector<std::uint32_t> m_fields;                              // by number, in order
    std::unordered_map<std::uint32_t, std::optional<FieldTest>> m_of; // nothing: no value of the field fits
    FieldColumnPtr m_column;
    bool m_isAnswered = false;
};

struct WantedColumn;
struct FrequentValue; // offers.h

class FieldColumns
{
public:
    static constexpr std::uint64_t kKept = 256u << 20;       // bytes of columns that are kept
    static constexpr std::uint64_t kDictionary = 256u << 20; // bytes of distinct values of one column

    // Null: the capture has no such fields, and nothing has a value.
    explicit FieldColumns(const FieldsFacet* facet, std::uint64_t dictionaryAtMost = kDictionary);
    FieldColumns(const FieldColumns&) = delete;
    FieldColumns& operator=(const FieldColumns&) = delete;

    FieldCataloguePtr catalogue() const; // null while it is not known

    // Those of the capture, which a query may ask for as `note`.
    void setNotes(NotesPtr notes);
    NotesPtr notes() const;

    // Those of tests: are they at hand?
    bool areKept(const std::vector<NamedTest>& tests, const Timeline& timeline) const;
    // About how long reading values of the candidates takes, in nanoseconds of one core.
    std::uint64_t costOf(const Hits& candidates) const;

    // Gives each test its column. Values of slices that are no candidates may be missing.
    Result<void> fill(std::vector<NamedTest>& tests, const TimelinePtr& timeline, const Hits& candidates,
                      unsigned threads, Job& job) const;
    // Of these fields, for the hits.
    Result<FieldColumnPtr> of(const std::vector<std::uint32_t>& fields, const Hits& hits, Job& job) const;
    // Values of the fields of a name and how many slices have them, the most frequent first: of a column that a query
    // left here. Nothing is read for it: none, where there is no such column.
    std::vector<FrequentValue> mostFrequent(std::string_view name, const Timeline& timeline, std::size_t atMost,
                                            Job& job) const;

private:
    Result<std::vector<FieldColumnPtr>> read(const std::vector<WantedColumn>& wanted,
                                             const TimelinePtr& timeline, const Hits* only, unsigned threads,
                                             Job& job) const;
    bool isFew(const Hits& candidates) const;
    FieldColumnPtr kept(const std::vector<std::uint32_t>& fields, const Timeline& timeline) const;
    void keep(const std::vector<std::uint32_t>& fields, const FieldColumnPtr& column) const;

    const FieldsFacet* m_facet;
    const std::uint64_t m_dictionaryAtMost;
    mutable std::mutex m_mutex; // of both below
    NotesPtr m_notes;
    mutable Recent<std::string, FieldColumnPtr> m_kept; // by the numbers of their fields
};

}
