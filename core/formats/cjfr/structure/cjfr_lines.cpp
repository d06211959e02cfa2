#include "core/formats/cjfr/structure/cjfr_lines.h"

#include "core/base/text.h"

#include <array>

namespace traceglass::cjfr {

namespace {

std::string_view embeddingText(Embedding embedding)
{
    constexpr std::array<std::string_view, 4> names = {"inline", "inline or null", "cached",
                                                       "cached by holder"};
    return names[static_cast<std::size_t>(embedding)];
}

std::string reductionText(std::uint64_t reduction)
{
    constexpr std::array<std::string_view, 4> names = {"", "timestamp", "timespan", "amount"};
    return reduction < names.size() ? std::string(names[static_cast<std::size_t>(reduction)])
                                    : "reduction " + std::to_string(reduction);
}

}

std::vector<Line> headerLines(const Header& header)
{
    std::vector<Line> out;
    for (const HeaderField& field : header.fields) {
        std::string value = field.value;
        if (field.label == "level" && header.level)
            value += ' ' + std::string(levelName(*header.level));
        out.push_back({field.label, std::move(value), {SourceId {}, field.offset, field.length}});
    }
    return out;
}

std::vector<Line> typeLines(const TypeTable& types, const Type& type, SourceId source)
{
    std::vector<Line> out;
    const auto add = [&](std::string label, std::string value) {
        out.push_back({std::move(label), std::move(value), {}});
    };
    add("id", std::to_string(type.id));
    if (!type.description.empty())
        add("description", escaped(shortened(type.description, 400)));
    switch (type.kind) {
    case Kind::integer:
        add("width", std::to_string(type.width) + (type.width == 1 ? " byte" : " bytes"));
        add("signed", type.isSigned ? "yes" : "no");
        break;
    case Kind::varint:
        add("signed", type.isSigned ? "yes" : "no");
        add("multiplier", std::to_string(type.multiplier));
        break;
    case Kind::boolean: break;
    case Kind::floating: add("format", std::string(formatText(type.format))); break;
    case Kind::string: add("encoding", escaped(type.encodingName)); break;
    case Kind::array:
    case Kind::structure:
        for (const Slot& slot : type.slots) {
            const Type* const held = types.find(slot.typeId);
            std::string value = held ? escaped(held->name.empty() ? kindText(held->kind) : held->name)
                                     : "type " + std::to_string(slot.typeId) + ", not defined";
            value += ", " + std::string(embeddingText(slot.embedding));
            if (slot.reduction != reduction::kNone)
                value += ", " + reductionText(slot.reduction);
            out.push_back({type.kind == Kind::array ? "elements" : escaped(slot.name),
                           std::move(value),
                           {source, slot.offset, slot.length}});
        }
        break;
    }
    return out;
}

}
