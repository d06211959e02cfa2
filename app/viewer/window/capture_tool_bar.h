// The tool bar of a capture: back and forward, zoom, the search field, what part of the capture is shown, and
// how times are written.
//
//     auto* bar = new CaptureToolBar(commands, window);
//     bar->setSession(session, search);  // null: nothing is open
#pragma once

#include "widgets/session/document_session.h"

#include <QPointer>
#include <QToolBar>

class QComboBox;

namespace traceglass {

class CaptureHandle;
class Commands;
class ElidedLabel;
class LinkLabel;
class SearchField;
class SessionSearch;

class CaptureToolBar : public QToolBar
{
    Q_OBJECT

public:
    CaptureToolBar(const Commands& commands, QWidget* parent);

    void setSession(DocumentSession* session, SessionSearch* search = nullptr);
    SearchField* search() const { return m_search; }
    CaptureHandle* handle() const { return m_handle; }
    QString breadcrumb() const; // as plain text

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateBreadcrumb();
    void updateFormat();
    void takeFormat(bool isModeChosen);
    static QString behindWhole(const QString& shown) { return QStringLiteral("›  %1").arg(shown); }
    static QString shownText(const QString& length) { return tr("%1 shown").arg(length); }

    QPointer<DocumentSession> m_session;
    CaptureHandle* m_handle = nullptr;
    SearchField* m_search = nullptr;
    LinkLabel* m_whole = nullptr;
    ElidedLabel* m_shown = nullptr;
    ElidedLabel* m_length = nullptr;
    QComboBox* m_mode = nullptr;
    QComboBox* m_unit = nullptr;
    const QAction* m_nextUnit = nullptr;
};

}
