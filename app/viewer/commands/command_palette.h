// Every command by a few letters of its name (Ctrl+Shift+P).
//
//     CommandPalette::showOver(window, commands);
#pragma once

#include "app/viewer/search/field_overlay.h"

class QLabel;
class QListView;
class QStandardItemModel;

namespace traceglass {

class Commands;

class CommandPalette : public FieldOverlay
{
    Q_OBJECT

public:
    static CommandPalette* showOver(QWidget* window, const Commands& commands);

    QStringList shown() const; // the commands listed now, best first

protected:
    bool takeKey(QKeyEvent& event) override;

private:
    CommandPalette(QWidget* window, const Commands& commands);
    void filter(const QString& letters);
    void run();

    const Commands& m_commands;
    QListView* m_list = nullptr;
    QLabel* m_none = nullptr; // in its place where nothing matches
    QStandardItemModel* m_model = nullptr;
};

}
