#include "app/viewer/search/scope_chips.h"

#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/utf8.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLayout>
#include <QMouseEvent>
#include <algorithm>

namespace traceglass {

namespace {

constexpr std::array kScopes {SessionSearch::By::range, SessionSearch::By::track, SessionSearch::By::group,
                              SessionSearch::By::kind, SessionSearch::By::clock};
constexpr int kGap = 4;
constexpr int kScopeHeight = 22;
constexpr int kWidestSubject = 110; // pixels of what a chip is about

}

// --- a chip

void ScopeChip::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isClick = isDown() && hitButton(event->pos()) && event->button() == Qt::LeftButton;
    setDown(false);
    if (isClick)
        emit pushed(event->modifiers().testFlag(Qt::ControlModifier));
}

void ScopeChip::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter: emit pushed(event->modifiers().testFlag(Qt::ControlModifier)); break;
    default: QToolButton::keyPressEvent(event);
    }
}

void ScopeChip::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuWanted(event->globalPos());
}

// --- all of them

ScopeChips::ScopeChips(QWidget* parent)
    : QWidget(parent)
    , m_rest(new QToolButton(this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const auto prepare = [](QToolButton* button) {
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->hide();
    };
    for (const By by : kScopes) {
        auto* const chip = new ScopeChip(this);
        prepare(chip);
        m_chips[std::size_t(by)] = chip;
        connect(chip, &ScopeChip::pushed, this, [this, by](bool isNot) { push(by, isNot); });
        connect(chip, &ScopeChip::menuWanted, this, [this, by](const QPoint& at) {
            auto* const menu = passingMenu(this);
            fill(*menu, by);
            menu->popup(at);
        });
    }
    prepare(m_rest);
    m_rest->setPopupMode(QToolButton::InstantPopup);
    m_rest->setToolTip(tr("What the search is kept to"));
    auto* const menu = new QMenu(m_rest);
    m_rest->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (const By by : kScopes) {
            if (isOffered(by))
                fill(*menu, by);
        }
    });
    m_rest->raise();
    hide();
}

void ScopeChips::setSearch(SessionSearch* search, DocumentSession* session)
{
    m_search = search;
    m_session = session;
    if (search) {
        connect(search, &SessionSearch::foundChanged, this, &ScopeChips::refresh);
        for (const auto changed : {&DocumentSession::rangeChanged, &DocumentSession::selectionChanged})
            connect(session, changed, this, &ScopeChips::refresh);
    }
    refresh();
}

bool ScopeChips::isOffered(By by) const
{
    const bool isAsked = m_search && (m_search->isActive() || m_search->error());
    return isAsked && (m_search->restriction(by) || m_search->possibleRestriction(by));
}

QString ScopeChips::text(By by) const
{
    const query::Restriction* const on = m_search->restriction(by);
    if (!on) {
        switch (by) {
        case By::range: return tr("+ range");
        case By::track: return tr("+ track");
        case By::group: return tr("+ group");
        case By::kind: return tr("+ kind");
        case By::clock: return tr("+ clock");
        }
    }
    const QString subject =
        fontMetrics().elidedText(shown(fromUtf8(query::subjectOf(*m_session->timeline(), *on))),
                                 Qt::ElideMiddle, grown(kWidestSubject, this));
    switch (by) {
    case By::range: return on->isNot ? tr("not in the range ✕") : tr("in the range ✕");
    case By::track: return (on->isNot ? tr("not on %1 ✕") : tr("on %1 ✕")).arg(subject);
    case By::group: return (on->isNot ? tr("not in %1 ✕") : tr("in %1 ✕")).arg(subject);
    case By::kind: return (on->isNot ? tr("not of kind %1 ✕") : tr("of kind %1 ✕")).arg(subject);
    case By::clock: return (on->isNot ? tr("not by clock %1 ✕") : tr("by clock %1 ✕")).arg(subject);
    }
    return {};
}

QString ScopeChips::sentence(By by, bool isNot) const
{
    const query::Restriction* const on = m_search->restriction(by);
    const auto possible = on ? std::optional(*on) : m_search->possibleRestriction(by);
    const QString subject =
        possible ? shown(fromUtf8(query::subjectOf(*m_session->timeline(), *possible))) : QString();
    switch (by) {
    case By::range: return isNot ? tr("Not in the selected range") : tr("Only in the selected range");
    case By::track: return (isNot ? tr("Not on %1") : tr("Only on %1")).arg(subject);
    case By::group: return (isNot ? tr("Not in the group %1") : tr("Only in the group %1")).arg(subject);
    case By::kind: return (isNot ? tr("No tracks of kind %1") : tr("Only tracks of kind %1")).arg(subject);
    case By::clock:
        return (isNot ? tr("Not what clock %1 timed") : tr("Only what clock %1 timed")).arg(subject);
    }
    return {};
}

void ScopeChips::push(By by, bool isNot)
{
    const query::Restriction* const on = m_search->restriction(by);
    if (on && (!isNot || on->isNot))
        m_search->lift(by);
    else
        m_search->restrictTo(by, isNot);
}

void ScopeChips::fill(QMenu& menu, By by)
{
    const query::Restriction* const on = m_search->restriction(by);
    for (const bool isNot : {false, true}) {
        QAction* const action =
            menu.addAction(sentence(by, isNot).replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(on && on->isNot == isNot);
        connect(action, &QAction::triggered, this, [this, by, isNot](bool isOn) {
            if (isOn)
                m_search->restrictTo(by, isNot);
            else
                m_search->lift(by);
        });
    }
}

void ScopeChips::refresh()
{
    bool any = false;
    for (const By by : kScopes) {
        ScopeChip* const each = chip(by);
        const bool isHere = isOffered(by);
        m_isOffered[std::size_t(by)] = isHere;
        any = any || isHere;
        if (!isHere)
            continue;
        const bool isOn = m_search->restriction(by);
        each->setChecked(isOn);
        each->setText(text(by).replace(QLatin1Char('&'), QStringLiteral("&&")));
        each->setAccessibleName(isOn ? text(by) : sentence(by, false));
        each->setToolTip(
            isOn ? tr("Search everywhere again; Ctrl+click: the opposite")
                 : tr("%1; Ctrl+click (Ctrl+Space): %2").arg(sentence(by, false), sentence(by, true)));
    }
    setVisible(any);
    updateGeometry();
    emit sizeChanged();
    if (QLayout* const around = parentWidget()->layout())
        around->activate(); // now: what is hidden for a moment loses the focus
    place();
}

QSize ScopeChips::sizeHint() const
{
    int width = 0;
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        width += m_isOffered[i] ? m_chips[i]->sizeHint().width() + kGap : 0;
    return {std::max(0, width - kGap), grown(kScopeHeight, this)};
}

QSize ScopeChips::minimumSizeHint() const
{
    return {std::min(m_rest->sizeHint().width(), sizeHint().width()), grown(kScopeHeight, this)};
}

void ScopeChips::place()
{
    const bool areAll = sizeHint().width() <= width();
    m_rest->setText(tr("+ scope")); // the widest that it is called
    const int rest = m_rest->sizeHint().width();
    int left = areAll ? width() : width() - rest - kGap;
    // What the search is kept to stays in sight before what it may be kept to.
    std::array<bool, 5> isShown {};
    int hiddenOn = 0;
    for (const bool isOn : {true, false}) {
        for (std::size_t i = 0; i < m_chips.size(); ++i) {
            if (!m_isOffered[i] || m_chips[i]->isChecked() != isOn)
                continue;
            const int wanted = m_chips[i]->sizeHint().width();
            isShown[i] = wanted <= left;
            left -= isShown[i] ? wanted + kGap : 0;
            hiddenOn += isOn && !isShown[i];
        }
    }
    if (!areAll)
        m_rest->show(); // it may be given the focus
    int x = 0;
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        if (!isShown[i] && m_chips[i]->hasFocus() && !areAll) {
            m_rest->setFocus();
            m_restStandsFor = i;
        }
        m_chips[i]->setVisible(isShown[i]);
        if (!isShown[i])
            continue;
        const int wanted = m_chips[i]->sizeHint().width();
        m_chips[i]->setGeometry(x, 0, wanted, grown(kScopeHeight, this));
        x += wanted + kGap;
    }
    if (!m_rest->hasFocus())
        m_restStandsFor.reset();
    else {
        const bool isBack = m_restStandsFor && isShown[*m_restStandsFor];
        const auto first = std::size_t(std::ranges::find(isShown, true) - isShown.begin());
        if (isBack || (areAll && first < isShown.size())) {
            m_chips[isBack ? *m_restStandsFor : first]->setFocus();
            m_restStandsFor.reset();
        }
    }
    m_rest->setVisible(!areAll);
    if (hiddenOn > 0)
        m_rest->setText(tr("scope %1").arg(hiddenOn));
    m_rest->setChecked(hiddenOn > 0);
    m_rest->setAccessibleName(tr("What the search is kept to"));
    m_rest->setGeometry(x, 0, std::min(rest, width() - x), grown(kScopeHeight, this));
}

void ScopeChips::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

}
