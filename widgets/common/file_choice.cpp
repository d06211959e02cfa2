#include "widgets/common/file_choice.h"

#include "widgets/common/utf8.h"

#include <QFileDialog>
#include <QUrl>

namespace traceglass {

namespace {

const QStringList kFilesOnly {QStringLiteral("file")};

}

QUrl fileUrl(const QString& path)
{
    if (path.isValidUtf16())
        return QUrl::fromLocalFile(path);
    return QUrl::fromEncoded("file://" + QByteArray::fromStdString(pathOf(path)).toPercentEncoding("/"));
}

QString filePath(const QUrl& url)
{
    if (!url.isLocalFile())
        return {};
    const QByteArray bytes = QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1());
    // The system would open what stands before a zero byte.
    return bytes.contains('\0') ? QString() : pathText(bytes.toStdString());
}

QString plainPath(const QString& path)
{
    return path.isValidUtf16() ? path : fileUrl(path).toString(QUrl::FullyEncoded);
}

QString fromPlainPath(const QString& text)
{
    return text.startsWith(QLatin1String("file://")) ? filePath(QUrl::fromEncoded(text.toUtf8())) : text;
}

QStringList chosenFiles(QWidget* parent, const QString& title, const QString& folder, const QString& filters)
{
    QStringList out;
    for (const QUrl& url :
         QFileDialog::getOpenFileUrls(parent, title, fileUrl(folder), filters, nullptr, {}, kFilesOnly))
        out << filePath(url);
    return out;
}

QString chosenFile(QWidget* parent, const QString& title, const QString& start, const QString& filters)
{
    return filePath(
        QFileDialog::getOpenFileUrl(parent, title, fileUrl(start), filters, nullptr, {}, kFilesOnly));
}

QString chosenFolder(QWidget* parent, const QString& title, const QString& start)
{
    return filePath(QFileDialog::getExistingDirectoryUrl(parent, title, fileUrl(start),
                                                         QFileDialog::ShowDirsOnly, kFilesOnly));
}

QString newFile(QWidget* parent, const QString& title, const QString& start, const QString& filters,
                QString* filter)
{
    return filePath(
        QFileDialog::getSaveFileUrl(parent, title, fileUrl(start), filters, filter, {}, kFilesOnly));
}

}
