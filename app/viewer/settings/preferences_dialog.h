// What the user can choose for all captures: appearance, keys, notes, what a start opens. There is one dialog, beside which
// the windows stay usable; what is chosen shows in all of them at once.
//
//     PreferencesDialog::showBeside(window, settings, [&] { return std::make_unique<KeyChoices>(...); });
#pragma once

#include "app/viewer/settings/key_choices.h"

#include <QDialog>
#include <functional>
#include <memory>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QRadioButton;
class QSpinBox;
class QTabWidget;

namespace traceglass {

class KeysPage;

class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    PreferencesDialog(Settings& settings, std::unique_ptr<KeyChoices> keys, QWidget* parent = nullptr);

    // The one that is there comes to the front.
    static PreferencesDialog* showBeside(QWidget* window, Settings& settings,
                                         const std::function<std::unique_ptr<KeyChoices>()>& keys);

    QTabWidget* pages() const { return m_pages; }
    QComboBox* theme() const { return m_theme; }
    QSpinBox* fontSize() const { return m_fontSize; }
    QComboBox* language() const { return m_language; }
    QComboBox* times() const { return m_times; }
    QComboBox* unit() const { return m_unit; }
    KeysPage* keys() const { return m_keys; }
    QLineEdit* author() const { return m_author; }

private:
    QWidget* makeAppearance();
    QWidget* makeNotes();
    QWidget* makeStart();
    void addPage(QWidget* page, const QString& title);
    void connectAll();
    void showSettings();

    Settings& m_settings;
    QTabWidget* m_pages;
    QComboBox* m_theme;
    QSpinBox* m_fontSize;
    QComboBox* m_language;
    QComboBox* m_times;
    QComboBox* m_unit;
    QComboBox* m_lowerPane;
    KeysPage* m_keys;
    QLineEdit* m_author;
    QRadioButton* m_notesInside;
    QRadioButton* m_notesBeside;
    QCheckBox* m_reopensSession;
    QCheckBox* m_oneProcess;
};

}
