// A few things by key, least recently used forgotten first: bounded by their number and by what they cost.
//
//     Recent<Key, std::shared_ptr<const Payload>> recent(256, 64u << 20);
//     recent.put(key, payload, payload->text.size());
//
// Not safe by itself: its owner has the mutex.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <unordered_map>
#include <vector>

namespace traceglass {

template <class Key, class Value>
class Recent
{
public:
    explicit Recent(std::size_t countAtMost, std::uint64_t costAtMost = ~std::uint64_t(0))
        : m_countAtMost(countAtMost)
        , m_costAtMost(costAtMost)
    {
    }

    // Nothing when it is not there, or no longer.
    std::optional<Value> find(const Key& key)
    {
        const auto found = m_where.find(key);
        if (found == m_where.end())
            return {};
        m_items.splice(m_items.begin(), m_items, found->second);
        return found->second->value;
    }

    // Returns what had to make room for it.
    std::vector<Value> put(const Key& key, Value value, std::uint64_t cost = 0)
    {
        std::vector<Value> forgotten;
        forget(key);
        m_items.push_front({key, std::move(value), cost});
        m_where[key] = m_items.begin();
        m_cost += cost;
        while (m_items.size() > 1 && (m_items.size() > m_countAtMost || m_cost > m_costAtMost)) {
            m_cost -= m_items.back().cost;
            m_where.erase(m_items.back().key);
            forgotten.push_back(std::move(m_items.back().value));
            m_items.pop_back();
        }
        return forgotten;
    }

    template <class Visit>
    void forEach(Visit visit) const
    {
        for (const Item& item : m_items)
            visit(item.value);
    }

    void clear()
    {
        m_items.clear();
        m_where.clear();
        m_cost = 0;
    }

    void forget(const Key& key)
    {
        if (const auto found = m_where.find(key); found != m_where.end()) {
            m_cost -= found->second->cost;
            m_items.erase(found->second);
            m_where.erase(found);
        }
    }

private:
    struct Item
    {
        Key key;
        Value value;
        std::uint64_t cost = 0;
    };

    std::size_t m_countAtMost;
    std::uint64_t m_costAtMost;
    std::uint64_t m_cost = 0;
    std::list<Item> m_items; // most recently used first
    std::unordered_map<Key, typename std::list<Item>::iterator> m_where;
};

}
