// Texts by number, each stored once: names of slices, tracks and instants.
//
// One thread interns; any thread may read a text whose number it got through a published snapshot, while
// interning goes on, because stored texts never move. Number 0 is the empty text.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace traceglass {

enum class StringId : std::uint32_t {};

constexpr std::uint32_t number(StringId id)
{
    return static_cast<std::uint32_t>(id);
}

class StringTable
{
public:
    StringTable();
    StringTable(const StringTable&) = delete;
    StringTable& operator=(const StringTable&) = delete;

    StringId intern(std::string_view text);
    std::string_view text(StringId id) const
    {
        const Slot slot(number(id));
        return m_pages[slot.page][slot.index];
    }
    std::size_t textBytes() const { return m_textBytes; }

private:
    // A page holds twice as many as the one before: few texts take little, and pages never move.
    static constexpr std::uint32_t kFirstPage = 64;
    static constexpr std::size_t kPages = 20;
    static constexpr std::uint32_t kMost = kFirstPage * ((1u << kPages) - 1); // 67 million texts
    struct Slot
    {
        explicit Slot(std::uint32_t number)
            : page(static_cast<std::uint32_t>(std::bit_width(number / kFirstPage + 1)) - 1)
            , index(number + kFirstPage - (kFirstPage << page))
        {
        }
        std::uint32_t page;
        std::uint32_t index;
    };

    std::string_view store(std::string_view text);

    std::array<std::unique_ptr<std::string_view[]>, kPages> m_pages;
    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_block = 2048; // length of the last one
    std::size_t m_blockLeft = 0;
    char* m_blockNext = nullptr;
    std::uint32_t m_count = 0;
    std::size_t m_textBytes = 0;
    std::unordered_map<std::string_view, StringId> m_ids;
};

}
