// A line above the panes that says what is the matter and what can be done: never a dialog.
//
//     bar->show(MessageBar::Kind::warning, tr("2 problems"), tr("86,298 bytes could not be read"),
//               {tr("show")});
//     connect(bar, &MessageBar::actionTriggered, ...);     // which action: its place in the list
#pragma once

#include <QFrame>
#include <array>

class QLabel;

namespace traceglass {

class ElidedLabel;
class LinkLabel;

class MessageBar : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { hint, warning, error };

    explicit MessageBar(QWidget* parent = nullptr);

    void show(Kind kind, const QString& head, const QString& text, const QStringList& actions);
    QString text() const; // all that is said

signals:
    void actionTriggered(int action);
    void closed(); // by the user

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintIcon();

    Kind m_kind = Kind::hint;
    QLabel* m_icon = nullptr;
    QLabel* m_head = nullptr;
    ElidedLabel* m_text = nullptr;
    std::array<LinkLabel*, 3> m_actions {};
};

}
