#include "app/viewer/keys_overlay.h"

#include "app/viewer/commands.h"
#include "app/viewer/key_list.h"
#include "app/viewer/window_parts.h"
#include "widgets/common/theme.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kMargin = 24;
constexpr int kColumns = 3;

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

QWidget* makeGroup(const KeyGroup& group, QWidget* parent)
{
    auto* widget = new QWidget(parent);
    auto* grid = new QGridLayout(widget);
    grid->setContentsMargins(0, 0, 0, 16);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(5);
    grid->setColumnMinimumWidth(0, 110);
    fillKeys(grid, group, new QLabel(group.title, widget));
    return widget;
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
    title->setFont(headFont(title->font(), 2));
    layout->addWidget(title);
    layout->addSpacing(8);

    auto* area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusProxy(this);
    auto* content = new QWidget;
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(32);
    const std::vector<KeyGroup> groups = allKeys(commands);
    std::size_t lines = 0;
    for (const KeyGroup& group : groups)
        lines += group.lines.size() + 2;
    QVBoxLayout* column = nullptr;
    std::size_t used = 0;
    int made = 0;
    for (const KeyGroup& group : groups) {
        const std::size_t size = group.lines.size() + 2;
        if (!column || (used + size / 2 > lines / kColumns && made < kColumns)) {
            column = new QVBoxLayout;
            column->setSpacing(0);
            columns->addLayout(column, 1);
            used = 0;
            ++made;
        }
        column->addWidget(makeGroup(group, content), 0, Qt::AlignTop);
        used += size;
    }
    for (int i = 0; i < columns->count(); ++i)
        static_cast<QVBoxLayout*>(columns->itemAt(i)->layout())->addStretch(1);
    area->setWidget(content);
    layout->addWidget(area, 1);
    auto* hint = new QLabel(
        tr("Esc or a click outside closes this. Keys are changed in the %1; every command is also in the %2.")
            .arg(Commands::withKeys(tr("preferences"), commands["file.preferences"]),
                 Commands::withKeys(tr("palette"), commands["help.palette"])),
        this);
    hint->setFont(smallerFont(font(), 1));
    layout->addWidget(hint);

    window->installEventFilter(this);
    place();
    show();
    raise();
    setFocus(Qt::PopupFocusReason);
}

void KeysOverlay::place()
{
    const QSize room = parentWidget()->size();
    const int height = findChild<QScrollArea*>()->widget()->sizeHint().height() + 110;
    const QSize size(std::min(1040, room.width() - 48), std::min(height, room.height() - 80));
    setGeometry(QRect(QPoint((room.width() - size.width()) / 2, (room.height() - size.height()) / 2), size));
}

void KeysOverlay::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)
        close();
    else
        Overlay::keyPressEvent(event);
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
