// The commands on the selected slice: in the menu of the slice, in the window's menus and in the palette.
//
//     m_sliceCommands = new SliceCommands(this, m_commands);
//     m_sliceCommands->setCapture(session, timelinePane);    // null: none
//     m_sliceCommands->fill(menu);
#pragma once

#include "app/viewer/commands/commands.h"

#include <string>

class QMenu;

namespace traceglass {

class DocumentSession;
class TimelinePane;

class SliceCommands : public QObject
{
    Q_OBJECT

public:
    SliceCommands(QWidget* window, Commands& commands);

    void setCapture(DocumentSession* session, TimelinePane* timeline);
    void update(); // what can be done with what is selected now
    void fill(QMenu* menu) const;

signals:
    void paneWanted(const QString& name); // of the lower panes
    void structureWanted();
    void statusText(const QString& text);
    void searchWanted(const QString& query);
    void filterWanted(const QString& query);
    void nextLongerWanted();
    void statisticsWanted(const QString& table, const std::string& key); // the row that the slice counts in

private:
    void copy(const QString& text);
    QString queryText(bool isNot = false) const; // what finds slices like the selected one, or all others

    Commands& m_commands;
    DocumentSession* m_session = nullptr;
    TimelinePane* m_timeline = nullptr;
};

}
