// How nodes of RtcDocument are found: paths, the way down from the root, and the owner of a byte.
#include "core/formats/rtc/rtc_document.h"
#include "core/model/node_path.h"

namespace traceglass::rtc {

std::vector<Document::Step> RtcDocument::wayTo(const NodeId& id) const
{
    std::vector<Step> way;
    const auto address = addressOf(id);
    if (!address)
        return way;
    const auto step = [&](Place place, std::uint64_t number, std::uint64_t position,
                          std::uint32_t field = 0) {
        way.push_back({idOf({place, number, field}), position});
    };
    const auto toSegment = [&](std::uint64_t segment) {
        step(Place::segment, segment, m_ruler.lost.size() + segment);
    };
    const auto toUnit = [&](std::uint64_t unit) {
        const std::uint32_t segment = m_ruler.units[unit].segment;
        toSegment(segment);
        step(Place::unit, unit, unit - m_ruler.segments[segment].firstUnit + 1);
    };
    const auto toMinor = [&](std::uint64_t unit, std::uint64_t minor) {
        toUnit(unit);
        step(Place::minor, unit << kMinorBits | minor, minor + 1);
    };
    const std::uint64_t number = address->number;
    switch (address->place) {
    case Place::capture: break;
    case Place::gap: step(Place::gap, number, number); break;
    case Place::segment: toSegment(number); break;
    case Place::streams:
        toSegment(number);
        step(Place::streams, number, 0);
        break;
    case Place::stream:
    case Place::streamField:
        toSegment(number >> 32);
        step(Place::streams, number >> 32, 0);
        step(Place::stream, number, number & 0xffffffff);
        if (address->place == Place::streamField)
            step(Place::streamField, number, address->field, address->field);
        break;
    case Place::unit: toUnit(number); break;
    case Place::marker:
        toUnit(number);
        step(Place::marker, number, 0);
        break;
    case Place::minor: toMinor(number >> kMinorBits, number & ((1u << kMinorBits) - 1)); break;
    case Place::frame:
    case Place::frameField:
    case Place::lost: {
        const Found found = frameAtOffset(number);
        if (!found)
            break;
        toMinor(found.view->unit, found.view->minor);
        step(address->place == Place::lost ? Place::lost : Place::frame, number, found.item);
        if (address->place == Place::frameField)
            step(Place::frameField, number, address->field, address->field);
        break;
    }
    }
    return way;
}

std::string RtcDocument::pathOf(const NodeId& id) const
{
    const auto address = addressOf(id);
    if (!address)
        return {};
    const std::uint64_t number = address->number;
    const auto unitPath = [&](std::uint64_t unit) {
        const std::uint32_t segment = m_ruler.units[unit].segment;
        return "/segments/" + std::to_string(segment) + "/units/"
            + std::to_string(unit - m_ruler.segments[segment].firstUnit);
    };
    switch (address->place) {
    case Place::capture: return "/";
    case Place::gap: return "/gaps/" + std::to_string(number);
    case Place::segment: return "/segments/" + std::to_string(number);
    case Place::streams: return "/segments/" + std::to_string(number) + "/streams";
    case Place::stream:
    case Place::streamField: {
        std::string path =
            "/segments/" + std::to_string(number >> 32) + "/streams/" + std::to_string(number & 0xffffffff);
        return address->place == Place::stream ? path : path + "/" + std::to_string(address->field);
    }
    case Place::unit: return unitPath(number);
    case Place::marker: return unitPath(number) + "/marker";
    case Place::minor:
        return unitPath(number >> kMinorBits) + "/minor/" + std::to_string(number & ((1u << kMinorBits) - 1));
    case Place::frame:
    case Place::frameField:
    case Place::lost: {
        const Found found = frameAtOffset(number);
        if (!found)
            break;
        std::string path = unitPath(found.view->unit) + "/minor/" + std::to_string(found.view->minor)
            + "/frames/" + std::to_string(found.item);
        return address->place == Place::frameField ? path + "/" + std::to_string(address->field) : path;
    }
    }
    return {};
}

std::optional<NodeId> RtcDocument::find(std::string_view path) const
{
    const auto words = pathWords(path);
    if (!words)
        return {};
    if (words->empty())
        return root().id;
    std::size_t next = 0;
    const auto word = [&](std::string_view wanted) {
        if (next >= words->size() || (*words)[next] != wanted)
            return false;
        ++next;
        return true;
    };
    const auto index = [&](std::uint64_t below) -> std::optional<std::uint64_t> {
        const auto value = next < words->size() ? pathNumber((*words)[next]) : std::nullopt;
        if (!value || *value >= below)
            return {};
        ++next;
        return value;
    };
    const auto end = [&](Address address) -> std::optional<NodeId> {
        if (next == words->size())
            return idOf(address);
        return {};
    };
    const auto field = [&](Address parent, Place place) -> std::optional<NodeId> {
        if (next == words->size())
            return idOf(parent);
        const auto position = index(countBelow(parent));
        return position ? end({place, parent.number, static_cast<std::uint32_t>(*position)}) : std::nullopt;
    };
    if (word("gaps")) {
        const auto gap = index(m_ruler.lost.size());
        return gap ? end({Place::gap, *gap}) : std::nullopt;
    }
    if (!word("segments"))
        return {};
    const auto segment = index(m_ruler.segments.size());
    if (!segment)
        return {};
    if (next == words->size())
        return idOf({Place::segment, *segment});
    if (word("streams")) {
        if (next == words->size())
            return idOf({Place::streams, *segment});
        const auto stream = index(m_ruler.segments[*segment].streams.size());
        return stream ? field({Place::stream, *segment << 32 | *stream}, Place::streamField) : std::nullopt;
    }
    if (!word("units"))
        return {};
    const auto position = index(m_ruler.segments[*segment].unitCount);
    if (!position)
        return {};
    const std::uint64_t unit = m_ruler.segments[*segment].firstUnit + *position;
    if (next == words->size())
        return idOf({Place::unit, unit});
    if (word("marker"))
        return end({Place::marker, unit});
    const auto minor = word("minor") ? index(minorCount(m_ruler.units[unit])) : std::nullopt;
    if (!minor)
        return {};
    if (next == words->size())
        return idOf({Place::minor, unit << kMinorBits | *minor});
    const MinorPtr view = minorView(static_cast<std::uint32_t>(unit), static_cast<std::uint32_t>(*minor));
    const auto item = word("frames") ? index(view->items.size()) : std::nullopt;
    if (!item)
        return {};
    const MinorView::Item found = view->items[*item];
    const std::uint64_t offset = view->rangeOf(found).offset;
    return found.lost ? end({Place::lost, offset}) : field({Place::frame, offset}, Place::frameField);
}

std::optional<NodeId> RtcDocument::nodeAt(SourceId source, std::uint64_t offset) const
{
    if (number(source) != 0) { // a joined payload: the part that holds the byte
        std::uint64_t first = 0;
        {
            const std::lock_guard lock(m_mutex);
            if (number(source) > m_joined.size())
                return {};
            first = m_joined[number(source) - 1];
        }
        std::optional<NodeId> found;
        frameAt(bytes(), m_ruler, m_axes, first, [&](const Frame& frame) {
            std::uint64_t before = 0;
            for (const Part& part : frame.parts) {
                if (offset >= before && offset - before < part.length)
                    found = idOf({Place::frame, part.offset});
                before += part.length;
            }
            return true;
        });
        return found;
    }
    if (offset >= m_file->size())
        return {};
    for (std::size_t i = 0; i < m_ruler.lost.size(); ++i) {
        if (m_ruler.lost[i].contains(source, offset))
            return idOf({Place::gap, i});
    }
    const auto number = m_ruler.unitAt(offset);
    if (!number || offset >= m_ruler.units[*number].end)
        return {};
    const Unit& unit = m_ruler.units[*number];
    if (offset < unit.index())
        return idOf({Place::marker, *number});
    const std::uint32_t minor = minorAt(unit, offset);
    const MinorPtr view = minorView(*number, minor);
    const auto item = view->itemAt(offset);
    if (!item)
        return idOf({Place::minor, std::uint64_t(*number) << kMinorBits | minor}); // filler
    if (view->items[*item].lost)
        return idOf({Place::lost, view->rangeOf(view->items[*item]).offset});
    const Found found {view, *item};
    const std::vector<Field> fields = frameFields(found);
    for (std::uint32_t i = 0; i < fields.size(); ++i) {
        if (fields[i].range.contains(source, offset))
            return idOf({Place::frameField, found.part().offset, i});
    }
    return idOf({Place::frame, found.part().offset});
}

std::optional<NodeId> RtcDocument::nodeOf(RecordRef ref) const
{
    const auto innermost = nodeAt(ref.source(), ref.offset());
    if (innermost && addressOf(*innermost)->place == Place::frameField)
        return idOf({Place::frame, addressOf(*innermost)->number});
    return innermost;
}

}
