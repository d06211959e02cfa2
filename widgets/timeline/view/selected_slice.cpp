// What one can do with the selected slice beside looking at it: its texts, the others of its name, its track.
#include "core/base/text.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_view.h"
#include "widgets/timeline/scene/counter_scale.h"
#include "widgets/timeline/scene/same_name.h"
#include "widgets/timeline/view/timeline_pane.h"

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
                                     timeline.about(selected.track).unit, m_session->timeFormat().unit);
    return texts;
}

std::vector<CopiedDetail> TimelinePane::selectedDetails() const
{
    if (m_scene->selected().empty())
        return {};
    const PlacedSlice& selected = m_scene->selected().front();
    const Slice& slice = selected.slice;
    const Timeline& timeline = m_scene->timeline();
    const std::uint16_t clock = m_scene->axisOf(selected.track);
    const auto row = [](const QString& label, const QString& value, const char* exactLabel,
                        const QString& exact) {
        return CopiedDetail {label, value, {}, QLatin1String(exactLabel), exact};
    };
    const QString track = fromUtf8(timeline.path(selected.track));
    const SelectedTexts texts = selectedTexts();
    std::vector<CopiedDetail> out {
        row(tr("track"), track, "track", track),
        row(tr("name"), texts.name, "name", texts.name),
        row(tr("start"), texts.time, "start_ns", QString::number(m_session->toOwn(clock, slice.startNs))),
        row(tr("duration"), m_session->durationText(slice.durationNs(), clock), "dur_ns",
            QString::number(slice.durationNs())),
    };
    Details told = m_session->answer().details;
    if (const auto& record = m_session->answer().record)
        told.sections.push_back(*record);
    for (CopiedDetail& each : copiedDetails(told, *m_session))
        out.push_back(std::move(each));
    return out;
}

void TimelinePane::giveTable(const Done& done)
{
    if (m_session->isSelecting()) { // its details are those of before
        m_session->whenSelected([this, done] { giveTable(done); });
        return;
    }
    QStringList head, exactHead, cells, exact;
    for (const CopiedDetail& each : selectedDetails()) {
        head << each.label;
        exactHead << each.exactLabel;
        cells << each.value;
        exact << each.exact;
    }
    CopiedTable table;
    if (!head.isEmpty()) {
        table.add(head, exactHead);
        table.add(cells, exact);
    }
    done(std::move(table));
}

void TimelinePane::copySelected()
{
    if (m_session->isSelecting()) {
        m_session->whenSelected([this] { copySelected(); });
        return;
    }
    QStringList lines;
    for (const CopiedDetail& each : selectedDetails())
        lines << each.label + QLatin1Char('\t') + each.value
                + (each.extra.isEmpty() ? QString() : QLatin1Char('\t') + each.extra);
    if (lines.isEmpty()) {
        tellCopied(this, tr("Select a slice first: it is what is copied"));
        return;
    }
    giveTable(
        [&lines](const CopiedTable& table) { toClipboard(lines.join(QLatin1Char('\n')), table.csv()); });
    tellCopied(this, tr("Copied the selected slice"));
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
    m_asker->work<std::optional<PlacedSlice>>(
        kAskOfName, Priority::selection,
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
