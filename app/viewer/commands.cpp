#include "app/viewer/commands.h"

#include "widgets/common/icons.h"

#include <QCoreApplication>
#include <QMenu>
#include <utility>

namespace traceglass {

namespace {

constexpr const char* kTip = "tip";
constexpr const char* kKeyHint = "keyHint";

constexpr std::pair<const char*, const char*> kGroups[] = {
    {"file", QT_TRANSLATE_NOOP("Commands", "File")},
    {"edit", QT_TRANSLATE_NOOP("Commands", "Edit")},
    {"search", QT_TRANSLATE_NOOP("Commands", "Search")},
    {"view", QT_TRANSLATE_NOOP("Commands", "View")},
    {"go", QT_TRANSLATE_NOOP("Commands", "Go")},
    {"slice", QT_TRANSLATE_NOOP("Commands", "Selected slice")},
    {"notes", QT_TRANSLATE_NOOP("Commands", "Notes")},
    {"window", QT_TRANSLATE_NOOP("Commands", "Window")},
    {"help", QT_TRANSLATE_NOOP("Commands", "Help")},
};

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

QAction* Commands::make(const char* id, const QString& text, const char* iconName, const CommandKeys& keys,
                        const QString& tip)
{
    auto* action = new QAction(text, m_window);
    action->setObjectName(QString::fromLatin1(id));
    if (*iconName)
        action->setIcon(icon(iconName));
    action->setIconVisibleInMenu(false);
    if (!keys.shortcut.isEmpty())
        action->setShortcut(keys.shortcut);
    action->setProperty(kTip, tip.isEmpty() ? plainText(action) : tip);
    action->setProperty(kKeyHint, keys.hint);
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
    const QString word = action->objectName().section(QLatin1Char('.'), 0, 0);
    for (const auto& [begin, heading] : kGroups) {
        if (word == QLatin1String(begin))
            return QCoreApplication::translate("Commands", heading);
    }
    return {};
}

QString Commands::keys(const QAction* action)
{
    const QString shortcut = action->shortcut().toString(QKeySequence::NativeText);
    return shortcut.isEmpty() ? action->property(kKeyHint).toString() : shortcut;
}

QString Commands::plainText(const QAction* action)
{
    return action->text().remove(QLatin1Char('&'));
}

void Commands::allow(std::initializer_list<const char*> ids, bool allowed, const QString& whyNot)
{
    for (const char* id : ids) {
        QAction* action = (*this)[id];
        action->setEnabled(allowed);
        action->setToolTip(allowed ? withKeys(action->property(kTip).toString(), action) : whyNot);
    }
}

void Commands::fill(QMenu* menu, std::initializer_list<const char*> ids) const
{
    for (const char* id : ids) {
        if (id)
            menu->addAction((*this)[id]);
        else
            menu->addSeparator();
    }
    menu->setToolTipsVisible(true);
}

}
