// What views give to other programs: rows, slices and tables as text and as CSV with the numbers of `tglass export`,
// views as pixels and as SVG, the capture itself as a file.
#include "app/viewer/window/capture_handle.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "core/io/file.h"
#include "tests/support/corpus.h"
#include "tests/support/open_window.h"
#include "tests/support/run_tglass.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/copying.h"
#include "widgets/details/details_pane.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/hex/hex_view.h"
#include "widgets/models/record_list_model.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/search_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/statistics/histogram_view.h"
#include "widgets/statistics/statistics_pane.h"
#include "widgets/timeline/view/overview_strip.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QPainter>
#include <QStandardItemModel>
#include <QStandardPaths>
#include <QStatusBar>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <QXmlStreamReader>
#include <memory>

using namespace traceglass;

class ClipboardTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    QString m_path;
    int m_runs = 0;

    static const QMimeData& held()
    {
        static const QMimeData kNothing;
        const QMimeData* const data = QGuiApplication::clipboard()->mimeData();
        return data ? *data : kNothing;
    }
    static QString text() { return held().text(); }
    static QString csv() { return QString::fromUtf8(held().data(QStringLiteral("text/csv"))); }

    // Of one of the corpus by its name in there, else of a small one.
    void open(const char* name = nullptr)
    {
        m_path = name ? QString::fromStdString((ownCorpus() / name).string())
                      : m_folder.filePath(QStringLiteral("a.rfr"));
        m_window = std::make_unique<MainWindow>(*m_settings);
        openWindow(*m_window, m_path.toStdString(), {1400, 900});
        QGuiApplication::clipboard()->clear();
    }
    void copyKey(QWidget* view) const
    {
        view->setFocus();
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
    }
    // By the command of the window, which copies what has the focus.
    void copy(QWidget* view, const char* command) const
    {
        QGuiApplication::clipboard()->clear();
        view->setFocus();
        m_window->commands()[command]->trigger();
    }
    QString said() const { return m_window->statusBar()->currentMessage(); }
    void selectFirstSlice() const
    {
        m_window->timelinePane()->view()->setFocus();
        m_window->commands()["go.longest"]->trigger();
        QTRY_VERIFY(m_window->session()->selection().slice);
        settle(m_window->session());
    }
    // What stands in it as text; nothing: it is no SVG.
    static QStringList wordsIn(const QByteArray& svg)
    {
        QStringList out;
        QXmlStreamReader reader(svg);
        bool isSvg = false;
        while (!reader.atEnd()) {
            reader.readNext();
            if (!reader.isStartElement())
                continue;
            isSvg |= reader.name() == QLatin1String("svg");
            if (reader.name() == QLatin1String("text"))
                out << reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
        return isSvg && !reader.hasError() ? out : QStringList();
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(writeFile(m_folder.filePath(QStringLiteral("a.rfr")).toStdString(),
                          oneTaskStream("up\"load, now")));
    }
    void init()
    {
        m_settings =
            std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings%1.ini").arg(++m_runs)));
    }
    void cleanup()
    {
        m_window.reset();
        QGuiApplication::clipboard()->clear();
    }

    // --- text and CSV

    void cellsAreQuotedAsTheyMustBe()
    {
        CopiedTable table;
        table.add({"name", "time"}, {"name", "time_ns"});
        table.add({"a\tb", "1 ms"}, {"a\tb", "1000000"});
        table.add({"say \"hi\",\nnow", QString()}, {"say \"hi\",\nnow", QString()});
        table.add({"=1+1", "-1"});
        QCOMPARE(table.text(), QStringLiteral("name\ttime\na b\t1 ms\nsay \"hi\", now\t\n=1+1\t-1\n"));
        QCOMPARE(table.csv(),
                 QByteArray("name,time_ns\r\na\tb,1000000\r\n\"say \"\"hi\"\",\nnow\",\r\n=1+1,-1\r\n"));
    }

    void aTableEndsAtItsBound()
    {
        QStandardItemModel model(int(CopiedTable::kMostRows) + 20, 1);
        for (int row = 0; row < model.rowCount(); ++row)
            model.setItem(row, new QStandardItem(QString::number(row)));
        RowView view(20);
        view.setModel(&model);
        CopiedTable got;
        view.giveTable([&got](CopiedTable table) { got = std::move(table); });
        QCOMPARE(got.lines(), CopiedTable::kMostRows + 1);
        QCOMPARE(got.left, quint64(20));
        QVERIFY(got.text().endsWith(QStringLiteral("\n99999\n")));
    }

    void theSelectedRowIsCopied()
    {
        open();
        m_window->showPane(QStringLiteral("records"));
        RowView* const table = m_window->recordsPane()->table();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->recordsPane()->model()->isThere(0), kPatienceMs);
        table->setCurrentIndex(table->model()->index(0, 0));
        settle(m_window->session());
        copyKey(table);
        QVERIFY2(text().startsWith(QStringLiteral("0000000c\t")), qPrintable(text()));
        QCOMPARE(text().count(QLatin1Char('\n')), 0);
        QVERIFY2(csv().startsWith(QStringLiteral("12,")), qPrintable(csv()));
        QCOMPARE(said(), QStringLiteral("Copied 1 row"));
    }

    void recordsAreThoseOfExport_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("rfr") << QString();
        for (const auto& [folder, suffix] :
             {std::pair("rtc/valid", ".rtc"), std::pair("cjfr/valid", ".cjfr")})
            QTest::newRow(suffix) << QLatin1String(folder) + QLatin1Char('/')
                    + QString::fromStdString(corpusFiles(folder, suffix).front().path.filename().string());
    }
    void recordsAreThoseOfExport()
    {
        QFETCH(const QString, name);
        open(name.isEmpty() ? nullptr : name.toLatin1().constData());
        m_window->showPane(QStringLiteral("records"));
        RowView* const table = m_window->recordsPane()->table();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->recordsPane()->model()->isThere(0), kPatienceMs);
        settle(m_window->session());
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->recordsPane()->isReading(), kPatienceMs);
        for (int column = 0; column < table->model()->columnCount(); ++column)
            table->setColumnHidden(column, false); // as export has them
        copy(table, "edit.copyCsv");
        QTRY_VERIFY_WITH_TIMEOUT(!csv().isEmpty(), kPatienceMs);
        const ProgramRun run = tglass({"export", m_path, "--table", "records"});
        QCOMPARE(run.exit, 0);
        // Its first column says in which file a record is.
        QStringList exported = QString::fromUtf8(run.out).split(QStringLiteral("\r\n"));
        for (QString& line : exported)
            line = line.section(QLatin1Char(','), 1);
        QCOMPARE(csv(), exported.join(QStringLiteral("\r\n")));
        QCOMPARE(text(), csv()); // for who pastes it as text
        const QString count = QString::number(csv().count(QStringLiteral("\r\n")) - 1);
        QVERIFY2(said().startsWith(QStringLiteral("Copied ")), qPrintable(said()));
        copy(table, "edit.copyTable");
        QTRY_VERIFY_WITH_TIMEOUT(!text().isEmpty(), kPatienceMs);
        QCOMPARE(QString::number(text().count(QLatin1Char('\n')) - 1), count);
        QVERIFY(text().startsWith(QStringLiteral("offset\tsize\t")));
    }

    void aTableIsThatOfExport()
    {
        open();
        m_window->showPane(QStringLiteral("statistics"));
        auto* const view = m_window->statisticsPane()->table();
        QTRY_VERIFY_WITH_TIMEOUT(view->model()->rowCount() > 0, kPatienceMs);
        settle(m_window->session());
        copy(view, "edit.copyCsv");
        QTRY_VERIFY(!csv().isEmpty());
        QFile exported(m_folder.filePath(QStringLiteral("statistics.csv")));
        m_window->statisticsPane()->exportTo(exported.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(exported.exists() && exported.size() > 0, kPatienceMs);
        QVERIFY(exported.open(QIODevice::ReadOnly));
        QCOMPARE(csv(), QString::fromUtf8(exported.readAll()));
        copyKey(view);
        QCOMPARE(text().count(QLatin1Char('\n')), view->model()->rowCount() + 1);
        QVERIFY(csv().startsWith(QStringLiteral("name,")));
    }

    void hitsAreCopied()
    {
        open();
        m_window->showPane(QStringLiteral("search"));
        m_window->search()->setText(QStringLiteral("duration >= 0 ns"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->searchPane()->model()->total() > 0, kPatienceMs);
        settle(m_window->session());
        copy(m_window->searchPane()->table(), "edit.copyCsv");
        QTRY_VERIFY_WITH_TIMEOUT(!csv().isEmpty(), kPatienceMs);
        const QStringList lines = csv().split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
        QCOMPARE(lines.front(), QStringLiteral("start_ns,track,dur_ns,name"));
        QCOMPARE(quint64(lines.size() - 1), m_window->searchPane()->model()->total());
        QVERIFY2(lines[1].startsWith(QStringLiteral("1780000123250")), qPrintable(lines[1]));
        QVERIFY2(lines[1].contains(QStringLiteral("\"up\"\"load, now"))
                     || lines[1].contains(QStringLiteral("up\"\"load")),
                 qPrintable(lines[1]));
    }

    void theSelectedSliceIsCopied()
    {
        open();
        selectFirstSlice();
        copyKey(m_window->timelinePane()->view());
        const QStringList lines = text().split(QLatin1Char('\n'));
        QVERIFY2(lines.size() > 4, qPrintable(text()));
        QVERIFY(lines[0].startsWith(QStringLiteral("track\t")));
        QVERIFY(lines[1].startsWith(QStringLiteral("name\t")));
        QVERIFY2(lines[2].startsWith(QStringLiteral("start\t+")), qPrintable(lines[2]));
        QVERIFY(lines[3].startsWith(QStringLiteral("duration\t")));
        QVERIFY2(csv().startsWith(QStringLiteral("track,name,start_ns,dur_ns,")), qPrintable(csv()));
        QCOMPARE(csv().count(QStringLiteral("\r\n")), 2);
        QVERIFY2(csv().section(QStringLiteral("\r\n"), 1).contains(QStringLiteral(",1780000123250")),
                 qPrintable(csv()));
        QCOMPARE(said(), QStringLiteral("Copied the selected slice"));
    }

    void detailsAreCopied()
    {
        open();
        selectFirstSlice();
        m_window->detailsPane()->refresh();
        copyKey(m_window->detailsPane());
        QVERIFY(text().contains(QLatin1Char('\t')));
        QVERIFY2(csv().startsWith(QStringLiteral("what,value,more\r\n")), qPrintable(csv()));
        QCOMPARE(said(), QStringLiteral("Copied all details"));
    }

    void theTreeIsCopiedAsItIsOpened()
    {
        open();
        auto* const tree = m_window->findChild<StructureView*>();
        tree->expand(tree->model()->index(0, 0));
        settle(m_window->session());
        copy(tree, "edit.copyTable");
        QTRY_VERIFY(!text().isEmpty());
        QVERIFY2(text().contains(QStringLiteral("\n  ")), qPrintable(text()));
        copyKey(tree);
        QCOMPARE(text().count(QLatin1Char('\n')), 0);
    }

    void stacksAreCopied()
    {
        const auto all = corpusFiles("cjfr/valid", ".cjfr");
        const auto found = std::ranges::find_if(all, [](const CorpusFile& file) {
            return tglass({"export", QString::fromStdString(file.path.string()), "--stacks", "-"}).out.size()
                > 0;
        });
        QVERIFY(found != all.end());
        open(("cjfr/valid/" + found->path.filename().string()).c_str());
        m_window->showPane(QStringLiteral("flame"));
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->flamePane()->view()->graph() && !m_window->flamePane()->isReading(), kPatienceMs);
        copy(m_window->flamePane()->view(), "edit.copyCsv");
        QTRY_VERIFY_WITH_TIMEOUT(!csv().isEmpty(), kPatienceMs);
        QVERIFY2(csv().startsWith(QStringLiteral("stack,weight\r\n")), qPrintable(csv()));
        QVERIFY(csv().count(QStringLiteral("\r\n")) > 1);
        copy(m_window->flamePane()->view(), "edit.copySvg");
        const QStringList words = wordsIn(held().data(QStringLiteral("image/svg+xml")));
        QVERIFY2(!words.isEmpty(), held().data(QStringLiteral("image/svg+xml")).left(2'000).constData());
    }

    void whereThereIsNoTableItIsSaid()
    {
        open();
        m_window->showPane(QStringLiteral("bytes"));
        copy(m_window->bytesPane()->view(), "edit.copyCsv");
        QVERIFY(csv().isEmpty());
        QVERIFY2(said().startsWith(QStringLiteral("There is no table here")), qPrintable(said()));
        m_window->showStartPage();
        QVERIFY(!m_window->commands()["edit.copyCsv"]->isEnabled());
    }

    // --- pictures

    void picturesAreThoseOfTheView()
    {
        open();
        TimelinePane* const timeline = m_window->timelinePane();
        auto* const strip = timeline->findChild<OverviewStrip*>();
        QVERIFY(strip);
        for (QWidget* const view : {static_cast<QWidget*>(timeline), static_cast<QWidget*>(strip)}) {
            copy(view == timeline ? timeline->view() : view, "edit.copyPicture");
            const auto image = held().imageData().value<QImage>();
            QCOMPARE(image.size(), view->size() * view->devicePixelRatioF());
            QCOMPARE(said(), QStringLiteral("Copied a picture"));
        }
    }

    void anSvgIsLinesAndText()
    {
        open();
        TimelinePane* const timeline = m_window->timelinePane();
        QTRY_VERIFY(timeline->isSettled());
        copy(timeline->view(), "edit.copySvg");
        const QByteArray svg = held().data(QStringLiteral("image/svg+xml"));
        QSvgRenderer renderer(svg);
        QVERIFY(renderer.isValid());
        QCOMPARE(renderer.viewBox().size(), timeline->size());
        QVERIFY2(wordsIn(svg).join(QLatin1Char('\n')).contains(QStringLiteral("load")),
                 qPrintable(wordsIn(svg).join(QLatin1Char('\n'))));
        QImage image(timeline->size(), QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        QVERIFY(image.pixelColor(image.rect().center()) != QColor(Qt::magenta));
    }

    void theRowsOfATableAreText()
    {
        open();
        m_window->showPane(QStringLiteral("records"));
        RowView* const table = m_window->recordsPane()->table();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->recordsPane()->model()->isThere(0), kPatienceMs);
        copy(table, "edit.copySvg");
        const QByteArray svg = held().data(QStringLiteral("image/svg+xml"));
        const QStringList words = wordsIn(svg);
        QVERIFY2(words.contains(QStringLiteral("0000000c")), qPrintable(words.join(QLatin1Char('\n'))));
    }

    // --- the capture

    void theCaptureIsDraggedAsAFile()
    {
        open();
        const CaptureHandle* const handle = m_window->tools()->handle();
        QVERIFY(handle->isVisible());
        const std::unique_ptr<QMimeData> data(handle->data());
        QCOMPARE(data->urls(), QList<QUrl> {QUrl::fromLocalFile(m_path)});
        QCOMPARE(data->text(), m_path);
        QVERIFY(handle->toolTip().startsWith(m_path.left(10)));
        m_window->commands()["file.copyPath"]->trigger();
        QCOMPARE(text(), m_path);
        m_window->showStartPage();
        QVERIFY(!m_window->commands()["file.copyPath"]->isEnabled());
    }
};

QTEST_MAIN(ClipboardTest)
#include "tst_clipboard.moc"
