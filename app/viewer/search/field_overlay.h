// What lies over the window for a moment and goes away; the focus goes back to where it was.
#pragma once

#include <QFrame>
#include <QPointer>

class QKeyEvent;
class QLineEdit;
class QVBoxLayout;

namespace traceglass {

class Overlay : public QFrame
{
public:
    void close();

protected:
    Overlay(QWidget* window, const QString& name);
    // Who asks for what is shown already wants it to go.
    template <class Shown>
    static bool hasClosed(QWidget* window)
    {
        auto* const shown = window->findChild<Shown*>();
        if (shown)
            shown->close();
        return shown;
    }
    void paintEvent(QPaintEvent* event) override;

private:
    QPointer<QWidget> m_before; // had the focus
};

// A field that takes what is typed, until Esc or as soon as the keyboard is wanted elsewhere.
class FieldOverlay : public Overlay
{
public:
    QLineEdit* field() const { return m_field; }
    void close();

protected:
    FieldOverlay(QWidget* window, const QString& name, const char* iconName);

    QVBoxLayout* rows() const { return m_rows; } // the field is the first
    void present();                              // once everything is in it
    virtual bool takeKey(QKeyEvent& event) = 0;  // typed into the field; true: it was for us

    bool eventFilter(QObject* object, QEvent* event) override;

private:
    QLineEdit* m_field;
    QVBoxLayout* m_rows;
};

}
