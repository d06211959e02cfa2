// The flame graph of some tracks only: of the one of the selected slice, of more of them, of a whole group.
#include "core/base/text.h"
#include "widgets/common/command_text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/models/command_link.h"
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

bool FlamePane::isAmongTracks(const StackTrack& key) const
{
    const Timeline& timeline = *m_session->timeline();
    for (TrackId id = timeline.findTrack(key.first, key.second).value_or(kNoTrack); id != kNoTrack;
         id = timeline.track(id).parent)
        if (m_tracks.contains({timeline.track(id).kind, timeline.track(id).key}))
            return true;
    return false;
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
    if (selected && !m_tracks.empty() && !isAmongTracks(*selected)) {
        if (const auto id = m_session->timeline()->findTrack(selected->first, selected->second))
            menu->addAction(tr("%1 too").arg(quoted(nameOf(*id))), this, [this, selected] {
                std::set<StackTrack> more = m_tracks;
                more.insert(*selected);
                restrictTo(std::move(more), m_groupName);
            });
    }
    const TrackId group = selected ? groupOf(*selected)
        : m_tracks.empty()         ? kNoTrack
                                   : groupOf(*m_tracks.begin());
    if (group != kNoTrack) {
        const Track& about = m_session->timeline()->track(group);
        menu->addAction(tr("All of %1").arg(quoted(nameOf(group))), this,
                        [this, key = StackTrack {about.kind, about.key}, name = nameOf(group)] {
                            restrictTo({key}, name);
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

QString FlamePane::tracksName() const
{
    if (!m_groupName.isEmpty())
        return m_tracks.size() == 1 ? m_groupName
                                    : tr("%1 and %2 more").arg(m_groupName).arg(m_tracks.size() - 1);
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
    const auto track = timeline.findTrack(first.first, first.second);
    return track && m_tracks.size() == 1 ? std::optional(trackWords(timeline, *track)) : std::nullopt;
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
    m_copyCommand->setWhyNot(commandTracks() ? QString() : tr("A command names one track, a group, or all"));
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
