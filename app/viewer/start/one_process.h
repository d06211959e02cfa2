// One running Traceglass for all starts of a user: a later one hands its captures over and ends.
//
//     if (const auto paths = forOtherProcess(given); paths && handOver(socket, *paths))
//         return 0;                                        // the running one shows them
//     OneProcess running;
//     connect(&running, &OneProcess::taken, ...);          // paths that another start hands over
//     running.listen(socket);                              // false: without it, this is a process like any other
//
// A message is a greeting with a token for coming to the front, then absolute paths, each ended by a zero byte, and
// one more zero byte; the answer is one byte. Whoever is of another user, says too much, takes too long or talks nonsense is hung up
// on. All functions are for the GUI thread.
#pragma once

#include <QLocalServer>
#include <QStringList>
#include <filesystem>
#include <optional>

namespace traceglass {

// Where they meet, in the user's runtime directory; empty: there is none.
QString processSocket();

// Whether a path names what no other process has, such as standard input, as far as paths tell without the disk.
bool isOfThisProcess(const std::filesystem::path& absolute);

// Absolute paths of what another process can open as well; nothing when one of them only this one can: standard input,
// pipes, descriptors. Asks the disk: for a start that has no window yet.
std::optional<QStringList> forOtherProcess(const QStringList& paths);

// Whether somebody took them. Waits for a second at most.
bool handOver(const QString& socket, const QStringList& absolutePaths);

class OneProcess : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 kLongestMessage = 1'024 * 1'024;

    explicit OneProcess(QObject* parent = nullptr);

    bool listen(const QString& socket);             // takes the place of a socket that nobody answers
    void setPatience(int ms) { m_patienceMs = ms; } // with who has not said all

signals:
    void taken(const QStringList& paths); // none: only come to the front

private:
    void greet();
    void read(QLocalSocket* from);

    QLocalServer m_server;
    int m_patienceMs = 3'000;
};

}
