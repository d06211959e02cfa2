// What can be done with a track and its slices: the context menu, and the commands on the current track.
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/timeline/scene/clock_alignment.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <algorithm>

namespace traceglass {

namespace {

QString plainName(std::string_view name)
{
    return exactFromUtf8(nameWithoutId(name));
}

QIcon swatch(const Theme& theme, int index)
{
    QPixmap pixmap(16, 16);
    pixmap.fill(theme.hairline); // its edge: some colours are close to the ground
    QPainter painter(&pixmap);
    painter.fillRect(QRect(1, 1, 14, 14), theme.nameColor(index));
    return {pixmap};
}

}

void TimelinePane::showTrackMenu(TrackId id, const std::optional<PlacedSlice>& slice, const QPoint& position)
{
    const Timeline& timeline = m_scene->timeline();
    const Track& track = timeline.track(id);
    const bool group = track.kind == TrackKind::group;
    auto* menu = passingMenu(this);
    const bool hasSliceActions = slice && !m_sliceActions.isEmpty();
    if (hasSliceActions) {
        m_session->selectSlice(sliceId(timeline, *slice)); // they are about what is selected
        for (QAction* const action : m_sliceActions) {
            if (action)
                menu->addAction(action);
            else
                menu->addSeparator();
        }
        menu->addSeparator();
    }
    addTrackActions(menu, id, !hasSliceActions);
    menu->addSeparator();
    const TrackId inGroup = group ? id : track.parent;
    if (inGroup != kNoTrack) {
        const std::size_t at = m_scene->layout().lineOf(inGroup);
        const bool folded = at != TrackLayout::kNone && m_scene->layout().lines()[at].folded;
        menu->addAction(folded ? tr("Open the group") : tr("Collapse the group"), this,
                        later(inGroup, [=, this](TrackId now) { m_scene->setFolded(now, !folded); }));
        menu->addAction(tr("Collapse the other groups"), this,
                        later(inGroup, [this](TrackId now) { m_scene->foldOthers(now); }));
        menu->addSeparator();
    }
    if (track.kind == TrackKind::counter) {
        addCounterMenu(menu, id);
        menu->addSeparator();
    }
    const std::uint16_t clock = m_scene->axisOf(id);
    const auto movable = ClockAlignmentDialog::movable(*m_session);
    if (std::find(movable.begin(), movable.end(), clock) != movable.end()) {
        menu->addAction(tr("Align clocks…"), this, [=, this] { alignClocks(clock); });
        menu->addSeparator();
    }
    const bool named = track.kind == TrackKind::worker || track.kind == TrackKind::spans
        || track.kind == TrackKind::slices || track.kind == TrackKind::samples;
    const std::string_view name = timeline.text(slice && named ? slice->slice.name : track.name);
    const bool colored = named || track.kind == TrackKind::states || track.kind == TrackKind::events
        || track.kind == TrackKind::density;
    if (colored)
        addColorMenu(menu, plainName(name));
    addCopyMenu(menu, this);
    if (!hasSliceActions)
        menu->addAction(tr("Copy the name"), this,
                        [text = plainName(name)] { QGuiApplication::clipboard()->setText(text); });
    menu->setToolTipsVisible(true);
    menu->popup(position);
}

// While a menu is open, a snapshot may number the tracks anew.
std::function<void()> TimelinePane::later(TrackId track, std::function<void(TrackId)> act)
{
    return [this, key = trackKey(m_scene->timeline().track(track)), act = std::move(act)] {
        if (const auto now = m_scene->timeline().findTrack(key.kind, key.key))
            act(*now);
    };
}

void TimelinePane::addTrackActions(QMenu* menu, TrackId id, bool withHiding)
{
    const bool group = m_scene->timeline().track(id).kind == TrackKind::group;
    if (!group) {
        const bool pinned = m_scene->isPinned(id);
        menu->addAction(pinned ? tr("Unpin") : tr("Pin to the top"), this,
                        later(id, [=, this](TrackId now) { m_scene->setPinned(now, !pinned); }));
    }
    if (!withHiding)
        return;
    menu->addAction(group ? tr("Only this group") : tr("Only this track"), this,
                    later(id, [this](TrackId now) { m_scene->showOnly(now); }));
    if (!group && m_session->capture()->hasRecords())
        menu->addAction(tr("Records of this track"), this,
                        later(id, [this](TrackId now) { emit recordsWanted(now); }));
    menu->addAction(group ? tr("Hide this group") : tr("Hide this track"), this,
                    later(id, [this](TrackId now) { m_scene->hide(now); }));
    QAction* const show = menu->addAction(tr("Show all hidden tracks"), this, [this] { m_scene->showAll(); });
    show->setEnabled(m_scene->anyHidden());
    show->setToolTip(show->isEnabled() ? QString() : tr("No track is hidden"));
}

void TimelinePane::addCounterMenu(QMenu* menu, TrackId id)
{
    using Size = TrackChoice::Size;
    const TrackChoice& choice = m_scene->choice(id);
    QMenu* const sizes = menu->addMenu(tr("Height"));
    auto* const exclusive = new QActionGroup(sizes);
    const auto add = [&](Size size, const QString& text) {
        QAction* const action =
            sizes->addAction(text, this, later(id, [=, this](TrackId now) { m_scene->setSize(now, size); }));
        action->setCheckable(true);
        action->setChecked(choice.size == size);
        exclusive->addAction(action);
    };
    add(Size::small, tr("Small"));
    add(Size::normal, tr("Normal"));
    add(Size::tall, tr("Tall"));
    const bool isVisible = choice.visibleScale;
    QAction* const visible =
        menu->addAction(tr("Scale to what is visible"), this,
                        later(id, [=, this](TrackId now) { m_scene->setVisibleScale(now, !isVisible); }));
    visible->setCheckable(true);
    visible->setChecked(isVisible);
}

void TimelinePane::addColorMenu(QMenu* menu, const QString& name)
{
    const Theme& theme = Theme::of(this);
    QMenu* const colors = menu->addMenu(tr("Colour of “%1”").arg(literal(shown(name))));
    const QByteArray utf8 = name.toUtf8();
    const int computed = nameColorIndex({utf8.constData(), static_cast<std::size_t>(utf8.size())});
    const int chosen = nameColors().value(name, -1);
    auto* const exclusive = new QActionGroup(colors);
    const auto add = [&](int index, const QIcon& picture, const QString& text) {
        QAction* const action = colors->addAction(picture, text, this, [=, this] {
            QHash<QString, int> all = nameColors();
            if (index < 0)
                all.remove(name);
            else
                all.insert(name, index);
            setNameColors(all);
        });
        action->setCheckable(true);
        action->setChecked(chosen == index);
        exclusive->addAction(action);
    };
    add(-1, swatch(theme, computed), tr("By its name"));
    for (int i = 0; i < 24; ++i)
        add(i, swatch(theme, i), tr("Colour %1").arg(i + 1));
}

}
