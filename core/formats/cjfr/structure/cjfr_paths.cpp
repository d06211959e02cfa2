// Where nodes are: their parents and positions, the node that owns a byte, and the paths that name them.
#include "core/formats/cjfr/structure/cjfr_tree.h"
#include "core/model/node_path.h"

#include <algorithm>

namespace traceglass::cjfr {

std::optional<NodeId> Tree::parentOf(const NodeId& id) const
{
    if (isLine(id))
        return ownerOf(id);
    switch (partOf(id)) {
    case Part::root: return {};
    case Part::type: return idOf(Part::types, 0);
    case Part::cache: return idOf(Part::caches, 0);
    case Part::entry: return idOf(Part::cache, id.place >> kEntryBits);
    case Part::message: return idOf(Part::messages, 0);
    case Part::value: {
        const auto path = valuePath(id);
        if (!path)
            return {};
        if (path->values.size() == 1)
            return idOf(Part::message, path->message.number);
        const std::size_t parent = path->values.size() - 2;
        return valueId(path->values[parent], parent + 1, path->positions[parent]);
    }
    default: return idOf(Part::root, 0);
    }
}

std::optional<std::uint64_t> Tree::positionOf(const NodeId& parent, const NodeId& child) const
{
    if (const auto position = positionIn(child))
        return position;
    if (partOf(parent) == Part::root) {
        const auto parts = topParts();
        const auto found = std::ranges::find(parts, partOf(child));
        return found == parts.end() ? std::nullopt
                                    : std::optional(static_cast<std::uint64_t>(found - parts.begin()));
    }
    return partOf(child) == Part::entry ? child.place & ((std::uint64_t(1) << kEntryBits) - 1) : child.place;
}

// The innermost value that owns a byte of a message; the message where no value does.
std::optional<NodeId> Tree::innermost(const Message& message, std::uint64_t offset) const
{
    const ValueReader values(*index());
    NodeId out = idOf(Part::message, message.number);
    Value at = values.top(message);
    for (std::uint64_t depth = 1; !at.isNull() && !at.isReference; ++depth) {
        std::optional<Value> next;
        values.forEach(at, [&](const Slot&, std::uint64_t i, const Value& child) {
            if (child.begin <= offset && offset < child.end) {
                next = child;
                out = valueId(child, depth, i);
            }
            return child.end <= offset;
        });
        if (!next)
            break;
        at = *next;
    }
    return out;
}

std::optional<NodeId> Tree::messageAt(std::uint64_t offset) const
{
    if (!index() || offset < index()->begin || offset >= index()->end)
        return {};
    const auto message = messageHolding(offset);
    if (!message || message->offset > offset)
        return {};
    return idOf(Part::message, message->number);
}

std::optional<NodeId> Tree::nodeAt(SourceId source, std::uint64_t offset) const
{
    if (number(source) == 0) {
        if (offset >= m_document.file().size())
            return {};
        const auto& fields = m_document.header().fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (offset >= fields[i].offset && offset - fields[i].offset < fields[i].length)
                return lineOf(idOf(Part::header, 0), i);
        }
        if (m_document.footer().length > 0 && offset >= m_document.footer().offset)
            return idOf(Part::footer, 0);
        if (m_document.isCompressed())
            return idOf(Part::stream, 0);
    }
    if (source != m_document.streamSource() || !index())
        return {};
    if (offset < index()->begin || offset >= index()->end)
        return idOf(offset < index()->bytes.size() ? Part::root : Part::messages, 0);
    const auto message = messageHolding(offset);
    if (message && message->offset <= offset)
        return innermost(*message, offset);
    const TypeTable& types = index()->types;
    std::size_t first = 0, last = types.count(); // in order of definition
    while (first < last) {
        const std::size_t middle = (first + last) / 2;
        if (types.at(middle).offset + types.at(middle).length <= offset)
            first = middle + 1;
        else
            last = middle;
    }
    if (first == types.count() || types.at(first).offset > offset)
        return idOf(Part::messages, 0);
    const NodeId type = idOf(Part::type, first);
    const auto all = lines(type);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].range.contains(source, offset))
            return lineOf(type, i);
    }
    return type;
}

// --- the document's side

Node CjfrDocument::root() const
{
    return *Tree(*this).node(idOf(Part::root, 0));
}

Result<Node> CjfrDocument::node(const NodeId& id) const
{
    return Tree(*this).node(id);
}

Result<std::uint64_t> CjfrDocument::childCount(const NodeId& id) const
{
    return Tree(*this).childCount(id);
}

Result<std::vector<Node>> CjfrDocument::children(const NodeId& id, std::uint64_t first,
                                                 std::uint64_t count) const
{
    return Tree(*this).children(id, first, count);
}

// The stored stream decodes to all of the other source; every other node lies where it is.
Result<ByteRange> CjfrDocument::decoded(const NodeId& id) const
{
    if (m_decoded && partOf(id) == Part::stream) {
        if (const IndexPtr index = indexNow()) // decodes it
            return ByteRange {SourceId(1), 0, index->bytes.size()};
    }
    return node(id).map([](const Node& found) { return found.range; });
}

std::vector<Document::Step> CjfrDocument::wayTo(const NodeId& id) const
{
    const Tree tree(*this);
    if (partOf(id) != Part::value)
        return wayFromParents(tree, id);
    const auto path = tree.valuePath(id);
    if (!path)
        return {};
    auto way = wayFromParents(tree, idOf(Part::message, path->message.number));
    for (std::size_t i = 0; i < path->values.size(); ++i)
        way.push_back({valueId(path->values[i], i + 1, path->positions[i]), path->positions[i]});
    return way;
}

std::optional<NodeId> CjfrDocument::nodeAt(SourceId source, std::uint64_t offset) const
{
    return Tree(*this).nodeAt(source, offset);
}

std::optional<NodeId> CjfrDocument::nodeOf(RecordRef ref) const
{
    if (!ref.valid() || ref.source() != streamSource())
        return {};
    return Tree(*this).messageAt(ref.offset());
}

std::string CjfrDocument::pathOf(const NodeId& id) const
{
    const auto numbered = [](std::string_view word, std::uint64_t value) {
        return std::string(word) + std::to_string(value);
    };
    if (partOf(id) == Part::value) {
        const auto path = Tree(*this).valuePath(id);
        std::string out = path ? numbered("/messages/", path->message.number) : std::string();
        for (std::size_t i = 0; path && i < path->positions.size(); ++i)
            out += numbered("/fields/", path->positions[i]);
        return out;
    }
    if (isLine(id))
        return pathOf(ownerOf(id)) + numbered("/fields/", *positionIn(id));
    switch (partOf(id)) {
    case Part::root: return "/";
    case Part::header: return "/header";
    case Part::stream: return "/stream";
    case Part::types: return "/types";
    case Part::type: return numbered("/types/", id.place);
    case Part::caches: return "/caches";
    case Part::cache: return numbered("/caches/", id.place);
    case Part::entry:
        return numbered("/caches/", id.place >> kEntryBits)
            + numbered("/entries/", id.place & ((std::uint64_t(1) << kEntryBits) - 1));
    case Part::messages: return "/messages";
    case Part::message: return numbered("/messages/", id.place);
    case Part::footer: return "/footer";
    case Part::value: break;
    }
    return {};
}

std::optional<NodeId> CjfrDocument::find(std::string_view path) const
{
    const auto split = pathWords(path);
    if (!split)
        return {};
    const std::vector<std::string_view>& words = *split;
    if (words.empty())
        return idOf(Part::root, 0);
    const Tree tree(*this);
    const auto numberAt = [&](std::size_t i) {
        return i < words.size() ? pathNumber(words[i]) : std::nullopt;
    };
    struct Word
    {
        std::string_view word;
        Part part;
    };
    constexpr Word kWords[] = {{"header", Part::header},     {"stream", Part::stream},
                               {"types", Part::types},       {"caches", Part::caches},
                               {"messages", Part::messages}, {"footer", Part::footer}};
    const auto top = std::ranges::find(kWords, words[0], &Word::word);
    if (top == std::end(kWords) || !tree.positionOf(idOf(Part::root, 0), idOf(top->part, 0)))
        return {};
    NodeId at = idOf(top->part, 0);
    const auto step = [&](std::optional<std::uint64_t> position) {
        const auto count = tree.childCount(at);
        const auto next =
            position && count && *position < *count ? tree.childAt(at, *position) : std::nullopt;
        if (next)
            at = *next;
        return next.has_value();
    };
    std::size_t i = 1;
    if (top->part == Part::types || top->part == Part::caches || top->part == Part::messages) {
        if (i < words.size() && !step(numberAt(i++)))
            return {};
    }
    if (partOf(at) == Part::message) {
        std::vector<std::uint64_t> positions;
        for (; i < words.size(); i += 2) {
            const auto position = words[i] == "fields" ? numberAt(i + 1) : std::nullopt;
            if (!position)
                return {};
            positions.push_back(*position);
        }
        return tree.valueAt(at.place, positions);
    }
    for (; i < words.size(); i += 2) {
        const std::string_view list = partOf(at) == Part::cache ? "entries" : "fields";
        if (words[i] != list || !step(numberAt(i + 1)))
            return {};
    }
    return at;
}

}
