// What was found out of entries of caches, by cache and number: values of a stream refer to the same ones again and
// again.
//
//     ByEntry<StringId> names;
//     StringId& known = names.at(value.cache, value.entry);      // StringId() at first
//     if (const StringId* const known = names.find(value.cache, value.entry)) ...      // null: beyond all that were asked for
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace traceglass::cjfr {

template <class T>
class ByEntry
{
public:
    using Table = std::vector<T>; // by number

    Table& of(std::uint32_t cache) // stays where it is
    {
        while (cache >= m_tables.size())
            m_tables.push_back(std::make_unique<Table>());
        return *m_tables[cache];
    }
    static T& at(Table& table, std::uint64_t entry) // until the table grows
    {
        const auto number = static_cast<std::size_t>(entry);
        if (number >= table.size())
            table.resize(std::max(number + 1, table.size() + table.size() / 2));
        return table[number];
    }
    T& at(std::uint32_t cache, std::uint64_t entry) { return at(of(cache), entry); }
    const T* find(std::uint32_t cache, std::uint64_t entry) const // does not grow
    {
        const bool isThere = cache < m_tables.size() && entry < m_tables[cache]->size();
        return isThere ? &(*m_tables[cache])[static_cast<std::size_t>(entry)] : nullptr;
    }

private:
    std::vector<std::unique_ptr<Table>> m_tables;
};

}
