// The pictures of recent captures: those kept, else read in the background for a second each at most, one after
// another. Of what is gone or does not open there is none.
//
//     sketches.want(recent.all());
//     connect(&sketches, &RecentSketches::changed, view->viewport(), ...);
//     if (const Sketch* sketch = sketches.find(path)) paintSketch(...);
#pragma once

#include "app/viewer/start/recent_captures.h"
#include "widgets/common/background_task.h"
#include "widgets/timeline/painting/sketch.h"

#include <QHash>
#include <QStringList>

namespace traceglass {

class RecentSketches : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void want(const std::vector<RecentCapture>& captures);
    const Sketch* find(const QString& path) const; // null: there is none, or not yet
    bool isReading() const { return m_reading.isRunning(); }

signals:
    void changed();

private:
    void readNext();

    QStringList m_wanted;
    qsizetype m_next = 0;
    QHash<QString, Sketch> m_known;
    BackgroundTask m_reading;
};

}
