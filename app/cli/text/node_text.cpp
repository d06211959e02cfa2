#include "app/cli/text/node_text.h"

#include "core/base/text.h"

namespace traceglass::cli {

JsonLine& addNode(JsonLine& line, const Document& document, const Node& node)
{
    line.add("path", document.structure()->pathOf(node.id))
        .add("kind", kindName(node.kind))
        .add("label", node.label)
        .add("value", node.value);
    if (node.range.length > 0)
        line.add("source", document.sourceName(node.range.source)).add("offset", node.range.offset);
    else
        line.add("source", std::nullopt).add("offset", std::nullopt);
    return line.add("length", node.range.length);
}

std::string bytesText(const Document& document, const Node& node)
{
    if (node.range.length == 0)
        return {};
    std::string text = hexNumber(node.range.offset) + " + " + grouped(node.range.length);
    if (number(node.range.source) > 0)
        text += "  " + escaped(document.sourceName(node.range.source));
    return text;
}

}
