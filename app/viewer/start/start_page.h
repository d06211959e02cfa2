// The page of a window without a capture: recent captures left, and below them a place to drop others; right how to open
// one, demo captures, keys, formats. While nothing was opened yet, the demo captures stand left.
//
//     connect(page, &StartPage::openRequested, window, ...);
//     page->refresh();                       // the list may have changed in another window
#pragma once

#include "app/viewer/start/recent_captures.h"

#include <QWidget>

class QBoxLayout;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace traceglass {

class Commands;
class DropTarget;
class RecentView;
struct Demo;

class StartPage : public QWidget
{
    Q_OBJECT

public:
    StartPage(Settings& settings, const Commands& commands, QWidget* parent = nullptr);

    void refresh();
    void takeFocus(); // the list of captures, or the button that opens one where there are none
    void setDropAwaited(bool isAwaited); // something is held over the window
    RecentView* recentView() const { return m_view; }
    QLineEdit* filterField() const { return m_filter; }

signals:
    void openRequested(const QString& path, bool newWindow);
    void demoRequested(const traceglass::Demo* demo);
    void locationRequested(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeLeft(const Commands& commands);
    QWidget* makeRecent();
    void makeSide(const Commands& commands);
    void addOpen(QVBoxLayout* side, const Commands& commands);
    QWidget* makeDemos();
    void placeDemos();
    void addKeys(QVBoxLayout* side, const Commands& commands);
    void addFormats(QVBoxLayout* side);
    void addHead(QBoxLayout* side, const QString& title, const QString& note);
    QLabel* quiet(const QString& text, QWidget* parent);
    QLabel* quietSentence(const QString& words, QWidget* parent); // that wraps
    QLabel* small(const QString& text, QWidget* parent); // and quiet
    QLabel* smallElided(const QString& words, QWidget* parent);
    void fill(); // with those the filter leaves
    void tellCount();
    void colour();
    void arrange();

    RecentCaptures m_recent;
    QScrollArea* m_main = nullptr;
    QWidget* m_leftContent = nullptr;
    QVBoxLayout* m_left = nullptr;
    QWidget* m_recentPart = nullptr;
    DropTarget* m_drop = nullptr;
    QWidget* m_demos = nullptr;
    QGridLayout* m_demoGrid = nullptr;
    std::vector<QWidget*> m_demoCards;
    QLineEdit* m_filter = nullptr;
    RecentView* m_view = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_keys = nullptr;
    QPushButton* m_open = nullptr;
    bool m_isStacked = false;      // the side stands below the left
    QScrollArea* m_side = nullptr; // empty where it does
    QWidget* m_sideContent = nullptr;
    QVBoxLayout* m_sideLayout = nullptr;
    QBoxLayout* m_keyColumns = nullptr;
    std::vector<QLabel*> m_quiet;
};

}
