#include "app/viewer/settings/key_choices.h"

#include "app/viewer/commands/commands.h"
#include "app/viewer/settings/key_list.h"
#include "app/viewer/settings/settings.h"

#include <QMenuBar>

namespace traceglass {

namespace {

QString nativeText(const QKeySequence& key)
{
    return key.toString(QKeySequence::NativeText);
}

// Lists, fields and buttons cannot do without them, nor with Shift.
bool isOfControls(const QKeySequence& key)
{
    const auto modifiers = key[0].keyboardModifiers() & ~Qt::KeypadModifier;
    if (modifiers != Qt::NoModifier && modifiers != Qt::ShiftModifier)
        return false;
    switch (key[0].key()) {
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Escape:
    case Qt::Key_Backspace:
    case Qt::Key_Delete:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: return true;
    default: return false;
    }
}

}

KeyChoices::KeyChoices(const Commands& commands, const QMenuBar& menus, Settings& settings)
    : m_settings(settings)
{
    for (const QAction* const action : commands.all())
        m_commands.push_back({action->objectName(), Commands::group(action), Commands::usualName(action),
                              Commands::usualKey(action), Commands::secondKey(action),
                              Commands::keysOfPane(action)});
    for (const KeyGroup& group : paneKeys())
        for (const KeyLine& line : group.lines)
            for (const QKeySequence& key : keysOf(line.caps))
                m_taken.push_back({key,
                                   tr("%1 is already used in “%2” (%3) and would not work there any more.")
                                       .arg(nativeText(key), group.title, line.text)});
    for (const QAction* const menu : menus.actions())
        if (const QKeySequence key = QKeySequence::mnemonic(menu->text()); !key.isEmpty())
            m_taken.push_back(
                {key, tr("%1 opens the menu %2.").arg(nativeText(key), Commands::plainText(menu))});
}

QKeySequence KeyChoices::now(const KeyedCommand& command) const
{
    return m_settings.key(command.id).value_or(command.usual);
}

std::optional<KeyChoices::Conflict> KeyChoices::conflict(const KeyedCommand& command,
                                                         const QKeySequence& key) const
{
    if (key.isEmpty())
        return {};
    for (const KeyedCommand& other : m_commands) {
        if (&other == &command)
            continue;
        if (now(other) == key)
            return Conflict {tr("%1 is the key of “%2” (%3).").arg(nativeText(key), other.name, other.group),
                             &other};
        if (other.second == key)
            return Conflict {tr("%1 is the second key of “%2” (%3), which always has it.")
                                 .arg(nativeText(key), other.name, other.group)};
    }
    if (key == command.usual) // panes know of it
        return {};
    if (key == command.second)
        return Conflict {tr("%1 is the second key of “%2” already.").arg(nativeText(key), command.name)};
    for (const TakenKey& taken : m_taken)
        if (taken.key == key)
            return Conflict {taken.sentence};
    if (isOfControls(key))
        return Conflict {tr("%1 is needed in lists and fields.").arg(nativeText(key))};
    return {};
}

void KeyChoices::choose(const KeyedCommand& command, const QKeySequence& key)
{
    m_settings.setKey(command.id, key == command.usual ? std::nullopt : std::optional(key));
}

void KeyChoices::takeOver(const KeyedCommand& command, const QKeySequence& key)
{
    for (const KeyedCommand& other : m_commands)
        if (&other != &command && now(other) == key)
            choose(other, {});
    choose(command, key);
}

}
