// What the data of a chunk of a known id hold, one behind the other: the fields of a record, rows of a table, strings,
// numbers, memory tokens, crash events. Items are found by number and by byte, however many there are.
//
//     if (const auto items = itemsOf(facts, kind, entry, job))
//         for (std::uint64_t n = 0; n < items->count(); ++n)
//             use(items->item(n, job).label, items->fields(n, job));
//
// Each may decode what lies before it; once the job is stopped, what is said is of no use.
//
// Offsets are those of the decoded data. Bytes that nothing is known of are one item behind the others, "8 more bytes".
// Safe from any thread.
#pragma once

#include "core/formats/rdf/payloads/payload_facts.h"
#include "core/formats/rdf/payloads/payload_layouts.h"
#include "core/model/node.h"

namespace traceglass::rdf {

struct PayloadItem
{
    std::string label;
    std::string value {};
    std::string event {}; // its type in `tglass records`; empty: it is no event
    Tint tint = Tint::none;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;             // a token may reach into the next chunk
    std::optional<std::uint64_t> tick {}; // of the CPU
};

// Bytes that nothing is known of.
inline PayloadItem restItem(std::uint64_t offset, std::uint64_t length)
{
    return {.label = counted(length, "more byte", "more bytes"), .offset = offset, .length = length};
}

// A byte of an item: a token that holds the first bytes of a chunk has begun in an earlier one.
struct ItemPlace
{
    std::uint32_t entry = 0;
    std::uint64_t number = 0;
    std::uint64_t inside = 0; // counted from the start of the item
};

class PayloadItems
{
public:
    virtual ~PayloadItems() = default;

    virtual std::uint64_t count() const = 0;
    virtual PayloadItem item(std::uint64_t n, const Job& job) const = 0;
    virtual std::optional<ItemPlace> at(std::uint64_t offset, const Job& job) const = 0;

    // Offsets count from the start of the item.
    virtual std::vector<PayloadField> fields(std::uint64_t, const Job&) const { return {}; }
    virtual void write(std::uint64_t, JsonWriter&, const Job&) const { } // its fields as members of an object
    virtual bool hasFields() const { return false; }
    virtual bool hasEvents() const { return false; }
    // Where bytes of an item are, which begin so far behind its start.
    virtual ByteRange place(std::uint64_t n, std::uint64_t inside, std::uint64_t length,
                            const Job& job) const = 0;
};

// The decoded data of a chunk, read where they are asked for.
class ChunkData
{
public:
    ChunkData(const RdfFile& file, std::uint32_t entry, const Job& job);

    std::uint32_t entry() const { return m_entry; }
    std::uint64_t size() const
    {
        return m_range.length;
    } // of compressed data what is claimed, until it is known
    // As far as there are bytes.
    std::vector<std::byte> read(std::uint64_t offset, std::uint64_t length, const Job& job) const;
    ByteRange place(std::uint64_t offset, std::uint64_t length) const; // cut to the data

private:
    const RdfFile& m_file;
    std::uint32_t m_entry;
    ByteRange m_range;
};

// Of all kinds but memory tokens. Null where the data of the chunk are nothing that is known.
// Once the job is stopped, they are of no use.
std::shared_ptr<const PayloadItems> itemsOf(const PayloadFacts& facts, PayloadKind kind, std::uint32_t entry,
                                            const Job& job);
}
