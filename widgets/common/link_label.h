// A line of text that leads somewhere: a click, Enter or Space emits clicked(). Cut with "…" when there is no
// room.
//
//     auto* link = new LinkLabel(tr("show"), parent);
//     connect(link, &LinkLabel::clicked, ...);
#pragma once

#include "widgets/common/text_marks.h"

#include <QAbstractButton>

namespace traceglass {

class LinkLabel : public QAbstractButton
{
    Q_OBJECT

public:
    explicit LinkLabel(const QString& text = {}, QWidget* parent = nullptr);

    void setText(const QString& text);   // an & in it is no key
    void setBold(const TextMarks& bold); // of its text
    void setUnderlined(bool underlined); // else only under the pointer
    void setQuiet(bool quiet);           // as plain text: there is nothing to go to now
    void setCut(Qt::TextElideMode side); // where there is no room for all of a name; of words the end

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    bool event(QEvent* event) override; // the whole text as tooltip where it is cut
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int wholeWidth() const;

    TextMarks m_bold;
    Qt::TextElideMode m_cut = Qt::ElideRight;
    bool m_underlined = true;
    bool m_quiet = false;
};

}
