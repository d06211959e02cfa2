// The window's page while a capture is being opened, and when it could not be.
//
//     page->showLoading(path);
//     page->showError(path, named, error);   // one sentence, what to do, and the buttons that do it
#pragma once

#include "core/ask/opening.h"
#include "widgets/common/background_task.h"

#include <QWidget>
#include <filesystem>

class QLabel;
class QProgressBar;
class QPushButton;

namespace traceglass {

class MessagePage : public QWidget
{
    Q_OBJECT

public:
    explicit MessagePage(QWidget* parent = nullptr);

    void showLoading(const std::filesystem::path& path);
    void showProgress(quint64 done, quint64 total); // 0 of 0 while nobody can say
    void showError(const std::filesystem::path& path, Opening::Named named, const Error& error);
    QString sentence() const;
    static QStringList captureNames(); // "*.rtc", as file dialogs filter by

signals:
    void cancelled();
    void openAsBytes();
    void retry();
    void openOther();
    void back(); // to the start page

protected:
    void keyPressEvent(QKeyEvent* event) override; // Esc leaves

private:
    void colour();
    void showCapturesInside(quint64 count);

    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_path = nullptr;
    QLabel* m_advice = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_bytes = nullptr;
    QPushButton* m_retry = nullptr;
    QPushButton* m_other = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_cancel = nullptr;
    BackgroundTask m_looking; // for captures in a folder that is none
};

}
