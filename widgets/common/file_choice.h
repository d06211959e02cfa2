// Files the user is asked for, with every name a file system allows; and URLs of them, for other programs.
//
//     const QString path = newFile(this, tr("Export the table"), "statistics.csv", tr("CSV (*.csv)"));
//     if (!path.isEmpty()) writeFile(pathOf(path), bytes);
//     data->setUrls({fileUrl(path)});
//
// Paths are as pathText() makes them; empty: none was chosen. Qt's own dialogs do not list names that are no UTF-8, those
// of the desktop do.
#pragma once

#include <QString>
#include <QStringList>

class QUrl;
class QWidget;

namespace traceglass {

QUrl fileUrl(const QString& path);
QString filePath(const QUrl& url); // of one of this computer; empty: it names no file
// As what keeps or shows nothing but text takes it, and back: a path that is no text is written as its URL.
QString plainPath(const QString& path);
QString fromPlainPath(const QString& text);

QStringList chosenFiles(QWidget* parent, const QString& title, const QString& folder, const QString& filters);
QString chosenFile(QWidget* parent, const QString& title, const QString& start, const QString& filters = {});
QString chosenFolder(QWidget* parent, const QString& title, const QString& start);
// To write: it may be there already, which the user has agreed to then.
QString newFile(QWidget* parent, const QString& title, const QString& start, const QString& filters = {},
                QString* filter = nullptr);

}
