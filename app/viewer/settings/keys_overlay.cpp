#include "app/viewer/settings/keys_overlay.h"

#include "app/viewer/commands/commands.h"
#include "app/viewer/settings/key_list.h"
#include "app/viewer/window/window_parts.h"
#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr int kMargin = 24;
constexpr int kColumns = 3; // at most
constexpr int kBetween = 32;

// The commands' keys by menu, then what the panes answer.
std::vector<KeyGroup> allKeys(const Commands& commands)
{
    std::vector<KeyGroup> groups;
    for (const QAction* action : commands.all()) {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        if (keys.isEmpty())
            continue;
        const QString title = Commands::group(action);
        auto group = std::ranges::find(groups, title, &KeyGroup::title);
        if (group == groups.end())
            group = groups.insert(groups.end(), {title, {}});
        group->lines.push_back({splitKeys(keys), Commands::plainText(action).remove(QStringLiteral("…"))});
    }
    for (KeyGroup& group : paneKeys())
        groups.push_back(std::move(group));
    return groups;
}

// The group, and how wide it is where no line is broken.
std::pair<QWidget*, int> makeGroup(const KeyGroup& group, QWidget* parent)
{
    auto* widget = new QWidget(parent);
    auto* grid = new QGridLayout(widget);
    grid->setContentsMargins(0, 0, 0, 16);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(5);
    grid->setColumnMinimumWidth(0, 110);
    fillKeys(grid, group, new QLabel(group.title, widget));
    const int width = widget->sizeHint().width();
    for (QLabel* const label : widget->findChildren<QLabel*>())
        label->setWordWrap(true); // where even one column is too wide
    return {widget, width};
}

}

KeysOverlay* KeysOverlay::showOver(QWidget* window, const Commands& commands)
{
    return hasClosed<KeysOverlay>(window) ? nullptr : new KeysOverlay(window, commands);
}

KeysOverlay::KeysOverlay(QWidget* window, const Commands& commands)
    : Overlay(window, tr("All keys"))
{
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, 16, kMargin, 16);
    auto* title = new QLabel(tr("All keys"), this);
    keepFont(title, [](const QFont& body) { return headFont(body, 2); });
    layout->addWidget(title);
    layout->addSpacing(8);

    m_area = new QScrollArea(this);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusProxy(this);
    auto* const content = new QWidget;
    for (const KeyGroup& group : allKeys(commands)) {
        const auto [widget, width] = makeGroup(group, content);
        m_groups.push_back(widget);
        m_groupWidth = std::max(m_groupWidth, width);
    }
    m_area->setWidget(content);
    layout->addWidget(m_area, 1);
    auto* hint = new QLabel(
        tr("Esc or a click outside closes this. Keys are changed in the %1; every command is also in the %2.")
            .arg(Commands::withKeys(tr("preferences"), commands["file.preferences"]),
                 Commands::withKeys(tr("palette"), commands["help.palette"])),
        this);
    keepFont(hint, [](const QFont& body) { return smallerFont(body, 1); });
    hint->setWordWrap(true);
    layout->addWidget(hint);

    window->installEventFilter(this);
    place();
    show();
    raise();
    setFocus(Qt::PopupFocusReason);
}

// The columns are about as long as each other.
void KeysOverlay::arrange(int wanted)
{
    QWidget* const content = m_area->widget();
    if (content->layout() && content->layout()->count() == wanted)
        return;
    delete content->layout(); // the groups stay
    auto* const columns = new QHBoxLayout(content);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(kBetween);
    const auto linesOf = [](const QWidget* group) {
        return static_cast<QGridLayout*>(group->layout())->rowCount() + 1;
    };
    int lines = 0;
    for (const QWidget* group : m_groups)
        lines += linesOf(group);
    QVBoxLayout* column = nullptr;
    int used = 0;
    for (QWidget* const group : m_groups) {
        const int size = linesOf(group);
        if (!column || (used + size / 2 > lines / wanted && columns->count() < wanted)) {
            column = new QVBoxLayout;
            column->setSpacing(0);
            columns->addLayout(column, 1);
            used = 0;
        }
        column->addWidget(group);
        used += size;
    }
    for (int i = 0; i < columns->count(); ++i)
        static_cast<QVBoxLayout*>(columns->itemAt(i)->layout())->addStretch(1);
}

// As many columns as there is width for.
void KeysOverlay::place()
{
    const QSize room = parentWidget()->size();
    const int around = 2 * kMargin + m_area->verticalScrollBar()->sizeHint().width();
    const int most = room.width() - 48 - around;
    const int columns = std::clamp((most + kBetween) / (m_groupWidth + kBetween), 1, kColumns);
    const int width = std::min(most, columns * (m_groupWidth + kBetween) - kBetween);
    arrange(columns);
    const int rest = layout()->heightForWidth(width + around) - m_area->sizeHint().height();
    const int height = m_area->widget()->heightForWidth(width) + rest;
    const QSize size(width + around, std::min(height, room.height() - 80));
    setGeometry(QRect(QPoint((room.width() - size.width()) / 2, (room.height() - size.height()) / 2), size));
}

void KeysOverlay::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
    case Qt::Key_Return:
    case Qt::Key_Space: close(); break;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
    case Qt::Key_End: QApplication::sendEvent(m_area->verticalScrollBar(), event); break;
    default: Overlay::keyPressEvent(event);
    }
}

bool KeysOverlay::eventFilter(QObject* object, QEvent* event)
{
    if (object == parentWidget()) {
        if (event->type() == QEvent::Resize)
            place();
        else if (event->type() == QEvent::MouseButtonPress)
            close();
    }
    return false;
}

}
