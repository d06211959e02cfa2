#include "app/viewer/commands.h"

#include "widgets/common/icons.h"

#include <QWidget>

namespace traceglass {

namespace {

constexpr const char* kGroup = "group";
constexpr const char* kTip = "tip";
constexpr const char* kKeyHint = "keyHint";

QString withKeys(const QString& tip, const QAction* action)
{
    const QString keys = Commands::keys(action);
    return keys.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, keys);
}

}

Commands::Commands(QWidget* window)
    : QObject(window)
    , m_window(window)
{
}

QAction* Commands::add(const Command& command)
{
    auto* action = new QAction(command.text, m_window);
    action->setObjectName(QString::fromLatin1(command.id));
    if (command.icon)
        action->setIcon(icon(command.icon));
    action->setIconVisibleInMenu(false);
    if (!command.shortcut.isEmpty())
        action->setShortcut(command.shortcut);
    QString plain = command.text;
    plain.remove(QLatin1Char('&'));
    action->setProperty(kGroup, command.group);
    action->setProperty(kTip, command.tip.isEmpty() ? plain : command.tip);
    action->setProperty(kKeyHint, command.keyHint);
    action->setToolTip(withKeys(action->property(kTip).toString(), action));
    m_window->addAction(action);
    m_all.push_back(action);
    m_byId.insert(action->objectName(), action);
    return action;
}

QAction* Commands::operator[](const char* id) const
{
    QAction* action = m_byId.value(QString::fromLatin1(id));
    Q_ASSERT(action);
    return action;
}

QString Commands::group(const QAction* action)
{
    return action->property(kGroup).toString();
}

QString Commands::keys(const QAction* action)
{
    const QString shortcut = action->shortcut().toString(QKeySequence::NativeText);
    return shortcut.isEmpty() ? action->property(kKeyHint).toString() : shortcut;
}

void Commands::allow(const char* id, bool allowed, const QString& whyNot)
{
    QAction* action = (*this)[id];
    action->setEnabled(allowed);
    action->setToolTip(allowed ? withKeys(action->property(kTip).toString(), action) : whyNot);
}

}
