// Items of many lengths in a long run of bytes, found by number and by byte: one pass over them keeps where every
// 4,096th begins, or the first behind 256 KiB. From there they are read again, a block at a time.
//
//     MarkedRun run(read, decode);
//     for (...) run.add(offset, state);                  // each item, with what reading it needs to know
//     run.end(offset);
//     const auto block = run.blockOf(number, job);       // kept for the next ones
//     if (const auto* item = block->find(number)) use(block->bytesOf(*item));
//
// Safe from any thread once it has ended. A block is as long as its longest item, and 256 KiB, at most.
#pragma once

#include "core/base/job.h"
#include "core/base/recent.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace traceglass::rdf {

class MarkedRun
{
public:
    struct Mark
    {
        std::uint64_t number = 0;
        std::uint64_t offset = 0;
        std::uint64_t state = 0; // of the reader, before the item
    };
    struct Item
    {
        std::uint64_t offset = 0; // in the run
        std::uint64_t tick = 0;
        std::uint32_t length = 0;
    };
    struct ItemBlock
    {
        Mark first;
        std::vector<std::byte> bytes; // and kReadBehind more
        std::vector<Item> items;

        // Null where the bytes, read again, turned out to be fewer.
        const Item* find(std::uint64_t number) const
        {
            const std::uint64_t at = number - first.number;
            return at < items.size() ? &items[static_cast<std::size_t>(at)] : nullptr;
        }
        std::span<const std::byte> bytesOf(const Item& item) const
        {
            return std::span(bytes).subspan(static_cast<std::size_t>(item.offset - first.offset),
                                            item.length);
        }
    };
    static constexpr std::size_t kReadBehind = 64;

    // The bytes of a part of the run, as many as there are; fewer where the job is stopped.
    using Read =
        std::function<std::vector<std::byte>(std::uint64_t offset, std::uint64_t length, const Job& job)>;
    // Fills `items` of a block that has its bytes.
    using Decode = std::function<void(ItemBlock&)>;
    MarkedRun(Read read, Decode decode)
        : m_read(std::move(read))
        , m_decode(std::move(decode))
    {
    }

    void add(std::uint64_t offset, std::uint64_t state);
    void end(std::uint64_t offset) { m_end = offset; }

    std::uint64_t count() const { return m_count; }
    std::uint64_t end() const { return m_end; }                       // of the last item
    // Less than count(). Once the job is stopped, what is in it is of no use, nor kept.
    std::shared_ptr<const ItemBlock> blockOf(std::uint64_t number, const Job& job) const;
    struct Place
    {
        std::uint64_t number = 0;
        std::uint64_t begin = 0; // of the item, in the run
    };
    std::optional<Place> at(std::uint64_t offset, const Job& job) const;

private:
    std::shared_ptr<const ItemBlock> block(std::size_t mark, const Job& job) const;

    Read m_read;
    Decode m_decode;
    std::vector<Mark> m_marks;
    std::uint64_t m_count = 0, m_end = 0;
    mutable std::mutex m_mutex; // guards m_recent
    mutable Recent<std::size_t, std::shared_ptr<const ItemBlock>> m_recent {8};
};

}
