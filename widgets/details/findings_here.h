// What Details says of findings about the selected slice: a line each, which leads to the finding.
//
//     auto* part = new FindingsHere(session, parent);
//     part->setFindings(findings);                         // hidden while there is nothing to say
//     connect(part, &FindingsHere::chosen, ...);
#pragma once

#include "widgets/session/session_findings.h"

#include <QWidget>

class QBoxLayout;

namespace traceglass {

class FindingsHere : public QWidget
{
    Q_OBJECT

public:
    explicit FindingsHere(DocumentSession* session, QWidget* parent = nullptr);

    void setFindings(SessionFindings* findings);
    QStringList sentences() const { return m_sentences; } // that are shown

signals:
    void chosen(); // it is the current finding now

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    DocumentSession* m_session;
    SessionFindings* m_findings = nullptr;
    QBoxLayout* m_layout;
    QWidget* m_lines = nullptr;
    QStringList m_sentences;
};

}
