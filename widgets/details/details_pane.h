// The Details dock: what is selected, in words; below it where its bytes are and what they mean as numbers.
//
//     auto* pane = new DetailsPane(session, dock);
#pragma once

#include "widgets/common/copying.h"
#include "widgets/session/document_session.h"

#include <QPointer>
#include <QScrollArea>

class QLabel;
class QTimer;

namespace traceglass {

class ByteInspector;
class DetailsView;
class FindingsHere;
class SessionFindings;
class StandingView;

class DetailsPane : public QScrollArea, public CopySource
{
    Q_OBJECT

public:
    explicit DetailsPane(DocumentSession* session, QWidget* parent = nullptr);

    void refresh(); // at once; changes of the session refresh it from the event loop
    void setCaret(traceglass::SourceId source, quint64 offset); // moves ahead of the session's selection

    StandingView* standing() const { return m_standing; }
    FindingsHere* findingsHere() const { return m_findingsHere; }
    void setFindings(SessionFindings* findings);
    void giveTable(const Done& done) override;
    QWidget* pictured() override { return m_content; } // also what is scrolled away

public slots:
    void copyAll();

protected:
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const Finding* finding() const; // that is shown in place of what is selected; null: none
    Details selected() const; // and where its flows lead
    Details all() const;      // that it says
    void follow(const DetailLink& link);
    void showPicture();
    void fitHeight();

    DocumentSession* m_session;
    QPointer<SessionFindings> m_findings;
    QTimer* m_refresh;
    QWidget* m_content = nullptr;
    QLabel* m_empty = nullptr;
    DetailsView* m_details = nullptr;
    FindingsHere* m_findingsHere = nullptr;
    QLabel* m_picture = nullptr;
    QLabel* m_pictureText = nullptr; // its size, or why it is not shown
    DetailsView* m_record = nullptr;
    StandingView* m_standing = nullptr;
    ByteInspector* m_inspector = nullptr;
};

}
