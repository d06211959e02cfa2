#include "app/viewer/start/recent_sketches.h"

#include "app/viewer/start/sketch_reader.h"
#include "app/viewer/start/sketch_store.h"
#include "core/base/behind.h"
#include "widgets/common/utf8.h"

namespace traceglass {

namespace {

using namespace std::chrono_literals;

// What does not open is kept as an empty sketch: it would not open the next time either.
Sketch sketchOf(const QString& path, const std::stop_token& stop)
{
    const GaveWay gaveWay = giveWay(Niceness::behind);
    const SketchStore store;
    if (const auto kept = store.find(path, gaveWay))
        return *kept;
    CaptureSketch last;
    const auto read =
        readSketch(pathOf(path), {1s, stop}, gaveWay, [&last](const CaptureSketch& known) { last = known; });
    if (!read)
        last.sketch = {};
    if (!stop.stop_requested() && (!read || last.isOpen)) // else it may open the next time
        store.keep(path, last.sketch, gaveWay);
    return last.sketch;
}

}

void RecentSketches::want(const std::vector<RecentCapture>& captures)
{
    QStringList wanted;
    for (const RecentCapture& capture : captures)
        wanted << capture.path;
    if (m_reading.isRunning() && wanted == m_wanted)
        return;
    m_wanted = wanted;
    m_next = 0;
    readNext();
}

const Sketch* RecentSketches::find(const QString& path) const
{
    const auto found = m_known.constFind(path);
    return found == m_known.cend() || found->columns.empty() ? nullptr : &*found;
}

void RecentSketches::readNext()
{
    if (m_next >= m_wanted.size())
        return;
    const QString path = m_wanted[m_next++];
    m_reading.start([path](Job& job) { return sketchOf(path, job.token()); },
                    [this, path](const Sketch& sketch) {
                        if (m_known.value(path) != sketch) {
                            m_known.insert(path, sketch);
                            emit changed();
                        }
                        readNext();
                    });
}

}
