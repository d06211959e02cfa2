#include "core/formats/rdf/structure/rdf_nodes.h"

#include "core/base/text.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kShownText = 200;
constexpr std::uint64_t kRegionsCounted = 100'000; // a map is not built for the sake of a number in a label

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

std::string_view regionName(Region::Kind kind)
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

// NodeId::part is capture << 8 | Part. In NodeId::place entry is the upper half, sub the lower; a position in
// the map takes all of it.
NodeId idOf(const Address& address)
{
    const std::uint64_t place =
        address.part == Part::region ? address.entry : address.entry << 32 | address.sub;
    return {place, address.capture << 8 | static_cast<std::uint32_t>(address.part)};
}

std::optional<Address> RdfNodes::addressOf(const NodeId& id) const
{
    if ((id.part & 0xff) > static_cast<std::uint32_t>(Part::picture))
        return {};
    Address out {static_cast<Part>(id.part & 0xff), id.part >> 8, id.place >> 32,
                 static_cast<std::uint32_t>(id.place)};
    if (!m_file.hasCapture(out.capture))
        return {};
    const Capture& in = m_file.capture(out.capture);
    const auto only = [&](bool good) { return good ? std::optional(out) : std::nullopt; };
    switch (out.part) {
    case Part::capture: return only(id == NodeId {});
    case Part::fileHeader:
    case Part::index:
    case Part::map: return only(id.place == 0);
    case Part::ids: return only(id.place == 0 && in.numbering().hasDuplicates());
    case Part::headerField: return only(out.entry == 0 && out.sub < kHeaderFields);
    case Part::entryField: return only(out.entry < in.count() && out.sub < kEntryFields);
    case Part::chunk:
    case Part::chunkHeader:
    case Part::data:
    case Part::entry: return only(out.entry < in.count() && out.sub == 0);
    case Part::region:
        out.entry = id.place;
        out.sub = 0;
        return only(out.entry < in.map().count());
    case Part::group:
        return only(in.numbering().hasDuplicates() && out.entry < in.numbering().groupCount()
                    && out.sub == 0);
    case Part::picture:
        return only(out.entry < in.count() && out.sub == 0 && m_file.payload(out.chunk())->isPicture());
    case Part::line: {
        if (out.entry >= in.count())
            return {};
        const auto data = m_file.payload(out.chunk());
        return only(data->isText() && out.sub < data->text.size()
                    && (out.sub == 0 || data->text[out.sub - 1] == '\n'));
    }
    case Part::json: {
        if (out.entry >= in.count())
            return {};
        const auto data = m_file.payload(out.chunk());
        if (data->content != Content::json)
            return {};
        const auto way = data->json().wayTo(out.sub);
        return only(!way.empty() && way.back().value.offset == out.sub);
    }
    }
    return {};
}

// --- nodes

Node RdfNodes::node(const Address& address) const
{
    const Capture& in = m_file.capture(address.capture);
    Node out;
    out.id = idOf(address);
    switch (address.part) {
    case Part::capture: {
        out.kind = NodeKind::capture;
        out.expandable = true;
        out.label = m_file.path().filename().string();
        out.value =
            "RDF · " + counted(in.count(), "chunk", "chunks") + " · " + sizeText(m_file.mapped().size());
        out.range = in.whole();
        break;
    }
    case Part::fileHeader:
        out.kind = NodeKind::header;
        out.tint = Tint::head;
        out.expandable = true;
        out.label = "file header";
        out.value = "RDF version " + std::to_string(in.index().header.version);
        out.range = in.range({0, kHeaderSize});
        break;
    case Part::index:
        out.kind = NodeKind::index;
        out.tint = Tint::event;
        out.label = "index";
        out.value = in.count() == 0 ? "no entries" : counted(in.count(), "entry", "entries");
        out.range = in.range(in.index().extent);
        break;
    case Part::map:
        out.kind = NodeKind::folder;
        out.label = "map of the file";
        out.expandable = true;
        if (in.count() <= kRegionsCounted)
            out.value = counted(in.map().count(), "range", "ranges");
        break;
    case Part::ids:
        out.kind = NodeKind::folder;
        out.label = "by id";
        out.expandable = true;
        out.value = counted(in.numbering().groupCount(), "id", "ids");
        break;
    case Part::group: {
        const auto group = static_cast<std::uint32_t>(address.entry);
        out.kind = NodeKind::folder;
        out.label = in.chunkLabel(in.numbering().member(group, 0));
        out.expandable = true;
        out.value = counted(in.numbering().groupSize(group), "chunk", "chunks");
        break;
    }
    case Part::chunk: return chunkNode(address);
    case Part::chunkHeader: {
        const Entry entry = in.index().entry(address.entry);
        out.kind = NodeKind::header;
        out.tint = Tint::wake;
        out.label = "chunk header";
        out.value = entry.headerSize == 0 ? "empty" : signedSize(entry.headerSize);
        out.range = in.range(in.index().headerExtent(entry));
        break;
    }
    case Part::data: return dataNode(address);
    case Part::entry:
        out.kind = NodeKind::index;
        out.tint = Tint::event;
        out.label = "index entry";
        out.expandable = true;
        out.value = grouped(address.entry);
        out.range = in.entryRange(address.entry);
        break;
    case Part::headerField:
    case Part::entryField: return fieldNode(address);
    case Part::region: return regionNode(address);
    case Part::json: {
        const auto data = m_file.payload(address.chunk());
        const std::vector<JsonText::Member> way = data->json().wayTo(address.sub);
        if (!way.empty()) // else the data, decoded again, turned out to be something else
            return jsonNode(address, *data, way.back());
        break;
    }
    case Part::line: return lineNode(address, *m_file.payload(address.chunk()));
    case Part::picture: {
        const auto data = m_file.payload(address.chunk());
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

Node RdfNodes::chunkNode(const Address& address) const
{
    const Capture& in = m_file.capture(address.capture);
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
    out.problem = m_file.problemOf(address.chunk());
    return out;
}

Node RdfNodes::dataNode(const Address& address) const
{
    const Entry entry = m_file.capture(address.capture).index().entry(address.entry);
    const auto data = m_file.payload(address.chunk());
    Node out;
    out.id = idOf(address);
    out.kind = NodeKind::data;
    out.tint = entry.isCompressed() ? Tint::span : Tint::taskStart;
    out.expandable = data->hasParts();
    out.label = "data";
    out.range = m_file.storedData(address.chunk());
    if (entry.dataSize == 0)
        join(out.value, "empty");
    join(out.value, data->name());
    if (entry.dataSize != 0)
        join(out.value, sizeText(data->range.length));
    if (entry.compression != 0)
        join(out.value, compressionName(entry) + " " + sizeText(out.range.length));
    if (data->isText() && data->range.length > data->text.size())
        join(out.value, "lines of the first " + sizeText(data->text.size()));
    out.problem = m_file.problemOf(address.chunk());
    return out;
}

Node RdfNodes::regionNode(const Address& address) const
{
    const Capture& in = m_file.capture(address.capture);
    const Region region = in.map().region(in.index(), address.entry);
    Node out;
    out.id = idOf(address);
    out.range = in.range(region.extent);
    out.label = region.isChunk() ? in.chunkName(region.entry) : std::string(regionName(region.kind));
    if (region.isChunk())
        out.value = regionName(region.kind);
    else if (region.kind == Region::Kind::overlap)
        out.value = "with " + in.chunkName(region.entry);
    join(out.value, sizeText(region.extent.length));
    switch (region.kind) {
    case Region::Kind::fileHeader:
    case Region::Kind::header:
        out.kind = NodeKind::header;
        out.tint = region.isChunk() ? Tint::wake : Tint::head;
        break;
    case Region::Kind::index:
    case Region::Kind::deadIndex:
        out.kind = region.isOwner() ? NodeKind::index : NodeKind::gap;
        out.tint = region.isOwner() ? Tint::event : Tint::taskEnd;
        break;
    case Region::Kind::data:
    case Region::Kind::headerAndData:
        out.kind = NodeKind::data;
        out.tint = in.index().entry(region.entry).isCompressed() ? Tint::span : Tint::taskStart;
        break;
    default: out.kind = NodeKind::gap;
    }
    return out;
}

Node RdfNodes::jsonNode(const Address& parent, const Payload& data, const JsonText::Member& member)
{
    const JsonText json = data.json();
    const JsonText::Value& value = member.value;
    Node node;
    node.id = idOf({Part::json, parent.capture, parent.entry, static_cast<std::uint32_t>(value.offset)});
    node.kind = NodeKind::field;
    node.label = value.keyLength > 0 ? escaped(shortened(json.keyOf(value), kShownText))
                                     : "[" + grouped(member.position) + "]";
    if (value.isContainer()) {
        const std::uint64_t members = json.memberCount(value);
        node.expandable = members > 0;
        node.value = value.first == '{' ? counted(members, "member", "members")
                                        : counted(members, "element", "elements");
    } else {
        node.value = escaped(shortened(json.textOf(value), kShownText));
        if (value.first == '"')
            node.value = "\"" + node.value + "\"";
    }
    node.range = {data.range.source, data.range.offset + value.begin(), value.end() - value.begin()};
    return node;
}

Node RdfNodes::lineNode(const Address& address, const Payload& data)
{
    Node out;
    out.id = idOf(address);
    out.kind = NodeKind::text;
    out.label = escaped(shortened(lineAt(data.text, address.sub), kShownText));
    out.range = {data.range.source, data.range.offset + address.sub,
                 nextLine(data.text, address.sub) - address.sub};
    return out;
}

std::vector<RdfNodes::Field> RdfNodes::fieldsOf(const Address& address) const
{
    const Index& index = m_file.capture(address.capture).index();
    if (address.part == Part::fileHeader || address.part == Part::headerField) {
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

Node RdfNodes::fieldNode(const Address& address) const
{
    const Field field = fieldsOf(address)[address.sub];
    const Address owner {address.part == Part::headerField ? Part::fileHeader : Part::entry, address.capture,
                         address.entry, 0};
    Node out;
    out.id = idOf(address);
    out.kind = NodeKind::field;
    out.tint = address.part == Part::headerField ? Tint::head : Tint::event;
    out.label = field.label;
    out.value = field.value;
    out.range = node(owner).range;
    out.range.offset += field.offset;
    out.range.length = field.length;
    return out;
}

std::optional<std::uint32_t> RdfNodes::fieldAt(const Address& owner, std::uint64_t offset) const
{
    const std::vector<Field> fields = fieldsOf(owner);
    for (std::uint32_t i = 0; i < fields.size(); ++i) {
        if (offset >= fields[i].offset && offset - fields[i].offset < fields[i].length)
            return i;
    }
    return {};
}

}
