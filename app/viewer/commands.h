// Every command of a window by name: menus, tool bar, command palette and key overview are all made from this
// list.
//
//     QAction* fit = commands.add({"view.fit", "View", tr("Fit"), "fit", QKeySequence("Ctrl+0"), tr("Show
//     all")}); commands.allow("view.fit", hasCapture, tr("Open a capture first."));
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <vector>

namespace traceglass {

struct Command
{
    const char* id;
    QString group; // the heading in the key overview
    QString text;
    const char* icon = nullptr;
    QKeySequence shortcut {};
    QString tip {};
    QString keyHint {}; // a key a pane answers itself, shown but not registered
};

class Commands : public QObject
{
public:
    explicit Commands(QWidget* window);

    QAction* add(const Command& command);
    QAction* operator[](const char* id) const;
    const std::vector<QAction*>& all() const { return m_all; }

    static QString group(const QAction* action);
    static QString keys(const QAction* action); // shortcut or hint, empty without

    // A command that cannot be used says why in its tooltip.
    void allow(const char* id, bool allowed, const QString& whyNot);

private:
    QWidget* m_window;
    std::vector<QAction*> m_all;
    QHash<QString, QAction*> m_byId;
};

}
