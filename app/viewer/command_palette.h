// Every command by a few letters of its name (Ctrl+Shift+P).
//
//     CommandPalette::showOver(window, commands);
#pragma once

#include <QFrame>
#include <QPointer>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace traceglass {

class Commands;

class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    static CommandPalette* showOver(QWidget* window, const Commands& commands);

    QLineEdit* field() const { return m_field; }
    QStringList shown() const; // the commands listed now, best first

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    CommandPalette(QWidget* window, const Commands& commands);
    void filter(const QString& letters);
    void run();
    void close();

    const Commands& m_commands;
    QPointer<QWidget> m_before; // had the focus
    QLineEdit* m_field = nullptr;
    QListView* m_list = nullptr;
    QStandardItemModel* m_model = nullptr;
};

}
