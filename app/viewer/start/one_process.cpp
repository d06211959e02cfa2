#include "app/viewer/start/one_process.h"

#include "widgets/common/utf8.h"

#include <QFile>
#include <QLocalSocket>
#include <QStandardPaths>
#include <QTimer>
#include <cerrno>
#include <filesystem>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace traceglass {

namespace {

constexpr int kAnswerMs = 1'000;
constexpr int kClients = 8; // at once
constexpr qsizetype kLongestToken = 256;
const QByteArray kGreeting("traceglass 1 "); // of this kind of messages
constexpr char kTaken = '+';
constexpr const char* kToken = "XDG_ACTIVATION_TOKEN"; // Qt's windows come to the front by it

// The directory is the user's own, but he may have opened it to others.
bool isOurs(const QLocalSocket& socket)
{
#ifdef SO_PEERCRED
    ucred peer {};
    socklen_t size = sizeof peer;
    return ::getsockopt(int(socket.socketDescriptor()), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0
        && peer.uid == ::geteuid();
#else
    uid_t user = 0;
    gid_t group = 0;
    return ::getpeereid(int(socket.socketDescriptor()), &user, &group) == 0 && user == ::geteuid();
#endif
}

// Nothing, or a socket of the user that nobody listens at: what a process leaves that ended unexpectedly.
bool isFree(const QString& path)
{
    struct stat info
    {
    };
    if (::lstat(QFile::encodeName(path).constData(), &info) != 0)
        return errno == ENOENT;
    if (!S_ISSOCK(info.st_mode) || info.st_uid != ::geteuid())
        return false;
    QLocalSocket socket;
    socket.connectToServer(path);
    return !socket.waitForConnected(kAnswerMs) && socket.error() == QLocalSocket::ConnectionRefusedError;
}

struct HandedOver
{
    QByteArray token;
    QStringList paths;
};

QByteArray messageBytes(const HandedOver& message)
{
    QByteArray bytes = kGreeting + message.token + '\0';
    for (const QString& path : message.paths)
        bytes += QByteArray::fromStdString(pathOf(path)) + '\0';
    return bytes + '\0';
}

// Nothing: it is none.
std::optional<HandedOver> readMessage(const QByteArray& bytes)
{
    QByteArrayList parts = bytes.split('\0');
    parts.resize(parts.size() - 2); // behind the two zero bytes at the end
    const QByteArray greeting = parts.takeFirst();
    if (!greeting.startsWith(kGreeting))
        return {};
    HandedOver message {greeting.mid(kGreeting.size()), {}};
    if (message.token.size() > kLongestToken)
        return {};
    for (const QByteArray& part : parts) {
        if (!part.startsWith('/'))
            return {};
        message.paths << pathText(part.toStdString());
    }
    return message;
}

}

QString processSocket()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return folder.isEmpty() ? QString() : folder + QStringLiteral("/traceglass.socket");
}

bool isOfThisProcess(const std::filesystem::path& absolute)
{
    const std::string plain = absolute.lexically_normal().string();
    return plain.starts_with("/dev/") || plain.starts_with("/proc/");
}

std::optional<QStringList> forOtherProcess(const QStringList& paths)
{
    namespace fs = std::filesystem;
    QStringList out;
    for (const QString& path : paths) {
        std::error_code error;
        const fs::path absolute = fs::absolute(pathOf(path), error);
        const fs::file_type type = fs::status(absolute, error).type();
        const bool isFile = type == fs::file_type::regular || type == fs::file_type::directory
            || type == fs::file_type::not_found;
        if (path == QLatin1String("-") || !isFile || isOfThisProcess(absolute))
            return {};
        out << pathText(absolute);
    }
    return out;
}

bool handOver(const QString& socket, const QStringList& absolutePaths)
{
    QLocalSocket running;
    running.connectToServer(socket);
    if (!running.waitForConnected(kAnswerMs) || !isOurs(running))
        return false;
    const QByteArray message = messageBytes({qgetenv(kToken).left(kLongestToken), absolutePaths});
    if (message.size() > OneProcess::kLongestMessage || running.write(message) != message.size())
        return false;
    while (running.bytesToWrite() > 0)
        if (!running.waitForBytesWritten(kAnswerMs))
            return false;
    char answer = 0;
    return running.waitForReadyRead(kAnswerMs) && running.getChar(&answer) && answer == kTaken;
}

OneProcess::OneProcess(QObject* parent)
    : QObject(parent)
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    m_server.setMaxPendingConnections(kClients);
    connect(&m_server, &QLocalServer::newConnection, this, &OneProcess::greet);
}

bool OneProcess::listen(const QString& socket)
{
    return !socket.isEmpty() && isFree(socket) && m_server.listen(socket); // which replaces whatever is there
}

void OneProcess::greet()
{
    while (QLocalSocket* const client = m_server.nextPendingConnection()) {
        connect(client, &QLocalSocket::disconnected, client, &QObject::deleteLater);
        if (!isOurs(*client) || m_server.findChildren<QLocalSocket*>().size() > kClients) {
            client->abort();
            continue;
        }
        client->setReadBufferSize(kLongestMessage + 1);
        QTimer::singleShot(m_patienceMs, client, &QLocalSocket::abort);
        connect(client, &QLocalSocket::readyRead, this, [this, client] { read(client); });
        if (client->bytesAvailable() > 0)
            read(client);
    }
}

void OneProcess::read(QLocalSocket* from)
{
    const qint64 size = from->bytesAvailable();
    const QByteArray bytes = from->peek(size);
    const bool isEnded = bytes.endsWith(QByteArray(2, '\0'));
    if (!isEnded && size <= kLongestMessage)
        return;
    const auto message = isEnded && size <= kLongestMessage ? readMessage(bytes) : std::nullopt;
    if (!message) {
        from->abort();
        return;
    }
    from->readAll();
    from->putChar(kTaken);
    const bool isAwaited = from->flush(); // else the other process has given up, and shows them itself
    from->disconnectFromServer();
    if (!isAwaited)
        return;
    if (!message->token.isEmpty())
        qputenv(kToken, message->token);
    emit taken(message->paths);
}

}
