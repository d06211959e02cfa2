// The search field of the tool bar: what is typed, how much it found, the ways from hit to hit, and what it
// is restricted to.
//
//     auto* field = new SearchField(commands, bar);
//     field->setSearch(search);                            // null: nothing is open
//     connect(field, &SearchField::left, timeline, ...);   // Esc in an empty field, Down: back to the
//     timeline
#pragma once

#include "widgets/session/session_search.h"

#include <QPointer>
#include <QWidget>

class QLineEdit;
class QToolButton;

namespace traceglass {

class Commands;
class LinkLabel;
class ScopeChips;
class SearchOffers;

class SearchField : public QWidget
{
    Q_OBJECT

public:
    SearchField(const Commands& commands, QWidget* parent);

    void setSearch(SessionSearch* search, DocumentSession* session);
    void takeFocus();
    QLineEdit* field() const { return m_field; }
    QString resultText() const;
    SearchOffers* offers() const { return m_offers; }
    ScopeChips* chips() const { return m_chips; }

signals:
    void left();
    void filterWanted(const QString& query);
    void entered(); // Enter was pressed: what is typed is meant

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showState();
    void shareWidth();
    void takeSuggestion();

    QPointer<SessionSearch> m_search;
    QPointer<DocumentSession> m_session;
    QLineEdit* m_field;
    SearchOffers* m_offers;
    LinkLabel* m_result;
    QToolButton* m_previous;
    QToolButton* m_next;
    ScopeChips* m_chips;
};

}
