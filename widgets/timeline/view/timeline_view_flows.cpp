// Following flows from the selected slice.
#include "widgets/common/plain_text.h"
#include "widgets/timeline/painting/flow_painter.h"
#include "widgets/timeline/view/physical_key.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QKeyEvent>
#include <QMenu>

namespace traceglass {

namespace {

// Where one of several flows is chosen. The key that opened it takes the one that is marked: pressed twice it takes
// the first.
class FlowMenu : public QMenu
{
public:
    FlowMenu(int key, QWidget* parent)
        : QMenu(parent)
        , m_key(key)
    {
        setAttribute(Qt::WA_DeleteOnClose);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        QAction* const marked = activeAction();
        if (physicalKey(*event) != m_key || !marked)
            return QMenu::keyPressEvent(event);
        close();
        marked->trigger();
    }

private:
    int m_key;
};

}

// Against the way one came it leads back there, whatever other flows the slice has.
void TimelineView::followFlow(bool forward)
{
    const std::optional<SliceId> selected = m_scene.session().selection().slice;
    if (!selected || m_scene.selected().empty()) // what is shown may have none of it yet
        return;
    if (!m_followed.empty() && m_followed.back().to != *selected)
        m_followed.clear();
    if (!m_followed.empty() && m_followed.back().forward != forward) {
        const SliceId from = m_followed.back().from;
        m_followed.pop_back();
        if (const auto slice = m_scene.timeline().findSlice(from))
            select(from, *slice);
        return;
    }
    const Resolved& answer = m_scene.session().answer();
    if (answer.sliceId != selected) { // its flows are not known yet
        if (m_scene.session().isSelecting())
            m_scene.session().whenSelected([this, forward] { followFlow(forward); });
        return;
    }
    std::vector<PlacedSlice> ends;
    for (const SliceId& end : forward ? answer.flowsTo : answer.flowsFrom) {
        if (const auto slice = placedSlice(m_scene.timeline(), end))
            ends.push_back(*slice);
    }
    if (ends.empty())
        emit statusText(forward ? tr("No flow leads on from here") : tr("No flow leads here"));
    else if (ends.size() == 1)
        follow(*selected, sliceId(m_scene.timeline(), ends.front()), ends.front().slice, forward);
    else
        chooseFlow(ends, forward);
}

void TimelineView::follow(const SliceId& from, const SliceId& to, const Slice& slice, bool forward)
{
    m_followed.push_back({from, to, forward});
    select(to, slice);
}

// In a list at the slice.
void TimelineView::chooseFlow(const std::vector<PlacedSlice>& ends, bool forward)
{
    const SliceId from = *m_scene.session().selection().slice;
    auto* const menu = new FlowMenu(forward ? Qt::Key_BracketRight : Qt::Key_BracketLeft, this);
    menu->setAccessibleName(forward ? tr("Where flows lead on to") : tr("Where flows come from"));
    for (const PlacedSlice& end : ends) {
        const QStringList words = sliceText(m_scene.timeline(), end, m_scene.session().timeFormat().unit);
        const QString moment = m_scene.session().momentText(end.slice.startNs, m_scene.axisOf(end.track));
        // A snapshot may number tracks anew while it is open.
        menu->addAction(shortLiteral(words.join(QStringLiteral(" · ")), menu) + QLatin1Char('\t') + moment,
                        this,
                        [this, from, to = sliceId(m_scene.timeline(), end), slice = end.slice, forward] {
                            follow(from, to, slice, forward);
                        });
    }
    if (const QString left = flowsLeftOut(m_flows); !left.isEmpty())
        menu->addAction(left)->setEnabled(false);
    m_scene.scrollTo(m_scene.selected().front().track);
    menu->setActiveAction(menu->actions().front());
    menu->popup(belowSelected());
}

}
