#include "widgets/hex/byte_target.h"

namespace traceglass {

namespace {

constexpr std::uint64_t kFieldsShown = 256;

bool isWhole(NodeKind kind)
{
    return kind == NodeKind::record || kind == NodeKind::frame || kind == NodeKind::object
        || kind == NodeKind::callsite || kind == NodeKind::header || kind == NodeKind::index;
}

}

ByteTarget byteTarget(const Document& document, const Selection& selection)
{
    ByteTarget target {selection.bytes, {}, {}};
    if (!selection.node)
        return target;

    // A single byte stands for the record around it; more bytes are shown as they were selected.
    NodeId whole = *selection.node;
    const auto way = document.wayTo(*selection.node);
    for (auto step = way.rbegin(); step != way.rend(); ++step) {
        const auto node = document.node(step->id);
        if (node && isWhole(node->kind)) {
            whole = step->id;
            break;
        }
    }
    if (selection.bytes.length <= 1) {
        if (const auto range = document.decoded(whole);
            range && range->contains(selection.bytes.source, selection.bytes.offset))
            target.lit = *range;
    }
    if (const auto range = document.decoded(whole); range && *range == target.lit) {
        if (const auto fields = document.children(whole, 0, kFieldsShown))
            for (const Node& field : *fields)
                if (field.range.length > 0 && target.lit.contains(field.range.source, field.range.offset))
                    target.fieldStarts.push_back(field.range.offset);
    }
    for (auto step = way.rbegin(); step != way.rend() && !target.stored; ++step) {
        const auto node = document.node(step->id);
        if (!node || node->range.length == 0 || node->range.source == target.lit.source)
            continue;
        if (const auto inner = document.decoded(step->id); inner && inner->source == target.lit.source)
            target.stored = node->range;
    }
    return target;
}

}
