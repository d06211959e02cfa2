// The tool bar of a capture: back and forward, zoom, the filter field, what part of the capture is shown, and
// how times are written.
//
//     auto* bar = new CaptureToolBar(commands, window);
//     bar->setSession(session);          // null: nothing is open
#pragma once

#include "widgets/session/document_session.h"

#include <QPointer>
#include <QToolBar>

class QComboBox;
class QLabel;
class QLineEdit;

namespace traceglass {

class Commands;
class ElidedLabel;
class LinkLabel;

class CaptureToolBar : public QToolBar
{
    Q_OBJECT

public:
    CaptureToolBar(const Commands& commands, QWidget* parent);

    void setSession(DocumentSession* session);
    QLineEdit* filterField() const { return m_filter; }
    QString breadcrumb() const;           // as plain text
    void showFilter(const QString& text); // typed elsewhere

signals:
    void filterChanged(const QString& text);
    void nextWanted(bool forward); // Enter, Shift+Enter: the next of the tracks that are left
    void filterLeft();             // Esc, Down: the keyboard goes back to the timeline

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void updateBreadcrumb();
    void updateFormat();
    void takeFormat();

    QPointer<DocumentSession> m_session;
    QLineEdit* m_filter = nullptr;
    LinkLabel* m_whole = nullptr;
    ElidedLabel* m_shown = nullptr;
    QLabel* m_length = nullptr;
    QComboBox* m_mode = nullptr;
    QComboBox* m_unit = nullptr;
};

}
