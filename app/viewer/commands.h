// Every command of a window by name: menus, tool bar, command palette and key overview are all made from this
// list.
//
//     commands.add("view.fit", tr("&Fit"), "fit", "Ctrl+0", tr("Show the whole capture"), [this] { ...; });
//     commands.allow({"view.fit"}, hasCapture, tr("Open a capture first."));
//
// What an id begins with tells the heading in the key overview.
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <initializer_list>
#include <vector>

class QMenu;

namespace traceglass {

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
    explicit Commands(QWidget* window);

    // No icon, keys or tip: empty. `slot` may take whether a checkable command is on.
    template <class Slot>
    QAction* add(const char* id, const QString& text, const char* iconName, const CommandKeys& keys,
                 const QString& tip, Slot slot)
    {
        QAction* const action = make(id, text, iconName, keys, tip);
        connect(action, &QAction::triggered, this, slot);
        return action;
    }
    QAction* operator[](const char* id) const;
    const std::vector<QAction*>& all() const { return m_all; }

    static QString group(const QAction* action);
    static QString keys(const QAction* action);      // shortcut or hint, empty without
    static QString plainText(const QAction* action); // without the mark of its key in menus

    // Commands that cannot be used say why in their tooltips.
    void allow(std::initializer_list<const char*> ids, bool allowed, const QString& whyNot);

    void fill(QMenu* menu, std::initializer_list<const char*> ids) const; // null: a gap

private:
    QAction* make(const char* id, const QString& text, const char* iconName, const CommandKeys& keys,
                  const QString& tip);

    QWidget* m_window;
    std::vector<QAction*> m_all;
    QHash<QString, QAction*> m_byId;
};

}
