// The tabs below the timeline: flat, the current one marked by a line, a quiet number behind the name, and a
// funnel in the range's colour on tabs that show only the selected range.
//
//     LaterPane<ProblemsPane> problems(tabs->addPage("problems", tr("Problems"), make));
//     tabs->bar()->setCount(2, 3);
#pragma once

#include "app/viewer/window/later_pane.h"

#include <QCoreApplication>
#include <QTabBar>
#include <QTabWidget>
#include <optional>
#include <vector>

class QTimer;

namespace traceglass {

class FlatTabBar : public QTabBar
{
    Q_DECLARE_TR_FUNCTIONS(traceglass::FlatTabBar)

public:
    enum class Mark { none, restricted, warning };

    explicit FlatTabBar(QWidget* parent = nullptr);

    void setCount(int index, std::optional<qint64> count, bool more = false); // more: "100+"
    void setMark(int index, Mark mark);
    QString countText(int index) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void tabRemoved(int index) override;

private:
    struct Tab
    {
        std::optional<qint64> count;
        bool more = false;
        Mark mark = Mark::none;
    };
    const Tab& tab(int index) const;

    std::vector<Tab> m_tabs;
};

class BottomTabs : public QTabWidget
{
public:
    explicit BottomTabs(QWidget* parent = nullptr);

    FlatTabBar* bar() const { return m_bar; }
    PanePage* addPage(const char* name, const QString& title, PanePage::Make make);
    void makePanes();             // all that have a tab, for whom time does not matter
    void removePages();           // and hides the tabs
    QWidget* currentPane() const; // null: there is none
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PanePage* nextToMake() const; // null: all are made that can be shown

    FlatTabBar* m_bar;
    QTimer* m_making;
};

}
