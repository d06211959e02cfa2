// From starting the process to the first painted window: ours with a 10 GB capture against a bare window with
// three docks, a menu and a tree, run in turn; and with a 10 GB RTC file against one of 40 MB. Likewise the start page with
// 20 recent captures. A thumbnail, from starting its process to the end; a second tab against the first one.
#include "app/viewer/settings/appearance.h"
#include "app/viewer/start/recent_captures.h"
#include "app/viewer/start/thumbnail.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/tabbed_window.h"
#include "core/base/allocator.h"
#include "core/io/byte_writer.h"
#include "core/io/file.h"
#include "tests/bench/bench.h"
#include "tests/bench/watched_loop.h"

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
    auto begun = path ? std::optional(MainWindow::begin(path)) : std::nullopt;
    MainWindow window(settings);
    window.resize(1920, 1080);
    const FirstPaint paint(&window, [&] {
        return !path || (window.session() && !window.session()->isAnswering());
    });
    if (begun)
        window.open(std::move(*begun));
    window.show();
    return QApplication::exec();
}

// The start page as somebody has it who uses the program: all that is listed is there. The first time it writes the list.
int recentWindow(const char* folder)
{
    Settings settings(qEnvironmentVariable("XDG_CONFIG_HOME") + "/recent.ini");
    RecentCaptures recent(settings);
    if (recent.all().empty()) {
        for (const auto& file : std::filesystem::directory_iterator(folder))
            recent.add({.path = QString::fromStdString(file.path().string()),
                        .format = "rtc",
                        .size = file.file_size(),
                        .opened = QDateTime::currentDateTime()});
    }
    MainWindow window(settings);
    window.resize(1920, 1080);
    const FirstPaint paint(&window, [] { return true; });
    window.show();
    return QApplication::exec();
}

int thumbnailOf(const char* path, int& argc, char** argv)
{
    QTemporaryDir folder;
    Arguments arguments;
    arguments.paths = {QString::fromLocal8Bit(path), folder.filePath("out.png")};
    if (!takeThumbnail(arguments, argc, argv).isEmpty())
        return 1;
    std::printf("%.6f %.6f\n", wallSeconds(), processSeconds());
    return 0;
}

// Each capture of a folder in a tab: until its panes have their answers and are painted, and the longest that the window is
// away meanwhile, in milliseconds.
int tabsWindow(WatchedLoop& loop, const char* folder)
{
    constexpr double kTabStallLimitMs = 50;
    Settings settings(qEnvironmentVariable("XDG_CONFIG_HOME") + "/bench.ini");
    TabbedWindow window(settings);
    window.resize(1920, 1080);
    window.show();
    loop.rest(0.2);
    std::vector<double> times, stalls;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        loop.forget();
        const double begin = wallSeconds();
        const MainWindow* tab = nullptr;
        loop.act("open", [&] { tab = window.openTab(QString::fromStdString(file.path().string())); });
        loop.turnUntil([&] { return tab->failure() || (tab->session() && !tab->session()->isAnswering()); },
                       60);
        QImage picture(window.size(), QImage::Format_ARGB32_Premultiplied);
        window.render(&picture);
        times.push_back((wallSeconds() - begin) * 1e3);
        loop.rest(0.3); // until all else is there
        stalls.push_back(percentile(loop.stalls(), 1));
    }
    const std::vector<double> later(times.begin() + 1, times.end());
    row("window.second-tab.wall", percentile(later, 0.5), "ms", times.front());
    row("window.second-tab.stall", percentile(stalls, 0.5), "ms", kTabStallLimitMs);
    row("window.twentieth-tab.stall", stalls.back(), "ms", kTabStallLimitMs);
    std::fflush(stdout);
    ::_exit(0);
}

struct Start
{
    double wall = 0;
    double cpu = 0;
};

struct Starts
{
    void add(const Start& start)
    {
        wall.push_back(start.wall * 1e3);
        cpu.push_back(start.cpu * 1e3);
    }

    std::vector<double> wall, cpu; // milliseconds
};

void rows(const std::string& name, const Starts& starts, const Starts& against)
{
    const auto middle = [](const std::vector<double>& values) { return percentile(values, 0.5); };
    row(name + ".wall", middle(starts.wall), "ms", middle(against.wall));
    row(name + ".cpu", middle(starts.cpu), "ms", middle(against.cpu));
}

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
    const std::string_view what = argc > 2 ? argv[2] : "bare";
    if (what == "thumbnail" && argc > 3)
        return thumbnailOf(argv[3], argc, argv); // it makes an application of its own
    if (what != "bare")
        keepOwnMemory();
    if (what == "tabs" && argc > 3) {
        WatchedLoop loop(argc, argv);
        prepareAppearance();
        return tabsWindow(loop, argv[3]);
    }
    QApplication app(argc, argv);
    if (what == "bare") {
        QApplication::setStyle("Fusion");
        return bareWindow();
    }
    prepareAppearance();
    if (what == "recent" && argc > 3)
        return recentWindow(argv[3]);
    if (what == "flame")
        return flameChild();
    if (what == "notes" && argc > 4)
        return notesChild(argv[3], argv[4]);
    return captureWindow(what == "start" ? nullptr : argv[2]);
}

void window(const char* program)
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    const auto capture = path / "ten-gigabytes.rdf", large = path / "ten-gigabytes.rtc",
               small = path / "small.rtc";
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8()); // own settings, no recent captures
    if (!writeSparseCapture(capture) || !writeSparseRtc(large, 1024) || !writeSparseRtc(small, 4))
        return;
    const auto many = path / "many";
    const QString folderOfMany = QString::fromStdString(many.string());
    std::filesystem::create_directories(many);
    constexpr int kRecent = 20;
    for (int i = 0; i < kRecent; ++i) {
        if (!writeSamples(many / (std::to_string(i) + ".rtc"), 200'000))
            return;
    }
    const QStringList recent {"recent", folderOfMany};
    startOnce(program, recent); // writes the list
    Starts bare, start, ofCapture, ofLarge, ofSmall, ofRecent, thumbnail, largeThumbnail;
    const auto open = [&](const std::filesystem::path& file) {
        return startOnce(program, {QString::fromStdString(file.string())});
    };
    for (int i = 0; i < 11; ++i) {
        bare.add(startOnce(program, {"bare"}));
        start.add(startOnce(program, {"start"}));
        ofCapture.add(open(capture));
        ofLarge.add(open(large));
        ofSmall.add(open(small));
        ofRecent.add(startOnce(program, recent));
        thumbnail.add(startOnce(program, {"thumbnail", folderOfMany + "/0.rtc"}));
        largeThumbnail.add(startOnce(program, {"thumbnail", QString::fromStdString(capture.string())}));
    }
    rows("window.start-page", start, bare);
    rows("window.10-gb-capture", ofCapture, bare);
    rows("window.10-gb-rtc", ofLarge, bare);
    rows("window.10-gb-rtc-against-small", ofLarge, ofSmall);
    rows("window.start-page-20-recent", ofRecent, bare);
    constexpr double kThumbnail = 300; // ms
    row("window.thumbnail.wall", percentile(thumbnail.wall, 0.5), "ms", kThumbnail);
    row("window.thumbnail.10-gb.wall", percentile(largeThumbnail.wall, 0.5), "ms", kThumbnail);
    QProcess tabs;
    tabs.setProcessChannelMode(QProcess::ForwardedChannels);
    tabs.start(program, {"--window-child", "tabs", folderOfMany});
    tabs.waitForFinished(60'000);
}

}
