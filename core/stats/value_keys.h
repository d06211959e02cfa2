// The values of a field as keys of a table: values that read the same are one, and the queries that find them.
//
//     ValueKeys values(second, codes, job);             // codes of second.values that slices have; 0: no value
//     values.of(17)                                     // the number of the value with this code
//     values.text(3), values.query(3)                   // "200", "status = 200"
#pragma once

#include "core/stats/second_key.h"

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace traceglass::stats {

class ValueKeys
{
public:
    explicit ValueKeys(std::shared_ptr<const SecondKey> second)
        : m_second(std::move(second))
    {
    }
    // Numbers them in the order of their texts, behind 0, which is no value. False: stopped.
    bool read(std::span<const std::uint32_t> codes, const Job& job);

    // Codes of the slices of a pack from one on; what has no value keeps its 0.
    void codesOf(std::uint32_t pack, std::size_t begin, std::span<std::uint32_t> out) const;
    std::uint32_t of(std::uint32_t code) const { return code == 0 ? 0 : m_numbers.at(code); }
    const std::string& text(std::uint32_t value) const { return m_values[value].text; }
    const std::string& query(std::uint32_t value) const { return m_values[value].query; }

private:
    struct Value
    {
        std::string text;
        std::string query {}; // empty: none finds just its slices
        std::uint32_t code = 0;
    };
    void makeQueries(const std::vector<std::uint32_t>& fields, const Job& job);
    bool areAlike(const std::vector<std::uint32_t>& fields) const; // a query means the same to them

    std::shared_ptr<const SecondKey> m_second;
    std::vector<Value> m_values;
    std::unordered_map<std::uint32_t, std::uint32_t> m_numbers; // by code
};

}
