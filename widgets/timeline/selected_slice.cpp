// What one can do with the selected slice beside looking at it: its texts, the others of its name, its track.
#include "core/base/text.h"
#include "widgets/common/background_task.h"
#include "widgets/common/utf8.h"
#include "widgets/timeline/counter_scale.h"
#include "widgets/timeline/same_name.h"
#include "widgets/timeline/timeline_pane.h"

namespace traceglass {

namespace {

// As Details say it: the timeline keeps numbers as floats and the beginning of long texts.
QString toldValue(const Details& details)
{
    for (const DetailSection& section : details.sections) {
        for (const DetailRow& row : section.rows) {
            const auto* const text = std::get_if<std::string>(&row.value);
            if (text && (row.label == "value" || row.label == "content"))
                return exactFromUtf8(*text);
        }
    }
    return {};
}

}

TimelinePane::SelectedTexts TimelinePane::selectedTexts() const
{
    if (m_scene->selected().empty())
        return {};
    const PlacedSlice& selected = m_scene->selected().front();
    const Timeline& timeline = m_scene->timeline();
    const TrackKind kind = timeline.track(selected.track).kind;
    const std::uint16_t clock = m_scene->axisOf(selected.track);
    const bool isTask = kind == TrackKind::states;
    SelectedTexts texts;
    if (isTask || exactSelectedName().isEmpty())
        texts.name = exactFromUtf8(std::string(timeline.name(selected.track)) + ' '
                                   + trackDetail(timeline.track(selected.track)))
                         .trimmed();
    else
        texts.name = exactFromUtf8(timeline.text(selected.slice.name));
    texts.time = m_session->momentText(selected.slice.startNs, clock);
    if (selected.slice.durationNs() > 0)
        texts.value = m_session->durationText(selected.slice.durationNs(), clock);
    else
        texts.value = toldValue(m_session->answer().details);
    if (texts.value.isEmpty() && kind == TrackKind::counter)
        texts.value = exactValueText(timeline.value(selected.track, selected.slice),
                                     timeline.about(selected.track).unit);
    return texts;
}

QString TimelinePane::exactSelectedName() const
{
    if (m_scene->selected().empty())
        return {};
    const PlacedSlice& selected = m_scene->selected().front();
    return exactFromUtf8(nameOf(m_scene->timeline(), selected.track, selected.slice));
}

QString TimelinePane::selectedName() const
{
    return shown(exactSelectedName());
}

void TimelinePane::selectSameName(bool forward)
{
    const QString name = selectedName();
    if (name.isEmpty())
        return;
    const auto shown = m_scene->layout().shown();
    m_nameSearch->start(
        [timeline = m_scene->snapshot(), tracks = std::vector<TrackId>(shown.begin(), shown.end()),
         from = m_scene->selected().front(),
         forward](Job& job) { return nextOfName(*timeline, tracks, from, forward, job); },
        [this, timeline = m_scene->snapshot(), name, forward](const std::optional<PlacedSlice>& found) {
            if (!found) {
                emit statusText(forward ? tr("No later “%1” on the tracks shown").arg(name)
                                        : tr("No earlier “%1” on the tracks shown").arg(name));
                return;
            }
            m_session->inOneStep([&] {
                m_session->selectSlice(sliceId(*timeline, *found));
                m_session->showTime({found->slice.startNs, found->slice.endNs});
            });
        });
}

bool TimelinePane::isSelectedNameHighlighted() const
{
    const QString name = exactSelectedName();
    return !name.isEmpty() && m_scene->highlight() == name;
}

}
