#include "widgets/details/selection_details.h"

#include "core/base/text.h"
#include "widgets/common/utf8.h"
#include "widgets/session/place_text.h"

#include <algorithm>
#include <span>

namespace traceglass {

namespace {

constexpr std::uint64_t kFields = 64;
constexpr std::uint64_t kLinks = 12; // the tree lists the others

DetailSection fieldSection(const Document& document, const Node& node)
{
    DetailSection section;
    const auto count = document.childCount(node.id);
    const auto fields = document.children(node.id, 0, kFields);
    if (!count || !fields || fields->empty())
        return section;
    section.title = fields->front().kind == NodeKind::field ? "Fields" : "Contents";
    section.extra = grouped(*count);
    const std::uint64_t most = fields->front().kind == NodeKind::field ? kFields : kLinks;
    const std::size_t listed = static_cast<std::size_t>(std::min<std::uint64_t>(most, fields->size()));
    for (const Node& field : std::span(*fields).first(listed)) {
        const std::string bytes =
            field.range.length > 0 ? counted(field.range.length, "byte", "bytes") : std::string();
        if (field.expandable)
            section.rows.push_back({std::string(kindName(field.kind)), field.label,
                                    field.value.empty() ? bytes : field.value, DetailLink {{}, field.id}});
        else if (field.link)
            section.rows.push_back({field.label, field.value, bytes, DetailLink {{}, *field.link}});
        else
            section.rows.push_back({field.label, field.value, bytes});
    }
    if (*count > listed)
        section.rows.push_back({"… more", grouped(*count - listed) + " in Structure"});
    return section;
}

Details describeNode(const DocumentSession& session, const Node& node)
{
    Details details;
    details.title = node.label;
    details.subtitle = std::string(kindName(node.kind));
    if (!node.value.empty())
        details.subtitle += " · " + node.value;
    DetailSection first;
    if (node.time && session.document().hasTimeline()) {
        const TimeRange time = session.toView(node.axis, *node.time);
        const std::string about = node.timeApproximate ? "an estimate" : "";
        if (time.lengthNs() > 0) {
            first.rows.push_back({"start", Moment {time.startNs}, about});
            first.rows.push_back({"end", Moment {time.endNs}, about});
            first.rows.push_back({"duration", Duration {time.lengthNs()}, about});
        } else {
            first.rows.push_back({"time", Moment {time.startNs}, about});
        }
        if (node.axis < session.axes().size() && session.axes().size() > 1)
            first.rows.push_back({"clock", session.axes()[node.axis].name});
    }
    if (node.link) {
        if (const auto target = session.document().node(*node.link))
            first.rows.push_back({"refers to", target->label, target->value, DetailLink {{}, *node.link}});
    }
    if (node.kind == NodeKind::capture) {
        const Summary summary = session.document().summary();
        first.rows.push_back({"file", summary.path.string()});
        if (!summary.version.empty())
            first.rows.push_back({"version", summary.version});
        first.rows.push_back({"size", sizeText(summary.size)});
        if (summary.size >= 1000)
            first.rows.back().extra = grouped(summary.size) + " bytes";
        for (const auto& [label, value] : summary.more)
            first.rows.push_back({label, value});
    }
    details.sections.push_back(std::move(first));
    if (DetailSection fields = fieldSection(session.document(), node); !fields.rows.empty())
        details.sections.push_back(std::move(fields));
    return details;
}

}

Details describeCapture(const DocumentSession& session)
{
    return describeNode(session, session.document().root());
}

Details describeSelection(const DocumentSession& session)
{
    const Selection& selection = session.selection();
    if (selection.slice) {
        Details details = session.document().describe(*session.timeline(), *selection.slice);
        if (!details.title.empty())
            return details;
    }
    if (selection.node) {
        if (const auto node = session.document().node(*selection.node))
            return describeNode(session, *node);
    }
    return {};
}

std::optional<DetailSection> recordSection(const DocumentSession& session)
{
    const Selection& selection = session.selection();
    if (!selection.node)
        return {};
    const Document& document = session.document();
    const auto node = document.node(*selection.node);
    if (!node || node->range.length == 0)
        return {};

    DetailSection section;
    section.title = node->kind == NodeKind::record ? "Record" : "Place";
    section.extra = counted(node->range.length, "byte", "bytes");
    section.rows.push_back({"place", placeText(document, node->id).toStdString()});
    section.rows.push_back({"offset", hexNumber(node->range.offset), grouped(node->range.offset)});
    std::string kind {kindName(node->kind)};
    if (node->kind == NodeKind::record) {
        const auto records = document.recordsIn(node->range, 1);
        if (records && !records->empty() && records->front().range.offset == node->range.offset)
            kind = records->front().kind;
    }
    section.rows.push_back({"kind", kind});
    if (const auto decoded = document.decoded(node->id); decoded && decoded->source != node->range.source)
        section.rows.push_back({"decoded", counted(decoded->length, "byte", "bytes")});
    section.rows.push_back({"path", document.pathOf(node->id)});
    return section;
}

QString valueText(const DetailValue& value, const DocumentSession& session, std::uint16_t axis)
{
    if (const auto* moment = std::get_if<Moment>(&value))
        return session.momentText(moment->ns, axis);
    if (const auto* duration = std::get_if<Duration>(&value))
        return session.durationText(duration->ns, axis);
    return fromUtf8(std::get<std::string>(value));
}

QString plainText(const Details& details, const DocumentSession& session)
{
    QString text = fromUtf8(details.title + ' ' + details.number).trimmed() + '\n';
    if (!details.subtitle.empty())
        text += fromUtf8(details.subtitle) + '\n';
    const std::uint16_t axis = session.selectedAxis();
    for (const DetailSection& section : details.sections) {
        if (!section.title.empty())
            text += '\n' + fromUtf8(section.title) + '\n';
        if (!section.sentence.empty())
            text += fromUtf8(section.sentence) + '\n';
        for (const DetailRow& row : section.rows) {
            text += fromUtf8(row.label) + '\t' + valueText(row.value, session, axis);
            if (!row.extra.empty())
                text += '\t' + fromUtf8(row.extra);
            text += '\n';
        }
        if (!section.text.empty())
            text += linesFromUtf8(section.text) + '\n';
        for (const DetailBar& bar : section.bars) {
            text += fromUtf8(bar.label) + '\t';
            for (const auto& [name, time] : bar.parts)
                text += fromUtf8(name) + ' ' + session.durationText(time.lengthNs()) + "; ";
            text += fromUtf8(bar.extra) + '\n';
        }
    }
    return text;
}

}
