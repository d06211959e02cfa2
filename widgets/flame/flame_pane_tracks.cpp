// The flame graph of some tracks only: of the one of the selected slice, of more of them, of a whole group.
#include "core/base/text.h"
#include "widgets/common/command_text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/link_label.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/session/command_words.h"
#include "widgets/session/session_filter.h"

#include <QComboBox>
#include <QMenu>
#include <QToolButton>

namespace traceglass {

namespace {

QString quoted(const QString& name)
{
    constexpr std::size_t kShown = 18;
    return literal(fromUtf8(shortened(name.toStdString(), kShown)));
}

bool isBelow(const Timeline& timeline, TrackId track, TrackId group)
{
    while (track != kNoTrack && track != group)
        track = timeline.track(track).parent;
    return track == group;
}

}

std::optional<FlamePane::StackTrack> FlamePane::selectedTrack() const
{
    const auto& slice = m_session->selection().slice;
    return slice ? std::optional(StackTrack {slice->kind, slice->trackKey}) : std::nullopt;
}

TrackId FlamePane::groupOf(const StackTrack& key) const
{
    const auto track = m_session->timeline()->findTrack(key.first, key.second);
    return track ? m_session->timeline()->track(*track).parent : kNoTrack;
}

void FlamePane::connectTracks()
{
    auto* const menu = new QMenu(m_trackOnly);
    m_trackOnly->setMenu(menu);
    m_trackOnly->setPopupMode(QToolButton::MenuButtonPopup);
    connect(menu, &QMenu::aboutToShow, this, &FlamePane::fillTrackMenu);
    connect(m_trackOnly, &QToolButton::clicked, this, [this](bool on) {
        const auto track = selectedTrack();
        restrictTo(on && track ? std::set {*track} : std::set<StackTrack>(), {});
    });
    connect(m_session, &DocumentSession::selectionChanged, this, &FlamePane::tellTrack);
}

void FlamePane::fillTrackMenu()
{
    QMenu* const menu = m_trackOnly->menu();
    menu->clear();
    const auto selected = selectedTrack();
    const auto nameOf = [&](TrackId id) { return fromUtf8(m_session->timeline()->name(id)); };
    if (selected && !m_tracks.empty() && !m_tracks.contains(*selected)) {
        if (const auto id = m_session->timeline()->findTrack(selected->first, selected->second))
            menu->addAction(tr("%1 too").arg(quoted(nameOf(*id))), this, [this, selected] {
                std::set<StackTrack> more = m_tracks;
                more.insert(*selected);
                restrictTo(std::move(more), {});
            });
    }
    const TrackId group = selected ? groupOf(*selected)
        : m_tracks.empty()         ? kNoTrack
                                   : groupOf(*m_tracks.begin());
    if (group != kNoTrack) {
        menu->addAction(tr("All of %1").arg(quoted(nameOf(group))), this,
                        [this, group, name = nameOf(group)] {
                            const TimelinePtr timeline = m_session->timeline();
                            std::set<StackTrack> all;
                            for (std::uint32_t i = 0; i < timeline->trackCount(); ++i) {
                                const Track& track = timeline->track(TrackId(i));
                                if (track.kind != TrackKind::group && isBelow(*timeline, TrackId(i), group))
                                    all.emplace(track.kind, track.key);
                            }
                            restrictTo(std::move(all), name);
                        });
    }
    if (!m_tracks.empty())
        menu->addAction(tr("All tracks"), this, [this] { restrictTo({}, {}); });
}

void FlamePane::restrictTo(std::set<StackTrack> tracks, const QString& name)
{
    m_tracks = std::move(tracks);
    m_groupName = name;
    tellTrack();
    tellRange();
    readLater();
}

void FlamePane::setSliceFilter(const SessionFilter* filter)
{
    m_sliceFilter = filter;
    connect(filter, &SessionFilter::fittingChanged, this, [this] {
        tellRange();
        readLater();
    });
    tellRange();
}

std::set<FlamePane::StackTrack> FlamePane::wantedTracks() const
{
    const FittingPtr fitting = m_sliceFilter ? m_sliceFilter->fitting() : nullptr;
    if (!fitting)
        return m_tracks;
    std::set<StackTrack> out;
    for (std::uint32_t i = 0; i < fitting->timeline->trackCount(); ++i) {
        const Track& track = fitting->timeline->track(TrackId(i));
        const StackTrack key {track.kind, track.key};
        if (track.kind != TrackKind::group && fitting->hits->count(TrackId(i)) > 0
            && (m_tracks.empty() || m_tracks.contains(key)))
            out.insert(key);
    }
    if (out.empty()) // of none, which is not all
        out.emplace(TrackKind::group, ~std::uint64_t(0));
    return out;
}

QString FlamePane::tracksName() const
{
    if (!m_groupName.isEmpty())
        return m_groupName;
    if (m_tracks.size() > 1)
        return countedText(m_tracks.size(), "track", "tracks");
    if (m_tracks.empty())
        return {};
    const auto id = m_session->timeline()->findTrack(m_tracks.begin()->first, m_tracks.begin()->second);
    return id ? fromUtf8(m_session->timeline()->name(*id)) : QString();
}

std::optional<QStringList> FlamePane::commandTracks() const
{
    if (m_tracks.empty())
        return QStringList();
    const Timeline& timeline = *m_session->timeline();
    const StackTrack first = *m_tracks.begin();
    TrackId track = timeline.findTrack(first.first, first.second).value_or(kNoTrack);
    if (m_groupName.isEmpty() && m_tracks.size() > 1)
        return {};
    while (track != kNoTrack && !m_groupName.isEmpty() && fromUtf8(timeline.name(track)) != m_groupName)
        track = timeline.track(track).parent;
    return track == kNoTrack ? std::nullopt : std::optional(trackWords(timeline, track));
}

QString FlamePane::command() const
{
    const auto tracks = commandTracks();
    if (!tracks)
        return {};
    const std::string kind = m_kindChoice->currentData().toString().toStdString();
    QStringList words {QStringLiteral("tglass"), QStringLiteral("export"),
                       pathText(m_session->capture()->path()), QStringLiteral("--stacks"),
                       QStringLiteral("-")};
    if (!kind.empty())
        words << QStringLiteral("--kind") << exactFromUtf8(kind);
    const FlameWeight weight = ask::Flame::weightFor(m_kinds, kind, m_wanted.weight);
    words << QStringLiteral("--weight") << fromUtf8(kFlameWeights[static_cast<std::size_t>(weight)])
          << rangeWords(*m_session) << *tracks;
    if (m_sliceFilter && m_sliceFilter->isActive())
        words << QStringLiteral("--where") << m_sliceFilter->text();
    return commandText(words);
}

void FlamePane::tellTrack()
{
    const bool canSay = commandTracks().has_value();
    m_copyCommand->setEnabled(canSay);
    m_copyCommand->setToolTip(canSay ? tr("A command that prints these stacks, one a line with its weight")
                                     : tr("A command names one track, a group, or all"));
    const bool any = selectedTrack() || !m_tracks.empty();
    m_trackOnly->setEnabled(any);
    m_trackOnly->setChecked(!m_tracks.empty());
    if (!m_tracks.empty()) {
        m_trackOnly->setText(tr("Only %1").arg(quoted(tracksName())));
        m_trackOnly->setToolTip(
            tipText(tr("Shows only what happened on %1; again: on all tracks").arg(tracksName())));
        return;
    }
    m_trackOnly->setText(tr("Only this track"));
    m_trackOnly->setToolTip(any ? tr("Only the track of the selected slice; the arrow: its group")
                                : tr("Select a slice in the timeline first."));
}

}
