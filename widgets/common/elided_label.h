// A label that cuts its text with "…" instead of asking for width; what is cut is in the tooltip, and Copy in
// its context menu takes the whole.
#pragma once

#include <QLabel>

namespace traceglass {

// Text of a label in another colour, whatever ground it stands on.
void setTextColor(QWidget* widget, const QColor& color);

class ElidedLabel : public QLabel
{
public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr,
                         Qt::TextElideMode mode = Qt::ElideRight);

    void setFullText(const QString& text);
    const QString& fullText() const { return m_text; }
    void setNote(const QString& note); // tooltip of a text that is not cut

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void cut();

    QString m_text;
    QString m_note;
    Qt::TextElideMode m_mode;
};

}
