// The nodes of RdfDocument's structure tree: what a NodeId says, and what a node shows.
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/formats/rdf/rdf_document.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kPartsCounted = 100'000; // a map is not built for the sake of a number in a label

std::string compressionName(const Entry& entry)
{
    if (entry.compression == 0)
        return "none";
    return entry.isCompressed() ? "zstd" : "unknown (" + std::to_string(entry.compression) + ")";
}

std::string signedSize(std::int64_t size)
{
    return size < 0 ? std::to_string(size) + " bytes" : sizeText(static_cast<std::uint64_t>(size));
}

std::string_view partName(Part::Kind kind)
{
    constexpr auto names =
        std::to_array<std::string_view>({"file header", "index", "chunk header", "chunk data",
                                         "chunk header and data", "gap", "dead index", "overlap"});
    return names[static_cast<std::size_t>(kind)];
}

void join(std::string& text, const std::string& more)
{
    if (!text.empty() && !more.empty())
        text += " · ";
    text += more;
}

}

// part: capture << 8 | place. entry: the upper half of place, sub the lower; a position in the map takes all
// of it.
NodeId RdfDocument::idOf(const Address& address)
{
    const std::uint64_t place =
        address.place == Place::part ? address.entry : address.entry << 32 | address.sub;
    return {place, address.capture << 8 | static_cast<std::uint32_t>(address.place)};
}

std::optional<RdfDocument::Address> RdfDocument::addressOf(const NodeId& id) const
{
    if ((id.part & 0xff) > static_cast<std::uint32_t>(Place::picture))
        return {};
    Address out {static_cast<Place>(id.part & 0xff), id.part >> 8, id.place >> 32,
                 static_cast<std::uint32_t>(id.place)};
    {
        const std::lock_guard lock(m_mutex);
        if (out.capture >= m_captures.size())
            return {};
    }
    const Capture& in = capture(out.capture);
    const auto only = [&](bool good) { return good ? std::optional(out) : std::nullopt; };
    switch (out.place) {
    case Place::capture: return only(id == NodeId {});
    case Place::fileHeader:
    case Place::index:
    case Place::map: return only(id.place == 0);
    case Place::ids: return only(id.place == 0 && in.numbering().hasDuplicates());
    case Place::headerField: return only(out.entry == 0 && out.sub < 5);
    case Place::entryField: return only(out.entry < in.count() && out.sub < 9);
    case Place::chunk:
    case Place::chunkHeader:
    case Place::data:
    case Place::entry: return only(out.entry < in.count() && out.sub == 0);
    case Place::part:
        out.entry = id.place;
        out.sub = 0;
        return only(out.entry < in.map().count());
    case Place::group:
        return only(in.numbering().hasDuplicates() && out.entry < in.numbering().groupCount()
                    && out.sub == 0);
    case Place::picture:
        return only(out.entry < in.count() && out.sub == 0 && payload(out.chunk())->isPicture());
    case Place::line: {
        if (out.entry >= in.count())
            return {};
        const auto data = payload(out.chunk());
        return only(data->isText() && out.sub < data->text.size()
                    && (out.sub == 0 || data->text[out.sub - 1] == '\n'));
    }
    case Place::json: {
        if (out.entry >= in.count())
            return {};
        const auto data = payload(out.chunk());
        if (data->content != Content::json)
            return {};
        const auto way = data->json().wayTo(out.sub);
        return only(!way.empty() && way.back().value.offset == out.sub);
    }
    }
    return {};
}

// --- nodes

Node RdfDocument::root() const
{
    return makeNode({});
}

Result<Node> RdfDocument::node(const NodeId& id) const
{
    const auto address = addressOf(id);
    if (!address)
        return fail(Code::NodeUnknown);
    return makeNode(*address);
}

Node RdfDocument::makeNode(const Address& address) const
{
    const Capture& in = capture(address.capture);
    Node out;
    out.id = idOf(address);
    switch (address.place) {
    case Place::capture: {
        out.kind = NodeKind::capture;
        out.expandable = true;
        out.label = m_path.filename().string();
        out.value = "RDF · " + counted(in.count(), "chunk", "chunks") + " · " + sizeText(m_file->size());
        out.range = in.place();
        const std::lock_guard lock(m_mutex);
        out.problem = m_worst;
        break;
    }
    case Place::fileHeader:
        out.kind = NodeKind::header;
        out.tint = Tint::head;
        out.expandable = true;
        out.label = "file header";
        out.value = "RDF version " + std::to_string(in.index().header.version);
        out.range = in.range({0, kHeaderSize});
        break;
    case Place::index:
        out.kind = NodeKind::index;
        out.tint = Tint::event;
        out.label = "index";
        out.value = in.count() == 0 ? "no entries" : counted(in.count(), "entry", "entries");
        out.range = in.range(in.index().extent);
        break;
    case Place::map:
        out.kind = NodeKind::folder;
        out.label = "map of the file";
        out.expandable = true;
        if (in.count() <= kPartsCounted)
            out.value = counted(in.map().count(), "range", "ranges");
        break;
    case Place::ids:
        out.kind = NodeKind::folder;
        out.label = "by id";
        out.expandable = true;
        out.value = counted(in.numbering().groupCount(), "id", "ids");
        break;
    case Place::group: {
        const auto group = static_cast<std::uint32_t>(address.entry);
        out.kind = NodeKind::folder;
        out.label = in.chunkLabel(in.numbering().member(group, 0));
        out.expandable = true;
        out.value = counted(in.numbering().groupSize(group), "chunk", "chunks");
        break;
    }
    case Place::chunk: return chunkNode(address);
    case Place::chunkHeader: {
        const Entry entry = in.index().entry(address.entry);
        out.kind = NodeKind::header;
        out.tint = Tint::wake;
        out.label = "chunk header";
        out.value = entry.headerSize == 0 ? "empty" : signedSize(entry.headerSize);
        out.range = in.range(in.index().headerExtent(entry));
        break;
    }
    case Place::data: return dataNode(address);
    case Place::entry:
        out.kind = NodeKind::index;
        out.tint = Tint::event;
        out.label = "index entry";
        out.expandable = true;
        out.value = grouped(address.entry);
        out.range = in.range({in.index().extent.offset + address.entry * kEntrySize, kEntrySize});
        break;
    case Place::headerField:
    case Place::entryField: return fieldNode(address);
    case Place::part: return partNode(address);
    case Place::json:
        if (auto found = jsonNode(address))
            return std::move(*found);
        break;
    case Place::line: return lineNode(address, *payload(address.chunk()));
    case Place::picture: {
        const auto data = payload(address.chunk());
        out.kind = NodeKind::picture;
        out.label = data->name();
        if (data->width > 0)
            out.value = grouped(data->width) + " × " + grouped(data->height) + " pixels";
        out.range = data->range;
        break;
    }
    }
    return out;
}

Node RdfDocument::chunkNode(const Address& address) const
{
    const Capture& in = capture(address.capture);
    const Entry entry = in.index().entry(address.entry);
    Node out;
    out.id = idOf(address);
    out.kind = NodeKind::chunk;
    out.tint = entry.isCompressed() ? Tint::span : Tint::taskStart;
    out.expandable = true;
    out.label = in.chunkLabel(address.entry);
    const Numbering& numbers = in.numbering();
    if (numbers.groupSize(numbers.group(address.entry)) > 1)
        out.value = "#" + std::to_string(numbers.number(address.entry));
    join(out.value,
         signedSize(entry.claimedSize()) + (entry.compression == 0 ? "" : " " + compressionName(entry)));
    if (entry.version != 1)
        join(out.value, "v" + std::to_string(entry.version));
    out.range = in.chunkRange(entry);
    out.problem = problemOf(address.chunk());
    return out;
}

Node RdfDocument::dataNode(const Address& address) const
{
    const Entry entry = capture(address.capture).index().entry(address.entry);
    const auto data = payload(address.chunk());
    Node out;
    out.id = idOf(address);
    out.kind = NodeKind::data;
    out.tint = entry.isCompressed() ? Tint::span : Tint::taskStart;
    out.expandable = data->hasParts();
    out.label = "data";
    out.range = storedData(address.chunk());
    if (entry.dataSize == 0)
        join(out.value, "empty");
    join(out.value, data->name());
    if (entry.dataSize != 0)
        join(out.value, sizeText(data->range.length));
    if (entry.compression != 0)
        join(out.value, compressionName(entry) + " " + sizeText(out.range.length));
    if (data->isText() && data->range.length > data->text.size())
        join(out.value, "lines of the first " + sizeText(data->text.size()));
    out.problem = problemOf(address.chunk());
    return out;
}

Node RdfDocument::partNode(const Address& address) const
{
    const Capture& in = capture(address.capture);
    const Part part = in.map().part(in.index(), address.entry);
    Node out;
    out.id = idOf(address);
    out.range = in.range(part.extent);
    out.label = part.isChunk() ? in.chunkName(part.entry) : std::string(partName(part.kind));
    if (part.isChunk())
        out.value = partName(part.kind);
    else if (part.kind == Part::Kind::overlap)
        out.value = "with " + in.chunkName(part.entry);
    join(out.value, sizeText(part.extent.length));
    switch (part.kind) {
    case Part::Kind::fileHeader:
    case Part::Kind::header:
        out.kind = NodeKind::header;
        out.tint = part.isChunk() ? Tint::wake : Tint::head;
        break;
    case Part::Kind::index:
    case Part::Kind::deadIndex:
        out.kind = part.isOwner() ? NodeKind::index : NodeKind::gap;
        out.tint = part.isOwner() ? Tint::event : Tint::taskEnd;
        break;
    case Part::Kind::data:
    case Part::Kind::headerAndData:
        out.kind = NodeKind::data;
        out.tint = in.index().entry(part.entry).isCompressed() ? Tint::span : Tint::taskStart;
        break;
    default: out.kind = NodeKind::gap;
    }
    return out;
}

std::vector<RdfDocument::Field> RdfDocument::fieldsOf(const Address& address) const
{
    const Index& index = capture(address.capture).index();
    if (address.place == Place::fileHeader || address.place == Place::headerField) {
        const FileHeader& header = index.header;
        return {
            {"identifier", escaped({header.identifier.data(), header.identifier.size()}), 0, 8},
            {"version", std::to_string(header.version), 8, 4},
            {"reserved", std::to_string(header.reserved), 12, 4},
            {"index offset", std::to_string(header.indexOffset), 16, 8},
            {"index size", std::to_string(header.indexSize), 24, 8},
        };
    }
    const Entry entry = index.entry(address.entry);
    return {
        {"id", escaped(entry.idText()), 0, kIdSize},
        {"compression", compressionName(entry), 16, 1},
        {"reserved", hex(std::as_bytes(std::span(entry.reserved))), 17, 3},
        {"version", std::to_string(entry.version), 20, 4},
        {"header offset", std::to_string(entry.headerOffset), 24, 8},
        {"header size", std::to_string(entry.headerSize), 32, 8},
        {"data offset", std::to_string(entry.dataOffset), 40, 8},
        {"stored size", std::to_string(entry.dataSize), 48, 8},
        {"uncompressed size", std::to_string(entry.uncompressedSize), 56, 8},
    };
}

Node RdfDocument::fieldNode(const Address& address) const
{
    const Field field = fieldsOf(address)[address.sub];
    const Address owner {address.place == Place::headerField ? Place::fileHeader : Place::entry,
                         address.capture, address.entry, 0};
    Node out;
    out.id = idOf(address);
    out.kind = NodeKind::field;
    out.tint = address.place == Place::headerField ? Tint::head : Tint::event;
    out.label = field.label;
    out.value = field.value;
    out.range = makeNode(owner).range;
    out.range.offset += field.offset;
    out.range.length = field.length;
    return out;
}

}
