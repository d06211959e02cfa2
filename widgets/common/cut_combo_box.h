// A box of choices whose text ends with "…" where there is no room, and is whole in the tooltip then. Qt's own
// ends it anywhere: "… · 1,048,576 bytes" would become another number.
#pragma once

#include <QComboBox>

namespace traceglass {

class CutComboBox : public QComboBox
{
public:
    using QComboBox::QComboBox;

    virtual QString shownText() const; // of the choice
    // "and %1": how all choices but the first stand in the closed box. In the list they are bare, so that typing finds them.
    void setPattern(const QString& pattern) { m_pattern = pattern; }
    // As wide as what is chosen, not as the longest of the choices.
    void setAsWideAsChoice();
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    QString fitted(const QString& text) const; // to the room for it

    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString wholeText() const;

    QString m_pattern;
    bool m_isAsWideAsChoice = false;
};

}
