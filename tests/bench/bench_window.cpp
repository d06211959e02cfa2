// From starting the process to the first painted window: ours with a 10 GB capture against a bare window with
// three docks, a menu and a tree, run in turn.
#include "app/viewer/main_window.h"
#include "core/io/byte_writer.h"
#include "core/io/file.h"
#include "tests/bench/bench.h"

#include <QApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QProcess>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeWidget>
#include <cstdio>
#include <unistd.h>

namespace traceglass::bench {

namespace {

// A sparse RDF file: 1,024 chunks of 10 MB and their index at the end.
bool writeSparseCapture(const std::filesystem::path& path)
{
    constexpr std::uint64_t kChunks = 1024;
    constexpr std::uint64_t kChunk = 10'000'000;
    constexpr std::uint64_t kIndex = 32 + kChunks * kChunk;
    ByteWriter header;
    header.raw("AMD_RDF ");
    header.u32(3);
    header.u32(0);
    header.u64(kIndex);
    header.u64(kChunks * 64);
    ByteWriter index;
    for (std::uint64_t i = 0; i < kChunks; ++i) {
        std::string id = "RmtData";
        id.resize(16, '\0');
        index.raw(id);
        index.u32(0);
        index.u32(1);
        index.u64(32 + i * kChunk);
        index.u64(24);
        index.u64(32 + i * kChunk + 24);
        index.u64(kChunk - 24);
        index.u64(0);
    }
    auto file = File::open(path, File::Mode::create);
    if (!file || !file->write(header.bytes()) || ::lseek(file->descriptor(), kIndex, SEEK_SET) < 0)
        return false;
    return file->write(index.bytes()) && file->close();
}

// Reports the time at which the window was painted with what it is to show, and ends the process.
class FirstPaint : public QObject
{
public:
    FirstPaint(QWidget* window, std::function<bool()> ready)
        : QObject(window)
        , m_window(window)
        , m_ready(std::move(ready))
    {
        qApp->installEventFilter(this);
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && m_ready() && !m_done) {
            m_done = true;
            QTimer::singleShot(0, this, [] {
                std::printf("%.6f %.6f\n", wallSeconds(), processSeconds());
                std::fflush(stdout);
                ::_exit(0);
            });
        }
        return false;
    }

private:
    QWidget* m_window;
    std::function<bool()> m_ready;
    bool m_done = false;
};

int bareWindow()
{
    QMainWindow window;
    window.menuBar()->addMenu("File");
    window.statusBar()->showMessage("Ready");
    for (const Qt::DockWidgetArea area :
         {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea, Qt::BottomDockWidgetArea}) {
        auto* dock = new QDockWidget("Dock", &window);
        auto* tree = new QTreeWidget(dock);
        for (int i = 0; i < 50; ++i)
            new QTreeWidgetItem(tree, {QString::number(i)});
        dock->setWidget(tree);
        window.addDockWidget(area, dock);
    }
    window.setCentralWidget(new QTreeWidget(&window));
    window.resize(1920, 1080);
    const FirstPaint paint(&window, [] { return true; });
    window.show();
    return QApplication::exec();
}

int captureWindow(const char* path)
{
    Settings settings(qEnvironmentVariable("XDG_CONFIG_HOME") + "/bench.ini");
    MainWindow window(settings);
    window.resize(1920, 1080);
    const FirstPaint paint(&window, [&] { return !path || window.session() != nullptr; });
    if (path)
        window.open(path);
    window.show();
    return QApplication::exec();
}

struct Start
{
    double wall = 0;
    double cpu = 0;
};

Start startOnce(const char* program, const QStringList& arguments)
{
    QProcess process;
    const double begin = wallSeconds();
    process.start(program, QStringList {"--window-child"} + arguments);
    process.waitForFinished(60'000);
    const QList<QByteArray> parts = process.readAllStandardOutput().trimmed().split(' ');
    if (parts.size() != 2)
        return {};
    return {parts[0].toDouble() - begin, parts[1].toDouble()};
}

}

int windowChild(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    QApplication::setStyle("Fusion");
    const std::string_view what = argc > 2 ? argv[2] : "bare";
    if (what == "bare")
        return bareWindow();
    return captureWindow(what == "start" ? nullptr : argv[2]);
}

void window(const char* program)
{
    QTemporaryDir folder;
    const std::filesystem::path capture = (folder.path() + "/ten-gigabytes.rdf").toStdString();
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8()); // own settings, no recent captures
    if (!writeSparseCapture(capture))
        return;
    std::vector<double> bareWall, bareCpu, startWall, startCpu, captureWall, captureCpu;
    const auto add = [](const Start& start, std::vector<double>& wall, std::vector<double>& cpu) {
        wall.push_back(start.wall * 1e3);
        cpu.push_back(start.cpu * 1e3);
    };
    for (int i = 0; i < 11; ++i) {
        add(startOnce(program, {"bare"}), bareWall, bareCpu);
        add(startOnce(program, {"start"}), startWall, startCpu);
        add(startOnce(program, {QString::fromStdString(capture.string())}), captureWall, captureCpu);
    }
    const auto middle = [](const std::vector<double>& values) { return percentile(values, 0.5); };
    row("window.start-page.wall", middle(startWall), "ms", middle(bareWall));
    row("window.start-page.cpu", middle(startCpu), "ms", middle(bareCpu));
    row("window.10-gb-capture.wall", middle(captureWall), "ms", middle(bareWall));
    row("window.10-gb-capture.cpu", middle(captureCpu), "ms", middle(bareCpu));
}

}
