// Draws a Details value: heading with the colour of its name, rows, sentences, small bars. Values can be
// selected and copied, links reached with Tab and followed with Enter.
//
//     view->show(details, *session);
//     connect(view, &DetailsView::linkActivated, ...);
#pragma once

#include "widgets/session/document_session.h"

#include <QWidget>
#include <vector>

class QBoxLayout;

namespace traceglass {

class DetailsView : public QWidget
{
    Q_OBJECT

public:
    explicit DetailsView(QWidget* parent = nullptr);

    void show(const Details& details, const DocumentSession& session);
    // A part of others, shown behind the first section from the next show() on.
    void setGuest(QWidget* guest) { m_guest = guest; }

signals:
    void linkActivated(const DetailLink& link);

private:
    void addHeading(const Details& details);
    void addSection(const DetailSection& section, const DocumentSession& session);
    QWidget* makeRow(const QString& label, const DetailRow& row, const DocumentSession& session, int widest);

    QBoxLayout* m_layout;
    QWidget* m_content = nullptr;
    QWidget* m_guest = nullptr;
    QBoxLayout* m_lines = nullptr; // of what is shown
};

// All of it as plain text, for the clipboard: moments and durations in the time of the axis that the
// selection is on.
QString plainText(const Details& details, const DocumentSession& session);

// A row of it for a table; numbers are exact: nanoseconds of its own clock.
struct CopiedDetail
{
    QString label;
    QString value; // as it is shown
    QString extra;
    QString exactLabel; // "duration_ns"
    QString exact;
};
std::vector<CopiedDetail> copiedDetails(const Details& details, const DocumentSession& session);
}
