#include "app/viewer/commands/commands.h"

#include "app/viewer/settings/settings.h"
#include "widgets/common/icons.h"

#include <QCoreApplication>
#include <QMenu>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr const char* kTip = "tip";
constexpr const char* kKeyHint = "keyHint";
constexpr const char* kUsualName = "usualName";
constexpr const char* kUsualKey = "usualKey";
constexpr const char* kSecondKey = "secondKey";

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

}

Commands::Commands(QWidget* window, const Settings& settings)
    : QObject(window)
    , m_window(window)
    , m_settings(settings)
{
    connect(&settings, &Settings::changed, this, [this] {
        for (QAction* const action : m_all)
            applyKeys(action);
    });
}

QAction* Commands::make(const char* id, const QString& text, const char* iconName, const CommandKeys& keys,
                        const QString& tip)
{
    auto* action = new QAction(text, m_window);
    action->setObjectName(QString::fromLatin1(id));
    if (*iconName)
        action->setIcon(icon(iconName));
    action->setIconVisibleInMenu(false);
    action->setProperty(kUsualName, plainText(action));
    action->setProperty(kTip, tip.isEmpty() ? plainText(action) : tip);
    action->setProperty(kKeyHint, keys.hint);
    action->setProperty(kUsualKey, QVariant::fromValue(keys.shortcut));
    action->setToolTip(withKeys(action->property(kTip).toString(), action));
    applyKeys(action);
    m_window->addAction(action);
    m_all.push_back(action);
    m_byId.insert(action->objectName(), action);
    return action;
}

void Commands::addSecondKey(const char* id, const char* key)
{
    QAction* const action = (*this)[id];
    action->setProperty(kSecondKey, QVariant::fromValue(QKeySequence(QString::fromLatin1(key))));
    applyKeys(action);
}

void Commands::applyKeys(QAction* action)
{
    QList<QKeySequence> keys {m_settings.key(action->objectName()).value_or(usualKey(action)),
                              secondKey(action)};
    keys.removeAll(QKeySequence());
    if (keys == action->shortcuts())
        return;
    action->setShortcuts(keys);
    if (action->isEnabled()) // else it says why not
        action->setToolTip(withKeys(action->property(kTip).toString(), action));
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

QString Commands::keysOfPane(const QAction* action)
{
    return action->property(kKeyHint).toString();
}

QString Commands::usualName(const QAction* action)
{
    return action->property(kUsualName).toString();
}

QKeySequence Commands::usualKey(const QAction* action)
{
    return action->property(kUsualKey).value<QKeySequence>();
}

QKeySequence Commands::secondKey(const QAction* action)
{
    return action->property(kSecondKey).value<QKeySequence>();
}

QString Commands::keys(const QAction* action)
{
    const QString shortcut = action->shortcut().toString(QKeySequence::NativeText);
    return shortcut.isEmpty() ? keysOfPane(action) : shortcut;
}

QString Commands::allKeys(const QAction* action)
{
    QStringList keys;
    for (const QKeySequence& key : action->shortcuts())
        keys << key.toString(QKeySequence::NativeText);
    return keys.join(QCoreApplication::translate("Commands", " or "));
}

QString Commands::withKeys(const QString& text, const QAction* action)
{
    const QString shown = keys(action);
    return shown.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, shown);
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

QString Commands::whyNot(const QKeySequence& key) const
{
    const auto of = std::ranges::find_if(m_all, [&](const QAction* action) {
        return !action->isEnabled() && action->shortcuts().contains(key);
    });
    if (of == m_all.end() || (*of)->toolTip() == withKeys((*of)->property(kTip).toString(), *of))
        return {};
    return (*of)->toolTip();
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
