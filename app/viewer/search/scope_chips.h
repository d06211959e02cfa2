// What a search is kept to, beside its field: a button for the selected range, the track of the selection,
// its group, its kind and its clock. Those that find no room are in a menu behind them.
//
//     auto* chips = new ScopeChips(parent);
//     chips->setSearch(search, session);           // null: nothing is open
//
// A click or Space keeps the search to it and lifts that again; with Ctrl the search is kept away from it.
// The menu of a chip says the same in words.
#pragma once

#include "widgets/session/session_search.h"

#include <QPointer>
#include <QToolButton>
#include <array>
#include <optional>

class QMenu;

namespace traceglass {

class ScopeChip : public QToolButton
{
    Q_OBJECT

public:
    using QToolButton::QToolButton;

signals:
    void pushed(bool isNot);
    void menuWanted(const QPoint& at);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
};

class ScopeChips : public QWidget
{
    Q_OBJECT

public:
    using By = SessionSearch::By;

    explicit ScopeChips(QWidget* parent);

    void setSearch(SessionSearch* search, DocumentSession* session);
    ScopeChip* chip(By by) const { return m_chips[std::size_t(by)]; }
    QToolButton* rest() const { return m_rest; } // all of them, where not all have room

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void sizeChanged(); // the size hint, or whether there are any

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void place(); // those that have room
    void push(By by, bool isNot);
    void fill(QMenu& menu, By by);
    bool isOffered(By by) const;
    QString text(By by) const;
    QString sentence(By by, bool isNot) const;

    QPointer<SessionSearch> m_search;
    QPointer<DocumentSession> m_session;
    std::array<ScopeChip*, 5> m_chips {}; // by By
    std::array<bool, 5> m_isOffered {};
    QToolButton* m_rest;
    std::optional<std::size_t> m_restStandsFor; // the chip that had the focus and its room
};

}
