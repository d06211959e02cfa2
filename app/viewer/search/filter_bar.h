// The bar below the tools while slices are filtered: a chip for each part of the filter, what is left of the
// capture, and how to keep it as a set, copy it as a command, and clear it all.
//
//     auto* bar = new FilterBar(commands, stack);
//     bar->setFilter(filter);                        // null: nothing is open
//     connect(bar, &FilterBar::shownChanged, ...);   // it appeared or went
//
// A chip's funnel or Space switches it off and on, its text or Enter edits it, its cross or Delete takes it
// away. Dropped on another, or by its menu, the two become one that either of them fits.
#pragma once

#include "widgets/session/session_filter.h"

#include <QAbstractButton>
#include <QFrame>
#include <QLineEdit>
#include <QPointer>

class QBoxLayout;

namespace traceglass {

class CommandLink;
class Commands;
class ElidedLabel;
class LinkLabel;

class FilterChip : public QAbstractButton
{
    Q_OBJECT

public:
    FilterChip(const FilterPart& part, std::size_t number, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {72, sizeHint().height()}; }

signals:
    void switched(bool isOn);
    void editWanted();
    void removed();
    void joinWanted(std::size_t onto);
    void stepWanted(int step); // to the chip before or behind

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRect crossRect() const;
    QRect funnelRect() const;

    FilterPart m_part;
    std::size_t m_number;
    QPoint m_pressed;
};

class FilterBar : public QFrame
{
    Q_OBJECT

public:
    FilterBar(const Commands& commands, QWidget* parent);

    void setFilter(SessionFilter* filter, DocumentSession* session = nullptr);
    QList<FilterChip*> chips() const;
    void askForSets(); // setsWanted() at its link
    QString text() const;                          // what is left
    QString command() const;                       // that prints what is left; empty: see whyNoCommand()
    QString whyNoCommand() const;
    QLineEdit* editor() const { return m_editor; } // of the chip that is edited; null: none is

signals:
    void shownChanged();
    void setsWanted(const QPoint& at); // the menu of sets
    void copied(const QString& what);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showParts();
    void showLeft();
    void edit(std::size_t part);
    void endEditing(bool take);
    void focusChip(std::size_t part);

    QPointer<SessionFilter> m_filter;
    QPointer<DocumentSession> m_session;
    QBoxLayout* m_chips;
    ElidedLabel* m_left;
    CommandLink* m_copy;
    LinkLabel* m_sets;
    LinkLabel* m_clear;
    QPointer<QLineEdit> m_editor;
    std::size_t m_edited = 0;
    std::optional<std::size_t> m_focusNext; // chip that takes the focus once they are made anew
};

}
