#include "app/viewer/window/screenshot.h"

#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/picture_file.h"
#include "widgets/common/utf8.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/gpu/memory_pane.h"
#include "widgets/gpu/queues_pane.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/search_pane.h"
#include "widgets/statistics/statistics_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QImage>
#include <QTimer>

namespace traceglass {

namespace {

constexpr int kStepMs = 120;
constexpr int kSettleAtMostMs = 15'000; // when everything is read
constexpr int kStillSteps = 3; // so many equal pictures in a row: background fetches have arrived

// English, as all that is printed.
QString words(const char* text)
{
    return QString::fromUtf8(text);
}

void waitFor(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

QImage settledPicture(MainWindow& window)
{
    QElapsedTimer clock;
    clock.start();
    window.tabs()->makePanes(); // tabs count what is in them
    QImage picture = window.grab().toImage();
    for (int still = 0; still < kStillSteps && clock.elapsed() < kSettleAtMostMs;) {
        waitFor(kStepMs);
        QImage next = window.grab().toImage();
        const TimelinePane* timeline = window.timelinePane();
        const FlamePane* flame = window.flamePane();
        const RecordsPane* records = window.recordsPane();
        const StatisticsPane* statistics = window.statisticsPane();
        const MemoryPane* memory = window.memoryPane();
        const QueuesPane* queues = window.queuesPane();
        const bool settled = (!timeline || timeline->isSettled()) && (!flame || !flame->isReading())
            && (!records || !records->isReading()) && (!statistics || !statistics->isReading())
            && !(window.findings() && window.findings()->isLooking()) && (!memory || !memory->isReading())
            && (!queues || !queues->isReading());
        if (!settled)
            clock.restart();
        still = next == picture && settled ? still + 1 : 0;
        picture = std::move(next);
    }
    return picture;
}

}

QString showArguments(MainWindow& window, const Arguments& arguments)
{
    DocumentSession* session = window.session();
    if (arguments.range) {
        if (!session->capture()->hasTimeline())
            return words("the capture has no time axis, so --range cannot be shown");
        const std::int64_t start = session->origin();
        const TimeRange range {arguments.range->start.absolute(start), arguments.range->end.absolute(start)};
        if (range.startNs >= range.endNs || !range.overlaps(session->extent()))
            return words("--range lies outside the capture");
        session->setRange(range); // what Records and the flame graph show
        session->setView(range);
    }
    if (!arguments.select.isEmpty()) {
        const TimeRange view = session->view();
        bool isThere = true;
        QObject::connect(session, &DocumentSession::notFound, session, [&isThere] { isThere = false; });
        session->selectPath(arguments.select.toStdString());
        while (session->isAnswering())
            waitFor(20);
        QObject::disconnect(session, &DocumentSession::notFound, session, nullptr);
        if (!isThere)
            return words("the capture has no node %1").arg(arguments.select);
        if (arguments.range)
            session->setView(view);
    }
    if (!arguments.filter.isEmpty()) {
        if (!session->capture()->hasTimeline())
            return words("the capture has no time axis, so --filter leaves nothing");
        if (const auto problem = window.filter()->problem(arguments.filter))
            return fromUtf8(problem->sentence);
        window.filter()->add(arguments.filter);
        while (window.filter()->isAsking())
            waitFor(20);
    }
    if (!arguments.search.isEmpty()) {
        window.search()->setText(arguments.search);
        if (const auto& error = window.search()->error())
            return fromUtf8(error->sentence);
        window.search()->runNow();
        window.searchPane()->searchAll();
        while (window.search()->isSearching() || window.searchPane()->isSearching())
            waitFor(20);
    }
    if (!arguments.compare.isEmpty()) {
        SessionBaseline& baseline = *window.baseline();
        if (!session->capture()->hasTimeline())
            return words("the capture has no time axis, so there is nothing to --compare");
        if (arguments.compare == QLatin1String("before"))
            baseline.takeRangeBefore();
        else
            baseline.openCapture(std::filesystem::absolute(pathOf(arguments.compare)));
        while (baseline.isOnItsWay())
            waitFor(20);
        if (!baseline.a())
            return words("--compare %1: %2").arg(arguments.compare, baseline.remark());
    }
    if (!arguments.tab.isEmpty() && !window.showPane(arguments.tab))
        return words("the window has no pane %1 for this capture").arg(arguments.tab);
    return {};
}

QString takeScreenshot(const Arguments& arguments, Settings& settings)
{
    MainWindow window(settings);
    window.resize(arguments.size);
    window.show();
    if (!arguments.paths.isEmpty()) {
        const QString path = arguments.paths.front();
        window.open(pathOf(path));
        while (window.isLoading() || (window.session() && window.session()->isIndexing()))
            waitFor(20);
        if (window.failure())
            return QStringLiteral("%1: %2").arg(path, fromUtf8(message(*window.failure())));
        if (const auto& error = window.session()->indexError())
            return QStringLiteral("%1: %2").arg(path, fromUtf8(message(*error)));
        if (const QString failure = showArguments(window, arguments); !failure.isEmpty())
            return QStringLiteral("%1: %2").arg(path, failure);
    }
    const auto written = writePicture(settledPicture(window), arguments.screenshot, arguments.paths.value(0),
                                      giveWay(Niceness::answers));
    return written ? QString() : fromUtf8(written.error().detail);
}

}
