// The menu of sets: each of them is applied by choosing it; below, what shows now becomes one, and others are
// renamed, removed, written to a file and read from one. The same menu wherever it is opened.
//
//     auto* menu = new SetsMenu(sets, [] { return capturePath(); }, window);
//     menu->popup(button->mapToGlobal(...));
#pragma once

#include "widgets/common/background_task.h"

#include <QMenu>
#include <functional>

namespace traceglass {

class FilterSets;

class SetsMenu : public QMenu
{
    Q_OBJECT

public:
    // `capture`: the path of what the window shows, which sets are not written over; empty: nothing.
    SetsMenu(FilterSets* sets, std::function<QString()> capture, QWidget* window);

    void saveNew(); // asks for a name

signals:
    void statusText(const QString& text);

private:
    void fill();
    void renameOne(const QString& name);
    void removeOne(const QString& name);
    void exportAll();
    void importSome();
    QString askedName(const QString& title, const QString& before);

    FilterSets* m_sets;
    std::function<QString()> m_capture;
    QWidget* m_window;
    QMenu* m_rename;
    QMenu* m_remove;
    BackgroundTask m_disk;
};

}
