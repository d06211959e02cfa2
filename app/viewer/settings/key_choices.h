// Which command has which key: what the user chose for it, what it would have otherwise, and who is in the way of
// another one.
//
//     KeyChoices choices(window->commands(), *window->menuBar(), settings);
//     if (const auto conflict = choices.conflict(command, key))
//         say(conflict->sentence);                       // choices.takeOver(command, key) where `other` is there
//     else
//         choices.choose(command, key);                  // in all windows, and kept
//
// Only what differs from the usual is kept. Keys that panes answer themselves are theirs, and so are those of lists,
// fields and menus.
#pragma once

#include <QCoreApplication>
#include <QKeySequence>
#include <QString>
#include <optional>
#include <vector>

class QMenuBar;

namespace traceglass {

class Commands;
class Settings;

struct KeyedCommand
{
    QString id;
    QString group; // "View"
    QString name;  // "Fit"
    QKeySequence usual;
    QKeySequence second; // that cannot be chosen
    QString ofPane;      // nor can this: the pane answers it
};

class KeyChoices
{
    Q_DECLARE_TR_FUNCTIONS(traceglass::KeyChoices)

public:
    // As all windows have them.
    KeyChoices(const Commands& commands, const QMenuBar& menus, Settings& settings);

    const std::vector<KeyedCommand>& commands() const { return m_commands; }
    QKeySequence now(const KeyedCommand& command) const;
    bool isChanged(const KeyedCommand& command) const { return now(command) != command.usual; }

    struct Conflict
    {
        QString sentence;
        const KeyedCommand* other = nullptr; // whose key it is; null: it cannot be taken
    };
    std::optional<Conflict> conflict(const KeyedCommand& command, const QKeySequence& key) const;

    void choose(const KeyedCommand& command, const QKeySequence& key);   // an empty one: none
    void takeOver(const KeyedCommand& command, const QKeySequence& key); // whoever has it has none then

private:
    struct TakenKey
    {
        QKeySequence key;
        QString sentence;
    };

    Settings& m_settings;
    std::vector<KeyedCommand> m_commands;
    std::vector<TakenKey> m_taken; // by panes, controls and menus
};

}
