#include "widgets/common/file_choice.h"

#include "core/io/view_files.h"
#include "widgets/common/utf8.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>
#include <future>
#include <memory>
#include <thread>

namespace traceglass {

namespace {

using namespace std::chrono_literals;

const QStringList kFilesOnly {QStringLiteral("file")};

// Where a dialog begins. It looks there in the thread of the window: where the disk does not answer at once, as one that is
// away, it begins at home.
QUrl answering(const QString& start)
{
    if (!start.startsWith(QLatin1Char('/')))
        return fileUrl(start);
    const auto answer = std::make_shared<std::promise<void>>();
    const std::future<void> answered = answer->get_future();
    std::jthread asking([answer, start] {
        (void)isThere(pathOf(start), giveWay(Niceness::answers));
        answer->set_value();
    });
    if (answered.wait_for(30ms) == std::future_status::ready)
        return fileUrl(start);
    letGo(std::move(asking));
    return fileUrl(QDir::home().filePath(QFileInfo(start).fileName()));
}

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
         QFileDialog::getOpenFileUrls(parent, title, answering(folder), filters, nullptr, {}, kFilesOnly))
        out << filePath(url);
    return out;
}

QString chosenFile(QWidget* parent, const QString& title, const QString& start, const QString& filters)
{
    return filePath(
        QFileDialog::getOpenFileUrl(parent, title, answering(start), filters, nullptr, {}, kFilesOnly));
}

QString chosenFolder(QWidget* parent, const QString& title, const QString& start)
{
    return filePath(QFileDialog::getExistingDirectoryUrl(parent, title, answering(start),
                                                         QFileDialog::ShowDirsOnly, kFilesOnly));
}

QString newFile(QWidget* parent, const QString& title, const QString& start, const QString& filters,
                QString* filter)
{
    return filePath(
        QFileDialog::getSaveFileUrl(parent, title, answering(start), filters, filter, {}, kFilesOnly));
}

}
