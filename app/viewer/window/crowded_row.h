// A row of a window that may be narrow, or have large letters: where not all of it has room, the least important parts go
// as a whole, and none is cut to nothing.
//
//     m_row = new CrowdedRow(line, {{m_length}, {m_shown}, {m_mode, timeLabel}});   // the most important first
#pragma once

#include <QObject>
#include <vector>

class QWidget;

namespace traceglass {

class CrowdedRow : public QObject
{
public:
    struct Item
    {
        QWidget* shown;
        QWidget* with = nullptr; // goes with it: what names it or parts it from its neighbour
        int letters = 0;         // to which it may be cut; 0: it is whole or not there
    };

    CrowdedRow(QWidget* line, std::vector<Item> items); // those that nobody else hides

    void setDivided(bool on); // are there the widgets that go with others?
    void setAside(std::vector<const QWidget*> parts); // that are not shown for now, whatever room there is

protected:
    bool eventFilter(QObject* line, QEvent* event) override;

private:
    int need(const Item& item) const;
    void arrange();

    QWidget* m_line;
    std::vector<Item> m_items;
    std::vector<const QWidget*> m_aside;
    bool m_isDivided = true;
};

}
