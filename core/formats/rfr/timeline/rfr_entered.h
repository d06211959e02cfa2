// The polls and spans that a thread is in (rfr.md 8): what was entered and not left yet, the innermost last.
//
//     Entered entered;
//     entered.enter({iid, true});
//     entered.leave({iid, true}); // the last such entry, if there is one
//
// As a rule the innermost is left. But spans may be left in any order, and never: beyond a number of entries those
// below are found through a table.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace traceglass::rfr {

class Entered
{
public:
    struct Entry
    {
        std::uint64_t iid = 0;
        bool task = false;

        auto operator<=>(const Entry&) const = default;
    };

    void enter(Entry entry);
    void leave(Entry entry);
    std::optional<Entry> innermost() const
    {
        return m_near.empty() ? std::nullopt : std::optional(m_near.back());
    }

private:
    void sink();
    void raise();

    std::vector<Entry> m_near;             // empty only when nothing is entered
    std::map<std::uint64_t, Entry> m_deep; // all below, by number
    std::set<std::pair<Entry, std::uint64_t>> m_numbers;
    std::uint64_t m_number = 0; // of the next one to sink
};

}
