// Every command of a window by name: menus, tool bar, command palette and key overview are all made from this
// list.
//
//     commands.add("view.fit", tr("&Fit"), "fit", "Ctrl+0", tr("Show the whole capture"), [this] { ...; });
//     commands.allow({"view.fit"}, hasCapture, tr("Open a capture first."));
//
// What an id begins with tells the heading in the key overview. Keys are those that the user has chosen in the settings,
// else those that are given here, and change while the window is shown.
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <initializer_list>
#include <vector>

class QMenu;

namespace traceglass {

class Settings;

struct CommandKeys
{
    CommandKeys() = default;
    CommandKeys(const char* keys) // NOLINT(google-explicit-constructor): written in a table
        : shortcut(QString::fromUtf8(keys))
    {
    }
    CommandKeys(QKeySequence::StandardKey key) // NOLINT(google-explicit-constructor)
        : shortcut(key)
    {
    }
    // Those a pane answers itself: shown but not registered.
    static CommandKeys ofPane(const char* keys)
    {
        CommandKeys shown;
        shown.hint = QString::fromUtf8(keys);
        return shown;
    }

    QKeySequence shortcut {};
    QString hint {};
};

class Commands : public QObject
{
public:
    Commands(QWidget* window, const Settings& settings);

    // No icon, keys or tip: empty. `slot` may take whether a checkable command is on.
    template <class Slot>
    QAction* add(const char* id, const QString& text, const char* iconName, const CommandKeys& keys,
                 const QString& tip, Slot slot)
    {
        QAction* const action = make(id, text, iconName, keys, tip);
        connect(action, &QAction::triggered, this, slot);
        return action;
    }
    void addSecondKey(const char* id, const char* key); // beside the one that the user can choose
    QAction* operator[](const char* id) const;
    const std::vector<QAction*>& all() const { return m_all; }

    static QString group(const QAction* action);
    static QString keys(const QAction* action);          // shortcut or hint, empty without
    static QString keysOfPane(const QAction* action);    // the hint
    static QKeySequence usualKey(const QAction* action); // unless the user chooses another
    static QString usualName(const QAction* action);     // whatever it is about just now: "Undo"
    static QKeySequence secondKey(const QAction* action);
    static QString allKeys(const QAction* action);                       // "Ctrl+F or /", empty without
    static QString withKeys(const QString& text, const QAction* action); // "Fit (Ctrl+0)"
    // Calls `tell` now, and whenever the action has other keys.
    template <class Tell>
    static void followKeys(const QAction* action, QObject* owner, Tell tell)
    {
        connect(action, &QAction::changed, owner, tell);
        tell();
    }
    static QString plainText(const QAction* action); // without the mark of its key in menus

    // Commands that cannot be used say why in their tooltips.
    void allow(std::initializer_list<const char*> ids, bool allowed, const QString& whyNot);
    QString whyNot(const QKeySequence& key) const; // of the command that has it; empty: nothing stands against it

    void fill(QMenu* menu, std::initializer_list<const char*> ids) const; // null: a gap

private:
    QAction* make(const char* id, const QString& text, const char* iconName, const CommandKeys& keys,
                  const QString& tip);

    void applyKeys(QAction* action);

    QWidget* m_window;
    const Settings& m_settings;
    std::vector<QAction*> m_all;
    QHash<QString, QAction*> m_byId;
};

}
