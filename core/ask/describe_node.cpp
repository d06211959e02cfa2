#include "core/ask/describe_node.h"

#include "core/base/text.h"
#include "core/model/document.h"

#include <algorithm>
#include <span>

namespace traceglass {

namespace {

constexpr std::size_t kFields = 64;
constexpr std::size_t kLinks = 12; // the tree lists the others

DetailSection fieldSection(const Resolved& answer)
{
    DetailSection section;
    if (answer.children.empty())
        return section;
    const bool areFields = answer.children.front().kind == NodeKind::field;
    section.title = areFields ? "Fields" : "Contents";
    section.extra = grouped(answer.childCount);
    const std::size_t listed = std::min(areFields ? kFields : kLinks, answer.children.size());
    for (const Node& field : std::span(answer.children).first(listed)) {
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
    if (answer.childCount > listed)
        section.rows.push_back({"… more", grouped(answer.childCount - listed) + " in Structure"});
    return section;
}

void addTimes(const Timeline& timeline, const Node& node, DetailSection& section)
{
    const TimeRange time = viewTime(timeline, node);
    const std::string about = node.timeApproximate ? "an estimate" : "";
    if (time.lengthNs() > 0) {
        section.rows.push_back({"start", Moment {time.startNs}, about});
        section.rows.push_back({"end", Moment {time.endNs}, about});
        section.rows.push_back({"duration", Duration {time.lengthNs()}, about});
    } else {
        section.rows.push_back({"time", Moment {time.startNs}, about});
    }
    if (node.axis < timeline.axes().size() && timeline.axes().size() > 1)
        section.rows.push_back({"clock", timeline.axes()[node.axis].name});
}

void addCapture(const Summary& summary, DetailSection& section)
{
    section.rows.push_back({"file", summary.path.string()});
    if (!summary.version.empty())
        section.rows.push_back({"version", summary.version});
    section.rows.push_back({"size", sizeText(summary.size)});
    if (summary.size >= 1000)
        section.rows.back().extra = grouped(summary.size) + " bytes";
    for (const auto& [label, value] : summary.more)
        section.rows.push_back({label, value});
}

}

TimeRange viewTime(const Timeline& timeline, const Node& node)
{
    if (node.axis >= timeline.axes().size())
        return *node.time;
    const ClockAxis& axis = timeline.axes()[node.axis];
    return {axis.toView(node.time->startNs), axis.toView(node.time->endNs)};
}

Details describeNode(const Document& document, const Timeline& timeline, const Resolved& answer)
{
    const Node& node = *answer.node;
    Details details;
    details.title = node.label;
    details.subtitle = std::string(kindName(node.kind));
    if (!node.value.empty())
        details.subtitle += " · " + node.value;
    DetailSection first;
    if (node.time && document.timeline())
        addTimes(timeline, node, first);
    if (node.link) {
        if (const auto target = document.structure()->node(*node.link))
            first.rows.push_back({"refers to", target->label, target->value, DetailLink {{}, *node.link}});
    }
    if (node.kind == NodeKind::capture)
        addCapture(document.summary(), first);
    details.sections.push_back(std::move(first));
    if (DetailSection fields = fieldSection(answer); !fields.rows.empty())
        details.sections.push_back(std::move(fields));
    return details;
}

std::optional<DetailSection> describePlace(const Document& document, const Resolved& answer)
{
    const Node& node = *answer.node;
    if (node.range.length == 0)
        return {};
    DetailSection section;
    section.title = node.kind == NodeKind::record ? "Record" : "Place";
    section.extra = counted(node.range.length, "byte", "bytes");
    section.rows.push_back({"place", answer.place});
    section.rows.push_back({"offset", hexNumber(node.range.offset), grouped(node.range.offset)});
    std::string kind {kindName(node.kind)};
    if (node.kind == NodeKind::record && document.records()) {
        const auto records = document.records()->in(node.range, 1);
        if (records && !records->empty() && records->front().range.offset == node.range.offset)
            kind = records->front().kind;
    }
    section.rows.push_back({"kind", kind});
    if (const auto decoded = document.structure()->decoded(node.id);
        decoded && decoded->source != node.range.source)
        section.rows.push_back({"decoded", counted(decoded->length, "byte", "bytes")});
    section.rows.push_back({"path", answer.path});
    return section;
}

}
