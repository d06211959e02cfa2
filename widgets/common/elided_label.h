// A label that cuts its text with "…" instead of asking for width; what is cut is in the tooltip, and Copy in
// its context menu takes the whole. With more than one line it breaks the text first, within words where it
// must.
#pragma once

#include "widgets/common/text_marks.h"

#include <QCoreApplication>
#include <QLabel>
#include <optional>

class QTextLine;

namespace traceglass {

// Text of a label in another colour, whatever ground it stands on.
void setTextColor(QWidget* widget, const QColor& color);

class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr,
                         Qt::TextElideMode mode = Qt::ElideRight);

    void setFullText(const QString& text);
    const QString& fullText() const { return m_text; }
    void setTip(const QString& tip); // what the tooltip says while nothing is cut
    void setMostLines(int lines);    // then the height follows from the width
    // As wide as this at least, so that what stands beside it stays while the text changes.
    void setRoomFor(const QString& widest);
    bool isWholeIn(int width) const; // is all of it seen, and no word broken?
    // Names in backquotes are bold instead; in the tooltip and when all is copied the text is as it was.
    void setNamesBold();

    QSize sizeHint() const override; // of the text in one line
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    bool hasHeightForWidth() const override { return m_mostLines > 1; }
    int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void settle();
    void forgetWidths();
    int heightOf(int lines) const;
    double oneLine() const;                    // how wide all of it is
    const QStringList& lines(int width) const; // the last one cut where the text goes on
    QStringList brokenTo(int width) const;
    int lengthOf(const QTextLine& line) const;
    QString boldLines(const QStringList& lines) const;
    void cut();
    void copy() const;

    QString m_text;
    QString m_shown; // what of it is seen where there is room
    TextMarks m_bold;
    QString m_tip;
    QString m_roomFor;
    // Layouts ask for heights again and again, and shaping text is most of what a click costs.
    mutable std::optional<double> m_oneLine;
    mutable std::optional<double> m_room;
    mutable int m_linesWidth = -1;
    mutable QStringList m_lines;
    Qt::TextElideMode m_mode;
    int m_mostLines = 1;
    bool m_areNamesBold = false;
    bool m_isCut = false;
    bool m_isPlaced = false;
};

}
