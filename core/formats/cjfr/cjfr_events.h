// The events of a stream, read block by block between checkpoints: what the timeline needs of each and no more.
// Blocks do not depend on each other, so they are read on all cores.
//
//     EventReader reader(index, plans);                    // plans by type index, null: not on the timeline
//     EventBlock block;
//     reader.read(number, block);                          // 0 .. index.checkpoints.size() - 1
//     for (const Event& event : block.events) ...
//
// Texts, threads and stacks are named by the place of their content in the stream, which for cache entries is
// one place however often they are used.
#pragma once

#include "core/formats/cjfr/cjfr_steps.h"
#include "core/formats/cjfr/cjfr_tracks.h"

namespace traceglass::cjfr {

constexpr std::uint64_t kNowhere = 0; // no content begins at the start of a stream: a message id stands before

struct Event
{
    const EventPlan* plan = nullptr;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint64_t offset = 0;         // of the message
    std::uint64_t thread = kNowhere;
    std::uint64_t name = kNowhere;
    std::uint32_t message = kNoMessage; // in EventBlock::messages

    static constexpr std::uint32_t kNoMessage = ~std::uint32_t(0);
};

struct EventBlock
{
    std::vector<Event> events;     // those with a time, in order of the stream
    std::vector<Message> messages; // to be read again: of counters, collections, combined events
    std::uint64_t count = 0;       // messages, on the timeline or not
};

class EventReader
{
public:
    EventReader(const StreamIndex& index, std::span<const EventPlan* const> plans);

    // Empty behind the place where a file was cut meanwhile.
    void read(std::size_t number, EventBlock& out) const;

private:
    const StreamIndex& m_index;
    std::span<const EventPlan* const> m_plans;
    std::vector<Steps> m_steps; // by type index, none for types nothing was read of
};

}
