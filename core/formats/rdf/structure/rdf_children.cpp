// The children of RdfDocument's nodes, by position; those within JSON and text are found by walking the text.
#include "core/base/text.h"
#include "core/formats/rdf/rdf_document.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kShownText = 200;

}

std::optional<JsonText::Value> RdfDocument::jsonContainer(const JsonText& json, const Address& address)
{
    if (address.place == Place::data)
        return json.root();
    const std::vector<JsonText::Step> way = json.wayTo(address.sub);
    return way.empty() ? std::nullopt : std::optional(way.back().value);
}

Node RdfDocument::jsonNode(const Address& parent, const Payload& data, std::uint64_t position,
                           const JsonText::Value& value)
{
    const JsonText json = data.json();
    Node node;
    node.id = idOf({Place::json, parent.capture, parent.entry, static_cast<std::uint32_t>(value.offset)});
    node.kind = NodeKind::field;
    node.label = value.keyLength > 0 ? escaped(shortened(json.keyOf(value), kShownText))
                                     : "[" + grouped(position) + "]";
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

// A node for the JSON value that begins at address.sub.
std::optional<Node> RdfDocument::jsonNode(const Address& address) const
{
    const auto data = payload(address.chunk());
    const std::vector<JsonText::Step> way = data->json().wayTo(address.sub);
    if (way.empty())
        return {};
    return jsonNode(address, *data, way.back().position, way.back().value);
}

void RdfDocument::jsonChildren(const Address& parent, std::uint64_t first, std::uint64_t count,
                               std::vector<Node>& out) const
{
    const auto data = payload(parent.chunk());
    const JsonText json = data->json();
    if (const auto container = jsonContainer(json, parent)) {
        json.visitMembers(*container, first, [&](std::uint64_t position, const JsonText::Value& value) {
            out.push_back(jsonNode(parent, *data, position, value));
            return position - first + 1 < count;
        });
    }
}

Node RdfDocument::lineNode(const Address& address, const Payload& data) const
{
    const std::string_view text = data.text;
    const std::string_view line = lineAt(text, address.sub);
    Node out;
    out.id = idOf(address);
    out.kind = NodeKind::text;
    out.label = escaped(shortened(line, kShownText));
    const std::size_t end = text.find('\n', address.sub);
    const std::uint64_t next =
        end == std::string_view::npos ? std::max<std::uint64_t>(text.size(), address.sub) : end + 1;
    out.range = {data.range.source, data.range.offset + address.sub, next - address.sub};
    return out;
}

void RdfDocument::lineChildren(const Address& parent, std::uint64_t first, std::uint64_t count,
                               std::vector<Node>& out) const
{
    const auto data = payload(parent.chunk());
    const std::string_view text = data->text;
    std::uint64_t line = 0;
    for (std::size_t at = 0; at < text.size() && line < first + count; ++line) {
        if (line >= first)
            out.push_back(
                lineNode({Place::line, parent.capture, parent.entry, static_cast<std::uint32_t>(at)}, *data));
        const std::size_t end = text.find('\n', at);
        at = end == std::string_view::npos ? text.size() : end + 1;
    }
}

// --- children

std::uint64_t RdfDocument::countBelowCapture(std::uint32_t number) const
{
    const Capture& in = capture(number);
    return in.count() + 3 + (in.numbering().hasDuplicates() ? 1 : 0);
}

std::uint64_t RdfDocument::countBelow(const Address& address) const
{
    const Capture& in = capture(address.capture);
    switch (address.place) {
    case Place::capture: return countBelowCapture(address.capture);
    case Place::fileHeader:
    case Place::entry: return fieldsOf(address).size();
    case Place::chunk: return 3;
    case Place::map: return in.map().count();
    case Place::ids: return in.numbering().groupCount();
    case Place::group: return in.numbering().groupSize(static_cast<std::uint32_t>(address.entry));
    case Place::data: {
        const auto data = payload(address.chunk());
        if (data->capture != 0)
            return countBelowCapture(data->capture);
        if (data->content == Content::json)
            return data->json().memberCount(data->json().root());
        return data->isPicture() ? 1 : data->isText() ? lineCount(data->text) : 0;
    }
    case Place::json: {
        const auto data = payload(address.chunk());
        const JsonText json = data->json();
        const auto container = jsonContainer(json, address);
        return container ? json.memberCount(*container) : 0;
    }
    default: return 0;
    }
}

// File header, chunks, index, map, ids.
std::optional<RdfDocument::Address> RdfDocument::captureChild(std::uint32_t number,
                                                              std::uint64_t position) const
{
    const std::uint64_t chunks = capture(number).count();
    if (position == 0)
        return Address {Place::fileHeader, number, 0, 0};
    if (position <= chunks)
        return Address {Place::chunk, number, position - 1, 0};
    constexpr std::array last = {Place::index, Place::map, Place::ids};
    const std::uint64_t behind = position - chunks - 1;
    if (position >= countBelowCapture(number))
        return {};
    return Address {last[behind], number, 0, 0};
}

// Not for JSON values and lines, which are walked instead of counted.
std::optional<RdfDocument::Address> RdfDocument::childOf(const Address& parent, std::uint64_t position) const
{
    const auto child = [&](Place place, std::uint64_t entry, std::uint64_t sub = 0) {
        return Address {place, parent.capture, entry, static_cast<std::uint32_t>(sub)};
    };
    switch (parent.place) {
    case Place::capture: return captureChild(parent.capture, position);
    case Place::fileHeader: return child(Place::headerField, 0, position);
    case Place::entry: return child(Place::entryField, parent.entry, position);
    case Place::chunk: {
        constexpr std::array places = {Place::chunkHeader, Place::data, Place::entry};
        return child(places[position], parent.entry);
    }
    case Place::map: return child(Place::part, position);
    case Place::ids: return child(Place::group, position);
    case Place::group:
        return child(
            Place::chunk,
            capture(parent.capture).numbering().member(static_cast<std::uint32_t>(parent.entry), position));
    case Place::data: {
        const auto data = payload(parent.chunk());
        return data->capture != 0 ? captureChild(data->capture, position)
                                  : child(Place::picture, parent.entry);
    }
    default: return {};
    }
}

Result<std::uint64_t> RdfDocument::childCount(const NodeId& id) const
{
    const auto address = addressOf(id);
    if (!address)
        return fail(Code::NodeUnknown);
    return countBelow(*address);
}

Result<std::vector<Node>> RdfDocument::children(const NodeId& id, std::uint64_t first,
                                                std::uint64_t count) const
{
    const auto parent = addressOf(id);
    if (!parent)
        return fail(Code::NodeUnknown);
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    std::vector<Node> out;
    const std::uint64_t total = countBelow(*parent);
    if (first >= total || count == 0)
        return out;
    count = std::min(count, total - first);
    if (parent->place == Place::json) {
        jsonChildren(*parent, first, count, out);
        return out;
    }
    if (parent->place == Place::data) {
        const auto data = payload(parent->chunk());
        if (data->content == Content::json)
            jsonChildren(*parent, first, count, out);
        else if (data->isText())
            lineChildren(*parent, first, count, out);
        if (!out.empty())
            return out;
    }
    for (std::uint64_t position = first; position < first + count; ++position) {
        if (const auto child = childOf(*parent, position))
            out.push_back(makeNode(*child));
    }
    return out;
}

}
