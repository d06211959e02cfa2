// What this is, with the versions of everything it runs with, and all of that as text for a bug report.
//
//     auto* dialog = new AboutDialog(window);
//     dialog->show();
#pragma once

#include <QDialog>

namespace traceglass {

class AboutDialog : public QDialog
{
    Q_OBJECT

public:
    explicit AboutDialog(QWidget* parent);

    static QString report(); // names no file and nobody

signals:
    void copied(const QString& what);
};

}
