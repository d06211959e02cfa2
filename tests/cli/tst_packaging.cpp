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

    // What others own stays with them, whatever its name: beside the types of a desktop, as a package installs ours.
    void filesOfOthersAreNotTakenOver_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("RDF/XML") << "others.rdf"
                                 << QByteArray(
                                        "<?xml version=\"1.0\"?>\n<rdf:RDF "
                                        "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>\n");
        QTest::newRow("RDF as text") << "turtle.rdf" << QByteArray("@prefix : <urn:x> .\n");
        QTest::newRow("profile from before RDF") << "before.rgp" << QByteArray("B00P\1\0\0\0\5\0\0\0", 12);
        QTest::newRow("memory trace from before RDF") << "before.rmv" << QByteArray("MINI\1\0\0\0", 8);
        QTest::newRow("JSON") << "some.json" << QByteArray("{}\n");
    }
    void filesOfOthersAreNotTakenOver()
    {
        const QString tool = QStandardPaths::findExecutable("gio");
        const QString desktop = "/usr/share/mime/packages/freedesktop.org.xml";
        if (tool.isEmpty() || !QFile::exists(desktop))
            QSKIP("gio or the types of a desktop are missing (packages libglib2.0-bin, shared-mime-info)");
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("mime/packages"));
        QVERIFY(QFile::copy(desktop, folder.filePath("mime/packages/freedesktop.org.xml")));
        QVERIFY(
            QFile::copy(configured("traceglass-mime.xml"), folder.filePath("mime/packages/traceglass.xml")));
        QCOMPARE(QProcess::execute("update-mime-database", {folder.filePath("mime")}), 0);
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(content) == content.size());
        file.close();
        QProcess gio;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_DATA_HOME", folder.filePath("empty"));
        environment.insert("XDG_DATA_DIRS", folder.path());
        gio.setProcessEnvironment(environment);
        gio.start(tool, {"info", "-a", "standard::content-type", file.fileName()});
        QVERIFY(gio.waitForFinished());
        const QByteArray said = gio.readAll();
        QVERIFY2(said.contains("content-type: "), said);
        QVERIFY2(!said.contains("amd-rdf"), said);
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
                QVERIFY(types.contains('*' + QString::fromUtf8(suffix)));
        }
    }

    void menuEntryIsValid()
    {
        const QString entry = contents(configured("traceglass.desktop"));
        QVERIFY(entry.contains("Exec=traceglass %F"));
        QVERIFY2(!entry.contains("inode/directory"),
                 "folders have an entry of their own, so that it comes last");
        const QString folders = packaging("zz-traceglass-folder.desktop");
        QVERIFY(contents(folders).contains("\nMimeType=inode/directory;\n"));
        QVERIFY(contents(folders).contains("\nInitialPreference=0\n"));
        const QString tool = QStandardPaths::findExecutable("desktop-file-validate");
        if (tool.isEmpty())
            QSKIP("desktop-file-validate is not installed (package desktop-file-utils)");
        QCOMPARE(complaints(tool, {configured("traceglass.desktop")}), QByteArray());
        QCOMPARE(complaints(tool, {folders}), QByteArray());
    }

    // Software centres leave out a page whose id is not that of a domain.
    void softwareCentrePageIsValid()
    {
        const QString page = configured("traceglass.metainfo.xml");
        QVERIFY(contents(page).contains("<id>org.traceglass.traceglass</id>"));
        const QString tool = QStandardPaths::findExecutable("appstreamcli");
        if (tool.isEmpty())
            QSKIP("appstreamcli is not installed (package appstream)");
        QVERIFY(complaints(tool, {"validate", "--no-net", page}).contains("successful"));
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
        QVERIFY(names.size() >= 30);
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
