// A window of the program: captures as tabs, each a MainWindow with its own menus, panes and bars. With one tab
// there is no tab bar.
//
//     auto* window = new TabbedWindow(settings);
//     MainWindow* tab = window->openTab(path);            // empty: the start page
//     window->show();
//     window->detach(tab, pos);                           // into a window of its own
//
// A tab that closes leaves by itself; with the last one the window closes.
#pragma once

#include "app/viewer/settings/settings.h"
#include "app/viewer/window/capture_tab_bar.h"

#include <QMimeData>
#include <QPointer>
#include <QWidget>
#include <vector>

class QStackedWidget;
class QTimer;

namespace traceglass {

class MainWindow;

// A tab that is dragged out of its bar. It means something in this process alone.
class TabMime : public QMimeData
{
    Q_OBJECT

public:
    explicit TabMime(MainWindow* dragged);

    MainWindow* tab() const;

private:
    QPointer<QWidget> m_tab;
};

class TabbedWindow : public QWidget
{
    Q_OBJECT

public:
    explicit TabbedWindow(Settings& settings);
    ~TabbedWindow() override;

    static TabbedWindow* of(const MainWindow* tab); // null: it is a window itself
    static TabbedWindow* lastUsed();                // null: there is none

    MainWindow* openTab(const QString& path);
    std::vector<MainWindow*> tabs() const; // in their order
    MainWindow* current() const;
    CaptureTabBar* bar() const { return m_bar; }

    // As they came. Of the program's own: Qt finds windows among all widgets, which are 1,000 and more a tab.
    static const std::vector<TabbedWindow*>& existing() { return s_existing; }
    static std::vector<TabbedWindow*> all();   // that are shown
    std::vector<TabbedWindow*> others() const; // that are shown
    static void closeAll();                    // until one of them stays

    void showTab(MainWindow* tab);
    void step(int tabs);                                   // to the next (1) or previous (-1), around the end
    void moveTab(const MainWindow* tab, int tabs);         // among the others
    void take(MainWindow* tab, int index = -1);            // from the window it is in; -1: behind the others
    void detach(MainWindow* tab, const QPoint& globalPos); // into a window of its own

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    MainWindow* tab(int index) const;
    int indexOf(const MainWindow* tab) const;
    void add(MainWindow* tab, int index);
    void release(MainWindow* tab);
    void showCurrent();
    void tell(const MainWindow* tab); // what its tab and the title say of it
    void followStack();
    void closeTabs(std::vector<QPointer<MainWindow>> dropped); // with the notes that the user drops
    MainWindow* dragged(const QDropEvent& event) const;        // that can be dropped there; null: none
    void drag(int index);
    void showMenu(int index, const QPoint& globalPos);

    static inline std::vector<TabbedWindow*> s_existing;
    static inline QPointer<TabbedWindow> s_lastUsed;
    static inline bool s_isEnding = false; // all are being closed, and are the last session together

    Settings& m_settings;
    CaptureTabBar* m_bar;
    QStackedWidget* m_stack;
    QTimer* m_keeping; // what is open
    bool m_isClosing = false;
};

}
