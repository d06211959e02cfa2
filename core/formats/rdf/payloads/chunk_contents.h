// What the tree and the records show of chunks of known ids: their items, the fields of their headers, what they are
// about, and when that was.
//
//     ChunkContents contents(facts);
//     contents.titleOf({0, entry}, job);                         // "submit shadow cascades", "stream 1 · pid 53892 · 1.8"
//     if (const auto items = contents.itemsOf({0, entry}, job)) ...
//     if (const auto event = contents.eventOf({0, entry}, true, job)) event->type // of a chunk that is one event
//
// Times are nanoseconds on the capture's axis. Items and indexes of streams of tokens are kept, unless the job was
// stopped: what is said then is of no use. Safe from any thread.
#pragma once

#include "core/base/recent.h"
#include "core/formats/rdf/payloads/memory/rmt_items.h"
#include "core/formats/rdf/payloads/payload_items.h"

#include <map>

namespace traceglass::rdf {

// A chunk that is an event as a whole: QueueEvent, RmvSnapshotData.
struct ChunkEvent
{
    std::string type;    // "submit"
    std::string subject; // "shadow cascades"
    std::optional<TimeRange> time {};
    Tint tint = Tint::event;
    std::uint16_t axis = 0; // of the time, in Timeline::axes
};

class ChunkContents
{
public:
    explicit ChunkContents(const PayloadFacts& facts)
        : m_facts(facts)
        , m_file(facts.file())
    {
    }

    // Null where nothing is known of the data, or they are what their content says: JSON, a picture, a capture.
    std::shared_ptr<const PayloadItems> itemsOf(ChunkKey chunk, const Job& job) const;
    std::vector<PayloadField> headerFieldsOf(ChunkKey chunk) const;
    std::string titleOf(ChunkKey chunk, const Job& job) const; // may be empty
    // Names of command buffers and times need all queue events. Where those are many and nobody asked for them yet,
    // they are read only with `certainly`.
    std::optional<ChunkEvent> eventOf(ChunkKey chunk, bool certainly, const Job& job) const;
    // The same of data that are read already, for passes over all chunks.
    std::optional<ChunkEvent> eventOf(PayloadKind kind, std::span<const std::byte> data, bool certainly,
                                      const Job& job) const;
    static bool isEvent(PayloadKind kind);
    static bool mayHoldEvents(PayloadKind kind); // among its items
    std::optional<std::int64_t> nsOfCpu(std::uint64_t tick, const Job& job) const;

    PayloadKind kindOf(ChunkKey chunk) const;

private:
    std::shared_ptr<const KnownPayloads> known(bool certainly, const Job& job) const;
    ChunkEvent queueEventOf(const QueueEvent& event, bool certainly, const Job& job) const;
    std::shared_ptr<const PayloadItems> tokensOf(std::uint32_t entry, const Job& job) const;

    const PayloadFacts& m_facts;
    const RdfFile& m_file;
    mutable std::mutex m_mutex; // guards what follows
    mutable Recent<std::uint64_t, std::shared_ptr<const PayloadItems>> m_recent {64};
    mutable std::map<std::uint32_t, MadeOnce<std::shared_ptr<const RmtIndex>>> m_streams; // by number
};

}
