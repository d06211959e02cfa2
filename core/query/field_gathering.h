// Columns in the making: what a pass over records finds, and then which slice has which of it.
//
//     FieldGathering gathering(wanted, dictionaryAtMost);
//     facet.scan({gathering.fields(), threads}, [&] { return gathering.sink(); }, job);
//     gathering.column(0, timeline, nullptr, threads, job)     // once isTooLarge() says no
#pragma once

#include "core/model/fields_facet.h"
#include "core/query/field_columns.h"

#include <atomic>
#include <compare>

namespace traceglass::query {

struct WantedColumn
{
    const std::vector<std::uint32_t>* fields = nullptr;
    const NamedTest* answers = nullptr; // what it says of the values is kept, instead of them
};

class FieldGathering
{
public:
    FieldGathering(const std::vector<WantedColumn>& wanted, std::uint64_t dictionaryAtMost);

    const std::vector<std::uint32_t>& fields() const { return m_fields; }
    std::unique_ptr<FieldSink>
    sink(); // of one part of the capture; it shares nothing with others until it ends
    bool isTooLarge() const { return m_isTooLarge; } // there are more distinct values than may be kept

    // Of all slices, or only of some; once for each column that is wanted.
    FieldColumnPtr column(std::size_t index, const TimelinePtr& timeline, const Hits* only, unsigned threads,
                          Job& job);

private:
    struct Found // the value of a record
    {
        std::uint64_t ref = 0;
        std::uint32_t code = 0;
        std::uint32_t place = 0; // 0: every slice of the record; else its number plus one
    };
    struct NamedPlace
    {
        FieldPlace at {}; // but for its name
        std::string name;
    };
    struct Taken // by one sink, of a column
    {
        StringTable keys;
        std::vector<Found> found;
        std::vector<NamedPlace> places;
    };
    struct Column
    {
        std::shared_ptr<StringTable> keys = std::make_shared<StringTable>();
        std::vector<std::vector<Found>> parts;
        std::vector<NamedPlace> places;

        FieldPlace placeOf(const Found& found) const
        {
            const NamedPlace& place = places[found.place - 1];
            FieldPlace out = place.at;
            out.name = place.name;
            return out;
        }
    };
    struct Stretch // slices of one track in a pack
    {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        TrackId track {};
    };
    class Sink;
    class Filter;
    class Search;

    static std::vector<std::vector<Stretch>> stretchesOf(const Timeline& timeline);
    void check(const StringTable& keys, StringId code);
    void join(std::size_t index, Taken& taken);
    static std::vector<Found> inOrder(std::vector<std::vector<Found>> parts);
    // What stands at the same place is equivalent; what has none comes first.
    static std::weak_ordering order(const FieldPlace& one, const FieldPlace& other);
    static std::weak_ordering order(const Column& in, const Found& one, const Found& other);
    static void settle(Column& in, std::vector<Found>& all);
    static std::uint32_t together(Column& in, std::span<const Found> found);
    std::uint32_t codeOf(Column& from, std::span<const Found> found, const Timeline& timeline,
                         const SlicePack& pack, const Stretch& in, std::size_t index);
    FieldColumn::Pack packOf(Column& from, Search search, const Timeline& timeline, std::uint32_t pack,
                             std::span<const Stretch> stretches, const Hits* only);

    const std::vector<WantedColumn>& m_wanted;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> m_of; // columns by field
    std::vector<std::uint32_t> m_fields;
    const std::uint64_t m_dictionaryAtMost;
    std::atomic<bool> m_isTooLarge = false;
    std::mutex m_mutex; // guards what follows while several threads work
    std::vector<Column> m_columns;
};

}
