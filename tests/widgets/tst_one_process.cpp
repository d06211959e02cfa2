// One process for all starts, if the user likes it: what is handed over, to whom, and what cannot harm the running one.
#include "app/viewer/arguments.h"
#include "app/viewer/start/one_process.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/tabbed_window.h"
#include "core/io/file.h"
#include "tests/support/patience.h"
#include "tests/support/tiny_captures.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace traceglass;

class OneProcessTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder; // runtime directory, settings and captures
    QString m_socket;
    QString m_capture;

    QString at(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }

    // A start of the program; whether it had an end within the time.
    struct Start
    {
        QProcess process;

        bool hasEnded(int withinMs = kPatienceMs)
        {
            return process.state() == QProcess::NotRunning || process.waitForFinished(withinMs);
        }
    };
    std::unique_ptr<Start> start(const QStringList& words, const char* folder = "") const
    {
        auto made = std::make_unique<Start>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_folder->path());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder->path());
        made->process.setProcessEnvironment(environment);
        made->process.setWorkingDirectory(at(folder));
        made->process.start(qEnvironmentVariable("TRACEGLASS"), words);
        return made;
    }
    static void connectTo(QLocalSocket& socket, const QString& name)
    {
        socket.connectToServer(name);
        QVERIFY(socket.waitForConnected());
    }
    // A start, but in this process.
    void isUsableBy(const QByteArray& path, const QSignalSpy& taken) const
    {
        QLocalSocket client;
        connectTo(client, m_socket);
        client.write("traceglass 1 " + QByteArray(1, '\0') + path + QByteArray(2, '\0'));
        QTRY_COMPARE_WITH_TIMEOUT(taken.size(), 1, kPatienceMs);
        QCOMPARE(taken[0][0].toStringList(), QStringList {QString::fromUtf8(path)});
    }
    // Of a process that was killed.
    void leaveSocket() const
    {
        sockaddr_un address {};
        address.sun_family = AF_UNIX;
        const QByteArray name = m_socket.toLocal8Bit();
        QVERIFY(std::size_t(name.size()) < sizeof address.sun_path);
        std::ranges::copy(name, address.sun_path);
        const int left = ::socket(AF_UNIX, SOCK_STREAM, 0);
        QCOMPARE(::bind(left, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        ::close(left);
    }

private slots:
    void initTestCase()
    {
        if (qEnvironmentVariableIsEmpty("TRACEGLASS"))
            QSKIP("TRACEGLASS does not name the viewer; ctest sets it");
    }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_socket = at("traceglass.socket");
        m_capture = at("a.rfr");
        QVERIFY(writeFile(m_capture.toStdString(), oneTaskStream("a")));
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("traceglass")));
        Settings(at("traceglass/traceglass.ini")).setOneProcess(true);
    }

    void theSettingIsOffUnlessChosen()
    {
        QVERIFY(!Settings(at("none.ini")).oneProcess());
        QVERIFY(Settings(at("traceglass/traceglass.ini")).oneProcess());
    }

    // --- what is handed over

    void aSecondStartHandsItsPathsOver()
    {
        OneProcess running;
        QVERIFY(running.listen(m_socket));
        QSignalSpy taken(&running, &OneProcess::taken);
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("sub")));
        const auto second = start({QStringLiteral("../a.rfr"), at("gone.rdf")}, "sub");
        QTRY_COMPARE_WITH_TIMEOUT(taken.size(), 1, kPatienceMs);
        QVERIFY(second->hasEnded());
        QCOMPARE(second->process.exitCode(), 0);
        const QStringList paths = taken[0][0].toStringList();
        QCOMPARE(paths.size(), 2);
        QVERIFY(paths[0].startsWith(QLatin1Char('/')));
        QCOMPARE(QFileInfo(paths[0]).canonicalFilePath(), QFileInfo(m_capture).canonicalFilePath());
        QCOMPARE(paths[1], at("gone.rdf")); // that it is not there says the running one
        const auto third = start({});
        QTRY_COMPARE_WITH_TIMEOUT(taken.size(), 2, kPatienceMs);
        QVERIFY(taken[1][0].toStringList().isEmpty()); // only to come to the front
        QVERIFY(third->hasEnded());
    }

    // The first is a process, too.
    void theRunningOneListens()
    {
        const auto first = start({m_capture});
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(m_socket), kPatienceMs);
        QCOMPARE(QFileInfo(m_socket).permissions()
                     & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
                 QFile::Permissions());
        const auto second = start({m_capture});
        QVERIFY(second->hasEnded());
        QCOMPARE(second->process.exitCode(), 0);
        QVERIFY(!first->hasEnded(0));
        first->process.kill();
        QVERIFY(first->hasEnded());
        const auto after = start({m_capture}); // it left its socket behind
        QTRY_VERIFY_WITH_TIMEOUT(handOver(m_socket, {}), kPatienceMs);
        QVERIFY(!after->hasEnded(0));
        after->process.kill();
        QVERIFY(after->hasEnded());
    }

    void whatIsTakenOpensInTheWindowUsedLast()
    {
        Settings settings(at("other.ini"));
        OneProcess running;
        QVERIFY(running.listen(m_socket));
        connect(&running, &OneProcess::taken, this,
                [&](const QStringList& paths) { MainWindow::openInFront(settings, paths); });
        MainWindow::openInFront(settings, {m_capture});
        TabbedWindow* const window = TabbedWindow::lastUsed();
        QVERIFY(window);
        window->showMinimized();
        const QString other = at("b.rfr");
        QVERIFY(writeFile(other.toStdString(), oneTaskStream("b")));
        const auto second = start({other});
        QTRY_COMPARE_WITH_TIMEOUT(window->bar()->count(), 2, kPatienceMs);
        QCOMPARE(window->bar()->tabText(1), QStringLiteral("b.rfr"));
        QVERIFY(!window->isMinimized());
        QVERIFY(second->hasEnded());
        delete window;
    }

    void whatOnlyThisProcessCanReadIsNotHandedOver()
    {
        const QString pipe = at("pipe");
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        for (const QString& path :
             {QStringLiteral("-"), pipe, QStringLiteral("/dev/stdin"), QStringLiteral("/dev/fd/3"),
              QStringLiteral("/proc/self/fd/3"), QStringLiteral("/dev/../proc/self/fd/3")})
            QVERIFY2(!forOtherProcess({m_capture, path}), qPrintable(path));
        QCOMPARE(forOtherProcess({m_folder->path()}), std::optional(QStringList {m_folder->path()}));
    }

    void someStartsAreProcessesOfTheirOwn_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<bool>("isPicture");
        QTest::newRow("--new-process") << QStringList {"--new-process", "a.rfr"} << false;
        QTest::newRow("standard input") << QStringList {"-"} << false;
        QTest::newRow("picture") << QStringList {"--screenshot", "out.png", "a.rfr"} << true;
    }
    void someStartsAreProcessesOfTheirOwn()
    {
        QFETCH(QStringList, words);
        QFETCH(bool, isPicture);
        OneProcess running;
        QVERIFY(running.listen(m_socket));
        QSignalSpy taken(&running, &OneProcess::taken);
        const auto second = start(words);
        if (isPicture) {
            QVERIFY(second->hasEnded());
            QVERIFY(QFileInfo::exists(at("out.png")));
        } else {
            QTest::qWait(400); // by then the others have handed over
            QVERIFY(!second->hasEnded(0));
            second->process.kill();
            QVERIFY(second->hasEnded());
        }
        QCOMPARE(taken.size(), 0);
    }

    // --- what cannot harm

    void whateverLiesInThePlaceOfTheSocket_data()
    {
        QTest::addColumn<QString>("what");
        for (const char* what : {"stale", "file", "folder", "link"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }
    void whateverLiesInThePlaceOfTheSocket()
    {
        QFETCH(QString, what);
        const bool isStale = what == QLatin1String("stale");
        if (isStale)
            leaveSocket();
        else if (what == QLatin1String("file"))
            QVERIFY(writeFile(m_socket.toStdString(), oneTaskStream("mine")));
        else if (what == QLatin1String("folder"))
            QVERIFY(QDir().mkdir(m_socket));
        else
            QVERIFY(QFile::link(m_capture, m_socket));
        QVERIFY(!handOver(m_socket, {m_capture}));
        OneProcess running;
        QCOMPARE(running.listen(m_socket), isStale); // what it does not know stays as it is
        QVERIFY(QFileInfo(m_socket).exists());
        QVERIFY(QFileInfo::exists(m_capture));
    }

    void aRunningOneKeepsItsSocket()
    {
        OneProcess running, another;
        QVERIFY(running.listen(m_socket));
        QVERIFY(!another.listen(m_socket));
        QVERIFY(!another.listen(QString()));
        const QSignalSpy taken(&running, &OneProcess::taken);
        isUsableBy("/a", taken);
    }

    // Something that listens there and never answers: the start opens its capture itself.
    void nobodyAnswers()
    {
        QLocalServer mute;
        QVERIFY(mute.listen(m_socket));
        QElapsedTimer clock;
        clock.start();
        QVERIFY(!handOver(m_socket, {m_capture}));
        QVERIFY(clock.elapsed() < 5'000);
    }

    void badMessagesAreHungUpOn_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray greeting("traceglass 1 ");
        QTest::newRow("garbage") << QByteArray("GET / HTTP/1.1\r\n\r\n\0\0", 20);
        QTest::newRow("a path that is not absolute") << greeting + QByteArray("\0a.rfr\0\0", 8);
        QTest::newRow("an empty path") << greeting + QByteArray("\0/a\0\0\0", 6);
        QTest::newRow("only ends") << QByteArray(40, '\0');
        QTest::newRow("a long token") << greeting + QByteArray(1'000, 'x') + QByteArray(2, '\0');
        QTest::newRow("oversized") << greeting + QByteArray(OneProcess::kLongestMessage + 10, '/');
        QTest::newRow("never ends") << greeting + QByteArray("\0/a", 3);
        QTest::newRow("silence") << QByteArray();
    }
    void badMessagesAreHungUpOn()
    {
        QFETCH(QByteArray, bytes);
        OneProcess running;
        running.setPatience(100);
        QVERIFY(running.listen(m_socket));
        QSignalSpy taken(&running, &OneProcess::taken);
        QLocalSocket client;
        connectTo(client, m_socket);
        QSignalSpy hungUp(&client, &QLocalSocket::disconnected);
        client.write(bytes);
        QTRY_COMPARE_WITH_TIMEOUT(hungUp.size(), 1, kPatienceMs);
        QCOMPARE(client.bytesAvailable(), 0); // no answer
        QCOMPARE(taken.size(), 0);
        isUsableBy("/a", taken);
    }

    void manyThatSayNothingKeepNobodyOut()
    {
        OneProcess running;
        running.setPatience(100);
        QVERIFY(running.listen(m_socket));
        QSignalSpy taken(&running, &OneProcess::taken);
        std::vector<std::unique_ptr<QLocalSocket>> silent;
        for (int i = 0; i < 40; ++i) {
            silent.push_back(std::make_unique<QLocalSocket>());
            silent.back()->connectToServer(m_socket);
        }
        QTRY_VERIFY(std::ranges::all_of(
            silent, [](const auto& each) { return each->state() == QLocalSocket::UnconnectedState; }));
        isUsableBy("/a", taken);
    }

    void messagesMayComeInPieces()
    {
        OneProcess running;
        QVERIFY(running.listen(m_socket));
        QSignalSpy taken(&running, &OneProcess::taken);
        QLocalSocket client;
        connectTo(client, m_socket);
        for (const char letter : QByteArray("traceglass 1 \0/a\0/b c\0\0", 23)) {
            client.write(&letter, 1);
            client.flush();
            QCoreApplication::processEvents();
        }
        QTRY_COMPARE(taken.size(), 1);
        QCOMPARE(taken[0][0].toStringList(), (QStringList {"/a", "/b c"}));
        QTRY_COMPARE(client.bytesAvailable(), 1);
    }
};

QTEST_MAIN(OneProcessTest)
#include "tst_one_process.moc"
