// The tabs below the timeline: flat, the current one marked by a line, a quiet number behind the name, and a
// funnel in the range's colour on tabs that show only the selected range.
//
//     tabs->addTab(pane, tr("Problems"));
//     tabs->bar()->setCount(2, 3);
#pragma once

#include <QCoreApplication>
#include <QTabBar>
#include <QTabWidget>
#include <optional>
#include <vector>

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

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    FlatTabBar* m_bar;
};

}
