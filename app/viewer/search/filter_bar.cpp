#include "app/viewer/search/filter_bar.h"

#include "app/viewer/commands/commands.h"
#include "app/viewer/window/window_parts.h"
#include "core/base/text.h"
#include "widgets/common/command_text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/link_label.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/command_link.h"
#include "widgets/session/command_words.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDrag>
#include <QLabel>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>

namespace traceglass {

namespace {

const QString kChipMime = QStringLiteral("application/x-traceglass-filter-part");
constexpr int kChipHeight = 22;
constexpr int kSide = 20; // of a chip, for its funnel and its cross
constexpr int kWidestChip = 320;
constexpr int kEditorWidth = 320;

// The number of the chip that is dragged; nothing: it is something else.
std::optional<std::size_t> draggedChip(const QMimeData* data, const QObject* source, const QWidget* bar)
{
    const auto* const chip = qobject_cast<const QWidget*>(source);
    if (!data->hasFormat(kChipMime) || !chip || chip->parentWidget() != bar)
        return {};
    return data->data(kChipMime).toULongLong();
}

}

// --- a chip

FilterChip::FilterChip(const FilterPart& part, std::size_t number, QWidget* parent)
    : QAbstractButton(parent)
    , m_part(part)
    , m_number(number)
{
    setCheckable(true);
    setChecked(part.isOn);
    setFocusPolicy(Qt::StrongFocus);
    setAcceptDrops(true);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setAccessibleName(part.isOn ? tr("Filter %1").arg(shown(part.text))
                                : tr("Filter %1, switched off").arg(shown(part.text)));
    setAccessibleDescription(tr("Space switches it off and on, Enter edits it, Delete takes it away"));
}

QSize FilterChip::sizeHint() const
{
    return {std::min(grown(kWidestChip, this), fontMetrics().horizontalAdvance(m_part.text) + 2 * kSide + 6),
            grown(kChipHeight, this)};
}

QRect FilterChip::funnelRect() const
{
    return {0, 0, kSide, height()};
}

QRect FilterChip::crossRect() const
{
    return {width() - kSide, 0, kSide, height()};
}

void FilterChip::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor edge = hasFocus() ? theme.highlight : m_part.isOn ? theme.rangeEdge : theme.hairline;
    painter.setPen(QPen(edge, hasFocus() ? 2 : 1, m_part.isOn ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(m_part.isOn ? QBrush(theme.quietSelection) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    const QColor ink = m_part.isOn ? theme.text : theme.text2;
    const auto paintIcon = [&](const char* name, const QRect& area, int size) {
        const QRect at(area.center() - QPoint(size / 2 - 1, size / 2 - 1), QSize(size, size));
        traceglass::icon(name, ink).paint(&painter, at);
    };
    paintIcon("filter", funnelRect(), 12);
    paintIcon("close", crossRect(), 10);
    QFont text = font();
    text.setStrikeOut(!m_part.isOn);
    painter.setFont(text);
    painter.setPen(ink);
    const QRect room(kSide, 0, width() - 2 * kSide, height());
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     fontMetrics().elidedText(shown(m_part.text), Qt::ElideRight, room.width()));
}

void FilterChip::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton)) {
        m_pressed = event->pos();
        return;
    }
    if ((event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    setDown(false);
    auto* const drag = new QDrag(this);
    auto* const part = new QMimeData;
    part->setData(kChipMime, QByteArray::number(qulonglong(m_number)));
    drag->setMimeData(part);
    drag->setPixmap(grab());
    drag->exec(Qt::MoveAction);
}

void FilterChip::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isClick = isDown() && rect().contains(event->pos()) && event->button() == Qt::LeftButton;
    setDown(false);
    if (!isClick)
        return;
    if (crossRect().contains(event->pos()))
        emit removed();
    else if (funnelRect().contains(event->pos()))
        emit switched(!m_part.isOn);
    else
        emit editWanted();
}

void FilterChip::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Space: emit switched(!m_part.isOn); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F2: emit editWanted(); break;
    case Qt::Key_Delete:
    case Qt::Key_Backspace: emit removed(); break;
    case Qt::Key_Left: emit stepWanted(-1); break;
    case Qt::Key_Right: emit stepWanted(1); break;
    default: QAbstractButton::keyPressEvent(event);
    }
}

void FilterChip::contextMenuEvent(QContextMenuEvent* event)
{
    auto* const menu = passingMenu(window()); // what is chosen makes the chips anew
    menu->addAction(m_part.isOn ? tr("Switch &off") : tr("Switch &on"), this,
                    [this] { emit switched(!m_part.isOn); });
    menu->addAction(tr("&Edit…"), this, &FilterChip::editWanted);
    if (m_number > 0)
        menu->addAction(tr("This or the one &before"), this, [this] { emit joinWanted(m_number - 1); });
    menu->addSeparator();
    menu->addAction(tr("&Remove"), this, &FilterChip::removed);
    menu->popup(event->globalPos());
}

void FilterChip::dragEnterEvent(QDragEnterEvent* event)
{
    const auto dragged = draggedChip(event->mimeData(), event->source(), parentWidget());
    if (dragged && *dragged != m_number)
        event->acceptProposedAction();
}

void FilterChip::dropEvent(QDropEvent* event)
{
    if (!draggedChip(event->mimeData(), event->source(), parentWidget()))
        return;
    auto* const dragged = static_cast<FilterChip*>(event->source());
    event->acceptProposedAction();
    // Behind the drag, which still uses the chip that will go.
    QMetaObject::invokeMethod(
        dragged, [dragged, onto = m_number] { emit dragged->joinWanted(onto); }, Qt::QueuedConnection);
}

bool FilterChip::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const QPoint at = static_cast<QHelpEvent*>(event)->pos();
        showTip(static_cast<QHelpEvent*>(event)->globalPos(),
                crossRect().contains(at) ? tr("Take it away (Delete)")
                    : funnelRect().contains(at)
                    ? tr("Switch it off or on (Space)")
                    : tr("%1\nA click edits it; dropped on another: one or the other").arg(m_part.text),
                this);
        return true;
    }
    return QAbstractButton::event(event);
}

// --- the bar

FilterBar::FilterBar(const Commands& commands, QWidget* parent)
    : QFrame(parent)
    , m_chips(inRow({}, 6, {}))
    , m_left(new ElidedLabel({}, this))
    , m_copy(new CommandLink(
          nullptr, [this] { return command(); }, tr("A command that prints the slices that are left")))
    , m_sets(new LinkLabel(tr("sets ▾"), this))
    , m_clear(new LinkLabel(tr("clear"), this))
{
    keepHeight(this, metrics::kTabBar);
    setAccessibleName(tr("Filter"));
    m_left->setAccessibleName(tr("What the filter leaves"));
    const QAction* const clear = commands["edit.clearFilter"];
    Commands::followKeys(clear, this, [this, clear] {
        m_clear->setToolTip(Commands::withKeys(tr("Shows all slices again"), clear));
    });
    const QAction* const sets = commands["edit.sets"];
    Commands::followKeys(sets, this, [this, sets] {
        m_sets->setToolTip(Commands::withKeys(
            tr("Keeps filters, arranged tracks and columns by a name, and applies them again"), sets));
    });
    connect(m_copy, &CommandLink::copied, this, &FilterBar::copied);
    connect(m_sets, &LinkLabel::clicked, this, &FilterBar::askForSets);
    connect(m_clear, &LinkLabel::clicked, commands["edit.clearFilter"], &QAction::trigger);
    auto* const head = new QLabel(tr("Filter"), this);
    head->setFont(headFont(font()));
    inRow({12, 0, 12, 0}, 10, {head, m_chips, {m_left, 1}, m_copy, m_sets, m_clear}, this);
    hide();
}

void FilterBar::setFilter(SessionFilter* filter, DocumentSession* session)
{
    endEditing(false);
    m_filter = filter;
    m_session = session;
    if (filter) {
        connect(filter, &SessionFilter::partsChanged, this, &FilterBar::showParts);
        connect(filter, &SessionFilter::fittingChanged, this, &FilterBar::showLeft);
    }
    showParts();
}

QList<FilterChip*> FilterBar::chips() const
{
    QList<FilterChip*> out;
    for (int i = 0; i < m_chips->count(); ++i)
        if (auto* const chip = qobject_cast<FilterChip*>(m_chips->itemAt(i)->widget()))
            out << chip;
    return out;
}

QString FilterBar::text() const
{
    return m_left->fullText();
}

void FilterBar::showParts()
{
    endEditing(false);
    while (QLayoutItem* item = m_chips->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const std::size_t count = m_filter ? m_filter->parts().size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        auto* const chip = new FilterChip(m_filter->parts()[i], i, this);
        m_chips->addWidget(chip);
        connect(chip, &FilterChip::switched, this, [this, i](bool isOn) {
            m_focusNext = i;
            m_filter->setOn(i, isOn);
        });
        connect(chip, &FilterChip::editWanted, this, [this, i] { edit(i); });
        connect(chip, &FilterChip::removed, this, [this, i] {
            m_focusNext = i == 0 ? 0 : i - 1;
            m_filter->remove(i);
        });
        connect(chip, &FilterChip::joinWanted, this, [this, i](std::size_t onto) {
            m_focusNext = std::min(i, onto);
            if (const auto wrong = m_filter->join(i, onto)) {
                m_focusNext.reset(); // no chips were made anew
                m_left->setFullText(fromUtf8(wrong->sentence));
            }
        });
        connect(chip, &FilterChip::stepWanted, this,
                [this, i](int step) { focusChip(i + std::size_t(step)); });
        chip->show();
    }
    showLeft();
    if (const auto next = std::exchange(m_focusNext, {}))
        focusChip(*next);
    const bool wasShown = !isHidden();
    setVisible(count > 0);
    if (wasShown != (count > 0))
        emit shownChanged();
}

QString FilterBar::whyNoCommand() const
{
    if (!m_filter || !m_filter->isActive())
        return tr("All filters are switched off.");
    if (const QString why = whyNotAgain(*m_session->capture()); !why.isEmpty())
        return why;
    const auto wrong = m_filter->problem(m_filter->text()); // each may be short enough, and all together not
    return wrong ? fromUtf8(wrong->sentence) : QString();
}

QString FilterBar::command() const
{
    return whyNoCommand().isEmpty() ? findCommand(pathText(m_session->capture()->path()), m_filter->text())
                                    : QString();
}

void FilterBar::askForSets()
{
    emit setsWanted(m_sets->mapToGlobal(QPoint(0, m_sets->height())));
}

void FilterBar::showLeft()
{
    if (!m_filter || m_editor)
        return;
    m_copy->setWhyNot(whyNoCommand());
    const FittingPtr& fitting = m_filter->fitting();
    QString text;
    if (m_filter->isActive() && fitting) {
        text =
            tr("%1 of %2 · %3 of %4")
                .arg(fromUtf8(grouped(fitting->hits->count())),
                     countedText(fitting->hits->asked(), "slice", "slices"),
                     fromUtf8(grouped(fitting->tracks)), countedText(fitting->allTracks, "track", "tracks"));
        if (!fitting->timeline->complete)
            text += tr(" · so far");
    } else if (m_filter->isActive()) {
        text = m_filter->isAsking() ? tr("filtering …")
                                    : tr("not filtered: the fields of the records could not be read");
    } else {
        text = tr("switched off: everything is shown");
    }
    // What fields there are may be known only later than a part was made.
    for (const FilterPart& part : m_filter->parts()) {
        if (const auto problem = m_filter->problem(part.text); part.isOn && problem)
            text += tr(" · left out: %1").arg(fromUtf8(problem->sentence));
    }
    m_left->setFullText(text);
}

void FilterBar::edit(std::size_t part)
{
    endEditing(false);
    QWidget* const chip = chips().value(qsizetype(part));
    if (!chip)
        return;
    m_edited = part;
    m_editor = new QLineEdit(m_filter->parts()[part].text, this);
    keepSize(m_editor, {kEditorWidth, kChipHeight});
    m_editor->setAccessibleName(tr("Part of the filter"));
    m_editor->installEventFilter(this);
    connect(m_editor, &QLineEdit::textChanged, this, [this](const QString& text) {
        const auto problem = m_filter->problem(text);
        m_left->setFullText(problem ? fromUtf8(problem->sentence)
                                    : tr("Enter takes it, Esc leaves it as it was"));
    });
    delete m_chips->replaceWidget(chip, m_editor);
    chip->hide();
    chip->deleteLater();
    m_editor->show();
    m_editor->setFocus();
    m_editor->selectAll();
}

void FilterBar::endEditing(bool take)
{
    if (!m_editor)
        return;
    const QString text = m_editor->text();
    if (take && m_filter->problem(text))
        return; // said in the bar
    QLineEdit* const editor = m_editor;
    m_editor = nullptr;
    editor->removeEventFilter(this);
    m_focusNext = m_edited;
    if (!take || !m_filter || m_filter->parts()[m_edited].text == text.trimmed())
        QMetaObject::invokeMethod(this, &FilterBar::showParts, Qt::QueuedConnection);
    else
        m_filter->replace(m_edited, text);
}

void FilterBar::focusChip(std::size_t part)
{
    if (FilterChip* const chip = chips().value(qsizetype(part)))
        chip->setFocus(Qt::OtherFocusReason);
}

bool FilterBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_editor)
        return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut
        && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) {
        endEditing(!m_filter->problem(m_editor->text()));
        m_focusNext.reset();
        return false;
    }
    // Esc and Enter are meant for the field, not for the window's commands.
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return false;
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Return && key != Qt::Key_Enter && key != Qt::Key_Escape)
        return false;
    event->accept();
    if (event->type() == QEvent::KeyPress)
        endEditing(key != Qt::Key_Escape);
    return true;
}

void FilterBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.fillRect(rect(), theme.head);
    painter.fillRect(0, height() - 1, width(), 1, theme.hairline);
}

}
