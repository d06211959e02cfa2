#include "app/viewer/start/sketch_reader.h"

#include "core/ask/opening.h"
#include "core/formats/format_list.h"
#include "core/model/extent.h"
#include "widgets/common/utf8.h"

#include <future>

namespace traceglass {

namespace {

using Clock = std::chrono::steady_clock;

Summary summaryOf(const Capture& capture)
{
    auto told = std::make_shared<std::promise<Summary>>();
    auto summary = told->get_future();
    capture.ask({&told, 0}, Priority::selection, ask::SummaryNow {},
                [told](Summary known) { told->set_value(std::move(known)); });
    return summary.get();
}

}

Result<void> readSketch(const std::filesystem::path& path, const SketchTime& time, GaveWay gaveWay,
                        const std::function<void(const CaptureSketch&)>& tell)
{
    const auto deadline = Clock::now() + time.atMost;
    const auto format = recognise(path, Job(time.stop), gaveWay);
    if (!format)
        return tl::unexpected(format.error());
    std::error_code isFolder;
    CaptureSketch known {fromUtf8(path.filename().string()), fromUtf8((*format)->label),
                         fromUtf8((*format)->id).toUpper()};
    if (const std::uintmax_t size = std::filesystem::file_size(path, isFolder); !isFolder)
        known.size = size;
    tell(known);

    Opening opening(path, Opening::As::capture);
    if (!opening.waitFor(time.atMost))
        return {};
    const auto opened = opening.take();
    if (!opened)
        return tl::unexpected(opened.error());
    const Capture& capture = **opened;
    const Summary summary = summaryOf(capture);
    known.name = fromUtf8(capture.name());
    known.size = summary.size;
    known.isOpen = true;
    tell(known);
    if (!capture.hasTimeline())
        return {};

    std::stop_source enough;
    const std::stop_callback pass(time.stop, [&enough] { enough.request_stop(); });
    Job job(enough.get_token());
    IndexRequest request;
    request.threads = time.threads;
    request.publish = [&](const TimelinePtr& timeline) {
        known.sketch = makeSketch(*timeline, extentOf(*timeline, summary), time.stop);
        tell(known);
        if (Clock::now() >= deadline)
            enough.request_stop();
    };
    const auto indexed = capture.index(request, job, gaveWay);
    if (!indexed && !enough.stop_requested())
        return tl::unexpected(indexed.error());
    return {};
}

}
