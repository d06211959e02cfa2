// Texts by number, each stored once: names of slices, tracks and instants.
//
// One thread interns; any thread may read a text whose number it got through a published snapshot, while
// interning goes on, because stored texts never move. Number 0 is the empty text.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
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
    std::string_view text(StringId id) const { return (*m_pages[number(id) / kPage])[number(id) % kPage]; }
    std::size_t textBytes() const { return m_textBytes; }

private:
    static constexpr std::size_t kPage = 4096;
    static constexpr std::size_t kPages = 16'384; // 67 million texts
    using Page = std::array<std::string_view, kPage>;

    std::string_view store(std::string_view text);

    std::vector<std::unique_ptr<Page>> m_pages; // sized once: readers may index it while a page is added
    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_blockLeft = 0;
    char* m_blockNext = nullptr;
    std::uint32_t m_count = 0;
    std::size_t m_textBytes = 0;
    std::unordered_map<std::string_view, StringId> m_ids;
};

}
