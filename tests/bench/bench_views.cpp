// Frames of the flame graph with a million nodes, and a window whose capture has 100,000 notes against the
// same capture without: opening, a frame of the timeline, scrolling the list, changing one note.
#include "app/viewer/window/main_window.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/notes/save.h"
#include "tests/bench/bench.h"
#include "tests/support/demo_captures.h"
#include "tests/support/many_stacks.h"
#include "tests/support/open_capture.h"
#include "widgets/flame/flame_view.h"
#include "widgets/models/row_view.h"
#include "widgets/notes/notes_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QApplication>
#include <QImage>
#include <QProcess>
#include <QScrollBar>
#include <QTemporaryDir>
#include <cstdio>

namespace traceglass::bench {

namespace {

constexpr std::size_t kNotes = 100'000;
constexpr int kFrames = 30;

void runChild(const char* program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(program, QStringList {"--window-child"} + arguments);
    process.waitForFinished(300'000);
}

double frame(QWidget& widget, QImage& picture)
{
    const double start = threadSeconds();
    widget.render(&picture);
    return (threadSeconds() - start) * 1e3;
}

AnnotationSet manyNotes(TimeRange all)
{
    std::vector<Annotation> notes(kNotes);
    const std::int64_t step = all.lengthNs() / static_cast<std::int64_t>(kNotes);
    for (std::size_t i = 0; i < kNotes; ++i) {
        notes[i].id = newAnnotationId();
        notes[i].text = "what was seen here the " + std::to_string(i) + "th time";
        notes[i].author = "Ada Lovelace";
        notes[i].createdNs = notes[i].changedNs = static_cast<std::int64_t>(i + 1);
        const std::int64_t at = all.startNs + step * static_cast<std::int64_t>(i);
        notes[i].time = TimeRange {at, i % 10 == 0 ? at + 50 * step : at};
    }
    return AnnotationSet(std::move(notes));
}

// What a window with one capture costs, in milliseconds.
struct Costs
{
    double open = 0; // until the capture and its notes are read
    double timeline = 0, scroll = 0, edit = 0;
};

Costs measure(const char* path)
{
    Settings settings(qEnvironmentVariable("XDG_CONFIG_HOME") + "/bench.ini");
    MainWindow window(settings);
    window.resize(1920, 1080);
    window.show();
    Costs costs;
    const double start = wallSeconds();
    window.open(path);
    const auto ready = [&] {
        return window.session() && !window.session()->isIndexing() && window.notes()
            && !window.notes()->isLoading();
    };
    while (!ready() && !window.failure())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    if (window.failure())
        return costs;
    QImage picture(window.size(), QImage::Format_ARGB32_Premultiplied);
    window.showPane(QStringLiteral("notes"));
    window.render(&picture);
    costs.open = (wallSeconds() - start) * 1e3;

    std::vector<double> frames, scrolls, edits;
    const TimeRange all = window.session()->extent();
    for (int i = 0; i < kFrames; ++i) {
        window.session()->setView({all.startNs + i * all.lengthNs() / 1000, all.endNs});
        frames.push_back(frame(*window.timelinePane(), picture));
    }
    costs.timeline = percentile(frames, 0.5);
    QWidget* list = window.notesPane()->table();
    QScrollBar* bar = window.notesPane()->table()->verticalScrollBar();
    for (int i = 0; i < kFrames; ++i) {
        bar->setValue(bar->maximum() / kFrames * i);
        scrolls.push_back(frame(*list, picture));
    }
    costs.scroll = percentile(scrolls, 0.5);
    for (int i = 0; i < 9 && !window.notes()->notes().empty(); ++i) {
        const std::string id = window.notes()->notes()[kNotes / 2].id;
        const double before = threadSeconds();
        window.notes()->setText(id, QStringLiteral("changed %1").arg(i));
        edits.push_back((threadSeconds() - before) * 1e3);
    }
    costs.edit = edits.empty() ? 0 : percentile(edits, 0.5);
    window.notes()->undoStack()->setClean();
    window.notes()->discardRecovery();
    return costs;
}

}

int notesChild(const char* plain, const char* noted)
{
    (void)measure(plain); // fonts and caches
    const Costs without = measure(plain), with = measure(noted);
    row("notes.window.100k.open", with.open, "ms", without.open);
    row("notes.window.100k.timeline-frame", with.timeline, "ms", without.timeline);
    row("notes.window.100k.list-frame", with.scroll, "ms");
    row("notes.window.100k.change", with.edit, "ms");
    return 0;
}

void notesWindow(const char* program)
{
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    const std::filesystem::path path = folder.path().toStdString();
    const auto plain = findDemo("rfr")->write(path);
    if (!plain)
        return;
    const auto noted = path / "noted.rfr";
    std::filesystem::copy(*plain, noted, std::filesystem::copy_options::recursive);
    Job job;
    auto document = openCapture(noted);
    if (!document)
        return;
    const TimeRange time = (*document)->summary().time.value_or(TimeRange {0, 1'000'000'000});
    if (!saveNotes(**document, manyNotes(time), SaveWay::capture, systemSaveIo(), job))
        return;
    runChild(program,
             {"notes", QString::fromStdString(plain->string()), QString::fromStdString(noted.string())});
}

int flameChild()
{
    const auto sums = manyStacks(1'000'000);
    Job job;
    std::shared_ptr<const FlameGraph> graph;
    const double build = median(
        [&] {
            graph = std::make_shared<FlameGraph>(FlameGraph::build(sums, FlameWeight::count, false, job));
        },
        threadSeconds, 3);
    row("flame.1m.build", build * 1e3, "ms");
    FlameView view;
    view.resize(1920, 300);
    view.setGraph(graph);
    view.show();
    QImage picture(view.size(), QImage::Format_ARGB32_Premultiplied);
    std::vector<double> whole, zoomed, searched;
    for (int i = 0; i < kFrames; ++i)
        whole.push_back(frame(view, picture));
    for (int i = 0; i < kFrames; ++i) {
        view.zoomTo(graph->at(FlameGraph::kRoot).firstChild + static_cast<std::uint32_t>(i));
        zoomed.push_back(frame(view, picture));
    }
    view.resetZoom();
    view.setHighlighted(std::vector<bool>(sums->nameCount(), true));
    for (int i = 0; i < kFrames; ++i)
        searched.push_back(frame(view, picture));
    constexpr double kLimitMs = 10;
    row("flame.1m.frame", percentile(whole, 0.99), "ms", kLimitMs);
    row("flame.1m.frame.zoomed", percentile(zoomed, 0.99), "ms", kLimitMs);
    row("flame.1m.frame.searched", percentile(searched, 0.99), "ms", kLimitMs);
    return 0;
}

void flame(const char* program)
{
    runChild(program, {"flame"});
}

}
