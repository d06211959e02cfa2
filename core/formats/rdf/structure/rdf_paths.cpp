// How nodes of RdfDocument are found: paths, the way down from the root, and the owner of a byte.
#include "core/base/text.h"
#include "core/formats/rdf/rdf_document.h"
#include "core/model/node_path.h"

#include <algorithm>

namespace traceglass::rdf {

std::string RdfDocument::prefixOf(std::uint32_t number) const
{
    if (number == 0)
        return {};
    const Parent parent = capture(number).parent();
    return prefixOf(parent.capture) + "/chunks/" + std::to_string(parent.entry) + "/data";
}

std::string RdfDocument::wordOf(const Address& address) const
{
    const std::string chunk = "/chunks/" + std::to_string(address.entry);
    switch (address.place) {
    case Place::capture: return "/";
    case Place::fileHeader: return "/header";
    case Place::headerField: return "/header/" + std::to_string(address.sub);
    case Place::chunk: return chunk;
    case Place::chunkHeader: return chunk + "/header";
    case Place::data: return chunk + "/data";
    case Place::entry: return chunk + "/entry";
    case Place::entryField: return chunk + "/entry/" + std::to_string(address.sub);
    case Place::index: return "/index";
    case Place::map: return "/map";
    case Place::part: return "/map/" + std::to_string(address.entry);
    case Place::ids: return "/ids";
    case Place::group: return "/ids/" + std::to_string(address.entry);
    case Place::picture: return chunk + "/data/picture";
    case Place::line: {
        const auto data = payload(address.chunk());
        const auto line = std::ranges::count(std::string_view(data->text).substr(0, address.sub), '\n');
        return chunk + "/data/" + std::to_string(line);
    }
    case Place::json: {
        const auto data = payload(address.chunk());
        std::string out = chunk + "/data";
        for (const JsonText::Step& step : data->json().wayTo(address.sub))
            out += "/" + std::to_string(step.position);
        return out;
    }
    }
    return {};
}

std::string RdfDocument::pathOf(const NodeId& id) const
{
    const auto address = addressOf(id);
    return address ? prefixOf(address->capture) + wordOf(*address) : std::string();
}

std::optional<NodeId> RdfDocument::findChunk(std::string_view id, std::uint64_t n) const
{
    const Capture& in = capture(0);
    const Numbering& numbers = in.numbering();
    for (std::uint32_t group = 0; group < numbers.groupCount(); ++group) {
        const Entry entry = in.index().entry(numbers.member(group, 0));
        if ((entry.idText() == id || in.chunkLabel(numbers.member(group, 0)) == id)
            && n < numbers.groupSize(group))
            return idOf({Place::chunk, 0, numbers.member(group, n), 0});
    }
    return {};
}

std::optional<NodeId> RdfDocument::find(std::string_view path) const
{
    const auto words = pathWords(path);
    if (!words) {
        const std::size_t colon = path.rfind(':');
        if (colon == std::string_view::npos)
            return {};
        const auto n = pathNumber(path.substr(colon + 1));
        return n ? findChunk(path.substr(0, colon), *n) : std::nullopt;
    }
    const std::vector<std::string_view>& parts = *words;
    std::optional<NodeId> at = root().id;
    for (std::size_t i = 0; at && i < parts.size(); ++i) {
        const auto parent = addressOf(*at);
        if (!parent)
            return {};
        const std::string_view word = parts[i];
        const auto nested = parent->place == Place::data ? payload(parent->chunk())->capture : 0;
        if (parent->place == Place::capture || nested != 0) {
            const std::uint32_t number = parent->place == Place::capture ? parent->capture : nested;
            if (word == "chunks" && i + 1 < parts.size()) {
                const auto n = pathNumber(parts[++i]);
                at = n && *n < capture(number).count() ? std::optional(idOf({Place::chunk, number, *n, 0}))
                                                       : std::nullopt;
            } else if (word == "header") {
                at = idOf({Place::fileHeader, number, 0, 0});
            } else if (word == "index") {
                at = idOf({Place::index, number, 0, 0});
            } else if (word == "map") {
                at = idOf({Place::map, number, 0, 0});
            } else if (word == "ids" && capture(number).numbering().hasDuplicates()) {
                at = idOf({Place::ids, number, 0, 0});
            } else {
                at.reset();
            }
        } else if (parent->place == Place::chunk) {
            const Place place = word == "header" ? Place::chunkHeader
                : word == "data"                 ? Place::data
                                                 : Place::entry;
            at = place == Place::entry && word != "entry"
                ? std::nullopt
                : std::optional(idOf({place, parent->capture, parent->entry, 0}));
        } else if (parent->place == Place::data && word == "picture") {
            at = payload(parent->chunk())->isPicture()
                ? std::optional(idOf({Place::picture, parent->capture, parent->entry, 0}))
                : std::nullopt;
        } else if (parent->place == Place::group
                   || (parent->place == Place::data && payload(parent->chunk())->isPicture())) {
            at.reset(); // what is below has a path of its own
        } else {
            const auto n = pathNumber(word);
            const auto child = n ? children(*at, *n, 1) : Result<std::vector<Node>>(std::vector<Node> {});
            at = child && !child->empty() ? std::optional(child->front().id) : std::nullopt;
        }
    }
    return at;
}

// --- the way down

// The steps from the capture that holds the address; for a nested one, behind the way to the chunk it lies
// in.
void RdfDocument::appendWay(const Address& address, std::vector<Step>& way) const
{
    const Capture& in = capture(address.capture);
    if (address.capture != 0)
        appendWay({Place::data, in.parent().capture, in.parent().entry, 0}, way);
    const auto step = [&](Place place, std::uint64_t entry, std::uint64_t sub, std::uint64_t position) {
        way.push_back({idOf({place, address.capture, entry, static_cast<std::uint32_t>(sub)}), position});
    };
    const auto stepToChunk = [&] { step(Place::chunk, address.entry, 0, address.entry + 1); };
    const auto stepToData = [&] {
        stepToChunk();
        step(Place::data, address.entry, 0, 1);
    };
    const std::uint64_t behindChunks = in.count() + 1;
    switch (address.place) {
    case Place::capture: break;
    case Place::fileHeader:
    case Place::headerField:
        step(Place::fileHeader, 0, 0, 0);
        if (address.place == Place::headerField)
            step(Place::headerField, 0, address.sub, address.sub);
        break;
    case Place::chunk: stepToChunk(); break;
    case Place::chunkHeader:
        stepToChunk();
        step(Place::chunkHeader, address.entry, 0, 0);
        break;
    case Place::data: stepToData(); break;
    case Place::entry:
    case Place::entryField:
        stepToChunk();
        step(Place::entry, address.entry, 0, 2);
        if (address.place == Place::entryField)
            step(Place::entryField, address.entry, address.sub, address.sub);
        break;
    case Place::index: step(Place::index, 0, 0, behindChunks); break;
    case Place::map:
    case Place::part:
        step(Place::map, 0, 0, behindChunks + 1);
        if (address.place == Place::part)
            way.push_back({idOf(address), address.entry});
        break;
    case Place::ids:
    case Place::group:
        step(Place::ids, 0, 0, behindChunks + 2);
        if (address.place == Place::group)
            step(Place::group, address.entry, 0, address.entry);
        break;
    case Place::picture:
        stepToData();
        step(Place::picture, address.entry, 0, 0);
        break;
    case Place::line: {
        stepToData();
        const auto data = payload(address.chunk());
        const auto line = std::ranges::count(std::string_view(data->text).substr(0, address.sub), '\n');
        step(Place::line, address.entry, address.sub, static_cast<std::uint64_t>(line));
        break;
    }
    case Place::json: {
        stepToData();
        const auto data = payload(address.chunk());
        for (const JsonText::Step& down : data->json().wayTo(address.sub))
            step(Place::json, address.entry, down.value.offset, down.position);
        break;
    }
    }
}

std::vector<Document::Step> RdfDocument::wayTo(const NodeId& id) const
{
    std::vector<Step> way;
    if (const auto address = addressOf(id))
        appendWay(*address, way);
    return way;
}

// --- the owner of a byte

std::optional<NodeId> RdfDocument::nodeAt(SourceId source, std::uint64_t offset) const
{
    if (number(source) == 0) {
        const auto found = addressAt(capture(0), offset);
        return found ? std::optional(idOf(*found)) : std::nullopt;
    }
    ChunkKey chunk;
    {
        const std::lock_guard lock(m_mutex);
        if (number(source) > m_decodedKeys.size())
            return {};
        chunk = m_decodedKeys[number(source) - 1];
    }
    if (offset >= payload(chunk)->range.length)
        return {};
    return idOf(withinPayload(chunk, offset));
}

// `offset` is counted from the start of the capture.
std::optional<RdfDocument::Address> RdfDocument::addressAt(const Capture& in, std::uint64_t offset) const
{
    const auto position = in.map().ownerAt(in.index(), offset);
    if (!position)
        return {};
    const auto fieldAt = [&](Address owner, Place place, std::uint64_t inside) {
        const std::vector<Field> fields = fieldsOf(owner);
        for (std::uint32_t i = 0; i < fields.size(); ++i) {
            if (inside >= fields[i].offset && inside - fields[i].offset < fields[i].length) {
                owner.place = place;
                owner.sub = i;
                break;
            }
        }
        return owner;
    };
    const Part part = in.map().part(in.index(), *position);
    const ChunkKey chunk {in.number(), part.entry};
    switch (part.kind) {
    case Part::Kind::fileHeader:
        return fieldAt({Place::fileHeader, in.number(), 0, 0}, Place::headerField, offset);
    case Part::Kind::index: {
        const std::uint64_t inside = offset - part.extent.offset;
        return fieldAt({Place::entry, in.number(), inside / kEntrySize, 0}, Place::entryField,
                       inside % kEntrySize);
    }
    case Part::Kind::header:
    case Part::Kind::data:
    case Part::Kind::headerAndData: {
        const Entry entry = in.index().entry(part.entry);
        const Extent header = in.index().headerExtent(entry);
        const bool inHeader =
            part.kind != Part::Kind::data && offset >= header.offset && offset < header.end();
        if (inHeader)
            return Address {Place::chunkHeader, in.number(), part.entry, 0};
        if (canDecode(entry))
            return Address {Place::data, in.number(), part.entry, 0};
        return withinPayload(chunk, offset - in.index().dataExtent(entry).offset);
    }
    default: return Address {Place::part, in.number(), *position, 0};
    }
}

// `offset` is counted from the start of the decoded data.
RdfDocument::Address RdfDocument::withinPayload(ChunkKey chunk, std::uint64_t offset) const
{
    const Address whole {Place::data, chunk.capture, chunk.entry, 0};
    const auto at = [&](Place place, std::uint64_t sub) {
        return Address {place, chunk.capture, chunk.entry, static_cast<std::uint32_t>(sub)};
    };
    const auto data = payload(chunk);
    if (data->capture != 0)
        return addressAt(capture(data->capture), offset).value_or(whole);
    if (data->isPicture())
        return at(Place::picture, 0);
    if (data->content == Content::json) {
        const auto way = data->json().wayTo(offset);
        return way.empty() ? whole : at(Place::json, way.back().value.offset);
    }
    if (data->isText() && offset < data->text.size()) {
        const std::size_t end = offset == 0 ? std::string::npos : data->text.rfind('\n', offset - 1);
        return at(Place::line, end == std::string::npos ? 0 : end + 1);
    }
    return whole;
}

}
