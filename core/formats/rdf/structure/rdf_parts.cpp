#include "core/formats/rdf/structure/rdf_parts.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

// The groups of a capture, of the file or within a chunk; the last one is there in paths only.
constexpr std::array kCaptureParts = {Part::fileHeader, Part::chunk, Part::index,
                                      Part::map,        Part::ids,   Part::run};
constexpr std::size_t kChunks = 1; // of these

std::vector<PartGroup> groupsOfCapture(const RdfCapture& in, const Job& job)
{
    const ChunkRuns* const runs = in.runs(job);
    const ChunkNumbers* const numbers = in.numbering(job);
    if (!runs || !numbers)
        return {};
    return {{"header"},
            {"chunks", true, runs->lines()},
            {"index"},
            {"map"},
            {"ids", false, numbers->hasDuplicates() ? 1u : 0u}};
}

constexpr std::array kChunkParts = {Part::chunkHeader, Part::data, Part::entry};

std::size_t groupOf(std::span<const Part> parts, Part part)
{
    return static_cast<std::size_t>(std::ranges::find(parts, part) - parts.begin());
}

// The value whose members are the children of a node: of data the whole text.
std::optional<JsonText::Value> jsonContainer(const JsonText& json, const Address& address)
{
    if (address.part == Part::data)
        return json.root();
    const std::vector<JsonText::Member> way = json.wayTo(address.sub);
    return way.empty() ? std::nullopt : std::optional(way.back().value);
}

// Members of a value from a position on; the visitor returns false to stop.
template <class Visit>
void visitJson(const Payload& data, const Address& parent, std::uint64_t first, Visit&& visit)
{
    const JsonText json = data.json();
    if (const auto container = jsonContainer(json, parent)) {
        json.visitMembers(*container, first, [&](std::uint64_t position, const JsonText::Value& value) {
            return visit(JsonText::Member {value, position});
        });
    }
}

// Where the lines of a text begin, from one on; the visitor returns false to stop.
template <class Visit>
void visitLines(std::string_view text, std::uint64_t first, Visit&& visit)
{
    std::uint64_t line = 0;
    for (std::uint64_t at = 0; at < text.size(); at = nextLine(text, at), ++line) {
        if (line >= first && !visit(at))
            return;
    }
}

bool isJson(const Address& address, const Payload& data)
{
    return address.part == Part::json || data.content == Content::json;
}

}

// --- children

std::vector<PartGroup> RdfParts::groupsOf(const Address& parent, const Job& job) const
{
    const auto listed = [](std::uint64_t count) { return std::vector<PartGroup> {{{}, true, count}}; };
    const RdfCapture& in = m_file.capture(parent.capture);
    switch (parent.part) {
    case Part::capture: return groupsOfCapture(in, job);
    case Part::fileHeader:
    case Part::chunkHeader:
    case Part::entry: return listed(m_nodes.fieldCount(parent));
    case Part::run: {
        const ChunkRuns* const runs = in.runs(job);
        return listed(runs ? runs->run(parent.entry).count : 0);
    }
    case Part::item: {
        const auto items = m_nodes.contents().itemsOf(parent.chunk(), job);
        return listed(items && items->hasFields() ? items->fields(parent.sub, job).size() : 0);
    }
    case Part::chunk: return {PartGroup {"header"}, PartGroup {"data"}, PartGroup {"entry"}};
    case Part::map: {
        const RegionMap* const map = in.map(job);
        return listed(map ? map->count() : 0);
    }
    case Part::ids: {
        const ChunkNumbers* const numbers = in.numbering(job);
        return listed(numbers ? numbers->groupCount() : 0);
    }
    case Part::group: {
        const ChunkNumbers* const numbers = in.numbering(job);
        return listed(numbers ? numbers->groupSize(static_cast<std::uint32_t>(parent.entry)) : 0);
    }
    case Part::data:
    case Part::json: {
        if (const auto items = m_nodes.contents().itemsOf(parent.chunk(), job))
            return listed(items->count());
        const auto data = m_file.payload(parent.chunk(), job);
        if (isJson(parent, *data)) {
            const JsonText json = data->json();
            const auto container = jsonContainer(json, parent);
            return listed(container ? json.memberCount(*container) : 0);
        }
        if (data->capture != 0)
            return groupsOfCapture(m_file.capture(data->capture), job);
        if (data->isPicture())
            return {PartGroup {"picture"}};
        return listed(data->isText() ? lineCount(data->text) : 0);
    }
    default: return {};
    }
}

// The capture whose parts are the children of a node; null for other nodes.
const RdfCapture* RdfParts::captureIn(const Address& parent, const Job& job) const
{
    if (parent.part == Part::capture)
        return &m_file.outer();
    const std::uint32_t nested = parent.part == Part::data ? m_file.payload(parent.chunk(), job)->capture : 0;
    return nested != 0 ? &m_file.capture(nested) : nullptr;
}

Result<std::vector<PartGroup>> RdfParts::groups(const NodeId& parent, const Job& job) const
{
    const auto address = m_nodes.addressOf(parent, job);
    if (!address)
        return fail(Code::NodeUnknown);
    return groupsOf(*address, job);
}

// --- paths

// What is below a group or a run has a path of its own.
Result<std::vector<PartGroup>> RdfParts::pathGroups(const NodeId& parent, const Job& job) const
{
    const auto address = m_nodes.addressOf(parent, job);
    if (!address)
        return fail(Code::NodeUnknown);
    if (address->part == Part::group || address->part == Part::run)
        return std::vector<PartGroup> {};
    std::vector<PartGroup> all = groupsOf(*address, job);
    const RdfCapture* const in = captureIn(*address, job);
    if (const ChunkRuns* const runs = in ? in->runs(job) : nullptr; runs && !all.empty()) {
        all[kChunks].count = in->count();
        all.push_back({"runs", true, runs->count()});
    }
    return all;
}

std::optional<NodeId> RdfParts::pathChild(const NodeId& parent, std::size_t group, std::uint64_t index,
                                          const Job& job) const
{
    const auto address = m_nodes.addressOf(parent, job);
    const RdfCapture* const in = address ? captureIn(*address, job) : nullptr;
    if (!in || (kCaptureParts[group] != Part::chunk && kCaptureParts[group] != Part::run))
        return child(parent, group, index, job);
    return idOf({kCaptureParts[group], in->number(), index});
}

std::optional<PartPlace> RdfParts::pathPlaceOf(const NodeId& id, const Job& job) const
{
    const auto address = m_nodes.addressOf(id, job);
    return address ? placeIn(*address, false, job) : std::nullopt;
}

// --- children, one by one

// `group` and `index` are among those of groupsOf().
std::optional<Address> RdfParts::childOf(const Address& parent, std::size_t group, std::uint64_t index,
                                         const Job& job) const
{
    const auto ofCapture = [&](std::uint32_t capture) -> std::optional<Address> {
        if (kCaptureParts[group] != Part::chunk)
            return Address {kCaptureParts[group], capture, index};
        const ChunkRuns* const runs = m_file.capture(capture).runs(job);
        if (!runs)
            return {};
        const auto run = runs->runAtLine(index);
        return run ? Address {Part::run, capture, *run}
                   : Address {Part::chunk, capture, runs->entryAtLine(index)};
    };
    switch (parent.part) {
    case Part::capture: return ofCapture(parent.capture);
    case Part::fileHeader: return within(parent, Part::headerField, index);
    case Part::entry: return within(parent, Part::entryField, index);
    case Part::chunkHeader: return within(parent, Part::payloadField, index);
    case Part::item:
        return Address {Part::itemField, 0, parent.entry, parent.sub, static_cast<std::uint32_t>(index)};
    case Part::run: {
        const ChunkRuns* const runs = m_file.capture(parent.capture).runs(job);
        return runs
            ? std::optional(Address {Part::chunk, parent.capture, runs->run(parent.entry).first + index})
            : std::nullopt;
    }
    case Part::chunk: return within(parent, kChunkParts[group]);
    case Part::map: return Address {Part::region, parent.capture, index};
    case Part::ids: return Address {Part::group, parent.capture, index};
    case Part::group: {
        const ChunkNumbers* const numbers = m_file.capture(parent.capture).numbering(job);
        const auto number = static_cast<std::uint32_t>(parent.entry);
        return numbers ? std::optional(Address {Part::chunk, parent.capture, numbers->member(number, index)})
                       : std::nullopt;
    }
    case Part::data:
    case Part::json: {
        if (m_nodes.contents().itemsOf(parent.chunk(), job))
            return within(parent, Part::item, index);
        const auto data = m_file.payload(parent.chunk(), job);
        std::optional<Address> found;
        if (isJson(parent, *data)) {
            visitJson(*data, parent, index, [&](const JsonText::Member& member) {
                found = within(parent, Part::json, member.value.offset);
                return false;
            });
        } else if (data->capture != 0) {
            found = ofCapture(data->capture);
        } else if (data->isPicture()) {
            found = within(parent, Part::picture);
        } else {
            visitLines(data->text, index, [&](std::uint64_t offset) {
                found = within(parent, Part::line, offset);
                return false;
            });
        }
        return found;
    }
    default: return {};
    }
}

std::optional<NodeId> RdfParts::child(const NodeId& parent, std::size_t group, std::uint64_t index,
                                      const Job& job) const
{
    const auto address = m_nodes.addressOf(parent, job);
    const auto all = address ? groupsOf(*address, job) : std::vector<PartGroup> {};
    if (group >= all.size() || index >= all[group].count)
        return {};
    const auto found = childOf(*address, group, index, job);
    return found ? std::optional(idOf(*found)) : std::nullopt;
}

Result<Node> RdfParts::read(const NodeId& id, const Job& job) const
{
    const auto address = m_nodes.addressOf(id, job);
    if (!address)
        return fail(Code::NodeUnknown);
    return nodeWithProblem(*address, job);
}

Node RdfParts::nodeWithProblem(const Address& address, const Job& job) const
{
    Node out = m_nodes.node(address, job);
    if (address.part == Part::chunk || address.part == Part::data)
        out.problem = m_file.problemOf(address.chunk());
    return out;
}

// JSON values and lines are walked, not found one by one.
Result<void> RdfParts::readGroup(const NodeId& parent, std::size_t group, std::uint64_t first,
                                 std::uint64_t count, std::vector<Node>& out, const Job& job) const
{
    const auto address = m_nodes.addressOf(parent, job);
    if (!address)
        return fail(Code::NodeUnknown);
    std::uint64_t left = count;
    if (left > 0 && (address->part == Part::data || address->part == Part::json)) {
        if (const auto items = m_nodes.contents().itemsOf(address->chunk(), job)) {
            for (std::uint64_t n = first; n < first + count && !job.stopRequested(); ++n)
                out.push_back(m_nodes.itemNode(address->entry, *items, n, job));
            return {};
        }
        const auto data = m_file.payload(address->chunk(), job);
        if (isJson(*address, *data)) {
            visitJson(*data, *address, first, [&](const JsonText::Member& member) {
                out.push_back(RdfNodes::jsonNode(*address, *data, member));
                return --left > 0;
            });
            return {};
        }
        if (data->isText()) {
            visitLines(data->text, first, [&](std::uint64_t offset) {
                out.push_back(RdfNodes::lineNode(within(*address, Part::line, offset), *data));
                return --left > 0;
            });
            return {};
        }
    }
    for (std::uint64_t i = first; i < first + count && !job.stopRequested(); ++i) {
        if (const auto found = childOf(*address, group, i, job))
            out.push_back(nodeWithProblem(*found, job));
    }
    return {};
}

std::optional<PartPlace> RdfParts::placeOf(const NodeId& id, const Job& job) const
{
    const auto address = m_nodes.addressOf(id, job);
    return address ? placeIn(*address, true, job) : std::nullopt;
}

// In the list of chunks, which shows runs as one, or among all of them.
std::optional<PartPlace> RdfParts::placeIn(const Address& address, bool inList, const Job& job) const
{
    if (address.part == Part::capture)
        return {};
    const auto in = [&](Part part, std::size_t group, std::uint64_t index) {
        const std::uint64_t entry =
            part == Part::chunk || part == Part::data || part == Part::entry || part == Part::chunkHeader
            ? address.entry
            : 0;
        return PartPlace {idOf({part, address.capture, entry}), group, index};
    };
    switch (address.part) {
    case Part::headerField: return in(Part::fileHeader, 0, address.sub);
    case Part::chunkHeader:
    case Part::data:
    case Part::entry: return in(Part::chunk, groupOf(kChunkParts, address.part), 0);
    case Part::entryField: return in(Part::entry, 0, address.sub);
    case Part::payloadField: return in(Part::chunkHeader, 0, address.sub);
    case Part::item: return in(Part::data, 0, address.sub);
    case Part::itemField: return PartPlace {idOf(within(address, Part::item, address.sub)), 0, address.field};
    case Part::region: return in(Part::map, 0, address.entry);
    case Part::group: return in(Part::ids, 0, address.entry);
    case Part::picture: return in(Part::data, 0, 0);
    case Part::line: {
        const auto data = m_file.payload(address.chunk(), job);
        const auto line = std::ranges::count(std::string_view(data->text).substr(0, address.sub), '\n');
        return in(Part::data, 0, static_cast<std::uint64_t>(line));
    }
    case Part::json: {
        const auto way = m_file.payload(address.chunk(), job)->json().wayTo(address.sub);
        if (way.empty())
            return {};
        PartPlace place = in(Part::data, 0, way.back().position);
        if (way.size() > 1)
            place.parent = idOf(within(address, Part::json, way[way.size() - 2].value.offset));
        return place;
    }
    default: break; // a part of a capture
    }
    NodeId parent;
    if (address.capture != 0) {
        const OuterChunk& outer = m_file.capture(address.capture).parent();
        parent = idOf({Part::data, outer.capture, outer.entry, 0});
    }
    const ChunkRuns* const runs = m_file.capture(address.capture).runs(job);
    if (!runs)
        return {};
    if (inList && address.part == Part::run)
        return PartPlace {parent, kChunks, runs->run(address.entry).line};
    if (!inList || address.part != Part::chunk)
        return PartPlace {parent, groupOf(kCaptureParts, address.part), address.entry};
    if (const auto run = runs->runOf(address.entry))
        return PartPlace {idOf({Part::run, address.capture, *run}), 0, address.entry - runs->run(*run).first};
    return PartPlace {parent, kChunks, runs->lineOf(address.entry)};
}

std::optional<NodeId> RdfParts::named(std::string_view name, const Job& job) const
{
    const auto entry = m_file.outer().entryNamed(name, job);
    return entry ? std::optional(idOf({Part::chunk, 0, *entry, 0})) : std::nullopt;
}

}
