// What a screen reader is told of a view that is painted here: its role, and what in it is current, as an item of the
// view that has the focus. The words are made when somebody asks for them, and a change is told only while a reader
// listens: without one this costs nothing.
//
//     auto* speech = new Speech(this, QAccessible::Chart, [this] { return selectedWords(); }); // before all else
//     connect(session, &DocumentSession::selectionChanged, speech, &Speech::tell);
//
// Name and description stay those of the widget: setAccessibleName(). A label that has such a name says its text behind it.
#pragma once

#include <QAccessible>
#include <QObject>
#include <functional>

class QWidget;

namespace traceglass {

void installSpeech(); // once, before there is anything to be told; a Speech does it itself

class Speech : public QObject
{
    Q_OBJECT

public:
    using Words = std::function<QString()>; // empty: nothing is current

    Speech(QWidget* view, QAccessible::Role role, Words current = {});

    QAccessible::Role role() const { return m_role; }
    QString current() const { return m_current ? m_current() : QString(); }
    void tell(); // something else is current, or something else is to be said of it

protected:
    bool eventFilter(QObject* view, QEvent* event) override;

private:
    QWidget* m_view;
    QAccessible::Role m_role;
    Words m_current;
};

}
