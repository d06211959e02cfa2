#include "widgets/statistics/compare_bar.h"

#include "widgets/common/cut_combo_box.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/link_label.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QAbstractItemView>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyleOptionToolButton>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr int kWidestSubject = 340; // pixels of letters of the usual size
constexpr int kLeastSubject = 150;
constexpr int kScaleLetters = 8;
constexpr int kChipSides = 28; // around the text; half of it at least
constexpr int kMarkInset = 3;
constexpr int kUnitRole = Qt::UserRole + 1;

}

// --- the chip

BaselineChip::BaselineChip(QWidget* parent)
    : QToolButton(parent)
{
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::TabFocus);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void BaselineChip::setSubject(const QString& subject)
{
    setText(literal(tr("A: %1 ✕").arg(subject)));
    setChecked(true); // a click took it away
    setAccessibleName(tr("Compared with %1").arg(subject));
    setToolTip(tipText(tr("A, the baseline: %1\nA click takes it away (Delete)").arg(subject)));
}

int BaselineChip::widthOf(const QString& text) const
{
    return fontMetrics().horizontalAdvance(text) + kChipSides;
}

QSize BaselineChip::sizeHint() const
{
    return {std::min(widthOf(text()), grown(kWidestSubject, this)), QToolButton::sizeHint().height()};
}

QSize BaselineChip::minimumSizeHint() const
{
    return {std::min(widthOf(text()), grown(kLeastSubject, this)), QToolButton::sizeHint().height()};
}

void BaselineChip::initStyleOption(QStyleOptionToolButton* option) const
{
    QToolButton::initStyleOption(option);
    option->text = fontMetrics().elidedText(option->text, Qt::ElideMiddle, width() - kChipSides / 2);
}

// In the colour that columns and durations of A have.
void BaselineChip::paintEvent(QPaintEvent* event)
{
    QToolButton::paintEvent(event);
    QPainter(this).fillRect(kMarkInset, height() - kMarkInset - 1, width() - 2 * kMarkInset, 2,
                            Theme::of(this).counter);
}

void BaselineChip::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Delete:
    case Qt::Key_Backspace: click(); break;
    default: QToolButton::keyPressEvent(event);
    }
}

// --- the bar

CompareBar::CompareBar(SessionBaseline* baseline, QWidget* parent)
    : QWidget(parent)
    , m_baseline(baseline)
    , m_choose(new QPushButton)
    , m_menu(new QMenu(m_choose))
    , m_chip(new BaselineChip)
    , m_scale(new CutComboBox)
    , m_stop(new LinkLabel(tr("stop")))
    , m_time(new LinkLabel)
{
    m_choose->setText(tr("compare with") + QChar(QChar::Nbsp)); // before the arrow the style leaves no gap
    m_choose->setAccessibleName(tr("compare with"));
    m_choose->setToolTip(tr("Puts the same table of another part or another capture beside this one"));
    m_choose->setFocusPolicy(Qt::TabFocus);
    m_choose->setMenu(m_menu);
    m_menu->setToolTipsVisible(true);
    m_scale->setAccessibleName(tr("What counts are divided by"));
    m_scale->setToolTip(tr("What count, total and self are divided by"));
    m_scale->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_scale->setMinimumContentsLength(kScaleLetters);
    m_stop->setToolTip(tr("Compares with nothing"));
    setNames({});
    inRow({}, 8, {m_choose, m_chip, m_scale, m_stop, m_time, kRest}, this);
    connect(m_menu, &QMenu::aboutToShow, this, &CompareBar::fillMenu);
    connect(m_chip, &QToolButton::clicked, this, [this] {
        m_choose->setFocus();
        m_baseline->clear();
    });
    connect(m_stop, &LinkLabel::clicked, baseline, &SessionBaseline::clear);
    connect(m_time, &LinkLabel::clicked, this, &CompareBar::timeLinkWanted);
    connect(m_scale, &QComboBox::activated, this, &CompareBar::scaleChanged);
    connect(baseline, &SessionBaseline::changed, this, &CompareBar::tell);
    connect(baseline, &SessionBaseline::progressed, this, &CompareBar::tell);
    setLinked(false);
}

void CompareBar::fillMenu()
{
    m_menu->clear();
    using Kind = SessionBaseline::Kind;
    const auto add = [this](const QString& text, bool isOn, const auto& act) {
        QAction* const action = m_menu->addAction(literal(text), this, act);
        action->setCheckable(true);
        action->setChecked(isOn);
        return action;
    };
    add(tr("nothing"), m_baseline->kind() == Kind::none, [this] { m_baseline->clear(); });
    const QString why = m_baseline->whyNoRangeBefore();
    QAction* const before = add(tr("the range before"), m_baseline->kind() == Kind::rangeBefore,
                                [this] { m_baseline->takeRangeBefore(); });
    before->setEnabled(why.isEmpty());
    before->setToolTip(why.isEmpty() ? tr("As long as the selected range, which follows it") : why);
    const auto runs = m_baseline->runs();
    if (!runs.empty())
        m_menu->addSeparator();
    for (const SessionBaseline::Runs& each : runs)
        add(tr("%1 as A, %2 as B").arg(fromUtf8(each.a), fromUtf8(each.b)), m_baseline->chosenRuns() == each,
            [this, each] { m_baseline->takeRuns(each); })
            ->setToolTip(tr("One run against another one: the table is that of the later"));
    m_menu->addSeparator();
    for (DocumentSession* const other : m_baseline->others()) {
        const QString path = pathText(other->capture()->path());
        add(fromUtf8(other->capture()->name()), m_baseline->isCapture() && m_baseline->shownBy() == other,
            [this, other = QPointer(other)] {
                if (other)
                    m_baseline->takeShown(other);
            })
            ->setToolTip(tipText(shown(path)));
    }
    m_menu->addAction(tr("another capture…"), this, [this] { choose(false); });
    if (m_baseline->isOfFolder())
        m_menu->addAction(tr("another recording's folder…"), this, [this] { choose(true); });
}

void CompareBar::choose(bool isFolder)
{
    const QString title = tr("Compare with another capture");
    const QString start = QFileInfo(pathText(m_baseline->pathOfB())).absolutePath();
    // While somebody chooses, the capture may be loaded anew, and this bar go with the one before.
    const QPointer baseline = m_baseline;
    const QString chosen =
        isFolder ? chosenFolder(window(), title, start) : chosenFile(window(), title, start);
    if (baseline && !chosen.isEmpty())
        baseline->openCapture(pathOf(chosen));
}

// --- what counts are divided by

CompareBar::Scale CompareBar::scale() const
{
    return {static_cast<Scale::Kind>(m_scale->currentData().toInt()),
            m_scale->currentData(kUnitRole).toString()};
}

void CompareBar::setScale(const Scale& scale)
{
    for (int i = 0; i < m_scale->count(); ++i)
        if (m_scale->itemData(i).toInt() == int(scale.kind)
            && m_scale->itemData(i, kUnitRole).toString() == scale.unit)
            return m_scale->setCurrentIndex(i);
    m_scale->addItem(tr("per %1").arg(shown(scale.unit)), int(scale.kind));
    m_scale->setItemData(m_scale->count() - 1, scale.unit, kUnitRole);
    m_scale->setCurrentIndex(m_scale->count() - 1);
}

// The one that is chosen stays, whether there are slices of the name or not.
void CompareBar::setNames(const std::vector<std::string>& names)
{
    if (m_scale->view()->isVisible()) // somebody chooses
        return;
    const Scale before = scale();
    const QSignalBlocker quiet(m_scale);
    m_scale->clear();
    for (const auto& [kind, text] : {std::pair(Scale::Kind::automatic, tr("automatic")),
                                     {Scale::Kind::none, tr("not divided")},
                                     {Scale::Kind::second, tr("per second")}})
        m_scale->addItem(text, int(kind));
    for (const std::string& name : names) {
        m_scale->addItem(tr("per %1").arg(fromUtf8(name)), int(Scale::Kind::unit));
        m_scale->setItemData(m_scale->count() - 1, exactFromUtf8(name), kUnitRole);
    }
    setScale(before);
    m_scale->view()->setMinimumWidth(m_scale->view()->sizeHintForColumn(0)); // there they are shown whole
}

void CompareBar::setScaled(bool isPossible)
{
    m_isScaled = isPossible;
    tell();
}

// --- words

void CompareBar::say(const QString& sentence)
{
    m_said = sentence;
    tell();
}

void CompareBar::setLinked(bool isLinked)
{
    m_time->setText(isLinked ? tr("unlink time") : tr("link time"));
    m_time->setToolTip(isLinked ? tr("Both tabs move by themselves again")
                                : tr("Both tabs show as much time and move together"));
    tell();
}

void CompareBar::tell()
{
    const bool isChosen = m_baseline->kind() != SessionBaseline::Kind::none;
    const QString remark = m_baseline->remark();
    m_chip->setVisible(isChosen);
    if (isChosen)
        m_chip->setSubject(m_baseline->name());
    m_scale->setVisible(isChosen && m_isScaled);
    m_stop->setVisible(m_baseline->isOnItsWay());
    m_time->setVisible(isChosen && m_baseline->shownBy());
    const QString before = std::exchange(m_sentence,
                                         !isChosen              ? QString()
                                             : remark.isEmpty() ? m_said
                                                                : remark);
    if (m_sentence != before)
        emit sentenceChanged();
}

}
