// A field over the window that takes what is typed and goes away: with Esc, or as soon as the keyboard is
// wanted elsewhere. The focus goes back to where it was.
#pragma once

#include <QFrame>
#include <QPointer>

class QKeyEvent;
class QLineEdit;
class QVBoxLayout;

namespace traceglass {

class FieldOverlay : public QFrame
{
public:
    QLineEdit* field() const { return m_field; }

protected:
    FieldOverlay(QWidget* window, const QString& name, const char* iconName);

    QVBoxLayout* rows() const { return m_rows; } // the field is the first
    void present();                              // once everything is in it
    void close();
    virtual bool takeKey(QKeyEvent& event) = 0; // typed into the field; true: it was for us

    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QPointer<QWidget> m_before; // had the focus
    QLineEdit* m_field;
    QVBoxLayout* m_rows;
};

}
