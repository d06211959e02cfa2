#include "widgets/session/place_text.h"

#include "widgets/common/utf8.h"

#include <QStringList>

namespace traceglass {

QString placeText(const Document& document, const NodeId& node)
{
    QStringList parts;
    for (const Document::Step& step : document.wayTo(node)) {
        const auto part = document.node(step.id);
        if (!part)
            continue;
        const bool gathers = part->kind == NodeKind::capture || part->kind == NodeKind::folder
            || part->kind == NodeKind::records;
        if (!gathers || step.id == node)
            parts << fromUtf8(part->label);
    }
    if (parts.isEmpty()) {
        if (const auto self = document.node(node))
            parts << fromUtf8(self->label);
    }
    return parts.join(QStringLiteral(" › "));
}

}
