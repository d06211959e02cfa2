// Sketches of captures that were seen before, on disk: a file of 1.5 KB each, in the user's cache, never more than some
// hundred. They are known by path, time of the last change and size, so that of a capture that changed there is none.
//
//     const SketchStore store;
//     store.keep(path, sketch, gaveWay);
//     if (const auto sketch = store.find(path, gaveWay)) ...
//
// Reads and writes disks: for threads that gave way.
#pragma once

#include "core/base/behind.h"
#include "widgets/timeline/painting/sketch.h"

#include <QString>

namespace traceglass {

class SketchStore
{
public:
    static constexpr int kKept = 200;

    std::optional<Sketch> find(const QString& path, GaveWay) const;
    void keep(const QString& path, const Sketch& sketch, GaveWay) const; // the oldest ones make room

    static QString folder();
};

}
