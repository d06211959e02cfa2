#include "app/viewer/keys_overlay.h"

#include "app/viewer/commands.h"
#include "app/viewer/key_list.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
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
        QString text = action->text();
        text.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
        group->lines.push_back({splitKeys(keys), text});
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
    grid->setColumnStretch(1, 1);
    auto* title = new QLabel(group.title, widget);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    grid->addWidget(title, 0, 0, 1, 2);
    int row = 1;
    for (const KeyLine& line : group.lines) {
        grid->addWidget(new KeyCaps(line.caps, widget), row, 0, Qt::AlignLeft | Qt::AlignVCenter);
        grid->addWidget(new QLabel(line.text, widget), row, 1);
        ++row;
    }
    return widget;
}

}

KeysOverlay* KeysOverlay::showOver(QWidget* window, const Commands& commands)
{
    if (auto* shown = window->findChild<KeysOverlay*>()) {
        shown->close();
        return nullptr;
    }
    return new KeysOverlay(window, commands);
}

KeysOverlay::KeysOverlay(QWidget* window, const Commands& commands)
    : QFrame(window)
    , m_before(QApplication::focusWidget())
{
    setAccessibleName(tr("All keys"));
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, 16, kMargin, 16);
    auto* title = new QLabel(tr("All keys"), this);
    QFont large = title->font();
    large.setBold(true);
    large.setPixelSize(QFontInfo(large).pixelSize() + 2);
    title->setFont(large);
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
        tr("Esc or a click outside closes this. Every command is also in the palette: Ctrl+Shift+P."), this);
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
    QSize size(std::min(1040, room.width() - 48), std::min(sizeHint().height(), room.height() - 80));
    if (const auto* area = findChild<QScrollArea*>())
        size.setHeight(std::min(area->widget()->sizeHint().height() + 110, room.height() - 80));
    setGeometry(QRect(QPoint((room.width() - size.width()) / 2, (room.height() - size.height()) / 2), size));
}

void KeysOverlay::close()
{
    hide();
    if (m_before)
        m_before->setFocus();
    deleteLater();
}

void KeysOverlay::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)
        close();
    else
        QFrame::keyPressEvent(event);
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

void KeysOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.fillRect(rect(), theme.window);
    painter.setPen(theme.text3);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}
