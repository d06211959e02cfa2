#include "widgets/timeline/scene/clock_alignment.h"

#include "widgets/common/cut_combo_box.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

namespace traceglass {

std::vector<std::uint16_t> ClockAlignmentDialog::movable(const DocumentSession& session)
{
    std::vector<std::uint16_t> out;
    const auto& axes = session.axes();
    for (std::size_t i = 1; i < axes.size(); ++i) {
        if (axes[i].isTime() && axes[0].isTime())
            out.push_back(static_cast<std::uint16_t>(i));
    }
    return out;
}

ClockAlignmentDialog::ClockAlignmentDialog(DocumentSession* session, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
{
    setWindowTitle(tr("Align clocks"));
    setObjectName(QStringLiteral("alignClocks"));
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_moving = addSide(form, tr("&Move"), tr("Use the &selected moment"));
    m_target = addSide(form, tr("&onto"), tr("Use the selected moment &there"));
    m_offset = new QLineEdit;
    m_offset->setPlaceholderText(tr("+1.5s, -250ms, +17us"));
    m_offset->setAccessibleName(tr("Offset"));
    m_offset->setToolTip(tr("How long after the start of the other clock the moved one starts"));
    form->addRow(tr("O&ffset"), m_offset);

    m_state = new QLabel;
    m_state->setWordWrap(true);
    m_state->setAccessibleName(tr("How the clocks are laid"));
    auto* buttons = new QDialogButtonBox;
    m_apply = buttons->addButton(tr("&Apply"), QDialogButtonBox::ApplyRole);
    m_apply->setDefault(true);
    m_reset = buttons->addButton(tr("&Reset"), QDialogButtonBox::ResetRole);
    buttons->addButton(QDialogButtonBox::Close);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_state);
    layout->addWidget(buttons);

    connect(m_moving.clock, &QComboBox::currentIndexChanged, this, [this] {
        m_moving.ownNs.reset();
        fillTargets();
    });
    connect(m_target.clock, &QComboBox::currentIndexChanged, this, [this] {
        m_target.ownNs.reset();
        showMoments();
        showState();
    });
    connect(m_moving.take, &QPushButton::clicked, this, [this] { pick(m_moving); });
    connect(m_target.take, &QPushButton::clicked, this, [this] { pick(m_target); });
    connect(m_apply, &QPushButton::clicked, this, &ClockAlignmentDialog::apply);
    connect(m_reset, &QPushButton::clicked, this, &ClockAlignmentDialog::reset);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(session, &DocumentSession::timelineChanged, this, [this] {
        if (m_moving.clock->count() != static_cast<int>(movable(*m_session).size()))
            fillClocks();
        showMoments();
    });
    connect(session, &DocumentSession::timeFormatChanged, this, &ClockAlignmentDialog::showMoments);
    fillClocks();
}

ClockAlignmentDialog::Side ClockAlignmentDialog::addSide(QFormLayout* form, const QString& clock,
                                                         const QString& take)
{
    Side side;
    side.clock = new CutComboBox;
    side.clock->setAccessibleName(QString(clock).remove(QLatin1Char('&')));
    form->addRow(clock, side.clock);
    side.moment = new QLabel;
    side.take = new QPushButton(take);
    side.take->setAutoDefault(false);
    side.take->setToolTip(
        tr("The selected slice or line of this clock; else the moment under the pointer or the start of the "
           "selected range"));
    form->addRow(QString(), inRow({}, kStyleSpacing, {side.take, {side.moment, 1}}));
    return side;
}

void ClockAlignmentDialog::fillClocks()
{
    const std::uint16_t before = m_moving.clock->count() > 0 ? axis(m_moving) : std::uint16_t(0);
    {
        const QSignalBlocker quiet(m_moving.clock);
        m_moving.clock->clear();
        for (const std::uint16_t axis : movable(*m_session))
            m_moving.clock->addItem(fromUtf8(m_session->axes()[axis].name), axis);
        if (const int known = m_moving.clock->findData(before); known > 0)
            m_moving.clock->setCurrentIndex(known);
    }
    fillTargets();
}

void ClockAlignmentDialog::fillTargets()
{
    const int before = m_target.clock->count() > 0 ? axis(m_target) : 0;
    {
        const QSignalBlocker quiet(m_target.clock);
        m_target.clock->clear();
        const auto& axes = m_session->axes();
        for (std::size_t i = 0; i < axes.size() && m_moving.clock->count() > 0; ++i) {
            if (i != axis(m_moving) && axes[i].isTime())
                m_target.clock->addItem(fromUtf8(axes[i].name), static_cast<int>(i));
        }
        m_target.clock->setCurrentIndex(std::max(0, m_target.clock->findData(before)));
    }
    if (m_target.clock->count() > 0 && axis(m_target) != before)
        m_target.ownNs.reset();
    for (QWidget* part : {static_cast<QWidget*>(m_apply), static_cast<QWidget*>(m_reset),
                          static_cast<QWidget*>(m_moving.take), static_cast<QWidget*>(m_target.take)})
        part->setEnabled(m_target.clock->count() > 0);
    showMoments();
    showState();
}

void ClockAlignmentDialog::chooseMoving(std::uint16_t wanted)
{
    if (const int at = m_moving.clock->findData(wanted); at >= 0)
        m_moving.clock->setCurrentIndex(at);
}

std::uint16_t ClockAlignmentDialog::axis(const Side& side) const
{
    return static_cast<std::uint16_t>(side.clock->currentData().toInt());
}

// --- moments

void ClockAlignmentDialog::pick(Side& side)
{
    const std::uint16_t clock = axis(side);
    std::optional<std::int64_t> view;
    if (const auto& time = m_session->selection().time; time && m_session->selectedAxis() == clock)
        view = time->startNs;
    else if (m_cursor)
        view = m_cursor;
    else if (const auto range = m_session->range())
        view = range->startNs;
    if (!view) {
        fail(tr("Select something on %1 first, or drag a range.").arg(side.clock->currentText()));
        return;
    }
    side.ownNs = m_session->toOwn(clock, *view);
    showMoments();
    if (m_moving.ownNs && m_target.ownNs) {
        // The same instant on both: seen from the start of each clock.
        const auto sinceStart = [this](const Side& one) {
            return subtractSaturating(m_session->toView(axis(one), *one.ownNs), m_session->origin(axis(one)));
        };
        showOffset(subtractSaturating(sinceStart(m_target), sinceStart(m_moving)));
    }
    showState();
}

void ClockAlignmentDialog::showMoments()
{
    for (const Side* side : {&m_moving, &m_target})
        side->moment->setText(side->ownNs && side->clock->count() > 0 ? m_session->momentText(
                                  m_session->toView(axis(*side), *side->ownNs), axis(*side))
                                                                      : QString());
}

// --- offset

std::optional<std::int64_t> ClockAlignmentDialog::typedOffset() const
{
    QString text = m_offset->text().simplified().remove(QLatin1Char(' '));
    text.replace(QChar(0x2212), QLatin1Char('-'));
    text.replace(QStringLiteral("µs"), QStringLiteral("us"));
    const bool negative = text.startsWith(QLatin1Char('-'));
    if (text.startsWith(QLatin1Char('-')) || text.startsWith(QLatin1Char('+')))
        text.remove(0, 1);
    const auto parsed = parseTime('+' + text.toStdString());
    if (!parsed || !parsed->relative)
        return {};
    return negative ? subtractSaturating(0, parsed->ns) : parsed->ns;
}

void ClockAlignmentDialog::showOffset(std::int64_t offsetNs)
{
    m_offset->setText(fromUtf8(relativeText(offsetNs, TimeUnit::seconds)));
}

void ClockAlignmentDialog::showState()
{
    setTextColor(m_state, Theme::of(this).text2);
    if (m_moving.clock->count() == 0) {
        m_state->setText(tr("This capture has no clock that could be moved."));
        return;
    }
    const std::uint16_t moving = axis(m_moving);
    const std::uint16_t target = axis(m_target);
    const bool aligned = m_session->axes()[moving].aligned;
    const std::int64_t offset = subtractSaturating(m_session->origin(moving), m_session->origin(target));
    const QString how = aligned ? tr("aligned by hand") : tr("not aligned: where it is shown is a guess");
    m_state->setText(tr("%1 is %2. It starts %3 after %4.")
                         .arg(m_moving.clock->currentText(), how,
                              fromUtf8(relativeText(offset, TimeUnit::automatic)),
                              m_target.clock->currentText()));
    m_reset->setEnabled(aligned);
    m_reset->setToolTip(aligned ? QString() : tr("This clock was not aligned"));
}

void ClockAlignmentDialog::apply()
{
    const auto offset = typedOffset();
    if (!offset) {
        fail(m_offset->text().trimmed().isEmpty()
                 ? tr("Type an offset such as +1.5s, or pick a moment of each clock.")
                 : tr("“%1” is no offset. Write +1.5s, -250ms or +17us.").arg(m_offset->text()));
        m_offset->setFocus();
        m_offset->selectAll();
        return;
    }
    const ClockAxis& moving = m_session->axes()[axis(m_moving)];
    const std::int64_t start = m_session->toOwn(axis(m_moving), m_session->origin(axis(m_moving)));
    auto shifts = m_session->alignment();
    shifts[moving.name] = shiftFor(start, addSaturating(m_session->origin(axis(m_target)), *offset));
    m_session->setAlignment(std::move(shifts));
    showState();
}

void ClockAlignmentDialog::reset()
{
    auto shifts = m_session->alignment();
    shifts.erase(m_session->axes()[axis(m_moving)].name);
    m_session->setAlignment(std::move(shifts));
    m_offset->clear();
    m_moving.ownNs.reset();
    m_target.ownNs.reset();
    showMoments();
    showState();
}

void ClockAlignmentDialog::fail(const QString& why)
{
    setTextColor(m_state, Theme::of(this).error);
    m_state->setText(why);
}

}
