// The status bar: where the selection is, the cursor's time, problems, memory, and how far indexing is. A message
// stands in their place for some seconds, or until the next key or click.
//
//     status->setSession(session);          // null: the start page
//     status->setCursor(timeNs);
#pragma once

#include "widgets/session/session_findings.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QStatusBar>
#include <QTimer>

class QProgressBar;
class QToolButton;

namespace traceglass {

class CrowdedRow;
class ElidedLabel;

// Of this process, 0 when the system does not tell.
std::uint64_t residentBytes();

class CaptureStatusBar : public QStatusBar
{
    Q_OBJECT

public:
    explicit CaptureStatusBar(QWidget* parent = nullptr);

    void setSession(DocumentSession* session);
    void setCursor(std::optional<std::int64_t> timeNs);
    void setHover(const QString& what);                // under the pointer
    void setFindings(const SessionFindings* findings); // of the session
    void setLinkedWith(const QString& name);           // another window's capture; empty: with none
    QString linkText() const;
    QString indexText() const;

signals:
    void problemsClicked();
    void findingsClicked();
    void unlinkClicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // of the program, while a message shows

private:
    void tellMessage(const QString& text); // empty: there is none
    static ElidedLabel* makeSection(QWidget* line, const QString& tip);
    void updateSelection();
    void updateProblems();
    void updateFindings();
    void updateMemory();
    void updateIndexing();
    void updateAll();

    QPointer<DocumentSession> m_session;
    QPointer<const SessionFindings> m_findings;
    std::optional<std::int64_t> m_cursorNs;
    QElapsedTimer m_indexingFor;
    QTimer m_memoryTimer;
    QWidget* m_divider = nullptr;
    CrowdedRow* m_row = nullptr;
    ElidedLabel* m_message = nullptr;
    ElidedLabel* m_place = nullptr;
    ElidedLabel* m_hover = nullptr;
    ElidedLabel* m_bytes = nullptr;
    ElidedLabel* m_cursor = nullptr;
    QToolButton* m_link = nullptr;
    QWidget* m_linkDivider = nullptr;
    QToolButton* m_findingsButton = nullptr;
    QWidget* m_findingsDivider = nullptr;
    QToolButton* m_problems = nullptr;
    ElidedLabel* m_memory = nullptr;
    ElidedLabel* m_index = nullptr;
    QProgressBar* m_progress = nullptr;
    QToolButton* m_cancel = nullptr;
};

}
