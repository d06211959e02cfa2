// Draws a Details value: heading with the colour of its name, rows, sentences, small bars. Values can be
// selected and copied, links reached with Tab and followed with Enter.
//
//     view->show(details, *session);
//     connect(view, &DetailsView::linkActivated, ...);
#pragma once

#include "widgets/session/document_session.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace traceglass {

class DetailsView : public QWidget
{
    Q_OBJECT

public:
    explicit DetailsView(QWidget* parent = nullptr);

    void show(const Details& details, const DocumentSession& session);

signals:
    void linkActivated(const DetailLink& link);

private:
    void addHeading(const Details& details);
    void addSection(const DetailSection& section, const DocumentSession& session);
    QWidget* makeRow(const DetailRow& row, const DocumentSession& session, int widest);
    QLabel* label(const QString& text, const QColor& color) const;

    QVBoxLayout* m_layout = nullptr;
    QWidget* m_content = nullptr;
};

// The title of a part of a pane: bold, a hairline, something quiet at the right.
QWidget* makeSectionTitle(const QString& title, const QString& extra, QWidget* parent);

}
