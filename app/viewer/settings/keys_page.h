// The keys of all commands, to be changed: a page of the preferences.
//
//     auto* page = new KeysPage(std::make_unique<KeyChoices>(commands, *menuBar, settings), settings);
//
// A key that is pressed in the field is the command's at once, unless something else has it: then a sentence says what.
#pragma once

#include "app/viewer/settings/key_choices.h"

#include <QKeySequenceEdit>
#include <QWidget>
#include <memory>

class QLabel;
class QLineEdit;
class QPushButton;

namespace traceglass {

class KeysModel;
class RowView;

// A field that has a key as soon as it is pressed: one, and Tab and Esc go on as elsewhere.
class KeyField : public QKeySequenceEdit
{
    Q_OBJECT

public:
    using QKeySequenceEdit::QKeySequenceEdit;

signals:
    void pressedKey(const QKeySequence& key);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

class KeysPage : public QWidget
{
    Q_OBJECT

public:
    KeysPage(std::unique_ptr<KeyChoices> choices, Settings& settings, QWidget* parent = nullptr);
    ~KeysPage() override;

    QLineEdit* filter() const { return m_filter; }
    RowView* table() const { return m_table; }
    int wholeWidth() const; // with which nothing in the list is cut
    KeyField* field() const { return m_field; }
    QLabel* sentence() const { return m_sentence; } // what is in the way
    QPushButton* takeButton() const { return m_take; }
    QPushButton* noneButton() const { return m_none; }
    QPushButton* resetButton() const { return m_reset; }
    QPushButton* resetAllButton() const { return m_resetAll; }

protected:
    bool eventFilter(QObject* list, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int widthOf(int column) const;
    void arrange();
    const KeyedCommand* current() const; // null: none fits the filter
    void wish(const QKeySequence& key);
    void take();
    void tell();

    Settings& m_settings;
    std::unique_ptr<KeyChoices> m_choices;
    KeysModel* m_model;
    QLineEdit* m_filter;
    RowView* m_table;
    QLabel* m_of; // whose key it is
    KeyField* m_field;
    QPushButton* m_none;
    QPushButton* m_reset;
    QLabel* m_sentence;
    QPushButton* m_take;
    QPushButton* m_resetAll;
    QKeySequence m_wished; // what something else has
};

}
