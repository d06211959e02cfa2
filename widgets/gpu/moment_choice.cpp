#include "widgets/gpu/moment_choice.h"

#include "widgets/common/plain_text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QSignalBlocker>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kLeastLetters = 12;
constexpr int kMostRows = 20;

}

MomentChoice::MomentChoice(DocumentSession* session, QWidget* pane)
    : m_session(session)
    , m_pane(pane)
{
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setMaxVisibleItems(kMostRows);
    connect(this, &QComboBox::activated, this, [this] {
        m_isChosen = true;
        emit changed();
    });
    for (const auto signal : {&DocumentSession::rangeChanged, &DocumentSession::timeFormatChanged,
                              &DocumentSession::timelineChanged})
        connect(session, signal, this, &MomentChoice::refill);
    connect(session, &DocumentSession::selectionChanged, this, &MomentChoice::followSelection);
    followSelection();
    refill();
}

std::vector<MomentChoice::Offered> MomentChoice::moments() const
{
    std::vector<Offered> out;
    const auto add = [&](Kind kind, const QString& name, std::int64_t ns, int which = 0) {
        out.push_back({kind, which, ns, name, tr("%1, %2").arg(name, m_session->momentText(ns))});
    };
    const TimeRange all = m_session->timeline()->range;
    add(Kind::begin, tr("begin of the capture"), all.startNs);
    for (int n = 0; n < int(m_named.size()); ++n)
        add(Kind::named, m_named[std::size_t(n)].name, m_named[std::size_t(n)].ns, n);
    if (m_selected)
        add(Kind::selection, tr("selection"), *m_selected);
    if (const auto range = m_session->range()) {
        add(Kind::rangeBegin, tr("begin of the range"), range->startNs);
        add(Kind::rangeEnd, tr("end of the range"), range->endNs);
    }
    add(Kind::end, tr("end of the capture"), all.endNs);
    return out;
}

void MomentChoice::refill()
{
    if (view()->isVisible()) // somebody chooses
        return;
    const Offered before = currentIndex() >= 0 ? m_moments[std::size_t(currentIndex())] : Offered {};
    m_moments = moments();
    const auto same = std::ranges::find_if(m_moments, [&](const Offered& moment) {
        return moment.kind == before.kind && moment.which == before.which;
    });
    const auto now = same == m_moments.end() ? m_moments.end() - 1 : same; // it is gone: the end
    {
        const QSignalBlocker quiet(this);
        clear();
        for (const Offered& moment : m_moments)
            addItem(moment.text);
        setCurrentIndex(int(now - m_moments.begin()));
    }
    view()->setMinimumWidth(view()->sizeHintForColumn(0)); // there they are shown whole
    setToolTip(tipText(currentText()));
    if (now->ns != before.ns)
        emit changed();
}

// Names of snapshots are long; where there is no room they are cut.
QSize MomentChoice::minimumSizeHint() const
{
    const QSize all = sizeHint();
    return {std::min(all.width(), kLeastLetters * fontMetrics().averageCharWidth() + all.height()),
            all.height()};
}

QString MomentChoice::shownText() const
{
    const QString whole = CutComboBox::shownText();
    const int at = currentIndex();
    return at < 0 || whole == currentText() ? whole : fitted(m_moments[std::size_t(at)].name);
}

void MomentChoice::followSelection()
{
    const Selection& selected = m_session->selection();
    if (m_pane->isAncestorOf(QApplication::focusWidget()))
        return;
    const auto before = m_selected;
    if (selected.slice)
        m_selected = selected.slice->startNs;
    else if (selected.time)
        m_selected = selected.time->startNs;
    else
        m_selected.reset();
    if (m_selected != before)
        refill();
}

void MomentChoice::setNamed(std::vector<Named> moments, int first, Kind otherwise)
{
    m_named = std::move(moments);
    refill();
    if (!m_isChosen && !(first >= 0 && choose(Kind::named, first)))
        (void)choose(otherwise);
}

bool MomentChoice::choose(Kind kind, int which)
{
    const auto found = std::ranges::find_if(
        m_moments, [&](const Offered& moment) { return moment.kind == kind && moment.which == which; });
    if (found == m_moments.end())
        return false;
    const std::int64_t before = ns();
    setCurrentIndex(int(found - m_moments.begin()));
    setToolTip(tipText(currentText()));
    if (before != found->ns)
        emit changed();
    return true;
}

std::int64_t MomentChoice::ns() const
{
    return currentIndex() >= 0 ? m_moments[std::size_t(currentIndex())].ns
                               : m_session->timeline()->range.endNs;
}

}
