#include "widgets/details/selection_details.h"

#include "widgets/common/utf8.h"

namespace traceglass {

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
