// A picture of a capture is written over none of it, neither of the window nor for file managers.
#include "tests/support/demo_captures.h"
#include "widgets/common/utf8.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;

class OverCaptureTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_capture;
    QByteArray m_bytes;

    QByteArray bytesNow() const
    {
        QFile file(m_capture);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void initTestCase()
    {
        const auto written = findDemo("rdf")->write(pathOf(m_folder.path()));
        QVERIFY(written);
        m_capture = pathText(*written);
        m_bytes = bytesNow();
        QVERIFY(m_bytes.size() > 1'000);
    }

    void ofTheProgram_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("screenshot") << QStringList {"--screenshot", "CAPTURE", "CAPTURE"};
        QTest::newRow("thumbnail") << QStringList {"--thumbnail", "CAPTURE", "CAPTURE"};
    }
    void ofTheProgram()
    {
        QFETCH(QStringList, arguments);
        const QString program = qEnvironmentVariable("TRACEGLASS");
        if (program.isEmpty())
            QSKIP("TRACEGLASS does not name the viewer; ctest sets it");
        QProcess process;
        process.start(program, arguments.replaceInStrings(QStringLiteral("CAPTURE"), m_capture));
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 2);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains("part of the capture itself") && said.count('\n') == 1, said.constData());
        QVERIFY(bytesNow() == m_bytes);
    }
};

QTEST_MAIN(OverCaptureTest)
#include "tst_over_capture.moc"
