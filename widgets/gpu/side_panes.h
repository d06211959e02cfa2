// Panes beside each other with handles between them; where there is no room for that, one of them with tabs above.
//
//     auto* panes = new SidePanes;
//     panes->add(tr("Biggest"), biggest, 3);        // its title, and how much it grows
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QWidget>

class QSplitter;
class QTabBar;

namespace traceglass {

class SidePanes : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(traceglass::SidePanes)

public:
    explicit SidePanes(QWidget* parent = nullptr);

    void add(const QString& title, QWidget* pane, int stretch);
    QTabBar* tabs() const { return m_tabs; } // hidden while all are shown
    // Of one of the panes: it is away where there is room for a table with one line above it, and for nothing else.
    void hideWhereLow(QWidget* part);
    QByteArray saveState() const;
    void restoreState(const QByteArray& state);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    bool isLow() const;

    QTabBar* m_tabs;
    QSplitter* m_splitter;
    QList<QWidget*> m_hiddenWhereLow;
    QList<int> m_sizes; // of the panes, as they are first
};

}
