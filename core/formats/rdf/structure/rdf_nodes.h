// The nodes of an RDF document: what a NodeId says, and what the node shows.
//
//     const RdfNodes nodes(file, contents);
//     if (const auto address = nodes.addressOf(id, job)) ... nodes.node(*address, job).label
//
// Once the job is stopped, what they say is of no use.
#pragma once

#include "core/formats/rdf/payloads/chunk_contents.h"
#include "core/model/node.h"

namespace traceglass::rdf {

// What a node is.
enum class Part : std::uint8_t {
    capture,
    fileHeader,
    headerField,
    chunk,
    chunkHeader,
    data,
    entry,
    entryField,
    index,
    map,
    region,
    ids,
    group,
    json,
    line,
    picture,
    payloadField, // of the header of a chunk of a known id
    item,         // of its data: a field, a row, a token, an event
    itemField,
    run, // chunks of one id in a row
};

// What a NodeId says.
struct Address
{
    Part part = Part::capture;
    std::uint32_t capture = 0;
    std::uint64_t entry = 0; // chunk, group, run or position in the map
    std::uint32_t sub = 0;   // field, offset of a JSON value or of a line, item
    std::uint32_t field = 0; // of an item

    ChunkKey chunk() const { return {capture, entry}; }
};
// A part of the same chunk.
inline Address within(const Address& chunk, Part part, std::uint64_t sub = 0)
{
    return {part, chunk.capture, chunk.entry, static_cast<std::uint32_t>(sub)};
}
NodeId idOf(const Address& address);

constexpr std::uint32_t kHeaderFields = 5;
constexpr std::uint32_t kEntryFields = 9;

class RdfNodes
{
public:
    RdfNodes(const RdfFile& file, const ChunkContents& contents)
        : m_file(file)
        , m_contents(contents)
    {
    }

    // Nothing for an id that means nothing here; all other functions want an address that means something.
    std::optional<Address> addressOf(const NodeId& id, const Job& job) const;
    Node node(const Address& address, const Job& job) const; // without its problem: see RdfFile::problemOf()
    // A value below `parent`, which is the data of a chunk or a value itself.
    static Node jsonNode(const Address& parent, const Payload& data, const JsonText::Member& member);
    static Node lineNode(const Address& address, const Payload& data);
    // An item of a chunk of the file; `n` is one of them.
    Node itemNode(std::uint64_t entry, const PayloadItems& items, std::uint64_t n, const Job& job) const;
    // The field of a file header, an index entry or a chunk header that holds a byte of it.
    std::optional<std::uint32_t> fieldAt(const Address& owner, std::uint64_t offset) const;
    std::uint32_t fieldCount(const Address& owner) const;
    const ChunkContents& contents() const { return m_contents; }

private:
    // One line of a structure: bytes counted from the start of the structure.
    struct HeaderField
    {
        std::string label;
        std::string value;
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
        Encoding::Kind kind = Encoding::Kind::unknown; // little endian
    };

    void fillChunk(const Address& address, Node& out, const Job& job) const;
    void fillData(const Address& address, Node& out, const Job& job) const;
    void fillRegion(const Address& address, Node& out, const Job& job) const;
    void fillTime(const Address& address, bool certainly, Node& out, const Job& job) const;
    void fillItemField(const Address& address, Node& out, const Job& job) const;
    std::vector<HeaderField> fieldsOf(const Address& address) const;

    const RdfFile& m_file;
    const ChunkContents& m_contents;
};

}
