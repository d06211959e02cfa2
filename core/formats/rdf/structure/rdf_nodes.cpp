#include "core/formats/rdf/structure/rdf_nodes.h"

#include "core/base/text.h"

#include <utility>
namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kShownText = 200;
constexpr std::uint64_t kRegionsCounted = 100'000; // a map is not built for the sake of a number in a label

std::string compressionText(const Entry& entry)
{
    std::string name(entry.compressionName());
    return entry.compression > 1 ? name + " (" + std::to_string(entry.compression) + ")" : name;
}

Tint tintOf(const Entry& entry)
{
    return entry.isCompressed() ? Tint::span : Tint::taskStart;
}

std::string signedSize(std::int64_t size)
{
    return size < 0 ? std::to_string(size) + " bytes" : sizeText(static_cast<std::uint64_t>(size));
}

// What all nodes of a part have in common; the tint of chunks and data is that of their compression.
struct Looks
{
    std::string_view label;
    NodeKind kind = NodeKind::field;
    Tint tint = Tint::none;
    bool isExpandable = false;
};

const Looks& looksOf(Part part)
{
    static constexpr auto kLooks = std::to_array<Looks>({
        {"", NodeKind::capture, Tint::none, true},
        {"file header", NodeKind::header, Tint::head, true},
        {"", NodeKind::field, Tint::head},
        {"", NodeKind::chunk, Tint::none, true},
        {"chunk header", NodeKind::header, Tint::wake},
        {"data", NodeKind::data},
        {"index entry", NodeKind::index, Tint::event, true},
        {"", NodeKind::field, Tint::event},
        {"index", NodeKind::index, Tint::event},
        {"map of the file", NodeKind::folder, Tint::none, true},
        {"", NodeKind::gap},
        {"by id", NodeKind::folder, Tint::none, true},
        {"", NodeKind::folder, Tint::none, true},
        {"", NodeKind::field},
        {"", NodeKind::text},
        {"", NodeKind::picture},
        {"", NodeKind::field, Tint::wake},
        {"", NodeKind::field},
        {"", NodeKind::field},
        {"", NodeKind::folder, Tint::none, true},
    });
    return kLooks[static_cast<std::size_t>(part)];
}

const Looks& looksOf(Region::Kind kind)
{
    static constexpr auto kLooks = std::to_array<Looks>({
        {"file header", NodeKind::header, Tint::head},
        {"index", NodeKind::index, Tint::event},
        {"chunk header", NodeKind::header, Tint::wake},
        {"chunk data", NodeKind::data},
        {"chunk header and data", NodeKind::data},
        {"gap", NodeKind::gap},
        {"dead index", NodeKind::gap, Tint::taskEnd},
        {"overlap", NodeKind::gap},
    });
    return kLooks[static_cast<std::size_t>(kind)];
}

Node begunNode(const Address& address)
{
    const Looks& looks = looksOf(address.part);
    Node out;
    out.id = idOf(address);
    out.kind = looks.kind;
    out.tint = looks.tint;
    out.expandable = looks.isExpandable;
    out.label = looks.label;
    return out;
}

void join(std::string& text, const std::string& more)
{
    if (!text.empty() && !more.empty())
        text += " · ";
    text += more;
}

}

// NodeId::part is capture << 8 | Part; items are of chunks of the file only, so that of a field of one has the field
// there. In NodeId::place entry is the upper half, sub the lower; a position in the map takes all of it.
NodeId idOf(const Address& address)
{
    const std::uint64_t place =
        address.part == Part::region ? address.entry : address.entry << 32 | address.sub;
    const std::uint32_t upper = address.part == Part::itemField ? address.field : address.capture;
    return {place, upper << 8 | static_cast<std::uint32_t>(address.part)};
}

std::optional<Address> RdfNodes::addressOf(const NodeId& id, const Job& job) const
{
    if ((id.part & 0xff) > static_cast<std::uint32_t>(Part::run))
        return {};
    Address out {static_cast<Part>(id.part & 0xff), id.part >> 8, id.place >> 32,
                 static_cast<std::uint32_t>(id.place)};
    if (out.part == Part::itemField)
        out.field = std::exchange(out.capture, 0);
    if (!m_file.hasCapture(out.capture))
        return {};
    const RdfCapture& in = m_file.capture(out.capture);
    const auto only = [&](bool good) { return good ? std::optional(out) : std::nullopt; };
    const bool isOfChunk = out.entry < in.count();
    const bool isWhole = isOfChunk && out.sub == 0;
    const auto numbersOfIds = [&] { // null where each has one of its own
        const ChunkNumbers* const numbers = in.numbering(job);
        return numbers && numbers->hasDuplicates() ? numbers : nullptr;
    };
    switch (out.part) {
    case Part::capture: return only(id == NodeId {});
    case Part::fileHeader:
    case Part::index:
    case Part::map: return only(id.place == 0);
    case Part::ids: return only(id.place == 0 && numbersOfIds());
    case Part::headerField: return only(out.entry == 0 && out.sub < kHeaderFields);
    case Part::entryField: return only(isOfChunk && out.sub < kEntryFields);
    case Part::chunk:
    case Part::chunkHeader:
    case Part::data:
    case Part::entry: return only(isWhole);
    case Part::region: {
        out.entry = id.place;
        out.sub = 0;
        const RegionMap* const map = in.map(job);
        return only(map && out.entry < map->count());
    }
    case Part::group: {
        const ChunkNumbers* const numbers = numbersOfIds();
        return only(numbers && out.entry < numbers->groupCount() && out.sub == 0);
    }
    case Part::run: {
        const ChunkRuns* const runs = in.runs(job);
        return only(runs && out.entry < runs->count() && out.sub == 0);
    }
    case Part::payloadField:
        return only(isOfChunk && out.sub < m_contents.headerFieldsOf(out.chunk()).size());
    case Part::item:
    case Part::itemField: {
        const auto items = isOfChunk ? m_contents.itemsOf(out.chunk(), job) : nullptr;
        return only(items && out.sub < items->count()
                    && (out.part == Part::item || out.field < items->fields(out.sub, job).size()));
    }
    case Part::picture: return only(isWhole && m_file.payload(out.chunk(), job)->isPicture());
    case Part::line: {
        const auto data = isOfChunk ? m_file.payload(out.chunk(), job) : nullptr;
        return only(data && data->isText() && out.sub < data->text.size()
                    && (out.sub == 0 || data->text[out.sub - 1] == '\n'));
    }
    case Part::json: {
        const auto data = isOfChunk ? m_file.payload(out.chunk(), job) : nullptr;
        if (!data || data->content != Content::json)
            return {};
        const auto way = data->json().wayTo(out.sub);
        return only(!way.empty() && way.back().value.offset == out.sub);
    }
    }
    return {};
}

// --- nodes

Node RdfNodes::node(const Address& address, const Job& job) const
{
    const RdfCapture& in = m_file.capture(address.capture);
    Node out = begunNode(address);
    switch (address.part) {
    case Part::capture:
        out.label = m_file.path().filename().string();
        out.value =
            "RDF · " + counted(in.count(), "chunk", "chunks") + " · " + sizeText(m_file.mapped().size());
        out.range = in.whole();
        break;
    case Part::fileHeader:
        out.value = "RDF version " + std::to_string(in.index().header.version);
        out.range = in.range({0, kHeaderSize});
        break;
    case Part::index:
        out.value = in.count() == 0 ? "no entries" : counted(in.count(), "entry", "entries");
        out.range = in.range(in.index().extent);
        break;
    case Part::map:
        if (const RegionMap* const map = in.count() <= kRegionsCounted ? in.map(job) : nullptr)
            out.value = counted(map->count(), "range", "ranges");
        break;
    case Part::ids:
        if (const ChunkNumbers* const numbers = in.numbering(job))
            out.value = counted(numbers->groupCount(), "id", "ids");
        break;
    case Part::group:
        if (const ChunkNumbers* const numbers = in.numbering(job)) {
            const auto group = static_cast<std::uint32_t>(address.entry);
            out.label = in.chunkLabel(numbers->member(group, 0));
            out.value = counted(numbers->groupSize(group), "chunk", "chunks");
        }
        break;
    case Part::chunk: fillChunk(address, out, job); break;
    case Part::chunkHeader: {
        const Entry entry = in.index().entry(address.entry);
        out.value = entry.headerSize == 0 ? "empty" : signedSize(entry.headerSize);
        out.range = in.range(in.index().headerExtent(entry));
        out.expandable = fieldCount(address) > 0;
        break;
    }
    case Part::payloadField: {
        const PayloadField field = m_contents.headerFieldsOf(address.chunk())[address.sub];
        out.label = field.name;
        out.value = shortened(field.value, kShownText);
        out.range = in.range(in.index().headerExtent(in.index().entry(address.entry)));
        out.range.offset += field.offset;
        out.range.length = field.length;
        out.encoding = field.encoding;
        break;
    }
    case Part::item:
        if (const auto items = m_contents.itemsOf(address.chunk(), job))
            return itemNode(address.entry, *items, address.sub, job);
        break;
    case Part::itemField: fillItemField(address, out, job); break;
    case Part::run:
        if (const ChunkRuns* const runs = in.runs(job)) {
            const ChunkRuns::AlikeChunks& run = runs->run(address.entry);
            out.label = in.chunkLabel(run.first);
            out.value = counted(run.count, "chunk", "chunks");
        }
        break;
    case Part::data: fillData(address, out, job); break;
    case Part::entry:
        out.value = grouped(address.entry);
        out.range = in.entryRange(address.entry);
        break;
    case Part::headerField:
    case Part::entryField: {
        HeaderField field = fieldsOf(address)[address.sub];
        out.label = std::move(field.label);
        out.value = std::move(field.value);
        out.range =
            address.part == Part::headerField ? in.range({0, kHeaderSize}) : in.entryRange(address.entry);
        out.range.offset += field.offset;
        out.range.length = field.length;
        out.encoding = {field.kind};
        break;
    }
    case Part::region: fillRegion(address, out, job); break;
    case Part::json: {
        const auto data = m_file.payload(address.chunk(), job);
        const std::vector<JsonText::Member> way = data->json().wayTo(address.sub);
        if (!way.empty()) // else the data, decoded again, turned out to be something else
            return jsonNode(address, *data, way.back());
        break;
    }
    case Part::line: return lineNode(address, *m_file.payload(address.chunk(), job));
    case Part::picture: {
        const auto data = m_file.payload(address.chunk(), job);
        out.label = data->name();
        if (data->width > 0)
            out.value = grouped(data->width) + " × " + grouped(data->height) + " pixels";
        out.range = data->range;
        break;
    }
    }
    return out;
}

void RdfNodes::fillChunk(const Address& address, Node& out, const Job& job) const
{
    const RdfCapture& in = m_file.capture(address.capture);
    const Entry entry = in.index().entry(address.entry);
    out.tint = tintOf(entry);
    out.label = in.chunkLabel(address.entry);
    const ChunkNumbers* const numbers = in.numbering(job);
    if (numbers && numbers->groupSize(numbers->group(address.entry)) > 1)
        out.value = "#" + std::to_string(numbers->number(address.entry));
    fillTime(address, false, out, job);
    join(out.value, m_contents.titleOf(address.chunk(), job));
    join(out.value,
         signedSize(entry.claimedSize()) + (entry.compression == 0 ? "" : " " + compressionText(entry)));
    if (entry.version != 1)
        join(out.value, "v" + std::to_string(entry.version));
    out.range = in.chunkRange(entry);
}

// Of a chunk that is an event as a whole.
void RdfNodes::fillTime(const Address& address, bool certainly, Node& out, const Job& job) const
{
    if (const auto event = m_contents.eventOf(address.chunk(), certainly, job)) {
        out.time = event->time;
        out.axis = event->axis;
    }
}

void RdfNodes::fillData(const Address& address, Node& out, const Job& job) const
{
    const Entry entry = m_file.capture(address.capture).index().entry(address.entry);
    const auto data = m_file.payload(address.chunk(), job);
    out.tint = tintOf(entry);
    const auto items = m_contents.itemsOf(address.chunk(), job);
    out.expandable = items || data->hasParts();
    fillTime(address, true, out, job);
    out.range = m_file.storedData(address.chunk());
    if (entry.dataSize == 0)
        join(out.value, "empty");
    join(out.value, data->name());
    if (entry.dataSize != 0)
        join(out.value, sizeText(data->range.length));
    if (entry.compression != 0)
        join(out.value, compressionText(entry) + " " + sizeText(out.range.length));
    if (data->isText() && data->range.length > data->text.size())
        join(out.value, "lines of the first " + sizeText(data->text.size()));
}

void RdfNodes::fillRegion(const Address& address, Node& out, const Job& job) const
{
    const RdfCapture& in = m_file.capture(address.capture);
    const RegionMap* const map = in.map(job);
    if (!map)
        return;
    const Region region = map->region(in.index(), address.entry);
    const Looks& looks = looksOf(region.kind);
    out.kind = looks.kind;
    out.tint = looks.kind == NodeKind::data ? tintOf(in.index().entry(region.entry)) : looks.tint;
    out.range = in.range(region.extent);
    out.label = region.isChunk() ? in.chunkName(region.entry, job) : std::string(looks.label);
    if (region.isChunk())
        out.value = looks.label;
    else if (region.kind == Region::Kind::overlap)
        out.value = "with " + in.chunkName(region.entry, job);
    join(out.value, sizeText(region.extent.length));
}

Node RdfNodes::jsonNode(const Address& parent, const Payload& data, const JsonText::Member& member)
{
    const JsonText json = data.json();
    const JsonText::Value& value = member.value;
    Node node =
        begunNode({Part::json, parent.capture, parent.entry, static_cast<std::uint32_t>(value.offset)});
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
    Node out = begunNode(address);
    out.label = escaped(shortened(lineAt(data.text, address.sub), kShownText));
    out.range = {data.range.source, data.range.offset + address.sub,
                 nextLine(data.text, address.sub) - address.sub};
    return out;
}

Node RdfNodes::itemNode(std::uint64_t entry, const PayloadItems& items, std::uint64_t n, const Job& job) const
{
    Node out = begunNode({Part::item, 0, entry, static_cast<std::uint32_t>(n)});
    PayloadItem item = items.item(n, job);
    out.kind = item.event.empty() ? NodeKind::field : NodeKind::record;
    out.tint = item.tint;
    out.label = std::move(item.label);
    out.value = shortened(item.value, kShownText);
    out.range = items.place(n, 0, item.length, job);
    out.expandable = items.hasFields() && !items.fields(n, job).empty();
    if (const auto ns = item.tick ? m_contents.nsOfCpu(*item.tick, job) : std::nullopt)
        out.time = TimeRange {*ns, *ns};
    return out;
}

void RdfNodes::fillItemField(const Address& address, Node& out, const Job& job) const
{
    const auto items = m_contents.itemsOf(address.chunk(), job);
    const auto fields = items ? items->fields(address.sub, job) : std::vector<PayloadField> {};
    if (address.field >= fields.size())
        return; // the data, decoded again, turned out to be fewer
    const PayloadField& field = fields[address.field];
    out.label = field.name;
    out.value = shortened(field.value, kShownText);
    out.range = items->place(address.sub, field.offset, field.length, job);
    out.encoding = field.encoding;
}

std::uint32_t RdfNodes::fieldCount(const Address& owner) const
{
    switch (owner.part) {
    case Part::fileHeader: return kHeaderFields;
    case Part::entry: return kEntryFields;
    case Part::chunkHeader:
        return static_cast<std::uint32_t>(m_contents.headerFieldsOf(owner.chunk()).size());
    default: return 0;
    }
}

std::vector<RdfNodes::HeaderField> RdfNodes::fieldsOf(const Address& address) const
{
    constexpr auto kUnsigned = Encoding::Kind::unsignedInt, kSigned = Encoding::Kind::signedInt;
    const Index& index = m_file.capture(address.capture).index();
    if (address.part == Part::fileHeader || address.part == Part::headerField) {
        const FileHeader& header = index.header;
        return {
            {"identifier", escaped({header.identifier.data(), header.identifier.size()}), 0, 8},
            {"version", std::to_string(header.version), 8, 4, kUnsigned},
            {"reserved", std::to_string(header.reserved), 12, 4, kUnsigned},
            {"index offset", std::to_string(header.indexOffset), 16, 8, kSigned},
            {"index size", std::to_string(header.indexSize), 24, 8, kSigned},
        };
    }
    const Entry entry = index.entry(address.entry);
    return {
        {"id", escaped(entry.idText()), 0, kIdSize},
        {"compression", compressionText(entry), 16, 1, kUnsigned},
        {"reserved", hex(std::as_bytes(std::span(entry.reserved))), 17, 3},
        {"version", std::to_string(entry.version), 20, 4, kUnsigned},
        {"header offset", std::to_string(entry.headerOffset), 24, 8, kSigned},
        {"header size", std::to_string(entry.headerSize), 32, 8, kSigned},
        {"data offset", std::to_string(entry.dataOffset), 40, 8, kSigned},
        {"stored size", std::to_string(entry.dataSize), 48, 8, kSigned},
        {"uncompressed size", std::to_string(entry.uncompressedSize), 56, 8, kSigned},
    };
}

std::optional<std::uint32_t> RdfNodes::fieldAt(const Address& owner, std::uint64_t offset) const
{
    std::vector<HeaderField> fields;
    if (owner.part == Part::chunkHeader) {
        for (const PayloadField& field : m_contents.headerFieldsOf(owner.chunk()))
            fields.push_back(
                {std::string(field.name), field.value, field.offset, field.length, field.encoding.kind});
    } else {
        fields = fieldsOf(owner);
    }
    for (std::uint32_t i = 0; i < fields.size(); ++i) {
        if (offset >= fields[i].offset && offset - fields[i].offset < fields[i].length)
            return i;
    }
    return {};
}

}
