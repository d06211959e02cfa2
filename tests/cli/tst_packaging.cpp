// The files a desktop reads: file types resolve by content, menu entry and software centre page name them all,
// the man page names every command.
#include "core/formats/formats.h"
#include "core/io/byte_writer.h"
#include "core/io/file.h"
#include "tests/support/run_tglass.h"

#include <QDir>
#include <QMimeDatabase>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace traceglass;

namespace {

QString packaging(const QString& name)
{
    return QStringLiteral(TRACEGLASS_SOURCE_DIR "/packaging/") + name;
}

// What configuring made of it.
QString configured(const QString& name)
{
    return QCoreApplication::applicationDirPath() + QStringLiteral("/../packaging/") + name;
}

QString contents(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// Output of a checking tool that found something; empty when it is content.
QByteArray complaints(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    process.waitForFinished();
    return process.exitCode() == 0 ? process.readAll().trimmed() : "failed: " + process.readAll();
}

}

class TestPackaging : public QObject
{
    Q_OBJECT

private slots:
    // Before anything asks for a file type: the database reads its folders once.
    void initTestCase()
    {
        QVERIFY(m_data.isValid());
        QVERIFY(QDir(m_data.path()).mkpath("mime/packages"));
        QVERIFY(
            QFile::copy(configured("traceglass-mime.xml"), m_data.filePath("mime/packages/traceglass.xml")));
        qputenv("XDG_DATA_HOME", m_data.path().toUtf8());
        const ProgramRun run = tglass({"demo", m_data.filePath("demo")});
        QVERIFY2(run.exit == 0, run.error);
        m_demos = QString::fromUtf8(run.out).trimmed().split('\n');
    }

    void mimePackageIsValid()
    {
        const QString tool = QStandardPaths::findExecutable("update-mime-database");
        if (tool.isEmpty())
            QSKIP("update-mime-database is not installed (package shared-mime-info)");
        QCOMPARE(complaints(tool, {m_data.filePath("mime")}), QByteArray());
        QVERIFY(QFile::exists(m_data.filePath("mime/mime.cache")));
    }

    void typesResolveByContent()
    {
        QMimeDatabase database;
        QVERIFY(database.mimeTypeForName("application/x-rfr").isValid());
        int found = 0;
        for (const QString& demo : m_demos) {
            if (QFileInfo(demo).isDir()) {
                QCOMPARE(database.mimeTypeForFile(demo + "/meta.rfr").name(), "application/x-rfr");
                // The content alone is enough.
                QVERIFY(QFile::copy(demo + "/meta.rfr", m_data.filePath("no-suffix")));
                QCOMPARE(database.mimeTypeForFile(m_data.filePath("no-suffix")).name(), "application/x-rfr");
                ++found;
            } else if (demo.endsWith(".rdf")) {
                QCOMPARE(database.mimeTypeForFile(demo).name(), "application/x-amd-rdf");
                ++found;
            } else if (demo.endsWith(".rtc")) {
                QCOMPARE(database.mimeTypeForFile(demo).name(), "application/x-rtc");
                QVERIFY(QFile::copy(demo, m_data.filePath("no-suffix-either")));
                QCOMPARE(database.mimeTypeForFile(m_data.filePath("no-suffix-either")).name(), "application/x-rtc");
                ++found;
            } else if (demo.endsWith(".cjfr")) {
                QVERIFY(QFile::copy(demo, m_data.filePath("no-suffix-as-well")));
                QCOMPARE(database.mimeTypeForFile(m_data.filePath("no-suffix-as-well")).name(), "application/x-cjfr");
                ++found;
            }
        }
        QVERIFY2(found >= 4, "the demo captures of every format");
        ByteWriter chunk;
        chunk.text("rfr-c/0.0.3");
        QVERIFY(writeFile(m_data.filePath("chunk").toStdString(), chunk.bytes()).has_value());
        QCOMPARE(database.mimeTypeForFile(m_data.filePath("chunk")).name(), "application/x-rfr");
    }

    // Each comes from a format's own mime.xml; tst_format_contract compares that with the format.
    void everyFormatHasItsType()
    {
        const QString entry = contents(configured("traceglass.desktop"));
        const QString page = contents(configured("traceglass.metainfo.xml"));
        const QString types = contents(configured("traceglass-mime.xml"));
        const QString thumbnails = contents(configured("traceglass.thumbnailer"));
        QVERIFY(thumbnails.startsWith("[Thumbnailer Entry]\n"));
        QVERIFY(thumbnails.contains("Exec=traceglass --thumbnail -s %s %i %o\n"));
        auto matches = QRegularExpression("<mime-type type=\"([^\"]+)\">").globalMatch(types);
        std::size_t count = 0;
        for (; matches.hasNext(); ++count) {
            const QString type = matches.next().captured(1);
            QVERIFY2(entry.contains(type + ';'), qPrintable(type));
            QVERIFY2(thumbnails.contains(type + ';'), qPrintable(type));
            QVERIFY2(page.contains("<mediatype>" + type + "</mediatype>"), qPrintable(type));
        }
        QCOMPARE(count, formats().size());
        for (const Format* format : formats()) {
            for (const std::string_view suffix : format->suffixes)
                QVERIFY(types.contains("<glob pattern=\"*" + QString::fromUtf8(suffix) + "\"/>"));
        }
    }

    void menuEntryIsValid()
    {
        const QString entry = contents(configured("traceglass.desktop"));
        QVERIFY(entry.contains("Exec=traceglass %F"));
        QVERIFY(entry.contains("inode/directory;"));
        const QString tool = QStandardPaths::findExecutable("desktop-file-validate");
        if (tool.isEmpty())
            QSKIP("desktop-file-validate is not installed (package desktop-file-utils)");
        QCOMPARE(complaints(tool, {configured("traceglass.desktop")}), QByteArray());
    }

    void manPageNamesEveryCommand()
    {
        const QString page = contents(packaging("tglass.1.in"));
        const QString help = QString::fromUtf8(tglass({"--help"}).out);
        auto matches = QRegularExpression("^  ([a-z]+) ", QRegularExpression::MultilineOption)
                           .globalMatch(help.left(help.indexOf("Topics")));
        QVERIFY(matches.hasNext());
        while (matches.hasNext()) {
            const QString command = matches.next().captured(1);
            QVERIFY2(page.contains(".B tglass " + command + '\n'), qPrintable(command));
        }
    }

    void iconsAreOneSet()
    {
        const QDir folder(TRACEGLASS_SOURCE_DIR "/resources/icons");
        const QString list = contents(TRACEGLASS_SOURCE_DIR "/resources/resources.qrc");
        const QStringList names = folder.entryList({"*.svg"}, QDir::Files);
        QVERIFY(names.size() >= 40);
        for (const QString& name : names) {
            const QString icon = contents(folder.filePath(name));
            QVERIFY2(list.contains("icons/" + name), qPrintable(name));
            QVERIFY2(icon.contains("viewBox=\"0 0 16 16\"") && icon.contains("stroke-width=\"1.3\""),
                     qPrintable(name));
            QVERIFY2(icon.contains("stroke=\"currentColor\""), qPrintable(name));
            QVERIFY2(!icon.contains("fill=\"currentColor\"") || name == "note.svg" || name == "pin.svg",
                     qPrintable(name));
        }
    }

private:
    QTemporaryDir m_data;
    QStringList m_demos;
};

QTEST_GUILESS_MAIN(TestPackaging)
#include "tst_packaging.moc"
