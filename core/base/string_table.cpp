#include "core/base/string_table.h"

#include <algorithm>
#include <cstring>

namespace traceglass {

StringTable::StringTable()
{
    intern({});
}

StringId StringTable::intern(std::string_view text)
{
    if (const auto found = m_ids.find(text); found != m_ids.end())
        return found->second;
    if (m_count == kMost)
        return {};
    const Slot slot(m_count);
    auto& page = m_pages[slot.page];
    if (!page)
        page = std::make_unique<std::string_view[]>(kFirstPage << slot.page);
    const std::string_view stored = store(text);
    page[slot.index] = stored;
    const auto id = StringId(m_count++);
    m_ids.emplace(stored, id);
    return id;
}

std::string_view StringTable::store(std::string_view text)
{
    constexpr std::size_t kLongestBlock = 256 * 1024;
    m_textBytes += text.size();
    if (text.size() > m_blockLeft) {
        m_block = std::min(2 * m_block, kLongestBlock);
        m_blockLeft = std::max(m_block, text.size());
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_blockLeft));
        m_blockNext = m_blocks.back().get();
    }
    char* place = m_blockNext;
    if (!text.empty())
        std::memcpy(place, text.data(), text.size());
    m_blockNext += text.size();
    m_blockLeft -= text.size();
    return {place, text.size()};
}

}
